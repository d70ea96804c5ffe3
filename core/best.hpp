// The k nearest leaves found so far: what all ways of looking for them share.
#pragma once

#include <limits>

#include "join.hpp"

namespace bidvit::BIDVIT_ISA {

// A heap with the farthest on top, kept in the caller's arrays of k entries. Of equal distances the
// leaf of lowest number is the nearest. O(log k) for a leaf that is taken in.
template <class M, class T> class Best {
  public:
    // With nothing found yet.
    void start(int32_t* leaves, double* distances, int64_t k, int64_t n_dims) {
        go_on(leaves, distances, k, n_dims);
        for (int64_t i = 0; i < k_; ++i) {
            distances_[i] = std::numeric_limits<double>::infinity();
            leaves_[i] = std::numeric_limits<int32_t>::max();
        }
        set_limit();
    }

    // From where an earlier search ended.
    void go_on(int32_t* leaves, double* distances, int64_t k, int64_t n_dims) {
        leaves_ = leaves;
        distances_ = distances;
        k_ = k;
        n_dims_ = n_dims;
        set_limit();
    }

    // The k-th least distance found so far.
    double distance() const { return distances_[0]; }
    // Leaves with a value above are too far, even if the value is not quite canonical.
    T limit() const { return limit_; }

    void offer(double value, int32_t leaf) {
        const double distance = M::distance_of(value);
        if (!nearer(distance, leaf, 0)) return;
        sift_down(distance, leaf, k_);
        set_limit();
    }

    // Nearest first; ends the search.
    void sort() {
        for (int64_t n = k_ - 1; n > 0; --n) {
            const double distance = distances_[n];
            const int32_t leaf = leaves_[n];
            distances_[n] = distances_[0];
            leaves_[n] = leaves_[0];
            sift_down(distance, leaf, n);
        }
    }

  private:
    int32_t* leaves_;
    double* distances_;
    int64_t k_, n_dims_;
    T limit_;

    bool nearer(double distance, int32_t leaf, int64_t i) const {
        return distance < distances_[i] || (distance == distances_[i] && leaf < leaves_[i]);
    }
    void set_limit() { limit_ = rounded_up<T>(M::value_of(distances_[0]), n_dims_); }

    // Put an entry in the place of the topmost of n.
    void sift_down(double distance, int32_t leaf, int64_t n) {
        int64_t i = 0;
        for (;;) {
            int64_t child = 2 * i + 1;
            if (child >= n) break;
            if (child + 1 < n && nearer(distances_[child], leaves_[child], child + 1)) ++child;
            if (!nearer(distance, leaf, child)) break;
            distances_[i] = distances_[child];
            leaves_[i] = leaves_[child];
            i = child;
        }
        distances_[i] = distance;
        leaves_[i] = leaf;
    }
};

}  // namespace bidvit::BIDVIT_ISA
