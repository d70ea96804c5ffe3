// The k nearest rows found so far: what all ways of looking for them share.
#pragma once

#include <limits>

#include "join.hpp"

namespace bidvit::BIDVIT_ISA {

// A heap with the farthest on top, kept in the caller's arrays of k entries. Of equal distances the
// row of lowest number is the nearest. O(log k) for a row that is taken in.
template <class M, class T> class Best {
  public:
    // With nothing found yet.
    void start(int32_t* rows, double* distances, int64_t k, int64_t n_dims) {
        go_on(rows, distances, k, n_dims);
        for (int64_t i = 0; i < k_; ++i) {
            distances_[i] = std::numeric_limits<double>::infinity();
            rows_[i] = std::numeric_limits<int32_t>::max();
        }
        set_limit();
    }

    // From where an earlier search ended.
    void go_on(int32_t* rows, double* distances, int64_t k, int64_t n_dims) {
        rows_ = rows;
        distances_ = distances;
        k_ = k;
        n_dims_ = n_dims;
        set_limit();
    }

    // The k-th least distance found so far.
    double distance() const { return distances_[0]; }
    // Rows with a value above are too far, even if the value is not quite canonical.
    T limit() const { return limit_; }

    void offer(double value, int32_t row) {
        const double distance = M::distance_of(value);
        if (!nearer(distance, row, 0)) return;
        sift_down(distance, row, k_);
        set_limit();
    }

    // Nearest first; ends the search.
    void sort() {
        for (int64_t n = k_ - 1; n > 0; --n) {
            const double distance = distances_[n];
            const int32_t row = rows_[n];
            distances_[n] = distances_[0];
            rows_[n] = rows_[0];
            sift_down(distance, row, n);
        }
    }

  private:
    int32_t* rows_;
    double* distances_;
    int64_t k_, n_dims_;
    T limit_;

    bool nearer(double distance, int32_t row, int64_t i) const {
        return distance < distances_[i] || (distance == distances_[i] && row < rows_[i]);
    }
    void set_limit() { limit_ = rounded_up<T>(M::value_of(distances_[0]), n_dims_); }

    // Put an entry in the place of the topmost of n.
    void sift_down(double distance, int32_t row, int64_t n) {
        int64_t i = 0;
        for (;;) {
            int64_t child = 2 * i + 1;
            if (child >= n) break;
            if (child + 1 < n && nearer(distances_[child], rows_[child], child + 1)) ++child;
            if (!nearer(distance, row, child)) break;
            distances_[i] = distances_[child];
            rows_[i] = rows_[child];
            i = child;
        }
        distances_[i] = distance;
        rows_[i] = row;
    }
};

}  // namespace bidvit::BIDVIT_ISA
