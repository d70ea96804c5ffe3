// The parts in which two independent sets differ: how a search keeps what it has found in one place
// while it tries another.

#include "differences.hpp"

namespace bidvit::BIDVIT_ISA {

// Sums of a part differ by less than this share of it because of rounding.
constexpr double rounding = 1e-12;

int64_t Differences::find_losses(const WeightedGraph& graph, const uint8_t* new_set,
                                 const uint8_t* old_set) {
    const auto size = static_cast<size_t>(graph.n);
    int32_t* vertex = vertex_.resize(size);
    uint8_t* seen = seen_.resize(size);
    std::memset(seen, 0, size);
    int64_t n_lost = 0;
    n_gains_ = 0;
    for (int32_t first = 0; first < graph.n; ++first) {
        if (new_set[first] == old_set[first] || seen[first]) continue;
        // Breadth first, behind the losses found so far; given up again unless it is one.
        int64_t end = n_lost;
        vertex[end++] = first;
        seen[first] = 1;
        double gain = 0, sum = 0;
        for (int64_t i = n_lost; i < end; ++i) {
            const int32_t v = vertex[i];
            const double w = graph.weights[v];
            gain += new_set[v] ? w : -w;
            sum += w;
            for (int64_t e = graph.start[v]; e < graph.start[v + 1]; ++e) {
                const int32_t u = graph.neighbour[e];
                if (new_set[u] == old_set[u] || seen[u]) continue;
                seen[u] = 1;
                vertex[end++] = u;
            }
        }
        if (gain > rounding * sum) ++n_gains_;
        if (gain < -rounding * sum) n_lost = end;
    }
    return n_lost;
}

}  // namespace bidvit::BIDVIT_ISA
