#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// The distance from each node to the farthest point below it. O(d) per point and level at worst;
// the triangle inequality spares the children that cannot hold the farthest point.
template <class T> bool find_radii(RadiiTask<T>& task);

}  // namespace bidvit::BIDVIT_ISA
