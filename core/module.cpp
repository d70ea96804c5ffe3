// The bindings: numpy arrays in, task records filled, a kernel called without the GIL. Callers
// allocate what is written, so that memory is counted and reused on the Python side.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace bidvit {
namespace {

template <class T> using Array1 =
    nb::ndarray<nb::numpy, T, nb::shape<-1>, nb::c_contig, nb::device::cpu>;
template <class T> using Array3 =
    nb::ndarray<nb::numpy, T, nb::shape<-1, -1, -1>, nb::c_contig, nb::device::cpu>;
template <class T> using Array2 =
    nb::ndarray<nb::numpy, T, nb::shape<-1, -1>, nb::c_contig, nb::device::cpu>;

struct Stopped : std::exception {
    const char* what() const noexcept override { return "stopped before the end"; }
};

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

const KernelSet* active_set = supported_sets().back();

template <class T> const Kernels<T>& kernels() {
    if constexpr (std::is_same_v<T, float>)
        return active_set->f32;
    else
        return active_set->f64;
}

// Run a kernel without the GIL; a stopped one raises.
template <class Task> void run(bool (*kernel)(Task&), Task& task) {
    bool complete;
    {
        nb::gil_scoped_release release;
        complete = kernel(task);
    }
    if (!complete) throw Stopped();
}

void require(bool condition, const char* what) {
    if (!condition) throw std::invalid_argument(what);
}

// An optional array: absent, or with room for n.
template <class A> bool holds(const std::optional<A>& array, size_t n) {
    return !array || array->shape(0) >= n;
}
template <class A> auto data_of(const std::optional<A>& array) {
    return array ? array->data() : nullptr;
}

Metric metric_of(const std::string& name) {
    if (name == "euclidean") return Metric::euclidean;
    if (name == "manhattan") return Metric::manhattan;
    if (name == "chebyshev") return Metric::chebyshev;
    throw std::invalid_argument("metric must be 'euclidean', 'manhattan' or 'chebyshev', got '" +
                                name + "'");
}

Linkage linkage_of(const std::string& name) {
    if (name == "distance") return Linkage::distance;
    if (name == "ward") return Linkage::ward;
    throw std::invalid_argument("linkage must be 'distance' or 'ward', got '" + name + "'");
}

Representation representation_of(const std::string& name) {
    if (name == "point") return Representation::point;
    if (name == "centroid") return Representation::centroid;
    throw std::invalid_argument("representation must be 'point' or 'centroid', got '" + name + "'");
}

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

// How many leaves a heap of boxes has, which must be enough for the chunks.
template <class T> int64_t n_leaves_of(const Array3<T>& boxes, size_t n_chunks, size_t n_dims) {
    const size_t n_leaves = boxes.shape(0) / 2;
    require(n_leaves >= n_chunks && n_leaves > 0 && (n_leaves & (n_leaves - 1)) == 0 &&
                boxes.shape(1) == 2 && boxes.shape(2) == n_dims,
            "the heap of boxes does not fit the chunks");
    return static_cast<int64_t>(n_leaves);
}

// Python sees the counts of a coarsening as named figures.
struct Counts : CoarsenCounts {};

template <class T> void bind(nb::module_& m) {
    m.def(
        "find_distinct",
        [](Array2<const T> points, std::optional<Array1<const double>> row_weights,
           Array1<int32_t> leaf_of_row, Array1<int32_t> first_row, Array1<double> weights,
           const Stop& stop) {
            const size_t n = points.shape(0);
            require(leaf_of_row.shape(0) == n && first_row.shape(0) == n && weights.shape(0) == n &&
                        holds(row_weights, n),
                    "find_distinct: all arrays must have one entry per row");
            DistinctTask<T> task{points.data(),
                                 static_cast<int64_t>(n),
                                 static_cast<int64_t>(points.shape(1)),
                                 data_of(row_weights),
                                 leaf_of_row.data(),
                                 first_row.data(),
                                 weights.data(),
                                 0,
                                 &stop};
            run(kernels<T>().find_distinct, task);
            return task.n_distinct;
        },
        "points"_a.noconvert(), "row_weights"_a.none(), "leaf_of_row"_a.noconvert(),
        "first_row"_a.noconvert(), "weights"_a.noconvert(), "stop"_a,
        "Merge equal rows; returns the number of distinct rows of positive weight.");

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
        "bounding_box",
        [](Array2<const T> points, Array2<T> box) {
            require(points.shape(0) > 0 && box.shape(0) == 2 && box.shape(1) == points.shape(1),
                    "bounding_box: arrays do not fit together");
            nb::gil_scoped_release release;
            kernels<T>().bounding_box(points.data(), static_cast<int64_t>(points.shape(0)),
                                      static_cast<int64_t>(points.shape(1)), box.data());
        },
        "points"_a.noconvert(), "box"_a.noconvert(), "Least and largest coordinates, as two rows.");

