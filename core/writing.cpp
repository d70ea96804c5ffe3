// A tree in the forms of other programs: as merges of two, and as text in brackets.

#include "writing.hpp"

#include <charconv>

namespace bidvit::BIDVIT_ISA {

namespace {

// Several clusters become one by merging neighbours in rounds, which keeps every part a contiguous
// range of leaves and the binary tree as flat as it can be.
class Merger {
  public:
    explicit Merger(MergesTask& task) : task_(task) {}

    void begin() { n_parts_ = 0; }
    void take(int64_t id, int32_t leaf_begin, int32_t leaf_end) {
        parts_.grow(n_parts_ + 1);
        parts_[n_parts_++] = {id, leaf_begin, leaf_end - leaf_begin};
    }
    // Number of the cluster that holds all parts.
    int64_t merge(double height) {
        while (n_parts_ > 1) {
            size_t kept = 0;
            for (size_t i = 0; i < n_parts_; i += 2) {
                if (i + 1 < n_parts_)
                    parts_[kept++] = merge(parts_[i], parts_[i + 1], height);
                else
                    parts_[kept++] = parts_[i];
            }
            n_parts_ = kept;
        }
        return parts_[0].id;
    }

  private:
    struct Part {
        int64_t id;
        int32_t leaf_begin, n_leaves;
    };
    MergesTask& task_;
    Buffer<Part> parts_;
    size_t n_parts_ = 0;
    int64_t n_merges_ = 0;

    Part merge(const Part& a, const Part& b, double height) {
        const Part merged{task_.n_leaves + n_merges_, a.leaf_begin, a.n_leaves + b.n_leaves};
        const int64_t line = n_merges_++ - task_.n_skipped;
        if (line >= 0) {
            const bool in_order = a.id < b.id;
            const Part &first = in_order ? a : b, &second = in_order ? b : a;
            double* out = task_.merges + 4 * line;
            out[0] = static_cast<double>(first.id);
            out[1] = static_cast<double>(second.id);
            out[2] = height;
            out[3] = static_cast<double>(merged.n_leaves);
            task_.leaf_begins[2 * line] = first.leaf_begin;
            task_.leaf_begins[2 * line + 1] = second.leaf_begin;
        }
        return merged;
    }
};

}  // namespace

void expand_merges(MergesTask& task) {
    Merger merger(task);
    const auto take_leaves = [&](int32_t begin, int32_t end) {
        for (int32_t leaf = begin; leaf < end; ++leaf) merger.take(leaf, leaf, leaf + 1);
    };
    const auto take_inner = [&](int64_t begin, int64_t end) {
        for (int64_t c = begin; c < end; c = task.subtree_end[c])
            merger.take(task.ids[c], task.leaf_begin[c], task.leaf_begin[task.subtree_end[c]]);
    };
    for (int64_t i = 0; i < task.n_inner; ++i) {
        const int64_t p = task.order[i];
        merger.begin();
        take_leaves(task.leaf_begin[p], task.leaf_begin[p + 1]);
        take_inner(p + 1, task.subtree_end[p]);
        task.ids[p] = merger.merge(task.heights[task.births[p]]);
    }
    merger.begin();
    take_leaves(0, task.leaf_begin[0]);
    take_inner(0, task.n_inner);
    merger.merge(task.heights[task.n_levels]);
}

namespace {

// Longest number a double is written as, and the punctuation around one node.
constexpr int64_t most_around_a_name = 32;

class NewickText {
  public:
    explicit NewickText(NewickTask& task)
        : task_(task), at_(task.text), end_(task.text + task.capacity) {}

    // A node's name, its own number if it has none given.
    bool write_leaf(int64_t node, double length) {
        const int64_t position = n_named_++;
        const uint8_t* name = digits_;
        int64_t n = 0;
        if (task_.names) {
            name = task_.names + task_.name_begin[position];
            n = task_.name_begin[position + 1] - task_.name_begin[position];
        } else {
            char* digits = reinterpret_cast<char*>(digits_);
            n = std::to_chars(digits, digits + sizeof digits_, node).ptr - digits;
        }
        if (end_ - at_ < n + most_around_a_name) return false;
        separate();
        std::memcpy(at_, name, static_cast<size_t>(n));
        at_ += n;
        write_length(length);
        return true;
    }
    bool open() {
        if (end_ - at_ < most_around_a_name) return false;
        separate();
        *at_++ = '(';
        return true;
    }
    bool close(double length) {
        if (end_ - at_ < most_around_a_name) return false;
        *at_++ = ')';
        write_length(length);
        return true;
    }
    bool finish() {
        if (end_ - at_ < most_around_a_name) return false;
        *at_++ = ';';
        task_.n_written = at_ - task_.text;
        return true;
    }

  private:
    NewickTask& task_;
    uint8_t* at_;
    uint8_t* const end_;
    uint8_t digits_[24];
    int64_t n_named_ = 0;

    void separate() {
        if (at_ != task_.text && at_[-1] != '(') *at_++ = ',';
    }
    // A root has no length: it is given as a negative one.
    void write_length(double length) {
        if (length < 0) return;
        *at_++ = ':';
        char* begin = reinterpret_cast<char*>(at_);
        at_ += std::to_chars(begin, begin + 25, length).ptr - begin;
    }
};

}  // namespace

bool write_newick(NewickTask& task) {
    NewickText text(task);
    Buffer<int32_t> open;  // the nodes whose brackets are open
    size_t n_open = 0;
    const auto length = [&](double height) {
        if (n_open > 0) return task.heights[task.births[open[n_open - 1]]] - height;
        return task.single_root ? -1.0 : task.heights[task.n_levels] - height;
    };
    const auto close_until = [&](int64_t p) {
        while (n_open > 0 && task.subtree_end[open[n_open - 1]] <= p) {
            const double height = task.heights[task.births[open[--n_open]]];
            if (!text.close(length(height))) return false;
        }
        return true;
    };
    const auto write_leaves = [&](int32_t begin, int32_t end) {
        for (int32_t leaf = begin; leaf < end; ++leaf)
            if (!text.write_leaf(leaf, length(0))) return false;
        return true;
    };
    if (!task.single_root && !text.open()) return false;
    if (!write_leaves(0, task.leaf_begin[0])) return false;
    for (int64_t p = 0; p < task.n_inner;) {
        if (!close_until(p)) return false;
        if (task.births[p] <= task.lowest) {
            if (!text.write_leaf(task.n_leaves + p, length(task.heights[task.births[p]])))
                return false;
            p = task.subtree_end[p];
            continue;
        }
        if (task.births[p] <= task.highest) {
            if (!text.open()) return false;
            open.grow(n_open + 1);
            open[n_open++] = static_cast<int32_t>(p);
        }
        if (!write_leaves(task.leaf_begin[p], task.leaf_begin[p + 1])) return false;
        ++p;
    }
    if (!close_until(task.n_inner)) return false;
    if (!task.single_root && !text.close(-1)) return false;
    return text.finish();
}

}  // namespace bidvit::BIDVIT_ISA
