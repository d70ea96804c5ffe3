#pragma once

#include "measures.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// O(d) per member.
template <class T> bool find_centroids(CentroidsTask<T>& task);

// O(d) per member.
template <class T> bool measure_spreads(SpreadsTask<T>& task);

}  // namespace bidvit::BIDVIT_ISA
