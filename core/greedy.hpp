#pragma once

#include "edges.hpp"
#include "problems.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// The paper's greedy independent set (Algorithm 1): again and again the vertex of least weighted
// degree, that is, of least (weight of its neighbours still there) / (its own weight).
class Greedy {
  public:
    // Vertex v weighs weights[v]; it is node ids[index[v]], and `vertex` is the inverse of `index`.
    // Of equal vertices the one with the smaller random number is picked. `picked[v]` becomes 1 or
    // 0. O(edges + picks * n / 16) time.
    void select(const EdgeList& edges, int64_t n, const double* weights, const int32_t* ids,
                const int32_t* index, const int32_t* vertex, uint64_t stream, uint8_t* picked);

  private:
    Graph graph_;
    Buffer<double> key_, bound_, load_, load_when_summed_;
    Buffer<int32_t> degree_, rank_, summed_in_, vertex_of_rank_, removed_;
    Buffer<uint64_t> keys_, spare_;
    Buffer<uint8_t> alive_;
};

// The same for a graph by itself.
void select_greedily(GreedyTask& task);

}  // namespace bidvit::BIDVIT_ISA
