#pragma once

#include "differences.hpp"
#include "problems.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// A tabu walk among the independent sets of a graph whose vertices all weigh the same, after Jin
// and Hao's general swap-based search (2015).
//
// A step takes in the vertex with the fewest neighbours in the set, of several the one that has
// been outside for longest, and drops those neighbours, who must stay outside for some steps. From
// time to time the set is compared with the best, part by part, as in LocalSearch.
class Walk {
  public:
    // `picked` is an independent set and becomes one no smaller. O(steps * (n / 16 + edges at a
    // vertex)). Returns false when stopped; `stop` may be null.
    bool walk(const WeightedGraph& graph, uint64_t stream, int64_t steps, const Stop* stop,
              uint8_t* picked);

  private:
    void insert(int32_t v);
    void remove(int32_t v);
    void lower(int32_t v, double by);
    int32_t choose();

    WeightedGraph graph_{};
    int64_t n_blocks_ = 0, n_bounds_ = 0;
    int64_t n_in_ = 0;
    uint8_t* in_ = nullptr;
    // For each vertex: its neighbours in the set above, the step at which it left below, and a
    // large number on top of it while it may not come in.
    Buffer<double> key_, bound_;
    Buffer<uint8_t> best_;
    // The vertices that may come in again at a step, by the step modulo the number of lists.
    Buffer<int32_t> first_back_, next_back_;
    Differences differences_;
};

}  // namespace bidvit::BIDVIT_ISA
