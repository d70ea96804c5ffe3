#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// Copy rows into blocks as columns, and put boxes around blocks and groups of blocks. O(n d).
template <class T> bool fill_blocks(FillBlocksTask<T>& task);

// The k nearest rows of every query: groups and blocks in the order of their boxes' distance, as
// long as those can hold a nearer row; a block at once, in vectors.
template <class T> bool search_blocks(SearchBlocksTask<T>& task);

}  // namespace bidvit::BIDVIT_ISA
