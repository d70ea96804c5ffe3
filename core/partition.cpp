// Median cut (paper, "Data Partitioning"): halve the nodes at the median of the axis of largest
// variance until every chunk is small enough. Three rules make the result depend on nothing but the
// points and their ids: the variance comes from integer sums, whose order does not matter; equal
// coordinates are ordered by id; and the ids of a chunk stay in ascending order.
//
// Only ids and the columns of a few "hot" axes are moved. The sum of squared deviations of a subset
// never exceeds that of the whole, so the other axes need no look until one of them could win; then
// the rows are read once and the hot axes are chosen anew.

#include "partition.hpp"

#include <algorithm>
#include <cmath>

#include "select.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

constexpr double steps = 1048575;    // fixed point: 20 bits across the box
constexpr int64_t exact_run = 4096;  // squares of 20 bits add up exactly in a double this often
constexpr int n_together = 8;        // rows read side by side
constexpr double coarse = 16;        // a standard deviation below this many steps is not trusted

// Fixed-point coordinates, as many as there are doubles in a vector.
typedef int32_t Steps __attribute__((vector_size(vector_bytes / 2)));
typedef double Wide __attribute__((vector_size(vector_bytes)));

// A rounded centroid may lie outside the box of the points it is the mean of; where the box is only
// a few roundings wide, that is many steps.
template <class V> BIDVIT_INLINE V within_steps(V x) {
    const V none = x - x, all = none + static_cast<float>(steps);
    x = x < none ? none : x;
    return all < x ? all : x;
}

// Exact first and second moments in steps of the fixed point.
struct Moments {
    uint64_t sum = 0;
    unsigned __int128 squares = 0;
};

// Sum of squared deviations from the mean, in steps squared; the integers before are exact.
double deviation_of(const Moments& m, int64_t n) {
    unsigned __int128 spread =
        m.squares * static_cast<uint64_t>(n) - static_cast<unsigned __int128>(m.sum) * m.sum;
    return static_cast<double>(spread) / static_cast<double>(n);
}

