// Parallel tempering, also called replica exchange (Swendsen and Wang 1986, Hukushima and Nemoto
// 1996), for quadratic models of binary variables.
//
// A lane of a vector is a replica: one step of the Metropolis algorithm visits the same variable in
// all replicas of a block, and the fields of its neighbours are put right only where some of them
// flipped it. Replicas change temperatures, not states.

#include "tempering.hpp"

#include "qubo.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

using Doubles = Vec<double>;
using Words = Vec<uint64_t>;
constexpr int64_t width = lanes<double>;
static_assert(tempering_lanes % width == 0);

// e^x for x <= 0 and 1 for x > 0, to seven digits: enough for a probability. By hand, because that
// of the C library may differ from one processor to the next.
BIDVIT_INLINE Doubles probability(Doubles x) {
    Doubles t = x * splat(1.4426950408889634);
    t = t < splat(0.0) ? t : splat(0.0);
    t = t > splat(-1000.0) ? t : splat(-1000.0);
    // Adding this rounds to an integer, which then stands in the low bits.
    const Doubles rounder = splat(6755399441055744.0);
    const Doubles shifted = t + rounder;
    const Doubles f = (t - (shifted - rounder)) * splat(0.6931471805599453);
    Doubles p = splat(1.0 / 720);
    p = p * f + splat(1.0 / 120);
    p = p * f + splat(1.0 / 24);
    p = p * f + splat(1.0 / 6);
    p = p * f + splat(0.5);
    p = p * f + splat(1.0);
    p = p * f + splat(1.0);
    // To the exponent of 2^f, the integer.
    return (Doubles)((Words)p + ((Words)shifted << 52));
}

// As many replicas as a vector has lanes, side by side.
class Block {
  public:
    void start(const Qubo& model, uint64_t stream, int64_t first) {
        model_ = &model;
        const auto size = static_cast<size_t>(model.n * width);
        field_.resize(size);
        sign_.resize(size);
        // A replica's numbers depend on which it is, not on how many fit into a vector.
        for (int64_t l = 0; l < width; ++l) {
            const uint64_t own = random_of_id(stream, static_cast<uint32_t>(first + l));
            a_[l] = mix(own) | 1;
            b_[l] = mix(~own);
        }
        for (int64_t i = 0; i < model.n; ++i) {
            const Doubles u = uniform();
            store(&sign_[static_cast<size_t>(i * width)],
                  u < splat(0.5) ? splat(1.0) : splat(-1.0));
        }
        refresh();
    }

    // Fields and energies from the states alone: rounding errors of updates do not pile up.
    void refresh() {
        const Qubo& m = *model_;
        double *field = field_.data(), *sign = sign_.data();
        const Doubles half = splat(0.5);
        Doubles linear = {}, both = {};
        for (int64_t i = 0; i < m.n; ++i) {
            Doubles sum = {};
            for (int64_t e = m.start[i]; e < m.start[i + 1]; ++e)
                sum += splat(m.bias[e]) * (half - half * load(sign + m.neighbour[e] * width));
            const Doubles x = half - half * load(sign + i * width);
            linear += splat(m.linear[i]) * x;
            both += sum * x;
            store(field + i * width, sum + splat(m.linear[i]));
        }
        energy_ = linear + half * both;
    }

    void sweep() {
        const Qubo& m = *model_;
        double *field = field_.data(), *sign = sign_.data();
        const Doubles cold = -beta_;
        for (int64_t i = 0; i < m.n; ++i) {
            const Doubles s = load(sign + i * width);
            const Doubles change = load(field + i * width) * s;
            const Doubles u = uniform(), p = probability(cold * change);
            if (less_mask(u, p) == 0) continue;
            const Doubles step = u < p ? s : splat(0.0);
            energy_ += u < p ? change : splat(0.0);
            store(sign + i * width, u < p ? -s : s);
            for (int64_t e = m.start[i]; e < m.start[i + 1]; ++e) {
                double* f = field + m.neighbour[e] * width;
                store(f, load(f) + splat(m.bias[e]) * step);
            }
        }
    }

