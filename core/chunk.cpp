// One chunk from nodes to fewer nodes: sort, find the edges, pick, assign, average. The steps share
// what they measure, so a distance is computed once.

#include "chunk.hpp"

#include <time.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "collapse.hpp"
#include "greedy.hpp"
#include "random.hpp"
#include "search_graph.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

// std::chrono would leave shared inline functions behind.
double now() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// The harmonic mean of two weights: 1 for two unit weights, never less than the smaller one, and
// rounded alike whichever comes first, or ties between equally near picks would not be ties.
BIDVIT_INLINE double ward_factor(double a, double b) {
    return 2 * (least(a, b) / (a + b)) * greatest(a, b);
}

// What selecting and assigning need besides the edges.
struct Selector {
    Greedy greedy;
    Assignment assignment;
    Cells cells;
    Buffer<double> weights;  // by vertex
    Buffer<uint8_t> picked;

    void select(const EdgeList& edges, int64_t n, const double* selection_weights,
                const int32_t* place, const int32_t* ids, const int32_t* index,
                const int32_t* vertex, uint64_t stream, const uint8_t* given_picks) {
        double* w = weights.resize(static_cast<size_t>(n));
        picked.resize(static_cast<size_t>(n));
        if (given_picks) {
            for (int64_t v = 0; v < n; ++v) picked[static_cast<size_t>(v)] = given_picks[index[v]];
            return;
        }
        if (edges.n == 0) {
            std::memset(picked.data(), 1, static_cast<size_t>(n));
            return;
        }
        for (int64_t v = 0; v < n; ++v)
            w[v] = selection_weights ? selection_weights[place[index[v]]] : 1.0;
        greedy.select(edges, n, w, ids, index, vertex, stream, picked.data());
    }
};

// Where a chunk's points and weights are: place[i] for the i-th of its ids.
template <class T> struct Source {
    const T* points;
    const double* weights;            // may be null
    const double* selection_weights;  // may be null
    const int32_t* place;

    double weight(int64_t i) const { return weights ? weights[place[i]] : 1.0; }
    double selection_weight(int64_t i) const {
        return selection_weights ? selection_weights[place[i]] : 1.0;
    }

    // `identity` is kept by the caller.
    template <class Task>
    Source(const Task& task, const double* selection, int64_t c, Buffer<int32_t>& identity)
        : points(task.points), weights(task.weights), selection_weights(selection) {
        const int64_t begin = task.chunk_offsets[c], n = task.chunk_offsets[c + 1] - begin;
        place = task.order + begin;
        if (!task.in_order) return;
        int32_t* own = identity.resize(static_cast<size_t>(n));
        for (int64_t i = 0; i < n; ++i) own[i] = static_cast<int32_t>(i);
        place = own;
        points += begin * task.n_dims;
        if (weights) weights += begin;
        if (selection_weights) selection_weights += begin;
    }
};

// The graph of a chunk appended to compressed rows, neighbours ascending.
class GraphWriter {
  public:
    // `start` continues where the vertices before have left it; `index` tells the number of each
    // vertex of the edges.
    void append(const EdgeList& edges, const int32_t* index, int64_t n, int64_t* start) {
        const size_t n_ends = static_cast<size_t>(2 * edges.n);
        EdgeList& numbered = numbered_;
        numbered.n = 0;
        for (int64_t e = 0; e < edges.n; ++e)
            numbered.push(index[edges.from[static_cast<size_t>(e)]],
                          index[edges.to[static_cast<size_t>(e)]], 0);
        graph_.build(numbered, n);
        const int64_t first = start[0];
        int32_t* out = all_.grow(static_cast<size_t>(first) + n_ends) + first;
        // Vertices that are visited in order append themselves to their neighbours' lists in order.
        int64_t* next = next_.resize(static_cast<size_t>(n) + 1);
        for (int64_t v = 0; v < n; ++v) {
            next[v] = graph_.start[static_cast<size_t>(v)];
            start[v + 1] = first + graph_.start[static_cast<size_t>(v) + 1];
        }
        for (int64_t v = 0; v < n; ++v)
            for (int64_t e = graph_.start[static_cast<size_t>(v)];
                 e < graph_.start[static_cast<size_t>(v) + 1]; ++e)
                out[next[graph_.neighbour[static_cast<size_t>(e)]]++] = static_cast<int32_t>(v);
    }
    const int32_t* neighbours() const { return all_.data(); }

