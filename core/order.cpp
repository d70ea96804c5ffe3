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
    task.n_born = 0;
    for (int64_t k = 0; k < task.n_nodes; ++k)
        task.ids[k] = task.ids[k] >= 0 ? task.child_ids[task.ids[k]]
                                       : task.next_id + static_cast<int32_t>(task.n_born++);
    for (int64_t i = 0; i < task.n_children; ++i) {
        const int32_t id = task.ids[task.parents[i]], child = task.child_ids[i];
        if (id < task.next_id) continue;
        task.tree_parents[child] = id;
        if (child < task.n_leaves) continue;
        std::memcpy(task.tree_points + (child - task.n_leaves) * task.n_dims,
                    task.child_points + i * task.n_dims,
                    static_cast<size_t>(task.n_dims) * sizeof(T));
        task.tree_weights[child - task.n_leaves] = task.child_weights[i];
    }
}

void arrange(ArrangeTask& task) {
    const int64_t n_leaves = task.n_leaves, n_inner = task.n_inner;
    const int32_t* parents = task.parents;
    // Roots hang on a last node that nobody sees.
    const auto parent_of = [=](int64_t node) {
        return parents[node] < 0 ? n_inner : static_cast<int64_t>(parents[node]) - n_leaves;
    };
    Buffer<int32_t> own_, below_, start_;
    int32_t* own = own_.resize(static_cast<size_t>(n_inner) + 1);      // leaves on the node itself
    int32_t* below = below_.resize(static_cast<size_t>(n_inner) + 1);  // leaves below it
    int32_t* start = start_.resize(static_cast<size_t>(n_inner) + 3);
    for (int64_t p = 0; p <= n_inner; ++p) own[p] = 0;
    for (int64_t p = 0; p < n_inner + 3; ++p) start[p] = 0;
    for (int64_t leaf = 0; leaf < n_leaves; ++leaf) ++own[parent_of(leaf)];
    for (int64_t p = 0; p <= n_inner; ++p) below[p] = own[p];
    for (int64_t p = 0; p < n_inner; ++p) {
        below[parent_of(n_leaves + p)] += below[p];
        ++start[parent_of(n_leaves + p) + 2];
    }
    for (int64_t p = 0; p <= n_inner; ++p) start[p + 2] += start[p + 1];
    for (int64_t p = 0; p < n_inner; ++p)
        task.children[start[parent_of(n_leaves + p) + 1]++] = static_cast<int32_t>(p);
    for (int64_t p = 0; p <= n_inner; ++p) task.child_start[p] = start[p];
    // Parents first: who has a place gives its leaves and then its children theirs.
    for (int64_t p = n_inner; p >= 0; --p) {
        int32_t next = (p == n_inner ? 0 : task.leaf_begin[p]) + own[p];
        for (int32_t c = start[p]; c < start[p + 1]; ++c) {
            const int32_t child = task.children[c];
            task.leaf_begin[child] = next;
            next += below[child];
            task.leaf_end[child] = next;
        }
        own[p] = p == n_inner ? 0 : task.leaf_begin[p];
    }
    for (int64_t leaf = 0; leaf < n_leaves; ++leaf)
        task.leaf_rows[own[parent_of(leaf)]++] = static_cast<int32_t>(leaf);
    // The leaves' parents again, in tree order: a node's own leaves end where the count above did.
    for (int64_t p = 0; p <= n_inner; ++p) {
        const bool root = p == n_inner;
        for (int32_t l = root ? 0 : task.leaf_begin[p]; l < own[p]; ++l)
            task.parents[l] = root ? -1 : static_cast<int32_t>(n_leaves + p);
    }
}

void find_level(LevelTask& task) {
    Buffer<int32_t> stack;
    size_t n_stack = 0;
    task.n_nodes = 0;
    for (int64_t r = 0; r < task.n_roots; ++r) {
        if (task.roots[r] < task.n_leaves) {
            task.nodes[task.n_nodes++] = task.roots[r];
            continue;
        }
        stack.grow(n_stack + 1);
        stack[n_stack++] = static_cast<int32_t>(task.roots[r] - task.n_leaves);
        while (n_stack > 0) {
            const int64_t p = stack[--n_stack];
            if (task.births[p] <= task.level) {
                task.nodes[task.n_nodes++] = static_cast<int32_t>(task.n_leaves + p);
                continue;
            }
            const int32_t begin = task.child_start[p], end = task.child_start[p + 1];
            const int32_t own_end =
                begin < end ? task.leaf_begin[task.children[begin]] : task.leaf_end[p];
            for (int32_t leaf = task.leaf_begin[p]; leaf < own_end; ++leaf)
                task.nodes[task.n_nodes++] = leaf;
            stack.grow(n_stack + static_cast<size_t>(end - begin));
            for (int32_t c = end - 1; c >= begin; --c) stack[n_stack++] = task.children[c];
        }
    }
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

}  // namespace bidvit::BIDVIT_ISA
