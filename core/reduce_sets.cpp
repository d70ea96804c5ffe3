// The reductions that look at sets of neighbours of a vertex, and the way back from the kernel.

#include <bit>

#include "reduce.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

// Folding may add so many edges: fewer vertices with a few more edges are easier for solvers, and
// other rules often go on from there.
constexpr int64_t extra_edges = 32;

}  // namespace

// The rules that look at sets of neighbours of v.
void Reducer::examine_star(int32_t v) {
    const int32_t n = graph_.degree[at(v)];
    if (n == 0 || n > Star::max_degree) return;
    // If every neighbour is heavier, none is needless, and there are more sets than can be folded
    // unless they all are joined: another rule's case.
    const int32_t* list = graph_.neighbours(v);
    int32_t n_heavier = 0;
    for (int32_t i = 0; i < n; ++i) n_heavier += graph_.weight[at(list[i])] > graph_.weight[at(v)];
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

// Collect what each set is joined to beyond the star, one after the other: `union_`, and where the
// sets end. False if that makes too many edges.
bool Reducer::join_sets(int32_t v, int64_t* end) {
    const Star& star = star_;
    const int64_t k = star.n_sets;
    int64_t n_old = 0, most = 0;  // twice the edges within the star are counted, once too often
    for (int i = 0; i < star.degree; ++i)
        n_old += 2 * graph_.degree[at(star.neighbour[i])] - star.n_joined(i);
    n_old /= 2;
    for (int s = 0; s < k; ++s)
        for (uint32_t rest = star.sets[s].members; rest; rest &= rest - 1)
            most += graph_.degree[at(star.neighbour[std::countr_zero(rest)])];
    int32_t* joined = union_.resize(static_cast<size_t>(most) + 1);
    end[0] = 0;
    for (int s = 0; s < k; ++s) {
        int64_t to = end[s];
        mark_star(v);
        for (uint32_t rest = star.sets[s].members; rest; rest &= rest - 1) {
            const int32_t u = star.neighbour[std::countr_zero(rest)];
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
    return k * (k - 1) / 2 + end[k] <= n_old + extra_edges;
}

// Each set becomes a vertex in the place of a neighbour of v, of a member if it is not taken.
void Reducer::fold(int32_t v) {
    Star& star = star_;
    int64_t end[Star::max_sets + 1];
    if (!star.list_sets(work_) || !join_sets(v, end)) return;
    const int32_t* joined = union_.data();
    const int k = star.n_sets, degree = star.degree;
    const double centre = graph_.weight[at(v)];
    int32_t place[Star::max_sets];
    uint32_t used = 0;
    for (int s = 0; s < k; ++s) {
        const uint32_t own = star.sets[s].members & ~used;
        place[s] = std::countr_zero(own ? own : ~used);
        used |= uint32_t{1} << place[s];
    }
    int32_t gone[Star::max_degree + 1];
    for (int i = 0; i < degree; ++i) gone[i] = star.neighbour[i];
    gone[degree] = v;
    remove(gone, degree + 1);
    // The places will be those of others: nobody may still name who had them.
    for (int i = 0; i < degree; ++i) {
        const int32_t* list = graph_.entries(gone[i]);
        for (int32_t e = 0; e < graph_.n_entries(gone[i]); ++e) {
            if (!graph_.alive(list[e])) continue;
            work_ += graph_.n_entries(list[e]);
            graph_.forget_removed(list[e]);
        }
    }
    for (int s = 0; s < k; ++s) {
        const int32_t u = gone[place[s]];
        graph_.insert(u, star.sets[s].weight - centre, joined + end[s], end[s + 1] - end[s]);
        for (int64_t e = end[s]; e < end[s + 1]; ++e) graph_.append(joined[e], u);
        for (int r = 0; r < s; ++r) {
            graph_.append(u, gone[place[r]]);
            graph_.append(gone[place[r]], u);
        }
        touch(u);
    }
    push(v);
    for (int i = 0; i < degree; ++i) push(gone[i]);
    for (int s = 0; s < k; ++s) {
        push(place[s]);
        push(static_cast<int32_t>(star.sets[s].members));
    }
    push(degree);
    push(k);
    push(folded);
    offset_ += centre;
    count(ReductionRule::folding, degree + 1 - k);
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
            case Reducer::taken:
                picked[*--r] = 1;
                break;
            case Reducer::transferred: {
                uint8_t any = 0;
                for (int32_t left = *--r; left; --left) any |= picked[*--r];
                picked[*--r] = !any;
                break;
            }
            case Reducer::merged: {
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

}  // namespace bidvit::BIDVIT_ISA
