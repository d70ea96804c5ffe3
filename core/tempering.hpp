#pragma once

#include "problems.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// To a local minimum.
void descend(DescentTask& task);

// Replicas at the temperatures of a ladder, which neighbours on it exchange.
// O(n_sweeps * n_replicas * edges) time at most, O(n_replicas * n) memory.
bool temper(TemperingTask& task);

}  // namespace bidvit::BIDVIT_ISA