    m.def(
        "coarsen",
        [](Array2<const T> points, std::optional<Array1<const double>> weights,
           std::optional<Array1<const double>> selection_weights, Array1<const int32_t> order,
           Array1<const int64_t> chunk_offsets, int64_t chunk_begin, int64_t chunk_end,
           double epsilon, double weight_unit, const std::string& metric,
           const std::string& linkage, const std::string& representation, bool on_sphere,
           uint64_t seed, uint64_t level, Array2<T> node_points, Array1<double> node_weights,
           Array1<int32_t> only_child, std::optional<Array1<int32_t>> node_picks,
           Array1<int32_t> parents, Array1<int32_t> n_nodes, const Stop& stop) {
            const size_t n = order.shape(0);
            require(holds(weights, n) && holds(selection_weights, n) && node_points.shape(0) >= n &&
                        node_points.shape(1) == points.shape(1) && node_weights.shape(0) >= n &&
                        only_child.shape(0) >= n && holds(node_picks, n) && parents.shape(0) >= n,
                    "coarsen: all arrays must have one entry per node");
            require(0 <= chunk_begin && chunk_begin <= chunk_end &&
                        chunk_end < static_cast<int64_t>(chunk_offsets.shape(0)) &&
                        chunk_end <= static_cast<int64_t>(n_nodes.shape(0)),
                    "coarsen: chunks out of range");
            CoarsenTask<T> task{points.data(),
                                static_cast<int64_t>(points.shape(1)),
                                data_of(weights),
                                data_of(selection_weights),
                                order.data(),
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
                                node_points.data(),
                                node_weights.data(),
                                only_child.data(),
                                data_of(node_picks),
                                parents.data(),
                                n_nodes.data(),
                                {},
                                &stop};
            run(kernels<T>().coarsen, task);
            return Counts{task.counts};
        },
        "points"_a.noconvert(), "weights"_a.none(), "selection_weights"_a.none(),
        "order"_a.noconvert(), "chunk_offsets"_a.noconvert(), "chunk_begin"_a, "chunk_end"_a,
        "epsilon"_a, "weight_unit"_a, "metric"_a, "linkage"_a, "representation"_a, "on_sphere"_a,
        "seed"_a, "level"_a, "node_points"_a.noconvert(), "node_weights"_a.noconvert(),
        "only_child"_a.noconvert(), "node_picks"_a.none().noconvert(), "parents"_a.noconvert(),
        "n_nodes"_a.noconvert(), "stop"_a,
        "Coarsen a range of chunks: graph, greedy selection, collapse.");

