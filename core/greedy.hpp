#pragma once

#include "edges.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// The paper's greedy independent set (Algorithm 1): again and again the vertex of least weighted
// degree, that is, of least (weight of its neighbours still there) / (its own weight).
class Greedy {
  public:
    // `tie_rank[v]`: a random permutation of the vertices; of equal vertices the one of lowest rank
    // is picked. `picked[v]` becomes 1 or 0. O(edges + picks * n / 16) time.
    void select(const Graph& graph, int64_t n, const double* weights, const int32_t* tie_rank, uint8_t* picked);

  private:
    Buffer<double> key_, block_least_, load_, load_when_summed_;
    Buffer<int32_t> vertex_of_rank_, degree_;
    Buffer<int32_t> removed_;
    Buffer<uint8_t> alive_;
};

}  // namespace bidvit::BIDVIT_ISA
