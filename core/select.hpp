// The value at a rank of a column, for the median cut.
#pragma once

#include <algorithm>
#include <cmath>

#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// A type of this namespace, so that no instruction set shares its algorithms with another.
struct Less {
    template <class T> bool operator()(T a, T b) const { return a < b; }
};

// By histogram as long as that narrows the search; `kept` is room for n values. O(n) expected.
template <class T> T select_rank(const T* x, int64_t n, int64_t rank, T* kept) {
    constexpr int max_bins = 1024;
    const T* from = x;
    for (int round = 0; round < 3 && n > 512; ++round) {
        Vec<T> lows = splat(from[0]), highs = lows;
        int64_t i = 0;
        for (; i + lanes<T> <= n; i += lanes<T>) {
            const Vec<T> v = load(from + i);
            lows = v < lows ? v : lows;
            highs = v > highs ? v : highs;
        }
        T low = lows[0], high = highs[0];
        for (int l = 1; l < lanes<T>; ++l) {
            low = least(low, static_cast<T>(lows[l]));
            high = greatest(high, static_cast<T>(highs[l]));
        }
        for (; i < n; ++i) {
            low = least(low, from[i]);
            high = greatest(high, from[i]);
        }
        if (low == high) return low;
        const int n_bins = n < 8192 ? 256 : max_bins;
        const T scale = static_cast<T>(n_bins - 1) / (high - low);
        if (!std::isfinite(scale)) break;
        // Four histograms, so that neighbours in the same bin do not wait for each other.
        uint32_t bins[4][max_bins];
        for (auto& b : bins) std::memset(b, 0, static_cast<size_t>(n_bins) * sizeof b[0]);
        for (i = 0; i + 4 <= n; i += 4)
            for (int l = 0; l < 4; ++l)
                ++bins[l][static_cast<int32_t>((from[i + l] - low) * scale)];
        for (; i < n; ++i) ++bins[0][static_cast<int32_t>((from[i] - low) * scale)];
        int64_t before = 0;
        int bin = 0;
        for (;; ++bin) {
            const int64_t in_bin =
                static_cast<int64_t>(bins[0][bin]) + bins[1][bin] + bins[2][bin] + bins[3][bin];
            if (before + in_bin > rank) break;
            before += in_bin;
        }
        int64_t n_kept = 0;
        for (i = 0; i < n; ++i) {
            kept[n_kept] = from[i];
            n_kept += static_cast<int32_t>((from[i] - low) * scale) == bin;
        }
        rank -= before;
        from = kept;
        if (n_kept == n) break;
        n = n_kept;
    }
    if (from != kept) std::memcpy(kept, from, static_cast<size_t>(n) * sizeof(T));
    std::nth_element(kept, kept + rank, kept + n, Less{});
    return kept[rank];
}

}  // namespace bidvit::BIDVIT_ISA
