// Voronoi assignment of a chunk's points to its picks, and the centroids of the cells.

#include "collapse.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bidvit::BIDVIT_ISA {

void Assignment::to_nearest_pick(const EdgeList& edges, int64_t n, const uint8_t* picked,
                                 const int32_t* index, const int32_t* ids, uint64_t stream) {
    int32_t* pick = pick_of.resize(static_cast<size_t>(n));
    double* best = value.resize(static_cast<size_t>(n));
    for (int64_t v = 0; v < n; ++v) {
        pick[v] = static_cast<int32_t>(v);
        best[v] = picked[v] ? 0.0 : std::numeric_limits<double>::infinity();
    }
    for (int64_t e = 0; e < edges.n; ++e) {
        int32_t v = edges.from[static_cast<size_t>(e)], p = edges.to[static_cast<size_t>(e)];
        if (picked[v] == picked[p]) continue;
        if (picked[v]) {
            const int32_t swapped = v;
            v = p;
            p = swapped;
        }
        const double candidate = edges.value[static_cast<size_t>(e)];
        if (candidate > best[v]) continue;
        if (candidate == best[v]) {
            const uint32_t id = static_cast<uint32_t>(ids[index[v]]);
            if (random_of_pair(stream, id, static_cast<uint32_t>(ids[index[pick[v]]])) <=
                random_of_pair(stream, id, static_cast<uint32_t>(ids[index[p]])))
                continue;
        }
        best[v] = candidate;
        pick[v] = p;
    }
}

void Assignment::number_nodes(int64_t n, const uint8_t* picked, const int32_t* index,
                              const int32_t* vertex) {
    int32_t* node = node_of.resize(static_cast<size_t>(n));
    int32_t* places = pick_place.resize(static_cast<size_t>(n));
    n_nodes = 0;
    for (int64_t i = 0; i < n; ++i)
        if (picked[vertex[i]]) {
            places[n_nodes] = static_cast<int32_t>(i);
            node[i] = static_cast<int32_t>(n_nodes++);
        }
    for (int64_t i = 0; i < n; ++i)
        if (!picked[vertex[i]]) node[i] = node[index[pick_of[static_cast<size_t>(vertex[i])]]];
}

void Cells::build(const int32_t* node_of, int64_t n, int64_t n_nodes) {
    int32_t* first = start.resize(static_cast<size_t>(n_nodes) + 2);
    int32_t* places = place.resize(static_cast<size_t>(n));
    for (int64_t k = 0; k < n_nodes + 2; ++k) first[k] = 0;
    for (int64_t i = 0; i < n; ++i) ++first[node_of[i] + 2];
    for (int64_t k = 0; k < n_nodes; ++k) first[k + 2] += first[k + 1];
    for (int64_t i = 0; i < n; ++i) places[first[node_of[i] + 1]++] = static_cast<int32_t>(i);
}

template <class T> void Centroids<T>::compute(const T* points, int64_t n_dims, const int32_t* place,
                                              const double* weights, const Cells& cells,
                                              int64_t n_nodes, bool on_sphere, T* out) {
    double* sum = sum_.resize(static_cast<size_t>(n_dims));
    for (int64_t node = 0; node < n_nodes; ++node, out += n_dims) {
        const int32_t begin = cells.start[static_cast<size_t>(node)],
                      end = cells.start[static_cast<size_t>(node) + 1];
        const int32_t first = place[cells.place[static_cast<size_t>(begin)]];
        if (end - begin == 1) {
            std::memcpy(out, points + static_cast<int64_t>(first) * n_dims,
                        static_cast<size_t>(n_dims) * sizeof(T));
            continue;
        }
        for (int64_t k = 0; k < n_dims; ++k) sum[k] = 0;
        double total = 0;
        for (int32_t m = begin; m < end; ++m) {
            const int32_t at = place[cells.place[static_cast<size_t>(m)]];
            const T* x = points + static_cast<int64_t>(at) * n_dims;
            const double weight = weights ? weights[at] : 1.0;
            total += weight;
            for (int64_t k = 0; k < n_dims; ++k) sum[k] += weight * static_cast<double>(x[k]);
        }
        double scale = 1 / total;
        if (on_sphere) {
            double norm = 0;
            for (int64_t k = 0; k < n_dims; ++k) norm += sum[k] * sum[k];
            // Points that cancel out have no mean direction: stay at the first of them.
            if (std::sqrt(norm) <= 1e-12 * total) {
                std::memcpy(out, points + static_cast<int64_t>(first) * n_dims,
                            static_cast<size_t>(n_dims) * sizeof(T));
                continue;
            }
            scale = 1 / std::sqrt(norm);
        }
        for (int64_t k = 0; k < n_dims; ++k) out[k] = static_cast<T>(sum[k] * scale);
    }
}

