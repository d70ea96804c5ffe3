// The nearest leaves among many, for many queries: leaves in blocks of neighbours, as columns, with
// boxes around blocks and groups of blocks.

#include "blocks.hpp"

#include <limits>

#include "best.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

constexpr int64_t group = block_group;

template <class T> class BoxLevels {
  public:
    static constexpr int most = 9;  // 16^9 blocks and more do not fit any memory
    int64_t n_entries[most];        // of a level: blocks, groups of blocks, groups of those, ...
    int64_t first_node[most];       // where the nodes over these entries begin
    int n = 0;

    explicit BoxLevels(int64_t n_blocks) {
        int64_t node = 0;
        for (int64_t entries = n_blocks;;) {
            n_entries[n] = entries;
            first_node[n++] = node;
            entries = (entries + group - 1) / group;
            node += entries;
            if (entries == 1) return;
        }
    }
};

template <class T> class BlockFiller {
  public:
    explicit BlockFiller(FillBlocksTask<T>& task)
        : task_(task), d_(task.n_dims), levels_(task.n_blocks) {}

    void fill_block(int64_t block) {
        T* columns = task_.columns + block * d_ * task_.stride;
        int32_t* leaves = task_.leaves + block * task_.stride;
        T* box = entry(0, block);
        const int64_t begin = task_.offsets[block], n = task_.offsets[block + 1] - begin;
        for (int64_t p = 0; p < task_.stride; ++p) {
            if (p >= n) {
                leaves[p] = -1;
                for (int64_t k = 0; k < d_; ++k) columns[k * task_.stride + p] = infinity;
                continue;
            }
            const int64_t row = task_.order[begin + p];
            leaves[p] = task_.leaf_of_row[row];
            const T* y = task_.rows + row * d_;
            for (int64_t k = 0; k < d_; ++k) {
                columns[k * task_.stride + p] = y[k];
                T *low = box + 2 * k * group, *high = low + group;
                *low = least(*low, y[k]);
                *high = greatest(*high, y[k]);
            }
        }
    }

    void clear_boxes() {
        for (int64_t i = 0; i < task_.n_nodes * d_; ++i)
            for (int64_t e = 0; e < group; ++e) {
                task_.boxes[2 * i * group + e] = infinity;
                task_.boxes[(2 * i + 1) * group + e] = -infinity;
            }
    }

    void fill_groups() {
        for (int level = 1; level < levels_.n; ++level)
            for (int64_t i = 0; i < levels_.n_entries[level]; ++i) {
                T* box = entry(level, i);
                for (int64_t e = i * group;
                     e < least(levels_.n_entries[level - 1], (i + 1) * group); ++e) {
                    const T* inner = entry(level - 1, e);
                    for (int64_t k = 0; k < d_; ++k) {
                        T *low = box + 2 * k * group, *high = low + group;
                        *low = least(*low, inner[2 * k * group]);
                        *high = greatest(*high, inner[(2 * k + 1) * group]);
                    }
                }
            }
    }

  private:
    static constexpr T infinity = std::numeric_limits<T>::infinity();
    FillBlocksTask<T>& task_;
    int64_t d_;
    BoxLevels<T> levels_;

    T* entry(int level, int64_t i) {
        return task_.boxes + (levels_.first_node[level] + i / group) * d_ * 2 * group + i % group;
    }
};

