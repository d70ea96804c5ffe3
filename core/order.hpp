#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// O(n d), in place.
template <class T> void compact(CompactTask<T>& task);

// Counting sort. O(n + n_groups).
void group(const int32_t* keys, int64_t n, int64_t n_groups, int64_t* start, int32_t* order);

}  // namespace bidvit::BIDVIT_ISA
