// The least of many changing keys: they stand in blocks with a lower bound for each. A falling key
// lowers the bound at once; a bound that is too low is put right when it becomes the least.
#pragma once

#include <limits>

#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// Position of the first least element; n is a multiple of the vector width.
BIDVIT_INLINE int64_t first_least(const double* x, int64_t n) {
    Vec<double> lows = load(x);
    for (int64_t i = lanes<double>; i < n; i += lanes<double>) {
        const Vec<double> v = load(x + i);
        lows = v < lows ? v : lows;
    }
    double low = lows[0];
    for (int l = 1; l < lanes<double>; ++l) low = least(low, static_cast<double>(lows[l]));
    for (int64_t i = 0; i < n; ++i)
        if (x[i] == low) return i;
    return 0;
}

}  // namespace bidvit::BIDVIT_ISA
