// A hierarchy of boxes around chunks, which lie in the order of a median cut: what is near in that
// order is near in space.
#pragma once

#include "metric.hpp"

namespace bidvit::BIDVIT_ISA {

// The least value of a pair between two boxes. Subtraction, squaring and addition are monotonic
// also when they round, and the order of the operations is that of `pair_value`: no pair between
// the boxes has a lesser value, to the last bit.
template <class M, class T> class Gaps {
  public:
    explicit Gaps(int64_t n_dims) : d_(n_dims) {
        if (d_ <= low_dimension) return;
        gaps_.resize(static_cast<size_t>(2 * d_));
        for (int64_t k = 0; k < 2 * d_; ++k) gaps_[static_cast<size_t>(k)] = T(0);
    }

    // Each box is a row of least and a row of largest coordinates; of a point, the point twice.
    double between(const T* low_a, const T* high_a, const T* low_b, const T* high_b) {
        if (d_ <= low_dimension) {
            T sum = 0;
            for (int64_t k = 0; k < d_; ++k)
                sum = M::add(sum, gap(low_a[k], high_a[k], low_b[k], high_b[k]));
            return sum;
        }
        T* gaps = gaps_.data();
        for (int64_t k = 0; k < d_; ++k) gaps[k] = gap(low_a[k], high_a[k], low_b[k], high_b[k]);
        return pair_value_high<M>(gaps, gaps + d_, d_);
    }

  private:
    const int64_t d_;
    Buffer<T> gaps_;  // and as many zeros

    static BIDVIT_INLINE T gap(T low_a, T high_a, T low_b, T high_b) {
        const T above = low_b - high_a, below = low_a - high_b;
        return greatest(greatest(above, below), T(0));
    }
};

template <class T> struct BoxTree {
    const T* boxes;    // [2 n_leaves][2][n_dims], from node 1
    int64_t n_leaves;  // a power of two
    int64_t n_dims;

    const T* low(int64_t node) const { return boxes + node * 2 * n_dims; }
    const T* high(int64_t node) const { return low(node) + n_dims; }
    int64_t leaf(int64_t chunk) const { return n_leaves + chunk; }

    // Call `f(c)` for all chunks before `end` whose box comes closer to a box than the limit, from
    // left to right. O(log n) for each.
    template <class M, class F> void visit(Gaps<M, T>& gaps, const T* low_a, const T* high_a,
                                           double limit, int64_t end, F f) const {
        int64_t stack[64];
        int n_stack = 0;
        stack[n_stack++] = 1;
        while (n_stack > 0) {
            const int64_t node = stack[--n_stack];
            const int below = __builtin_clzll(static_cast<uint64_t>(node)) -
                              __builtin_clzll(static_cast<uint64_t>(n_leaves));
            if ((node << below) - n_leaves >= end) continue;
            if (!(gaps.between(low_a, high_a, low(node), high(node)) < limit)) continue;
            if (node >= n_leaves) {
                f(node - n_leaves);
                continue;
            }
            stack[n_stack++] = 2 * node + 1;
            stack[n_stack++] = 2 * node;
        }
    }
};

}  // namespace bidvit::BIDVIT_ISA