    void write(int64_t lane, uint8_t* state) const {
        for (int64_t i = 0; i < model_->n; ++i)
            state[i] = sign_[static_cast<size_t>(i * width + lane)] < 0;
    }
    double energy(int64_t lane) const { return energy_[lane]; }
    void set_beta(int64_t lane, double beta) { beta_[lane] = beta; }

  private:
    BIDVIT_INLINE Doubles uniform() {
        Words x = a_;
        const Words y = b_;
        a_ = y;
        x ^= x << 23;
        b_ = x ^ y ^ (x >> 17) ^ (y >> 26);
        const Words one = (Words)splat(1.0);
        return (Doubles)(((b_ + y) >> 12) | one) - splat(1.0);
    }

    const Qubo* model_ = nullptr;
    Buffer<double> field_, sign_;  // [n][width]; sign: 1 where the variable is 0, -1 where it is 1
    Doubles energy_ = {}, beta_ = {};
    Words a_ = {}, b_ = {};
};

constexpr int64_t sweeps_until_refresh = 256;

}  // namespace

void descend(DescentTask& task) {
    State state;
    state.set(task.model, task.state);
    state.descend();
    state.write(task.state);
}

bool temper(TemperingTask& task) {
    const Qubo& model = task.model;
    const int64_t n_replicas = task.n_replicas, n_blocks = n_replicas / width;
    const uint64_t stream = stream_of_level(task.seed, 0);
    Random random(random_of_id(stream, static_cast<uint32_t>(n_replicas)));
    Block* blocks = new Block[static_cast<size_t>(n_blocks)];
    struct Owner {
        Block* blocks;
        ~Owner() { delete[] blocks; }
    } owner{blocks};
    // Which replica is at each temperature.
    Buffer<int64_t> at;
    at.resize(static_cast<size_t>(n_replicas));
    for (int64_t k = 0; k < n_replicas; ++k) at[static_cast<size_t>(k)] = k;
    for (int64_t b = 0; b < n_blocks; ++b) blocks[b].start(model, stream, b * width);
    for (int64_t k = 0; k + 1 < n_replicas; ++k) task.exchanges[k] = 0;

    State quenched;
    Buffer<uint8_t> state;
    state.resize(static_cast<size_t>(model.n));
    double best = State::never;
    // Downhill from a replica's state: what is kept of it, with an energy free of rounding errors.
    const auto quench = [&](int64_t replica) {
        blocks[replica / width].write(replica % width, state.data());
        quenched.set(model, state.data());
        quenched.descend();
        if (quenched.energy() < best) {
            best = quenched.energy();
            quenched.write(task.state);
        }
    };
    const int64_t n_cold = greatest<int64_t>(1, n_replicas / 4);
    for (int64_t sweep = 0; sweep < task.n_sweeps; ++sweep) {
        for (int64_t k = 0; k < n_replicas; ++k) {
            const int64_t r = at[static_cast<size_t>(k)];
            blocks[r / width].set_beta(r % width, task.betas[k]);
        }
        for (int64_t b = 0; b < n_blocks; ++b) {
            if (task.stop->load(std::memory_order_relaxed)) return false;
            if (sweep % sweeps_until_refresh == sweeps_until_refresh - 1) blocks[b].refresh();
            blocks[b].sweep();
        }
        // One of the coldest after the other.
        quench(at[static_cast<size_t>(n_replicas - 1 - sweep % n_cold)]);
        for (int64_t k = sweep % 2; k + 1 < n_replicas; k += 2) {
            int64_t &warm = at[static_cast<size_t>(k)], &cold = at[static_cast<size_t>(k + 1)];
            const double gain =
                (task.betas[k + 1] - task.betas[k]) * (blocks[cold / width].energy(cold % width) -
                                                       blocks[warm / width].energy(warm % width));
            const double u = static_cast<double>(random.next() >> 11) * 0x1p-53;
            if (!(u < probability(splat(gain))[0])) continue;
            const int64_t other = warm;
            warm = cold;
            cold = other;
            ++task.exchanges[k];
        }
    }
    for (int64_t r = 0; r < n_replicas; ++r) quench(r);
    return true;
}

}  // namespace bidvit::BIDVIT_ISA