  private:
    EdgeList numbered_;
    Graph graph_;
    Buffer<int32_t> all_;
    Buffer<int64_t> next_;
};

// Local search in place of the greedy selection.
class Searcher {
  public:
    // Vertex v is the index[v]-th node, and `picked` is by vertex. Returns false when stopped.
    template <class T> bool select(const EdgeList& edges, const Source<T>& source, int64_t n,
                                   const int32_t* index, uint64_t seed, const SearchRules& rules,
                                   const Stop* stop, uint8_t* picked, double& set_weight,
                                   SearchCounts& found) {
        double* weights = weights_.resize(static_cast<size_t>(n));
        uint8_t* chosen = chosen_.resize(static_cast<size_t>(n));
        int64_t* start = start_.resize(static_cast<size_t>(n) + 1);
        for (int64_t i = 0; i < n; ++i) weights[i] = source.selection_weight(i);
        start[0] = 0;
        writer_.append(edges, index, n, start);
        SearchTask task{{start, writer_.neighbours(), weights, n},
                        seed,
                        rules.iterations_per_vertex,
                        rules.reductions,
                        stop,
                        chosen};
        if (!search_.search(task)) return false;
        require_maximal(task.graph, chosen);
        set_weight = 0;
        for (int64_t i = 0; i < n; ++i)
            if (chosen[i]) set_weight += weights[i];
        for (int64_t v = 0; v < n; ++v) picked[v] = chosen[index[v]];
        found.n_reduced += task.n_reduced;
        found.n_proved += task.n_searched == 0;
        return true;
    }

  private:
    // As every answer of every solver, this one is looked at before it is used.
    static void require_maximal(const WeightedGraph& graph, const uint8_t* chosen) {
        for (int64_t v = 0; v < graph.n; ++v) {
            bool has_pick = false;
            for (int64_t e = graph.start[v]; e < graph.start[v + 1]; ++e)
                has_pick = has_pick || chosen[graph.neighbour[e]];
            if (has_pick == static_cast<bool>(chosen[v]))
                throw std::logic_error(
                    "local search returned a set that is not maximal "
                    "independent: please report this");
        }
    }

    GraphWriter writer_;
    GraphSearch search_;
    Buffer<double> weights_;
    Buffer<uint8_t> chosen_;
    Buffer<int64_t> start_;
};

// The edges of a sorted chunk: all pairs that the linkage finds closer than epsilon.
template <class T> class EdgeFinder {
  public:
    template <class M, class Task>
    bool run(const Task& task, const Source<T>& source, SortedChunk<T>& chunk, EdgeList& edges) {
        const double limit = M::value_of(task.epsilon);
        const int64_t d = task.n_dims;
        edges.n = 0;
        if (task.linkage == Linkage::distance)
            return join<M, true>(
                chunk.set, chunk.set, chunk.axes.data(), chunk.sorted_slot, d,
                [limit](int64_t) { return limit; },
                [&edges](int64_t i, int64_t j, double value) { edges.push(i, j, value); },
                task.stop);
        // The factor grows with either weight, so the lightest partner gives each node its limit.
        double* w = unit_weights_.resize(static_cast<size_t>(chunk.n));
        double lightest = std::numeric_limits<double>::infinity();
        for (int64_t v = 0; v < chunk.n; ++v) {
            w[v] = source.weight(chunk.index[static_cast<size_t>(v)]) / task.weight_unit;
            lightest = least(lightest, w[v]);
        }
        return join<M, true>(
            chunk.set, chunk.set, chunk.axes.data(), chunk.sorted_slot, d,
            [=](int64_t i) { return limit / ward_factor(w[i], lightest) * (1 + 1e-12); },
            [=, &edges](int64_t i, int64_t j, double value) {
                const double proximity = value * ward_factor(w[i], w[j]);
                if (proximity < limit) edges.push(i, j, proximity);
            },
            task.stop);
    }

  private:
    Buffer<double> unit_weights_;
};

// The columns of a chunk are the largest thing that a call needs: a thread keeps the room for the
// next call, since memory that is new costs more than what is done in it.
template <class T> SortedChunk<T>& chunk_of_thread() {
    static thread_local SortedChunk<T> chunk;
    return chunk;
}

