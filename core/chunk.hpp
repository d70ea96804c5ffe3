#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// One step of the level loop for a batch of chunks: O(d m^2) per chunk of m nodes at worst; memory
// for one chunk's columns and edges, reused from chunk to chunk.
template <class T> bool coarsen(CoarsenTask<T>& task);

// The same for a chunk whose distances are given. O(m^2).
void coarsen_matrix(MatrixTask& task);

// The graphs of chunks by themselves. O(d m^2) per chunk of m nodes at worst.
template <class T> bool build_graphs(GraphsTask<T>& task);

// Least proximity within chunks, overall and (on request) of every node. O(d m^2) per chunk at
// worst.
template <class T> bool find_closest(ClosestTask<T>& task);

}  // namespace bidvit::BIDVIT_ISA
