#pragma once

#include "columns.hpp"
#include "edges.hpp"
#include "join.hpp"
#include "kernels.hpp"
#include "random.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// Which node every point of a chunk collapses into (paper, section "Chunk Collapsing").
struct Assignment {
    Buffer<int32_t> pick_of;     // by vertex: the pick it is assigned to
    Buffer<double> value;        // by vertex: proximity to it, as in the edge list
    Buffer<int32_t> node_of;     // by place in id order: number of the node
    Buffer<int32_t> pick_place;  // by node: place of its pick in id order
    int64_t n_nodes = 0;

    // Every vertex to its nearest pick, which is always at the other end of an edge; ties go to the
    // pick of the smaller random number. O(n + edges).
    void to_nearest_pick(const EdgeList& edges, int64_t n, const uint8_t* picked,
                         const int32_t* index, const int32_t* ids, uint64_t stream);
    // Number the picks in id order. O(n).
    void number_nodes(int64_t n, const uint8_t* picked, const int32_t* index,
                      const int32_t* vertex);
};

// The points of every node as a list: places in id order. O(n).
struct Cells {
    Buffer<int32_t> start, place;
    void build(const int32_t* node_of, int64_t n, int64_t n_nodes);
};

// The weighted mean of each cell; the mean of one point is that point. O(n d).
template <class T> class Centroids {
  public:
    // The i-th point of the chunk, and its weight, are at place[i].
    void compute(const T* points, int64_t n_dims, const int32_t* place, const double* weights,
                 const Cells& cells, int64_t n_nodes, bool on_sphere, T* out);

  private:
    Buffer<double> sum_;
};

// The second half of the paper's Algorithm 2: each point to its closest centroid. A centroid that
// nobody is closest to is dropped. O(d n^2) at worst; nearly all pairs are ruled out by what the
// edges say of the distances to the picks.
template <class T> class Reassignment {
  public:
    template <class M> bool run(SortedChunk<T>& chunk, const int32_t* ids, const EdgeList& edges,
                                const uint8_t* picked, double epsilon, uint64_t stream,
                                const Cells& cells, T* centroids, Assignment& assignment,
                                const Stop* stop);

  private:
    struct Best {
        double value;
        int32_t node;
    };
    Buffer<Best> best_;
    Buffer<double> shift_;
    Buffer<int32_t> target_node_, query_vertex_, count_;
    ColumnSet<T> queries_, targets_;
};

}  // namespace bidvit::BIDVIT_ISA
