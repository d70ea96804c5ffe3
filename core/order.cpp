// Numbering: nodes of a level across its chunks, nodes of the tree across its levels, and the tree
// order, in which everything below a node stands side by side.

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
        if (task.node_picks)
            std::memmove(task.node_picks + total, task.node_picks + begin, static_cast<size_t>(n) * sizeof(int32_t));
        for (int64_t i = begin; i < end; ++i) task.parents[task.order[i]] += static_cast<int32_t>(total);
        total += n;
    }
    task.n_nodes_total = total;
}

template <class T> void link(LinkTask<T>& task) {
    const int64_t n = task.n_children, d = task.n_dims;
    // The only child of each node so far, or one of these.
    constexpr int32_t none = -1, several = -2;
    for (int64_t k = 0; k < task.n_nodes; ++k) task.ids[k] = none;
    for (int64_t i = 0; i < n; ++i) {
        int32_t& only = task.ids[task.parents[i]];
        only = only == none ? static_cast<int32_t>(i) : several;
    }
    task.n_born = 0;
    for (int64_t k = 0; k < task.n_nodes; ++k) {
        const int64_t child = task.ids[k];
        if (child >= 0 && std::memcmp(task.points + k * d, task.child_points + child * d,
                                      static_cast<size_t>(d) * sizeof(T)) == 0) {
            task.ids[k] = task.child_ids[child];
        } else {
            task.ids[k] = task.next_id + static_cast<int32_t>(task.n_born);
            task.born[task.n_born++] = static_cast<int32_t>(k);
        }
    }
    for (int64_t i = 0; i < n; ++i) {
        const int32_t id = task.ids[task.parents[i]];
        if (id >= task.next_id) task.tree_parents[task.child_ids[i]] = id;
    }
}

void arrange(ArrangeTask& task) {
    const int64_t n_leaves = task.n_leaves, n_inner = task.n_inner;
    const int32_t* parents = task.parents;
    int32_t* place = task.new_of_old;

    // Leaves below each node, and children by parent; roots count as children of a last, unseen node.
    Buffer<int32_t> n_below_, leaf_start_, leaf_list_, inner_start_, inner_list_, queue_;
    int32_t* n_below = n_below_.resize(static_cast<size_t>(n_inner) + 1);
    int32_t* leaf_start = leaf_start_.resize(static_cast<size_t>(n_inner) + 3);
    int32_t* inner_start = inner_start_.resize(static_cast<size_t>(n_inner) + 3);
    int32_t* leaf_list = leaf_list_.resize(static_cast<size_t>(n_leaves));
    int32_t* inner_list = inner_list_.resize(static_cast<size_t>(n_inner) + 1);
    const auto parent_of = [=](int64_t node) {
        return parents[node] < 0 ? n_inner : static_cast<int64_t>(parents[node]) - n_leaves;
    };
    for (int64_t p = 0; p < n_inner + 3; ++p) leaf_start[p] = inner_start[p] = 0;
    for (int64_t p = 0; p <= n_inner; ++p) n_below[p] = 0;
    for (int64_t leaf = 0; leaf < n_leaves; ++leaf) {
        ++n_below[parent_of(leaf)];
        ++leaf_start[parent_of(leaf) + 2];
    }
    for (int64_t p = 0; p < n_inner; ++p) {
        n_below[parent_of(n_leaves + p)] += n_below[p];
        ++inner_start[parent_of(n_leaves + p) + 2];
    }
    for (int64_t p = 0; p <= n_inner; ++p) {
        leaf_start[p + 2] += leaf_start[p + 1];
        inner_start[p + 2] += inner_start[p + 1];
    }
    for (int64_t leaf = 0; leaf < n_leaves; ++leaf) leaf_list[leaf_start[parent_of(leaf) + 1]++] = static_cast<int32_t>(leaf);
    for (int64_t p = 0; p < n_inner; ++p) inner_list[inner_start[parent_of(n_leaves + p) + 1]++] = static_cast<int32_t>(p);

    // Breadth first from the roots, numbering downwards: whoever is taken from the queue gives its
    // inner children the next numbers, the last child first, and its leaves the first places of its
    // own range of leaves.
    int32_t* queue = queue_.resize(static_cast<size_t>(n_inner) + 1);
    Buffer<int32_t> first_leaf_;
    int32_t* first_leaf = first_leaf_.resize(static_cast<size_t>(n_inner) + 1);
    int64_t head = 0, tail = 0;
    const auto settle = [&](int64_t p, int32_t begin) {
        for (int32_t l = leaf_start[p]; l < leaf_start[p + 1]; ++l) place[leaf_list[l]] = begin++;
        for (int32_t c = inner_start[p]; c < inner_start[p + 1]; ++c) {
            first_leaf[inner_list[c]] = begin;
            begin += n_below[inner_list[c]];
        }
        for (int32_t c = inner_start[p + 1] - 1; c >= inner_start[p]; --c) queue[tail++] = inner_list[c];
    };
    settle(n_inner, 0);
    task.n_depths = 0;
    task.child_begin[n_inner] = static_cast<int32_t>(n_inner - tail);
    int64_t depth_end = tail;
    while (head < tail) {
        const int32_t p = queue[head];
        const int64_t number = n_inner - 1 - head;
        ++head;
        settle(p, first_leaf[p]);
        place[n_leaves + p] = static_cast<int32_t>(n_leaves + number);
        task.leaf_begin[number] = first_leaf[p];
        task.leaf_end[number] = first_leaf[p] + n_below[p];
        task.child_begin[number] = static_cast<int32_t>(n_inner - tail);
        if (head == depth_end) {
            task.depth_begin[task.n_depths++] = number;
            depth_end = tail;
        }
    }
}

void find_level(LevelTask& task) {
    Buffer<int32_t> stack;
    size_t n_stack = 0;
    task.n_nodes = 0;
    const auto push = [&](int64_t begin, int64_t end) {
        stack.grow(n_stack + static_cast<size_t>(end - begin));
        for (int64_t c = end - 1; c >= begin; --c) stack[n_stack++] = static_cast<int32_t>(c);
    };
    const auto visit = [&] {
        while (n_stack > 0) {
            const int64_t p = stack[--n_stack];
            if (task.births[p] <= task.level) {
                task.nodes[task.n_nodes++] = static_cast<int32_t>(task.n_leaves + p);
                continue;
            }
            const int64_t begin = task.child_begin[p], end = task.child_begin[p + 1];
            const int32_t leaves_end = begin < end ? task.leaf_begin[begin] : task.leaf_end[p];
            for (int32_t leaf = task.leaf_begin[p]; leaf < leaves_end; ++leaf) task.nodes[task.n_nodes++] = leaf;
            push(begin, end);
        }
    };
    for (int64_t r = 0; r < task.n_roots; ++r) {
        if (task.roots[r] < task.n_leaves) {
            task.nodes[task.n_nodes++] = task.roots[r];
            continue;
        }
        push(task.roots[r] - task.n_leaves, task.roots[r] - task.n_leaves + 1);
        visit();
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
