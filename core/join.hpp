// All pairs of rows that may be closer than a limit: the one loop in which distances are computed.
#pragma once

#include <limits>

#include "columns.hpp"
#include "metric.hpp"

namespace bidvit::BIDVIT_ISA {

// The first position whose value is not below `bound`.
template <class T> BIDVIT_INLINE int64_t lower_bound(const T* x, int64_t n, T bound) {
    int64_t base = 0;
    while (n > 0) {
        const int64_t half = n / 2;
        const bool below = x[base + half] < bound;
        base = below ? base + half + 1 : base;
        n = below ? n - half - 1 : half;
    }
    return base;
}

// A limit on the value, rounded up so that no pair below it is lost to rounding in the filter.
template <class T> BIDVIT_INLINE T rounded_up(double limit, int64_t n_dims) {
    const double slack = 4.0 * static_cast<double>(n_dims + 16) *
                         static_cast<double>(std::numeric_limits<T>::epsilon());
    const double raised = limit * (1 + slack);
    if (!(raised < static_cast<double>(std::numeric_limits<T>::max())))
        return std::numeric_limits<T>::infinity();
    return greatest(static_cast<T>(raised), std::numeric_limits<T>::min());
}

// Call `emit(i, j, value)` for every pair (row i of a, row j of b) with value < limit(i); with
// `triangular`, a and b are the same set and only j > i is visited. Both sets are sorted along
// axes[sorted_slot], which bounds the columns a block of four rows has to look at. In low dimension
// a tile sums all axes. In high dimension the tile is a filter on the foremost axes: it ends when
// all its pairs are out of reach or too few are left to go on together, and those left are measured
// one by one. O(n m d) at worst. Returns false when stopped.
template <class M, bool triangular, bool low, class T, class Limit, class Emit>
bool join_tiles(ColumnSet<T>& a, ColumnSet<T>& b, const int32_t* axes, int64_t sorted_slot,
                int64_t n_dims, Limit limit, Emit emit, const Stop* stop) {
    constexpr int n_rows = 4;
    constexpr int n_vectors = 2;
    constexpr int width = lanes<T>;
    const int64_t first_axes = low ? n_dims : 8;
    a.make(axes, first_axes);
    if (!triangular) b.make(axes, first_axes);
    // In units of one tile step on one axis, which costs about five cycles for all its pairs.
    const int64_t cost_of_pair = 3 + n_dims / width / 3;

    for (int64_t i0 = 0; i0 < a.n; i0 += n_rows) {
        if (i0 % 64 == 0 && stop->load(std::memory_order_relaxed)) return false;
        const int64_t n_here = least<int64_t>(n_rows, a.n - i0);
        double limits[n_rows];
        T filter[n_rows];
        double largest = 0;
        for (int r = 0; r < n_rows; ++r) {
            limits[r] = r < n_here ? limit(i0 + r) : 0.0;
            filter[r] = limits[r] > 0 ? rounded_up<T>(limits[r], n_dims) : T(0);
            largest = greatest(largest, limits[r]);
        }
        if (!(largest > 0)) continue;
        const T window = rounded_up<T>(M::distance_of(largest), n_dims);
        const T* sorted = b.column(sorted_slot);
        const T *of_rows = a.column(sorted_slot) + i0, x_first = of_rows[0],
                x_last = of_rows[n_here - 1];
        int64_t j_begin, j_end;
        if constexpr (triangular) {
            j_begin = i0 + 1;
            j_end = j_begin + lower_bound(sorted + j_begin, b.n - j_begin, x_last + window);
        } else {
            j_begin = lower_bound(sorted, b.n, x_first - window);
            j_end = j_begin + lower_bound(sorted + j_begin, b.n - j_begin, x_last + window);
        }
        // Sums like x + window round: take along what equals the bound.
        while (j_end < b.n && sorted[j_end] <= x_last + window) ++j_end;

        for (int64_t j0 = j_begin; j0 < j_end; j0 += n_vectors * width) {
            Vec<T> sum[n_rows][n_vectors] = {};
            uint64_t near[n_rows];
            int64_t k = 0, k_next = first_axes;
            for (;;) {
                for (; k < k_next; ++k) {
                    const T* x = a.column(k) + i0;
                    const T* y = b.column(k) + j0;
                    Vec<T> other[n_vectors];
                    for (int v = 0; v < n_vectors; ++v) other[v] = load(y + v * width);
                    for (int r = 0; r < n_rows; ++r)
                        for (int v = 0; v < n_vectors; ++v)
                            sum[r][v] = low ? M::add(sum[r][v], splat(x[r]) - other[v])
                                            : M::add_roughly(sum[r][v], splat(x[r]) - other[v]);
                }
                const int64_t n_columns = least<int64_t>(n_vectors * width, j_end - j0);
                const uint64_t valid = n_columns >= 64 ? ~0ull : (1ull << n_columns) - 1;
                uint64_t any = 0;
                for (int r = 0; r < n_rows; ++r) {
                    near[r] = 0;
                    for (int v = 0; v < n_vectors; ++v)
                        near[r] |= static_cast<uint64_t>(less_mask(sum[r][v], splat(filter[r])))
                                   << (v * width);
                    near[r] &= valid;
                    // Row i0 + r meets only the columns behind it.
                    if (triangular && j0 <= i0 + r) near[r] &= ~0ull << (i0 + r + 1 - j0);
                    any |= near[r];
                }
                if (!any) break;
                if (low) {
                    for (int r = 0; r < n_rows; ++r)
                        for (uint64_t bits = near[r]; bits; bits &= bits - 1) {
                            const int l = __builtin_ctzll(bits);
                            const double value = sum[r][l / width][l % width];
                            if (value < limits[r]) emit(i0 + r, j0 + l, value);
                        }
                    break;
                }
                int64_t n_near = 0;
                for (int r = 0; r < n_rows; ++r) n_near += __builtin_popcountll(near[r]);
                if (k == n_dims || n_near * cost_of_pair <= n_dims - k) {
                    for (int r = 0; r < n_rows; ++r)
                        for (uint64_t bits = near[r]; bits; bits &= bits - 1) {
                            const int64_t i = i0 + r, j = j0 + __builtin_ctzll(bits);
                            const double value =
                                pair_value_high<M>(a.rows[static_cast<size_t>(i)],
                                                   b.rows[static_cast<size_t>(j)], n_dims);
                            if (value < limits[r]) emit(i, j, value);
                        }
                    break;
                }
                k_next = least(n_dims, k < 128 ? 2 * k : k + 128);
                a.make(axes, k_next);
                if (!triangular) b.make(axes, k_next);
            }
        }
    }
    return true;
}

template <class M, bool triangular, class T, class Limit, class Emit>
bool join(ColumnSet<T>& a, ColumnSet<T>& b, const int32_t* axes, int64_t sorted_slot,
          int64_t n_dims, Limit limit, Emit emit, const Stop* stop) {
    return n_dims <= low_dimension
               ? join_tiles<M, triangular, true>(a, b, axes, sorted_slot, n_dims, limit, emit, stop)
               : join_tiles<M, triangular, false>(a, b, axes, sorted_slot, n_dims, limit, emit,
                                                  stop);
}

}  // namespace bidvit::BIDVIT_ISA