template <class T> class MedianCut {
  public:
    explicit MedianCut(PartitionTask<T>& task) : task_(task), d_(task.n_dims) {
        n_hot_ = static_cast<int>(partition_hot_axes(d_));
        goes_left_.resize(static_cast<size_t>(task.n_points) / 64 + 2);
        sums_.resize(static_cast<size_t>(2 * d_));
        moments_.resize(static_cast<size_t>(d_));
        inverse_.resize(static_cast<size_t>(d_));
        order_by_reach_.resize(static_cast<size_t>(d_));
    }

    bool run() {
        const Box box{task_.box, task_.box + d_};
        set_steps(box);
        return cut(0, task_.n_points, 0, task_.hot, box);
    }

    // The moments of all points, for another call to add up.
    bool measure_all(uint64_t* out) {
        const Box box{task_.box, task_.box + d_};
        set_steps(box);
        if (!measure_rows(0, task_.n_points, box)) return false;
        for (int64_t k = 0; k < d_; ++k) {
            out[k] = moments_[k].sum;
            out[d_ + k] = static_cast<uint64_t>(moments_[k].squares);
            out[2 * d_ + k] = static_cast<uint64_t>(moments_[k].squares >> 64);
        }
        return true;
    }

    // The hot axes that the cut of all points starts from, given their moments; none where the
    // points must be measured against a box of their own.
    bool choose_from_moments() {
        const Box box{task_.box, task_.box + d_};
        set_steps(box);
        if (!measure_rows(0, task_.n_points, box)) return false;
        const Choice choice = consider_all(task_.n_points, box);
        if (choice.trusted()) choose_hot_axes(task_.n_points, task_.hot, box, choice);
        return true;
    }

    // The axis that the first cut takes, unless the box is too coarse to tell.
    void choose_first(AxisTask<T>& out) {
        const Box box{task_.box, task_.box + d_};
        set_steps(box);
        measure_rows(0, task_.n_points, box);
        const Choice choice = consider_all(task_.n_points, box);
        out.axis = choice.axis;
        out.trusted = choice.trusted();
    }

  private:
    struct Box {
        const T* low;
        const T* high;
    };

    PartitionTask<T>& task_;
    const int64_t d_;
    int n_hot_;
    Buffer<uint64_t> goes_left_;
    Buffer<double> sums_;
    Buffer<Moments> moments_;
    Buffer<T> inverse_;
    Buffer<int32_t> order_by_reach_;
    Buffer<T> boxes_[34];  // one for every time the box was measured anew on the way down
    int n_boxes_ = 0;
    const T* steps_of_ = nullptr;  // the box that `inverse_` belongs to

    T* column(int h) { return task_.columns + task_.stride * h; }

    bool stopped() const { return task_.stop->load(std::memory_order_relaxed); }

    const T* row(int64_t position) const {
        return task_.points + static_cast<int64_t>(task_.order[position]) * d_;
    }

    // The exact box of some nodes, kept until their cut is done.
    bool measure_box(int64_t begin, int64_t end, Box& box) {
        T* low = boxes_[n_boxes_++].resize(static_cast<size_t>(2 * d_));
        T* high = low + d_;
        std::memcpy(low, row(begin), static_cast<size_t>(d_) * sizeof(T));
        std::memcpy(high, row(begin), static_cast<size_t>(d_) * sizeof(T));
        for (int64_t i = begin + 1; i < end; ++i) {
            if ((i - begin) % exact_run == 0 && stopped()) return false;
            const T* x = row(i);
            for (int64_t k = 0; k < d_; ++k) {
                low[k] = least(low[k], x[k]);
                high[k] = greatest(high[k], x[k]);
            }
        }
        box = {low, high};
        set_steps(box);
        return true;
    }

    void set_steps(Box box) {
        steps_of_ = box.low;
        for (int64_t k = 0; k < d_; ++k) {
            const T inverse = static_cast<T>(steps) / (box.high[k] - box.low[k]);
            // An axis without extent (or with one too small to divide by) has no variance.
            inverse_[k] = std::isfinite(inverse) ? inverse : T(0);
        }
    }

    static double unit(Box box, int64_t axis) {
        return (static_cast<double>(box.high[axis]) - static_cast<double>(box.low[axis])) / steps;
    }

    // Moments of every axis, from the rows.
    bool measure_rows(int64_t begin, int64_t end, Box box) {
        for (int64_t k = 0; k < d_; ++k) moments_[k] = Moments{};
        if (task_.moments && box.low == task_.box && end - begin == task_.n_points) {
            for (int64_t part = 0; part < task_.n_moments; ++part) {
                const uint64_t* m = task_.moments + part * 3 * d_;
                for (int64_t k = 0; k < d_; ++k) {
                    moments_[k].sum += m[k];
                    moments_[k].squares +=
                        (static_cast<unsigned __int128>(m[2 * d_ + k]) << 64) | m[d_ + k];
                }
            }
            return true;
        }
        double* sum = sums_.data();
        double* squares = sum + d_;
        const T *low = box.low, *inverse = inverse_.data();
        for (int64_t run = begin; run < end; run += exact_run) {
            if (stopped()) return false;
            for (int64_t k = 0; k < 2 * d_; ++k) sum[k] = 0;
            const int64_t run_end = least(end, run + exact_run);
            for (int64_t i = run; i < run_end; i += n_together) {
                const T* rows[n_together];
                const int64_t n_here = least<int64_t>(n_together, run_end - i);
                for (int64_t r = 0; r < n_here; ++r) rows[r] = row(i + r);
                // Fetch the next rows' beginnings; the processor follows on its own from there.
                for (int64_t r = i + n_together; r < least(run_end, i + 2 * n_together); ++r)
                    for (int b = 0; b < 256; b += 64)
                        __builtin_prefetch(reinterpret_cast<const char*>(row(r)) + b);
                if (n_here == n_together)
                    add_rows<n_together>(rows, low, inverse, sum, squares);
                else
                    for (int64_t r = 0; r < n_here; ++r)
                        add_rows<1>(rows + r, low, inverse, sum, squares);
            }
            add_run(sum, squares);
        }
        return true;
    }

    // Several rows at a time, so that the sums are loaded and stored once for all of them.
    template <int n_rows> void add_rows(const T* const* rows, const T* low, const T* inverse,
                                        double* sum, double* squares) {
        constexpr int width = lanes<double>;
        typedef T Few __attribute__((vector_size(width * sizeof(T))));
        int64_t k = 0;
        for (; k + width <= d_; k += width) {
            Few from, scale;
            std::memcpy(&from, low + k, sizeof from);
            std::memcpy(&scale, inverse + k, sizeof scale);
            Wide s = load(sum + k), ss = load(squares + k);
            for (int r = 0; r < n_rows; ++r) {
                Few x;
                std::memcpy(&x, rows[r] + k, sizeof x);
                x = within_steps((x - from) * scale);
                const Steps steps_of_x = __builtin_convertvector(x, Steps);
                const Wide q = __builtin_convertvector(steps_of_x, Wide);
                s += q;
                ss += q * q;
            }
            store<double>(sum + k, s);
            store<double>(squares + k, ss);
        }
        for (; k < d_; ++k)
            for (int r = 0; r < n_rows; ++r) {
                const double q =
                    static_cast<int32_t>(within_steps((rows[r][k] - low[k]) * inverse[k]));
                sum[k] += q;
                squares[k] += q * q;
            }
    }

    void add_run(const double* sum, const double* squares) {
        for (int64_t k = 0; k < d_; ++k) {
            moments_[k].sum += static_cast<uint64_t>(sum[k]);
            moments_[k].squares += static_cast<uint64_t>(squares[k]);
        }
    }

    // Moments of one axis, from its column.
    Moments measure_column(const T* x, int64_t n, T low, T inverse) {
        constexpr int half = lanes<double>;
        typedef T Few __attribute__((vector_size(half * sizeof(T))));
        Moments total;
        for (int64_t run = 0; run < n; run += exact_run) {
            const int64_t run_end = least(n, run + exact_run);
            Wide sum0{}, sum1{}, squares0{}, squares1{};
            int64_t i = run;
            for (; i + 2 * half <= run_end; i += 2 * half) {
                Few a, b;
                std::memcpy(&a, x + i, sizeof a);
                std::memcpy(&b, x + i + half, sizeof b);
                a = within_steps((a - low) * inverse);
                b = within_steps((b - low) * inverse);
                const Steps steps_a = __builtin_convertvector(a, Steps);
                const Steps steps_b = __builtin_convertvector(b, Steps);
                const Wide qa = __builtin_convertvector(steps_a, Wide);
                const Wide qb = __builtin_convertvector(steps_b, Wide);
                sum0 += qa;
                sum1 += qb;
                squares0 += qa * qa;
                squares1 += qb * qb;
            }
            double sum = horizontal_sum<double>(sum0 + sum1);
            double squares = horizontal_sum<double>(squares0 + squares1);
            for (; i < run_end; ++i) {
                const double q = static_cast<int32_t>(within_steps((x[i] - low) * inverse));
                sum += q;
                squares += q * q;
            }
            total.sum += static_cast<uint64_t>(sum);
            total.squares += static_cast<uint64_t>(squares);
        }
        return total;
    }

    // How far the deviation of an axis may reach, given what the fixed point cannot see.
    static double reach(double deviation, double unit, int64_t n) {
        return unit * (std::sqrt(deviation) + std::sqrt(static_cast<double>(n)));
    }

    // The axis of largest variance so far, and whether an axis resolved too coarsely might beat it.
    struct Choice {
        int64_t axis = -1;
        int slot = -1;
        double root = -1;   // of the largest squared deviation, data units
        double doubt = -1;  // the farthest reach of an axis that is too coarse to trust
        void consider(int64_t candidate, int at, double deviation, double unit, int64_t n) {
            const double candidate_root = unit * std::sqrt(deviation);
            if (candidate_root > root || (candidate_root == root && candidate < axis)) {
                root = candidate_root;
                axis = candidate;
                slot = at;
            }
            if (deviation < coarse * coarse * static_cast<double>(n) && unit > 0)
                doubt = greatest(doubt, reach(deviation, unit, n));
        }
        bool trusted() const { return doubt < root; }
    };

    Choice consider_all(int64_t n, Box box) const {
        Choice choice;
        for (int64_t k = 0; k < d_; ++k)
            choice.consider(k, -1, deviation_of(moments_[k], n), unit(box, k), n);
        return choice;
    }

    // Read the rows: moments of all axes, then make columns of the foremost ones.
    bool refresh(int64_t begin, int64_t end, HotAxes& hot, Box& box, Choice& choice) {
        const int64_t n = end - begin;
        bool measured_box = false;
        for (;;) {
            if (!measure_rows(begin, end, box)) return false;
            choice = consider_all(n, box);
            if (choice.trusted() || measured_box) break;
            // Outliers have stretched the box: measure these nodes against their own.
            if (!measure_box(begin, end, box)) return false;
            measured_box = true;
        }
        if (hot.n == d_) {
            // All columns are at hand already, each in its place.
            choice.slot = static_cast<int>(choice.axis);
            return true;
        }
        choose_hot_axes(n, hot, box, choice);
        choice.slot = 0;
        return fill_columns(begin, end, hot);
    }

    bool fill_columns(int64_t begin, int64_t end, const HotAxes& hot) {
        for (int64_t i = begin; i < end; ++i) {
            if (i % (256 * exact_run) == 0 && stopped()) return false;
            const T* x = row(i);
            for (int h = 0; h < hot.n; ++h) column(h)[i] = x[hot.axis[h]];
        }
        return true;
    }

    // The chosen axis, and those that reach farthest; what is left tells how long that will do.
    void choose_hot_axes(int64_t n, HotAxes& hot, Box box, const Choice& choice) {
        double* reaches = sums_.data();
        for (int64_t k = 0; k < d_; ++k) {
            reaches[k] = reach(deviation_of(moments_[k], n), unit(box, k), n);
            order_by_reach_[k] = static_cast<int32_t>(k);
        }
        hot.n = n_hot_;
        int32_t* axes = order_by_reach_.data();
        // The chosen axis first, whatever the uncertainty of others; then by reach.
        std::swap(axes[0], axes[choice.axis]);
        struct Farther {
            const double* reaches;
            bool operator()(int32_t a, int32_t b) const {
                return reaches[a] > reaches[b] || (reaches[a] == reaches[b] && a < b);
            }
        };
        if (d_ > 1) std::partial_sort(axes + 1, axes + hot.n, axes + d_, Farther{reaches});
        hot.cold_reach = -1;
        for (int64_t k = hot.n; k < d_; ++k)
            hot.cold_reach = greatest(hot.cold_reach, reaches[axes[k]]);
        for (int h = 0; h < hot.n; ++h) hot.axis[h] = axes[h];
    }

    // The axis of largest variance, with its column at hand.
    bool choose_axis(int64_t begin, int64_t end, HotAxes& hot, Box& box, Choice& choice) {
        const int64_t n = end - begin;
        if (hot.n == 0 && d_ <= all_hot_up_to) {
            hot.n = n_hot_;
            for (int h = 0; h < hot.n; ++h) hot.axis[h] = h;
            hot.cold_reach = -1;
            if (!fill_columns(begin, end, hot)) return false;
        }
        for (int h = 0; h < hot.n; ++h) {
            const int64_t k = hot.axis[h];
            const Moments m = measure_column(column(h) + begin, n, box.low[k], inverse_[k]);
            choice.consider(k, h, deviation_of(m, n), unit(box, k), n);
        }
        if (hot.n > 0 && choice.trusted() && choice.root > hot.cold_reach) return true;
        return refresh(begin, end, hot, box, choice);
    }

    // One bit per node: does it go left of the cut? Equal values go by id, that is, by position.
    void mark_left(const T* x, int64_t n, int64_t n_left, T median) {
        uint64_t* words = goes_left_.data();
        int64_t n_less = 0;
        for (int64_t w = 0; w * 64 < n; ++w) {
            uint64_t word = 0;
            const int64_t begin = w * 64, end = least(n, begin + 64);
            if (end - begin == 64) {
                for (int l = 0; l < 64; l += lanes<T>)
                    word |= static_cast<uint64_t>(less_mask(load(x + begin + l), splat(median)))
                            << l;
            } else {
                for (int64_t i = begin; i < end; ++i)
                    word |= static_cast<uint64_t>(x[i] < median) << (i - begin);
            }
            words[w] = word;
            n_less += __builtin_popcountll(word);
        }
        int64_t ties = n_left - n_less;
        for (int64_t i = 0; i < n && ties > 0; ++i)
            if (x[i] == median) {
                words[i / 64] |= 1ull << (i % 64);
                --ties;
            }
    }

    // Stable: the marked elements to the front, the others behind them.
    template <class U> void separate(U* x, int64_t n, int64_t n_left) {
        U* right = reinterpret_cast<U*>(task_.spare);
        const uint64_t* words = goes_left_.data();
        int64_t l = 0, r = 0, i = 0;
#if defined(__AVX512F__)
        constexpr int step = lanes<U>;
        for (; i + 64 <= n; i += 64) {
            const uint64_t word = words[i / 64];
            for (int part = 0; part < 64; part += step) {
                const Vec<U> v = load(x + i + part);
                const uint32_t mask = static_cast<uint32_t>(word >> part) & ((1u << step) - 1u);
                const int n_set = __builtin_popcount(mask);
                // Writes a full vector: what is overwritten beyond the kept part was read before.
                store(x + l, compress(v, mask));
                store(right + r, compress(v, ~mask & ((1u << step) - 1u)));
                l += n_set;
                r += step - n_set;
            }
        }
#endif
        for (; i < n; ++i) {
            const U v = x[i];
            const int64_t left = (words[i / 64] >> (i % 64)) & 1;
            x[l] = v;
            right[r] = v;
            l += left;
            r += 1 - left;
        }
        std::memcpy(x + n_left, right, static_cast<size_t>(n - n_left) * sizeof(U));
    }

#if defined(__AVX512F__)
    static BIDVIT_INLINE Vec<float> compress(Vec<float> v, uint32_t mask) {
        return (Vec<float>)_mm512_maskz_compress_ps(static_cast<__mmask16>(mask), (__m512)v);
    }
    static BIDVIT_INLINE Vec<double> compress(Vec<double> v, uint32_t mask) {
        return (Vec<double>)_mm512_maskz_compress_pd(static_cast<__mmask8>(mask), (__m512d)v);
    }
    static BIDVIT_INLINE Vec<int32_t> compress(Vec<int32_t> v, uint32_t mask) {
        return (Vec<int32_t>)_mm512_maskz_compress_epi32(static_cast<__mmask16>(mask), (__m512i)v);
    }
#endif

    bool finish_run(int64_t end, const HotAxes& hot, Box box) {
        if (task_.run_boxes) {
            T* kept = task_.run_boxes + task_.n_runs * 2 * d_;
            std::memcpy(kept, box.low, static_cast<size_t>(d_) * sizeof(T));
            std::memcpy(kept + d_, box.high, static_cast<size_t>(d_) * sizeof(T));
            task_.run_hot[task_.n_runs] = hot;
        }
        task_.run_ends[task_.n_runs++] = end;
        return true;
    }

    // `hot` and `box` by value: both children start from what their parent knew.
    bool cut(int64_t begin, int64_t end, int depth, HotAxes hot, Box box) {
        const int64_t n = end - begin;
        if (n <= task_.max_chunk_size || depth == task_.max_depth) return finish_run(end, hot, box);
        if (stopped()) return false;
        const int boxes_before = n_boxes_;
        Choice choice;
        if (!choose_axis(begin, end, hot, box, choice)) return false;
        const int64_t n_left = n - n / 2;
        const T* x = column(choice.slot) + begin;
        mark_left(x, n, n_left, select_rank(x, n, n_left - 1, task_.spare));
        separate(task_.order + begin, n, n_left);
        for (int h = 0; h < hot.n; ++h) separate(column(h) + begin, n, n_left);
        if (!cut(begin, begin + n_left, depth + 1, hot, box)) return false;
        // The left side may have measured boxes of its own.
        if (steps_of_ != box.low) set_steps(box);
        if (!cut(begin + n_left, end, depth + 1, hot, box)) return false;
        n_boxes_ = boxes_before;
        return true;
    }
};

}  // namespace

