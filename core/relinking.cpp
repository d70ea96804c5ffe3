// Path relinking for quadratic models of binary variables, after Wang, Lü, Glover and Hao (2012):
// an elite of good states, walks from one to another, and a tabu search from the best state on each
// walk. What two members agree on stays; where they differ, a walk that takes the best flip first
// comes by states that have the better part of either.

#include "relinking.hpp"

#include "qubo.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

class Relinking {
  public:
    explicit Relinking(RelinkingTask& task)
        : task_(task), model_(task.model), n_(task.model.n), random_(mix(task.seed)) {
        const auto n = static_cast<size_t>(n_), elite = static_cast<size_t>(task.n_elite);
        elite_.resize(elite * n);
        energy_.resize(elite);
        done_.resize(elite * elite);
        found_.resize(n);
        path_.resize(n);
        state_.clear(model_);
        const auto padded = static_cast<size_t>(state_.n_padded());
        rests_until_.resize(padded);
        least_.resize(padded / State::block);
        least_free_.resize(padded / State::block);
        double scale = 0;
        for (int64_t i = 0; i < n_; ++i) {
            scale += magnitude(model_.linear[i]);
            for (int64_t e = model_.start[i]; e < model_.start[i + 1]; ++e)
                scale += magnitude(model_.bias[e]) / 2;
        }
        // What lies below this may be rounding, which must not look like progress for ever.
        noise_ = 1e-13 * scale;
    }

    bool run() {
        int64_t n_kept = 0;
        double best = State::never;
        for (;;) {
            if (!fill(n_kept)) return false;
            int64_t from, to;
            while (n_searches_ < task_.n_searches && next_pair(from, to)) {
                if (!walk(from, to)) continue;
                if (!search()) return false;
                admit();
            }
            const int64_t first = best_member();
            if (energy_[static_cast<size_t>(first)] < best) {
                best = energy_[static_cast<size_t>(first)];
                copy(task_.state, member(first));
            }
            // Fewer than two: whatever the start, it ends in the same state.
            if (n_searches_ >= task_.n_searches || n_members_ < 2) return true;
            // Nothing new comes of this elite: all but the best make room.
            copy(member(0), member(first));
            energy_[0] = energy_[static_cast<size_t>(first)];
            n_kept = 1;
        }
    }

  private:
    static BIDVIT_INLINE double magnitude(double x) { return x < 0 ? -x : x; }
    uint8_t* member(int64_t m) { return elite_.data() + m * n_; }
    void copy(uint8_t* to, const uint8_t* from) {
        if (n_) std::memcpy(to, from, static_cast<size_t>(n_));
    }
    uint8_t& done(int64_t from, int64_t to) {
        return done_[static_cast<size_t>(from * task_.n_elite + to)];
    }

    // Fills the elite with different states from random starts; a few tries for each place.
    bool fill(int64_t n_kept) {
        n_members_ = n_kept;
        for (int64_t m = 0; m < task_.n_elite; ++m)
            for (int64_t k = 0; k < task_.n_elite; ++k) done(m, k) = m == k;
        for (int64_t tries = 0; tries < 2 * task_.n_elite && n_members_ < task_.n_elite; ++tries) {
            for (int64_t i = 0; i < n_; ++i) found_[static_cast<size_t>(i)] = random_.next() >> 63;
            state_.set(model_, found_.data());
            if (!search()) return false;
            if (is_member()) continue;
            copy(member(n_members_), found_.data());
            energy_[static_cast<size_t>(n_members_++)] = state_.energy();
            // The first one is needed in any case.
            if (n_searches_ >= task_.n_searches) break;
        }
        return true;
    }

    // An ordered pair that was not tried yet, from a random place on.
    bool next_pair(int64_t& from, int64_t& to) {
        const int64_t n_pairs = n_members_ * n_members_, first = random_.below(n_pairs);
        for (int64_t k = 0; k < n_pairs; ++k) {
            const int64_t pair = (first + k) % n_pairs;
            from = pair / n_members_;
            to = pair % n_members_;
            if (done(from, to)) continue;
            done(from, to) = 1;
            return true;
        }
        return false;
    }

    // From one member towards another, the best flip first; leaves the best state between the two,
    // if there is any. O(n^2) time when they differ everywhere.
    bool walk(int64_t from, int64_t to) {
        const uint8_t *a = member(from), *b = member(to);
        int64_t n_differ = 0;
        for (int64_t i = 0; i < n_; ++i)
            if (a[i] != b[i]) path_[static_cast<size_t>(n_differ++)] = static_cast<int32_t>(i);
        if (n_differ < 2) return false;
        state_.set(model_, a);
        double best = State::never;
        int64_t length = 1;
        for (int64_t k = 0; k + 1 < n_differ; ++k) {
            int64_t place = k;
            const double* change = state_.change();
            for (int64_t l = k + 1; l < n_differ; ++l)
                if (change[path_[static_cast<size_t>(l)]] <
                    change[path_[static_cast<size_t>(place)]])
                    place = l;
            const int32_t variable = path_[static_cast<size_t>(place)];
            path_[static_cast<size_t>(place)] = path_[static_cast<size_t>(k)];
            path_[static_cast<size_t>(k)] = variable;
            state_.flip(variable);
            if (state_.energy() < best) {
                best = state_.energy();
                length = k + 1;
            }
            if (stopped()) break;
        }
        state_.set(model_, a);
        for (int64_t k = 0; k < length; ++k) state_.flip(path_[static_cast<size_t>(k)]);
        return true;
    }

