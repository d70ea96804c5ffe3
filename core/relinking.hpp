#pragma once

#include "problems.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// Tabu searches from states on the paths between the members of an elite. O(n_elite * n) memory.
bool relink(RelinkingTask& task);

}  // namespace bidvit::BIDVIT_ISA
