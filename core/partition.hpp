#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// Median cut on the axis of largest variance: O(n d log(n / max_chunk_size)) time at worst, and
// 4 (hot_axes + 1) bytes per point for float32. The points themselves are never moved.
template <class T> bool partition(PartitionTask<T>& task);

// O(n d).
template <class T> bool measure_moments(MomentsTask<T>& task);
template <class T> void bounding_box(const T* points, int64_t n_points, int64_t n_dims, T* box);

}  // namespace bidvit::BIDVIT_ISA
