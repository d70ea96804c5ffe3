// The greedy heuristic of the paper (section "The Heuristic Method").
//
// Vertices with work to do are kept in the order of their tie keys, so that the first of several
// equal ones is the one to pick. Keys stand in blocks of sixteen with a lower bound for each:
// falling keys lower the bound at once, and a bound that rose is corrected only when it is the
// least.

#include "greedy.hpp"

#include <limits>

#include "least.hpp"
#include "random.hpp"
#include "sorting.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

constexpr int64_t block = 16;
constexpr double gone = std::numeric_limits<double>::infinity();

}  // namespace

void Greedy::select(const EdgeList& edges, int64_t n, const double* weights, const int32_t* ids,
                    const int32_t* index, const int32_t* vertex, uint64_t stream, uint8_t* picked) {
    // 24 random bits above the place in id order, which decides among equal bits.
    const auto tie_key = [=](int32_t v) {
        return random_of_id(stream, static_cast<uint32_t>(ids[index[v]])) >> 40 << 32 |
               static_cast<uint32_t>(index[v]);
    };
    const auto size = static_cast<size_t>(n);
    int32_t* degree = degree_.resize(size);
    uint8_t* alive = alive_.resize(size);
    for (int64_t v = 0; v < n; ++v) {
        degree[v] = 0;
        alive[v] = 1;
        picked[v] = 0;
    }
    for (int64_t e = 0; e < edges.n; ++e) {
        ++degree[edges.from[static_cast<size_t>(e)]];
        ++degree[edges.to[static_cast<size_t>(e)]];
    }
    // What has no neighbour is picked, and of two vertices with nobody but each other the heavier
    // one: neither changes anything for others. That settles most of a level where little
    // collapses.
    for (int64_t e = 0; e < edges.n; ++e) {
        const int32_t u = edges.from[static_cast<size_t>(e)], v = edges.to[static_cast<size_t>(e)];
        if (degree[u] != 1 || degree[v] != 1) continue;
        const double key_u = weights[v] / weights[u], key_v = weights[u] / weights[v];
        picked[key_u < key_v || (key_u == key_v && tie_key(u) < tie_key(v)) ? u : v] = 1;
        alive[u] = alive[v] = 0;
    }
    uint64_t* keys = keys_.resize(size);
    int64_t n_left = 0;
    for (int64_t i = 0; i < n; ++i) {
        const int32_t v = vertex[i];
        if (degree[v] == 0) {
            picked[v] = 1;
            alive[v] = 0;
        } else if (alive[v]) {
            keys[n_left++] = (tie_key(v) >> 32 << 32) | static_cast<uint64_t>(v);
        }
    }
    if (n_left == 0) return;

    const int64_t n_blocks = (n_left + block - 1) / block;
    const int64_t n_bounds = (n_blocks + lanes<double> - 1) / lanes<double> * lanes<double>;
    double* key = key_.resize(static_cast<size_t>(n_blocks * block));
    double* bound = bound_.resize(static_cast<size_t>(n_bounds));
    double* load = load_.resize(size);  // weight of the neighbours that are left
    double* load_when_summed = load_when_summed_.resize(size);
    int32_t* rank = rank_.resize(size);
    int32_t* summed_in = summed_in_.resize(size);  // the round of the last sum
    int32_t* vertex_of_rank = vertex_of_rank_.resize(static_cast<size_t>(n_left));
    int32_t* removed = removed_.resize(static_cast<size_t>(n_left));
    graph_.build(edges, n);
    const int64_t* start = graph_.start.data();
    const int32_t* neighbour = graph_.neighbour.data();
    const uint64_t* ranked =
        sort_by_high_bits(keys, spare_.resize(static_cast<size_t>(n_left)), n_left);
    for (int64_t r = 0; r < n_left; ++r) {
        const auto v = static_cast<int32_t>(ranked[r] & 0xffffffffu);
        double sum = 0;
        for (int64_t e = start[v]; e < start[v + 1]; ++e) sum += weights[neighbour[e]];
        load[v] = load_when_summed[v] = sum;
        rank[v] = static_cast<int32_t>(r);
        summed_in[v] = 0;
        vertex_of_rank[r] = v;
        key[r] = sum / weights[v];
    }
    for (int64_t r = n_left; r < n_blocks * block; ++r) key[r] = gone;
    for (int64_t b = 0; b < n_bounds; ++b) bound[b] = gone;
    for (int64_t b = 0; b < n_blocks; ++b)
        for (int64_t l = 0; l < block; ++l) bound[b] = least(bound[b], key[b * block + l]);

    int32_t round = 0;
    while (n_left > 0) {
        const int64_t b = first_least(bound, n_bounds);
        const int64_t r = b * block + first_least(key + b * block, block);
        if (key[r] > bound[b]) {
            bound[b] = key[r];
            continue;
        }
        const int32_t pick = vertex_of_rank[r];
        ++round;
        picked[pick] = 1;
        alive[pick] = 0;
        key[r] = gone;
        --n_left;
        int64_t n_removed = 0;
        for (int64_t e = start[pick]; e < start[pick + 1]; ++e) {
            const int32_t u = neighbour[e];
            if (!alive[u]) continue;
            alive[u] = 0;
            key[rank[u]] = gone;
            removed[n_removed++] = u;
        }
        n_left -= n_removed;
        for (int64_t i = 0; i < n_removed; ++i) {
            const int32_t u = removed[i];
            for (int64_t e = start[u]; e < start[u + 1]; ++e) {
                const int32_t v = neighbour[e];
                if (!alive[v]) continue;
                --degree[v];
                // A new sum has left out all that were removed in this round.
                if (summed_in[v] != round) load[v] -= weights[u];
                if (degree[v] == 0) {
                    load[v] = 0;
                } else if (summed_in[v] != round && !(load[v] > 1e-3 * load_when_summed[v])) {
                    // Most of the sum is gone, and with it most of its digits: sum what is left.
                    double sum = 0;
                    for (int64_t f = start[v]; f < start[v + 1]; ++f)
                        if (alive[neighbour[f]]) sum += weights[neighbour[f]];
                    load[v] = load_when_summed[v] = sum;
                    summed_in[v] = round;
                }
                const int64_t at = rank[v];
                key[at] = load[v] / weights[v];
                bound[at / block] = least(bound[at / block], key[at]);
            }
        }
    }
}

void select_greedily(GreedyTask& task) {
    const WeightedGraph& graph = task.graph;
    EdgeList edges;
    Buffer<int32_t> identity;
    int32_t* self = identity.resize(static_cast<size_t>(graph.n));
    for (int64_t v = 0; v < graph.n; ++v) {
        self[v] = static_cast<int32_t>(v);
        for (int64_t e = graph.start[v]; e < graph.start[v + 1]; ++e)
            if (graph.neighbour[e] > v) edges.push(v, graph.neighbour[e], 0);
    }
    Greedy().select(edges, graph.n, graph.weights, self, self, self, stream_of_level(task.seed, 0),
                    task.picked);
}

}  // namespace bidvit::BIDVIT_ISA
