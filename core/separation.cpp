// Separation across chunks: which chunks can be coarsened side by side without their picks coming
// closer than epsilon, and which points the picks of the chunks around cover already.

#include "separation.hpp"

#include <algorithm>
#include <limits>

#include "boxes.hpp"
#include "join.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

// Picks are joined with the points of a chunk in blocks, which bounds the memory.
constexpr int64_t targets_at_once = 4096;

template <class M, class T> class NearPicks {
  public:
    explicit NearPicks(NearPicksTask<T>& task)
        : task_(task), d_(task.n_dims), limit_(M::value_of(task.epsilon)), gaps_(task.n_dims) {
        targets_.resize(targets_at_once);
    }

    bool run(int64_t r) {
        ids_ = task_.queries + task_.run_offsets[r];
        n_queries_ = task_.run_offsets[r + 1] - task_.run_offsets[r];
        const int32_t chunk = task_.run_chunks[r];
        const BoxTree<T> tree{task_.boxes, task_.n_leaves, d_};
        low_ = tree.low(tree.leaf(chunk));
        high_ = tree.high(tree.leaf(chunk));
        if (task_.relation != 0) leave_out_interior();
        if (n_queries_ == 0) return true;
        is_built_ = false;
        n_targets_ = 0;
        bool complete = true;
        if (task_.relation == 0) {
            // Another chunk of the same colour is out of reach.
            complete = add_picks(chunk);
        } else {
            const int32_t own = task_.colours[chunk];
            tree.template visit<M>(gaps_, low_, high_, limit_, task_.n_leaves, [&](int64_t other) {
                const int32_t colour = task_.colours[other];
                if (complete && (task_.relation < 0 ? colour < own : colour > own))
                    complete = add_picks(other);
            });
        }
        return complete && join_targets();
    }

  private:
    struct Target {
        T x;
        int32_t id;
        bool operator<(const Target& other) const {
            return x < other.x || (x == other.x && id < other.id);
        }
    };

    NearPicksTask<T>& task_;
    const int64_t d_;
    const double limit_;
    Gaps<M, T> gaps_;
    const int32_t* ids_ = nullptr;
    int64_t n_queries_ = 0;
    const T *low_ = nullptr, *high_ = nullptr;
    SortedChunk<T> chunk_;
    bool is_built_ = false;
    Buffer<Target> targets_;
    int64_t n_targets_ = 0;
    ColumnSet<T> target_set_;
    Buffer<int32_t> near_faces_;

    // Cuts are at right angles to an axis, so a pick of another chunk is beyond a face of this
    // chunk's box or on it: points farther than epsilon from every face have nothing to look for.
    void leave_out_interior() {
        const T reach = reach_of_epsilon();
        near_faces_.resize(static_cast<size_t>(n_queries_));
        int64_t n_near = 0;
        for (int64_t q = 0; q < n_queries_; ++q) {
            const T* x = task_.points + static_cast<int64_t>(ids_[q]) * d_;
            bool near = false;
            for (int64_t k = 0; k < d_ && !near; ++k)
                near = x[k] - low_[k] <= reach || high_[k] - x[k] <= reach;
            near_faces_[static_cast<size_t>(n_near)] = ids_[q];
            n_near += near;
        }
        ids_ = near_faces_.data();
        n_queries_ = n_near;
    }

    // What is farther than this on any axis is not closer than epsilon, however the value rounds.
    T reach_of_epsilon() const { return static_cast<T>(task_.epsilon * (1 + 1e-6)); }

    // Where picks of another chunk can be near this one, on the axis on which the boxes are
    // farthest apart.
    struct Side {
        int64_t axis;
        T least, greatest;
    };

    Side find_side(int64_t chunk) const {
        const BoxTree<T> tree{task_.boxes, task_.n_leaves, d_};
        const T *low = tree.low(tree.leaf(chunk)), *high = tree.high(tree.leaf(chunk));
        int64_t axis = 0;
        T widest = -std::numeric_limits<T>::infinity();
        for (int64_t k = 0; k < d_; ++k) {
            const T gap = greatest(low[k] - high_[k], low_[k] - high[k]);
            if (gap > widest) {
                widest = gap;
                axis = k;
            }
        }
        const T reach = reach_of_epsilon();
        return {axis, low_[axis] - reach, high_[axis] + reach};
    }

    bool add_picks(int64_t chunk) {
        const int32_t* picks = task_.picks + task_.pick_offsets[chunk];
        const Side side = find_side(chunk);
        for (int64_t k = 0; k < task_.n_picks[chunk]; ++k) {
            const T* x = task_.points + static_cast<int64_t>(picks[k]) * d_;
            // Most are too far on this axis alone.
            if (x[side.axis] < side.least || x[side.axis] > side.greatest) continue;
            if (!(gaps_.between(low_, high_, x, x) < limit_)) continue;
            targets_[static_cast<size_t>(n_targets_++)] = {T(0), picks[k]};
            if (n_targets_ == targets_at_once && !join_targets()) return false;
        }
        return true;
    }

    bool join_targets() {
        if (n_targets_ == 0) return true;
        if (!is_built_) chunk_.build(task_.points, d_, ids_, n_queries_);
        is_built_ = true;
        const int64_t axis = chunk_.axes[static_cast<size_t>(chunk_.sorted_slot)];
        Target* targets = targets_.data();
        for (int64_t t = 0; t < n_targets_; ++t)
            targets[t].x = task_.points[static_cast<int64_t>(targets[t].id) * d_ + axis];
        std::sort(targets, targets + n_targets_);
        target_set_.reset(n_targets_, d_);
        for (int64_t t = 0; t < n_targets_; ++t)
            target_set_.rows[static_cast<size_t>(t)] =
                task_.points + static_cast<int64_t>(targets[t].id) * d_;
        n_targets_ = 0;
        const int32_t* index = chunk_.index.data();
        int32_t* nearest = task_.nearest;
        double* values = task_.values;
        return join<M, false>(
            chunk_.set, target_set_, chunk_.axes.data(), chunk_.sorted_slot, d_,
            [&](int64_t q) {
                const int32_t id = ids_[index[q]];
                if (task_.any) return nearest[id] >= 0 ? 0.0 : limit_;
                // A little farther than the best so far, so as to see what ties with it.
                return least(limit_, values[id] * (1 + 1e-6));
            },
            [&](int64_t q, int64_t t, double value) {
                const int32_t id = ids_[index[q]], pick = targets[t].id;
                if (value > values[id] || (value == values[id] && pick >= nearest[id])) return;
                values[id] = value;
                nearest[id] = pick;
            },
            task_.stop);
    }
};

