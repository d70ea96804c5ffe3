#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// O(children).
void find_children(ChildrenTask& task);

// O(nodes on the paths), and O(log n) for each leaf.
void find_paths(PathsTask& task);

// O(n_leaves + n_inner log(n_levels)); without weights, leaves are not looked at.
void summarise_levels(SummaryTask& task);

// O(n_leaves + n_inner). What is wrong with the arrays, or null.
const char* check_structure(StructureTask& task);

}  // namespace bidvit::BIDVIT_ISA
