// Exact reductions of the maximum-weight independent set problem, before any solver sees it.
//
// Each rule is a statement about the neighbours of one vertex v, with weights w:
//   take         v weighs at least as much as its neighbours together: it is in an optimum.
//   simplicial   The neighbours of v are joined to each other. Those that are not heavier go. The
//                others lose w(v), which is certain; v is in the set if none of them is.
//   domination   v is joined to u and to all neighbours of u, and is not heavier: v goes.
//   twins        u has the same neighbours as v: both are in a set or neither; they become one.
//   needless     No independent set of neighbours of v that u belongs to is heavier than v: u goes,
//                for v could take the place of such a set.
//   folding      Few independent sets of neighbours are heavier than v. Then v and its neighbours
//                become one vertex per set, joined to each other and to all that the set is joined
//                to, as heavy as the set exceeds v. One is in the set, or else v: w(v) is certain.
//
// Rounding. Weights are compared as they are, and sums of them where the rule has a sum; of a sum
// nothing is ever taken away but once, when its difference to the weight of one vertex becomes a
// new weight. A difference is formed only where the comparison x > y held for the very numbers, and
// then x - y > 0 in floating point too, since numbers below the normal ones are not flushed to zero:
// weights stay positive. It is rounded once, by at most 2^-53 of itself, and a sum of d numbers by
// at most d 2^-53 of itself. Every weight compared is that of an independent set of the graph less
// one of another, so each step costs at most (d + 2) 2^-53 of the optimum.
//
// Work. A step is one look at a neighbour. Pairs of neighbours cost the sum of squared degrees at
// worst, which for dense graphs is cubic; so steps are counted, and when they exceed some multiple
// of the size of the graph, only the first rule goes on.

#include "reduce.hpp"

#include <bit>

