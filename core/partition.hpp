#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// Median cut on the axis of largest variance: O(n d log(n / max_chunk_size)) time at worst, and
// 4 (hot_axes + 1) bytes per point for float32. The points themselves are never moved.
template <class T> bool partition(PartitionTask<T>& task);

// Rows to the columns of a partition of few dimensions, and back. O(n d).
template <class T> void to_columns(const T* rows, int64_t n_dims, int64_t begin, int64_t end,
                                   T* columns, int64_t stride);
template <class T>
void to_rows(const T* columns, int64_t stride, int64_t n_dims, int64_t begin, int64_t end, T* rows);

// O(n d).
template <class T> bool measure_moments(MomentsTask<T>& task);
template <class T> void choose_axis(AxisTask<T>& task);
template <class T> void bounding_box(const T* points, int64_t n_points, int64_t n_dims, T* box);

// O(n times the depth of the splits).
template <class T> bool descend(DescendTask<T>& task);

}  // namespace bidvit::BIDVIT_ISA
