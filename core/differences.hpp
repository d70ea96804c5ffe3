#pragma once

#include "problems.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// Two independent sets of a graph differ in parts that do not touch each other: the components of
// the graph on the vertices that are in one of them only. Of every part either side can be taken,
// whatever is taken of the others.
class Differences {
  public:
    // Lists the vertices of those parts in which `old_set` weighs more than `new_set`, by more than
    // rounding. Returns how many there are; `n_gains` counts the parts in which it weighs less.
    // O(n + edges at vertices that differ).
    int64_t find_losses(const WeightedGraph& graph, const uint8_t* new_set, const uint8_t* old_set);
    const int32_t* vertices() const { return vertex_.data(); }
    int64_t n_gains() const { return n_gains_; }

  private:
    Buffer<int32_t> vertex_;
    Buffer<uint8_t> seen_;
    int64_t n_gains_ = 0;
};

}  // namespace bidvit::BIDVIT_ISA
