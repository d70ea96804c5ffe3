// Radii, from the leaves up: a point below a child is at most the child's radius and the way to the
// child away, so most children are settled without a look at their points.

#include "radii.hpp"

#include <algorithm>
#include <limits>

#include "metric.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

// Rounded up, so that a stored radius bounds the distances it was measured from.
template <class T> T stored(double radius) {
    T r = static_cast<T>(radius);
    if (static_cast<double>(r) < radius) r = std::nextafter(r, std::numeric_limits<T>::max());
    return r;
}

struct Candidate {
    double bound;
    int64_t child;
};

struct FartherFirst {
    bool operator()(const Candidate& a, const Candidate& b) const {
        return a.bound > b.bound || (a.bound == b.bound && a.child < b.child);
    }
};

template <class M, class T> bool radii_of(RadiiTask<T>& task) {
    const TreeArrays<T>& tree = task.tree;
    const int64_t d = tree.n_dims;
    // The largest value from a point to a range of leaves.
    const auto farthest = [&](const T* centre, int64_t begin, int64_t end) {
        double largest = 0;
        for (int64_t leaf = begin; leaf < end; ++leaf)
            largest = greatest(largest, pair_value<M>(centre, tree.rows + static_cast<int64_t>(tree.leaf_rows[leaf]) * d, d));
        task.n_measured += end - begin;
        return M::distance_of(largest);
    };
    Buffer<Candidate> candidates;
    for (int64_t node = task.node_begin; node < task.node_end; ++node) {
        if (node % 64 == 0 && task.stop->load(std::memory_order_relaxed)) return false;
        const T* centre = tree.points + node * d;
        const int64_t begin = tree.child_start[node], end = tree.child_start[node + 1];
        double best = farthest(centre, tree.leaf_begin[node], tree.own_leaves_end(node));
        Candidate* candidate = candidates.resize(static_cast<size_t>(end - begin));
        for (int64_t c = begin; c < end; ++c) {
            const int64_t child = tree.children[c];
            const double step = M::distance_of(pair_value<M>(centre, tree.points + child * d, d));
            candidate[c - begin] = {step + static_cast<double>(task.radii[child]), child};
        }
        std::sort(candidate, candidate + (end - begin), FartherFirst{});
        for (int64_t c = 0; c < end - begin && candidate[c].bound > best; ++c) {
            const int64_t child = candidate[c].child;
            best = task.bound_only ? candidate[c].bound
                                   : greatest(best, farthest(centre, tree.leaf_begin[child], tree.leaf_end[child]));
        }
        task.radii[node] = stored<T>(best);
    }
    return true;
}

}  // namespace

template <class T> bool find_radii(RadiiTask<T>& task) {
    task.n_measured = 0;
    return with_metric(task.tree.metric, [&task](auto metric) { return radii_of<decltype(metric)>(task); });
}

template bool find_radii(RadiiTask<float>&);
template bool find_radii(RadiiTask<double>&);

}  // namespace bidvit::BIDVIT_ISA
