#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// O(d) per row.
template <class T> bool hash(HashTask<T>& task);

// O(n), and O(d) expected for each row of the shard, with a hash table of 12 to 24 bytes each.
template <class T> bool find_distinct(DistinctTask<T>& task);

// O(n).
void number(NumberTask& task);

}  // namespace bidvit::BIDVIT_ISA
