// The order in which the nodes of a finished tree collapse when it is pruned from the leaves up,
// the weakest link first. A cut at any number of clusters is a point in that order.

#include "prune.hpp"

#include <algorithm>

namespace bidvit::BIDVIT_ISA {
namespace {

constexpr int64_t between_stops = 1 << 14;

// Take a point into a mean; returns the inertia that adds. Chan, Golub and LeVeque: sums of squares
// are never subtracted from each other. Four partial sums whatever the width of a vector.
template <class T>
BIDVIT_INLINE double fold(double* mean, double mean_weight, const T* x, double weight, int64_t d) {
    const double share = weight / (mean_weight + weight);
    double sum[4] = {};
    int64_t k = 0;
    for (; k + 4 <= d; k += 4)
        for (int l = 0; l < 4; ++l) {
            const double step = static_cast<double>(x[k + l]) - mean[k + l];
            sum[l] += step * step;
            mean[k + l] += step * share;
        }
    for (; k < d; ++k) {
        const double step = static_cast<double>(x[k]) - mean[k];
        sum[0] += step * step;
        mean[k] += step * share;
    }
    return ((sum[0] + sum[2]) + (sum[1] + sum[3])) * (mean_weight * share);
}

// The nodes from the root down to the one at hand, each with the mean of what it has taken in.
template <class T> class OpenNodes {
  public:
    explicit OpenNodes(GainsTask<T>& task) : task_(task), tree_(task.tree), d_(task.tree.n_dims) {
        open(-1, 0, tree_.leaf_begin[0]);
    }

    void open(int64_t node, int64_t leaf_begin, int64_t leaf_end) {
        nodes_.grow(depth_ + 1);
        means_.grow((depth_ + 1) * static_cast<size_t>(d_));
        Open& at = nodes_[depth_];
        at = {node, 0, 0};
        double* mean = mean_of(depth_++);
        for (int64_t k = 0; k < d_; ++k) mean[k] = 0;
        constexpr int64_t ahead = 4;
        for (int64_t l = leaf_begin; l < leaf_end; ++l) {
            // Rows lie anywhere in memory: ask for them early.
            if (l + ahead < tree_.n_leaves) {
                const char* next = reinterpret_cast<const char*>(leaf(l + ahead));
                for (int64_t b = 0; b < least<int64_t>(d_ * static_cast<int64_t>(sizeof(T)), 512);
                     b += 64)
                    __builtin_prefetch(next + b);
            }
            take(at, mean, leaf(l), task_.leaf_weights ? task_.leaf_weights[l] : 1.0);
        }
    }
    // Close all that do not hold this node.
    void close_before(int64_t node) {
        while (depth_ > 1 && tree_.subtree_end[nodes_[depth_ - 1].node] <= node) close();
    }
    void close_all() {
        while (depth_ > 1) close();
        task_.gain_of_roots = nodes_[0].gain;
        task_.total_weight = nodes_[0].weight;
    }

  private:
    struct Open {
        int64_t node;
        double weight, gain;
    };

    GainsTask<T>& task_;
    const TreeArrays<T>& tree_;
    const int64_t d_;
    Buffer<Open> nodes_;
    Buffer<double> means_;
    size_t depth_ = 0;

    const T* leaf(int64_t l) const {
        return tree_.rows + static_cast<int64_t>(tree_.leaf_rows[l]) * d_;
    }
    double* mean_of(size_t depth) { return means_.data() + depth * static_cast<size_t>(d_); }

    template <class P> void take(Open& at, double* mean, const P* x, double weight) {
        at.gain += fold(mean, at.weight, x, weight, d_);
        at.weight += weight;
    }
    void close() {
        const Open done = nodes_[--depth_];
        task_.gains[done.node] = done.gain;
        take(nodes_[depth_ - 1], mean_of(depth_ - 1), mean_of(depth_), done.weight);
    }
};

// Blocks of nodes that collapse together: each the node on top, and of those below it all that
// would not collapse before. What collapses before are the blocks below, in a leftist heap per
// block with the dearest at the head.
class Blocks {
  public:
    explicit Blocks(PruneTask& task) : task_(task), n_(static_cast<size_t>(task.n_inner)) {
        blocks_.resize(n_);
        gains_.resize(n_);
    }

