// A weighted graph that loses vertices and gains others in their places, for the reductions.
//
// Removing a vertex only counts it out of its neighbours' degrees; lists are cleared of removed
// vertices when they are next walked. A removed vertex is marked with the largest stamp, so that a
// test of "within the marked set" passes over it without a look at whether it is still there.
//
// Up to some thousand vertices every star is kept as a row of bits as well: whether one star lies
// within another, the question asked most, then takes a few instructions and no branch.
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

    void assign(const WeightedGraph& graph);

    bool alive(int32_t v) const { return mark_[at(v)] != removed; }
    // The neighbours of a vertex that is there, degree[v] of them, in no order.
    int32_t* neighbours(int32_t v);
    // The same before removed ones have been cleared out: `n_entries(v)` of them.
    const int32_t* entries(int32_t v) const { return ends_.data() + begin_[at(v)]; }
    int32_t n_entries(int32_t v) const { return length_[at(v)]; }
    // Equal for vertices with the same neighbours, and by chance alone for others.
    uint64_t hash(int32_t v) const { return hash_[at(v)]; }

    // Whether stars are kept as bits.
    bool has_rows() const { return n_words_ > 0; }
    // Only then: whether v and its neighbours are all among u and its neighbours. `row_steps` is
    // what that costs, counted in looks at a neighbour.
    bool within(int32_t v, int32_t u) const;
    int64_t row_steps() const { return n_words_ / 4; }
    // Only then: which of some vertices that are there v is joined to, or is; at most 32.
    uint32_t joined_among(int32_t v, const int32_t* others, int count) const {
        const uint64_t* own = row(v);
        uint32_t joined = 0;
        for (int i = 0; i < count; ++i)
            joined |= static_cast<uint32_t>(own[others[i] / 64] >> (others[i] & 63) & 1) << i;
        return joined;
    }

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
    // Clear a vertex's neighbours of removed ones, so that those can come back as others.
    void forget_removed(int32_t v);
    // Put a vertex where one was removed and forgotten by all who are left. Its neighbours do not
    // name it yet.
    void insert(int32_t v, double w, const int32_t* list, int64_t count);
    // Name another neighbour; removed ones must have been forgotten.
    void append(int32_t v, int32_t neighbour);

  private:
    static constexpr uint32_t removed = ~uint32_t{0};
    static constexpr int64_t most_with_rows = 4096;  // 2 MB
    static size_t at(int32_t v) { return static_cast<size_t>(v); }
    static uint64_t bit(int32_t v) { return uint64_t{1} << (v & 63); }
    uint64_t* row(int32_t v) { return rows_.data() + v * n_words_; }
    const uint64_t* row(int32_t v) const { return rows_.data() + v * n_words_; }
    void fill_rows();
    void move(int32_t v, int64_t room);

    Buffer<int64_t> begin_;
    Buffer<int32_t> length_, room_, ends_;
    Buffer<uint32_t> mark_;
    Buffer<uint64_t> hash_, key_;
    Buffer<uint64_t> rows_, there_;  // a bit per vertex: in the star of each; still there
    int64_t n_words_ = 0;            // of a row: whole cache lines
    int64_t n_ends_ = 0;
    uint32_t stamp_ = 0;
};

inline void LiveGraph::assign(const WeightedGraph& graph) {
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
    n_words_ = n <= most_with_rows ? (n + 511) / 512 * 8 : 0;
    if (has_rows()) fill_rows();
}

inline void LiveGraph::fill_rows() {
    rows_.resize(static_cast<size_t>(n * n_words_));
    std::memset(rows_.data(), 0, static_cast<size_t>(n * n_words_) * sizeof(uint64_t));
    std::memset(there_.resize(static_cast<size_t>(n_words_)), 0,
                static_cast<size_t>(n_words_) * sizeof(uint64_t));
    for (int32_t v = 0; v < n; ++v) {
        there_[at(v / 64)] |= bit(v);
        uint64_t* own = row(v);
        own[v / 64] |= bit(v);
        const int32_t* list = entries(v);
        for (int32_t i = 0; i < n_entries(v); ++i) own[list[i] / 64] |= bit(list[i]);
    }
}

inline bool LiveGraph::within(int32_t v, int32_t u) const {
    const uint64_t *inner = row(v), *outer = row(u), *there = there_.data();
    Vec<uint64_t> outside{};
    for (int64_t k = 0; k < n_words_; k += lanes<uint64_t>)
        outside |= load(inner + k) & load(there + k) & ~load(outer + k);
    uint64_t any = 0;
    for (int l = 0; l < lanes<uint64_t>; ++l) any |= outside[l];
    return any == 0;
}

inline void LiveGraph::forget_removed(int32_t v) {
    neighbours(v);
    uint64_t* own = row(v);
    for (int64_t k = 0; k < n_words_; ++k) own[k] &= there_[static_cast<size_t>(k)];
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
    for (int64_t i = 0; i < count; ++i) {
        mark_[at(vertices[i])] = removed;
        if (has_rows()) there_[at(vertices[i] / 64)] &= ~bit(vertices[i]);
    }
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
    if (!has_rows()) return;
    there_[at(v / 64)] |= bit(v);
    uint64_t* bits = row(v);
    std::memset(bits, 0, static_cast<size_t>(n_words_) * sizeof(uint64_t));
    bits[v / 64] |= bit(v);
    for (int64_t i = 0; i < count; ++i) bits[list[i] / 64] |= bit(list[i]);
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
    if (has_rows()) row(v)[neighbour / 64] |= bit(neighbour);
}

inline void LiveGraph::move(int32_t v, int64_t room) {
    begin_[at(v)] = n_ends_;
    room_[at(v)] = static_cast<int32_t>(room);
    n_ends_ += room;
    ends_.grow(static_cast<size_t>(n_ends_) + 1);
}

}  // namespace bidvit::BIDVIT_ISA
