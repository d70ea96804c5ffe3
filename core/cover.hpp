#pragma once

#include "problems.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// A dominating set of small cost (paper, appendix A): greedy set cover, then nothing redundant.
//
// Again and again the vertex of least cost per vertex that it newly covers, itself among them; of
// equal ones the one with the smaller random number. Then picks go, the costliest first, whose
// vertices are all covered by others as well. What is picked to begin with counts as such, so a set
// that is not yet dominating is completed. O((n + edges) log n) time, O(n) memory.
void select_cover(CoverTask& task);

}  // namespace bidvit::BIDVIT_ISA
