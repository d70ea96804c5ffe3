#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// Median cut on the axis of largest variance: O(n d log(n / max_chunk_size)) time at worst, and
// 4 (hot_axes + 1/2) bytes per point for float32. The points themselves are never moved.
template <class T> bool partition(PartitionTask<T>& task);

}  // namespace bidvit::BIDVIT_ISA
