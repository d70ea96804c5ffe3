#pragma once

#include "live_graph.hpp"
#include "stars.hpp"

namespace bidvit::BIDVIT_ISA {

// Exact reductions of the maximum-weight independent set problem: vertices that some optimum
// certainly has, or lacks, are settled, and groups of vertices are folded into smaller ones, until
// no rule finds anything more. What is left is the kernel. One object serves graph after graph and
// allocates nothing once its buffers have grown.
class Reducer {
  public:
    // Reduce a graph by the rules of a set (bit r: ReductionRule r). Returns false when stopped;
    // `stop` may be null. Work is bounded: O(n + edges) steps, with large constants.
    bool reduce(const WeightedGraph& graph, const Stop* stop, uint32_t rules = all_reductions);

    // All of the following is valid until the next call of `reduce`.

    // What is left; its vertices in the order of `kernel_vertices`, its neighbours ascending.
    WeightedGraph kernel() const {
        return {start_.data(), neighbour_.data(), kernel_weight_.data(), n_left_};
    }
    // Which vertex of the graph each vertex of the kernel is; ascending. One that stands for a set
    // has the place of one of those that were folded.
    const int32_t* kernel_vertices() const { return left_.data(); }
    // The optimum of the graph is this plus that of the kernel.
    double offset() const { return offset_; }
    // How many vertices each rule removed; folding counts what it saves.
    const int64_t* counts() const { return counts_; }
    // What was done, for `lift_set`.
    const int32_t* record() const { return record_.data(); }
    int64_t record_length() const { return n_record_; }

    // Any independent set of the kernel becomes one of the graph, heavier by the offset.
    // O(n + length of the record).
    void lift(const uint8_t* kernel_picked, uint8_t* picked) const;

  private:
    enum : uint8_t { in_first = 1, in_second = 2, changed = 4 };
    // Entries of the record; what belongs to an entry stands before its kind.
    enum Kind : int32_t { taken, transferred, merged, folded };
    friend void lift_set(const int32_t*, int64_t, uint8_t*);

    static size_t at(int32_t v) { return static_cast<size_t>(v); }
    void touch(int32_t v);
    void touch_around(int32_t v);
    bool has(ReductionRule rule) const { return rules_ >> static_cast<int>(rule) & 1; }
    void count(ReductionRule rule, int64_t removed) { counts_[static_cast<int>(rule)] += removed; }
    void push(int32_t x) {
        record_.grow(static_cast<size_t>(n_record_) + 1)[n_record_] = x;
        ++n_record_;
    }
    void remove(const int32_t* vertices, int64_t count);
    void take(int32_t v);

    void mark_star(int32_t v);
    void examine(int32_t v);
    bool outweighs_neighbours(int32_t v);
    void settle_clique(int32_t v);
    int32_t count_outside(int32_t u, int32_t limit);
    void merge_twins(int32_t v);
    void examine_star(int32_t v);
    bool join_sets(int32_t v, int64_t* end);
    void fold(int32_t v);
    void collect_kernel();

    LiveGraph graph_;
    Star star_;
    double offset_ = 0;
    uint32_t rules_ = all_reductions;
    int64_t work_ = 0;
    int64_t counts_[n_reduction_rules] = {};

    // Two queues of vertices around which something changed: for the rules that look at pairs of
    // neighbours, and, when that is empty, for those that look at sets of neighbours.
    struct Queue {
        Buffer<int32_t> ring;
        int64_t room = 0, head = 0, size = 0;
        void clear(int64_t n) {
            ring.resize(static_cast<size_t>(n) + 1);
            room = n + 1;
            head = size = 0;
        }
        void push(int32_t v) {
            int64_t tail = head + size++;
            if (tail >= room) tail -= room;
            ring[static_cast<size_t>(tail)] = v;
        }
        int32_t pop() {
            const int32_t v = ring[static_cast<size_t>(head)];
            if (++head == room) head = 0;
            --size;
            return v;
        }
    };
    Queue first_, second_;
    Buffer<uint8_t> state_;
    Buffer<int32_t> some_, union_, record_;
    Buffer<int32_t> known_;  // by hash: a vertex that was examined
    uint64_t known_mask_ = 0;
    int64_t n_record_ = 0;

    Buffer<int64_t> start_, next_;
    Buffer<int32_t> neighbour_, left_, number_;
    Buffer<double> kernel_weight_;
    int64_t n_left_ = 0;
};

// Lift by a record: `picked` holds the kernel's set, by vertices of the graph, and nothing else.
void lift_set(const int32_t* record, int64_t length, uint8_t* picked);

// The same for a graph by itself.
bool reduce(ReduceTask& task);

}  // namespace bidvit::BIDVIT_ISA
