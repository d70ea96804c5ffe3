// The bindings: numpy arrays in, task records filled, a kernel called without the GIL. Callers
// allocate what is written, so that memory is counted and reused on the Python side.

#include "bindings.hpp"

#include <algorithm>

namespace bidvit {

namespace {

std::vector<const KernelSet*> supported_sets() {
    std::vector<const KernelSet*> sets{&baseline::kernel_set};
#ifdef BIDVIT_X86_VARIANTS
    __builtin_cpu_init();
    const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                    __builtin_cpu_supports("lzcnt") && __builtin_cpu_supports("movbe") &&
                    __builtin_cpu_supports("f16c");
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    if (v3) sets.push_back(&x86_v3::kernel_set);
    if (v4) sets.push_back(&x86_v4::kernel_set);
#endif
    return sets;
}

}  // namespace

const KernelSet* active_set = supported_sets().back();

namespace {

template <class T>
TreeArrays<T> tree_arrays(const Array2<const T>& rows, const Array1<const int32_t>& leaf_rows,
                          const Array2<const T>& points, const Array1<const int32_t>& leaf_begin,
                          const Array1<const int32_t>& subtree_end, const std::string& metric) {
    const size_t n_inner = points.shape(0);
    require(leaf_begin.shape(0) == n_inner + 1 && subtree_end.shape(0) == n_inner &&
                points.shape(1) == rows.shape(1),
            "the arrays of the tree do not fit together");
    return {rows.data(),
            leaf_rows.data(),
            static_cast<int64_t>(leaf_rows.shape(0)),
            points.data(),
            static_cast<int64_t>(n_inner),
            leaf_begin.data(),
            subtree_end.data(),
            static_cast<int64_t>(points.shape(1)),
            metric_of(metric)};
}

template <class T>
ClusterArrays<T> cluster_arrays(const Array2<const T>& rows, const Array1<const int32_t>& leaf_rows,
                                const Array1<const int32_t>& order,
                                const Array1<const int32_t>& begin, int64_t first, int64_t last) {
    require(order.shape(0) == leaf_rows.shape(0) && 0 <= first && first <= last &&
                last < static_cast<int64_t>(begin.shape(0)),
            "the arrays of the clusters do not fit together");
    return {rows.data(),
            static_cast<int64_t>(rows.shape(1)),
            leaf_rows.data(),
            order.data(),
            begin.data(),
            first,
            last};
}

// Room for the answers to all queries up to an end.
template <class T> bool hold_answers(const Array2<const T>& queries, int64_t query_end,
                                     const Array2<int32_t>& nearest,
                                     const Array2<double>& distances) {
    return query_end <= static_cast<int64_t>(queries.shape(0)) && nearest.shape(1) > 0 &&
           nearest.shape(0) == queries.shape(0) && distances.shape(0) == queries.shape(0) &&
           distances.shape(1) == nearest.shape(1);
}

template <class T, class Columns, class BlockRows>
bool fit_blocks(const Array2<const T>& rows, const Columns& columns, const BlockRows& block_rows,
                const Columns& boxes) {
    return columns.shape(0) == block_rows.shape(0) && columns.shape(1) == rows.shape(1) &&
           columns.shape(2) == block_rows.shape(1) && block_rows.shape(0) > 0 &&
           block_rows.shape(1) % block_group == 0 &&
           boxes.shape(0) ==
               static_cast<size_t>(count_box_nodes(static_cast<int64_t>(block_rows.shape(0)))) &&
           boxes.shape(1) == rows.shape(1) &&
           boxes.shape(2) == static_cast<size_t>(2 * block_group);
}

bool are_colours(const Array2<const float>& rows) { return rows.shape(1) == 3; }

// How many leaves a heap of boxes has, which must be enough for the chunks.
template <class T> int64_t n_leaves_of(const Array3<T>& boxes, size_t n_chunks, size_t n_dims) {
    const size_t n_leaves = boxes.shape(0) / 2;
    require(n_leaves >= n_chunks && n_leaves > 0 && (n_leaves & (n_leaves - 1)) == 0 &&
                boxes.shape(1) == 2 && boxes.shape(2) == n_dims,
            "the heap of boxes does not fit the chunks");
    return static_cast<int64_t>(n_leaves);
}

// Python sees the counts of a coarsening as named figures.
struct Counts : CoarsenCounts {
    int64_t n_nodes, n_born;
    SearchCounts found;
};

template <class T> void bind(nb::module_& m) {
    m.def(
        "hash",
        [](Array2<const T> points, int64_t begin, int64_t end, Array1<uint64_t> hashes,
           const Stop& stop) {
            const auto n = static_cast<int64_t>(points.shape(0));
            require(0 <= begin && end <= n && static_cast<int64_t>(hashes.shape(0)) == n,
                    "hash: rows out of range");
            HashTask<T> task{points.data(), static_cast<int64_t>(points.shape(1)),
                             begin,         end,
                             hashes.data(), &stop};
            run(kernels<T>().hash, task);
        },
        "points"_a.noconvert(), "begin"_a, "end"_a, "hashes"_a.noconvert(), "stop"_a,
        "Hashes of a range of rows; equal rows have equal ones.");

    m.def(
        "find_distinct",
        [](Array2<const T> points, std::optional<Array1<const double>> row_weights,
           Array1<const uint64_t> hashes, int32_t shard, int32_t n_shards,
           Array1<int32_t> first_equal, const Stop& stop) {
            const size_t n = points.shape(0);
            require(hashes.shape(0) == n && first_equal.shape(0) == n && holds(row_weights, n),
                    "find_distinct: all arrays must have one entry per row");
            require(0 <= shard && shard < n_shards && n_shards < (1 << 24),
                    "find_distinct: there is no such shard");
            DistinctTask<T> task{points.data(),
                                 static_cast<int64_t>(n),
                                 static_cast<int64_t>(points.shape(1)),
                                 data_of(row_weights),
                                 hashes.data(),
                                 shard,
                                 n_shards,
                                 first_equal.data(),
                                 0,
                                 &stop};
            run(kernels<T>().find_distinct, task);
            return task.n_distinct;
        },
        "points"_a.noconvert(), "row_weights"_a.none(), "hashes"_a.noconvert(), "shard"_a,
        "n_shards"_a, "first_equal"_a.noconvert(), "stop"_a,
        "Find the first row equal to each row of a shard; returns how many of these are distinct.");

    m.def(
        "choose_hot_axes",
        [](Array2<const T> box, Array3<const uint64_t> moments, int64_t n_points) {
            const size_t d = box.shape(1);
            require(box.shape(0) == 2 && d > 0 && moments.shape(1) == 3 && moments.shape(2) == d &&
                        n_points > 0,
                    "choose_hot_axes: arrays do not fit together");
            PartitionTask<T> task{};
            task.n_dims = static_cast<int64_t>(d);
            task.n_points = n_points;
            task.box = box.data();
            task.moments = moments.data();
            task.n_moments = static_cast<int64_t>(moments.shape(0));
            run(kernels<T>().choose_hot_axes, task);
            return task.hot;
        },
        "box"_a.noconvert(), "moments"_a.noconvert(), "n_points"_a,
        "The axes that the first cut starts from; none where their moments are not enough to "
        "tell.");

    m.def(
        "to_columns",
        [](Array2<const T> points, int64_t begin, int64_t end, const HotAxes& hot,
           Array1<T> workspace) {
            const auto n = static_cast<int64_t>(points.shape(0)),
                       d = static_cast<int64_t>(points.shape(1));
            require(0 <= begin && end <= n && hot.n <= partition_hot_axes(d) &&
                        std::all_of(hot.axis, hot.axis + hot.n,
                                    [d](int32_t axis) { return 0 <= axis && axis < d; }) &&
                        static_cast<int64_t>(workspace.shape(0)) >= partition_workspace(n, d),
                    "to_columns: arrays do not fit together");
            nb::gil_scoped_release release;
            kernels<T>().to_columns(points.data(), d, begin, end, hot, workspace.data(),
                                    partition_stride(n));
        },
        "points"_a.noconvert(), "begin"_a, "end"_a, "hot"_a, "workspace"_a.noconvert(),
        "Write the hot axes of a range of rows as the columns that a partition works on.");

    m.def(
        "to_rows",
        [](Array1<const T> workspace, int64_t begin, int64_t end, Array2<T> points) {
            const auto n = static_cast<int64_t>(points.shape(0)),
                       d = static_cast<int64_t>(points.shape(1));
            require(0 <= begin && end <= n && d <= all_hot_up_to &&
                        static_cast<int64_t>(workspace.shape(0)) >= partition_workspace(n, d),
                    "to_rows: arrays do not fit together");
            nb::gil_scoped_release release;
            kernels<T>().to_rows(workspace.data(), partition_stride(n), d, begin, end,
                                 points.data());
        },
        "workspace"_a.noconvert(), "begin"_a, "end"_a, "points"_a.noconvert(),
        "Rows from the columns a partition has left, chunk by chunk.");

    m.def(
        "partition",
        [](Array2<const T> points, Array1<int32_t> order, int64_t begin, int64_t end,
           int64_t max_chunk_size, int max_depth, Array2<const T> box, const HotAxes& hot,
           std::optional<Array3<const uint64_t>> moments, Array1<T> workspace, const Stop& stop) {
            const auto n_all = static_cast<int64_t>(order.shape(0)),
                       d = static_cast<int64_t>(points.shape(1));
            require(0 <= begin && begin < end && end <= n_all && max_chunk_size > 0 &&
                        max_depth >= 0 && max_depth <= 31,
                    "partition: range or limits out of range");
            require(box.shape(0) == 2 && static_cast<int64_t>(box.shape(1)) == d,
                    "partition: box must be two rows of points");
            require(static_cast<int64_t>(workspace.shape(0)) >= partition_workspace(n_all, d),
                    "partition: the workspace is too small");
            require(!moments ||
                        (moments->shape(1) == 3 && static_cast<int64_t>(moments->shape(2)) == d),
                    "partition: moments must be three rows per part");
            // Halving gives at most the next power of two of runs.
            int64_t most = 1;
            for (int depth = 0;
                 depth < max_depth && (end - begin + most - 1) / most > max_chunk_size; ++depth)
                most *= 2;
            // A complete partition needs no continuation.
            const bool complete = max_depth == 31;
            std::vector<int64_t> ends(static_cast<size_t>(most));
            std::vector<T> boxes(complete ? 0 : static_cast<size_t>(most * 2 * d));
            std::vector<HotAxes> hot_axes(complete ? 0 : static_cast<size_t>(most));
            const int64_t stride = partition_stride(n_all);
            PartitionTask<T> task{points.data(),
                                  d,
                                  order.data() + begin,
                                  end - begin,
                                  max_chunk_size,
                                  max_depth,
                                  box.data(),
                                  hot,
                                  data_of(moments),
                                  moments ? static_cast<int64_t>(moments->shape(0)) : 0,
                                  workspace.data() + begin,
                                  stride,
                                  workspace.data() + stride * partition_hot_axes(d) + begin,
                                  ends.data(),
                                  complete ? nullptr : boxes.data(),
                                  hot_axes.data(),
                                  0,
                                  &stop};
            run(kernels<T>().partition, task);
            ends.resize(static_cast<size_t>(task.n_runs));
            for (int64_t& run_end : ends) run_end += begin;
            auto* kept = new std::vector<T>(std::move(boxes));
            nb::capsule owner(kept,
                              [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
            const size_t n_kept = complete ? 0 : ends.size();
            hot_axes.resize(n_kept);
            return std::make_tuple(ends,
                                   nb::ndarray<nb::numpy, T, nb::shape<-1, 2, -1>>(
                                       kept->data(), {n_kept, 2, static_cast<size_t>(d)}, owner),
                                   hot_axes);
        },
        "points"_a.noconvert(), "order"_a.noconvert(), "begin"_a, "end"_a, "max_chunk_size"_a,
        "max_depth"_a, "box"_a.noconvert(), "hot"_a, "moments"_a.none(), "workspace"_a.noconvert(),
        "stop"_a,
        "Median cut in place; returns the end of each run, and what cutting it further starts "
        "from.");

    m.def(
        "measure_moments",
        [](Array2<const T> points, int64_t begin, int64_t end, Array2<const T> box,
           Array2<uint64_t> moments, const Stop& stop) {
            const size_t d = points.shape(1);
            require(0 <= begin && begin < end && end <= static_cast<int64_t>(points.shape(0)) &&
                        box.shape(0) == 2 && box.shape(1) == d && moments.shape(0) == 3 &&
                        moments.shape(1) == d,
                    "measure_moments: arrays do not fit together");
            MomentsTask<T> task{points.data(), static_cast<int64_t>(d), begin, end,
                                box.data(),    moments.data(),          &stop};
            run(kernels<T>().measure_moments, task);
        },
        "points"_a.noconvert(), "begin"_a, "end"_a, "box"_a.noconvert(), "moments"_a.noconvert(),
        "stop"_a, "Exact first and second moments of some rows, for a partition to add up.");

    m.def(
        "choose_axis",
        [](int64_t n_points, Array2<const T> box, Array3<const uint64_t> moments) {
            const size_t d = box.shape(1);
            require(n_points > 0 && d > 0 && box.shape(0) == 2 && moments.shape(0) > 0 &&
                        moments.shape(1) == 3 && moments.shape(2) == d,
                    "choose_axis: arrays do not fit together");
            AxisTask<T> task{n_points,
                             static_cast<int64_t>(d),
                             box.data(),
                             moments.data(),
                             static_cast<int64_t>(moments.shape(0)),
                             -1,
                             false};
            kernels<T>().choose_axis(task);
            return std::make_tuple(task.axis, task.trusted);
        },
        "n_points"_a, "box"_a.noconvert(), "moments"_a.noconvert(),
        "The axis a median cut takes, and whether the box resolves the points well enough to "
        "trust that.");

    m.def(
        "find_parts",
        [](Array2<const T> points, int32_t first_id, Array1<const int32_t> axes,
           Array1<const T> values, Array1<const int32_t> ids, Array2<const int32_t> children,
           Array1<int32_t> parts, const Stop& stop) {
            const size_t n = points.shape(0), n_splits = axes.shape(0);
            require(parts.shape(0) == n && values.shape(0) == n_splits &&
                        ids.shape(0) == n_splits && children.shape(0) == n_splits &&
                        children.shape(1) == 2,
                    "find_parts: arrays do not fit together");
            for (size_t s = 0; s < n_splits; ++s) {
                require(
                    0 <= axes.data()[s] && axes.data()[s] < static_cast<int64_t>(points.shape(1)),
                    "find_parts: there is no such axis");
                for (size_t side = 0; side < 2; ++side) {
                    const int32_t child = children.data()[2 * s + side];
                    require(child < 0 || (static_cast<size_t>(child) > s &&
                                          static_cast<size_t>(child) < n_splits),
                            "find_parts: splits must come before those below them");
                }
            }
            PartsTask<T> task{points.data(),
                              static_cast<int64_t>(n),
                              static_cast<int64_t>(points.shape(1)),
                              first_id,
                              axes.data(),
                              values.data(),
                              ids.data(),
                              children.data(),
                              static_cast<int64_t>(n_splits),
                              parts.data(),
                              &stop};
            run(kernels<T>().find_parts, task);
        },
        "points"_a.noconvert(), "first_id"_a, "axes"_a.noconvert(), "values"_a.noconvert(),
        "ids"_a.noconvert(), "children"_a.noconvert(), "parts"_a.noconvert(), "stop"_a,
        "The part every row belongs to after some cuts.");

    m.def(
        "bounding_box",
        [](Array2<const T> points, int64_t begin, int64_t end, Array2<T> box) {
            require(0 <= begin && begin < end && end <= static_cast<int64_t>(points.shape(0)) &&
                        box.shape(0) == 2 && box.shape(1) == points.shape(1),
                    "bounding_box: arrays do not fit together");
            nb::gil_scoped_release release;
            kernels<T>().bounding_box(points.data(), begin, end,
                                      static_cast<int64_t>(points.shape(1)), box.data());
        },
        "points"_a.noconvert(), "begin"_a, "end"_a, "box"_a.noconvert(),
        "Least and largest coordinates of some rows, as two rows; not a number on an axis where "
        "one is not finite.");

    m.def(
        "coarsen",
        [](Array2<const T> points, std::optional<Array1<const double>> weights,
           std::optional<Array1<const double>> selection_weights, Array1<const int32_t> order,
           bool in_order, Array1<const int64_t> chunk_offsets, int64_t chunk_begin,
           int64_t chunk_end, double epsilon, double weight_unit, const std::string& metric,
           const std::string& linkage, const std::string& representation, bool on_sphere,
           uint64_t seed, uint64_t level, std::optional<Array1<const int32_t>> ids,
           int64_t n_leaves, std::optional<Array2<T>> kept_points,
           std::optional<Array1<double>> kept_weights,
           std::optional<Array1<const uint8_t>> given_picks,
           std::optional<std::tuple<int64_t, bool>> search,
           std::optional<Array1<double>> set_weights, Array2<T> node_points,
           Array1<double> node_weights, Array1<int32_t> only_child,
           std::optional<Array1<int32_t>> node_picks, Array1<int32_t> parents, const Stop& stop) {
            const size_t n = order.shape(0);
            require(holds(weights, n) && holds(selection_weights, n) && node_points.shape(0) >= n &&
                        node_points.shape(1) == points.shape(1) && node_weights.shape(0) >= n &&
                        only_child.shape(0) >= n && holds(node_picks, n) && parents.shape(0) >= n &&
                        holds(ids, n) && holds(given_picks, n),
                    "coarsen: all arrays must have one entry per node");
            require(0 <= chunk_begin && chunk_begin <= chunk_end &&
                        chunk_end < static_cast<int64_t>(chunk_offsets.shape(0)),
                    "coarsen: chunks out of range");
            require(!search ||
                        (set_weights && static_cast<int64_t>(set_weights->shape(0)) >= chunk_end),
                    "coarsen: set_weights must have one entry per chunk");
            const SearchRules rules =
                search ? SearchRules{std::get<0>(*search), std::get<1>(*search)} : SearchRules{};
            CoarsenTask<T> task{
                points.data(),
                static_cast<int64_t>(points.shape(1)),
                data_of(weights),
                data_of(selection_weights),
                order.data(),
                in_order,
                chunk_offsets.data(),
                chunk_begin,
                chunk_end,
                epsilon,
                weight_unit,
                metric_of(metric),
                linkage_of(linkage),
                representation_of(representation),
                on_sphere,
                seed,
                level,
                {data_of(ids), n_leaves, data_of(kept_points), data_of(kept_weights)},
                data_of(given_picks),
                search ? &rules : nullptr,
                data_of(set_weights),
                node_points.data(),
                node_weights.data(),
                only_child.data(),
                data_of(node_picks),
                parents.data(),
                0,
                0,
                {},
                {},
                &stop};
            run(kernels<T>().coarsen, task);
            return Counts{task.counts, task.n_nodes, task.n_born, task.found};
        },
        "points"_a.noconvert(), "weights"_a.none(), "selection_weights"_a.none(),
        "order"_a.noconvert(), "in_order"_a, "chunk_offsets"_a.noconvert(), "chunk_begin"_a,
        "chunk_end"_a, "epsilon"_a, "weight_unit"_a, "metric"_a, "linkage"_a, "representation"_a,
        "on_sphere"_a, "seed"_a, "level"_a, "ids"_a.none(), "n_leaves"_a,
        "kept_points"_a.none().noconvert(), "kept_weights"_a.none().noconvert(),
        "given_picks"_a.none(), "search"_a.none(), "set_weights"_a.none().noconvert(),
        "node_points"_a.noconvert(), "node_weights"_a.noconvert(), "only_child"_a.noconvert(),
        "node_picks"_a.none().noconvert(), "parents"_a.noconvert(), "stop"_a,
        "Coarsen a range of chunks: graph, selection, collapse.");

    m.def(
        "build_graphs",
        [](Array2<const T> points, std::optional<Array1<const double>> weights,
           Array1<const int32_t> order, bool in_order, Array1<const int64_t> chunk_offsets,
           int64_t chunk_begin, int64_t chunk_end, double epsilon, double weight_unit,
           const std::string& metric, const std::string& linkage, Array1<int64_t> start,
           const Stop& stop) {
            require(holds(weights, order.shape(0)) && points.shape(0) >= order.shape(0),
                    "build_graphs: all arrays must have one entry per node");
            require(0 <= chunk_begin && chunk_begin <= chunk_end &&
                        chunk_end < static_cast<int64_t>(chunk_offsets.shape(0)),
                    "build_graphs: chunks out of range");
            const int64_t n = chunk_offsets.data()[chunk_end] - chunk_offsets.data()[chunk_begin];
            require(static_cast<int64_t>(start.shape(0)) == n + 1,
                    "build_graphs: start must have one entry more than there are vertices");
            GraphsTask<T> task{points.data(),
                               static_cast<int64_t>(points.shape(1)),
                               data_of(weights),
                               order.data(),
                               in_order,
                               chunk_offsets.data(),
                               chunk_begin,
                               chunk_end,
                               epsilon,
                               weight_unit,
                               metric_of(metric),
                               linkage_of(linkage),
                               start.data(),
                               nullptr,
                               &stop};
            run(kernels<T>().build_graphs, task);
            nb::capsule owner(task.neighbour, [](void* p) noexcept { std::free(p); });
            return nb::ndarray<nb::numpy, int32_t, nb::shape<-1>>(
                task.neighbour, {static_cast<size_t>(start.data()[n])}, owner);
        },
        "points"_a.noconvert(), "weights"_a.none(), "order"_a.noconvert(), "in_order"_a,
        "chunk_offsets"_a.noconvert(), "chunk_begin"_a, "chunk_end"_a, "epsilon"_a, "weight_unit"_a,
        "metric"_a, "linkage"_a, "start"_a.noconvert(), "stop"_a,
        "The graphs of a range of chunks: fills the starts, returns the neighbours.");

    m.def(
        "find_closest",
        [](Array2<const T> points, std::optional<Array1<const double>> weights,
           Array1<const int32_t> order, bool in_order, Array1<const int64_t> chunk_offsets,
           int64_t chunk_begin, int64_t chunk_end, double weight_unit, const std::string& metric,
           const std::string& linkage, std::optional<Array1<double>> nearest, const Stop& stop) {
            require(0 <= chunk_begin && chunk_begin <= chunk_end &&
                        chunk_end < static_cast<int64_t>(chunk_offsets.shape(0)) &&
                        (!nearest || nearest->shape(0) == order.shape(0)),
                    "find_closest: arrays do not fit together");
            ClosestTask<T> task{points.data(),
                                static_cast<int64_t>(points.shape(1)),
                                data_of(weights),
                                order.data(),
                                in_order,
                                chunk_offsets.data(),
                                chunk_begin,
                                chunk_end,
                                weight_unit,
                                metric_of(metric),
                                linkage_of(linkage),
                                0,
                                data_of(nearest),
                                &stop};
            run(kernels<T>().closest, task);
            return task.closest;
        },
        "points"_a.noconvert(), "weights"_a.none(), "order"_a.noconvert(), "in_order"_a,
        "chunk_offsets"_a.noconvert(), "chunk_begin"_a, "chunk_end"_a, "weight_unit"_a, "metric"_a,
        "linkage"_a, "nearest"_a.none().noconvert(), "stop"_a,
        "Least proximity of two nodes of one chunk; on request that of every node, by position.");

    m.def(
        "find_radii",
        [](Array2<const T> rows, Array1<const int32_t> leaf_rows, Array2<const T> points,
           Array1<const int32_t> leaf_begin, Array1<const int32_t> subtree_end,
           const std::string& metric, int64_t node_begin, int64_t node_end,
           std::optional<Array1<const int32_t>> listed, bool bound_only, Array1<T> radii,
           const Stop& stop) {
            RadiiTask<T> task{
                tree_arrays<T>(rows, leaf_rows, points, leaf_begin, subtree_end, metric),
                node_begin,
                node_end,
                data_of(listed),
                listed ? static_cast<int64_t>(listed->shape(0)) : 0,
                bound_only,
                radii.data(),
                0,
                &stop};
            require(radii.shape(0) == points.shape(0) && 0 <= node_begin &&
                        node_end <= task.tree.n_inner,
                    "find_radii: one entry per inner node is needed");
            run(kernels<T>().radii, task);
            return task.n_measured;
        },
        "rows"_a.noconvert(), "leaf_rows"_a.noconvert(), "points"_a.noconvert(),
        "leaf_begin"_a.noconvert(), "subtree_end"_a.noconvert(), "metric"_a, "node_begin"_a,
        "node_end"_a, "listed"_a.none(), "bound_only"_a, "radii"_a.noconvert(), "stop"_a,
        "Radii of the inner nodes of a range whose subtrees are in it, or of those listed; returns "
        "how many leaf distances were measured.");

    m.def(
        "find_nearest",
        [](Array2<const T> rows, Array1<const int32_t> leaf_rows, Array2<const T> points,
           Array1<const int32_t> leaf_begin, Array1<const int32_t> subtree_end,
           const std::string& metric, Array1<const T> radii, Array2<const T> queries,
           int64_t query_begin, int64_t query_end, int64_t most_measured, Array2<int32_t> nearest,
           Array2<double> distances, const Stop& stop) {
            NearestTask<T> task{
                tree_arrays<T>(rows, leaf_rows, points, leaf_begin, subtree_end, metric),
                radii.data(),
                queries.data(),
                query_begin,
                query_end,
                static_cast<int64_t>(nearest.shape(1)),
                most_measured,
                nearest.data(),
                distances.data(),
                0,
                &stop};
            require(radii.shape(0) == points.shape(0) && queries.shape(1) == rows.shape(1) &&
                        0 <= query_begin && hold_answers(queries, query_end, nearest, distances) &&
                        nearest.shape(1) <= leaf_rows.shape(0),
                    "find_nearest: arrays do not fit together");
            run(kernels<T>().nearest, task);
            return task.n_measured;
        },
        "rows"_a.noconvert(), "leaf_rows"_a.noconvert(), "points"_a.noconvert(),
        "leaf_begin"_a.noconvert(), "subtree_end"_a.noconvert(), "metric"_a, "radii"_a.noconvert(),
        "queries"_a.noconvert(), "query_begin"_a, "query_end"_a, "most_measured"_a,
        "nearest"_a.noconvert(), "distances"_a.noconvert(), "stop"_a,
        "Nearest rows to every query by branch and bound; gives up when more distances than "
        "allowed have been measured, and returns how many have.");

    m.def(
        "fill_blocks",
        [](Array2<const T> rows, Array1<const int32_t> order, Array1<const int64_t> offsets,
           Array3<T> columns, Array2<int32_t> block_rows, Array3<T> boxes, const Stop& stop) {
            FillBlocksTask<T> task{rows.data(),
                                   static_cast<int64_t>(rows.shape(1)),
                                   order.data(),
                                   offsets.data(),
                                   static_cast<int64_t>(block_rows.shape(0)),
                                   static_cast<int64_t>(block_rows.shape(1)),
                                   columns.data(),
                                   block_rows.data(),
                                   boxes.data(),
                                   static_cast<int64_t>(boxes.shape(0)),
                                   &stop};
            require(fit_blocks(rows, columns, block_rows, boxes) &&
                        order.shape(0) == rows.shape(0) &&
                        offsets.shape(0) == block_rows.shape(0) + 1,
                    "fill_blocks: arrays do not fit together");
            for (size_t b = 0; b < block_rows.shape(0); ++b)
                require(offsets(b) < offsets(b + 1) && offsets(b + 1) - offsets(b) <= task.stride,
                        "fill_blocks: a block must hold a row, and have room for all it holds");
            require(offsets(0) == 0 &&
                        offsets(block_rows.shape(0)) == static_cast<int64_t>(order.shape(0)),
                    "fill_blocks: the blocks must hold all rows");
            run(kernels<T>().fill_blocks, task);
        },
        "rows"_a.noconvert(), "order"_a.noconvert(), "offsets"_a.noconvert(),
        "columns"_a.noconvert(), "block_rows"_a.noconvert(), "boxes"_a.noconvert(), "stop"_a,
        "Copy rows into blocks and put boxes around them.");

    m.def(
        "search_blocks",
        [](Array2<const T> rows, const std::string& metric, Array3<const T> columns,
           Array2<const int32_t> block_rows, Array3<const T> boxes, Array2<const T> queries,
           std::optional<Array1<const int32_t>> query_order, int64_t query_begin, int64_t query_end,
           Array2<int32_t> nearest, Array2<double> distances, const Stop& stop) {
            SearchBlocksTask<T> task{rows.data(),
                                     static_cast<int64_t>(rows.shape(1)),
                                     metric_of(metric),
                                     columns.data(),
                                     block_rows.data(),
                                     boxes.data(),
                                     static_cast<int64_t>(block_rows.shape(0)),
                                     static_cast<int64_t>(block_rows.shape(1)),
                                     queries.data(),
                                     data_of(query_order),
                                     query_begin,
                                     query_end,
                                     static_cast<int64_t>(nearest.shape(1)),
                                     nearest.data(),
                                     distances.data(),
                                     0,
                                     &stop};
            require(fit_blocks(rows, columns, block_rows, boxes) &&
                        queries.shape(1) == rows.shape(1) && 0 <= query_begin &&
                        hold_answers(queries, query_end, nearest, distances) &&
                        holds(query_order, static_cast<size_t>(query_end)) &&
                        nearest.shape(1) <= rows.shape(0),
                    "search_blocks: arrays do not fit together");
            run(kernels<T>().search_blocks, task);
            return task.n_scanned;
        },
        "rows"_a.noconvert(), "metric"_a, "columns"_a.noconvert(), "block_rows"_a.noconvert(),
        "boxes"_a.noconvert(), "queries"_a.noconvert(), "query_order"_a.none().noconvert(),
        "query_begin"_a, "query_end"_a, "nearest"_a.noconvert(), "distances"_a.noconvert(),
        "stop"_a, "Nearest rows to every query by boxes; returns how many blocks were looked at.");

    m.def(
        "search_products",
        [](Array2<const T> rows, Array1<const T> row_lows, int64_t row_begin, int64_t row_end,
           double spread, Array2<const T> queries, Array1<const double> query_lows,
           Array1<const double> query_highs, int64_t query_begin, double least_step,
           Array2<const T> products, Array2<int32_t> nearest, Array2<double> distances,
           const Stop& stop) {
            const auto n_rows = static_cast<int64_t>(rows.shape(0));
            const auto n_queries = static_cast<int64_t>(products.shape(0));
            require(row_lows.shape(0) == rows.shape(0) && 0 <= row_begin && row_begin < row_end &&
                        row_end <= n_rows &&
                        row_end - row_begin == static_cast<int64_t>(products.shape(1)) &&
                        queries.shape(1) == rows.shape(1) && 0 <= query_begin &&
                        hold_answers(queries, query_begin + n_queries, nearest, distances) &&
                        query_lows.shape(0) == queries.shape(0) &&
                        query_highs.shape(0) == queries.shape(0) &&
                        nearest.shape(1) <= rows.shape(0),
                    "search_products: arrays do not fit together");
            SearchProductsTask<T> task{rows.data(),
                                       n_rows,
                                       static_cast<int64_t>(rows.shape(1)),
                                       row_lows.data(),
                                       row_begin,
                                       row_end,
                                       spread,
                                       queries.data(),
                                       query_lows.data(),
                                       query_highs.data(),
                                       query_begin,
                                       n_queries,
                                       least_step,
                                       products.data(),
                                       static_cast<int64_t>(products.shape(1)),
                                       static_cast<int64_t>(nearest.shape(1)),
                                       nearest.data(),
                                       distances.data(),
                                       &stop};
            run(kernels<T>().search_products, task);
        },
        "rows"_a.noconvert(), "row_lows"_a.noconvert(), "row_begin"_a, "row_end"_a, "spread"_a,
        "queries"_a.noconvert(), "query_lows"_a.noconvert(), "query_highs"_a.noconvert(),
        "query_begin"_a, "least_step"_a, "products"_a.noconvert(), "nearest"_a.noconvert(),
        "distances"_a.noconvert(), "stop"_a,
        "Nearest among the rows so far, filtered by their products with the queries.");

    m.def(
        "reorder",
        [](Array1<const int32_t> place, int64_t begin, int64_t end, Array2<const T> points,
           std::optional<Array1<const double>> weights, Array2<T> placed_points,
           std::optional<Array1<double>> placed_weights) {
            const size_t n = place.shape(0);
            require(0 <= begin && begin <= end && end <= static_cast<int64_t>(n) &&
                        points.shape(0) == n && placed_points.shape(0) == n &&
                        placed_points.shape(1) == points.shape(1) && holds(weights, n) &&
                        weights.has_value() == placed_weights.has_value() &&
                        holds(placed_weights, n),
                    "reorder: arrays do not fit together");
            ReorderTask<T> task{place.data(),
                                begin,
                                end,
                                points.data(),
                                static_cast<int64_t>(points.shape(1)),
                                data_of(weights),
                                placed_points.data(),
                                data_of(placed_weights)};
            nb::gil_scoped_release release;
            kernels<T>().reorder(task);
        },
        "place"_a.noconvert(), "begin"_a, "end"_a, "points"_a.noconvert(), "weights"_a.none(),
        "placed_points"_a.noconvert(), "placed_weights"_a.none().noconvert(),
        "Bring inner nodes to their places in tree order.");

    m.def(
        "measure_gains",
        [](Array2<const T> rows, Array1<const int32_t> leaf_rows, Array2<const T> points,
           Array1<const int32_t> leaf_begin, Array1<const int32_t> subtree_end,
           const std::string& metric, std::optional<Array1<const double>> leaf_weights,
           Array1<double> gains, const Stop& stop) {
            require(gains.shape(0) == points.shape(0) && holds(leaf_weights, leaf_rows.shape(0)),
                    "measure_gains: arrays do not fit together");
            GainsTask<T> task{
                tree_arrays<T>(rows, leaf_rows, points, leaf_begin, subtree_end, metric),
                data_of(leaf_weights),
                gains.data(),
                0,
                0,
                &stop};
            run(kernels<T>().measure_gains, task);
            return std::make_tuple(task.gain_of_roots, task.total_weight);
        },
        "rows"_a.noconvert(), "leaf_rows"_a.noconvert(), "points"_a.noconvert(),
        "leaf_begin"_a.noconvert(), "subtree_end"_a.noconvert(), "metric"_a,
        "leaf_weights"_a.none(), "gains"_a.noconvert(), "stop"_a,
        "Inertia that merging the children of each inner node adds; returns that of merging the "
        "roots, and the weight of all.");

    m.def(
        "find_means",
        [](Array2<const T> rows, Array1<const int32_t> leaf_rows, Array1<const int32_t> order,
           Array1<const int32_t> cluster_begin, int64_t begin, int64_t end,
           std::optional<Array1<const double>> leaf_weights, bool on_sphere, Array2<T> means,
           const Stop& stop) {
            MeansTask<T> task{cluster_arrays<T>(rows, leaf_rows, order, cluster_begin, begin, end),
                              data_of(leaf_weights), on_sphere, means.data(), &stop};
            require(holds(leaf_weights, leaf_rows.shape(0)) && means.shape(1) == rows.shape(1) &&
                        end <= static_cast<int64_t>(means.shape(0)),
                    "find_means: arrays do not fit together");
            run(kernels<T>().find_means, task);
        },
        "rows"_a.noconvert(), "leaf_rows"_a.noconvert(), "order"_a.noconvert(),
        "cluster_begin"_a.noconvert(), "begin"_a, "end"_a, "leaf_weights"_a.none(), "on_sphere"_a,
        "means"_a.noconvert(), "stop"_a, "Weighted means of a range of clusters.");

    m.def(
        "find_reach",
        [](Array2<const T> rows, Array1<const int32_t> leaf_rows, Array1<const int32_t> order,
           Array1<const int32_t> cluster_begin, int64_t begin, int64_t end,
           const std::string& metric, Array2<const T> centres, Array1<T> radii,
           Array1<int32_t> nearest, const Stop& stop) {
            ReachTask<T> task{cluster_arrays<T>(rows, leaf_rows, order, cluster_begin, begin, end),
                              metric_of(metric),
                              centres.data(),
                              radii.data(),
                              nearest.data(),
                              &stop};
            require(centres.shape(1) == rows.shape(1) &&
                        end <= static_cast<int64_t>(centres.shape(0)) &&
                        radii.shape(0) == centres.shape(0) && nearest.shape(0) == centres.shape(0),
                    "find_reach: arrays do not fit together");
            run(kernels<T>().find_reach, task);
        },
        "rows"_a.noconvert(), "leaf_rows"_a.noconvert(), "order"_a.noconvert(),
        "cluster_begin"_a.noconvert(), "begin"_a, "end"_a, "metric"_a, "centres"_a.noconvert(),
        "radii"_a.noconvert(), "nearest"_a.noconvert(), "stop"_a,
        "From the centres of a range of clusters: distance to the farthest leaf of each, and its "
        "nearest leaf.");

    m.def(
        "reassign",
        [](Array2<const T> rows, Array1<const int32_t> leaf_rows, Array1<const int32_t> order,
           Array1<const int32_t> cluster_begin, int64_t place_begin, int64_t place_end,
           Array2<const T> centres, Array2<const T> filter_centres, Array1<const int32_t> axes,
           Array3<const T> columns, Array2<const int32_t> block_rows, Array3<const T> boxes,
           Array1<int32_t> labels, Array1<double> distances, const Stop& stop) {
            const size_t n = leaf_rows.shape(0), k = centres.shape(0), d = rows.shape(1);
            require(cluster_begin.shape(0) == k + 1 && centres.shape(1) == d &&
                        filter_centres.shape(0) == k && filter_centres.shape(1) == d &&
                        axes.shape(0) == d && fit_blocks<T>(centres, columns, block_rows, boxes) &&
                        labels.shape(0) == n && distances.shape(0) == n && 0 <= place_begin &&
                        place_begin <= place_end &&
                        place_end <= static_cast<int64_t>(order.shape(0)),
                    "reassign: arrays do not fit together");
            ReassignTask<T> task{rows.data(),
                                 static_cast<int64_t>(d),
                                 leaf_rows.data(),
                                 order.data(),
                                 cluster_begin.data(),
                                 place_begin,
                                 place_end,
                                 static_cast<int64_t>(k),
                                 centres.data(),
                                 filter_centres.data(),
                                 axes.data(),
                                 columns.data(),
                                 block_rows.data(),
                                 boxes.data(),
                                 static_cast<int64_t>(block_rows.shape(0)),
                                 static_cast<int64_t>(block_rows.shape(1)),
                                 labels.data(),
                                 distances.data(),
                                 0,
                                 &stop};
            run(kernels<T>().reassign, task);
            return task.n_added;
        },
        "rows"_a.noconvert(), "leaf_rows"_a.noconvert(), "order"_a.noconvert(),
        "cluster_begin"_a.noconvert(), "place_begin"_a, "place_end"_a, "centres"_a.noconvert(),
        "filter_centres"_a.noconvert(), "axes"_a.noconvert(), "columns"_a.noconvert(),
        "block_rows"_a.noconvert(), "boxes"_a.noconvert(), "labels"_a.noconvert(),
        "distances"_a.noconvert(), "stop"_a,
        "Nearest centre of every leaf at some places, given its cluster; returns how many "
        "coordinates of pairs it took.");

    m.def(
        "bound_chunks",
        [](Array2<const T> points, Array1<const int32_t> order, Array1<const int64_t> chunk_offsets,
           int64_t chunk_begin, int64_t chunk_end, Array3<T> boxes, const Stop& stop) {
            require(0 <= chunk_begin && chunk_begin <= chunk_end &&
                        chunk_end < static_cast<int64_t>(chunk_offsets.shape(0)),
                    "bound_chunks: chunks out of range");
            BoxesTask<T> task{points.data(),
                              static_cast<int64_t>(points.shape(1)),
                              order.data(),
                              chunk_offsets.data(),
                              chunk_begin,
                              chunk_end,
                              n_leaves_of<T>(boxes, chunk_offsets.shape(0) - 1, points.shape(1)),
                              boxes.data(),
                              &stop};
            run(kernels<T>().bound_chunks, task);
        },
        "points"_a.noconvert(), "order"_a.noconvert(), "chunk_offsets"_a.noconvert(),
        "chunk_begin"_a, "chunk_end"_a, "boxes"_a.noconvert(), "stop"_a,
        "Boxes around the points of a range of chunks, into the leaves of a heap of boxes.");

    m.def(
        "join_boxes",
        [](Array3<T> boxes, int64_t n_chunks) {
            const int64_t n_leaves =
                n_leaves_of<T>(boxes, static_cast<size_t>(n_chunks), boxes.shape(2));
            nb::gil_scoped_release release;
            kernels<T>().join_boxes(boxes.data(), n_leaves, n_chunks,
                                    static_cast<int64_t>(boxes.shape(2)));
        },
        "boxes"_a.noconvert(), "n_chunks"_a,
        "Fill in the inner nodes of a heap of boxes, and its empty leaves.");

    m.def(
        "colour_chunks",
        [](Array3<const T> boxes, double epsilon, const std::string& metric,
           Array1<int32_t> colours, const Stop& stop) {
            ColourTask<T> task{boxes.data(),
                               n_leaves_of<const T>(boxes, colours.shape(0), boxes.shape(2)),
                               static_cast<int64_t>(colours.shape(0)),
                               static_cast<int64_t>(boxes.shape(2)),
                               epsilon,
                               metric_of(metric),
                               colours.data(),
                               0,
                               &stop};
            run(kernels<T>().colour_chunks, task);
            return task.n_colours;
        },
        "boxes"_a.noconvert(), "epsilon"_a, "metric"_a, "colours"_a.noconvert(), "stop"_a,
        "Colour the chunks so that those of one colour are epsilon apart; returns how many "
        "colours.");

    m.def(
        "find_near_picks",
        [](Array2<const T> points, Array3<const T> boxes, Array1<const int32_t> colours,
           Array1<const int64_t> pick_offsets, Array1<const int32_t> n_picks,
           Array1<const int32_t> picks, Array1<const int32_t> queries,
           Array1<const int64_t> run_offsets, Array1<const int32_t> run_chunks, int64_t run_begin,
           int64_t run_end, double epsilon, const std::string& metric, int relation, bool any,
           Array1<int32_t> nearest, Array1<double> values, const Stop& stop) {
            const size_t n_chunks = colours.shape(0), n_points = points.shape(0);
            require(pick_offsets.shape(0) == n_chunks && n_picks.shape(0) == n_chunks &&
                        0 <= run_begin && run_begin <= run_end &&
                        run_end <= static_cast<int64_t>(run_chunks.shape(0)) &&
                        run_offsets.shape(0) == run_chunks.shape(0) + 1 &&
                        nearest.shape(0) == n_points && values.shape(0) == n_points,
                    "find_near_picks: arrays do not fit together");
            NearPicksTask<T> task{points.data(),
                                  static_cast<int64_t>(points.shape(1)),
                                  boxes.data(),
                                  n_leaves_of<const T>(boxes, n_chunks, points.shape(1)),
                                  colours.data(),
                                  pick_offsets.data(),
                                  n_picks.data(),
                                  picks.data(),
                                  queries.data(),
                                  run_offsets.data(),
                                  run_chunks.data(),
                                  run_begin,
                                  run_end,
                                  epsilon,
                                  metric_of(metric),
                                  relation,
                                  any,
                                  nearest.data(),
                                  values.data(),
                                  &stop};
            run(kernels<T>().find_near_picks, task);
        },
        "points"_a.noconvert(), "boxes"_a.noconvert(), "colours"_a.noconvert(),
        "pick_offsets"_a.noconvert(), "n_picks"_a.noconvert(), "picks"_a.noconvert(),
        "queries"_a.noconvert(), "run_offsets"_a.noconvert(), "run_chunks"_a.noconvert(),
        "run_begin"_a, "run_end"_a, "epsilon"_a, "metric"_a, "relation"_a, "any"_a,
        "nearest"_a.noconvert(), "values"_a.noconvert(), "stop"_a,
        "Nearest picks closer than epsilon among those of the chunks around, by colour.");

    m.def(
        "measure",
        [](Array2<const T> points, Array2<const T> targets, int64_t begin, int64_t end,
           Array1<const int32_t> target_of, const std::string& metric, Array1<double> values,
           const Stop& stop) {
            require(targets.shape(1) == points.shape(1) && 0 <= begin && begin <= end &&
                        end <= static_cast<int64_t>(points.shape(0)) &&
                        target_of.shape(0) == points.shape(0) && values.shape(0) == points.shape(0),
                    "measure: arrays do not fit together");
            MeasureTask<T> task{points.data(),
                                targets.data(),
                                static_cast<int64_t>(points.shape(1)),
                                begin,
                                end,
                                target_of.data(),
                                metric_of(metric),
                                values.data(),
                                &stop};
            run(kernels<T>().measure, task);
        },
        "points"_a.noconvert(), "targets"_a.noconvert(), "begin"_a, "end"_a,
        "target_of"_a.noconvert(), "metric"_a, "values"_a.noconvert(), "stop"_a,
        "Distances (squared where Euclidean) of points from what they are assigned to.");

    m.def(
        "find_nearest_point",
        [](Array2<const T> points, Array1<const int32_t> order, Array1<const int64_t> chunk_offsets,
           Array3<const T> boxes, const std::string& metric, Array2<const T> queries,
           int64_t query_begin, int64_t query_end, Array1<int32_t> nearest, const Stop& stop) {
            require(queries.shape(1) == points.shape(1) && 0 <= query_begin &&
                        query_end <= static_cast<int64_t>(queries.shape(0)) &&
                        nearest.shape(0) == queries.shape(0) && chunk_offsets.shape(0) > 1,
                    "find_nearest_point: arrays do not fit together");
            NearestPointTask<T> task{
                points.data(),
                static_cast<int64_t>(points.shape(1)),
                order.data(),
                chunk_offsets.data(),
                boxes.data(),
                n_leaves_of<const T>(boxes, chunk_offsets.shape(0) - 1, points.shape(1)),
                metric_of(metric),
                queries.data(),
                query_begin,
                query_end,
                nearest.data(),
                &stop};
            run(kernels<T>().nearest_point, task);
        },
        "points"_a.noconvert(), "order"_a.noconvert(), "chunk_offsets"_a.noconvert(),
        "boxes"_a.noconvert(), "metric"_a, "queries"_a.noconvert(), "query_begin"_a, "query_end"_a,
        "nearest"_a.noconvert(), "stop"_a, "Nearest point of a chunked set to every query.");
}

}  // namespace
}  // namespace bidvit

NB_MODULE(_core, m) {
    using namespace bidvit;
    m.doc() = "Compiled kernels of bidvit. Private: use the functions of the package.";

    nb::exception<Stopped>(m, "Stopped", PyExc_RuntimeError);

    nb::class_<Stop>(m, "Stop", "Set from one thread to end kernels that run in others.")
        .def(nb::init<>())
        .def("set", [](Stop& stop) { stop.store(true); })
        .def("is_set", [](const Stop& stop) { return stop.load(); });

    nb::class_<HotAxes>(m, "HotAxes",
                        "The axes whose columns a partition has at hand; none at first.")
        .def(nb::init<>())
        .def_static(
            "all",
            [](int64_t n_dims) {
                require(0 < n_dims && n_dims <= all_hot_up_to, "HotAxes.all: too many axes");
                HotAxes hot;
                hot.n = static_cast<int32_t>(n_dims);
                for (int32_t h = 0; h < hot.n; ++h) hot.axis[h] = h;
                hot.cold_reach = -1;
                return hot;
            },
            "n_dims"_a, "All axes, of few: the caller fills the columns.");

    m.attr("ALL_HOT_UP_TO") = all_hot_up_to;

    nb::class_<Counts>(m, "Counts", "What one coarsening made, and its seconds per step.")
        .def_ro("n_nodes", &Counts::n_nodes)
        .def_ro("n_born", &Counts::n_born)
        .def_ro("gather", &Counts::gather)
        .def_ro("distances", &Counts::distances)
        .def_ro("selection", &Counts::selection)
        .def_ro("collapse", &Counts::collapse)
        .def_ro("edges", &Counts::edges)
        .def_prop_ro("n_reduced", [](const Counts& counts) { return counts.found.n_reduced; })
        .def_prop_ro("n_proved", [](const Counts& counts) { return counts.found.n_proved; });

    bind<float>(m);
    bind<double>(m);
    bind_selection(m);
    bind_measures(m);

    m.def(
        "coarsen_matrix",
        [](Array2<const double> distances, std::optional<Array1<const double>> weights,
           std::optional<Array1<const double>> selection_weights, Array1<const int32_t> ids,
           double epsilon, uint64_t seed, uint64_t level,
           std::optional<Array1<const uint8_t>> given_picks, Array1<double> node_weights,
           Array1<int32_t> node_picks, Array1<int32_t> local_parents) {
            const size_t n = ids.shape(0);
            require(holds(given_picks, n) && distances.shape(0) == n && distances.shape(1) == n &&
                        node_weights.shape(0) == n && node_picks.shape(0) == n &&
                        local_parents.shape(0) == n,
                    "coarsen_matrix: arrays do not fit together");
            MatrixTask task{distances.data(),
                            static_cast<int64_t>(n),
                            data_of(weights),
                            data_of(selection_weights),
                            ids.data(),
                            epsilon,
                            seed,
                            level,
                            data_of(given_picks),
                            node_weights.data(),
                            node_picks.data(),
                            local_parents.data(),
                            0};
            nb::gil_scoped_release release;
            active_set->coarsen_matrix(task);
            return task.n_nodes;
        },
        "distances"_a.noconvert(), "weights"_a.none(), "selection_weights"_a.none(),
        "ids"_a.noconvert(), "epsilon"_a, "seed"_a, "level"_a, "given_picks"_a.none(),
        "node_weights"_a.noconvert(), "node_picks"_a.noconvert(), "local_parents"_a.noconvert(),
        "Coarsen one chunk whose distances are given; returns its number of nodes.");

    m.def(
        "number",
        [](std::optional<Array1<const double>> row_weights, Array1<int32_t> node_of_row,
           Array1<int32_t> first_row, Array1<double> weights) {
            require(
                holds(row_weights, node_of_row.shape(0)) && first_row.shape(0) == weights.shape(0),
                "number: arrays do not fit together");
            NumberTask task{static_cast<int64_t>(node_of_row.shape(0)), data_of(row_weights),
                            node_of_row.data(), first_row.data(), weights.data()};
            nb::gil_scoped_release release;
            active_set->number(task);
        },
        "row_weights"_a.none(), "node_of_row"_a.noconvert(), "first_row"_a.noconvert(),
        "weights"_a.noconvert(),
        "Number distinct rows by first appearance, from the first row equal to each.");

    m.def(
        "link",
        [](Array1<const int32_t> order, Array1<const int32_t> parents, int64_t begin, int64_t end,
           std::optional<Array1<const int32_t>> child_ids, int64_t node_begin, int64_t node_end,
           int32_t next_id, int32_t first_born, Array1<int32_t> ids, Array1<int32_t> leaf_parents,
           Array1<int32_t> inner_parents) {
            require(0 <= begin && end <= static_cast<int64_t>(order.shape(0)) &&
                        parents.shape(0) >= order.shape(0) && holds(child_ids, order.shape(0)) &&
                        0 <= node_begin && node_end <= static_cast<int64_t>(ids.shape(0)),
                    "link: arrays do not fit together");
            LinkTask task{order.data(),
                          parents.data(),
                          begin,
                          end,
                          data_of(child_ids),
                          node_begin,
                          node_end,
                          static_cast<int64_t>(leaf_parents.shape(0)),
                          next_id,
                          first_born,
                          ids.data(),
                          leaf_parents.data(),
                          inner_parents.data()};
            nb::gil_scoped_release release;
            active_set->link(task);
        },
        "order"_a.noconvert(), "parents"_a.noconvert(), "begin"_a, "end"_a, "child_ids"_a.none(),
        "node_begin"_a, "node_end"_a, "next_id"_a, "first_born"_a, "ids"_a.noconvert(),
        "leaf_parents"_a.noconvert(), "inner_parents"_a.noconvert(),
        "Number the nodes of a batch within the tree, and tell their children.");

    m.def(
        "compact",
        [](Array1<const int64_t> begins, Array1<const int64_t> n_nodes,
           nb::ndarray<nb::numpy, nb::c_contig, nb::device::cpu> array) {
            const auto n = static_cast<int64_t>(begins.shape(0));
            require(n_nodes.shape(0) == begins.shape(0) && array.ndim() > 0,
                    "compact: arrays do not fit together");
            for (int64_t b = 0; b < n; ++b)
                require(0 <= n_nodes.data()[b] &&
                            (b == 0 ||
                             begins.data()[b - 1] + n_nodes.data()[b - 1] <= begins.data()[b]) &&
                            begins.data()[b] + n_nodes.data()[b] <=
                                static_cast<int64_t>(array.shape(0)),
                        "compact: the batches do not fit into the array");
            int64_t node_bytes = static_cast<int64_t>(array.itemsize());
            for (size_t k = 1; k < array.ndim(); ++k)
                node_bytes *= static_cast<int64_t>(array.shape(k));
            CompactTask task{n, begins.data(), n_nodes.data(), static_cast<char*>(array.data()),
                             node_bytes};
            nb::gil_scoped_release release;
            active_set->compact(task);
        },
        "begins"_a.noconvert(), "n_nodes"_a.noconvert(), "array"_a.noconvert(),
        "Close the gaps between the nodes of batches in an array of them.");

    m.def(
        "place",
        [](Array1<const int32_t> parents, Array1<int32_t> place, Array1<int32_t> subtree_end) {
            const size_t n = parents.shape(0);
            require(place.shape(0) == n && subtree_end.shape(0) == n,
                    "place: arrays do not fit together");
            PlaceTask task{parents.data(), static_cast<int64_t>(n), place.data(),
                           subtree_end.data()};
            nb::gil_scoped_release release;
            active_set->place(task);
        },
        "parents"_a.noconvert(), "place"_a.noconvert(), "subtree_end"_a.noconvert(),
        "Places of the inner nodes in tree order, and where the subtree at each place ends.");

    m.def(
        "find_parents",
        [](Array1<const int32_t> subtree_end, Array1<int32_t> parents) {
            require(parents.shape(0) == subtree_end.shape(0),
                    "find_parents: arrays do not fit together");
            nb::gil_scoped_release release;
            active_set->find_parents(subtree_end.data(), static_cast<int64_t>(subtree_end.shape(0)),
                                     parents.data());
        },
        "subtree_end"_a.noconvert(), "parents"_a.noconvert(),
        "Parents of the inner nodes in tree order, -1 for a root.");

    m.def(
        "find_level",
        [](Array1<const int32_t> births, Array1<const int32_t> leaf_begin,
           Array1<const int32_t> subtree_end, int64_t n_leaves, int32_t level,
           Array1<int32_t> nodes) {
            const size_t n_inner = births.shape(0);
            require(leaf_begin.shape(0) == n_inner + 1 && subtree_end.shape(0) == n_inner,
                    "find_level: arrays do not fit together");
            LevelTask task{births.data(),      leaf_begin.data(),
                           subtree_end.data(), static_cast<int64_t>(n_inner),
                           n_leaves,           level,
                           nodes.data(),       0};
            nb::gil_scoped_release release;
            active_set->find_level(task);
            return task.n_nodes;
        },
        "births"_a.noconvert(), "leaf_begin"_a.noconvert(), "subtree_end"_a.noconvert(),
        "n_leaves"_a, "level"_a, "nodes"_a.noconvert(),
        "Nodes of a level in tree order, into an array with room for them; returns how many.");

    m.def(
        "prune",
        [](Array1<const double> gains, Array1<const int32_t> leaf_begin,
           Array1<const int32_t> subtree_end, bool add_up, Array1<int32_t> times,
           Array1<double> costs, const Stop& stop) {
            const size_t n = gains.shape(0);
            require(leaf_begin.shape(0) == n + 1 && subtree_end.shape(0) == n &&
                        times.shape(0) == n && costs.shape(0) == n,
                    "prune: arrays do not fit together");
            PruneTask task{
                gains.data(), leaf_begin.data(), subtree_end.data(), static_cast<int64_t>(n),
                add_up,       times.data(),      costs.data(),       &stop};
            run(active_set->prune, task);
        },
        "gains"_a.noconvert(), "leaf_begin"_a.noconvert(), "subtree_end"_a.noconvert(), "add_up"_a,
        "times"_a.noconvert(), "costs"_a.noconvert(), "stop"_a,
        "Weakest-link pruning: after how many merges, and at what cost, each inner node is one.");

    m.def(
        "find_children",
        [](Array1<const int32_t> leaf_begin, Array1<const int32_t> subtree_end, int64_t n_leaves,
           Array1<const int32_t> nodes, Array1<int64_t> offsets,
           std::optional<Array1<int32_t>> children) {
            const size_t n = nodes.shape(0);
            require(leaf_begin.shape(0) == subtree_end.shape(0) + 1 && offsets.shape(0) == n + 1 &&
                        (!children || static_cast<int64_t>(children->shape(0)) == offsets(n)),
                    "find_children: arrays do not fit together");
            ChildrenTask task{leaf_begin.data(), subtree_end.data(),      n_leaves,
                              nodes.data(),      static_cast<int64_t>(n), offsets.data(),
                              data_of(children)};
            nb::gil_scoped_release release;
            active_set->find_children(task);
        },
        "leaf_begin"_a.noconvert(), "subtree_end"_a.noconvert(), "n_leaves"_a,
        "nodes"_a.noconvert(), "offsets"_a.noconvert(), "children"_a.none().noconvert(),
        "Children of some nodes: without room for them, where those of each begin.");

    m.def(
        "find_paths",
        [](Array1<const int32_t> leaf_begin, Array1<const int32_t> parents, int64_t n_leaves,
           Array1<const int32_t> leaves, Array1<int64_t> offsets,
           std::optional<Array1<int32_t>> path) {
            const size_t n = leaves.shape(0);
            require(leaf_begin.shape(0) == parents.shape(0) + 1 && offsets.shape(0) == n + 1 &&
                        (!path || static_cast<int64_t>(path->shape(0)) == offsets(n)),
                    "find_paths: arrays do not fit together");
            PathsTask task{
                leaf_begin.data(), parents.data(), static_cast<int64_t>(parents.shape(0)),
                n_leaves,          leaves.data(),  static_cast<int64_t>(n),
                offsets.data(),    data_of(path)};
            nb::gil_scoped_release release;
            active_set->find_paths(task);
        },
        "leaf_begin"_a.noconvert(), "parents"_a.noconvert(), "n_leaves"_a, "leaves"_a.noconvert(),
        "offsets"_a.noconvert(), "path"_a.none().noconvert(),
        "Nodes from some leaves up: without room for them, where those of each begin.");

    m.def(
        "summarise_levels",
        [](Array1<const int32_t> births, Array1<const int32_t> parents,
           Array1<const int32_t> leaf_begin, Array1<const int32_t> subtree_end,
           Array1<const double> radii, std::optional<Array1<const double>> leaf_weights,
           std::optional<Array1<const double>> inner_weights, int64_t n_levels,
           Array2<double> figures) {
            const size_t n = births.shape(0);
            require(parents.shape(0) == n && leaf_begin.shape(0) == n + 1 &&
                        subtree_end.shape(0) == n && radii.shape(0) == n &&
                        holds(inner_weights, n) && n_levels > 0 && figures.shape(0) == 4 &&
                        static_cast<int64_t>(figures.shape(1)) == 2 * n_levels,
                    "summarise_levels: arrays do not fit together");
            double* out = figures.data();
            SummaryTask task{births.data(),
                             parents.data(),
                             leaf_begin.data(),
                             subtree_end.data(),
                             static_cast<int64_t>(n),
                             n_levels,
                             radii.data(),
                             data_of(leaf_weights),
                             data_of(inner_weights),
                             out,
                             out + 2 * n_levels,
                             out + 4 * n_levels,
                             out + 6 * n_levels};
            nb::gil_scoped_release release;
            active_set->summarise_levels(task);
        },
        "births"_a.noconvert(), "parents"_a.noconvert(), "leaf_begin"_a.noconvert(),
        "subtree_end"_a.noconvert(), "radii"_a.noconvert(), "leaf_weights"_a.none(),
        "inner_weights"_a.none(), "n_levels"_a, "figures"_a.noconvert(),
        "Largest radius, sum of radii, least and largest weight of every level.");

    m.def(
        "bound_subtrees",
        [](Array1<const double> leaf_x, Array1<const double> leaf_y, Array2<const double> inner,
           Array1<const int32_t> parents, Array1<const int32_t> leaf_begin,
           Array1<const int32_t> subtree_end, Array2<double> boxes) {
            const size_t n = parents.shape(0);
            require(leaf_x.shape(0) == leaf_y.shape(0) && inner.shape(0) == 4 &&
                        inner.shape(1) == n && leaf_begin.shape(0) == n + 1 &&
                        subtree_end.shape(0) == n && boxes.shape(0) == n && boxes.shape(1) == 4,
                    "bound_subtrees: arrays do not fit together");
            const double* values = inner.data();
            SubtreesTask task{
                leaf_x.data(),      leaf_y.data(),           values,         values + n,
                values + 2 * n,     values + 3 * n,          parents.data(), leaf_begin.data(),
                subtree_end.data(), static_cast<int64_t>(n), boxes.data()};
            nb::gil_scoped_release release;
            active_set->bound_subtrees(task);
        },
        "leaf_x"_a.noconvert(), "leaf_y"_a.noconvert(), "inner"_a.noconvert(),
        "parents"_a.noconvert(), "leaf_begin"_a.noconvert(), "subtree_end"_a.noconvert(),
        "boxes"_a.noconvert(),
        "Boxes that hold the disc of each inner node (x, y, reach along x and y) and all below.");

    m.def(
        "find_in_view",
        [](Array1<const double> leaf_x, Array1<const double> leaf_y, Array2<const double> inner,
           Array2<const double> boxes, Array1<const int32_t> births,
           Array1<const int32_t> leaf_begin, Array1<const int32_t> subtree_end,
           const std::vector<double>& viewport, double period, bool is_disc, int32_t level,
           int64_t first, int64_t last, bool with_root_leaves, Array1<int32_t> nodes) {
            const size_t n = births.shape(0);
            require(leaf_x.shape(0) == leaf_y.shape(0) && inner.shape(0) == 4 &&
                        inner.shape(1) == n && boxes.shape(0) == n && boxes.shape(1) == 4 &&
                        leaf_begin.shape(0) == n + 1 && subtree_end.shape(0) == n &&
                        viewport.size() == 4 && 0 <= first && first <= last &&
                        last <= static_cast<int64_t>(n),
                    "find_in_view: arrays do not fit together");
            const double* values = inner.data();
            ViewTask task{leaf_x.data(),
                          leaf_y.data(),
                          values,
                          values + n,
                          values + 2 * n,
                          values + 3 * n,
                          boxes.data(),
                          births.data(),
                          leaf_begin.data(),
                          subtree_end.data(),
                          static_cast<int64_t>(leaf_x.shape(0)),
                          viewport.data(),
                          period,
                          is_disc,
                          level,
                          first,
                          last,
                          with_root_leaves,
                          static_cast<int64_t>(nodes.shape(0)),
                          nodes.data(),
                          0};
            nb::gil_scoped_release release;
            active_set->find_in_view(task);
            return task.n_found;
        },
        "leaf_x"_a.noconvert(), "leaf_y"_a.noconvert(), "inner"_a.noconvert(),
        "boxes"_a.noconvert(), "births"_a.noconvert(), "leaf_begin"_a.noconvert(),
        "subtree_end"_a.noconvert(), "viewport"_a, "period"_a, "is_disc"_a, "level"_a, "first"_a,
        "last"_a, "with_root_leaves"_a, "nodes"_a.noconvert(),
        "Nodes of a level whose discs meet a viewport; returns how many, or more than there is "
        "room for.");

    m.def(
        "check_structure",
        [](Array1<const int32_t> leaf_rows, Array1<const int32_t> births,
           Array1<const int32_t> parents, Array1<const int32_t> leaf_begin,
           Array1<const int32_t> subtree_end, std::optional<Array1<const int32_t>> leaf_of_row,
           Array1<uint8_t> seen, Array1<int64_t> n_nodes) {
            const size_t n = births.shape(0);
            require(parents.shape(0) == n && leaf_begin.shape(0) == n + 1 &&
                        subtree_end.shape(0) == n && seen.shape(0) == leaf_rows.shape(0) &&
                        n_nodes.shape(0) > 0,
                    "check_structure: arrays do not fit together");
            StructureTask task{leaf_rows.data(),
                               static_cast<int64_t>(leaf_rows.shape(0)),
                               births.data(),
                               parents.data(),
                               leaf_begin.data(),
                               subtree_end.data(),
                               static_cast<int64_t>(n),
                               data_of(leaf_of_row),
                               leaf_of_row ? static_cast<int64_t>(leaf_of_row->shape(0)) : 0,
                               static_cast<int64_t>(n_nodes.shape(0)),
                               seen.data(),
                               n_nodes.data()};
            const char* wrong;
            {
                nb::gil_scoped_release release;
                wrong = active_set->check_structure(task);
            }
            return std::string(wrong ? wrong : "");
        },
        "leaf_rows"_a.noconvert(), "births"_a.noconvert(), "parents"_a.noconvert(),
        "leaf_begin"_a.noconvert(), "subtree_end"_a.noconvert(), "leaf_of_row"_a.none(),
        "seen"_a.noconvert(), "n_nodes"_a.noconvert(),
        "What is wrong with the arrays of a tree, or nothing; counts the nodes of every level.");

    m.def(
        "expand_merges",
        [](Array1<const int32_t> order, Array1<const int32_t> births,
           Array1<const int32_t> leaf_begin, Array1<const int32_t> subtree_end, int64_t n_leaves,
           Array1<const double> heights, Array1<int64_t> ids, Array2<double> merges,
           Array2<int32_t> leaf_begins) {
            const size_t n = births.shape(0);
            const int64_t n_merges = static_cast<int64_t>(merges.shape(0));
            require(order.shape(0) == n && leaf_begin.shape(0) == n + 1 &&
                        subtree_end.shape(0) == n && heights.shape(0) > 0 && ids.shape(0) == n &&
                        n_merges < n_leaves && merges.shape(1) == 4 &&
                        leaf_begins.shape(0) == merges.shape(0) && leaf_begins.shape(1) == 2,
                    "expand_merges: arrays do not fit together");
            MergesTask task{order.data(),
                            births.data(),
                            leaf_begin.data(),
                            subtree_end.data(),
                            static_cast<int64_t>(n),
                            n_leaves,
                            static_cast<int64_t>(heights.shape(0)) - 1,
                            heights.data(),
                            n_leaves - 1 - n_merges,
                            ids.data(),
                            merges.data(),
                            leaf_begins.data()};
            nb::gil_scoped_release release;
            active_set->expand_merges(task);
        },
        "order"_a.noconvert(), "births"_a.noconvert(), "leaf_begin"_a.noconvert(),
        "subtree_end"_a.noconvert(), "n_leaves"_a, "heights"_a.noconvert(), "ids"_a.noconvert(),
        "merges"_a.noconvert(), "leaf_begins"_a.noconvert(),
        "Inner nodes as merges of two, the last ones as many as there is room for.");

    m.def(
        "write_newick",
        [](Array1<const int32_t> births, Array1<const int32_t> leaf_begin,
           Array1<const int32_t> subtree_end, int64_t n_leaves, int32_t lowest, int32_t highest,
           bool single_root, Array1<const double> heights,
           std::optional<Array1<const uint8_t>> names,
           std::optional<Array1<const int64_t>> name_begin, Array1<uint8_t> text) {
            const size_t n = births.shape(0);
            require(leaf_begin.shape(0) == n + 1 && subtree_end.shape(0) == n &&
                        heights.shape(0) > 0 && names.has_value() == name_begin.has_value(),
                    "write_newick: arrays do not fit together");
            NewickTask task{births.data(),
                            leaf_begin.data(),
                            subtree_end.data(),
                            static_cast<int64_t>(n),
                            n_leaves,
                            static_cast<int64_t>(heights.shape(0)) - 1,
                            lowest,
                            highest,
                            single_root,
                            heights.data(),
                            data_of(names),
                            data_of(name_begin),
                            text.data(),
                            static_cast<int64_t>(text.shape(0)),
                            0};
            bool fits;
            {
                nb::gil_scoped_release release;
                fits = active_set->write_newick(task);
            }
            require(fits, "write_newick: the text does not fit");
            return task.n_written;
        },
        "births"_a.noconvert(), "leaf_begin"_a.noconvert(), "subtree_end"_a.noconvert(),
        "n_leaves"_a, "lowest"_a, "highest"_a, "single_root"_a, "heights"_a.noconvert(),
        "names"_a.none(), "name_begin"_a.none(), "text"_a.noconvert(),
        "A tree as text in brackets; returns how many bytes it takes.");

    m.def(
        "group",
        [](Array1<const int32_t> keys, Array1<int32_t> start, Array1<int32_t> order) {
            require(order.shape(0) == keys.shape(0) && start.shape(0) > 0,
                    "group: arrays do not fit together");
            nb::gil_scoped_release release;
            active_set->group(keys.data(), static_cast<int64_t>(keys.shape(0)),
                              static_cast<int64_t>(start.shape(0)) - 1, start.data(), order.data());
        },
        "keys"_a.noconvert(), "start"_a.noconvert(), "order"_a.noconvert(),
        "Indices by key, stable; start receives the first place of each key.");

    m.def(
        "match_palette",
        [](Array2<const float> colours, int64_t begin, int64_t end, Array2<const float> palette,
           Array2<const float> box, Array1<int32_t> nearest, const Stop& stop) {
            require(are_colours(colours) && are_colours(palette) && are_colours(box) &&
                        palette.shape(0) > 0 && box.shape(0) == 2 && 0 <= begin && begin <= end &&
                        end <= static_cast<int64_t>(colours.shape(0)) &&
                        nearest.shape(0) == colours.shape(0),
                    "match_palette: arrays do not fit together");
            MatchTask task{colours.data(),
                           begin,
                           end,
                           palette.data(),
                           static_cast<int64_t>(palette.shape(0)),
                           box.data(),
                           nearest.data(),
                           &stop};
            run(active_set->match_palette, task);
        },
        "colours"_a.noconvert(), "begin"_a, "end"_a, "palette"_a.noconvert(), "box"_a.noconvert(),
        "nearest"_a.noconvert(), "stop"_a,
        "Nearest colour of a palette to each of a range of colours.");

    m.def(
        "dither",
        [](Array2<const float> colours, Array2<const int32_t> pixels, Array2<const float> palette,
           Array2<const float> box, Array2<int32_t> numbers, const Stop& stop) {
            require(are_colours(colours) && are_colours(palette) && are_colours(box) &&
                        palette.shape(0) > 0 && box.shape(0) == 2 &&
                        numbers.shape(0) == pixels.shape(0) && numbers.shape(1) == pixels.shape(1),
                    "dither: arrays do not fit together");
            DitherTask task{colours.data(),
                            pixels.data(),
                            static_cast<int64_t>(pixels.shape(0)),
                            static_cast<int64_t>(pixels.shape(1)),
                            palette.data(),
                            static_cast<int64_t>(palette.shape(0)),
                            box.data(),
                            numbers.data(),
                            &stop};
            run(active_set->dither, task);
        },
        "colours"_a.noconvert(), "pixels"_a.noconvert(), "palette"_a.noconvert(),
        "box"_a.noconvert(), "numbers"_a.noconvert(), "stop"_a,
        "Nearest colour of a palette to each pixel, with errors spread as by Floyd and Steinberg.");

    m.def("partition_workspace", &partition_workspace, "n_points"_a, "n_dims"_a,
          "How many numbers of scratch a call of partition needs.");
    m.def("count_box_nodes", &count_box_nodes, "n_blocks"_a,
          "How many nodes of boxes there are above some blocks.");
    m.def("block_stride", &block_stride, "most_in_block"_a,
          "How much room a block of leaves takes.");

    m.def(
        "instruction_sets",
        [] {
            std::vector<std::string> names;
            for (const KernelSet* set : supported_sets()) names.emplace_back(set->name);
            return names;
        },
        "The instruction sets this processor supports, the widest last.");
    m.def(
        "instruction_set", [] { return std::string(active_set->name); },
        "The instruction set in use.");
    m.def(
        "use_instruction_set",
        [](const std::string& name) {
            for (const KernelSet* set : supported_sets())
                if (name == set->name) {
                    active_set = set;
                    return;
                }
            throw std::invalid_argument("no instruction set '" + name + "' on this processor");
        },
        "name"_a, "Use another instruction set; results are the same, times are not.");
}
