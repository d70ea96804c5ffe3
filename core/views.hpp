#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// O(n_leaves + n_inner).
void bound_subtrees(SubtreesTask& task);

// O(nodes that are looked at): those of the level near the viewport and those above them.
void find_in_view(ViewTask& task);

}  // namespace bidvit::BIDVIT_ISA
