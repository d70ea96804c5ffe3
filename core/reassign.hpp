#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// The nearest centre of every leaf, given the cluster it is in: a centre can be nearer only if it
// is no farther from the centre of that cluster than twice the leaf. O(k) at worst for the centres
// around a cluster and O(d) for each leaf and centre that remain; memory for as many centres as are
// around one cluster, and a part of its rows.
template <class T> bool reassign(ReassignTask<T>& task);

}  // namespace bidvit::BIDVIT_ISA
