#pragma once

#include "branch.hpp"
#include "greedy.hpp"
#include "local_search.hpp"
#include "problems.hpp"
#include "reduce.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// Reduce a graph, search the components of what is left, lift and complete their sets: `picked`
// becomes a maximal independent set. One object serves graph after graph and allocates nothing once
// its buffers have grown.
class GraphSearch {
  public:
    // Returns false when stopped.
    bool search(SearchTask& task);

  private:
    void scale_weights();
    bool solve_parts(const WeightedGraph& graph, uint8_t* found);
    bool solve(const WeightedGraph& part, uint64_t seed, uint8_t* picked);
    void select_greedily(const WeightedGraph& part, uint64_t seed, uint8_t* picked);
    void complete();
    bool is_free(int32_t v) const;

    SearchTask* task_ = nullptr;
    WeightedGraph graph_{};
    Reducer reducer_;
    Greedy greedy_;
    Branch branch_;
    LocalSearch search_;
    EdgeList edges_;
    Buffer<double> weights_, part_weights_;
    Buffer<uint8_t> kernel_picked_, part_picked_, start_set_;
    Buffer<int32_t> vertices_, neighbour_, self_;
    Buffer<int64_t> begin_, start_;
};

// The same for one graph.
bool search_graph(SearchTask& task);

}  // namespace bidvit::BIDVIT_ISA
