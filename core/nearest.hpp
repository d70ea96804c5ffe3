#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// The nearest leaf of every query; of several, the one of lowest number. Branch and bound: a
// subtree is entered only if its ball can hold a nearer leaf.
template <class T> bool find_nearest(NearestTask<T>& task);

}  // namespace bidvit::BIDVIT_ISA
