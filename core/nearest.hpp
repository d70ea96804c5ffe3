#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// The k nearest rows of every query; of several, those of lowest number. Branch and bound: a
// subtree is entered only if its ball can hold a nearer leaf. O(k + depth of the tree) memory.
template <class T> bool find_nearest(NearestTask<T>& task);

}  // namespace bidvit::BIDVIT_ISA
