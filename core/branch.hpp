#pragma once

#include "problems.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// The heaviest independent set of a small graph, by branching on sets of vertices as machine words.
class Branch {
  public:
    static constexpr int64_t most_vertices = 64;

    // `picked` is an independent set, or nothing, and becomes the heaviest; false if that took more
    // than so many steps. It is then an independent set no lighter than before.
    bool solve(const WeightedGraph& graph, int64_t most_steps, uint8_t* picked);

  private:
    void search(uint64_t left, uint64_t chosen, double weight);

    int64_t steps_left_ = 0;
    double best_weight_ = 0;
    uint64_t best_ = 0;
    uint64_t neighbours_[most_vertices];  // by rank, the heaviest first
    double weight_[most_vertices];
    int32_t vertex_[most_vertices];
    int32_t rank_[most_vertices];
};

}  // namespace bidvit::BIDVIT_ISA