template <class T> class Coarsener {
  public:
    explicit Coarsener(CoarsenTask<T>& task)
        : task_(task),
          chunk_(chunk_of_thread<T>()),
          stream_(stream_of_level(task.seed, task.level)),
          at_(task.chunk_offsets[task.chunk_begin]) {
        task.n_nodes = task.n_born = 0;
    }

    template <class M> bool run(int64_t c) {
        const int64_t begin = task_.chunk_offsets[c], d = task_.n_dims;
        const int32_t* ids = task_.order + begin;
        const int64_t n = task_.chunk_offsets[c + 1] - begin;
        double time = now();
        const auto lap = [&time](double& step) {
            const double t = now();
            step += t - time;
            time = t;
        };
        const Source<T> source(
            task_, task_.selection_weights ? task_.selection_weights : task_.weights, c, identity_);
        chunk_.build(source.points, d, source.place, n);
        lap(task_.counts.gather);
        if (!finder_.template run<M>(task_, source, chunk_, edges_)) return false;
        task_.counts.edges += edges_.n;
        lap(task_.counts.distances);
        const int32_t *index = chunk_.index.data(), *vertex = chunk_.vertex.data();
        if (task_.search) {
            if (!searcher_.select(
                    edges_, source, n, index, random_of_id(stream_, static_cast<uint32_t>(ids[0])),
                    *task_.search, task_.stop, selector_.picked.resize(static_cast<size_t>(n)),
                    task_.set_weights[c], task_.found))
                return false;
        } else {
            selector_.select(edges_, n, source.selection_weights, source.place, ids, index, vertex,
                             stream_, task_.given_picks ? task_.given_picks + begin : nullptr);
        }
        lap(task_.counts.selection);
        const uint8_t* picked = selector_.picked.data();
        Assignment& assignment = selector_.assignment;
        assignment.to_nearest_pick(edges_, n, picked, index, ids, stream_);
        assignment.number_nodes(n, picked, index, vertex);
        // Where the nodes take the place of the points, they wait until nobody reads those.
        const bool in_place = task_.node_points == task_.points;
        T* const out = in_place ? node_points_.resize(static_cast<size_t>(assignment.n_nodes * d))
                                : task_.node_points + at_ * d;
        if (task_.representation == Representation::centroid) {
            selector_.cells.build(assignment.node_of.data(), n, assignment.n_nodes);
            centroids_.compute(source.points, d, source.place, source.weights, selector_.cells,
                               assignment.n_nodes, task_.on_sphere, out);
            if (task_.linkage == Linkage::distance && edges_.n > 0) {
                if (!reassignment_.template run<M>(chunk_, ids, edges_, picked, task_.epsilon,
                                                   stream_, selector_.cells, out, assignment,
                                                   task_.stop))
                    return false;
                // A node stands at the centroid of what it holds in the end.
                selector_.cells.build(assignment.node_of.data(), n, assignment.n_nodes);
                centroids_.compute(source.points, d, source.place, source.weights, selector_.cells,
                                   assignment.n_nodes, task_.on_sphere, out);
            }
        } else {
            for (int64_t k = 0; k < assignment.n_nodes; ++k)
                std::memcpy(out + k * d,
                            source.points +
                                static_cast<int64_t>(
                                    source.place[assignment.pick_place[static_cast<size_t>(k)]]) *
                                    d,
                            static_cast<size_t>(d) * sizeof(T));
        }
        finish(source, begin, n, ids);
        if (in_place)
            std::memcpy(task_.node_points + at_ * d, out,
                        static_cast<size_t>(assignment.n_nodes * d) * sizeof(T));
        at_ += assignment.n_nodes;
        task_.n_nodes += assignment.n_nodes;
        lap(task_.counts.collapse);
        return true;
    }

  private:
    CoarsenTask<T>& task_;
    SortedChunk<T>& chunk_;
    const uint64_t stream_;
    int64_t at_;  // where the next node goes
    Buffer<int32_t> identity_;
    Buffer<T> node_points_;
    Buffer<double> node_weights_;
    EdgeList edges_;
    Selector selector_;
    Searcher searcher_;
    Centroids<T> centroids_;
    Reassignment<T> reassignment_;
    EdgeFinder<T> finder_;

    void finish(const Source<T>& source, int64_t begin, int64_t n, const int32_t* ids) {
        const Assignment& assignment = selector_.assignment;
        const int32_t* node_of = assignment.node_of.data();
        const int64_t n_nodes = assignment.n_nodes;
        double* node_weights = node_weights_.resize(static_cast<size_t>(n_nodes));
        int32_t* only_child = task_.only_child + at_;
        const int32_t before = static_cast<int32_t>(at_ - task_.chunk_offsets[task_.chunk_begin]);
        constexpr int32_t nobody = -2, several = -1;
        for (int64_t k = 0; k < n_nodes; ++k) {
            node_weights[k] = 0;
            only_child[k] = nobody;
            if (task_.node_picks)
                task_.node_picks[at_ + k] = ids[assignment.pick_place[static_cast<size_t>(k)]];
        }
        for (int64_t i = 0; i < n; ++i) {
            node_weights[node_of[i]] += source.weight(i);
            only_child[node_of[i]] = only_child[node_of[i]] == nobody ? ids[i] : several;
            task_.parents[begin + i] = before + node_of[i];
        }
        for (int64_t k = 0; k < n_nodes; ++k) task_.n_born += only_child[k] == several;
        if (task_.keeper.points)
            for (int64_t i = 0; i < n; ++i)
                if (only_child[node_of[i]] == several) keep(source, i, ids[i]);
        std::memcpy(task_.node_weights + at_, node_weights,
                    static_cast<size_t>(n_nodes) * sizeof(double));
    }

    // A node that has merged leaves its coordinates and weight with the tree.
    void keep(const Source<T>& source, int64_t i, int32_t id) {
        const Keeper<T>& keeper = task_.keeper;
        const int64_t inner = keeper.ids ? keeper.ids[id] - keeper.n_leaves : -1;
        if (inner < 0) return;
        const int64_t d = task_.n_dims;
        std::memcpy(keeper.points + inner * d,
                    source.points + static_cast<int64_t>(source.place[i]) * d,
                    static_cast<size_t>(d) * sizeof(T));
        if (keeper.weights) keeper.weights[inner] = source.weight(i);
    }
};