    // One-flip tabu search from the state at hand; the best state it comes by is the state in the
    // end, and `found_`.
    bool search() {
        ++n_searches_;
        double* rests_until = rests_until_.data();
        for (int64_t i = 0; i < state_.n_padded(); ++i) rests_until[i] = 0;
        double best = state_.energy();
        state_.write(found_.data());
        bool is_better = false;  // than what was written last
        for (int64_t move = 1, last = 0; move - last <= task_.patience; ++move) {
            if (move % 256 == 0 && stopped()) return false;
            const auto now = static_cast<double>(move);
            double least_change, least_free;
            find_least(now, least_change, least_free);
            const bool aspires =
                least_change < least_free && state_.energy() + least_change < best - noise_;
            const double change = aspires ? least_change : least_free;
            if (change == State::never) continue;  // all rest
            if (is_better && !(change < 0)) {
                state_.write(found_.data());
                is_better = false;
            }
            const int64_t i = find(change, now, aspires);
            state_.flip(i);
            rests_until[i] = now + static_cast<double>(task_.tenure + 1 + random_.below(10));
            if (state_.energy() < best - noise_) {
                best = state_.energy();
                last = move;
                is_better = true;
            }
        }
        if (is_better) state_.write(found_.data());
        state_.set(model_, found_.data());
        state_.descend();
        state_.write(found_.data());
        return !stopped();
    }

    // The least change of energy by any flip, and by any of a variable that does not rest; both
    // block by block too.
    void find_least(double now, double& least_change, double& least_free) {
        const double *change = state_.change(), *rests_until = rests_until_.data();
        const Vec<double> never = splat(State::never);
        Vec<double> all = never, all_free = never;
        for (int64_t b = 0; b < state_.n_padded() / State::block; ++b) {
            Vec<double> any = never, free = never;
            for (int64_t i = b * State::block; i < (b + 1) * State::block; i += lanes<double>) {
                const Vec<double> c = load(change + i);
                const Vec<double> f = load(rests_until + i) > splat(now) ? never : c;
                any = c < any ? c : any;
                free = f < free ? f : free;
            }
            least_[static_cast<size_t>(b)] = lowest(any);
            least_free_[static_cast<size_t>(b)] = lowest(free);
            all = any < all ? any : all;
            all_free = free < all_free ? free : all_free;
        }
        least_change = lowest(all);
        least_free = lowest(all_free);
    }
    static BIDVIT_INLINE double lowest(Vec<double> v) {
        double x = v[0];
        for (int l = 1; l < lanes<double>; ++l) x = least(x, static_cast<double>(v[l]));
        return x;
    }

    // A variable with this change of energy: of several, the first from a random place on.
    int64_t find(double change, double now, bool aspires) {
        const double* lows = aspires ? least_.data() : least_free_.data();
        const int64_t n_blocks = state_.n_padded() / State::block;
        const int64_t first = random_.below(n_blocks), turn = random_.below(State::block);
        for (int64_t k = 0; k < n_blocks; ++k) {
            const int64_t b = first + k < n_blocks ? first + k : first + k - n_blocks;
            if (lows[b] != change) continue;
            for (int64_t l = 0; l < State::block; ++l) {
                const int64_t i = b * State::block + (turn + l) % State::block;
                if (state_.change()[i] == change &&
                    (aspires || !(rests_until_[static_cast<size_t>(i)] > now)))
                    return i;
            }
        }
        return 0;  // never: one of the blocks has it
    }

    // What the search found takes the place of the worst member, if it is better and new.
    void admit() {
        int64_t worst = 0;
        for (int64_t m = 1; m < n_members_; ++m)
            if (energy_[static_cast<size_t>(m)] > energy_[static_cast<size_t>(worst)]) worst = m;
        if (!(state_.energy() < energy_[static_cast<size_t>(worst)]) || is_member()) return;
        copy(member(worst), found_.data());
        energy_[static_cast<size_t>(worst)] = state_.energy();
        for (int64_t m = 0; m < n_members_; ++m) done(m, worst) = done(worst, m) = m == worst;
    }

    bool is_member() {
        for (int64_t m = 0; m < n_members_; ++m)
            if (n_ == 0 || std::memcmp(member(m), found_.data(), static_cast<size_t>(n_)) == 0)
                return true;
        return false;
    }
    int64_t best_member() const {
        int64_t best = 0;
        for (int64_t m = 1; m < n_members_; ++m)
            if (energy_[static_cast<size_t>(m)] < energy_[static_cast<size_t>(best)]) best = m;
        return best;
    }
    bool stopped() const { return task_.stop->load(std::memory_order_relaxed); }

    RelinkingTask& task_;
    const Qubo& model_;
    const int64_t n_;
    Random random_;
    State state_;
    int64_t n_members_ = 0, n_searches_ = 0;
    double noise_ = 0;
    Buffer<uint8_t> elite_, done_, found_;
    Buffer<double> energy_, rests_until_, least_, least_free_;
    Buffer<int32_t> path_;
};

}  // namespace

bool relink(RelinkingTask& task) { return Relinking(task).run(); }

}  // namespace bidvit::BIDVIT_ISA
