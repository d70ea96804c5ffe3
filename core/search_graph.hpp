#pragma once

#include "problems.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// Reduce a graph, solve the components of what is left, lift and complete their sets: `picked`
// becomes a maximal independent set. Returns false when stopped.
bool search_graph(SearchTask& task);

}  // namespace bidvit::BIDVIT_ISA
