#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// The k nearest rows so far, given the scalar products of some queries with some more rows. O(1)
// per product; the rows that rounding leaves in doubt are measured.
template <class T> bool search_products(SearchProductsTask<T>& task);

}  // namespace bidvit::BIDVIT_ISA
