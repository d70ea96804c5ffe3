// The graph of a chunk: an edge list as the join finds it, and the adjacency lists the selection
// needs.
#pragma once

#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

// `value` is what the linkage compares: a (squared) distance, or a squared Ward proximity.
struct EdgeList {
    Buffer<int32_t> from, to;
    Buffer<double> value;
    int64_t n = 0;
    int64_t room = 0;

    BIDVIT_INLINE void push(int64_t i, int64_t j, double v) {
        if (n == room) make_room();
        from[static_cast<size_t>(n)] = static_cast<int32_t>(i);
        to[static_cast<size_t>(n)] = static_cast<int32_t>(j);
        value[static_cast<size_t>(n)] = v;
        ++n;
    }

  private:
    __attribute__((noinline)) void make_room() {
        room = room ? 2 * room : 4096;
        from.grow(static_cast<size_t>(room));
        to.grow(static_cast<size_t>(room));
        value.grow(static_cast<size_t>(room));
    }
};

struct Graph {
    Buffer<int64_t> start;      // [n + 1]
    Buffer<int32_t> neighbour;  // both directions

    // O(n + edges).
    void build(const EdgeList& edges, int64_t n) {
        start.resize(static_cast<size_t>(n) + 2);
        neighbour.resize(static_cast<size_t>(2 * edges.n) + 1);
        int64_t* next = start.data() + 1;
        for (int64_t v = 0; v <= n; ++v) start[static_cast<size_t>(v)] = 0;
        next[n] = 0;
        const int32_t *from = edges.from.data(), *to = edges.to.data();
        for (int64_t e = 0; e < edges.n; ++e) {
            ++next[from[e]];
            ++next[to[e]];
        }
        // next[v] holds the degree of v; make it the first free place of v, which ends as the start
        // of v + 1.
        int64_t total = 0;
        for (int64_t v = 0; v < n; ++v) {
            const int64_t degree = next[v];
            next[v] = total;
            total += degree;
        }
        for (int64_t e = 0; e < edges.n; ++e) {
            neighbour[static_cast<size_t>(next[from[e]]++)] = to[e];
            neighbour[static_cast<size_t>(next[to[e]]++)] = from[e];
        }
    }
};

}  // namespace bidvit::BIDVIT_ISA