    // Children before their parents.
    void form(int32_t p) {
        Block& block = blocks_[static_cast<size_t>(p)];
        int32_t below = -1;
        block.n_merges = task_.leaf_begin[p + 1] - task_.leaf_begin[p] - 1;
        for (int32_t c = p + 1; c < task_.subtree_end[p]; c = task_.subtree_end[c]) {
            below = meld(below, c);
            ++block.n_merges;
        }
        double& gain = gains_[static_cast<size_t>(p)];
        gain = task_.gains[p];
        double cost = cost_of(gain, block.n_merges);
        // The lower number goes first among equals, and a parent has the lower one.
        while (below >= 0 && task_.costs[below] >= cost) {
            const Block& absorbed = blocks_[static_cast<size_t>(below)];
            const int32_t rest = meld(meld(absorbed.left, absorbed.right), absorbed.below);
            if (task_.add_up) gain += gains_[static_cast<size_t>(below)];
            block.n_merges += absorbed.n_merges;
            cost = cost_of(gain, block.n_merges);
            blocks_[static_cast<size_t>(below)].top = p;
            below = rest;
        }
        block = {p, below, -1, -1, 1, block.n_merges};
        task_.costs[p] = cost;
    }

    void put_in_order() {
        Buffer<Turn> turns;
        turns.resize(n_);
        size_t n_turns = 0;
        for (size_t p = 0; p < n_; ++p)
            if (blocks_[p].top == static_cast<int32_t>(p))
                turns[n_turns++] = {task_.costs[p], static_cast<int32_t>(p)};
        std::sort(turns.data(), turns.data() + n_turns, CheaperFirst{});
        int32_t n_merges = 0;
        for (size_t t = 0; t < n_turns; ++t) {
            n_merges += blocks_[static_cast<size_t>(turns[t].node)].n_merges;
            task_.times[turns[t].node] = n_merges;
        }
        for (size_t p = 0; p < n_; ++p) {
            const int32_t top = blocks_[p].top;
            task_.times[p] = task_.times[top];
            task_.costs[p] = task_.costs[top];
        }
    }

  private:
    struct Block {
        int32_t top;          // the node itself, or the one whose block it went into
        int32_t below;        // head of the heap of the blocks below
        int32_t left, right;  // in the heap that this block is in
        int32_t rank;
        int32_t n_merges;
    };
    struct Turn {
        double cost;
        int32_t node;
    };
    struct CheaperFirst {
        bool operator()(const Turn& a, const Turn& b) const {
            return a.cost < b.cost || (a.cost == b.cost && a.node < b.node);
        }
    };

    PruneTask& task_;
    const size_t n_;
    Buffer<Block> blocks_;
    Buffer<double> gains_;

    double cost_of(double gain, int32_t n_merges) const {
        return task_.add_up ? gain / n_merges : gain;
    }
    bool before(int32_t a, int32_t b) const {
        return task_.costs[a] > task_.costs[b] || (task_.costs[a] == task_.costs[b] && a < b);
    }
    int32_t rank_of(int32_t a) const { return a < 0 ? 0 : blocks_[static_cast<size_t>(a)].rank; }

    // Recursion along right spines only, which are no longer than the logarithm of the heap.
    int32_t meld(int32_t a, int32_t b) {
        if (a < 0) return b;
        if (b < 0) return a;
        const int32_t head = before(a, b) ? a : b, other = head == a ? b : a;
        Block& block = blocks_[static_cast<size_t>(head)];
        const int32_t melded = meld(block.right, other);
        block.right = melded;
        if (rank_of(block.left) < rank_of(block.right)) {
            block.right = block.left;
            block.left = melded;
        }
        block.rank = rank_of(block.right) + 1;
        return head;
    }
};

}  // namespace

template <class T> bool measure_gains(GainsTask<T>& task) {
    OpenNodes<T> open(task);
    for (int64_t p = 0; p < task.tree.n_inner; ++p) {
        if (p % between_stops == 0 && task.stop->load(std::memory_order_relaxed)) return false;
        open.close_before(p);
        open.open(p, task.tree.leaf_begin[p], task.tree.leaf_begin[p + 1]);
    }
    open.close_all();
    return true;
}

bool prune(PruneTask& task) {
    Blocks blocks(task);
    for (int64_t p = task.n_inner - 1; p >= 0; --p) {
        if (p % between_stops == 0 && task.stop->load(std::memory_order_relaxed)) return false;
        blocks.form(static_cast<int32_t>(p));
    }
    blocks.put_in_order();
    return true;
}

template bool measure_gains(GainsTask<float>&);
template bool measure_gains(GainsTask<double>&);

}  // namespace bidvit::BIDVIT_ISA
