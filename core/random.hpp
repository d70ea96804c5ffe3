// The counter-based random stream: a number depends on (seed, level, id) and on nothing else, so
// ties break the same way whatever the number of threads, the order of chunks or the engine.
#pragma once

#include <cstdint>

#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

BIDVIT_INLINE uint64_t mix(uint64_t x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    x ^= x >> 32;
    return x;
}

BIDVIT_INLINE uint64_t stream_of_level(uint64_t seed, uint64_t level) {
    return mix(seed + 0x9e3779b97f4a7c15ull * (level + 1));
}

BIDVIT_INLINE uint64_t random_of_id(uint64_t stream, uint32_t id) {
    return mix(stream + 0xbf58476d1ce4e5b9ull * (static_cast<uint64_t>(id) + 1));
}

// To choose one of several picks that are equally near to a node.
BIDVIT_INLINE uint64_t random_of_pair(uint64_t stream, uint32_t id, uint32_t other) {
    return mix(random_of_id(stream, id) +
               0x94d049bb133111ebull * (static_cast<uint64_t>(other) + 1));
}

}  // namespace bidvit::BIDVIT_ISA
