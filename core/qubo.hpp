// What samplers of quadratic models share: a state with the change of energy that each flip would
// bring, and a stream of random numbers.
#pragma once

#include <limits>

#include "problems.hpp"
#include "random.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// xorshift128+ (Vigna 2014): only shifts, exclusive-ors and one addition, so vectors of it are
// fast.
class Random {
  public:
    explicit Random(uint64_t seed) : a_(mix(seed + 1) | 1), b_(mix(~seed)) {}
    uint64_t next() {
        uint64_t x = a_;
        const uint64_t y = b_;
        a_ = y;
        x ^= x << 23;
        b_ = x ^ y ^ (x >> 17) ^ (y >> 26);
        return b_ + y;
    }
    // One of 0 to n - 1, from the high bits.
    int64_t below(int64_t n) {
        return static_cast<int64_t>((next() >> 32) * static_cast<uint64_t>(n) >> 32);
    }

  private:
    uint64_t a_, b_;
};

// A state of a model and the change of energy that flipping each variable would bring.
class State {
  public:
    // All zero. The arrays are padded to whole blocks; the padding is never worth a flip.
    void clear(const Qubo& model) {
        model_ = &model;
        n_padded_ = (model.n + block - 1) / block * block;
        sign_.resize(static_cast<size_t>(n_padded_));
        change_.resize(static_cast<size_t>(n_padded_));
        for (int64_t i = 0; i < n_padded_; ++i) {
            sign_[static_cast<size_t>(i)] = 1;
            change_[static_cast<size_t>(i)] = i < model.n ? model.linear[i] : never;
        }
        energy_ = 0;
    }
    // Flips what differs. O(edges) time.
    void set(const Qubo& model, const uint8_t* values) {
        clear(model);
        for (int64_t i = 0; i < model.n; ++i)
            if (values[i]) flip(i);
    }
    void flip(int64_t i) {
        double* sign = sign_.data();
        double* change = change_.data();
        energy_ += change[i];
        const double step = sign[i];
        for (int64_t e = model_->start[i]; e < model_->start[i + 1]; ++e) {
            const int32_t j = model_->neighbour[e];
            change[j] += sign[j] * step * model_->bias[e];
        }
        change[i] = -change[i];
        sign[i] = -step;
    }
    // Flips whatever lowers the energy until nothing does. The passes are bounded because rounding
    // could let two flips undo each other for ever.
    void descend() {
        bool moved = true;
        for (int pass = 0; moved && pass < 1000; ++pass) {
            moved = false;
            for (int64_t i = 0; i < model_->n; ++i)
                if (change_[static_cast<size_t>(i)] < 0) {
                    flip(i);
                    moved = true;
                }
        }
    }
    void write(uint8_t* values) const {
        for (int64_t i = 0; i < model_->n; ++i) values[i] = sign_[static_cast<size_t>(i)] < 0;
    }
    bool value(int64_t i) const { return sign_[static_cast<size_t>(i)] < 0; }
    const double* change() const { return change_.data(); }
    double energy() const { return energy_; }
    int64_t n_padded() const { return n_padded_; }

    static constexpr int64_t block = 64;
    static constexpr double never = std::numeric_limits<double>::infinity();

  private:
    const Qubo* model_ = nullptr;
    int64_t n_padded_ = 0;
    double energy_ = 0;
    Buffer<double> sign_, change_;  // sign: 1 where the variable is 0, -1 where it is 1
};

}  // namespace bidvit::BIDVIT_ISA