// Least proximity per node, and the least of all.
template <class M, class T> bool closest_of_chunk(ClosestTask<T>& task, SortedChunk<T>& chunk,
                                                  Buffer<double>& weights, Buffer<double>& nearest,
                                                  Buffer<int32_t>& identity, int64_t c) {
    const int64_t begin = task.chunk_offsets[c], n = task.chunk_offsets[c + 1] - begin;
    const bool ward = task.linkage == Linkage::ward;
    const Source<T> source(task, nullptr, c, identity);
    chunk.build(source.points, task.n_dims, source.place, n);
    double* w = weights.resize(static_cast<size_t>(n));
    double* near = nearest.resize(static_cast<size_t>(n));
    double lightest = std::numeric_limits<double>::infinity();
    for (int64_t v = 0; v < n; ++v) {
        near[v] = std::numeric_limits<double>::infinity();
        w[v] = ward && task.weights
                   ? source.weight(chunk.index[static_cast<size_t>(v)]) / task.weight_unit
                   : 1.0;
        lightest = least(lightest, w[v]);
    }
    double best = M::value_of(task.closest);  // squared, where the metric is
    const bool all = task.nearest_of_point != nullptr;
    const auto emit = [&](int64_t i, int64_t j, double value) {
        const double proximity = ward ? value * ward_factor(w[i], w[j]) : value;
        near[i] = least(near[i], proximity);
        near[j] = least(near[j], proximity);
        best = least(best, proximity);
    };
    // Neighbours along the sorted axis give a first bound.
    for (int64_t v = 0; v + 1 < n; ++v)
        emit(v, v + 1,
             pair_value<M>(chunk.set.rows[static_cast<size_t>(v)],
                           chunk.set.rows[static_cast<size_t>(v + 1)], task.n_dims));
    const auto limit = [&](int64_t v) {
        return (all ? std::numeric_limits<double>::infinity()
                    : best / ward_factor(w[v], lightest) * (1 + 1e-12));
    };
    const bool complete = join<M, true>(chunk.set, chunk.set, chunk.axes.data(), chunk.sorted_slot,
                                        task.n_dims, limit, emit, task.stop);
    if (!complete) return false;
    if (all)
        for (int64_t v = 0; v < n; ++v)
            task.nearest_of_point[begin + chunk.index[static_cast<size_t>(v)]] =
                M::distance_of(near[v]);
    task.closest = least(task.closest, M::distance_of(best));
    return true;
}

}  // namespace

