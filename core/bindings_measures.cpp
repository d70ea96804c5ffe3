// The bindings of the kernels that score clusterings.

#include "bindings.hpp"
#include "measures.hpp"

namespace bidvit {
namespace {

template <class T>
Members<T> members_of(const Array2<const T>& rows, const Array1<const int32_t>& list,
                      const std::optional<Array1<const double>>& weights,
                      const Array1<const int32_t>& cluster_begin,
                      const Array1<const int32_t>& cluster_end, int64_t begin, int64_t end) {
    const size_t n_clusters = cluster_begin.shape(0);
    require(cluster_end.shape(0) == n_clusters && holds(weights, list.shape(0)) && 0 <= begin &&
                begin <= end && end <= static_cast<int64_t>(n_clusters),
            "the arrays of the clusters do not fit together");
    for (int64_t c = begin; c < end; ++c) {
        const auto i = static_cast<size_t>(c);
        require(0 <= cluster_begin(i) && cluster_begin(i) < cluster_end(i) &&
                    cluster_end(i) <= static_cast<int64_t>(list.shape(0)),
                "a cluster must have members, and they must be in the list");
    }
    return {rows.data(),
            static_cast<int64_t>(rows.shape(1)),
            list.data(),
            data_of(weights),
            cluster_begin.data(),
            cluster_end.data(),
            begin,
            end};
}

template <class T> void bind_spreads(nb::module_& m) {
    m.def(
        "find_centroids",
        [](Array2<const T> rows, Array1<const int32_t> list,
           std::optional<Array1<const double>> weights, Array1<const int32_t> cluster_begin,
           Array1<const int32_t> cluster_end, int64_t begin, int64_t end, Array2<double> centroids,
           const Stop& stop) {
            CentroidsTask<T> task{
                members_of<T>(rows, list, weights, cluster_begin, cluster_end, begin, end),
                centroids.data(), &stop};
            require(
                centroids.shape(0) == cluster_begin.shape(0) && centroids.shape(1) == rows.shape(1),
                "find_centroids: arrays do not fit together");
            if constexpr (std::is_same_v<T, float>)
                run(active_set->measures->find_centroids_f32, task);
            else
                run(active_set->measures->find_centroids_f64, task);
        },
        "rows"_a.noconvert(), "list"_a.noconvert(), "weights"_a.none().noconvert(),
        "cluster_begin"_a.noconvert(), "cluster_end"_a.noconvert(), "begin"_a, "end"_a,
        "centroids"_a.noconvert(), "stop"_a, "Weighted means of a range of clusters, in float64.");

    m.def(
        "measure_spreads",
        [](Array2<const T> rows, Array1<const int32_t> list,
           std::optional<Array1<const double>> weights, Array1<const int32_t> cluster_begin,
           Array1<const int32_t> cluster_end, int64_t begin, int64_t end, const std::string& metric,
           bool as_angles, Array2<const double> centres, Array1<double> cluster_weights,
           Array1<double> distances, Array1<double> squares, Array1<double> farthest,
           const Stop& stop) {
            SpreadsTask<T> task{
                members_of<T>(rows, list, weights, cluster_begin, cluster_end, begin, end),
                metric_of(metric),
                as_angles,
                centres.data(),
                cluster_weights.data(),
                distances.data(),
                squares.data(),
                farthest.data(),
                &stop};
            const size_t n_clusters = cluster_begin.shape(0);
            require(static_cast<int64_t>(centres.shape(0)) == end - begin &&
                        centres.shape(1) == rows.shape(1) &&
                        cluster_weights.shape(0) == n_clusters &&
                        distances.shape(0) == n_clusters && squares.shape(0) == n_clusters &&
                        farthest.shape(0) == n_clusters,
                    "measure_spreads: arrays do not fit together");
            if constexpr (std::is_same_v<T, float>)
                run(active_set->measures->measure_spreads_f32, task);
            else
                run(active_set->measures->measure_spreads_f64, task);
        },
        "rows"_a.noconvert(), "list"_a.noconvert(), "weights"_a.none().noconvert(),
        "cluster_begin"_a.noconvert(), "cluster_end"_a.noconvert(), "begin"_a, "end"_a, "metric"_a,
        "as_angles"_a, "centres"_a.noconvert(), "cluster_weights"_a.noconvert(),
        "distances"_a.noconvert(), "squares"_a.noconvert(), "farthest"_a.noconvert(), "stop"_a,
        "Of a range of clusters, whose centres are given: sums of weights, of weighted distances "
        "from the centre and of their squares, and the largest distance.");
}

}  // namespace

void bind_measures(nb::module_& m) {
    bind_spreads<float>(m);
    bind_spreads<double>(m);

    m.def(
        "find_worst_ratios",
        [](Array2<const double> centroids, Array1<const double> spreads,
           Array1<const int64_t> chunk_offsets, Array3<const double> boxes,
           Array1<const double> largest, double least_distance, int64_t chunk_begin,
           int64_t chunk_end, Array1<double> ratios, const Stop& stop) {
            const size_t n = centroids.shape(0), d = centroids.shape(1),
                         n_leaves = boxes.shape(0) / 2;
            require(chunk_offsets.shape(0) >= 2, "find_worst_ratios: there must be a chunk");
            const auto n_chunks = static_cast<int64_t>(chunk_offsets.shape(0)) - 1;
            require(n_leaves >= static_cast<size_t>(n_chunks) && (n_leaves & (n_leaves - 1)) == 0 &&
                        boxes.shape(1) == 2 && boxes.shape(2) == d &&
                        largest.shape(0) == 2 * n_leaves && spreads.shape(0) == n &&
                        ratios.shape(0) == n && 0 <= chunk_begin && chunk_begin <= chunk_end &&
                        chunk_end <= n_chunks,
                    "find_worst_ratios: arrays do not fit together");
            for (size_t c = 0; c < chunk_offsets.shape(0); ++c)
                require(chunk_offsets(c) >= (c ? chunk_offsets(c - 1) : 0) &&
                            chunk_offsets(c) <= static_cast<int64_t>(n),
                        "find_worst_ratios: chunks must come one after the other");
            RatiosTask task{centroids.data(),
                            static_cast<int64_t>(d),
                            spreads.data(),
                            chunk_offsets.data(),
                            n_chunks,
                            boxes.data(),
                            largest.data(),
                            static_cast<int64_t>(n_leaves),
                            least_distance,
                            chunk_begin,
                            chunk_end,
                            ratios.data(),
                            0,
                            &stop};
            run(active_set->measures->find_worst_ratios, task);
            return task.n_measured;
        },
        "centroids"_a.noconvert(), "spreads"_a.noconvert(), "chunk_offsets"_a.noconvert(),
        "boxes"_a.noconvert(), "largest"_a.noconvert(), "least_distance"_a, "chunk_begin"_a,
        "chunk_end"_a, "ratios"_a.noconvert(), "stop"_a,
        "Largest ratio of two spreads to the distance between their centroids, for each cluster of "
        "a range of chunks; returns how many distances were measured.");

    m.def(
        "count_classes",
        [](Array1<const int32_t> classes, int64_t n_classes, Array1<const int32_t> row_begin,
           Array1<const int32_t> leaf_begin, Array1<const int32_t> subtree_end,
           Array1<double> squares, Array1<double> logs, Array1<double> pairs, const Stop& stop) {
            const size_t n_inner = subtree_end.shape(0);
            require(row_begin.shape(0) > 0 && leaf_begin.shape(0) == n_inner + 1,
                    "count_classes: arrays do not fit together");
            const size_t n_leaves = row_begin.shape(0) - 1, n_nodes = n_leaves + n_inner + 1;
            require(static_cast<size_t>(row_begin(n_leaves)) == classes.shape(0) &&
                        static_cast<size_t>(leaf_begin(n_inner)) == n_leaves &&
                        squares.shape(0) == n_nodes && logs.shape(0) == n_nodes &&
                        pairs.shape(0) == n_nodes,
                    "count_classes: arrays do not fit together");
            for (size_t row = 0; row < classes.shape(0); ++row)
                require(0 <= classes(row) && classes(row) < n_classes,
                        "count_classes: there is no such class");
            ClassesTask task{classes.data(),
                             n_classes,
                             row_begin.data(),
                             static_cast<int64_t>(n_leaves),
                             leaf_begin.data(),
                             subtree_end.data(),
                             static_cast<int64_t>(n_inner),
                             squares.data(),
                             logs.data(),
                             pairs.data(),
                             &stop};
            run(active_set->measures->count_classes, task);
        },
        "classes"_a.noconvert(), "n_classes"_a, "row_begin"_a.noconvert(),
        "leaf_begin"_a.noconvert(), "subtree_end"_a.noconvert(), "squares"_a.noconvert(),
        "logs"_a.noconvert(), "pairs"_a.noconvert(), "stop"_a,
        "Of every node of a tree, and one above all roots: sums over the classes of its rows.");
}

}  // namespace bidvit