template <class T> bool partition(PartitionTask<T>& task) {
    task.n_runs = 0;
    return MedianCut<T>(task).run();
}

template <class T> bool choose_hot_axes(PartitionTask<T>& task) {
    return MedianCut<T>(task).choose_from_moments();
}

template <class T> void to_columns(const T* rows, int64_t n_dims, int64_t begin, int64_t end,
                                   const HotAxes& hot, T* columns, int64_t stride) {
    for (int64_t i = begin; i < end; ++i)
        for (int h = 0; h < hot.n; ++h) columns[h * stride + i] = rows[i * n_dims + hot.axis[h]];
}

template <class T> void to_rows(const T* columns, int64_t stride, int64_t n_dims, int64_t begin,
                                int64_t end, T* rows) {
    for (int64_t i = begin; i < end; ++i)
        for (int64_t k = 0; k < n_dims; ++k) rows[i * n_dims + k] = columns[k * stride + i];
}

template <class T> bool measure_moments(MomentsTask<T>& task) {
    const int64_t d = task.n_dims;
    // As a partition of these rows that cuts nothing, in the order they have.
    Buffer<int32_t> order;
    order.resize(static_cast<size_t>(task.end - task.begin));
    for (int64_t i = task.begin; i < task.end; ++i)
        order[static_cast<size_t>(i - task.begin)] = static_cast<int32_t>(i);
    PartitionTask<T> rows{};
    rows.points = task.points;
    rows.n_dims = d;
    rows.order = order.data();
    rows.n_points = task.end - task.begin;
    rows.box = task.box;
    rows.stop = task.stop;
    return MedianCut<T>(rows).measure_all(task.moments);
}