template <class T> template <class M>
bool Reassignment<T>::run(SortedChunk<T>& chunk, const int32_t* ids, const EdgeList& edges,
                          const uint8_t* picked, double epsilon, uint64_t stream,
                          const Cells& cells, T* centroids, Assignment& assignment,
                          const Stop* stop) {
    const int64_t n = chunk.n, d = chunk.n_dims, n_nodes = assignment.n_nodes;
    const int32_t* index = chunk.index.data();
    const int32_t* place_of_pick = assignment.pick_place.data();
    const T* const* rows = chunk.set.rows.data();
    int32_t* node_of = assignment.node_of.data();
    const auto size_of = [&](int64_t node) {
        return cells.start[static_cast<size_t>(node) + 1] - cells.start[static_cast<size_t>(node)];
    };

    double* shift = shift_.resize(static_cast<size_t>(n_nodes));
    double largest_shift = 0;
    for (int64_t k = 0; k < n_nodes; ++k) {
        const int32_t pick = chunk.vertex[static_cast<size_t>(place_of_pick[k])];
        shift[k] =
            size_of(k) == 1 ? 0 : M::distance_of(pair_value<M>(centroids + k * d, rows[pick], d));
        largest_shift = greatest(largest_shift, shift[k]);
    }

    // Every point starts at the centroid of its own cell.
    Best* best = best_.resize(static_cast<size_t>(n));
    const auto consider = [&](int64_t v, int64_t node, double value) {
        Best& b = best[v];
        if (value > b.value || node == b.node) return;
        const auto random_of = [&](int64_t k) {
            return random_of_pair(stream, static_cast<uint32_t>(ids[index[v]]),
                                  static_cast<uint32_t>(ids[place_of_pick[k]]));
        };
        if (value == b.value && random_of(b.node) <= random_of(node)) return;
        b.value = value;
        b.node = static_cast<int32_t>(node);
    };
    for (int64_t v = 0; v < n; ++v) {
        const int32_t node = node_of[index[v]];
        best[v] = {size_of(node) == 1 ? 0.0 : pair_value<M>(rows[v], centroids + node * d, d),
                   node};
    }
    // Picks within epsilon are at the other end of an edge. A pick may have such a neighbour too,
    // where picks are dense but not separated.
    const auto consider_pick = [&](int64_t v, int64_t p, double value_of_edge) {
        const int32_t node = node_of[index[p]];
        if (node == best[v].node) return;
        consider(v, node,
                 size_of(node) == 1
                     ? value_of_edge
                     : pair_value<M>(rows[v], centroids + static_cast<int64_t>(node) * d, d));
    };
    for (int64_t e = 0; e < edges.n; ++e) {
        const int64_t u = edges.from[static_cast<size_t>(e)], v = edges.to[static_cast<size_t>(e)];
        if (picked[u]) consider_pick(v, u, edges.value[static_cast<size_t>(e)]);
        if (picked[v]) consider_pick(u, v, edges.value[static_cast<size_t>(e)]);
    }
    // Any other pick is at least epsilon away, and its centroid at least epsilon less the way from
    // the pick to the centroid: few points are that far from the best centroid so far.
    const double safe = epsilon * (1 - 1e-5);
    int32_t* query_vertex = query_vertex_.resize(static_cast<size_t>(n));
    int64_t n_queries = 0;
    bool beyond_epsilon = false;
    for (int64_t v = 0; v < n; ++v) {
        if (best[v].value == 0) continue;
        const double distance = M::distance_of(best[v].value);
        if (distance + largest_shift < safe) continue;
        beyond_epsilon |= distance >= safe;
        query_vertex[n_queries++] = static_cast<int32_t>(v);
    }
    if (n_queries > 0) {
        // Targets along the sorted axis. A cell of one point did not move: it matters only to
        // points that are farther than epsilon from their centroid.
        const int64_t axis = chunk.axes[static_cast<size_t>(chunk.sorted_slot)];
        int32_t* target_node = target_node_.resize(static_cast<size_t>(n_nodes));
        int64_t n_targets = 0;
        for (int64_t k = 0; k < n_nodes; ++k)
            if (size_of(k) > 1 || beyond_epsilon)
                target_node[n_targets++] = static_cast<int32_t>(k);
        struct Along {
            const T* x;
            int64_t stride;
            bool operator()(int32_t a, int32_t b) const {
                return x[a * stride] < x[b * stride] || (x[a * stride] == x[b * stride] && a < b);
            }
        };
        std::sort(target_node, target_node + n_targets, Along{centroids + axis, d});
        queries_.reset(n_queries, d);
        for (int64_t q = 0; q < n_queries; ++q)
            queries_.rows[static_cast<size_t>(q)] = rows[query_vertex[q]];
        targets_.reset(n_targets, d);
        for (int64_t t = 0; t < n_targets; ++t)
            targets_.rows[static_cast<size_t>(t)] =
                centroids + static_cast<int64_t>(target_node[t]) * d;
        const bool complete = join<M, false>(
            queries_, targets_, chunk.axes.data(), chunk.sorted_slot, d,
            [&](int64_t q) { return best[query_vertex[q]].value * (1 + 1e-6); },
            [&](int64_t q, int64_t t, double) {
                const int32_t v = query_vertex[q], node = target_node[t];
                if (node != best[v].node)
                    consider(v, node,
                             pair_value<M>(rows[v], centroids + static_cast<int64_t>(node) * d, d));
            },
            stop);
        if (!complete) return false;
    }

    // Nodes that lost all their points go; the others close up.
    int32_t* count = count_.resize(static_cast<size_t>(n_nodes));
    for (int64_t k = 0; k < n_nodes; ++k) count[k] = 0;
    for (int64_t v = 0; v < n; ++v) ++count[best[v].node];
    int64_t n_kept = 0;
    for (int64_t k = 0; k < n_nodes; ++k) {
        if (count[k] == 0) continue;
        if (n_kept != k) {
            std::memcpy(centroids + n_kept * d, centroids + k * d,
                        static_cast<size_t>(d) * sizeof(T));
            assignment.pick_place[static_cast<size_t>(n_kept)] =
                assignment.pick_place[static_cast<size_t>(k)];
        }
        count[k] = static_cast<int32_t>(n_kept++);
    }
    assignment.n_nodes = n_kept;
    for (int64_t v = 0; v < n; ++v) node_of[index[v]] = count[best[v].node];
    return true;
}

template class Centroids<float>;
template class Centroids<double>;
template class Reassignment<float>;
template class Reassignment<double>;
#define BIDVIT_REASSIGNMENT(M)                                                                    \
    template bool Reassignment<float>::run<M>(SortedChunk<float>&, const int32_t*,                \
                                              const EdgeList&, const uint8_t*, double, uint64_t,  \
                                              const Cells&, float*, Assignment&, const Stop*);    \
    template bool Reassignment<double>::run<M>(SortedChunk<double>&, const int32_t*,              \
                                               const EdgeList&, const uint8_t*, double, uint64_t, \
                                               const Cells&, double*, Assignment&, const Stop*);
BIDVIT_REASSIGNMENT(Euclidean)
BIDVIT_REASSIGNMENT(Manhattan)
BIDVIT_REASSIGNMENT(Chebyshev)
#undef BIDVIT_REASSIGNMENT

}  // namespace bidvit::BIDVIT_ISA
