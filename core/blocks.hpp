#pragma once

#include "kernels.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// The nodes of boxes over some blocks, level by level.
class BoxLevels {
  public:
    static constexpr int most = 9;  // 16^9 blocks and more do not fit any memory
    int64_t n_entries[most];        // of a level: blocks, groups of blocks, groups of those, ...
    int64_t first_node[most];       // where the nodes over these entries begin
    int n = 0;

    explicit BoxLevels(int64_t n_blocks) {
        int64_t node = 0;
        for (int64_t entries = n_blocks;;) {
            n_entries[n] = entries;
            first_node[n++] = node;
            entries = (entries + block_group - 1) / block_group;
            node += entries;
            if (entries == 1) return;
        }
    }
};

// Copy rows into blocks as columns, and put boxes around blocks and groups of blocks. O(n d).
template <class T> bool fill_blocks(FillBlocksTask<T>& task);

// The k nearest rows of every query: groups and blocks in the order of their boxes' distance, as
// long as those can hold a nearer row; a block at once, in vectors.
template <class T> bool search_blocks(SearchBlocksTask<T>& task);

}  // namespace bidvit::BIDVIT_ISA
