// The nearest rows through the tree: a subtree is entered only if its ball can hold a nearer one.

#include "nearest.hpp"

#include <algorithm>
#include <limits>

#include "best.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

struct Branch {
    double bound;  // no leaf below is nearer than this
    int32_t node;
};

struct FarthestBoundFirst {
    bool operator()(const Branch& a, const Branch& b) const {
        return a.bound > b.bound || (a.bound == b.bound && a.node > b.node);
    }
};

template <class M, class T> bool nearest_of(NearestTask<T>& task) {
    const TreeArrays<T>& tree = task.tree;
    const int64_t d = tree.n_dims;
    // What rounding in one distance can amount to.
    const double slack =
        4.0 * static_cast<double>(d + 4) * static_cast<double>(std::numeric_limits<T>::epsilon());
    Buffer<Branch> stack;
    for (int64_t q = task.query_begin; q < task.query_end; ++q) {
        const T* x = task.queries + q * d;
        Best<M, T> best;
        best.start(task.nearest + q * task.k, task.distances + q * task.k, task.k, d);
        size_t n_stack = 0;
        const auto push = [&](int64_t inner) {
            const double distance = M::distance_of(pair_value<M>(x, tree.points + inner * d, d));
            const double radius = static_cast<double>(task.radii[inner]);
            const double bound = distance - radius - slack * (distance + radius);
            // Not a number, in a damaged file, is no bound and must not get among those sorted.
            if (!(bound <= best.distance())) return;
            stack.grow(n_stack + 1);
            stack[n_stack++] = {bound, static_cast<int32_t>(inner)};
        };
        const auto open = [&](int64_t leaf_begin, int64_t leaf_end, int64_t begin, int64_t end) {
            for (int64_t leaf = leaf_begin; leaf < leaf_end; ++leaf)
                best.offer(
                    pair_value<M>(x, tree.rows + static_cast<int64_t>(tree.leaf_rows[leaf]) * d, d),
                    tree.leaf_rows[leaf]);
            const size_t first = n_stack;
            for (int64_t c = begin; c < end; c = tree.subtree_end[c]) push(c);
            std::sort(stack.data() + first, stack.data() + n_stack, FarthestBoundFirst{});
            task.n_measured += leaf_end - leaf_begin + static_cast<int64_t>(n_stack - first);
        };
        open(0, tree.leaf_begin[0], 0, tree.n_inner);
        for (int64_t n_opened = 0; n_stack > 0; ++n_opened) {
            if (n_opened % 256 == 0 && task.stop->load(std::memory_order_relaxed)) return false;
            if (task.n_measured > task.most_measured) return true;
            const Branch branch = stack[--n_stack];
            if (branch.bound > best.distance()) continue;
            const int64_t p = branch.node;
            open(tree.leaf_begin[p], tree.leaf_begin[p + 1], p + 1, tree.subtree_end[p]);
        }
        best.sort();
    }
    return true;
}

}  // namespace

template <class T> bool find_nearest(NearestTask<T>& task) {
    task.n_measured = 0;
    return with_metric(task.tree.metric,
                       [&task](auto metric) { return nearest_of<decltype(metric)>(task); });
}

template bool find_nearest(NearestTask<float>&);
template bool find_nearest(NearestTask<double>&);

}  // namespace bidvit::BIDVIT_ISA
