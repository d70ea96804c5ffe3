// Numbering: nodes of a level across its chunks, nodes of the tree across its levels, and the tree
// order, in which everything below a node stands side by side.

#include "order.hpp"

namespace bidvit::BIDVIT_ISA {

void compact(CompactTask& task) {
    int64_t total = 0;
    for (int64_t b = 0; b < task.n_batches; ++b) {
        const int64_t begin = task.begins[b], n = task.n_nodes[b];
        if (begin != total)
            std::memmove(task.array + total * task.node_bytes, task.array + begin * task.node_bytes,
                         static_cast<size_t>(n * task.node_bytes));
        total += n;
    }
}

void link(LinkTask& task) {
    const auto id_of_child = [&task](int32_t node) {
        return task.child_ids ? task.child_ids[node] : node;
    };
    int32_t next_id = task.next_id;
    for (int64_t k = task.node_begin; k < task.node_end; ++k)
        task.ids[k] = task.ids[k] >= 0 ? id_of_child(task.ids[k]) : next_id++;
    const int32_t n_leaves = static_cast<int32_t>(task.n_leaves);
    for (int64_t i = task.begin; i < task.end; ++i) {
        const int32_t id = task.ids[task.parents[i]];
        if (id < task.first_born) continue;
        const int32_t child = id_of_child(task.order[i]);
        if (child < n_leaves)
            task.leaf_parents[child] = id - n_leaves;
        else
            task.inner_parents[child - n_leaves] = id - n_leaves;
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
    for (int64_t p = task.begin; p < task.end; ++p) {
        const int64_t to = task.place[p];
        std::memcpy(task.placed_points + to * task.n_dims, task.points + p * task.n_dims,
                    static_cast<size_t>(task.n_dims) * sizeof(T));
        if (task.weights) task.placed_weights[to] = task.weights[p];
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

template void reorder(ReorderTask<float>&);
template void reorder(ReorderTask<double>&);

}  // namespace bidvit::BIDVIT_ISA
