// How the classes of rows mix on the way up a tree, from which purity and agreement of all levels
// follow. One count per class is carried from the bottom of a path up to its top, where at every
// node the path goes to the child with most rows; the rows of the other children are added. A row
// that is added again has at least doubled the rows around it, but for the rows of leaves.

#include "classes.hpp"

#include <cmath>

namespace bidvit::BIDVIT_ISA {
namespace {

constexpr int64_t between_stops = 1 << 14;  // rows

class ClassCounts {
  public:
    explicit ClassCounts(ClassesTask& task) : task_(task) {
        const auto n_classes = static_cast<size_t>(task.n_classes);
        classes_.resize(n_classes);
        touched_.resize(n_classes);
        for (size_t c = 0; c < n_classes; ++c) classes_[c] = {};
        const auto n_inner = static_cast<size_t>(task.n_inner);
        heavy_.resize(n_inner + 1);
        is_top_.resize(n_inner + 1);
        path_.resize(n_inner + 1);
    }

    // Where the paths go. Node 0 is above all roots, inner node p is p + 1.
    void find_paths() {
        is_top_[0] = 1;
        for (int64_t p = -1; p < task_.n_inner; ++p) {
            int64_t heavy = -1;
            int32_t most = 0;
            for_inner_children(p, [&](int64_t c) {
                is_top_[static_cast<size_t>(c + 1)] = 1;
                const int32_t n_rows = rows_end(c) - rows_begin(c);
                if (n_rows > most) {
                    most = n_rows;
                    heavy = c;
                }
            });
            heavy_[static_cast<size_t>(p + 1)] = static_cast<int32_t>(heavy);
            if (heavy >= 0) is_top_[static_cast<size_t>(heavy + 1)] = 0;
        }
    }

    bool measure_leaves() {
        for (int64_t leaf = 0; leaf < task_.n_leaves; ++leaf) {
            const int32_t begin = task_.row_begin[leaf], end = task_.row_begin[leaf + 1];
            if (end - begin == 1) {
                write(leaf, {1, 0, 0});
                continue;
            }
            // Equal rows meet at their leaf: each is a child of it.
            open();
            for (int32_t row = begin; row < end; ++row)
                if (!add_child(row, row + 1)) return false;
            Sums sums{};
            close(sums);
            write(leaf, sums);
            clear(begin, end);
        }
        return true;
    }

    bool measure_paths() {
        for (int64_t top = -1; top < task_.n_inner; ++top) {
            if (!is_top_[static_cast<size_t>(top + 1)]) continue;
            size_t n = 0;
            for (int64_t p = top; p >= 0 || n == 0; p = heavy_[static_cast<size_t>(p + 1)]) {
                path_[n++] = static_cast<int32_t>(p);
                if (heavy_[static_cast<size_t>(p + 1)] < 0) break;
            }
            Sums sums{};
            while (n > 0) {
                const int64_t p = path_[--n];
                open();
                for (int32_t leaf = own_begin(p); leaf < task_.leaf_begin[p + 1]; ++leaf)
                    if (!add_child(task_.row_begin[leaf], task_.row_begin[leaf + 1])) return false;
                bool going = true;
                for_inner_children(p, [&](int64_t c) {
                    if (going && c != heavy_[static_cast<size_t>(p + 1)])
                        going = add_child(rows_begin(c), rows_end(c));
                });
                if (!going) return false;
                close(sums);
                write(task_.n_leaves + (p < 0 ? task_.n_inner : p), sums);
            }
            clear(rows_begin(top), rows_end(top));
        }
        return true;
    }

  private:
    struct Sums {
        double squares, logs, pairs;
    };
    struct Class {
        int64_t count;         // rows in the node so far
        int64_t of_heavy;      // of them, those of the child that the path came from
        int64_t before_child;  // rows before the child that is being added
        int64_t within;        // pairs within one of the other children
        int64_t node, child;   // for which the last three hold
    };

    ClassesTask& task_;
    Buffer<Class> classes_;
    Buffer<int32_t> touched_;  // classes that the node at hand has in other children
    Buffer<int32_t> heavy_, path_;
    Buffer<uint8_t> is_top_;
    size_t n_touched_ = 0;
    int64_t node_ = 0, child_ = 0, n_added_ = 0;

    int32_t own_begin(int64_t p) const { return p < 0 ? 0 : task_.leaf_begin[p]; }
    int32_t rows_begin(int64_t p) const { return task_.row_begin[own_begin(p)]; }
    int32_t rows_end(int64_t p) const {
        return task_.row_begin[p < 0 ? task_.n_leaves : task_.leaf_begin[task_.subtree_end[p]]];
    }
    template <class F> void for_inner_children(int64_t p, F f) const {
        const int64_t end = p < 0 ? task_.n_inner : task_.subtree_end[p];
        for (int64_t c = p + 1; c < end; c = task_.subtree_end[c]) f(c);
    }

    void open() {
        ++node_;
        n_touched_ = 0;
    }

    bool add_child(int32_t begin, int32_t end) {
        ++child_;
        for (int32_t row = begin; row < end; ++row) {
            if (++n_added_ % between_stops == 0 && task_.stop->load(std::memory_order_relaxed))
                return false;
            const int32_t number = task_.classes[row];
            Class& at = classes_[static_cast<size_t>(number)];
            if (at.node != node_) {
                at.node = node_;
                at.of_heavy = at.count;
                at.within = 0;
                touched_[n_touched_++] = number;
            }
            if (at.child != child_) {
                at.child = child_;
                at.before_child = at.count;
            }
            at.within += at.count - at.before_child;
            ++at.count;
        }
        return true;
    }

    // From the sums of the child that the path came from to those of the node.
    void close(Sums& sums) {
        sums.pairs = 0;
        for (size_t i = 0; i < n_touched_; ++i) {
            const Class& at = classes_[static_cast<size_t>(touched_[i])];
            const auto n = static_cast<double>(at.count), before = static_cast<double>(at.of_heavy);
            const int64_t meet = pairs_of(at.count) - pairs_of(at.of_heavy) - at.within;
            sums.squares += (n - before) * (n + before);
            sums.logs += n * std::log(n) - (before > 0 ? before * std::log(before) : 0);
            sums.pairs += n * static_cast<double>(meet);
        }
    }

    void write(int64_t node, const Sums& sums) {
        task_.squares[node] = sums.squares;
        task_.logs[node] = sums.logs;
        task_.pairs[node] = sums.pairs;
    }

    void clear(int32_t begin, int32_t end) {
        for (int32_t row = begin; row < end; ++row)
            classes_[static_cast<size_t>(task_.classes[row])].count = 0;
    }

    static int64_t pairs_of(int64_t n) { return n * (n - 1) / 2; }
};

}  // namespace

bool count_classes(ClassesTask& task) {
    ClassCounts counts(task);
    counts.find_paths();
    return counts.measure_leaves() && counts.measure_paths();
}

}  // namespace bidvit::BIDVIT_ISA