template <class M, class T> bool colour(ColourTask<T>& task) {
    const BoxTree<T> tree{task.boxes, task.n_leaves, task.n_dims};
    const double limit = M::value_of(task.epsilon);
    Gaps<M, T> gaps(task.n_dims);
    Buffer<int32_t> taken_for;  // by colour: the last chunk that cannot have it
    taken_for.resize(static_cast<size_t>(task.n_chunks) + 1);
    for (int64_t c = 0; c <= task.n_chunks; ++c) taken_for[static_cast<size_t>(c)] = -1;
    task.n_colours = 0;
    for (int64_t c = 0; c < task.n_chunks; ++c) {
        if (task.stop->load(std::memory_order_relaxed)) return false;
        const int64_t leaf = tree.leaf(c);
        tree.template visit<M>(gaps, tree.low(leaf), tree.high(leaf), limit, c, [&](int64_t other) {
            taken_for[static_cast<size_t>(task.colours[other])] = static_cast<int32_t>(c);
        });
        int32_t free = 0;
        while (taken_for[static_cast<size_t>(free)] == c) ++free;
        task.colours[c] = free;
        task.n_colours = greatest<int64_t>(task.n_colours, free + 1);
    }
    return true;
}

struct Branch {
    double bound;  // no point below has a lesser value
    int64_t node;
};

template <class M, class T> bool nearest_point(NearestPointTask<T>& task) {
    const int64_t d = task.n_dims;
    const BoxTree<T> tree{task.boxes, task.n_leaves, d};
    Gaps<M, T> gaps(d);
    for (int64_t q = task.query_begin; q < task.query_end; ++q) {
        if (task.stop->load(std::memory_order_relaxed)) return false;
        const T* x = task.queries + q * d;
        double best = std::numeric_limits<double>::infinity();
        int32_t nearest = std::numeric_limits<int32_t>::max();
        Branch stack[64];
        int n_stack = 0;
        stack[n_stack++] = {0.0, 1};
        while (n_stack > 0) {
            const Branch branch = stack[--n_stack];
            if (branch.bound > best) continue;
            if (branch.node < task.n_leaves) {
                Branch children[2];
                for (int side = 0; side < 2; ++side) {
                    const int64_t node = 2 * branch.node + side;
                    children[side] = {gaps.between(x, x, tree.low(node), tree.high(node)), node};
                }
                const int nearer = children[1].bound < children[0].bound;
                // An empty box is at infinity. The nearer one is looked at first.
                constexpr double infinity = std::numeric_limits<double>::infinity();
                if (children[1 - nearer].bound < infinity) stack[n_stack++] = children[1 - nearer];
                if (children[nearer].bound < infinity) stack[n_stack++] = children[nearer];
                continue;
            }
            const int64_t c = branch.node - task.n_leaves;
            for (int64_t i = task.chunk_offsets[c]; i < task.chunk_offsets[c + 1]; ++i) {
                const int32_t id = task.order[i];
                const double value =
                    pair_value<M>(x, task.points + static_cast<int64_t>(id) * d, d);
                if (value < best || (value == best && id < nearest)) {
                    best = value;
                    nearest = id;
                }
            }
        }
        task.nearest[q] = nearest;
    }
    return true;
}

}  // namespace

