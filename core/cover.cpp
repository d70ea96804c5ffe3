// Greedy set cover on closed neighbourhoods, with a heap whose keys are brought up to date when
// they come to the top: a vertex only ever loses what it could newly cover, so a key is never more
// than what it should be.

#include "cover.hpp"

#include <algorithm>

#include "random.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

struct Candidate {
    double key;    // cost per vertex newly covered, or less
    uint64_t tie;  // random bits above the vertex

    int32_t vertex() const { return static_cast<int32_t>(tie & 0xffffffffu); }
};

// A heap of these has the one to pick at its top.
struct ComesLater {
    bool operator()(const Candidate& a, const Candidate& b) const {
        return a.key > b.key || (a.key == b.key && a.tie > b.tie);
    }
};

class Cover {
  public:
    explicit Cover(CoverTask& task)
        : graph_(task.graph), stream_(stream_of_level(task.seed, 0)), picked_(task.picked) {
        const auto size = static_cast<size_t>(graph_.n);
        times_covered_.resize(size);
        fresh_.resize(size);
        candidates_.resize(size);
    }

    int64_t complete() {
        count();
        int64_t n_candidates = 0;
        for (int64_t v = 0; v < graph_.n; ++v)
            if (fresh_[static_cast<size_t>(v)] > 0)
                candidates_[static_cast<size_t>(n_candidates++)] = {key_of(v), tie_of(v)};
        Candidate* const first = candidates_.data();
        std::make_heap(first, first + n_candidates, ComesLater{});
        int64_t n_added = 0;
        while (n_uncovered_ > 0) {
            std::pop_heap(first, first + n_candidates, ComesLater{});
            Candidate& top = first[n_candidates - 1];
            const int32_t v = top.vertex();
            if (fresh_[static_cast<size_t>(v)] == 0) {
                --n_candidates;
            } else if (const double key = key_of(v); key > top.key) {
                top.key = key;
                std::push_heap(first, first + n_candidates, ComesLater{});
            } else {
                --n_candidates;
                pick(v);
                ++n_added;
            }
        }
        return n_added;
    }

    void drop_redundant() {
        Candidate* const first = candidates_.data();
        int64_t n_picked = 0;
        for (int64_t v = 0; v < graph_.n; ++v)
            if (picked_[v]) first[n_picked++] = {-graph_.weights[v], tie_of(v)};
        // The least key, and so the costliest, first.
        std::sort(first, first + n_picked,
                  [](const Candidate& a, const Candidate& b) { return ComesLater{}(b, a); });
        for (int64_t i = 0; i < n_picked; ++i) {
            const int32_t v = first[i].vertex();
            bool redundant = true;
            for_closed_neighbourhood(v, [&](int64_t u) { redundant &= times_covered_[u] > 1; });
            if (!redundant) continue;
            picked_[v] = 0;
            for_closed_neighbourhood(v, [&](int64_t u) { --times_covered_[u]; });
        }
    }

  private:
    const WeightedGraph& graph_;
    const uint64_t stream_;
    uint8_t* const picked_;
    int64_t n_uncovered_ = 0;
    Buffer<int32_t> times_covered_;
    Buffer<int32_t> fresh_;  // how many vertices each would newly cover
    Buffer<Candidate> candidates_;

    template <class F> BIDVIT_INLINE void for_closed_neighbourhood(int64_t v, F f) const {
        f(static_cast<size_t>(v));
        for (int64_t e = graph_.start[v]; e < graph_.start[v + 1]; ++e)
            f(static_cast<size_t>(graph_.neighbour[e]));
    }
    double key_of(int64_t v) const {
        return graph_.weights[v] / static_cast<double>(fresh_[static_cast<size_t>(v)]);
    }
    uint64_t tie_of(int64_t v) const {
        return random_of_id(stream_, static_cast<uint32_t>(v)) >> 40 << 32 |
               static_cast<uint64_t>(v);
    }

    void count() {
        for (int64_t v = 0; v < graph_.n; ++v) {
            int32_t times = 0;
            for_closed_neighbourhood(v, [&](size_t u) { times += picked_[u] != 0; });
            times_covered_[static_cast<size_t>(v)] = times;
            n_uncovered_ += times == 0;
        }
        for (int64_t v = 0; v < graph_.n; ++v) {
            int32_t fresh = 0;
            for_closed_neighbourhood(v, [&](size_t u) { fresh += times_covered_[u] == 0; });
            fresh_[static_cast<size_t>(v)] = fresh;
        }
    }

    void pick(int64_t v) {
        picked_[v] = 1;
        for_closed_neighbourhood(v, [&](size_t u) {
            if (times_covered_[u]++ > 0) return;
            --n_uncovered_;
            for_closed_neighbourhood(static_cast<int64_t>(u), [&](size_t w) { --fresh_[w]; });
        });
    }
};

}  // namespace

void select_cover(CoverTask& task) {
    Cover cover(task);
    task.n_added = cover.complete();
    cover.drop_redundant();
}

}  // namespace bidvit::BIDVIT_ISA
