// Repair of samplers' answers: of vertices that are joined to each other, the worst leave.
//
// A vertex in conflict is worth its weight in proportion to that of the chosen vertices it is
// joined to. That only rises while others leave, so a heap of values and a second look at what
// comes out of it find the least: O(c log c) time for c ends of edges within the set, and O(n)
// memory.

#include "repair.hpp"

#include <algorithm>

#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

struct Entry {
    double value;
    int32_t vertex;
};

// The order in which vertices leave: the least value first, of equal ones the last vertex. The heap
// keeps its greatest entry on top, so this says which of two leaves later.
struct LeavesLater {
    bool operator()(const Entry& a, const Entry& b) const {
        return a.value > b.value || (a.value == b.value && a.vertex < b.vertex);
    }
};

}  // namespace

void drop_conflicts(DropTask& task) {
    const WeightedGraph& graph = task.graph;
    const auto size = static_cast<size_t>(graph.n);
    Buffer<double> conflicts_buffer, when_summed_buffer;
    Buffer<int32_t> count_buffer;
    Buffer<Entry> heap_buffer;
    // How many chosen vertices each chosen one is joined to, and what they weigh.
    int32_t* count = count_buffer.resize(size);
    double* conflicts = conflicts_buffer.resize(size);
    double* when_summed = when_summed_buffer.resize(size);
    Entry* heap = heap_buffer.resize(size);
    int64_t n_in_heap = 0;
    const auto sum_conflicts = [&](int32_t v) {
        double sum = 0;
        count[v] = 0;
        for (int64_t e = graph.start[v]; e < graph.start[v + 1]; ++e) {
            if (!task.chosen[graph.neighbour[e]]) continue;
            ++count[v];
            sum += graph.weights[graph.neighbour[e]];
        }
        conflicts[v] = when_summed[v] = sum;
    };
    const auto value = [&](int32_t v) { return graph.weights[v] / conflicts[v]; };
    for (int32_t v = 0; v < graph.n; ++v) {
        if (!task.chosen[v]) continue;
        sum_conflicts(v);
        if (count[v] > 0) heap[n_in_heap++] = {value(v), v};
    }
    std::make_heap(heap, heap + n_in_heap, LeavesLater());
    task.n_dropped = 0;
    while (n_in_heap > 0) {
        std::pop_heap(heap, heap + n_in_heap, LeavesLater());
        const Entry worst = heap[--n_in_heap];
        const int32_t v = worst.vertex;
        if (count[v] == 0) continue;
        if (value(v) > worst.value) {
            heap[n_in_heap++] = {value(v), v};
            std::push_heap(heap, heap + n_in_heap, LeavesLater());
            continue;
        }
        task.chosen[v] = 0;
        ++task.n_dropped;
        for (int64_t e = graph.start[v]; e < graph.start[v + 1]; ++e) {
            const int32_t u = graph.neighbour[e];
            if (!task.chosen[u]) continue;
            --count[u];
            conflicts[u] -= graph.weights[v];
            // Most of the sum is gone, and with it most of its digits: sum what is left.
            if (!(conflicts[u] > 1e-3 * when_summed[u])) sum_conflicts(u);
        }
    }
}

}  // namespace bidvit::BIDVIT_ISA