template <class T> bool coarsen(CoarsenTask<T>& task) {
    return with_metric(task.metric, [&task](auto metric) {
        Coarsener<T> coarsener(task);
        for (int64_t c = task.chunk_begin; c < task.chunk_end; ++c)
            if (!coarsener.template run<decltype(metric)>(c)) return false;
        return true;
    });
}

template <class T> bool build_graphs(GraphsTask<T>& task) {
    return with_metric(task.metric, [&task](auto metric) {
        SortedChunk<T>& chunk = chunk_of_thread<T>();
        EdgeFinder<T> finder;
        EdgeList edges;
        GraphWriter writer;
        Buffer<int32_t> identity;
        int64_t* start = task.start;
        *start = 0;
        for (int64_t c = task.chunk_begin; c < task.chunk_end; ++c) {
            const int64_t n = task.chunk_offsets[c + 1] - task.chunk_offsets[c];
            const Source<T> source(task, nullptr, c, identity);
            chunk.build(source.points, task.n_dims, source.place, n);
            if (!finder.template run<decltype(metric)>(task, source, chunk, edges)) return false;
            writer.append(edges, chunk.index.data(), n, start);
            start += n;
        }
        const size_t bytes = static_cast<size_t>(*start) * sizeof(int32_t);
        task.neighbour = static_cast<int32_t*>(std::malloc(bytes ? bytes : 1));
        if (!task.neighbour) throw std::bad_alloc();
        if (bytes) std::memcpy(task.neighbour, writer.neighbours(), bytes);
        return true;
    });
}

template <class T> bool find_closest(ClosestTask<T>& task) {
    task.closest = std::numeric_limits<double>::infinity();
    return with_metric(task.metric, [&task](auto metric) {
        SortedChunk<T>& chunk = chunk_of_thread<T>();
        Buffer<double> weights, nearest;
        Buffer<int32_t> identity;
        for (int64_t c = task.chunk_begin; c < task.chunk_end; ++c)
            if (!closest_of_chunk<decltype(metric)>(task, chunk, weights, nearest, identity, c))
                return false;
        return true;
    });
}

void coarsen_matrix(MatrixTask& task) {
    const int64_t n = task.n_points;
    EdgeList edges;
    for (int64_t i = 0; i < n; ++i)
        for (int64_t j = i + 1; j < n; ++j)
            if (task.distances[i * n + j] < task.epsilon)
                edges.push(i, j, task.distances[i * n + j]);
    Buffer<int32_t> identity;
    identity.resize(static_cast<size_t>(n));
    for (int64_t i = 0; i < n; ++i) identity[static_cast<size_t>(i)] = static_cast<int32_t>(i);
    const uint64_t stream = stream_of_level(task.seed, task.level);
    Selector selector;
    selector.select(edges, n, task.selection_weights ? task.selection_weights : task.weights,
                    task.ids, task.ids, identity.data(), identity.data(), stream, task.given_picks);
    Assignment& assignment = selector.assignment;
    assignment.to_nearest_pick(edges, n, selector.picked.data(), identity.data(), task.ids, stream);
    assignment.number_nodes(n, selector.picked.data(), identity.data(), identity.data());
    for (int64_t k = 0; k < assignment.n_nodes; ++k) {
        task.node_weights[k] = 0;
        task.node_picks[k] = task.ids[assignment.pick_place[static_cast<size_t>(k)]];
    }
    for (int64_t i = 0; i < n; ++i) {
        const int32_t node = assignment.node_of[static_cast<size_t>(i)];
        task.node_weights[node] += task.weights ? task.weights[task.ids[i]] : 1.0;
        task.local_parents[i] = node;
    }
    task.n_nodes = static_cast<int32_t>(assignment.n_nodes);
}

template bool coarsen(CoarsenTask<float>&);
template bool coarsen(CoarsenTask<double>&);
template bool build_graphs(GraphsTask<float>&);
template bool build_graphs(GraphsTask<double>&);
template bool find_closest(ClosestTask<float>&);
template bool find_closest(ClosestTask<double>&);

}  // namespace bidvit::BIDVIT_ISA
