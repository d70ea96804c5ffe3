// Distances between rows. Euclidean distances are handled squared; `value` means the squared
// distance there and the distance itself for the other metrics.
#pragma once

#include <cmath>
#include <limits>

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// Up to this many dimensions sums run over all axes in their order; beyond it, axes are visited by
// falling spread, and columns are made only when a tile gets that far.
constexpr int64_t low_dimension = 16;

BIDVIT_INLINE Vec<float> fused(Vec<float> a, Vec<float> b, Vec<float> c) {
#if defined(__AVX512F__)
    return (Vec<float>)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
#elif defined(__FMA__)
    return (Vec<float>)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
#else
    return a * b + c;
#endif
}
BIDVIT_INLINE Vec<double> fused(Vec<double> a, Vec<double> b, Vec<double> c) {
#if defined(__AVX512F__)
    return (Vec<double>)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
#elif defined(__FMA__)
    return (Vec<double>)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#else
    return a * b + c;
#endif
}

struct Euclidean {
    template <class V> static BIDVIT_INLINE V add(V sum, V difference) {
        return sum + difference * difference;
    }
    // For a filter only: on processors that can, rounded once instead of twice.
    template <class V> static BIDVIT_INLINE V add_roughly(V sum, V difference) {
        return fused(difference, difference, sum);
    }
    template <class V> static BIDVIT_INLINE V merge(V a, V b) { return a + b; }
    static double value_of(double distance) { return distance * distance; }
    static double distance_of(double value) { return std::sqrt(value); }
};

struct Manhattan {
    template <class V> static BIDVIT_INLINE V add(V sum, V difference) {
        return sum + (difference < 0 ? -difference : difference);
    }
    template <class V> static BIDVIT_INLINE V add_roughly(V sum, V difference) {
        return add(sum, difference);
    }
    template <class V> static BIDVIT_INLINE V merge(V a, V b) { return a + b; }
    static double value_of(double distance) { return distance; }
    static double distance_of(double value) { return value; }
};

struct Chebyshev {
    template <class V> static BIDVIT_INLINE V add(V sum, V difference) {
        const V size = difference < 0 ? -difference : difference;
        return sum < size ? size : sum;
    }
    template <class V> static BIDVIT_INLINE V add_roughly(V sum, V difference) {
        return add(sum, difference);
    }
    template <class V> static BIDVIT_INLINE V merge(V a, V b) { return a < b ? b : a; }
    static double value_of(double distance) { return distance; }
    static double distance_of(double value) { return value; }
};

// The value every decision rests on. It is the same on every processor: nothing is fused or
// reordered (the core is compiled with -ffp-contract=off), and in high dimension the number of
// partial sums does not depend on the width of a vector. In low dimension axes are summed one by
// one, as the tiles do.
template <class M, class T>
BIDVIT_INLINE double pair_value_low(const T* a, const T* b, int64_t n_dims) {
    T sum = 0;
    for (int64_t k = 0; k < n_dims; ++k) sum = M::add(sum, static_cast<T>(a[k] - b[k]));
    return sum;
}

// Lane l with lane l + half, for half the lanes, until one is left.
template <class M, class T, int n_bytes, class V> BIDVIT_INLINE T merge_lanes(V v) {
    if constexpr (n_bytes == 2 * sizeof(T)) {
        return M::merge(static_cast<T>(v[0]), static_cast<T>(v[1]));
    } else {
        typedef T Half __attribute__((vector_size(n_bytes / 2)));
        Half low, high;
        std::memcpy(&low, &v, sizeof low);
        std::memcpy(&high, reinterpret_cast<const char*>(&v) + sizeof low, sizeof high);
        return merge_lanes<M, T, n_bytes / 2>(static_cast<Half>(M::merge(low, high)));
    }
}

template <class M, class T>
BIDVIT_INLINE double pair_value_high(const T* a, const T* b, int64_t n_dims) {
    constexpr int n_sums = 128 / static_cast<int>(sizeof(T));
    constexpr int n_vectors = n_sums / lanes<T>;
    Vec<T> sum[n_vectors] = {};
    int64_t k = 0;
    for (; k + n_sums <= n_dims; k += n_sums)
        for (int v = 0; v < n_vectors; ++v)
            sum[v] = M::add(sum[v], load(a + k + v * lanes<T>) - load(b + k + v * lanes<T>));
    for (int v = 0; v < n_vectors && k < n_dims; ++v, k += lanes<T>) {
        const int64_t n = least<int64_t>(lanes<T>, n_dims - k);
        sum[v] = M::add(sum[v], load_first(a + k, n) - load_first(b + k, n));
    }
    for (int half = n_vectors / 2; half > 0; half /= 2)
        for (int v = 0; v < half; ++v) sum[v] = M::merge(sum[v], sum[v + half]);
    return merge_lanes<M, T, vector_bytes>(sum[0]);
}

template <class M, class T>
BIDVIT_INLINE double pair_value(const T* a, const T* b, int64_t n_dims) {
    return n_dims <= low_dimension ? pair_value_low<M>(a, b, n_dims)
                                   : pair_value_high<M>(a, b, n_dims);
}

// As a tree stores a radius, so that it bounds the distances it was measured from.
template <class T> BIDVIT_INLINE T rounded_up(double radius) {
    T r = static_cast<T>(radius);
    if (static_cast<double>(r) < radius) r = std::nextafter(r, std::numeric_limits<T>::max());
    return r;
}

// Call `f` with the metric as a type.
template <class F> auto with_metric(bidvit::Metric metric, F f) {
    switch (metric) {
        case bidvit::Metric::manhattan:
            return f(Manhattan{});
        case bidvit::Metric::chebyshev:
            return f(Chebyshev{});
        default:
            return f(Euclidean{});
    }
}

}  // namespace bidvit::BIDVIT_ISA
