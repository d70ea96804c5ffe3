// The worst neighbour of each cluster, as the Davies-Bouldin score asks for it, without looking at
// all pairs: down a heap of boxes, each with the largest spread below it.

#include "ratios.hpp"

#include "boxes.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

constexpr int64_t between_stops = 1 << 8;  // chunks looked at
// Beyond some dimensions, sums over the first axes rule out most pairs.
constexpr int64_t many_dims = 96;
constexpr int64_t dims_at_once = 48;

class RatioSearch {
  public:
    explicit RatioSearch(RatiosTask& task)
        : task_(task),
          d_(task.n_dims),
          least_square_(task.least_distance * task.least_distance),
          gaps_(task.n_dims) {}

    bool search(int64_t own_chunk, int64_t cluster) {
        x_ = centroid(cluster);
        spread_ = task_.spreads[cluster];
        set_best(0);
        // Near centroids first: they raise the bar for all others.
        const int64_t own_leaf = task_.n_leaves + own_chunk;
        scan(own_chunk, cluster);
        int n = 0;
        push(n, 1);
        while (n > 0) {
            const Entry entry = stack_[--n];
            if (!(entry.bound > best_) || entry.node == own_leaf) continue;
            if (entry.node >= task_.n_leaves) {
                if (++n_scanned_ % between_stops == 0 &&
                    task_.stop->load(std::memory_order_relaxed))
                    return false;
                scan(entry.node - task_.n_leaves, cluster);
                continue;
            }
            push(n, 2 * entry.node);
            push(n, 2 * entry.node + 1);
            if (n >= 2 && stack_[n - 2].bound > stack_[n - 1].bound) {
                const Entry top = stack_[n - 1];
                stack_[n - 1] = stack_[n - 2];
                stack_[n - 2] = top;
            }
        }
        task_.ratios[cluster] = best_;
        return true;
    }

  private:
    struct Entry {
        double bound;  // no ratio below the node is larger
        int64_t node;
    };

    RatiosTask& task_;
    const int64_t d_;
    const double least_square_;
    Gaps<Euclidean, double> gaps_;
    Entry stack_[128];
    const double* x_ = nullptr;
    double spread_ = 0, best_ = 0, safe_square_ = 0;
    int64_t n_scanned_ = 0;

    const double* centroid(int64_t c) const { return task_.centroids + c * d_; }
    void set_best(double ratio) {
        best_ = ratio;
        safe_square_ = ratio * ratio * (1 - 1e-12);
    }

    // Sums, roots and quotients are monotonic also when they round, and a box is no farther than
    // what it holds, to the last bit: so is the bound.
    void push(int& n, int64_t node) {
        const int64_t below = __builtin_clzll(static_cast<uint64_t>(node)) -
                              __builtin_clzll(static_cast<uint64_t>(task_.n_leaves));
        if ((node << below) - task_.n_leaves >= task_.n_chunks) return;
        const double* low = task_.boxes + node * 2 * d_;
        const double gap = gaps_.between(x_, x_, low, low + d_);
        const double sum = spread_ + task_.largest[node];
        // Within the least distance the nearest that counts is just beyond it.
        const double bound = sum / std::sqrt(greatest(gap, least_square_));
        if (bound > best_) stack_[n++] = {bound, node};
    }

    // Whether a few axes suffice to rule a pair out; false says nothing.
    bool is_far(const double* other, double sum_square) const {
        double square = 0;
        for (int64_t k = 0; k + dims_at_once <= d_; k += dims_at_once) {
            square += pair_value_high<Euclidean>(x_ + k, other + k, dims_at_once);
            if (sum_square < safe_square_ * square) return true;
        }
        return false;
    }

    void scan(int64_t chunk, int64_t cluster) {
        const int64_t begin = task_.chunk_offsets[chunk], end = task_.chunk_offsets[chunk + 1];
        task_.n_measured += end - begin;
        for (int64_t c = begin; c < end; ++c) {
            const double sum = spread_ + task_.spreads[c];
            if (d_ > many_dims && is_far(centroid(c), sum * sum)) continue;
            const double square = pair_value<Euclidean>(x_, centroid(c), d_);
            // Most are ruled out before a root is taken.
            if (sum * sum < safe_square_ * square) continue;
            if (c == cluster || !(square > least_square_)) continue;
            const double ratio = sum / std::sqrt(square);
            if (ratio > best_) set_best(ratio);
        }
    }
};

}  // namespace

bool find_worst_ratios(RatiosTask& task) {
    RatioSearch search(task);
    task.n_measured = 0;
    for (int64_t chunk = task.chunk_begin; chunk < task.chunk_end; ++chunk) {
        if (task.stop->load(std::memory_order_relaxed)) return false;
        for (int64_t c = task.chunk_offsets[chunk]; c < task.chunk_offsets[chunk + 1]; ++c)
            if (!search.search(chunk, c)) return false;
    }
    return true;
}

}  // namespace bidvit::BIDVIT_ISA
