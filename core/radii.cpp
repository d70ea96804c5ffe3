// Radii, from the leaves up: a point below a child is at most the child's radius and the way to the
// child away, so most children are settled without a look at their points.

#include "radii.hpp"

#include <algorithm>
#include <limits>

#include "metric.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

// Below this many leaves, looking at all of them is cheaper than another bound.
constexpr int32_t few_leaves = 8;

template <class M, class T> class Radii {
  public:
    explicit Radii(RadiiTask<T>& task) : task_(task), tree_(task.tree), d_(task.tree.n_dims) {}

    T measure(int64_t node) {
        centre_ = tree_.points + node * d_;
        best_ = 0;
        look_at_leaves(tree_.leaf_begin[node], tree_.leaf_begin[node + 1]);
        n_open_ = 0;
        open_children(node);
        std::sort(open_.data(), open_.data() + n_open_, NearerFirst{});
        if (task_.bound_only) {
            if (n_open_ > 0) best_ = greatest(best_, open_[n_open_ - 1].bound);
            return rounded_up<T>(best_);
        }
        while (n_open_ > 0) {
            const Candidate candidate = open_[--n_open_];
            const int64_t p = candidate.node;
            if (candidate.bound <= best_) continue;
            const int32_t leaf_end = tree_.leaf_begin[tree_.subtree_end[p]];
            if (leaf_end - tree_.leaf_begin[p] <= few_leaves) {
                look_at_leaves(tree_.leaf_begin[p], leaf_end);
            } else {
                look_at_leaves(tree_.leaf_begin[p], tree_.leaf_begin[p + 1]);
                open_children(p);
            }
        }
        return rounded_up<T>(best_);
    }

  private:
    struct Candidate {
        double bound;
        int64_t node;
    };
    struct NearerFirst {
        bool operator()(const Candidate& a, const Candidate& b) const {
            return a.bound < b.bound || (a.bound == b.bound && a.node < b.node);
        }
    };

    RadiiTask<T>& task_;
    const TreeArrays<T>& tree_;
    const int64_t d_;
    const T* centre_ = nullptr;
    double best_ = 0;
    // Rounded distances keep the triangle inequality only up to this factor.
    const double slack_ = 1 + 4.0 * static_cast<double>(d_ + 4) *
                                  static_cast<double>(std::numeric_limits<T>::epsilon());
    Buffer<Candidate> open_;
    size_t n_open_ = 0;

    const T* leaf(int64_t l) const {
        return tree_.rows + static_cast<int64_t>(tree_.leaf_rows[l]) * d_;
    }

    void look_at_leaves(int64_t begin, int64_t end) {
        constexpr int64_t ahead = 4;
        double largest = 0;
        for (int64_t l = begin; l < end; ++l) {
            // Rows lie anywhere in memory: ask for them early.
            if (l + ahead < tree_.n_leaves) {
                const char* next = reinterpret_cast<const char*>(leaf(l + ahead));
                for (int64_t b = 0; b < least<int64_t>(d_ * static_cast<int64_t>(sizeof(T)), 512);
                     b += 64)
                    __builtin_prefetch(next + b);
            }
            largest = greatest(largest, pair_value<M>(centre_, leaf(l), d_));
        }
        task_.n_measured += end - begin;
        best_ = greatest(best_, M::distance_of(largest));
    }

    void open_children(int64_t node) {
        for (int64_t child = node + 1; child < tree_.subtree_end[node];
             child = tree_.subtree_end[child]) {
            const double step =
                M::distance_of(pair_value<M>(centre_, tree_.points + child * d_, d_));
            const double bound = (step + static_cast<double>(task_.radii[child])) * slack_;
            if (bound <= best_) continue;
            open_.grow(n_open_ + 1);
            open_[n_open_++] = {bound, child};
        }
    }
};

template <class M, class T> bool radii_of(RadiiTask<T>& task) {
    Radii<M, T> radii(task);
    int64_t n_done = 0;
    const auto settle = [&](int64_t node) {
        if (n_done++ % 64 == 0 && task.stop->load(std::memory_order_relaxed)) return false;
        task.radii[node] = radii.measure(node);
        return true;
    };
    if (task.listed) {
        for (int64_t l = 0; l < task.n_listed; ++l)
            if (!settle(task.listed[l])) return false;
        return true;
    }
    // Backwards in tree order, what is below a node comes first.
    for (int64_t node = task.node_end - 1; node >= task.node_begin; --node)
        if (task.tree.subtree_end[node] <= task.node_end && !settle(node)) return false;
    return true;
}

}  // namespace

template <class T> bool find_radii(RadiiTask<T>& task) {
    task.n_measured = 0;
    return with_metric(task.tree.metric,
                       [&task](auto metric) { return radii_of<decltype(metric)>(task); });
}

template bool find_radii(RadiiTask<float>&);
template bool find_radii(RadiiTask<double>&);

}  // namespace bidvit::BIDVIT_ISA
