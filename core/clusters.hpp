#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// O(d) per leaf.
template <class T> bool find_means(MeansTask<T>& task);

// O(d) per leaf.
template <class T> bool find_reach(ReachTask<T>& task);

}  // namespace bidvit::BIDVIT_ISA
