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

// Hashes of the rows [begin, end). O(d) per row.
template <class T> struct HashTask {
    const T* points;
    int64_t n_dims;
    int64_t begin, end;
    uint64_t* hashes;  // out, by row
    const Stop* stop;
};

// Find equal rows among those of positive weight whose hashes belong to one of several shards,
// which do not depend on each other. O(n) for all rows, O(d) expected for each of the shard; 12 to
// 24 bytes of table for each of the shard.
template <class T> struct DistinctTask {
    const T* points;
    int64_t n_rows;
    int64_t n_dims;
    const double* row_weights;  // may be null: every row weighs 1
    const uint64_t* hashes;
    int32_t shard, n_shards;
    int32_t* first_equal;  // out: the first row equal to each of the shard's; -1 for weight zero
    int64_t n_distinct;    // out
    const Stop* stop;
};

// Number the distinct rows by first appearance and add up their weights. O(n).
struct NumberTask {
    int64_t n_rows;
    const double* row_weights;  // may be null
    int32_t* node_of_row;       // in: the first equal row, or -1; out: its number, or -1
    int32_t* first_row;         // out, by number
    double* weights;            // out, by number
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

// The axis that a median cut of some nodes would take, from moments of parts of them. Where the box
// resolves them too coarsely, it takes their own box, and moments measured anew.
template <class T> struct AxisTask {
    int64_t n_points;
    int64_t n_dims;
    const T* box;
    const uint64_t* moments;  // [n_moments][3][n_dims]
    int64_t n_moments;
    int64_t axis;  // out
    bool trusted;  // out
};

// The first cuts of a median cut, already made: which part each row belongs to. Of split s a row
// goes to the left if its coordinate and its id are not beyond those of the split.
template <class T> struct PartsTask {
    const T* points;
    int64_t n_points;
    int64_t n_dims;
    int32_t first_id;         // of the first row; the others follow
    const int32_t* axes;      // [n_splits]
    const T* values;          // [n_splits]
    const int32_t* ids;       // [n_splits]
    const int32_t* children;  // [n_splits][2]: a later split or, inverted, a part
    int64_t n_splits;
    int32_t* parts;  // out
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

// What a level keeps of its nodes once they have merged: coordinates and weights, by number within
// the tree less n_leaves. Leaves are kept already.
template <class T> struct Keeper {
    const int32_t* ids;  // by node of the level, numbers within the tree; null: all are leaves
    int64_t n_leaves;
    T* points;        // null: nothing is to be kept
    double* weights;  // may be null
};

// How local search picks the nodes, in place of the greedy heuristic: see SearchTask.
struct SearchRules {
    int64_t iterations_per_vertex;
    bool reductions;
};

// What became of that, over the chunks.
struct SearchCounts {
    int64_t n_reduced, n_proved;
};

// Coarsen the chunks [chunk_begin, chunk_end): graph, selection, collapse.
template <class T> struct CoarsenTask {
    const T* points;
    int64_t n_dims;
    const double* weights;            // may be null: every node weighs 1
    const double* selection_weights;  // may be null: the weights
    const int32_t* order;
    bool in_order;                 // points and weights stand chunk by chunk, as `order` has them
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
    Keeper<T> keeper;
    // May be null: by place in `order`, 1 for the nodes to pick, chosen elsewhere. Every other node
    // must have an edge to one of them.
    const uint8_t* given_picks;
    const SearchRules* search;  // may be null: the greedy heuristic picks
    double* set_weights;        // out, with `search`: by chunk, the weight of the set found
    // Out. The nodes of a call stand side by side from the offset of its first chunk on; `compact`
    // closes the gaps between calls. Where points and weights stand in order, these may be they.
    T* node_points;
    double* node_weights;
    int32_t* only_child;  // the node of the level below if it is the only child, or -1
    int32_t* node_picks;  // may be null: the node of the level below each node grew from
    int32_t* parents;     // by place in `order`: the node, counted from the first of this call
    int64_t n_nodes;      // out
    int64_t n_born;       // out: nodes that have several children
    CoarsenCounts counts;
    SearchCounts found;  // by local search
    const Stop* stop;
};

// The graphs of the chunks [chunk_begin, chunk_end) as the coarsening sees them: an edge between
// any two nodes closer than epsilon. Vertices are numbered within the chunk, in the order of ids.
template <class T> struct GraphsTask {
    const T* points;
    int64_t n_dims;
    const double* weights;  // may be null; Ward linkage needs them
    const int32_t* order;
    bool in_order;  // as in CoarsenTask
    const int64_t* chunk_offsets;
    int64_t chunk_begin, chunk_end;
    double epsilon;
    double weight_unit;
    Metric metric;
    Linkage linkage;
    // Out: of all vertices of the range, one after the other, where their neighbours begin; and the
    // neighbours, ascending. The second comes from malloc and belongs to the caller.
    int64_t* start;  // [n_vertices + 1]
    int32_t* neighbour;
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
    const uint8_t* given_picks;  // may be null, as in CoarsenTask
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
    bool in_order;  // as in CoarsenTask
    const int64_t* chunk_offsets;
    int64_t chunk_begin, chunk_end;
    double weight_unit;
    Metric metric;
    Linkage linkage;
    double closest;            // out: distance or ward proximity; infinity without a pair
    double* nearest_of_point;  // out, may be null: by position, each node's least proximity
    const Stop* stop;
};

// Close the gaps between the nodes of successive batches, in one of the arrays that hold them.
struct CompactTask {
    int64_t n_batches;
    const int64_t* begins;   // by batch: where its nodes begin
    const int64_t* n_nodes;  // by batch
    char* array;
    int64_t node_bytes;  // of a node in that array
};

// Number the nodes of a batch of a new level within the tree: a node with a single child is that
// child; the others are new, and become parents.
struct LinkTask {
    const int32_t* order;      // the level below, chunk by chunk
    const int32_t* parents;    // by place in `order`: numbers within the new level
    int64_t begin, end;        // places
    const int32_t* child_ids;  // by node below, numbers within the tree; null: all are leaves
    int64_t node_begin, node_end;
    int64_t n_leaves;
    int32_t next_id;     // the first new number within the tree, of this batch
    int32_t first_born;  // and of this level
    int32_t* ids;        // in: the only child or -1; out: numbers within the tree
    // Out, by number within the tree, of inner nodes less n_leaves; parents are inner nodes.
    int32_t* leaf_parents;
    int32_t* inner_parents;
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
    const T* points;
    int64_t n_dims;
    const double* weights;  // may be null
    T* placed_points;
    double* placed_weights;
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

// The k nearest rows of every query, by descending the tree with the radii as bounds.
template <class T> struct NearestTask {
    TreeArrays<T> tree;
    const T* radii;
    const T* queries;
    int64_t query_begin, query_end;
    int64_t k;
    int64_t most_measured;  // give up beyond that
    int32_t* nearest;       // out: [n_queries][k], rows by distance, then number
    double* distances;      // out: likewise
    int64_t n_measured;     // out: distances to leaves and inner nodes
    const Stop* stop;
};

// Leaves in blocks of neighbours. A node of boxes has room for `block_group` entries, blocks or
// groups of them; the nodes over blocks come first, then those over these, up to a single one.
constexpr int64_t block_group = 16;
inline int64_t block_stride(int64_t most_in_block) { return (most_in_block + 15) / 16 * 16; }
inline int64_t count_box_nodes(int64_t n_blocks) {
    int64_t n_nodes = 0;
    do {
        n_blocks = (n_blocks + block_group - 1) / block_group;
        n_nodes += n_blocks;
    } while (n_blocks > 1);
    return n_nodes;
}
template <class T> struct FillBlocksTask {
    const T* rows;
    int64_t n_dims;
    const int32_t* order;    // rows, block by block
    const int64_t* offsets;  // [n_blocks + 1]
    int64_t n_blocks;
    int64_t stride;
    T* columns;           // out: [n_blocks][n_dims][stride]
    int32_t* block_rows;  // out: [n_blocks][stride], -1 where a block is not full
    T* boxes;             // out: [n_nodes][n_dims][low, high][block_group]
    int64_t n_nodes;
    const Stop* stop;
};
template <class T> struct SearchBlocksTask {
    const T* rows;
    int64_t n_dims;
    Metric metric;
    const T* columns;
    const int32_t* block_rows;
    const T* boxes;
    int64_t n_blocks;
    int64_t stride;
    const T* queries;
    const int32_t* query_order;  // may be null: as they come
    int64_t query_begin, query_end;
    int64_t k;
    int32_t* nearest;   // out: [n_queries][k], by distance, then number
    double* distances;  // out: likewise
    int64_t n_scanned;  // out: blocks
    const Stop* stop;
};

// The k nearest of the rows up to `row_end`, when those before `row_begin` are through: Euclidean
// distance with scalar products as a filter.
template <class T> struct SearchProductsTask {
    const T* rows;
    int64_t n_rows;
    int64_t n_dims;
    const T* row_lows;  // half the squared norms, less what rounding can amount to
    int64_t row_begin, row_end;
    double spread;  // twice that amount, at most
    const T* queries;
    const double* query_lows;   // likewise
    const double* query_highs;  // half the squared norms and what rounding can amount to
    int64_t query_begin, n_queries;
    double least_step;  // what underflow can amount to
    const T* products;  // [n_queries][stride], of these queries and rows
    int64_t stride;
    int64_t k;
    int32_t* nearest;   // in and out: [all queries][k]; in order after the last rows
    double* distances;  // likewise
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

// What merging the children of each inner node into one adds to the inertia: the sum of weighted
// squared distances of the rows from their means. Coordinates as they are, whatever the metric.
template <class T> struct GainsTask {
    TreeArrays<T> tree;
    const double* leaf_weights;  // may be null: every leaf weighs 1
    double* gains;               // out: [n_inner]
    double gain_of_roots;        // out: the same for the roots of a forest
    double total_weight;         // out
    const Stop* stop;
};

// Weakest-link pruning: from all leaves on, collapse the node that costs least again and again,
// ties to the lowest number. A collapse makes one cluster of the c clusters below, by c - 1 merges.
// With `add_up` it costs the gains of the nodes that collapse with it, per merge; else its own.
struct PruneTask {
    const double* gains;  // [n_inner]
    const int32_t* leaf_begin;
    const int32_t* subtree_end;
    int64_t n_inner;
    bool add_up;
    int32_t* times;  // out: [n_inner], how many merges there were when the node had collapsed
    double* costs;   // out: [n_inner], what its collapse, or the one it went along with, cost
    const Stop* stop;
};

// Clusters as lists of leaves, and which of them a call is about.
template <class T> struct ClusterArrays {
    const T* rows;
    int64_t n_dims;
    const int32_t* leaf_rows;
    const int32_t* order;  // the leaves, by cluster
    const int32_t* begin;  // [n_clusters + 1], none of them empty
    int64_t first, last;
};

// Weighted means.
template <class T> struct MeansTask {
    ClusterArrays<T> clusters;
    const double* leaf_weights;  // may be null: every leaf weighs 1
    bool on_sphere;              // means are projected back to the unit sphere
    T* means;                    // out: [n_clusters][n_dims]
    const Stop* stop;
};

// The nearest centre of every leaf, ties to the lowest number, given the cluster it is in.
template <class T> struct ReassignTask {
    const T* rows;
    int64_t n_dims;
    const int32_t* leaf_rows;
    const int32_t* order;  // the leaves, by cluster
    const int32_t* begin;  // [n_clusters + 1], places in that order
    int64_t place_begin, place_end;
    int64_t n_clusters;
    const T* centres;         // [n_clusters][n_dims]
    const T* filter_centres;  // their coordinates in the order of `axes`
    const int32_t* axes;      // [n_dims], those that tell most first
    const T* columns;         // the centres in blocks, as of FillBlocksTask
    const int32_t* block_rows;
    const T* boxes;
    int64_t n_blocks;
    int64_t stride;
    int32_t* labels;    // out, by leaf
    double* distances;  // out, by leaf
    int64_t n_added;    // out: coordinates of pairs that were looked at
    const Stop* stop;
};

// The nearest leaf to the centre of each cluster, ties to the lowest row, and the distance to the
// farthest.
template <class T> struct ReachTask {
    ClusterArrays<T> clusters;
    Metric metric;
    const T* centres;  // [n_clusters][n_dims]
    T* radii;          // out: [n_clusters], rounded up
    int32_t* nearest;  // out: [n_clusters]
    const Stop* stop;
};

// The children of some nodes: own leaves, then inner nodes, both in tree order. Two calls: one that
// counts, without `children`, and one that writes them.
struct ChildrenTask {
    const int32_t* leaf_begin;
    const int32_t* subtree_end;
    int64_t n_leaves;
    const int32_t* nodes;
    int64_t n_nodes;
    int64_t* offsets;  // [n_nodes + 1], out when counting
    int32_t* children;
};

// The nodes from some leaves up to their roots, likewise in two calls.
struct PathsTask {
    const int32_t* leaf_begin;
    const int32_t* parents;
    int64_t n_inner;
    int64_t n_leaves;
    const int32_t* leaves;
    int64_t n_paths;
    int64_t* offsets;
    int32_t* path;
};

// Radii and weights of all levels at once.
struct SummaryTask {
    const int32_t* births;
    const int32_t* parents;
    const int32_t* leaf_begin;
    const int32_t* subtree_end;
    int64_t n_inner;
    int64_t n_levels;
    const double* radii;          // of the inner nodes
    const double* leaf_weights;   // may be null: every leaf weighs 1
    const double* inner_weights;  // may be null: numbers of leaves
    // Out: the figure of level m at n_levels + m; before that, scratch.
    double *largest, *sum, *lightest, *heaviest;
};

// The nodes of a tree in a plane, each with how far its disc reaches along both axes.
struct SubtreesTask {
    const double *leaf_x, *leaf_y;
    const double *x, *y, *reach_x, *reach_y;  // of the inner nodes
    const int32_t* parents;
    const int32_t* leaf_begin;
    const int32_t* subtree_end;
    int64_t n_inner;
    double* boxes;  // [n_inner, 4], out: low x, low y, high x, high y of a disc and all below it
};

// The nodes of a level whose discs meet a viewport.
struct ViewTask {
    const double *leaf_x, *leaf_y;
    const double *x, *y, *reach_x, *reach_y;
    const double* boxes;
    const int32_t* births;
    const int32_t* leaf_begin;
    const int32_t* subtree_end;
    int64_t n_leaves;
    const double* viewport;  // low x, low y, high x, high y
    double period;           // x and x + period are the same place; 0: no two are
    bool is_disc;            // discs are ellipses; otherwise, boxes
    int32_t level;
    int64_t first, last;  // inner nodes to look at: all, or one subtree
    bool with_root_leaves;
    int64_t room;
    int32_t* nodes;   // [room], out
    int64_t n_found;  // out; room + 1: there are more than that
};

// Arrays from a file: are they a tree, so that kernels can follow them?
struct StructureTask {
    const int32_t* leaf_rows;
    int64_t n_leaves;
    const int32_t* births;
    const int32_t* parents;
    const int32_t* leaf_begin;
    const int32_t* subtree_end;
    int64_t n_inner;
    const int32_t* leaf_of_row;
    int64_t n_rows;
    int64_t n_levels;
    uint8_t* seen;     // [n_leaves] zeros
    int64_t* n_nodes;  // out: by level
};

// Every inner node as merges of two clusters, those of lower levels first: SciPy's linkage.
struct MergesTask {
    const int32_t* order;  // the inner nodes by birth
    const int32_t* births;
    const int32_t* leaf_begin;
    const int32_t* subtree_end;
    int64_t n_inner;
    int64_t n_leaves;
    int64_t n_levels;
    const double* heights;  // by level, and of the merges that join several roots
    int64_t n_skipped;      // so many of the first merges are not written
    int64_t* ids;           // scratch [n_inner]
    double* merges;         // out: [n_leaves - 1 - n_skipped][4]: two clusters, height, leaves
    int32_t* leaf_begins;   // out: [n_leaves - 1 - n_skipped][2]: the first leaf of either
};

// The nodes of the levels `lowest` to `highest` in brackets, with the way in height as lengths.
struct NewickTask {
    const int32_t* births;
    const int32_t* leaf_begin;
    const int32_t* subtree_end;
    int64_t n_inner;
    int64_t n_leaves;
    int64_t n_levels;
    int32_t lowest, highest;
    bool single_root;             // otherwise several are joined
    const double* heights;        // by level, and of the node that joins several roots
    const uint8_t* names;         // of the nodes of the lowest level; null: their numbers
    const int64_t* name_begin;    // one more than there are names
    uint8_t* text;                // out
    int64_t capacity, n_written;  // bytes
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
    bool (*hash)(HashTask<T>&);
    bool (*find_distinct)(DistinctTask<T>&);
    bool (*partition)(PartitionTask<T>&);
    bool (*choose_hot_axes)(PartitionTask<T>&);
    void (*to_columns)(const T* rows, int64_t n_dims, int64_t begin, int64_t end,
                       const HotAxes& hot, T* columns, int64_t stride);
    void (*to_rows)(const T* columns, int64_t stride, int64_t n_dims, int64_t begin, int64_t end,
                    T* rows);
    bool (*measure_moments)(MomentsTask<T>&);
    void (*choose_axis)(AxisTask<T>&);
    bool (*find_parts)(PartsTask<T>&);
    void (*bounding_box)(const T* points, int64_t begin, int64_t end, int64_t n_dims, T* box);
    bool (*coarsen)(CoarsenTask<T>&);
    bool (*build_graphs)(GraphsTask<T>&);
    bool (*closest)(ClosestTask<T>&);
    bool (*radii)(RadiiTask<T>&);
    bool (*nearest)(NearestTask<T>&);
    bool (*fill_blocks)(FillBlocksTask<T>&);
    bool (*search_blocks)(SearchBlocksTask<T>&);
    bool (*search_products)(SearchProductsTask<T>&);
    void (*reorder)(ReorderTask<T>&);
    bool (*measure_gains)(GainsTask<T>&);
    bool (*find_means)(MeansTask<T>&);
    bool (*find_reach)(ReachTask<T>&);
    bool (*reassign)(ReassignTask<T>&);
    bool (*bound_chunks)(BoxesTask<T>&);
    void (*join_boxes)(T* boxes, int64_t n_leaves, int64_t n_chunks, int64_t n_dims);
    bool (*colour_chunks)(ColourTask<T>&);
    bool (*find_near_picks)(NearPicksTask<T>&);
    bool (*measure)(MeasureTask<T>&);
    bool (*nearest_point)(NearestPointTask<T>&);
};

struct SolverSet;   // problems.hpp
struct MeasureSet;  // measures.hpp

// The nearest colour of a palette to each of the colours [begin, end), ties to the first.
struct MatchTask {
    const float* colours;  // [n_colours][3]
    int64_t begin, end;
    const float* palette;  // [n_palette][3]
    int64_t n_palette;
    const float* box;  // [2][3]: no colour is outside
    int32_t* nearest;  // out
    const Stop* stop;
};

// The same for the pixels of an image, what each misses added to those around it that follow.
struct DitherTask {
    const float* colours;   // [n_colours][3]
    const int32_t* pixels;  // [height][width], colours; -1 for those that take no part
    int64_t height, width;
    const float* palette;
    int64_t n_palette;
    const float* box;  // [2][3]: no colour is outside, nor is any made to be by what others miss
    int32_t* numbers;  // out: [height][width], of the palette, or -1
    const Stop* stop;
};

struct KernelSet {
    const char* name;
    const SolverSet* solvers;
    const MeasureSet* measures;
    Kernels<float> f32;
    Kernels<double> f64;
    void (*number)(NumberTask&);
    void (*coarsen_matrix)(MatrixTask&);
    void (*compact)(CompactTask&);
    void (*link)(LinkTask&);
    void (*place)(PlaceTask&);
    void (*find_parents)(const int32_t* subtree_end, int64_t n_inner, int32_t* parents);
    void (*find_level)(LevelTask&);
    bool (*prune)(PruneTask&);
    void (*find_children)(ChildrenTask&);
    void (*find_paths)(PathsTask&);
    void (*summarise_levels)(SummaryTask&);
    void (*bound_subtrees)(SubtreesTask&);
    void (*find_in_view)(ViewTask&);
    const char* (*check_structure)(StructureTask&);
    void (*expand_merges)(MergesTask&);
    bool (*write_newick)(NewickTask&);
    // Indices 0..n-1 by key, stable; `start` has n_groups + 1 entries. O(n + n_groups).
    void (*group)(const int32_t* keys, int64_t n, int64_t n_groups, int32_t* start, int32_t* order);
    bool (*match_palette)(MatchTask&);
    bool (*dither)(DitherTask&);
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
