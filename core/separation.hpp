#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// Boxes around chunks. O(n d).
template <class T> bool bound_chunks(BoxesTask<T>& task);
// The inner boxes of the heap, and those of leaves without a chunk, which are empty. O(n d).
template <class T> void join_boxes(T* boxes, int64_t n_leaves, int64_t n_chunks, int64_t n_dims);
// First fit, in the order of the chunks. O(d log n) for each pair of chunks that touch.
template <class T> bool colour_chunks(ColourTask<T>& task);
// What is equally near goes to the pick of the lowest id. O(n k d) for n points of a chunk and k
// picks within reach of its box, at worst; the join looks no farther along its axis than epsilon.
template <class T> bool find_near_picks(NearPicksTask<T>& task);
// O(n d).
template <class T> bool measure(MeasureTask<T>& task);
// Of several, the one of the lowest id. Branch and bound, the nearer box first.
template <class T> bool find_nearest_point(NearestPointTask<T>& task);

}  // namespace bidvit::BIDVIT_ISA
