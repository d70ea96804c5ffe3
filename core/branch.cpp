// Branching for the components that are small enough: with them, all of a chunk may be proved.

#include "branch.hpp"

namespace bidvit::BIDVIT_ISA {

bool Branch::solve(const WeightedGraph& graph, int64_t most_steps, uint8_t* picked) {
    const auto n = static_cast<int32_t>(graph.n);
    const double* weights = graph.weights;
    // Heavy vertices first; of equal ones those with many neighbours, which decide more.
    for (int32_t v = 0; v < n; ++v) {
        const int64_t degree = graph.start[v + 1] - graph.start[v];
        int32_t r = v;
        for (; r > 0; --r) {
            const int32_t u = vertex_[r - 1];
            if (weights[u] > weights[v] ||
                (weights[u] == weights[v] && graph.start[u + 1] - graph.start[u] >= degree))
                break;
            vertex_[r] = u;
        }
        vertex_[r] = v;
    }
    best_ = 0;
    best_weight_ = 0;
    for (int32_t r = 0; r < n; ++r) {
        const int32_t v = vertex_[r];
        rank_[v] = r;
        weight_[r] = weights[v];
        if (!picked[v]) continue;
        best_ |= uint64_t{1} << r;
        best_weight_ += weights[v];
    }
    for (int32_t r = 0; r < n; ++r) {
        const int32_t v = vertex_[r];
        uint64_t set = 0;
        for (int64_t e = graph.start[v]; e < graph.start[v + 1]; ++e)
            set |= uint64_t{1} << rank_[graph.neighbour[e]];
        neighbours_[r] = set;
    }
    steps_left_ = most_steps;
    if (n > 0) search(~uint64_t{0} >> (most_vertices - n), 0, 0);
    for (int32_t r = 0; r < n; ++r) picked[vertex_[r]] = best_ >> r & 1;
    return steps_left_ >= 0;
}

// Extend a set by some of the vertices left, none of which is joined to it.
void Branch::search(uint64_t left, uint64_t chosen, double weight) {
    if (weight > best_weight_) {
        best_weight_ = weight;
        best_ = chosen;
    }
    while (left) {
        if (--steps_left_ < 0) return;
        // No set has more than one vertex of a clique, and its first one is the heaviest.
        double bound = weight;
        for (uint64_t uncovered = left; uncovered && bound <= best_weight_;) {
            const int first = __builtin_ctzll(uncovered);
            uint64_t clique = uncovered & neighbours_[first];
            bound += weight_[first];
            uncovered &= uncovered - 1;
            while (clique) {
                const int r = __builtin_ctzll(clique);
                uncovered &= ~(uint64_t{1} << r);
                clique &= neighbours_[r];
            }
        }
        if (bound <= best_weight_) return;
        const int r = __builtin_ctzll(left);
        left &= left - 1;
        search(left & ~neighbours_[r], chosen | uint64_t{1} << r, weight + weight_[r]);
    }
}

}  // namespace bidvit::BIDVIT_ISA
