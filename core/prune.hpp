#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// O(d) per leaf and inner node; memory O(d) per level of the tree's depth.
template <class T> bool measure_gains(GainsTask<T>& task);

// O(n_inner log n_inner), about 50 bytes per inner node.
bool prune(PruneTask& task);

}  // namespace bidvit::BIDVIT_ISA
