// A radix sort for the few hundred keys of a chunk.
#pragma once

#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// Sort by bits 32..55; stable, so the low half (an index) decides among equals. O(n).
BIDVIT_INLINE uint64_t* sort_by_high_bits(uint64_t* keys, uint64_t* spare, int64_t n) {
    uint32_t count[3][256];
    std::memset(count, 0, sizeof count);
    for (int64_t i = 0; i < n; ++i)
        for (int pass = 0; pass < 3; ++pass) ++count[pass][(keys[i] >> (32 + 8 * pass)) & 255];
    for (int pass = 0; pass < 3; ++pass) {
        uint32_t start = 0;
        for (int b = 0; b < 256; ++b) {
            const uint32_t size = count[pass][b];
            count[pass][b] = start;
            start += size;
        }
        for (int64_t i = 0; i < n; ++i) {
            const uint64_t key = keys[i];
            spare[count[pass][(key >> (32 + 8 * pass)) & 255]++] = key;
        }
        uint64_t* swapped = keys;
        keys = spare;
        spare = swapped;
    }
    return keys;
}

}  // namespace bidvit::BIDVIT_ISA
