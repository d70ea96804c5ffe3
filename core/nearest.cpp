#include "nearest.hpp"

#include <algorithm>
#include <limits>

#include "metric.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

struct Branch {
    double bound;  // no leaf below is nearer than this
    int64_t node;
    int level;
};

struct FarthestBoundFirst {
    bool operator()(const Branch& a, const Branch& b) const {
        return a.bound > b.bound || (a.bound == b.bound && a.node > b.node);
    }
};

template <class M, class T> bool nearest_of(NearestTask<T>& task) {
    const int64_t d = task.n_dims;
    // What rounding in one distance can amount to.
    const double slack = 4.0 * static_cast<double>(d + 4) * static_cast<double>(std::numeric_limits<T>::epsilon());
    Buffer<Branch> stack;
    for (int64_t q = task.query_begin; q < task.query_end; ++q) {
        if (task.stop->load(std::memory_order_relaxed)) return false;
        const T* x = task.queries + q * d;
        double best = std::numeric_limits<double>::infinity();
        int64_t nearest = -1;
        size_t n_stack = 0;
        const auto enter = [&](int level, int64_t begin, int64_t end) {
            stack.grow(n_stack + static_cast<size_t>(end - begin));
            const size_t first = n_stack;
            for (int64_t node = begin; node < end; ++node) {
                const double distance = M::distance_of(pair_value<M>(x, task.level_points[level] + node * d, d));
                if (level == 0) {
                    if (distance < best || (distance == best && node < nearest)) {
                        best = distance;
                        nearest = node;
                    }
                    continue;
                }
                const double radius = static_cast<double>(task.level_radii[level][node]);
                const double bound = distance - radius - slack * (distance + radius);
                if (bound <= best) stack[n_stack++] = {bound, node, level};
            }
            std::sort(stack.data() + first, stack.data() + n_stack, FarthestBoundFirst{});
        };
        const int top = task.n_levels - 1;
        enter(top, 0, task.level_sizes[top]);
        while (n_stack > 0) {
            const Branch branch = stack[--n_stack];
            if (branch.bound > best) continue;
            const int64_t* start = task.level_child_start[branch.level];
            enter(branch.level - 1, start[branch.node], start[branch.node + 1]);
        }
        task.nearest[q] = static_cast<int32_t>(nearest);
        if (task.distances) task.distances[q] = best;
    }
    return true;
}

}  // namespace

template <class T> bool find_nearest(NearestTask<T>& task) {
    return with_metric(task.metric, [&task](auto metric) { return nearest_of<decltype(metric)>(task); });
}

template bool find_nearest(NearestTask<float>&);
template bool find_nearest(NearestTask<double>&);

}  // namespace bidvit::BIDVIT_ISA