    m.def(
        "compact",
        [](Array1<const int32_t> order, Array1<const int64_t> chunk_offsets,
           Array1<const int32_t> n_nodes, Array2<T> node_points, Array1<double> node_weights,
           Array1<int32_t> only_child, std::optional<Array1<int32_t>> node_picks,
           Array1<int32_t> parents) {
            require(parents.shape(0) >= order.shape(0) &&
                        chunk_offsets.shape(0) == n_nodes.shape(0) + 1,
                    "compact: arrays do not fit together");
            CompactTask<T> task{static_cast<int64_t>(node_points.shape(1)),
                                order.data(),
                                chunk_offsets.data(),
                                static_cast<int64_t>(n_nodes.shape(0)),
                                n_nodes.data(),
                                node_points.data(),
                                node_weights.data(),
                                only_child.data(),
                                data_of(node_picks),
                                parents.data(),
                                0};
            nb::gil_scoped_release release;
            kernels<T>().compact(task);
            return task.n_nodes_total;
        },
        "order"_a.noconvert(), "chunk_offsets"_a.noconvert(), "n_nodes"_a.noconvert(),
        "node_points"_a.noconvert(), "node_weights"_a.noconvert(), "only_child"_a.noconvert(),
        "node_picks"_a.none().noconvert(), "parents"_a.noconvert(),
        "Number the nodes of a level across its chunks; returns how many there are.");

    m.def(
        "link",
        [](Array2<const T> child_points, std::optional<Array1<const double>> child_weights,
           Array1<const int32_t> parents, std::optional<Array1<const int32_t>> child_ids,
           int32_t next_id, Array1<int32_t> ids, Array1<int32_t> leaf_parents,
           Array1<int32_t> inner_parents, Array2<T> tree_points,
           std::optional<Array1<double>> tree_weights) {
            const size_t n = parents.shape(0), d = child_points.shape(1),
                         n_leaves = leaf_parents.shape(0);
            const size_t n_inner = static_cast<size_t>(next_id) - n_leaves;
            require(child_points.shape(0) == n && holds(child_weights, n) && holds(child_ids, n) &&
                        (child_ids || n == n_leaves) && (child_weights || n_inner == 0) &&
                        inner_parents.shape(0) >= n_inner && tree_points.shape(0) >= n_inner &&
                        tree_points.shape(1) == d && holds(tree_weights, n_inner),
                    "link: arrays do not fit together");
            LinkTask<T> task{child_points.data(),
                             data_of(child_weights),
                             static_cast<int64_t>(d),
                             parents.data(),
                             data_of(child_ids),
                             static_cast<int64_t>(n),
                             static_cast<int64_t>(ids.shape(0)),
                             static_cast<int64_t>(n_leaves),
                             next_id,
                             ids.data(),
                             leaf_parents.data(),
                             inner_parents.data(),
                             tree_points.data(),
                             data_of(tree_weights),
                             0};
            nb::gil_scoped_release release;
            kernels<T>().link(task);
            return task.n_born;
        },
        "child_points"_a.noconvert(), "child_weights"_a.none(), "parents"_a.noconvert(),
        "child_ids"_a.none(), "next_id"_a, "ids"_a.noconvert(), "leaf_parents"_a.noconvert(),
        "inner_parents"_a.noconvert(), "tree_points"_a.noconvert(),
        "tree_weights"_a.none().noconvert(),
        "Number a level's nodes within the tree, in place of their only children; returns how many "
        "are new.");

