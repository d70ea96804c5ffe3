#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// Rows to distinct rows: O(n d) expected time, a hash table of 12 to 24 bytes per row.
template <class T> bool find_distinct(DistinctTask<T>& task);

}  // namespace bidvit::BIDVIT_ISA