template <class T> void choose_axis(AxisTask<T>& task) {
    PartitionTask<T> rows{};
    rows.n_dims = task.n_dims;
    rows.n_points = task.n_points;
    rows.box = task.box;
    rows.moments = task.moments;
    rows.n_moments = task.n_moments;
    MedianCut<T>(rows).choose_first(task);
}

template <class T> bool find_parts(PartsTask<T>& task) {
    for (int64_t i = 0; i < task.n_points; ++i) {
        if (i % exact_run == 0 && task.stop->load(std::memory_order_relaxed)) return false;
        const T* x = task.points + i * task.n_dims;
        const int32_t id = task.first_id + static_cast<int32_t>(i);
        int32_t at = task.n_splits > 0 ? 0 : ~0;
        while (at >= 0) {
            const T value = x[task.axes[at]], median = task.values[at];
            const bool left = value < median || (value == median && id <= task.ids[at]);
            at = task.children[2 * at + 1 - left];
        }
        task.parts[i] = ~at;
    }
    return true;
}

template <class T>
void bounding_box(const T* points, int64_t begin, int64_t end, int64_t n_dims, T* box) {
    // Several rows together, where one does not fill a vector.
    const int64_t together = n_dims < 64 ? 16 : 1, width = together * n_dims;
    Buffer<T> low_, high_, zero_;
    T *low = low_.resize(static_cast<size_t>(width)),
      *high = high_.resize(static_cast<size_t>(width)),
      *zero = zero_.resize(static_cast<size_t>(width));
    const T* x = points + begin * n_dims;
    for (int64_t l = 0; l < width; ++l) {
        low[l] = high[l] = x[l % n_dims];
        zero[l] = 0;
    }
    // What is not finite passes comparisons unseen, but times zero it stays.
    const T* const last = points + end * n_dims;
    for (; x + width <= last; x += width)
        for (int64_t l = 0; l < width; ++l) {
            low[l] = least(low[l], x[l]);
            high[l] = greatest(high[l], x[l]);
            zero[l] += x[l] * T(0);
        }
    for (int64_t l = 0; x < last; ++x, ++l) {
        low[l] = least(low[l], *x);
        high[l] = greatest(high[l], *x);
        zero[l] += *x * T(0);
    }
    for (int64_t k = 0; k < n_dims; ++k) {
        box[k] = low[k];
        box[n_dims + k] = high[k];
        T all_zero = zero[k];
        for (int64_t l = k + n_dims; l < width; l += n_dims) {
            box[k] = least(box[k], low[l]);
            box[n_dims + k] = greatest(box[n_dims + k], high[l]);
            all_zero += zero[l];
        }
        if (all_zero != 0) box[k] = box[n_dims + k] = all_zero;
    }
}

template bool partition(PartitionTask<float>&);
template bool partition(PartitionTask<double>&);
template bool choose_hot_axes(PartitionTask<float>&);
template void to_columns(const float*, int64_t, int64_t, int64_t, const HotAxes&, float*, int64_t);
template bool choose_hot_axes(PartitionTask<double>&);
template void to_columns(const double*, int64_t, int64_t, int64_t, const HotAxes&, double*,
                         int64_t);
template void to_rows(const float*, int64_t, int64_t, int64_t, int64_t, float*);
template void to_rows(const double*, int64_t, int64_t, int64_t, int64_t, double*);
template bool measure_moments(MomentsTask<float>&);
template void choose_axis(AxisTask<float>&);
template bool find_parts(PartsTask<float>&);
template bool measure_moments(MomentsTask<double>&);
template void choose_axis(AxisTask<double>&);
template bool find_parts(PartsTask<double>&);
template void bounding_box(const float*, int64_t, int64_t, int64_t, float*);
template void bounding_box(const double*, int64_t, int64_t, int64_t, double*);

}  // namespace bidvit::BIDVIT_ISA
