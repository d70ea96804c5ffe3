// Numbering: nodes of a level across its chunks, and the tree order, in which the children of a node
// stand side by side.

#include "order.hpp"

namespace bidvit::BIDVIT_ISA {

template <class T> void compact(CompactTask<T>& task) {
    int64_t total = 0;
    const size_t row_bytes = static_cast<size_t>(task.n_dims) * sizeof(T);
    for (int64_t c = 0; c < task.n_chunks; ++c) {
        const int64_t begin = task.chunk_offsets[c], end = task.chunk_offsets[c + 1], n = task.n_nodes[c];
        std::memmove(task.node_points + total * task.n_dims, task.node_points + begin * task.n_dims,
                     static_cast<size_t>(n) * row_bytes);
        std::memmove(task.node_weights + total, task.node_weights + begin, static_cast<size_t>(n) * sizeof(double));
        std::memmove(task.node_picks + total, task.node_picks + begin, static_cast<size_t>(n) * sizeof(int32_t));
        for (int64_t i = begin; i < end; ++i)
            task.parents[task.order[i]] = static_cast<int32_t>(total) + task.local_parents[i];
        total += n;
    }
    task.n_nodes_total = total;
}

void group(const int32_t* keys, int64_t n, int64_t n_groups, int64_t* start, int32_t* order) {
    for (int64_t g = 0; g <= n_groups; ++g) start[g] = 0;
    for (int64_t i = 0; i < n; ++i) ++start[keys[i] + 1];
    for (int64_t g = 0; g < n_groups; ++g) start[g + 1] += start[g];
    // Each start moves to its group's end, which is the next group's start; then all step back.
    for (int64_t i = 0; i < n; ++i) order[start[keys[i]]++] = static_cast<int32_t>(i);
    for (int64_t g = n_groups; g > 0; --g) start[g] = start[g - 1];
    start[0] = 0;
}

template void compact(CompactTask<float>&);
template void compact(CompactTask<double>&);

}  // namespace bidvit::BIDVIT_ISA
