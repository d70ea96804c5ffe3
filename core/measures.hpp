// The contract of the kernels that score clusterings: task records and one table of functions per
// instruction set, as kernels.hpp has them for the tree. Whatever the rows are, sums and distances
// are computed in float64.
#pragma once

#include <cstdint>

#include "kernels.hpp"

namespace bidvit {

// Clusters as ranges of a list of rows; ranges may overlap, as those of a node and its parent do.
template <class T> struct Members {
    const T* rows;
    int64_t n_dims;
    const int32_t* list;    // rows
    const double* weights;  // by place in the list; may be null: every member weighs 1
    const int32_t* begin;   // by cluster
    const int32_t* end;
    int64_t first, last;  // the clusters a call is about
};

// Weighted means.
template <class T> struct CentroidsTask {
    Members<T> members;
    double* centroids;  // out: [n_clusters][n_dims]
    const Stop* stop;
};

// How far the members of each cluster are from its centre. Centres count from the first cluster of
// the call.
template <class T> struct SpreadsTask {
    Members<T> members;
    Metric metric;
    bool as_angles;         // of unit vectors: distances are angles, their squares those of chords
    const double* centres;  // [last - first][n_dims]
    double* weights;        // out, by cluster: sums of weights,
    double* distances;      // of weighted distances,
    double* squares;        // of weighted squared distances,
    double* farthest;       // and the largest distance
    const Stop* stop;
};

// Of each cluster, the largest ratio of the sum of two spreads, its own and another's, to the
// distance between the two centroids. Those within `least_distance` of each other do not count.
struct RatiosTask {
    const double* centroids;  // [n_clusters][n_dims], chunk by chunk; best with wide axes first
    int64_t n_dims;
    const double* spreads;
    const int64_t* chunk_offsets;  // [n_chunks + 1]
    int64_t n_chunks;
    const double* boxes;    // heap of boxes around the chunks, see BoxesTask
    const double* largest;  // likewise: the largest spread below each box
    int64_t n_leaves;
    double least_distance;
    int64_t chunk_begin, chunk_end;  // whose clusters a call is about
    double* ratios;                  // out: by cluster
    int64_t n_measured;              // out: distances between centroids
    const Stop* stop;
};

// How the classes of rows are spread over the nodes of a tree: leaves, inner nodes, and one node
// more above all roots.
struct ClassesTask {
    const int32_t* classes;  // by place in the tree's order of rows, each below n_classes
    int64_t n_classes;
    const int32_t* row_begin;  // [n_leaves + 1], where the rows of each leaf begin
    int64_t n_leaves;
    const int32_t* leaf_begin;
    const int32_t* subtree_end;
    int64_t n_inner;
    // Out, of every node. With n rows of a class below it, summed over classes:
    double* squares;  // n^2
    double* logs;     // n log n
    double* pairs;    // n times how many pairs of these rows meet at this node and not below
    const Stop* stop;
};

// Functions return false when they were stopped before the end.
struct MeasureSet {
    bool (*find_centroids_f32)(CentroidsTask<float>&);
    bool (*find_centroids_f64)(CentroidsTask<double>&);
    bool (*measure_spreads_f32)(SpreadsTask<float>&);
    bool (*measure_spreads_f64)(SpreadsTask<double>&);
    bool (*find_worst_ratios)(RatiosTask&);
    bool (*count_classes)(ClassesTask&);
};

}  // namespace bidvit
