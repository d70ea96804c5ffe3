#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// Median cut on the axis of largest variance: O(n d log(n / max_chunk_size)) time at worst, and
// 4 (hot_axes + 1) bytes per point for float32. The points themselves are never moved.
template <class T> bool partition(PartitionTask<T>& task);

// The hot axes of the first cut, from the moments of all points; none if these are not enough to
// tell. O(d log d).
template <class T> bool choose_hot_axes(PartitionTask<T>& task);

// Rows to the columns of hot axes, and back where these are all. O(n d).
template <class T> void to_columns(const T* rows, int64_t n_dims, int64_t begin, int64_t end,
                                   const HotAxes& hot, T* columns, int64_t stride);
template <class T>
void to_rows(const T* columns, int64_t stride, int64_t n_dims, int64_t begin, int64_t end, T* rows);

// O(n d).
template <class T> bool measure_moments(MomentsTask<T>& task);
template <class T> void choose_axis(AxisTask<T>& task);

// Least and largest coordinates of some rows; not a number on axes where one is not finite. O(n d).
template <class T>
void bounding_box(const T* points, int64_t begin, int64_t end, int64_t n_dims, T* box);

// O(n times the depth of the splits).
template <class T> bool find_parts(PartsTask<T>& task);

}  // namespace bidvit::BIDVIT_ISA
