#pragma once

#include "problems.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// Cliques that together have all edges of a graph: of each, an independent set has one vertex at
// most, which says more to a linear relaxation than its edges one by one.
//
// From every vertex in turn, the fewest neighbours first, cliques grow by common neighbours, those
// first that an edge not yet covered joins to it. O(sum over the cliques of their vertices'
// degrees) time, but not more than `most_work` of it: the edges left then are cliques by
// themselves.
void cover_edges(CliquesTask& task);

}  // namespace bidvit::BIDVIT_ISA
