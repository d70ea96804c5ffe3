// A chunk as the kernels want it: vertices sorted along the axis of widest spread, coordinates as
// columns, so that one vector instruction serves many pairs.
#pragma once

#include <algorithm>
#include <limits>

#include "metric.hpp"
#include "simd.hpp"
#include "sorting.hpp"

namespace bidvit::BIDVIT_ISA {

template <class T> struct ColumnSet {
    Buffer<const T*> rows;
    Buffer<T> columns;
    int64_t n = 0;
    int64_t stride = 0;
    int64_t n_ready = 0;  // axes made so far

    void reset(int64_t n_points, int64_t n_dims) {
        constexpr int64_t line = 64 / static_cast<int64_t>(sizeof(T));
        n = n_points;
        rows.resize(static_cast<size_t>(n) + 4);
        // Room for two vectors beyond the end, and an odd number of cache lines: columns that lie a
        // power of two apart would share cache sets.
        stride = ((n + 3 * line - 1) / line | 1) * line;
        columns.resize(static_cast<size_t>(stride * n_dims));
        n_ready = 0;
    }
    T* column(int64_t k) { return columns.data() + k * stride; }

    void make(const int32_t* axes, int64_t n_axes) {
        while (n_ready < n_axes) {
            const int64_t k1 = least<int64_t>(n_axes, n_ready + 16);
            for (int64_t p = 0; p < stride; ++p) {
                if (p < n) {
                    const T* x = rows[static_cast<size_t>(p)];
                    for (int64_t k = n_ready; k < k1; ++k) column(k)[p] = x[axes[k]];
                } else {
                    for (int64_t k = n_ready; k < k1; ++k) column(k)[p] = T(0);
                }
            }
            n_ready = k1;
        }
    }
};

template <class T> struct SortedChunk {
    int64_t n = 0;
    int64_t n_dims = 0;
    Buffer<int32_t> axes;     // low dimension: as they come; else by falling spread
    int64_t sorted_slot = 0;  // where in `axes` the sorted axis is
    Buffer<int32_t> index;    // by vertex: its place in the chunk's id order
    Buffer<int32_t> vertex;   // the inverse
    ColumnSet<T> set;

    // O(n (d + log n)), of which the columns beyond the first are made later.
    void build(const T* points, int64_t dims, const int32_t* ids, int64_t n_points) {
        n = n_points;
        n_dims = dims;
        order_axes(points, ids);
        sort_vertices(points, ids);
        set.reset(n, n_dims);
        for (int64_t p = 0; p < n; ++p)
            set.rows[static_cast<size_t>(p)] =
                points + static_cast<int64_t>(ids[index[static_cast<size_t>(p)]]) * n_dims;
    }

  private:
    Buffer<uint64_t> keys_, spare_;
    Buffer<T> spread_;

    // Spread is estimated from some rows: it decides how fast the join is, never what it finds.
    void order_axes(const T* points, const int32_t* ids) {
        axes.resize(static_cast<size_t>(n_dims));
        T* spread = spread_.resize(static_cast<size_t>(2 * n_dims));
        T* sum = spread + n_dims;
        for (int64_t k = 0; k < 2 * n_dims; ++k) spread[k] = 0;
        const T* origin = points + static_cast<int64_t>(ids[0]) * n_dims;
        const int64_t step = n / 64 + 1;
        int64_t n_read = 0;
        for (int64_t i = 0; i < n; i += step, ++n_read) {
            const T* x = points + static_cast<int64_t>(ids[i]) * n_dims;
            for (int64_t k = 0; k < n_dims; ++k) {
                const T y = x[k] - origin[k];
                sum[k] += y;
                spread[k] += y * y;
            }
        }
        for (int64_t k = 0; k < n_dims; ++k) {
            spread[k] -= sum[k] * sum[k] / static_cast<T>(n_read);
            // Squares of large values may overflow here; any order of axes is a valid one.
            if (!(spread[k] >= 0)) spread[k] = 0;
            axes[static_cast<size_t>(k)] = static_cast<int32_t>(k);
        }
        struct WiderFirst {
            const T* spread;
            bool operator()(int32_t a, int32_t b) const {
                return spread[a] > spread[b] || (spread[a] == spread[b] && a < b);
            }
        };
        const WiderFirst wider{spread};
        sorted_slot = 0;
        if (n_dims > low_dimension)
            std::sort(axes.data(), axes.data() + n_dims, wider);
        else
            sorted_slot = std::min_element(axes.data(), axes.data() + n_dims, wider) - axes.data();
    }

    void sort_vertices(const T* points, const int32_t* ids) {
        index.resize(static_cast<size_t>(n));
        vertex.resize(static_cast<size_t>(n));
        uint64_t* keys = keys_.resize(static_cast<size_t>(n));
        uint64_t* spare = spare_.resize(static_cast<size_t>(n));
        const int64_t axis = axes[static_cast<size_t>(sorted_slot)];
        T low = points[static_cast<int64_t>(ids[0]) * n_dims + axis], high = low;
        T* x = spread_.resize(static_cast<size_t>(n));
        for (int64_t i = 0; i < n; ++i) {
            x[i] = points[static_cast<int64_t>(ids[i]) * n_dims + axis];
            low = least(low, x[i]);
            high = greatest(high, x[i]);
        }
        const T scale = high > low ? static_cast<T>(1 << 24) * T(0.999) / (high - low) : T(0);
        const bool usable = scale < std::numeric_limits<T>::max();
        for (int64_t i = 0; i < n; ++i) {
            const uint64_t key =
                usable ? static_cast<uint64_t>(static_cast<int32_t>((x[i] - low) * scale)) : 0;
            keys[i] = key << 32 | static_cast<uint64_t>(i);
        }
        keys = sort_by_high_bits(keys, spare, n);
        // The key is a rounded coordinate: put neighbours with the same key right.
        for (int64_t p = 0; p < n; ++p) {
            const int32_t i = static_cast<int32_t>(keys[p] & 0xffffffffu);
            int64_t q = p;
            for (; q > 0 && x[i] < x[index[static_cast<size_t>(q - 1)]]; --q)
                index[static_cast<size_t>(q)] = index[static_cast<size_t>(q - 1)];
            index[static_cast<size_t>(q)] = i;
        }
        for (int64_t p = 0; p < n; ++p)
            vertex[static_cast<size_t>(index[static_cast<size_t>(p)])] = static_cast<int32_t>(p);
    }
};

}  // namespace bidvit::BIDVIT_ISA