template <class M, bool low, class T> class BlockSearch {
  public:
    explicit BlockSearch(SearchBlocksTask<T>& task)
        : task_(task), d_(task.n_dims), levels_(task.n_blocks) {}

    bool search(int64_t query) {
        x_ = task_.queries + query * d_;
        Best<M, T> best(task_.nearest + query * task_.k, task_.distances + query * task_.k, task_.k,
                        d_);
        best.clear();
        n_open_ = 0;
        open(levels_.n - 1, 0, best.limit());
        while (n_open_ > 0) {
            const Entry entry = open_[--n_open_];
            if (entry.bound > best.limit()) continue;
            if (entry.level > 0) {
                open(entry.level - 1, entry.index, best.limit());
                continue;
            }
            if (++n_scanned_ % 256 == 0 && task_.stop->load(std::memory_order_relaxed))
                return false;
            scan(entry.index, best);
        }
        best.sort();
        return true;
    }

    int64_t n_scanned() const { return n_scanned_; }

  private:
    struct Entry {
        T bound;  // no value within the box is less
        int32_t level;
        int64_t index;
    };
    static constexpr int width = lanes<T>;

    SearchBlocksTask<T>& task_;
    int64_t d_;
    BoxLevels<T> levels_;
    const T* x_ = nullptr;
    int64_t n_scanned_ = 0;
    Buffer<Entry> open_;
    size_t n_open_ = 0;

    // A sum is a canonical value only in low dimension; elsewhere it may be rounded otherwise.
    static BIDVIT_INLINE Vec<T> add(Vec<T> sum, Vec<T> difference) {
        if constexpr (low)
            return M::add(sum, difference);
        else
            return M::add_roughly(sum, difference);
    }

    template <int n_vectors> static BIDVIT_INLINE bool all_above(const Vec<T>* sum, T limit) {
        Vec<T> smallest = sum[0];
        for (int v = 1; v < n_vectors; ++v) smallest = smallest < sum[v] ? smallest : sum[v];
        const Vec<T> limits = splat(limit);
        return less_mask(limits, smallest) == (1u << width) - 1u;
    }

    // Put the entries of a node on the stack, the nearest on top.
    void open(int level, int64_t node, T limit) {
        constexpr int n_vectors = static_cast<int>(group) / width;
        const T* box = task_.boxes + (levels_.first_node[level] + node) * d_ * 2 * group;
        Vec<T> sum[n_vectors] = {};
        for (int64_t k = 0; k < d_;) {
            const int64_t k_end = low ? d_ : least(d_, k + 16);
            for (; k < k_end; ++k, box += 2 * group) {
                const Vec<T> x = splat(x_[k]);
                for (int v = 0; v < n_vectors; ++v) {
                    const Vec<T> below = load(box + v * width) - x;
                    const Vec<T> above = x - load(box + group + v * width);
                    Vec<T> gap = below < above ? above : below;
                    gap = gap < 0 ? Vec<T>{} : gap;
                    sum[v] = add(sum[v], gap);
                }
            }
            if (!low && all_above<n_vectors>(sum, limit)) return;
        }
        T bounds[group];
        for (int v = 0; v < n_vectors; ++v) store(bounds + v * width, sum[v]);
        const int64_t first = node * group;
        const int64_t n_here = least(group, levels_.n_entries[level] - first);
        open_.grow(n_open_ + group);
        Entry* entries = open_.data() + n_open_;
        int64_t n = 0;
        for (int64_t e = 0; e < n_here; ++e) {
            if (bounds[e] > limit) continue;
            int64_t place = n++;
            for (; place > 0 && entries[place - 1].bound < bounds[e]; --place)
                entries[place] = entries[place - 1];
            entries[place] = {bounds[e], level, first + e};
        }
        n_open_ += static_cast<size_t>(n);
    }

    void scan(int64_t block, Best<M, T>& best) {
        const T* columns = task_.columns + block * d_ * task_.stride;
        const int32_t* leaves = task_.leaves + block * task_.stride;
        int64_t p = 0;
        for (; p + 4 * width <= task_.stride; p += 4 * width)
            scan_tile<4>(columns + p, leaves + p, best);
        for (; p + 2 * width <= task_.stride; p += 2 * width)
            scan_tile<2>(columns + p, leaves + p, best);
        for (; p < task_.stride; p += width) scan_tile<1>(columns + p, leaves + p, best);
    }

    template <int n_vectors>
    BIDVIT_INLINE void scan_tile(const T* column, const int32_t* leaves, Best<M, T>& best) {
        const int64_t stride = task_.stride;
        Vec<T> sum[n_vectors] = {};
        for (int64_t k = 0; k < d_;) {
            const int64_t k_end = low ? d_ : least(d_, k + 16);
            for (; k < k_end; ++k, column += stride) {
                const Vec<T> x = splat(x_[k]);
                for (int v = 0; v < n_vectors; ++v)
                    sum[v] = add(sum[v], x - load(column + v * width));
            }
            if (!low && all_above<n_vectors>(sum, best.limit())) return;
        }
        const Vec<T> limits = splat(best.limit());
        for (int v = 0; v < n_vectors; ++v) {
            uint32_t near = ~less_mask(limits, sum[v]) & ((1u << width) - 1u);
            if (!near) continue;
            T values[width];
            store(values, sum[v]);
            for (; near; near &= near - 1) {
                const int lane = __builtin_ctz(near);
                const int32_t leaf = leaves[v * width + lane];
                if (leaf < 0) break;
                if constexpr (low) {
                    best.offer(values[lane], leaf);
                } else {
                    if (values[lane] > best.limit()) continue;
                    const T* y = task_.rows + static_cast<int64_t>(task_.leaf_rows[leaf]) * d_;
                    best.offer(pair_value_high<M>(x_, y, d_), leaf);
                }
            }
        }
    }
};

template <class M, bool low, class T> bool search(SearchBlocksTask<T>& task) {
    BlockSearch<M, low, T> search(task);
    for (int64_t i = task.query_begin; i < task.query_end; ++i) {
        if (i % 64 == 0 && task.stop->load(std::memory_order_relaxed)) return false;
        if (!search.search(task.query_order ? task.query_order[i] : i)) return false;
    }
    task.n_scanned = search.n_scanned();
    return true;
}

}  // namespace

template <class T> bool fill_blocks(FillBlocksTask<T>& task) {
    BlockFiller<T> filler(task);
    filler.clear_boxes();
    for (int64_t block = 0; block < task.n_blocks; ++block) {
        if (block % 256 == 0 && task.stop->load(std::memory_order_relaxed)) return false;
        filler.fill_block(block);
    }
    filler.fill_groups();
    return true;
}

template <class T> bool search_blocks(SearchBlocksTask<T>& task) {
    return with_metric(task.metric, [&task](auto metric) {
        using M = decltype(metric);
        return task.n_dims <= low_dimension ? search<M, true>(task) : search<M, false>(task);
    });
}

template bool fill_blocks(FillBlocksTask<float>&);
template bool fill_blocks(FillBlocksTask<double>&);
template bool search_blocks(SearchBlocksTask<float>&);
template bool search_blocks(SearchBlocksTask<double>&);

}  // namespace bidvit::BIDVIT_ISA
