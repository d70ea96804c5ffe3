// Connected components: what is left of a graph falls into parts that are solved one by one.

#include "components.hpp"

namespace bidvit::BIDVIT_ISA {

int64_t Components::find(const WeightedGraph& graph) {
    const auto n = static_cast<int32_t>(graph.n);
    int32_t* label = label_.resize(static_cast<size_t>(n));
    int32_t* reached = reached_.resize(static_cast<size_t>(n));
    for (int32_t v = 0; v < n; ++v) label[v] = -1;
    int32_t n_found = 0;
    for (int32_t first = 0; first < n; ++first) {
        if (label[first] >= 0) continue;
        int32_t n_reached = 0;
        label[first] = n_found;
        reached[n_reached++] = first;
        for (int32_t i = 0; i < n_reached; ++i) {
            const int32_t v = reached[i];
            for (int64_t e = graph.start[v]; e < graph.start[v + 1]; ++e) {
                const int32_t u = graph.neighbour[e];
                if (label[u] >= 0) continue;
                label[u] = n_found;
                reached[n_reached++] = u;
            }
        }
        ++n_found;
    }
    return n_found;
}

void split(SplitTask& task) {
    const WeightedGraph& graph = task.graph;
    const int64_t n = graph.n;
    Components components;
    const int64_t n_components = components.find(graph);
    const int32_t* label = components.label();
    Buffer<int64_t> next_place;
    Buffer<int32_t> number_within;
    int64_t* next = next_place.resize(static_cast<size_t>(n_components) + 1);
    int32_t* number = number_within.resize(static_cast<size_t>(n));
    int64_t* begin = task.begin;
    for (int64_t c = 0; c <= n_components; ++c) begin[c] = 0;
    for (int64_t v = 0; v < n; ++v) ++begin[label[v] + 1];
    for (int64_t c = 0; c < n_components; ++c) {
        begin[c + 1] += begin[c];
        next[c] = begin[c];
    }
    for (int64_t v = 0; v < n; ++v) {
        const int32_t c = label[v];
        number[v] = static_cast<int32_t>(next[c] - begin[c]);
        task.vertices[next[c]++] = static_cast<int32_t>(v);
    }
    int64_t* start = task.start;
    int32_t* neighbour = task.neighbour;
    for (int64_t c = 0; c < n_components; ++c) {
        const int32_t* first = neighbour;
        *start++ = 0;
        for (int64_t i = begin[c]; i < begin[c + 1]; ++i) {
            const int32_t v = task.vertices[i];
            task.weights[i] = graph.weights[v];
            for (int64_t e = graph.start[v]; e < graph.start[v + 1]; ++e)
                *neighbour++ = number[graph.neighbour[e]];
            *start++ = neighbour - first;
        }
    }
    task.n_components = n_components;
}

}  // namespace bidvit::BIDVIT_ISA
