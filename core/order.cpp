// Numbering: nodes of a level across its chunks, nodes of the tree across its levels, and the tree
// order, in which everything below a node stands side by side.

#include "order.hpp"

namespace bidvit::BIDVIT_ISA {

template <class T> void compact(CompactTask<T>& task) {
    int64_t total = 0;
    const size_t row_bytes = static_cast<size_t>(task.n_dims) * sizeof(T);
    for (int64_t c = 0; c < task.n_chunks; ++c) {
        const int64_t begin = task.chunk_offsets[c], end = task.chunk_offsets[c + 1],
                      n = task.n_nodes[c];
        std::memmove(task.node_points + total * task.n_dims, task.node_points + begin * task.n_dims,
                     static_cast<size_t>(n) * row_bytes);
        std::memmove(task.node_weights + total, task.node_weights + begin,
                     static_cast<size_t>(n) * sizeof(double));
        std::memmove(task.only_child + total, task.only_child + begin,
                     static_cast<size_t>(n) * sizeof(int32_t));
        if (task.node_picks)
            std::memmove(task.node_picks + total, task.node_picks + begin,
                         static_cast<size_t>(n) * sizeof(int32_t));
        for (int64_t i = begin; i < end; ++i)
            task.parents[task.order[i]] += static_cast<int32_t>(total);
        total += n;
    }
    task.n_nodes_total = total;
}

template <class T> void link(LinkTask<T>& task) {
    const auto id_of_child = [&task](int64_t i) {
        return task.child_ids ? task.child_ids[i] : static_cast<int32_t>(i);
    };
    task.n_born = 0;
    for (int64_t k = 0; k < task.n_nodes; ++k)
        task.ids[k] = task.ids[k] >= 0 ? id_of_child(task.ids[k])
                                       : task.next_id + static_cast<int32_t>(task.n_born++);
    const int32_t n_leaves = static_cast<int32_t>(task.n_leaves);
    for (int64_t i = 0; i < task.n_children; ++i) {
        const int32_t id = task.ids[task.parents[i]];
        if (id < task.next_id) continue;
        int32_t child = id_of_child(i);
        if (child < n_leaves) {
            task.leaf_parents[child] = id - n_leaves;
            continue;
        }
        child -= n_leaves;
        task.inner_parents[child] = id - n_leaves;
        std::memcpy(task.tree_points + child * task.n_dims, task.child_points + i * task.n_dims,
                    static_cast<size_t>(task.n_dims) * sizeof(T));
        if (task.tree_weights) task.tree_weights[child] = task.child_weights[i];
    }
}

void place(PlaceTask& task) {
    const int64_t n = task.n_inner;
    // First the number of nodes from each on down. Then, parents first, each takes the last places
    // still free in its parent's range, and its entry is where its own free places end.
    int32_t* free_end = task.place;
    for (int64_t p = 0; p < n; ++p) free_end[p] = 1;
    for (int64_t p = 0; p < n; ++p)
        if (task.parents[p] >= 0) free_end[task.parents[p]] += free_end[p];
    int32_t free_end_of_roots = static_cast<int32_t>(n);
    for (int64_t p = n - 1; p >= 0; --p) {
        int32_t& free_end_above =
            task.parents[p] >= 0 ? free_end[task.parents[p]] : free_end_of_roots;
        const int32_t end = free_end_above;
        free_end_above = end - free_end[p];
        task.subtree_end[free_end_above] = end;
        free_end[p] = end;
    }
    // What is left of its range is its own place.
    for (int64_t p = 0; p < n; ++p) --free_end[p];
}

template <class T> void reorder(ReorderTask<T>& task) {
    int32_t level = 0;
    for (int64_t p = task.begin; p < task.end; ++p) {
        while (p >= task.born_ends[level]) ++level;
        const int64_t to = task.place[p];
        std::memcpy(task.placed_points + to * task.n_dims, task.points + p * task.n_dims,
                    static_cast<size_t>(task.n_dims) * sizeof(T));
        if (task.weights) task.placed_weights[to] = task.weights[p];
        task.placed_births[to] = level;
    }
}

void find_parents(const int32_t* subtree_end, int64_t n_inner, int32_t* parents) {
    for (int64_t p = 0; p < n_inner; p = subtree_end[p]) parents[p] = -1;
    for (int64_t p = 0; p < n_inner; ++p)
        for (int32_t c = static_cast<int32_t>(p) + 1; c < subtree_end[p]; c = subtree_end[c])
            parents[c] = static_cast<int32_t>(p);
}

void find_level(LevelTask& task) {
    int32_t* out = task.nodes;
    const auto add_leaves = [&](int32_t begin, int32_t end) {
        for (int32_t leaf = begin; leaf < end; ++leaf) *out++ = leaf;
    };
    add_leaves(0, task.leaf_begin[0]);
    for (int64_t p = 0; p < task.n_inner;) {
        if (task.births[p] <= task.level) {
            *out++ = static_cast<int32_t>(task.n_leaves + p);
            p = task.subtree_end[p];
        } else {
            add_leaves(task.leaf_begin[p], task.leaf_begin[p + 1]);
            ++p;
        }
    }
    task.n_nodes = out - task.nodes;
}

void group(const int32_t* keys, int64_t n, int64_t n_groups, int32_t* start, int32_t* order) {
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
template void link(LinkTask<float>&);
template void link(LinkTask<double>&);
template void reorder(ReorderTask<float>&);
template void reorder(ReorderTask<double>&);

}  // namespace bidvit::BIDVIT_ISA
