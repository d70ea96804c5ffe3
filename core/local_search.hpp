#pragma once

#include "differences.hpp"
#include "problems.hpp"
#include "simd.hpp"
#include "walk.hpp"

namespace bidvit::BIDVIT_ISA {

// Iterated local search for a heavy maximal independent set, after the ILS-VND of Nogueira,
// Pinheiro and Subramanian (2018). One object serves graph after graph and allocates nothing once
// its buffers have grown.
//
// An iteration forces a vertex into the set, drops its neighbours, and descends: vertices without a
// neighbour in the set come in; a vertex comes in for all its neighbours in the set if it outweighs
// them, an (omega, 1)-swap; two vertices that are not joined come in for the only neighbour that
// either has in the set, a (1, 2)-swap. What was forced in stays for the time. A loss is kept with
// a probability that falls with its size, or else undone. From time to time the set is compared
// with the best: they differ in parts that do not touch each other, and of each part the heavier
// side stays. So a large graph is searched in many places at once.
//
// Where all weights are equal most moves neither gain nor lose, and a walk does better: see Walk.
class LocalSearch {
  public:
    // `picked` becomes a maximal independent set, no lighter than `start` (independent; null:
    // empty). Weights are finite and so are their sums. The answer depends on the graph, the start
    // and the seed alone. O(iterations * (edges around a vertex and its neighbours in the set)),
    // whatever the weights. Returns false when stopped; `stop` may be null.
    bool search(const WeightedGraph& graph, const uint8_t* start, uint64_t seed, int64_t iterations,
                const Stop* stop, uint8_t* picked);

  private:
    struct Vertex {
        double load;    // weight of the neighbours in the set
        int32_t count;  // how many they are
        int32_t link;   // their numbers, combined by exclusive or: if it is one, the one
    };

    bool prepare(const uint8_t* start, uint64_t seed);
    bool iterate(int64_t iterations);
    void insert(int32_t v);
    void remove(int32_t v, int32_t passed_to);
    void take_back();
    void add(int32_t v);
    void drop(int32_t v, int32_t passed_to);
    void swap_in(int32_t v);
    bool descend();
    void improve(int32_t v);
    void swap_for_two(int32_t v);
    int32_t choose();
    bool keeps_loss(double lost, double scale);
    bool merge_with_best();

    bool stopped() const { return stop_ && stop_->load(std::memory_order_relaxed); }
    void move_to(int32_t v, int64_t place);
    void ask(int32_t v);
    uint32_t random_below(int64_t n);

    WeightedGraph graph_{};
    const Stop* stop_ = nullptr;
    Walk walk_;
    Differences differences_;
    uint64_t stream_ = 0, n_drawn_ = 0;
    int64_t n_in_ = 0;  // the set is order_[0, n_in_)
    int64_t iteration_ = 0;
    int64_t stamp_ = 0;
    double gain_ = 0;  // of the iteration
    Buffer<Vertex> vertex_;
    Buffer<uint8_t> in_, asked_, best_;
    Buffer<int32_t> order_, place_;
    Buffer<int64_t> forced_;  // the iteration that forced the vertex in
    Buffer<int64_t> mark_;
    // Stacks. A vertex is in `free_` once for every time that it became free, in `asked_for_` and
    // `put_off_` once; the log says ~v for a vertex dropped.
    struct Stack {
        Buffer<int32_t> item;
        int64_t size = 0, room = 0;
        void push(int32_t v) {
            if (size == room) item.grow(static_cast<size_t>(room = room ? 2 * room : 256));
            item[static_cast<size_t>(size++)] = v;
        }
        int32_t pop() { return item[static_cast<size_t>(--size)]; }
        int32_t operator[](int64_t i) const { return item[static_cast<size_t>(i)]; }
    };
    Stack free_, asked_for_, put_off_, log_, partners_;
};

}  // namespace bidvit::BIDVIT_ISA
