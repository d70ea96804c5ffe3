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
// Rounding. A rule compares weights with each other or with sums and remainders of at most d of
// them, which are off by at most d 2^-53 of the largest number in them. So it errs only where the
// two are as near as that to each other, and then costs no more than that. No weight exceeds the
// optimum of the graph as it is, which the optimum of the graph as it was exceeds by the offset so
// far. So a step costs at most d 2^-53 of the optimum, and far less as long as sums of weights are
// exact. A new weight is a difference x - y, formed only where x > y held for the very same
// numbers. Then it is positive in floating point too, since numbers below the normal ones are not
// flushed to zero. It is rounded once, by at most 2^-53 of itself. Graphs whose total weight nearly
// overflows are left alone; below, no sum that becomes a weight can.
//
// Work. A step is one look at a neighbour. Rules on pairs of neighbours can cost the sum of squared
// degrees, again and again, which for dense graphs is cubic. So steps are counted, and when they
// exceed some multiple of the size of the graph, only the first rule goes on.

#include "reduce.hpp"

#include <limits>

namespace bidvit::BIDVIT_ISA {
namespace {

constexpr int64_t steps_per_vertex = 2048;
constexpr int64_t steps_per_end = 32;
constexpr int64_t between_stops = 1024;
constexpr int64_t block = 8;  // entries of a list looked at between two tests for the end

template <class T> T* copy(const T* from, int64_t count) {
    const size_t bytes = static_cast<size_t>(count) * sizeof(T);
    void* memory = std::malloc(bytes + 1);
    if (!memory) throw std::bad_alloc();
    if (bytes) std::memcpy(memory, from, bytes);
    return static_cast<T*>(memory);
}

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

void Reducer::mark_star(int32_t v) {
    const int32_t* list = graph_.neighbours(v);
    graph_.unmark_all();
    graph_.mark(v);
    for (int32_t i = 0; i < graph_.degree[at(v)]; ++i) graph_.mark(list[i]);
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
    const bool rows = graph_.has_rows();
    if (!rows) mark_star(v);
    int32_t* needless = some_.resize(static_cast<size_t>(n) + 1);
    int64_t n_needless = 0;
    bool clique = has(ReductionRule::simplicial);
    const bool domination = has(ReductionRule::domination);
    for (int32_t i = 0; i < n; ++i) {
        const int32_t u = list[i];
        const int32_t spare = graph_.degree[at(u)] - n;
        const double weight = graph_.weight[at(u)];
        const bool may_win = domination && spare <= 0 && weight >= own;
        const bool may_go = domination && both && spare >= 0 && own >= weight;
        if (spare < 0) clique = false;
        bool wins = false,
             covers = false;  // whether the star of u is within that of v; contains it
        if (rows) {
            if (may_win) {
                wins = covers = graph_.within(u, v);
                work_ += graph_.row_steps();
            }
            if (spare != 0 ? may_go || clique : (may_go || clique) && !may_win) {
                covers = graph_.within(v, u);
                work_ += graph_.row_steps();
            }
        } else {
            // u has so many more neighbours outside of the star of v than v has of that of u.
            const int32_t limit = may_go || clique ? spare : may_win ? 0 : -1;
            if (limit >= 0) {
                const int32_t outside = count_outside(u, limit);
                wins = may_win && outside == 0;
                covers = outside == spare;
            }
        }
        if (wins) {
            remove(&v, 1);
            count(ReductionRule::domination, 1);
            return;
        }
        clique = clique && covers;
        if (may_go && covers) needless[n_needless++] = u;
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
        if (graph_.degree[at(list[i])] == n && graph_.weight[at(list[i])] > graph_.weight[at(best)])
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

// Whoever was last examined with the same hash may be a
// twin; that others may have displaced it there costs no more than a merger.
void Reducer::merge_twins(int32_t v) {
    int32_t& known = known_[graph_.hash(v) & known_mask_];
    const int32_t u = known;
    known = v;
    if (u < 0 || u == v || !graph_.alive(u) || graph_.hash(u) != graph_.hash(v) ||
        graph_.degree[at(u)] != graph_.degree[at(v)])
        return;
    // With as many neighbours, all of them of the star of v and none of them v, which u is not
    // joined to, these are those of v.
    mark_star(v);
    if (graph_.passed(u) || count_outside(u, 0)) return;
    graph_.weight[at(v)] += graph_.weight[at(u)];
    push(v);
    push(u);
    push(merged);
    remove(&u, 1);
    count(ReductionRule::twins, 1);
    touch(v);
}

bool Reducer::reduce(const WeightedGraph& graph, const Stop* stop, uint32_t rules) {
    graph_.assign(graph);
    double total = 0;
    for (int64_t v = 0; v < graph.n; ++v) total += graph.weights[v];
    rules_ = total < std::numeric_limits<double>::max() / 2 ? rules : 0;
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
        } else if (work_ > enough) {
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
