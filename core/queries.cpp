// What is asked of a finished tree: children, paths, figures of its levels, and whether arrays that
// were read from a file are a tree at all.

#include "queries.hpp"

#include <limits>

namespace bidvit::BIDVIT_ISA {

void find_children(ChildrenTask& task) {
    int64_t n = 0;
    if (!task.children) task.offsets[0] = 0;
    for (int64_t i = 0; i < task.n_nodes; ++i) {
        const int64_t p = task.nodes[i] - task.n_leaves;
        if (p >= 0) {
            const int32_t begin = task.leaf_begin[p], end = task.leaf_begin[p + 1];
            if (task.children)
                for (int32_t leaf = begin; leaf < end; ++leaf)
                    task.children[n + leaf - begin] = leaf;
            n += end - begin;
            for (int64_t c = p + 1; c < task.subtree_end[p]; c = task.subtree_end[c]) {
                if (task.children) task.children[n] = static_cast<int32_t>(task.n_leaves + c);
                ++n;
            }
        }
        if (!task.children) task.offsets[i + 1] = n;
    }
}

void find_paths(PathsTask& task) {
    int64_t n = 0;
    if (!task.path) task.offsets[0] = 0;
    for (int64_t i = 0; i < task.n_paths; ++i) {
        const int32_t leaf = task.leaves[i];
        if (task.path) task.path[n] = leaf;
        ++n;
        // The last inner node whose own leaves begin at this one or before it; none for a root.
        int64_t low = 0, high = task.n_inner + 1;
        while (low < high) {
            const int64_t middle = (low + high) / 2;
            if (task.leaf_begin[middle] <= leaf)
                low = middle + 1;
            else
                high = middle;
        }
        for (int64_t p = low - 1; p >= 0; p = task.parents[p]) {
            if (task.path) task.path[n] = static_cast<int32_t>(task.n_leaves + p);
            ++n;
        }
        if (!task.path) task.offsets[i + 1] = n;
    }
}

namespace {

// Figures of all levels, each node adding to a range of them: a segment tree, in which a range is
// at most 2 log2(n_levels) entries, and the figure of a level all entries on the way to the root.
class LevelRanges {
  public:
    explicit LevelRanges(SummaryTask& task) : task_(task), n_(task.n_levels) {
        for (int64_t e = 0; e < 2 * n_; ++e) {
            task.largest[e] = task.sum[e] = 0;
            task.lightest[e] = std::numeric_limits<double>::infinity();
            task.heaviest[e] = 0;
        }
    }

    // A node, or several of the same levels.
    void add(int64_t begin, int64_t end, double radius, double lightest, double heaviest) {
        for (begin += n_, end += n_; begin < end; begin /= 2, end /= 2) {
            if (begin % 2) add_to(begin++, radius, lightest, heaviest);
            if (end % 2) add_to(--end, radius, lightest, heaviest);
        }
    }

    void finish() {
        for (int64_t e = 2; e < 2 * n_; ++e)
            add_to(e, task_.sum[e / 2], task_.lightest[e / 2], task_.heaviest[e / 2],
                   task_.largest[e / 2]);
    }

  private:
    SummaryTask& task_;
    const int64_t n_;

    void add_to(int64_t e, double sum, double lightest, double heaviest, double largest) {
        task_.sum[e] += sum;
        if (largest > task_.largest[e]) task_.largest[e] = largest;
        if (lightest < task_.lightest[e]) task_.lightest[e] = lightest;
        if (heaviest > task_.heaviest[e]) task_.heaviest[e] = heaviest;
    }
    void add_to(int64_t e, double radius, double lightest, double heaviest) {
        add_to(e, radius, lightest, heaviest, radius);
    }
};

}  // namespace

void summarise_levels(SummaryTask& task) {
    LevelRanges levels(task);
    const auto add_leaves = [&](int32_t begin, int32_t end, int64_t death) {
        if (begin == end) return;
        double lightest = 1, heaviest = 1;
        if (task.leaf_weights) {
            lightest = heaviest = task.leaf_weights[begin];
            for (int32_t leaf = begin + 1; leaf < end; ++leaf) {
                const double weight = task.leaf_weights[leaf];
                if (weight < lightest) lightest = weight;
                if (weight > heaviest) heaviest = weight;
            }
        }
        levels.add(0, death, 0, lightest, heaviest);
    };
    add_leaves(0, task.leaf_begin[0], task.n_levels);
    for (int64_t p = 0; p < task.n_inner; ++p) {
        const int32_t parent = task.parents[p];
        const int64_t death = parent < 0 ? task.n_levels : task.births[parent];
        const double weight =
            task.inner_weights
                ? task.inner_weights[p]
                : static_cast<double>(task.leaf_begin[task.subtree_end[p]] - task.leaf_begin[p]);
        levels.add(task.births[p], death, task.radii[p], weight, weight);
        add_leaves(task.leaf_begin[p], task.leaf_begin[p + 1], task.births[p]);
    }
    levels.finish();
}

const char* check_structure(StructureTask& task) {
    const int64_t n = task.n_leaves, n_inner = task.n_inner;
    for (int64_t leaf = 0; leaf < n; ++leaf) {
        const int32_t row = task.leaf_rows[leaf];
        if (row < 0 || row >= n || task.seen[row]) return "leaf_rows is not a permutation";
        task.seen[row] = 1;
    }
    for (int64_t i = 0; i < task.n_rows; ++i)
        if (task.leaf_of_row[i] < 0 || task.leaf_of_row[i] >= n)
            return "leaf_of_row names a leaf that is not there";
    if (task.leaf_begin[0] < 0 || task.leaf_begin[n_inner] != n)
        return "leaf_begin does not end with the leaves";
    for (int64_t p = 0; p < n_inner; ++p)
        if (task.leaf_begin[p] > task.leaf_begin[p + 1]) return "leaf_begin falls";
    for (int64_t m = 0; m < task.n_levels; ++m) task.n_nodes[m] = 0;
    task.n_nodes[0] = n;
    for (int64_t p = 0; p < n_inner; ++p) {
        const int32_t end = task.subtree_end[p], birth = task.births[p];
        if (end <= p || end > n_inner) return "subtree_end is out of range";
        if (task.leaf_begin[end] - task.leaf_begin[p] < 2) return "an inner node has no two leaves";
        // In tree order, the parent is the nearest node before this one whose subtree goes on.
        int64_t parent = p - 1;
        while (parent >= 0 && task.subtree_end[parent] <= p) parent = task.parents[parent];
        if (task.parents[p] != parent) return "parents do not agree with subtree_end";
        if (parent >= 0 && end > task.subtree_end[parent]) return "subtrees overlap";
        if (birth < 1 || birth >= task.n_levels || (parent >= 0 && birth >= task.births[parent]))
            return "births do not rise towards the root";
        // Counted as differences between a level and the one below it.
        task.n_nodes[birth] += 1 - (task.leaf_begin[p + 1] - task.leaf_begin[p]);
        if (parent >= 0) --task.n_nodes[task.births[parent]];
    }
    for (int64_t m = 1; m < task.n_levels; ++m) task.n_nodes[m] += task.n_nodes[m - 1];
    return nullptr;
}

}  // namespace bidvit::BIDVIT_ISA
