// A weighted graph that loses vertices and gains others in their places, for the reductions.
//
// Removing a vertex only counts it out of its neighbours' degrees; lists are cleared of removed
// vertices when they are next walked. A removed vertex is marked with the largest stamp, so that a
// test of "within the marked set" passes over it without a look at whether it is still there.
#pragma once

#include "problems.hpp"
#include "random.hpp"
#include "simd.hpp"

namespace bidvit::BIDVIT_ISA {

class LiveGraph {
  public:
    int64_t n = 0;
    Buffer<double> weight;
    Buffer<int32_t> degree;  // neighbours still there

    void load(const WeightedGraph& graph);

    bool alive(int32_t v) const { return mark_[at(v)] != removed; }
    // The neighbours of a vertex that is there, degree[v] of them, in no order.
    int32_t* neighbours(int32_t v);
    // The same before removed ones have been cleared out: `n_entries(v)` of them.
    const int32_t* entries(int32_t v) const { return ends_.data() + begin_[at(v)]; }
    int32_t n_entries(int32_t v) const { return length_[at(v)]; }
    // Equal for vertices with the same neighbours, and by chance alone for others.
    uint64_t hash(int32_t v) const { return hash_[at(v)]; }

    // A new stamp; every vertex that is there is unmarked.
    void unmark_all() { ++stamp_; }
    void mark(int32_t v) { mark_[at(v)] = stamp_; }
    // Whether v is marked, or no longer there.
    bool passed(int32_t v) const { return mark_[at(v)] >= stamp_; }
    // The same as a function, for loops.
    auto passed() const {
        return [mark = mark_.data(), stamp = stamp_](int32_t v) { return mark[v] >= stamp; };
    }

    // Take vertices out; `tell(u)` hears of every neighbour that stays, more than once if need be.
    template <class Tell> void remove(const int32_t* vertices, int64_t count, Tell&& tell);
    // Put a vertex where one was removed. Its neighbours' lists must hold no removed vertices, and
    // they do not name it yet.
    void insert(int32_t v, double w, const int32_t* list, int64_t count);
    // Name another neighbour; the list must hold no removed vertices.
    void append(int32_t v, int32_t neighbour);

  private:
    static constexpr uint32_t removed = ~uint32_t{0};
    static size_t at(int32_t v) { return static_cast<size_t>(v); }
    void move(int32_t v, int64_t room);

    Buffer<int64_t> begin_;
    Buffer<int32_t> length_, room_, ends_;
    Buffer<uint32_t> mark_;
    Buffer<uint64_t> hash_, key_;
    int64_t n_ends_ = 0;
    uint32_t stamp_ = 0;
};

inline void LiveGraph::load(const WeightedGraph& graph) {
    n = graph.n;
    const auto size = static_cast<size_t>(n);
    n_ends_ = graph.start[n];
    weight.resize(size);
    degree.resize(size);
    begin_.resize(size);
    length_.resize(size);
    room_.resize(size);
    mark_.resize(size);
    hash_.resize(size);
    key_.resize(size);
    ends_.resize(static_cast<size_t>(n_ends_) + 1);
    stamp_ = 0;
    if (n_ends_)
        std::memcpy(ends_.data(), graph.neighbour, static_cast<size_t>(n_ends_) * sizeof(int32_t));
    for (size_t v = 0; v < size; ++v) key_[v] = mix(v + 1);
    for (size_t v = 0; v < size; ++v) {
        weight[v] = graph.weights[v];
        begin_[v] = graph.start[v];
        degree[v] = length_[v] = room_[v] =
            static_cast<int32_t>(graph.start[v + 1] - graph.start[v]);
        mark_[v] = 0;
        uint64_t sum = 0;
        for (int64_t e = graph.start[v]; e < graph.start[v + 1]; ++e)
            sum ^= key_[at(graph.neighbour[e])];
        hash_[v] = sum;
    }
}

inline int32_t* LiveGraph::neighbours(int32_t v) {
    int32_t* list = ends_.data() + begin_[at(v)];
    if (length_[at(v)] != degree[at(v)]) {
        int32_t kept = 0;
        for (int32_t i = 0; i < length_[at(v)]; ++i) {
            const int32_t u = list[i];
            list[kept] = u;
            kept += alive(u);
        }
        length_[at(v)] = kept;
    }
    return list;
}

template <class Tell> void LiveGraph::remove(const int32_t* vertices, int64_t count, Tell&& tell) {
    for (int64_t i = 0; i < count; ++i) mark_[at(vertices[i])] = removed;
    for (int64_t i = 0; i < count; ++i) {
        const int32_t v = vertices[i];
        const int32_t* list = entries(v);
        for (int32_t j = 0; j < n_entries(v); ++j) {
            const int32_t u = list[j];
            if (!alive(u)) continue;
            --degree[at(u)];
            hash_[at(u)] ^= key_[at(v)];
            tell(u);
        }
    }
}

inline void LiveGraph::insert(int32_t v, double w, const int32_t* list, int64_t count) {
    weight[at(v)] = w;
    mark_[at(v)] = 0;
    if (count > room_[at(v)]) move(v, count);
    int32_t* own = ends_.data() + begin_[at(v)];
    uint64_t sum = 0;
    for (int64_t i = 0; i < count; ++i) {
        own[i] = list[i];
        sum ^= key_[at(list[i])];
    }
    hash_[at(v)] = sum;
    degree[at(v)] = length_[at(v)] = static_cast<int32_t>(count);
}

inline void LiveGraph::append(int32_t v, int32_t neighbour) {
    const int32_t length = length_[at(v)];
    if (length == room_[at(v)]) {
        const int64_t from = begin_[at(v)];
        move(v, 2 * int64_t{length} + 4);
        std::memcpy(ends_.data() + begin_[at(v)], ends_.data() + from,
                    static_cast<size_t>(length) * sizeof(int32_t));
    }
    ends_[static_cast<size_t>(begin_[at(v)] + length)] = neighbour;
    length_[at(v)] = degree[at(v)] = length + 1;
    hash_[at(v)] ^= key_[at(neighbour)];
}

inline void LiveGraph::move(int32_t v, int64_t room) {
    begin_[at(v)] = n_ends_;
    room_[at(v)] = static_cast<int32_t>(room);
    n_ends_ += room;
    ends_.grow(static_cast<size_t>(n_ends_) + 1);
}

}  // namespace bidvit::BIDVIT_ISA