namespace bidvit::BIDVIT_ISA {
namespace {

constexpr int64_t steps_per_vertex = 2048;
constexpr int64_t steps_per_end = 32;
constexpr int64_t between_stops = 1024;
constexpr int64_t block = 8;
constexpr int64_t extra_edges = 32;

// Kinds of entries of the record; what belongs to an entry stands before its kind.
enum : int32_t { taken, transferred, merged, folded };

template <class T> T* copy(const T* from, int64_t count) {
    const size_t bytes = static_cast<size_t>(count) * sizeof(T);
    void* memory = std::malloc(bytes + 1);
    if (!memory) throw std::bad_alloc();
    if (bytes) std::memcpy(memory, from, bytes);
    return static_cast<T*>(memory);
}

size_t at(int32_t v) { return static_cast<size_t>(v); }

}  // namespace

void Reducer::touch(int32_t v) {
    uint8_t& state = state_[at(v)];
    if (!(state & in_first)) first_.push(v);
    if (!(state & in_second)) second_.push(v);
    state |= in_first | in_second | changed;
}

void Reducer::touch_around(int32_t v) {
    const int32_t* list = graph_.neighbours(v);
    const int32_t n = graph_.degree[at(v)];
    for (int32_t i = 0; i < n; ++i) touch(list[i]);
    work_ += n;
}

void Reducer::remove(const int32_t* vertices, int64_t count) {
    graph_.remove(vertices, count, [this](int32_t u) { touch(u); });
    for (int64_t i = 0; i < count; ++i) work_ += graph_.n_entries(vertices[i]);
}

// v is in the set, its neighbours are not.
void Reducer::take(int32_t v) {
    const int32_t* list = graph_.neighbours(v);
    const int32_t n = graph_.degree[at(v)];
    int32_t* gone = some_.resize(static_cast<size_t>(n) + 1);
    for (int32_t i = 0; i < n; ++i) gone[i] = list[i];
    gone[n] = v;
    offset_ += graph_.weight[at(v)];
    remove(gone, n + 1);
    push(v);
    push(taken);
}

bool Reducer::outweighs_neighbours(int32_t v) {
    const int32_t* list = graph_.neighbours(v);
    const int32_t n = graph_.degree[at(v)];
    const double own = graph_.weight[at(v)];
    double sum = 0;
    int32_t i = 0;
    for (; i < n && !(sum > own); ++i) sum += graph_.weight[at(list[i])];
    work_ += i + 1;
    return !(sum > own);
}

// How many neighbours of u are not marked, or more than `limit` if there are more.
BIDVIT_INLINE int32_t Reducer::count_outside(int32_t u, int32_t limit) {
    const int32_t* ends = graph_.entries(u);
    const int32_t* const last = ends + graph_.n_entries(u);
    const int32_t* end = ends;
    int32_t outside = 0;
    const auto passed = graph_.passed();
    // Several at a time, for the outcome of a single look cannot be predicted.
    for (; last - end >= block && outside <= limit; end += block)
        for (int i = 0; i < block; ++i) outside += !passed(end[i]);
    for (; end != last && outside <= limit; ++end) outside += !passed(*end);
    work_ += end - ends;
    return outside;
}

// The rules that look at v and one neighbour at a time.
void Reducer::examine(int32_t v) {
    const int32_t n = graph_.degree[at(v)];
    const double own = graph_.weight[at(v)];
    const int32_t* list = graph_.neighbours(v);
    // Whether v dominates another is found when that one is examined, but for changes around v.
    const bool both = state_[at(v)] & changed;
    graph_.unmark_all();
    graph_.mark(v);
    for (int32_t i = 0; i < n; ++i) graph_.mark(list[i]);
    int32_t* needless = some_.resize(static_cast<size_t>(n) + 1);
    int64_t n_needless = 0;
    bool clique = has(ReductionRule::simplicial);
    const bool domination = has(ReductionRule::domination);
    for (int32_t i = 0; i < n; ++i) {
        const int32_t u = list[i];
        // u has at least so many more neighbours outside of the star of v than v can have.
        const int32_t spare = graph_.degree[at(u)] - n;
        const double weight = graph_.weight[at(u)];
        const bool may_go = domination && both && spare >= 0 && own >= weight;
        const bool may_win = domination && spare <= 0 && weight >= own;
        if (spare < 0) clique = false;
        int32_t limit = -1;
        if (may_win) limit = 0;
        if (may_go || clique) limit = spare;
        if (limit < 0) continue;
        const int32_t outside = count_outside(u, limit);
        if (may_win && outside == 0) {
            remove(&v, 1);
            count(ReductionRule::domination, 1);
            return;
        }
        if (outside != spare)
            clique = false;
        else if (may_go)
            needless[n_needless++] = u;
    }
    if (clique) {
        settle_clique(v);
    } else if (n_needless) {
        count(ReductionRule::domination, n_needless);
        remove(needless, n_needless);
    } else if (has(ReductionRule::twins)) {
        merge_twins(v);
    }
}

// The neighbours of v are joined to each other.
void Reducer::settle_clique(int32_t v) {
    const int32_t* list = graph_.neighbours(v);
    const int32_t n = graph_.degree[at(v)];
    // Those without other neighbours are as good as v, and the heaviest of them is the best.
    int32_t best = v;
    for (int32_t i = 0; i < n; ++i)
        if (graph_.degree[at(list[i])] == n &&
            graph_.weight[at(list[i])] > graph_.weight[at(best)])
            best = list[i];
    const double weight = graph_.weight[at(best)];
    int32_t* gone = some_.resize(static_cast<size_t>(n) + 1);
    int32_t n_gone = 0, n_kept = 0;
    const int64_t begin = n_record_;
    push(best);
    for (int32_t i = 0; i <= n; ++i) {
        const int32_t u = i < n ? list[i] : v;
        if (graph_.weight[at(u)] > weight) {
            push(u);
            ++n_kept;
        } else {
            gone[n_gone++] = u;
        }
    }
    remove(gone, n_gone);
    count(ReductionRule::simplicial, n_gone);
    offset_ += weight;
    if (n_kept == 0) {
        push(taken);
        return;
    }
    for (int64_t i = begin + 1; i <= begin + n_kept; ++i) {
        const int32_t u = record_[static_cast<size_t>(i)];
        graph_.weight[at(u)] -= weight;
        touch(u);
        touch_around(u);
    }
    push(n_kept);
    push(transferred);
}

// Expects v and its neighbours to be marked. Whoever was last examined with the same hash may be a
// twin; that others may have displaced it there costs no more than a merger.
void Reducer::merge_twins(int32_t v) {
    int32_t& known = known_[graph_.hash(v) & known_mask_];
    const int32_t u = known;
    known = v;
    if (u < 0 || graph_.passed(u) || graph_.hash(u) != graph_.hash(v) ||
        graph_.degree[at(u)] != graph_.degree[at(v)])
        return;
    // With as many neighbours, all of them of the star of v and none of them v, which u is not
    // joined to, these are those of v.
    if (count_outside(u, 0)) return;
    graph_.weight[at(v)] += graph_.weight[at(u)];
    push(v);
    push(u);
    push(merged);
    remove(&u, 1);
    count(ReductionRule::twins, 1);
    touch(v);
}

// The rules that look at sets of neighbours of v.
void Reducer::examine_star(int32_t v) {
    const int32_t n = graph_.degree[at(v)];
    if (n > Star::max_degree) return;
    // If every neighbour is heavier, none is needless, and there are more sets than can be folded
    // unless they all are joined: another rule's case.
    const int32_t* list = graph_.neighbours(v);
    int32_t n_heavier = 0;
    for (int32_t i = 0; i < n; ++i)
        n_heavier += graph_.weight[at(list[i])] > graph_.weight[at(v)];
    work_ += n;
    if (n_heavier == n) return;
    if (!star_.load(graph_, v, work_)) return;
    if (has(ReductionRule::needless)) {
        uint32_t bits = star_.find_needless(work_);
        if (bits) {
            int32_t* gone = some_.resize(static_cast<size_t>(n) + 1);
            int64_t n_gone = 0;
            for (int i = 0; i < n; ++i)
                if (bits >> i & 1) gone[n_gone++] = star_.neighbour[i];
            remove(gone, n_gone);
            count(ReductionRule::needless, n_gone);
            return;
        }
    }
    if (has(ReductionRule::folding)) fold(v);
}

bool Reducer::fold(int32_t v) {
    Star& star = star_;
    if (!star.list_sets(star.degree, work_)) return false;
    const int k = star.n_sets;
    // What each set is joined to beyond the star, one after the other.
    int64_t end[Star::max_sets + 1] = {0};
    int64_t n_old = star.degree, n_new = int64_t{k} * (k - 1) / 2, total = 0;
    int64_t inner = 0;
    for (int i = 0; i < star.degree; ++i) {
        total += graph_.degree[at(star.neighbour[i])];
        inner += star.n_joined(i);
    }
    n_old = total - inner / 2;
    int64_t most = 0;
    for (int s = 0; s < k; ++s)
        for (int i = 0; i < star.degree; ++i)
            if (star.sets[s].members >> i & 1) most += graph_.degree[at(star.neighbour[i])];
    int32_t* joined = union_.resize(static_cast<size_t>(most) + 1);
    for (int s = 0; s < k; ++s) {
        graph_.unmark_all();
        graph_.mark(v);
        for (int i = 0; i < star.degree; ++i) graph_.mark(star.neighbour[i]);
        int64_t to = end[s];
        for (int i = 0; i < star.degree; ++i) {
            if (!(star.sets[s].members >> i & 1)) continue;
            const int32_t u = star.neighbour[i];
            const int32_t* list = graph_.neighbours(u);
            const int32_t n = graph_.degree[at(u)];
            work_ += n;
            for (int32_t e = 0; e < n; ++e) {
                if (graph_.passed(list[e])) continue;
                graph_.mark(list[e]);
                joined[to++] = list[e];
            }
        }
        end[s + 1] = to;
    }
    n_new += end[k];
    if (n_new > n_old + extra_edges) return false;
    // A set gets the place of one of its members, if another set has not got it.
    int32_t place[Star::max_sets];
    uint32_t used = 0;
    for (int s = 0; s < k; ++s) {
        uint32_t free = star.sets[s].members & ~used;
        if (!free) free = ~used;
        const int i = std::countr_zero(free);
        used |= uint32_t{1} << i;
        place[s] = i;
    }
    int32_t gone[Star::max_degree + 1];
    for (int i = 0; i < star.degree; ++i) gone[i] = star.neighbour[i];
    gone[star.degree] = v;
    remove(gone, star.degree + 1);
    // Places are used anew: nobody may name those who had them.
    for (int i = 0; i < star.degree; ++i) {
        const int32_t u = star.neighbour[i];
        const int32_t* list = graph_.entries(u);
        for (int32_t e = 0; e < graph_.n_entries(u); ++e)
            if (graph_.alive(list[e])) {
                graph_.neighbours(list[e]);
                work_ += graph_.n_entries(list[e]);
            }
    }
    const double centre = graph_.weight[at(v)];
    for (int s = 0; s < k; ++s) {
        const int32_t u = star.neighbour[place[s]];
        graph_.insert(u, star.sets[s].weight - centre, joined + end[s], end[s + 1] - end[s]);
        for (int64_t e = end[s]; e < end[s + 1]; ++e) graph_.append(joined[e], u);
        for (int r = 0; r < s; ++r) {
            graph_.append(u, star.neighbour[place[r]]);
            graph_.append(star.neighbour[place[r]], u);
        }
        touch(u);
    }
    push(v);
    for (int i = 0; i < star.degree; ++i) push(star.neighbour[i]);
    for (int s = 0; s < k; ++s) {
        push(place[s]);
        push(static_cast<int32_t>(star.sets[s].members));
    }
    push(star.degree);
    push(k);
    push(folded);
    offset_ += centre;
    count(ReductionRule::folding, star.degree + 1 - k);
    return true;
}

bool Reducer::reduce(const WeightedGraph& graph, const Stop* stop, uint32_t rules) {
    graph_.load(graph);
    rules_ = rules;
    offset_ = 0;
    work_ = n_record_ = 0;
    for (int64_t& c : counts_) c = 0;
    first_.clear(graph.n);
    second_.clear(graph.n);
    uint8_t* state = state_.resize(static_cast<size_t>(graph.n));
    for (int64_t v = 0; v < graph.n; ++v) {
        state[v] = in_first | in_second;
        first_.push(static_cast<int32_t>(v));
        second_.push(static_cast<int32_t>(v));
    }
    int64_t room = 64;
    while (room < 2 * graph.n) room *= 2;
    known_mask_ = static_cast<uint64_t>(room - 1);
    int32_t* known = known_.resize(static_cast<size_t>(room));
    for (int64_t i = 0; i < room; ++i) known[i] = -1;
    const int64_t enough = steps_per_vertex * graph.n + steps_per_end * graph.start[graph.n];
    for (int64_t round = 1; first_.size + second_.size; ++round) {
        if (round % between_stops == 0 && stop && stop->load(std::memory_order_relaxed))
            return false;
        const bool pairs = first_.size;
        const int32_t v = pairs ? first_.pop() : second_.pop();
        state[v] &= static_cast<uint8_t>(~(pairs ? in_first : in_second));
        if (!graph_.alive(v)) continue;
        if (pairs && has(ReductionRule::take) && outweighs_neighbours(v)) {
            count(ReductionRule::take, graph_.degree[at(v)] + 1);
            take(v);
        } else if (work_ > enough || graph_.degree[at(v)] == 0) {
            continue;
        } else if (pairs) {
            examine(v);
        } else {
            examine_star(v);
        }
    }
    collect_kernel();
    return true;
}

void Reducer::collect_kernel() {
    const int64_t n = graph_.n;
    int32_t* number = number_.resize(static_cast<size_t>(n));
    int32_t* left = left_.resize(static_cast<size_t>(n));
    n_left_ = 0;
    int64_t n_ends = 0;
    for (int32_t v = 0; v < n; ++v) {
        if (!graph_.alive(v)) continue;
        number[v] = static_cast<int32_t>(n_left_);
        left[n_left_++] = v;
        n_ends += graph_.degree[at(v)];
    }
    int64_t* start = start_.resize(static_cast<size_t>(n_left_) + 2);
    int32_t* neighbour = neighbour_.resize(static_cast<size_t>(n_ends) + 1);
    double* weight = kernel_weight_.resize(static_cast<size_t>(n_left_) + 1);
    start[0] = start[1] = 0;
    for (int64_t i = 0; i < n_left_; ++i) {
        weight[i] = graph_.weight[at(left[i])];
        start[i + 1] = start[i] + graph_.degree[at(left[i])];
    }
    // Each vertex writes itself into the lists of its neighbours: they ascend.
    int64_t* next = next_.resize(static_cast<size_t>(n_left_) + 1);
    for (int64_t i = 0; i < n_left_; ++i) next[i] = start[i];
    for (int64_t i = 0; i < n_left_; ++i) {
        const int32_t* list = graph_.neighbours(left[i]);
        for (int32_t e = 0; e < graph_.degree[at(left[i])]; ++e)
            neighbour[next[number[list[e]]]++] = static_cast<int32_t>(i);
    }
}

void Reducer::lift(const uint8_t* kernel_picked, uint8_t* picked) const {
    for (int64_t v = 0; v < graph_.n; ++v) picked[v] = 0;
    for (int64_t i = 0; i < n_left_; ++i) picked[left_[static_cast<size_t>(i)]] = kernel_picked[i];
    lift_set(record_.data(), n_record_, picked);
}

void lift_set(const int32_t* record, int64_t length, uint8_t* picked) {
    const int32_t* r = record + length;
    while (r != record) {
        switch (*--r) {
            case taken:
                picked[*--r] = 1;
                break;
            case transferred: {
                uint8_t any = 0;
                for (int32_t left = *--r; left; --left) any |= picked[*--r];
                picked[*--r] = !any;
                break;
            }
            case merged: {
                const int32_t u = *--r;
                picked[u] = picked[*--r];
                break;
            }
            default: {
                const int32_t k = *--r, degree = *--r;
                const int32_t* sets = r - 2 * k;
                const int32_t* neighbour = sets - degree;
                r = neighbour - 1;
                uint32_t members = 0;
                for (int32_t s = 0; s < k; ++s)
                    if (picked[neighbour[sets[2 * s]]])
                        members = static_cast<uint32_t>(sets[2 * s + 1]);
                for (int32_t i = 0; i < degree; ++i) picked[neighbour[i]] = members >> i & 1;
                picked[*r] = members == 0;
            }
        }
    }
}

bool reduce(ReduceTask& task) {
    Reducer reducer;
    if (!reducer.reduce(task.graph, task.stop, task.rules)) return false;
    const WeightedGraph kernel = reducer.kernel();
    task.n_left = kernel.n;
    task.offset = reducer.offset();
    for (int r = 0; r < n_reduction_rules; ++r) task.counts[r] = reducer.counts()[r];
    task.record_length = reducer.record_length();
    task.start = copy(kernel.start, kernel.n + 1);
    task.neighbour = copy(kernel.neighbour, kernel.start[kernel.n]);
    task.weights = copy(kernel.weights, kernel.n);
    task.vertices = copy(reducer.kernel_vertices(), kernel.n);
    task.record = copy(reducer.record(), task.record_length);
    return true;
}

}  // namespace bidvit::BIDVIT_ISA
