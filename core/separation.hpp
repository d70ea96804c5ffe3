#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

template <class T> bool bound_chunks(BoxesTask<T>& task);
template <class T>
void join_boxes(T* boxes, int64_t n_leaves, int64_t n_chunks, int64_t n_dims);
template <class T> bool colour_chunks(ColourTask<T>& task);
template <class T> bool find_near_picks(NearPicksTask<T>& task);
template <class T> bool measure(MeasureTask<T>& task);
template <class T> bool find_nearest_point(NearestPointTask<T>& task);

}  // namespace bidvit::BIDVIT_ISA
