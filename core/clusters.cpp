// What is measured of the clusters of a cut: their means, and from a centre of each the nearest and
// the farthest of its leaves.

#include "clusters.hpp"

#include "metric.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

constexpr int64_t between_stops = 1 << 12;  // leaves

// Calls a function for every leaf of a cluster, the rows of those to come on their way.
template <class T, class F>
BIDVIT_INLINE void for_leaves(const ClusterArrays<T>& clusters, int64_t cluster, F f) {
    constexpr int64_t ahead = 4;
    const int64_t d = clusters.n_dims, end = clusters.begin[cluster + 1];
    for (int64_t i = clusters.begin[cluster]; i < end; ++i) {
        if (i + ahead < end) {
            const char* next = reinterpret_cast<const char*>(
                clusters.rows +
                static_cast<int64_t>(clusters.leaf_rows[clusters.order[i + ahead]]) * d);
            for (int64_t b = 0; b < least<int64_t>(d * static_cast<int64_t>(sizeof(T)), 512);
                 b += 64)
                __builtin_prefetch(next + b);
        }
        const int32_t leaf = clusters.order[i], row = clusters.leaf_rows[leaf];
        f(leaf, row, clusters.rows + static_cast<int64_t>(row) * d);
    }
}

// Runs a function for every cluster and looks at the flag now and then.
template <class T, class F>
BIDVIT_INLINE bool for_clusters(const ClusterArrays<T>& clusters, const Stop& stop, F f) {
    int64_t n_leaves = between_stops;
    for (int64_t c = clusters.first; c < clusters.last; ++c) {
        if (n_leaves >= between_stops) {
            if (stop.load(std::memory_order_relaxed)) return false;
            n_leaves = 0;
        }
        f(c);
        n_leaves += clusters.begin[c + 1] - clusters.begin[c];
    }
    return true;
}

template <class M, class T> bool reach_of(ReachTask<T>& task) {
    const ClusterArrays<T>& clusters = task.clusters;
    return for_clusters(clusters, *task.stop, [&](int64_t c) {
        const T* centre = task.centres + c * clusters.n_dims;
        double nearest = 0, farthest = 0;
        int32_t nearest_leaf = -1, nearest_row = -1;
        for_leaves(clusters, c, [&](int32_t leaf, int32_t row, const T* x) {
            const double value = pair_value<M>(centre, x, clusters.n_dims);
            farthest = greatest(farthest, value);
            if (nearest_leaf < 0 || value < nearest || (value == nearest && row < nearest_row)) {
                nearest = value;
                nearest_leaf = leaf;
                nearest_row = row;
            }
        });
        task.radii[c] = rounded_up<T>(M::distance_of(farthest));
        task.nearest[c] = nearest_leaf;
    });
}

}  // namespace

template <class T> bool find_means(MeansTask<T>& task) {
    const ClusterArrays<T>& clusters = task.clusters;
    const int64_t d = clusters.n_dims;
    Buffer<double> mean;
    mean.resize(static_cast<size_t>(d));
    return for_clusters(clusters, *task.stop, [&](int64_t c) {
        T* out = task.means + c * d;
        const int32_t leaf = clusters.order[clusters.begin[c]];
        const T* first = clusters.rows + static_cast<int64_t>(clusters.leaf_rows[leaf]) * d;
        if (clusters.begin[c + 1] - clusters.begin[c] == 1) {
            std::memcpy(out, first, static_cast<size_t>(d) * sizeof(T));
            return;
        }
        for (int64_t k = 0; k < d; ++k) mean[static_cast<size_t>(k)] = 0;
        double total = 0;
        for_leaves(clusters, c, [&](int32_t l, int32_t, const T* x) {
            const double weight = task.leaf_weights ? task.leaf_weights[l] : 1.0;
            total += weight;
            const double share = weight / total;
            double* m = mean.data();
            for (int64_t k = 0; k < d; ++k) m[k] += (static_cast<double>(x[k]) - m[k]) * share;
        });
        double scale = 1;
        if (task.on_sphere) {
            double square = 0;
            for (int64_t k = 0; k < d; ++k) {
                const double x = mean[static_cast<size_t>(k)];
                square += x * x;
            }
            // Points that cancel out have no mean direction: stay at the first of them.
            if (std::sqrt(square) <= 1e-12) {
                std::memcpy(out, first, static_cast<size_t>(d) * sizeof(T));
                return;
            }
            scale = 1 / std::sqrt(square);
        }
        for (int64_t k = 0; k < d; ++k)
            out[k] = static_cast<T>(mean[static_cast<size_t>(k)] * scale);
    });
}

template <class T> bool find_reach(ReachTask<T>& task) {
    return with_metric(task.metric,
                       [&task](auto metric) { return reach_of<decltype(metric)>(task); });
}

template bool find_means(MeansTask<float>&);
template bool find_means(MeansTask<double>&);
template bool find_reach(ReachTask<float>&);
template bool find_reach(ReachTask<double>&);

}  // namespace bidvit::BIDVIT_ISA
