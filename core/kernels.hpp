// The contract between the bindings and the kernels: plain task records, filled in by module.cpp,
// and one table of functions per instruction set, chosen once when the module is loaded.
#pragma once

#include <atomic>
#include <cstdint>

namespace bidvit {

enum class Metric : int { euclidean = 0, manhattan = 1, chebyshev = 2 };
enum class Linkage : int { distance = 0, ward = 1 };
enum class Representation : int { point = 0, centroid = 1 };

using Stop = std::atomic<bool>;

// Merge equal rows. O(n d) expected time, 12 to 24 bytes of table per row.
template <class T> struct DistinctTask {
    const T* points;
    int64_t n_rows;
    int64_t n_dims;
    const double* row_weights;  // may be null: every row weighs 1
    int32_t* leaf_of_row;       // out: rank of the distinct row, -1 for a row of weight zero
    int32_t* first_row;         // out: capacity n_rows
    double* weights;            // out: capacity n_rows
    int64_t n_distinct;         // out
    const Stop* stop;
};

// The axes whose columns a partition has at hand, and how far (root of the squared deviation, with
// its uncertainty) any other axis can reach. None at first.
struct HotAxes {
    int32_t n = 0;
    int32_t axis[16] = {};
    double cold_reach = 0;
};

// Median cut of the nodes listed in `order` (ascending ids) into runs of at most `max_chunk_size`.
template <class T> struct PartitionTask {
    const T* points;
    int64_t n_dims;
    int32_t* order;  // in: ids, ascending; out: ids by chunk, ascending within each chunk
    int64_t n_points;
    int64_t max_chunk_size;
    int max_depth;            // cut at most this often on the way down
    const T* box;             // [2][n_dims]: no coordinate is outside
    HotAxes hot;              // those of the run that is cut further
    const uint64_t* moments;  // may be null: [n_moments][3][n_dims], of parts of all points
    int64_t n_moments;
    T* columns;         // of the hot axes, for these points
    int64_t stride;     // from column to column
    T* spare;           // as many numbers as there are points
    int64_t* run_ends;  // out: end of every run, relative to the start of `order`
    T* run_boxes;       // out, may be null: the box in force, for a later call on that run
    HotAxes* run_hot;   // out, likewise
    int64_t n_runs;     // out
    const Stop* stop;
};

// Exact moments of the rows [begin, end) in steps of the fixed point of a box: sum, and sum of
// squares as low and high word.
template <class T> struct MomentsTask {
    const T* points;
    int64_t n_dims;
    int64_t begin, end;
    const T* box;
    uint64_t* moments;  // out: [3][n_dims]
    const Stop* stop;
};

// The workspace of a partition: one column per hot axis and a spare one.
constexpr int64_t all_hot_up_to = 16;  // dimensions
constexpr int64_t hot_axes_of_many = 8;
inline int64_t partition_hot_axes(int64_t n_dims) {
    return n_dims <= all_hot_up_to ? n_dims : hot_axes_of_many;
}
inline int64_t partition_stride(int64_t n_points) { return (n_points + 63) / 32 * 32; }
inline int64_t partition_workspace(int64_t n_points, int64_t n_dims) {
    return partition_stride(n_points) * (partition_hot_axes(n_dims) + 1);
}

// Seconds spent per step and what was counted on the way.
struct CoarsenCounts {
    double gather = 0, distances = 0, selection = 0, collapse = 0;
    int64_t edges = 0;
};

// Coarsen the chunks [chunk_begin, chunk_end): graph, selection, collapse.
template <class T> struct CoarsenTask {
    const T* points;
    int64_t n_dims;
    const double* weights;            // may be null: every node weighs 1
    const double* selection_weights;  // may be null: the weights
    const int32_t* order;
    const int64_t* chunk_offsets;  // [n_chunks + 1]
    int64_t chunk_begin, chunk_end;
    double epsilon;
    double weight_unit;  // ward: the weight that counts as 1
    Metric metric;
    Linkage linkage;
    Representation representation;
    bool on_sphere;  // centroids are projected back to the unit sphere
    uint64_t seed;
    uint64_t level;
    // Out. The nodes of a chunk start at the chunk's own offset; `compact` closes the gaps.
    T* node_points;
    double* node_weights;
    int32_t* only_child;  // the id of a node's child if it is the only one, or -1
    int32_t* node_picks;  // may be null: the id of the pick each node grew from
    int32_t* parents;     // by id: number of the node within its chunk
    int32_t* n_nodes;     // by chunk
    CoarsenCounts counts;
    const Stop* stop;
};

// The same, for one chunk whose distances were measured by the caller (point representation).
struct MatrixTask {
    const double* distances;  // [n][n]
    int64_t n_points;
    const double* weights;
    const double* selection_weights;
    const int32_t* ids;
    double epsilon;
    uint64_t seed;
    uint64_t level;
    double* node_weights;
    int32_t* node_picks;
    int32_t* local_parents;
    int32_t n_nodes;
};

// The least proximity of two nodes that share a chunk, over the chunks [chunk_begin, chunk_end).
template <class T> struct ClosestTask {
    const T* points;
    int64_t n_dims;
    const double* weights;
    const int32_t* order;
    const int64_t* chunk_offsets;
    int64_t chunk_begin, chunk_end;
    double weight_unit;
    Metric metric;
    Linkage linkage;
    double closest;            // out: distance or ward proximity; infinity without a pair
    double* nearest_of_point;  // out, may be null: by position, each node's least proximity
    const Stop* stop;
};

// Close the gaps between the nodes of successive chunks, and number parents across chunks.
template <class T> struct CompactTask {
    int64_t n_dims;
    const int32_t* order;
    const int64_t* chunk_offsets;
    int64_t n_chunks;
    const int32_t* n_nodes;  // by chunk
    T* node_points;
    double* node_weights;
    int32_t* only_child;
    int32_t* node_picks;    // may be null
    int32_t* parents;       // in: numbers within the chunk; out: within the level
    int64_t n_nodes_total;  // out
};

// Which nodes of a new level are really new: a node with a single child is that child. The children
// of new nodes are alive no longer: what the tree keeps of them is written now, and not before,
// since until then the level itself holds it.
template <class T> struct LinkTask {
    const T* child_points;
    const double* child_weights;  // may be null where all children are leaves
    int64_t n_dims;
    const int32_t* parents;    // [n_children], numbers within the new level
    const int32_t* child_ids;  // [n_children], numbers within the tree; null: the leaves, in order
    int64_t n_children;
    int64_t n_nodes;
    int64_t n_leaves;
    int32_t next_id;
    int32_t* ids;  // in: the only child or -1; out: numbers within the tree
    // Out, by number within the tree, of inner nodes less n_leaves; parents are inner nodes.
    int32_t* leaf_parents;
    int32_t* inner_parents;
    T* tree_points;
    double* tree_weights;  // may be null
    int64_t n_born;        // out
};

// Tree order of the inner nodes: a node before what is below it, siblings by number, so that a
// subtree is a contiguous range. Parents have higher numbers than their children.
struct PlaceTask {
    const int32_t* parents;  // [n_inner], -1 for a root
    int64_t n_inner;
    int32_t* place;        // out: [n_inner], where each node comes to stand
    int32_t* subtree_end;  // out: [n_inner], by place: where the nodes below it end
};

// Bring the inner nodes [begin, end) to their places.
template <class T> struct ReorderTask {
    const int32_t* place;
    int64_t begin, end;
    const int64_t* born_ends;  // by level: the first number born later
    const T* points;
    int64_t n_dims;
    const double* weights;  // may be null
    T* placed_points;
    double* placed_weights;
    int32_t* placed_births;
};

// The tree as the kernels read it: leaves 0..n_leaves-1 are rows of `rows`, picked by `leaf_rows`;
// inner nodes count from 0. Both stand in tree order.
template <class T> struct TreeArrays {
    const T* rows;
    const int32_t* leaf_rows;
    int64_t n_leaves;
    const T* points;  // of the inner nodes
    int64_t n_inner;
    // [n_inner + 1]: the leaves that hang on node p itself begin here and end where those of p + 1
    // begin; with those of the nodes below, they end where those of subtree_end[p] begin.
    const int32_t* leaf_begin;
    const int32_t* subtree_end;
    int64_t n_dims;
    Metric metric;
};

// Radii of those inner nodes of the range [node_begin, node_end) whose subtrees are in it, or of
// the nodes listed, whose children's radii are known.
template <class T> struct RadiiTask {
    TreeArrays<T> tree;
    int64_t node_begin, node_end;
    const int32_t* listed;  // null: the range
    int64_t n_listed;
    bool bound_only;  // the triangle inequality instead of a measurement
    T* radii;         // in: of the nodes below; out: rounded up
    int64_t n_measured;
    const Stop* stop;
};

// Nearest leaf of every query, by descending the tree with the radii as bounds.
template <class T> struct NearestTask {
    TreeArrays<T> tree;
    const T* radii;
    const T* queries;
    int64_t query_begin, query_end;
    int32_t* nearest;
    double* distances;
    const Stop* stop;
};

// The nodes of a level in tree order: those born at it or before, whose parents were born later.
struct LevelTask {
    const int32_t* births;  // of inner nodes: the level each first appears at
    const int32_t* leaf_begin;
    const int32_t* subtree_end;
    int64_t n_inner;
    int64_t n_leaves;
    int32_t level;
    int32_t* nodes;   // out
    int64_t n_nodes;  // out
};

// A box around the points of every chunk in [chunk_begin, chunk_end), at the places of leaves in a
// heap of boxes: the children of node i are 2 i and 2 i + 1, chunk c is leaf n_leaves + c.
template <class T> struct BoxesTask {
    const T* points;
    int64_t n_dims;
    const int32_t* order;
    const int64_t* chunk_offsets;
    int64_t chunk_begin, chunk_end;
    int64_t n_leaves;  // a power of two, at least as many as there are chunks
    T* boxes;          // out: [2 n_leaves][2][n_dims]
    const Stop* stop;
};

// Colour the chunks so that no two of the same colour can have points closer than epsilon.
template <class T> struct ColourTask {
    const T* boxes;
    int64_t n_leaves;
    int64_t n_chunks;
    int64_t n_dims;
    double epsilon;
    Metric metric;
    int32_t* colours;   // out: by chunk
    int64_t n_colours;  // out
    const Stop* stop;
};

// For some points, the nearest pick closer than epsilon in the chunks around whose colour is lower
// than (-1), equal to (0) or higher than (1) that of their own.
template <class T> struct NearPicksTask {
    const T* points;
    int64_t n_dims;
    const T* boxes;
    int64_t n_leaves;
    const int32_t* colours;
    const int64_t* pick_offsets;  // by chunk: where its picks begin
    const int32_t* n_picks;       // by chunk
    const int32_t* picks;         // ids
    const int32_t* queries;       // ids, in runs that share a chunk
    const int64_t* run_offsets;
    const int32_t* run_chunks;
    int64_t run_begin, run_end;
    double epsilon;
    Metric metric;
    int relation;
    bool any;          // any pick will do: points that have one are left alone
    int32_t* nearest;  // in and out, by id: a pick, or -1
    double* values;    // in and out, by id: the (squared) distance to it, or infinity
    const Stop* stop;
};

// The (squared) distance of the points [begin, end) from what each is assigned to.
template <class T> struct MeasureTask {
    const T* points;
    const T* targets;
    int64_t n_dims;
    int64_t begin, end;
    const int32_t* target_of;  // [n_points], rows of `targets`
    Metric metric;
    double* values;  // out: [n_points]
    const Stop* stop;
};

// The nearest point of a chunked set to every query, at any distance.
template <class T> struct NearestPointTask {
    const T* points;
    int64_t n_dims;
    const int32_t* order;
    const int64_t* chunk_offsets;
    const T* boxes;
    int64_t n_leaves;
    Metric metric;
    const T* queries;
    int64_t query_begin, query_end;
    int32_t* nearest;  // out: ids
    const Stop* stop;
};

// Every function returns false when it was stopped before the end.
template <class T> struct Kernels {
    bool (*find_distinct)(DistinctTask<T>&);
    bool (*partition)(PartitionTask<T>&);
    bool (*measure_moments)(MomentsTask<T>&);
    void (*bounding_box)(const T* points, int64_t n_points, int64_t n_dims, T* box);
    bool (*coarsen)(CoarsenTask<T>&);
    bool (*closest)(ClosestTask<T>&);
    void (*compact)(CompactTask<T>&);
    void (*link)(LinkTask<T>&);
    bool (*radii)(RadiiTask<T>&);
    bool (*nearest)(NearestTask<T>&);
    void (*reorder)(ReorderTask<T>&);
    bool (*bound_chunks)(BoxesTask<T>&);
    void (*join_boxes)(T* boxes, int64_t n_leaves, int64_t n_chunks, int64_t n_dims);
    bool (*colour_chunks)(ColourTask<T>&);
    bool (*find_near_picks)(NearPicksTask<T>&);
    bool (*measure)(MeasureTask<T>&);
    bool (*nearest_point)(NearestPointTask<T>&);
};

struct KernelSet {
    const char* name;
    Kernels<float> f32;
    Kernels<double> f64;
    void (*coarsen_matrix)(MatrixTask&);
    void (*place)(PlaceTask&);
    void (*find_parents)(const int32_t* subtree_end, int64_t n_inner, int32_t* parents);
    void (*find_level)(LevelTask&);
    // Indices 0..n-1 by key, stable; `start` has n_groups + 1 entries. O(n + n_groups).
    void (*group)(const int32_t* keys, int64_t n, int64_t n_groups, int32_t* start, int32_t* order);
};

// One per instruction set; which of them exist depends on the processor family built for.
namespace baseline {
extern const KernelSet kernel_set;
}
#ifdef BIDVIT_X86_VARIANTS
namespace x86_v3 {
extern const KernelSet kernel_set;
}
namespace x86_v4 {
extern const KernelSet kernel_set;
}
#endif

}  // namespace bidvit
