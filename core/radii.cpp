// Radii, level by level from the leaves up: a point below a child is at most the child's radius and
// the way to the child away, so most children are settled without a look at their points.

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
    const int64_t d = task.n_dims;
    Buffer<Candidate> candidates;
    for (int64_t node = task.node_begin; node < task.node_end; ++node) {
        if (node % 64 == 0 && task.stop->load(std::memory_order_relaxed)) return false;
        const T* centre = task.points + node * d;
        const int64_t begin = task.child_start[node], end = task.child_start[node + 1];
        Candidate* candidate = candidates.resize(static_cast<size_t>(end - begin));
        int64_t n_candidates = 0;
        double best = 0;
        for (int64_t child = begin; child < end; ++child) {
            const double step = M::distance_of(pair_value<M>(centre, task.child_points + child * d, d));
            const double radius = static_cast<double>(task.child_radii[child]);
            const bool is_leaf = task.child_leaf_start[child + 1] - task.child_leaf_start[child] == 1;
            if (task.bound_only)
                best = greatest(best, step + radius);
            else if (step == 0)
                best = greatest(best, radius);  // the same place: measured before
            else if (is_leaf && radius == 0)
                best = greatest(best, step);
            else
                candidate[n_candidates++] = {step + radius, child};
        }
        std::sort(candidate, candidate + n_candidates, FartherFirst{});
        for (int64_t c = 0; c < n_candidates && candidate[c].bound > best; ++c) {
            const int64_t child = candidate[c].child;
            double farthest = M::value_of(best);
            for (int64_t leaf = task.child_leaf_start[child]; leaf < task.child_leaf_start[child + 1]; ++leaf)
                farthest = greatest(farthest, pair_value<M>(centre, task.leaf_points + leaf * d, d));
            task.n_measured += task.child_leaf_start[child + 1] - task.child_leaf_start[child];
            best = greatest(best, M::distance_of(farthest));
        }
        task.radii[node] = stored<T>(best);
    }
    return true;
}

}  // namespace

template <class T> bool find_radii(RadiiTask<T>& task) {
    task.n_measured = 0;
    return with_metric(task.metric, [&task](auto metric) { return radii_of<decltype(metric)>(task); });
}

template bool find_radii(RadiiTask<float>&);
template bool find_radii(RadiiTask<double>&);

}  // namespace bidvit::BIDVIT_ISA
