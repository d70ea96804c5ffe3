#pragma once

#include "problems.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// The connected components of a graph: a number for each vertex, by first vertex. One object serves
// graph after graph.
class Components {
  public:
    // Returns how many there are. O(n + edges).
    int64_t find(const WeightedGraph& graph);
    const int32_t* label() const { return label_.data(); }

  private:
    Buffer<int32_t> label_, reached_;
};

// Cut a graph into its components. O(n + edges).
void split(SplitTask& task);

}  // namespace bidvit::BIDVIT_ISA