template <class T> bool bound_chunks(BoxesTask<T>& task) {
    const int64_t d = task.n_dims;
    for (int64_t c = task.chunk_begin; c < task.chunk_end; ++c) {
        if (task.stop->load(std::memory_order_relaxed)) return false;
        T* low = task.boxes + (task.n_leaves + c) * 2 * d;
        T* high = low + d;
        const int64_t begin = task.chunk_offsets[c], end = task.chunk_offsets[c + 1];
        const T* first = task.points + static_cast<int64_t>(task.order[begin]) * d;
        std::memcpy(low, first, static_cast<size_t>(d) * sizeof(T));
        std::memcpy(high, first, static_cast<size_t>(d) * sizeof(T));
        for (int64_t i = begin + 1; i < end; ++i) {
            const T* x = task.points + static_cast<int64_t>(task.order[i]) * d;
            for (int64_t k = 0; k < d; ++k) {
                low[k] = least(low[k], x[k]);
                high[k] = greatest(high[k], x[k]);
            }
        }
    }
    return true;
}

template <class T> void join_boxes(T* boxes, int64_t n_leaves, int64_t n_chunks, int64_t n_dims) {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    for (int64_t node = n_leaves + n_chunks; node < 2 * n_leaves; ++node)
        for (int64_t k = 0; k < n_dims; ++k) {
            boxes[node * 2 * n_dims + k] = infinity;
            boxes[(node * 2 + 1) * n_dims + k] = -infinity;
        }
    for (int64_t node = n_leaves - 1; node > 0; --node) {
        T* low = boxes + node * 2 * n_dims;
        const T *left = boxes + 2 * node * 2 * n_dims, *right = left + 2 * n_dims;
        for (int64_t k = 0; k < n_dims; ++k) low[k] = least(left[k], right[k]);
        for (int64_t k = n_dims; k < 2 * n_dims; ++k) low[k] = greatest(left[k], right[k]);
    }
}

template <class T> bool colour_chunks(ColourTask<T>& task) {
    return with_metric(task.metric,
                       [&task](auto metric) { return colour<decltype(metric)>(task); });
}

template <class T> bool find_near_picks(NearPicksTask<T>& task) {
    return with_metric(task.metric, [&task](auto metric) {
        NearPicks<decltype(metric), T> near(task);
        for (int64_t r = task.run_begin; r < task.run_end; ++r) {
            if (task.stop->load(std::memory_order_relaxed)) return false;
            if (!near.run(r)) return false;
        }
        return true;
    });
}

template <class T> bool measure(MeasureTask<T>& task) {
    return with_metric(task.metric, [&task](auto metric) {
        const int64_t d = task.n_dims;
        for (int64_t i = task.begin; i < task.end; ++i) {
            if (i % 1024 == 0 && task.stop->load(std::memory_order_relaxed)) return false;
            task.values[i] = pair_value<decltype(metric)>(
                task.points + i * d, task.targets + static_cast<int64_t>(task.target_of[i]) * d, d);
        }
        return true;
    });
}

template <class T> bool find_nearest_point(NearestPointTask<T>& task) {
    return with_metric(task.metric,
                       [&task](auto metric) { return nearest_point<decltype(metric)>(task); });
}

template bool bound_chunks(BoxesTask<float>&);
template bool bound_chunks(BoxesTask<double>&);
template void join_boxes(float*, int64_t, int64_t, int64_t);
template void join_boxes(double*, int64_t, int64_t, int64_t);
template bool colour_chunks(ColourTask<float>&);
template bool colour_chunks(ColourTask<double>&);
template bool find_near_picks(NearPicksTask<float>&);
template bool find_near_picks(NearPicksTask<double>&);
template bool measure(MeasureTask<float>&);
template bool measure(MeasureTask<double>&);
template bool find_nearest_point(NearestPointTask<float>&);
template bool find_nearest_point(NearestPointTask<double>&);

}  // namespace bidvit::BIDVIT_ISA
