#pragma once

#include "edges.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// The paper's greedy independent set (Algorithm 1): again and again the vertex of least weighted
// degree, that is, of least (weight of its neighbours still there) / (its own weight).
class Greedy {
  public:
    // `tie_key[v]`: 24 random bits above the vertex's place in id order; of equal vertices the one of
    // least key is picked. `vertex`: the vertices in id order. `picked[v]` becomes 1 or 0.
    // O(edges + picks * n / 16) time.
    void select(const EdgeList& edges, int64_t n, const double* weights, const uint64_t* tie_key,
                const int32_t* vertex, uint8_t* picked);

  private:
    Graph graph_;
    Buffer<double> key_, bound_, load_, load_when_summed_;
    Buffer<int32_t> degree_, rank_, vertex_of_rank_, removed_;
    Buffer<uint64_t> keys_, spare_;
    Buffer<uint8_t> alive_;
};

}  // namespace bidvit::BIDVIT_ISA
