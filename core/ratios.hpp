#pragma once

#include "measures.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// O(d log n) per cluster where the bounds are tight, O(n d) at worst; O(log n) memory.
bool find_worst_ratios(RatiosTask& task);

}  // namespace bidvit::BIDVIT_ISA