    m.def(
        "find_closest",
        [](Array2<const T> points, std::optional<Array1<const double>> weights,
           Array1<const int32_t> order, Array1<const int64_t> chunk_offsets, int64_t chunk_begin,
           int64_t chunk_end, double weight_unit, const std::string& metric,
           const std::string& linkage, std::optional<Array1<double>> nearest, const Stop& stop) {
            require(0 <= chunk_begin && chunk_begin <= chunk_end &&
                        chunk_end < static_cast<int64_t>(chunk_offsets.shape(0)) &&
                        (!nearest || nearest->shape(0) == order.shape(0)),
                    "find_closest: arrays do not fit together");
            ClosestTask<T> task{points.data(),
                                static_cast<int64_t>(points.shape(1)),
                                data_of(weights),
                                order.data(),
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
        "points"_a.noconvert(), "weights"_a.none(), "order"_a.noconvert(),
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
           int64_t query_begin, int64_t query_end, Array1<int32_t> nearest,
           Array1<double> distances, const Stop& stop) {
            NearestTask<T> task{
                tree_arrays<T>(rows, leaf_rows, points, leaf_begin, subtree_end, metric),
                radii.data(),
                queries.data(),
                query_begin,
                query_end,
                nearest.data(),
                distances.data(),
                &stop};
            require(radii.shape(0) == points.shape(0) && queries.shape(1) == rows.shape(1) &&
                        0 <= query_begin && query_end <= static_cast<int64_t>(queries.shape(0)) &&
                        nearest.shape(0) == queries.shape(0) &&
                        distances.shape(0) == queries.shape(0),
                    "find_nearest: arrays do not fit together");
            run(kernels<T>().nearest, task);
        },
        "rows"_a.noconvert(), "leaf_rows"_a.noconvert(), "points"_a.noconvert(),
        "leaf_begin"_a.noconvert(), "subtree_end"_a.noconvert(), "metric"_a, "radii"_a.noconvert(),
        "queries"_a.noconvert(), "query_begin"_a, "query_end"_a, "nearest"_a.noconvert(),
        "distances"_a.noconvert(), "stop"_a, "Nearest leaf of every query by branch and bound.");

    m.def(
        "reorder",
        [](Array1<const int32_t> place, int64_t begin, int64_t end, Array1<const int64_t> born_ends,
           Array2<const T> points, std::optional<Array1<const double>> weights,
           Array2<T> placed_points, std::optional<Array1<double>> placed_weights,
           Array1<int32_t> placed_births) {
            const size_t n = place.shape(0);
            require(0 <= begin && begin <= end && end <= static_cast<int64_t>(n) &&
                        points.shape(0) == n && placed_points.shape(0) == n &&
                        placed_points.shape(1) == points.shape(1) && holds(weights, n) &&
                        weights.has_value() == placed_weights.has_value() &&
                        holds(placed_weights, n) && placed_births.shape(0) == n,
                    "reorder: arrays do not fit together");
            ReorderTask<T> task{place.data(),
                                begin,
                                end,
                                born_ends.data(),
                                points.data(),
                                static_cast<int64_t>(points.shape(1)),
                                data_of(weights),
                                placed_points.data(),
                                data_of(placed_weights),
                                placed_births.data()};
            nb::gil_scoped_release release;
            kernels<T>().reorder(task);
        },
        "place"_a.noconvert(), "begin"_a, "end"_a, "born_ends"_a.noconvert(),
        "points"_a.noconvert(), "weights"_a.none(), "placed_points"_a.noconvert(),
        "placed_weights"_a.none().noconvert(), "placed_births"_a.noconvert(),
        "Bring inner nodes to their places in tree order.");

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

    nb::class_<Counts>(m, "Counts", "Seconds per step and number of edges of one coarsening.")
        .def_ro("gather", &Counts::gather)
        .def_ro("distances", &Counts::distances)
        .def_ro("selection", &Counts::selection)
        .def_ro("collapse", &Counts::collapse)
        .def_ro("edges", &Counts::edges);

    bind<float>(m);
    bind<double>(m);

    m.def(
        "coarsen_matrix",
        [](Array2<const double> distances, std::optional<Array1<const double>> weights,
           std::optional<Array1<const double>> selection_weights, Array1<const int32_t> ids,
           double epsilon, uint64_t seed, uint64_t level, Array1<double> node_weights,
           Array1<int32_t> node_picks, Array1<int32_t> local_parents) {
            const size_t n = ids.shape(0);
            require(distances.shape(0) == n && distances.shape(1) == n &&
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
                            node_weights.data(),
                            node_picks.data(),
                            local_parents.data(),
                            0};
            nb::gil_scoped_release release;
            active_set->coarsen_matrix(task);
            return task.n_nodes;
        },
        "distances"_a.noconvert(), "weights"_a.none(), "selection_weights"_a.none(),
        "ids"_a.noconvert(), "epsilon"_a, "seed"_a, "level"_a, "node_weights"_a.noconvert(),
        "node_picks"_a.noconvert(), "local_parents"_a.noconvert(),
        "Coarsen one chunk whose distances are given; returns its number of nodes.");

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

    m.def("partition_workspace", &partition_workspace, "n_points"_a, "n_dims"_a,
          "How many numbers of scratch a call of partition needs.");
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
