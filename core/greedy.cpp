// The greedy heuristic of the paper (section "The Heuristic Method").
//
// Vertices are kept in the order of a random permutation, so that the first of several equal keys is
// a random one. Keys stand in blocks of sixteen with a lower bound for each: falling keys lower the
// bound at once, and a bound that rose is corrected only when it is the least.

#include "greedy.hpp"

#include <limits>

namespace bidvit::BIDVIT_ISA {
namespace {

constexpr int64_t block = 16;
constexpr double gone = std::numeric_limits<double>::infinity();

// Position of the first least element; n is a multiple of the vector width.
BIDVIT_INLINE int64_t first_least(const double* x, int64_t n) {
    Vec<double> lows = load(x);
    for (int64_t i = lanes<double>; i < n; i += lanes<double>) {
        const Vec<double> v = load(x + i);
        lows = v < lows ? v : lows;
    }
    double low = lows[0];
    for (int l = 1; l < lanes<double>; ++l) low = least(low, static_cast<double>(lows[l]));
    for (int64_t i = 0; i < n; ++i)
        if (x[i] == low) return i;
    return 0;
}

}  // namespace

void Greedy::select(const Graph& graph, int64_t n, const double* weights, const int32_t* tie_rank, uint8_t* picked) {
    const int64_t n_blocks = (n + block - 1) / block;
    const int64_t n_bounds = (n_blocks + lanes<double> - 1) / lanes<double> * lanes<double>;
    double* key = key_.resize(static_cast<size_t>(n_blocks * block));
    double* bound = block_least_.resize(static_cast<size_t>(n_bounds));
    double* load = load_.resize(static_cast<size_t>(n));  // weight of the neighbours that are left
    double* load_when_summed = load_when_summed_.resize(static_cast<size_t>(n));
    int32_t* vertex_of_rank = vertex_of_rank_.resize(static_cast<size_t>(n));
    int32_t* degree = degree_.resize(static_cast<size_t>(n));
    int32_t* removed = removed_.resize(static_cast<size_t>(n));
    uint8_t* alive = alive_.resize(static_cast<size_t>(n));
    const int64_t* start = graph.start.data();
    const int32_t* neighbour = graph.neighbour.data();

    int64_t n_left = 0;
    for (int64_t r = 0; r < n_blocks * block; ++r) key[r] = gone;
    for (int64_t v = 0; v < n; ++v) {
        double sum = 0;
        for (int64_t e = start[v]; e < start[v + 1]; ++e) sum += weights[neighbour[e]];
        load[v] = load_when_summed[v] = sum;
        degree[v] = static_cast<int32_t>(start[v + 1] - start[v]);
        vertex_of_rank[tie_rank[v]] = static_cast<int32_t>(v);
        // A vertex without neighbours is always picked, and changes nothing for the others.
        picked[v] = degree[v] == 0;
        alive[v] = degree[v] != 0;
        if (alive[v]) {
            key[tie_rank[v]] = sum / weights[v];
            ++n_left;
        }
    }
    for (int64_t b = 0; b < n_bounds; ++b) bound[b] = gone;
    for (int64_t b = 0; b < n_blocks; ++b)
        for (int64_t l = 0; l < block; ++l) bound[b] = least(bound[b], key[b * block + l]);

    while (n_left > 0) {
        const int64_t b = first_least(bound, n_bounds);
        const int64_t r = b * block + first_least(key + b * block, block);
        if (key[r] > bound[b]) {
            bound[b] = key[r];
            continue;
        }
        const int32_t pick = vertex_of_rank[r];
        picked[pick] = 1;
        alive[pick] = 0;
        key[r] = gone;
        --n_left;
        int64_t n_removed = 0;
        for (int64_t e = start[pick]; e < start[pick + 1]; ++e) {
            const int32_t u = neighbour[e];
            if (!alive[u]) continue;
            alive[u] = 0;
            key[tie_rank[u]] = gone;
            removed[n_removed++] = u;
        }
        n_left -= n_removed;
        for (int64_t i = 0; i < n_removed; ++i) {
            const int32_t u = removed[i];
            for (int64_t e = start[u]; e < start[u + 1]; ++e) {
                const int32_t v = neighbour[e];
                if (!alive[v]) continue;
                --degree[v];
                load[v] -= weights[u];
                if (degree[v] == 0) {
                    load[v] = 0;
                } else if (!(load[v] > 1e-3 * load_when_summed[v])) {
                    // Most of the sum is gone, and with it most of its digits: sum what is left.
                    double sum = 0;
                    for (int64_t f = start[v]; f < start[v + 1]; ++f)
                        if (alive[neighbour[f]]) sum += weights[neighbour[f]];
                    load[v] = load_when_summed[v] = sum;
                }
                const int64_t rank = tie_rank[v];
                key[rank] = load[v] / weights[v];
                bound[rank / block] = least(bound[rank / block], key[rank]);
            }
        }
    }
}

}  // namespace bidvit::BIDVIT_ISA
