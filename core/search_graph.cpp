// From a chunk's graph to a heavy maximal independent set in one call: reduce, split, solve each
// component by branching or from the greedy set by local search, lift, complete.

#include "search_graph.hpp"

#include <cmath>

#include "components.hpp"
#include "random.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

// Where branching is given up, in steps of some 50 nanoseconds: what the search of a component of
// this size would take.
constexpr int64_t steps_per_vertex = 50;
// Iterations per vertex, unless asked for otherwise: in components with many edges there is more to
// find. An edge has two ends.
constexpr int64_t fewest_iterations = 3, ends_per_iteration = 800;

}  // namespace

bool GraphSearch::search(SearchTask& task) {
    task_ = &task;
    const int64_t n = task_->graph.n;
    scale_weights();
    std::memset(task_->picked, 0, static_cast<size_t>(n));
    if (!task_->reductions) {
        if (!solve_parts(graph_, task_->picked)) return false;
    } else {
        if (!reducer_.reduce(graph_, task_->stop)) return false;
        const WeightedGraph kernel = reducer_.kernel();
        task_->n_reduced = n - kernel.n;
        uint8_t* found = kernel_picked_.resize(static_cast<size_t>(kernel.n));
        std::memset(found, 0, static_cast<size_t>(kernel.n));
        if (!solve_parts(kernel, found)) return false;
        reducer_.lift(found, task_->picked);
    }
    complete();
    return true;
}

// So that no sum overflows and no square vanishes: by a power of two, which is exact unless a
// weight vanishes beside the largest. Equal weights become 1.
void GraphSearch::scale_weights() {
    graph_ = task_->graph;
    const int64_t n = graph_.n;
    double* scaled = weights_.resize(static_cast<size_t>(n));
    double least_weight = n ? graph_.weights[0] : 1, largest = least_weight;
    for (int64_t v = 0; v < n; ++v) {
        least_weight = least(least_weight, graph_.weights[v]);
        largest = greatest(largest, graph_.weights[v]);
    }
    int exponent;
    std::frexp(largest, &exponent);
    for (int64_t v = 0; v < n; ++v)
        scaled[v] = least_weight == largest
                        ? 1
                        : greatest(std::ldexp(graph_.weights[v], -exponent), 0x1p-1000);
    graph_.weights = scaled;
}

// An independent set of each component; `found` is all zero.
bool GraphSearch::solve_parts(const WeightedGraph& graph, uint8_t* found) {
    const auto n = static_cast<size_t>(graph.n);
    if (n == 0) return true;
    const auto n_ends = static_cast<size_t>(graph.start[n]);
    SplitTask parts{graph,
                    vertices_.resize(n),
                    begin_.resize(n + 1),
                    start_.resize(2 * n),
                    neighbour_.resize(n_ends),
                    part_weights_.resize(n)};
    split(parts);
    const int64_t* start = parts.start;
    const int32_t* neighbour = parts.neighbour;
    uint8_t* picked = part_picked_.resize(n);
    for (int64_t c = 0; c < parts.n_components; ++c) {
        const int64_t first = parts.begin[c], size = parts.begin[c + 1] - first;
        const WeightedGraph part{start, neighbour, parts.weights + first, size};
        if (!solve(part, mix(task_->seed + static_cast<uint64_t>(c)), picked)) return false;
        for (int64_t i = 0; i < size; ++i) found[parts.vertices[first + i]] = picked[i];
        neighbour += start[size];
        start += size + 1;
    }
    return true;
}

bool GraphSearch::solve(const WeightedGraph& part, uint64_t seed, uint8_t* picked) {
    select_greedily(part, seed, picked);
    if (part.n <= Branch::most_vertices && branch_.solve(part, steps_per_vertex * part.n, picked))
        return true;
    task_->n_searched += part.n;
    std::memcpy(start_set_.resize(static_cast<size_t>(part.n)), picked,
                static_cast<size_t>(part.n));
    const int64_t per_vertex = task_->iterations_per_vertex < 0
                                   ? fewest_iterations + part.start[part.n] / ends_per_iteration
                                   : task_->iterations_per_vertex;
    return search_.search(part, start_set_.data(), seed, per_vertex * part.n, task_->stop, picked);
}

void GraphSearch::select_greedily(const WeightedGraph& part, uint64_t seed, uint8_t* picked) {
    edges_.n = 0;
    int32_t* self = self_.resize(static_cast<size_t>(part.n));
    for (int64_t v = 0; v < part.n; ++v) {
        self[v] = static_cast<int32_t>(v);
        for (int64_t e = part.start[v]; e < part.start[v + 1]; ++e)
            if (part.neighbour[e] > v) edges_.push(v, part.neighbour[e], 0);
    }
    greedy_.select(edges_, part.n, part.weights, self, self, self, stream_of_level(seed, 0),
                   picked);
}

// What is still free comes in, heavy vertices first where they are joined.
void GraphSearch::complete() {
    const WeightedGraph& graph = task_->graph;
    for (bool again = true; again;) {
        again = false;
        for (int32_t v = 0; v < graph.n; ++v) {
            if (task_->picked[v] || !is_free(v)) continue;
            bool heaviest = true;
            for (int64_t e = graph.start[v]; heaviest && e < graph.start[v + 1]; ++e) {
                const int32_t u = graph.neighbour[e];
                heaviest = !(graph.weights[u] > graph.weights[v] && is_free(u));
            }
            if (heaviest) task_->picked[v] = 1;
            again = again || !heaviest;
        }
    }
}

bool GraphSearch::is_free(int32_t v) const {
    const WeightedGraph& graph = task_->graph;
    for (int64_t e = graph.start[v]; e < graph.start[v + 1]; ++e)
        if (task_->picked[graph.neighbour[e]]) return false;
    return true;
}

bool search_graph(SearchTask& task) { return GraphSearch().search(task); }

}  // namespace bidvit::BIDVIT_ISA
