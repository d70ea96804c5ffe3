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

// Merge equal rows. O(n d) expected time, 16 bytes of table per row.
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

// Median cut of the nodes listed in `order` (ascending ids) into runs of at most `max_chunk_size`.
template <class T> struct PartitionTask {
    const T* points;
    int64_t n_dims;
    int32_t* order;  // in: ids, ascending; out: ids by chunk, ascending within each chunk
    int64_t n_points;
    int64_t max_chunk_size;
    int max_depth;          // cut at most this often on the way down
    T* box;                 // in/out: [max_boxes][2][n_dims]; the first one is read when has_box
    bool has_box;
    bool keep_boxes;        // write the box of every run, for a later call on that run
    int64_t* run_ends;      // out: end of every run, relative to the start of `order`
    int64_t n_runs;         // out
    const Stop* stop;
};

// Seconds spent per step and what was counted on the way.
struct CoarsenCounts {
    double gather = 0, distances = 0, selection = 0, collapse = 0;
    int64_t edges = 0;
};

// Coarsen the chunks [chunk_begin, chunk_end): graph, selection, collapse.
template <class T> struct CoarsenTask {
    const T* points;
    int64_t n_dims;
    const double* weights;
    const double* selection_weights;
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
    // Out. The nodes of a chunk start at the chunk's own offset; compact_nodes closes the gaps.
    T* node_points;
    double* node_weights;
    int32_t* node_picks;     // the id of the pick each node grew from
    int32_t* local_parents;  // by position in `order`: number of the node within its chunk
    int32_t* n_nodes;        // by chunk
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
    double closest;             // out: distance or ward proximity; infinity without a pair
    double* nearest_of_point;   // out, may be null: by position, each node's least proximity
    const Stop* stop;
};

// Close the gaps between the nodes of successive chunks, and number parents across chunks.
template <class T> struct CompactTask {
    int64_t n_dims;
    const int32_t* order;
    const int64_t* chunk_offsets;
    int64_t n_chunks;
    const int32_t* n_nodes;  // by chunk
    const int32_t* local_parents;
    T* node_points;
    double* node_weights;
    int32_t* node_picks;
    int32_t* parents;       // out: by id
    int64_t n_nodes_total;  // out
};

// Exact radii of the nodes [node_begin, node_end) of one level, all arrays in tree order.
template <class T> struct RadiiTask {
    const T* leaf_points;
    int64_t n_dims;
    const T* points;
    const T* child_points;
    const T* child_radii;
    const int64_t* child_start;       // [n_nodes + 1] into the level below
    const int64_t* child_leaf_start;  // [n_children + 1] into the leaves
    int64_t node_begin, node_end;
    Metric metric;
    bool bound_only;  // the triangle inequality instead of a measurement
    T* radii;         // out, rounded up
    int64_t n_measured;
    const Stop* stop;
};

// Nearest leaf of every query, by descending the tree with the radii as bounds.
template <class T> struct NearestTask {
    const T* const* level_points;
    const T* const* level_radii;
    const int64_t* const* level_child_start;  // of levels 1..top
    const int64_t* level_sizes;
    int n_levels;
    int64_t n_dims;
    Metric metric;
    const T* queries;
    int64_t query_begin, query_end;
    int32_t* nearest;
    double* distances;  // may be null
    const Stop* stop;
};

// Every function returns false when it was stopped before the end.
template <class T> struct Kernels {
    bool (*find_distinct)(DistinctTask<T>&);
    bool (*partition)(PartitionTask<T>&);
    bool (*coarsen)(CoarsenTask<T>&);
    bool (*closest)(ClosestTask<T>&);
    void (*compact)(CompactTask<T>&);
    bool (*radii)(RadiiTask<T>&);
    bool (*nearest)(NearestTask<T>&);
};

struct KernelSet {
    const char* name;
    Kernels<float> f32;
    Kernels<double> f64;
    void (*coarsen_matrix)(MatrixTask&);
    // Indices 0..n-1 grouped by key, stable: O(n + n_groups). `start` has n_groups + 1 entries.
    void (*group)(const int32_t* keys, int64_t n, int64_t n_groups, int64_t* start, int32_t* order);
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
