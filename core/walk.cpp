// The walk of the local search where all weights are equal: from swap to swap, uphill or not,
// without going back to where it has just been.

#include "walk.hpp"

#include "least.hpp"
#include "random.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

constexpr int64_t block = 16;
// What a key is made of: steps are fewer than `one`, neighbours fewer than out / one, and all sums
// exact.
constexpr double one = 0x1p32, out = 0x1p52;
constexpr double nowhere = std::numeric_limits<double>::infinity();
constexpr int64_t n_lists = 64;
// For how many steps a vertex stays out, at least, and fewer than how many more. In small graphs,
// no more than these shares of the vertices: somebody must be left to come in.
constexpr int64_t least_stay = 20, spread_of_stay = 40;
constexpr int64_t share_of_stay = 16, share_of_spread = 8;

}  // namespace

void Walk::lower(int32_t v, double by) {
    double& key = key_[static_cast<size_t>(v)];
    double& bound = bound_[static_cast<size_t>(v / block)];
    key -= by;
    bound = least(bound, key);
}

void Walk::insert(int32_t v) {
    in_[v] = 1;
    ++n_in_;
    key_[static_cast<size_t>(v)] += out;
    for (int64_t e = graph_.start[v]; e < graph_.start[v + 1]; ++e)
        key_[static_cast<size_t>(graph_.neighbour[e])] += one;
}

// The key of the vertex itself stays that of one that may not come in.
void Walk::remove(int32_t v) {
    in_[v] = 0;
    --n_in_;
    for (int64_t e = graph_.start[v]; e < graph_.start[v + 1]; ++e) lower(graph_.neighbour[e], one);
}

// The vertex to take in, or -1 if none may come in.
int32_t Walk::choose() {
    for (;;) {
        const int64_t b = first_least(bound_.data(), n_bounds_);
        const int64_t v = b * block + first_least(key_.data() + b * block, block);
        const double key = key_[static_cast<size_t>(v)];
        if (key > bound_[static_cast<size_t>(b)]) {
            bound_[static_cast<size_t>(b)] = key;
            continue;
        }
        return key < out ? static_cast<int32_t>(v) : -1;
    }
}

bool Walk::walk(const WeightedGraph& graph, uint64_t stream, int64_t steps, const Stop* stop,
                uint8_t* picked) {
    const int64_t n = graph.n;
    graph_ = graph;
    in_ = picked;
    n_in_ = 0;
    n_blocks_ = (n + block - 1) / block;
    n_bounds_ = (n_blocks_ + lanes<double> - 1) / lanes<double> * lanes<double>;
    double* key = key_.resize(static_cast<size_t>(n_blocks_ * block));
    double* bound = bound_.resize(static_cast<size_t>(n_bounds_));
    for (int64_t v = 0; v < n_blocks_ * block; ++v) key[v] = v < n ? 0 : nowhere;
    for (int64_t b = 0; b < n_bounds_; ++b) bound[b] = b < n_blocks_ ? 0 : nowhere;
    int32_t* first_back = first_back_.resize(n_lists);
    int32_t* next_back = next_back_.resize(static_cast<size_t>(n));
    for (int64_t i = 0; i < n_lists; ++i) first_back[i] = -1;
    for (int32_t v = 0; v < n; ++v)
        if (picked[v]) insert(v);
    uint8_t* best = best_.resize(static_cast<size_t>(n));
    std::memcpy(best, picked, static_cast<size_t>(n));
    int64_t n_best = n_in_, last_look = 0;
    const int64_t stay = least(least_stay, n / share_of_stay);
    const int64_t spread = least(spread_of_stay, n / share_of_spread) + 1;

    const auto compare_with_best = [&] {
        for (int64_t i = 0; i < n_lists; ++i)
            for (; first_back[i] >= 0; first_back[i] = next_back[first_back[i]])
                lower(first_back[i], out);
        const int64_t n_lost = differences_.find_losses(graph, picked, best);
        const int32_t* lost = differences_.vertices();
        for (int64_t i = 0; i < n_lost; ++i)
            if (picked[lost[i]]) {
                remove(lost[i]);
                lower(lost[i], out);
            }
        for (int64_t i = 0; i < n_lost; ++i)
            if (best[lost[i]]) insert(lost[i]);
        std::memcpy(best, picked, static_cast<size_t>(n));
        n_best = n_in_;
    };
    for (int64_t step = 1; step <= steps && n_in_ < n; ++step) {
        if (stop && stop->load(std::memory_order_relaxed)) return false;
        int32_t& back = first_back[step % n_lists];
        for (; back >= 0; back = next_back[back]) lower(back, out);
        const int32_t v = choose();
        if (v < 0) continue;
        auto n_leave = static_cast<int64_t>(key[v] / one);
        for (int64_t e = graph.start[v]; n_leave > 0; ++e) {
            const int32_t u = graph.neighbour[e];
            if (!picked[u]) continue;
            --n_leave;
            remove(u);
            key[u] = out + static_cast<double>(step & 0x7fffffff);
            const uint64_t random =
                mix(stream + 0x9e3779b97f4a7c15ull * static_cast<uint64_t>(step)) +
                static_cast<uint64_t>(n_leave);
            const int64_t until =
                step + 1 + stay +
                static_cast<int64_t>((random >> 32) * static_cast<uint64_t>(spread) >> 32);
            next_back[u] = first_back[until % n_lists];
            first_back[until % n_lists] = u;
        }
        insert(v);
        if (n_in_ > n_best) {
            n_best = n_in_;
            std::memcpy(best, picked, static_cast<size_t>(n));
            last_look = step;
        } else if (step - last_look >= n) {
            compare_with_best();
            last_look = step;
        }
    }
    compare_with_best();
    return true;
}

}  // namespace bidvit::BIDVIT_ISA
