#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// O(n d), in place.
void compact(CompactTask& task);

// O(nodes of both levels).
void link(LinkTask& task);

// O(n_inner), in place but for what is returned.
void place(PlaceTask& task);

// O(d) per node.
template <class T> void reorder(ReorderTask<T>& task);

// Parents by place, -1 for a root. O(n_inner).
void find_parents(const int32_t* subtree_end, int64_t n_inner, int32_t* parents);

// O(nodes of the level and above it).
void find_level(LevelTask& task);

// Counting sort. O(n + n_groups).
void group(const int32_t* keys, int64_t n, int64_t n_groups, int32_t* start, int32_t* order);

}  // namespace bidvit::BIDVIT_ISA
