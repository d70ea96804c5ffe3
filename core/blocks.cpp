// The nearest rows among many, for many queries: rows in blocks of neighbours, as columns, with
// boxes around blocks and groups of blocks.

#include "blocks.hpp"

#include <limits>

#include "best.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

constexpr int64_t group = block_group;
// Up to this many dimensions the sums over a block are canonical values. Beyond it they are a
// filter, rounded less often, which looks every so many axes whether any row is still near.
constexpr int64_t direct_dimension = 6;
constexpr int64_t axes_at_once = 8;
// Queries that go through the blocks together.
constexpr int together = 4;

template <class T> class BlockFiller {
  public:
    explicit BlockFiller(FillBlocksTask<T>& task)
        : task_(task), d_(task.n_dims), levels_(task.n_blocks) {}

    void fill_block(int64_t block) {
        T* columns = task_.columns + block * d_ * task_.stride;
        int32_t* rows = task_.block_rows + block * task_.stride;
        T* box = entry(0, block);
        const int64_t begin = task_.offsets[block], n = task_.offsets[block + 1] - begin;
        for (int64_t p = 0; p < task_.stride; ++p) {
            if (p >= n) {
                rows[p] = -1;
                for (int64_t k = 0; k < d_; ++k) columns[k * task_.stride + p] = infinity;
                continue;
            }
            const int64_t row = task_.order[begin + p];
            rows[p] = row;
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
    BoxLevels levels_;

    T* entry(int level, int64_t i) {
        return task_.boxes + (levels_.first_node[level] + i / group) * d_ * 2 * group + i % group;
    }
};

template <class M, bool direct, class T> class BlockSearch {
  public:
    explicit BlockSearch(SearchBlocksTask<T>& task)
        : task_(task), d_(task.n_dims), levels_(task.n_blocks) {}

    // Some queries together: what is loaded for one of them serves all. Best when they are close
    // to each other.
    bool search(const int64_t* queries, int n) {
        for (int q = 0; q < n; ++q) {
            x_[q] = task_.queries + queries[q] * d_;
            best_[q].start(task_.nearest + queries[q] * task_.k,
                           task_.distances + queries[q] * task_.k, task_.k, d_);
        }
        n_open_ = 0;
        open(levels_.n - 1, 0, (1u << n) - 1u);
        while (n_open_ > 0) {
            const Entry entry = open_[--n_open_];
            uint32_t active = 0;
            for (uint32_t left = entry.active; left; left &= left - 1) {
                const int q = __builtin_ctz(left);
                if (!(entry.bounds[q] > best_[q].limit())) active |= 1u << q;
            }
            if (!active) continue;
            if (entry.level > 0) {
                open(entry.level - 1, entry.index, active);
                continue;
            }
            if (++n_scanned_ % 256 == 0 && task_.stop->load(std::memory_order_relaxed))
                return false;
            scan(entry.index, active);
        }
        for (int q = 0; q < n; ++q) best_[q].sort();
        return true;
    }

    int64_t n_scanned() const { return n_scanned_; }

  private:
    struct Entry {
        T least_bound;
        T bounds[together];  // by query: no value within the box is less
        uint32_t active;     // the queries it may be of use to
        int32_t level;
        int64_t index;
    };
    static constexpr int width = lanes<T>;

    SearchBlocksTask<T>& task_;
    int64_t d_;
    BoxLevels levels_;
    const T* x_[together];
    Best<M, T> best_[together];
    int64_t n_scanned_ = 0;
    Buffer<Entry> open_;
    size_t n_open_ = 0;

    static BIDVIT_INLINE Vec<T> add(Vec<T> sum, Vec<T> difference) {
        if constexpr (direct)
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

    // How far a query is from the boxes of a node; false if all are too far.
    bool measure_boxes(const T* box, const T* x, T limit, T* bounds) {
        constexpr int n_vectors = static_cast<int>(group) / width;
        Vec<T> sum[n_vectors] = {};
        for (int64_t k = 0; k < d_;) {
            const int64_t k_end = direct ? d_ : least(d_, k + axes_at_once);
            Vec<T> here[n_vectors];  // a copy, which the compiler keeps in registers
            for (int v = 0; v < n_vectors; ++v) here[v] = sum[v];
            for (; k < k_end; ++k, box += 2 * group) {
                const Vec<T> coordinate = splat(x[k]);
                for (int v = 0; v < n_vectors; ++v) {
                    const Vec<T> below = load(box + v * width) - coordinate;
                    const Vec<T> above = coordinate - load(box + group + v * width);
                    Vec<T> gap = below < above ? above : below;
                    gap = gap < 0 ? Vec<T>{} : gap;
                    here[v] = add(here[v], gap);
                }
            }
            for (int v = 0; v < n_vectors; ++v) sum[v] = here[v];
            if (all_above<n_vectors>(sum, limit)) return false;
        }
        for (int v = 0; v < n_vectors; ++v) store(bounds + v * width, sum[v]);
        return true;
    }

    // Put the entries of a node on the stack, the nearest on top.
    void open(int level, int64_t node, uint32_t active) {
        const T* box = task_.boxes + (levels_.first_node[level] + node) * d_ * 2 * group;
        const int64_t first = node * group;
        const int64_t n_here = least(group, levels_.n_entries[level] - first);
        Entry found[group];
        for (int64_t e = 0; e < n_here; ++e) found[e].active = 0;
        for (uint32_t left = active; left; left &= left - 1) {
            const int q = __builtin_ctz(left);
            const T limit = best_[q].limit();
            T bounds[group];
            if (!measure_boxes(box, x_[q], limit, bounds)) continue;
            for (int64_t e = 0; e < n_here; ++e) {
                if (bounds[e] > limit) continue;
                Entry& entry = found[e];
                if (!entry.active || bounds[e] < entry.least_bound) entry.least_bound = bounds[e];
                entry.bounds[q] = bounds[e];
                entry.active |= 1u << q;
            }
        }
        open_.grow(n_open_ + group);
        Entry* entries = open_.data() + n_open_;
        int64_t n = 0;
        for (int64_t e = 0; e < n_here; ++e) {
            if (!found[e].active) continue;
            found[e].level = level;
            found[e].index = first + e;
            int64_t place = n++;
            for (; place > 0 && entries[place - 1].least_bound < found[e].least_bound; --place)
                entries[place] = entries[place - 1];
            entries[place] = found[e];
        }
        n_open_ += static_cast<size_t>(n);
    }

    void scan(int64_t block, uint32_t active) {
        int queries[together], n = 0;
        for (; active; active &= active - 1) queries[n++] = __builtin_ctz(active);
        switch (n) {
            case 1:
                return scan_for<1, 4>(block, queries);
            case 2:
                return scan_for<2, 2>(block, queries);
            case 3:
                return scan_for<3, 2>(block, queries);
            default:
                return scan_for<4, 2>(block, queries);
        }
    }

    template <int n_queries, int n_vectors> void scan_for(int64_t block, const int* queries) {
        const T* columns = task_.columns + block * d_ * task_.stride;
        const int32_t* rows = task_.block_rows + block * task_.stride;
        int64_t p = 0;
        for (; p + n_vectors * width <= task_.stride; p += n_vectors * width)
            scan_tile<n_queries, n_vectors>(columns + p, rows + p, queries);
        for (; p < task_.stride; p += width)
            scan_tile<n_queries, 1>(columns + p, rows + p, queries);
    }

    template <int n_queries, int n_vectors>
    BIDVIT_INLINE void scan_tile(const T* column, const int32_t* rows, const int* queries) {
        const int64_t stride = task_.stride;
        const T* x[n_queries];
        for (int q = 0; q < n_queries; ++q) x[q] = x_[queries[q]];
        Vec<T> sum[n_queries][n_vectors] = {};
        for (int64_t k = 0; k < d_;) {
            const int64_t k_end = direct ? d_ : least(d_, k + axes_at_once);
            Vec<T> here[n_queries][n_vectors];  // a copy, which the compiler keeps in registers
            for (int q = 0; q < n_queries; ++q)
                for (int v = 0; v < n_vectors; ++v) here[q][v] = sum[q][v];
            for (; k < k_end; ++k, column += stride) {
                Vec<T> y[n_vectors];
                for (int v = 0; v < n_vectors; ++v) y[v] = load(column + v * width);
                for (int q = 0; q < n_queries; ++q) {
                    const Vec<T> coordinate = splat(x[q][k]);
                    for (int v = 0; v < n_vectors; ++v)
                        here[q][v] = add(here[q][v], coordinate - y[v]);
                }
            }
            for (int q = 0; q < n_queries; ++q)
                for (int v = 0; v < n_vectors; ++v) sum[q][v] = here[q][v];
            bool far = true;
            for (int q = 0; q < n_queries; ++q)
                far = far && all_above<n_vectors>(sum[q], best_[queries[q]].limit());
            if (far) return;
        }
        for (int q = 0; q < n_queries; ++q)
            for (int v = 0; v < n_vectors; ++v)
                take_in(sum[q][v], rows + v * width, x[q], best_[queries[q]]);
    }

    BIDVIT_INLINE void take_in(Vec<T> sums, const int32_t* rows, const T* x, Best<M, T>& best) {
        uint32_t near = ~less_mask(splat(best.limit()), sums) & ((1u << width) - 1u);
        if (!near) return;
        T values[width];
        store(values, sums);
        for (; near; near &= near - 1) {
            const int lane = __builtin_ctz(near);
            const int32_t row = rows[lane];
            if (row < 0) break;
            if (values[lane] > best.limit()) continue;
            if constexpr (direct) {
                best.offer(values[lane], row);
            } else {
                const T* y = task_.rows + static_cast<int64_t>(row) * d_;
                best.offer(pair_value<M>(x, y, d_), row);
            }
        }
    }
};

template <class M, bool direct, class T> bool search(SearchBlocksTask<T>& task) {
    BlockSearch<M, direct, T> search(task);
    int64_t queries[together];
    for (int64_t i = task.query_begin; i < task.query_end;) {
        if (i % 64 < together && task.stop->load(std::memory_order_relaxed)) return false;
        int n = 0;
        for (; n < together && i < task.query_end; ++i, ++n)
            queries[n] = task.query_order ? task.query_order[i] : i;
        if (!search.search(queries, n)) return false;
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
        return task.n_dims <= direct_dimension ? search<M, true>(task) : search<M, false>(task);
    });
}

template bool fill_blocks(FillBlocksTask<float>&);
template bool fill_blocks(FillBlocksTask<double>&);
template bool search_blocks(SearchBlocksTask<float>&);
template bool search_blocks(SearchBlocksTask<double>&);

}  // namespace bidvit::BIDVIT_ISA
