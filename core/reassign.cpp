// One half of a Lloyd step: the nearest centre of every leaf, when most of them are in the right
// cluster already.

#include "reassign.hpp"

#include <algorithm>
#include <limits>

#include "blocks.hpp"
#include "join.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

// A filter looks every so many axes whether any centre is still near.
constexpr int64_t axes_at_once = 8;
constexpr int n_buckets = 256;
constexpr int64_t bytes_at_once = 1 << 18;  // of rows, which stay in the processor's cache

template <class T> class Reassigner {
  public:
    explicit Reassigner(ReassignTask<T>& task)
        : task_(task), d_(task.n_dims), levels_(task.n_blocks) {
        constexpr double epsilon = std::numeric_limits<T>::epsilon();
        constexpr double least_square = std::numeric_limits<T>::denorm_min();
        // What rounding in distances can amount to: as a share of them, and where squares vanish.
        slack_ = 4.0 * static_cast<double>(d_ + 4) * epsilon;
        least_step_ = 4.0 * std::sqrt(static_cast<double>(d_) * least_square);
        most_rows_ = least<int64_t>(
            1024, greatest<int64_t>(16, bytes_at_once / (d_ * static_cast<int64_t>(sizeof(T)))));
        tile_.resize(static_cast<size_t>(d_ * n_lanes));
        rows_.resize(static_cast<size_t>(most_rows_ * d_));
        active_.resize(static_cast<size_t>(most_rows_));
    }

    bool run() {
        const int32_t* begin = task_.begin;
        int64_t c =
            std::upper_bound(begin, begin + task_.n_clusters + 1, task_.place_begin) - begin - 1;
        for (int64_t place = task_.place_begin; place < task_.place_end; ++c) {
            const int64_t end = least<int64_t>(begin[c + 1], task_.place_end);
            if (end > place && !search(static_cast<int32_t>(c), place, end)) return false;
            place = greatest(place, end);
        }
        return true;
    }

  private:
    static constexpr int width = lanes<T>;
    static constexpr int n_vectors = 2;
    static constexpr int n_lanes = n_vectors * width;  // centres in a tile

    struct Member {
        const T* x;
        double own;   // distance from the centre of the cluster it came from
        double best;  // from the nearest so far, and its number
        T limit;      // values above are too far, even if they are not quite canonical
        int32_t label;
        int32_t leaf;
    };
    struct Candidate {
        T distance;  // from the centre of the cluster
        int32_t number;
    };

    ReassignTask<T>& task_;
    const int64_t d_;
    BoxLevels levels_;
    double slack_, least_step_;
    int64_t most_rows_;
    Buffer<Member> members_;
    Buffer<Candidate> found_, candidates_;
    Buffer<double> lows_;     // by tile: no centre in it, or after it, is nearer to the cluster's
    Buffer<T> tile_;          // [axis][centre], as far as it was needed
    Buffer<T> rows_;          // coordinates of some members in the order of the filter
    Buffer<int32_t> active_;  // those of them that may still find a nearer centre
    size_t n_candidates_ = 0;
    int64_t n_tiles_ = 0, n_gathered_ = 0;

    // All members of a cluster that stand at some places, the farthest first.
    bool search(int32_t c, int64_t begin, int64_t end) {
        const T* centre = task_.centres + c * d_;
        const auto n = static_cast<size_t>(end - begin);
        Member* members = members_.resize(n);
        for (size_t i = 0; i < n; ++i) {
            const int32_t leaf = task_.order[begin + static_cast<int64_t>(i)];
            const T* x = task_.rows + static_cast<int64_t>(task_.leaf_rows[leaf]) * d_;
            const double value = pair_value<Euclidean>(x, centre, d_);
            const double distance = Euclidean::distance_of(value);
            members[i] = {x, distance, distance, limit_of(distance), c, leaf};
        }
        std::sort(members, members + n, [](const Member& a, const Member& b) {
            return a.own > b.own || (a.own == b.own && a.leaf < b.leaf);
        });
        if (!find_candidates(c, members[0].own)) return false;
        sort_candidates();
        for (size_t i = 0; i < n; i += static_cast<size_t>(most_rows_))
            if (!search_for(members + i, least(static_cast<int64_t>(n - i), most_rows_)))
                return false;
        for (size_t i = 0; i < n; ++i) {
            task_.labels[members[i].leaf] = members[i].label;
            task_.distances[members[i].leaf] = members[i].best;
        }
        return true;
    }

    T limit_of(double distance) const { return rounded_up<T>(Euclidean::value_of(distance), d_); }

    // All other centres so near to that of a cluster that a member this far from it may be nearer.
    bool find_candidates(int32_t c, double farthest) {
        const T* centre = task_.centres + c * d_;
        const T limit = limit_of(2 * farthest * (1 + 2 * slack_) + 2 * least_step_);
        n_candidates_ = 0;
        if (task_.stop->load(std::memory_order_relaxed)) return false;
        visit(levels_.n - 1, 0, c, centre, limit);
        return true;
    }

    void visit(int level, int64_t node, int32_t c, const T* centre, T limit) {
        const T* box = task_.boxes + (levels_.first_node[level] + node) * d_ * 2 * block_group;
        const int64_t first = node * block_group;
        const int64_t n_here = least(block_group, levels_.n_entries[level] - first);
        T bounds[block_group];
        if (!measure_boxes(box, centre, limit, bounds)) return;
        for (int64_t e = 0; e < n_here; ++e) {
            if (bounds[e] > limit) continue;
            if (level > 0)
                visit(level - 1, first + e, c, centre, limit);
            else
                scan_block(first + e, c, centre, limit);
        }
    }

    bool measure_boxes(const T* box, const T* x, T limit, T* bounds) {
        constexpr int n = static_cast<int>(block_group) / width;
        Vec<T> sum[n] = {};
        for (int64_t k = 0; k < d_;) {
            const int64_t k_end = least(d_, k + axes_at_once);
            for (; k < k_end; ++k, box += 2 * block_group) {
                const Vec<T> coordinate = splat(x[k]);
                for (int v = 0; v < n; ++v) {
                    const Vec<T> below = load(box + v * width) - coordinate;
                    const Vec<T> above = coordinate - load(box + block_group + v * width);
                    Vec<T> gap = below < above ? above : below;
                    gap = gap < 0 ? Vec<T>{} : gap;
                    sum[v] = Euclidean::add_roughly(sum[v], gap);
                }
            }
            if (!find_near(sum, n, limit)) return false;
        }
        for (int v = 0; v < n; ++v) store(bounds + v * width, sum[v]);
        return true;
    }

    void scan_block(int64_t block, int32_t c, const T* centre, T limit) {
        const T* columns = task_.columns + block * d_ * task_.stride;
        const int32_t* numbers = task_.block_rows + block * task_.stride;
        Candidate* found = found_.grow(n_candidates_ + static_cast<size_t>(task_.stride));
        for (int64_t p = 0; p < task_.stride; p += width) {
            Vec<T> sum[1] = {};
            const T* column = columns + p;
            uint64_t near = 1;
            int64_t k = 0;
            while (near && k < d_) {
                const int64_t k_end = least(d_, k + axes_at_once);
                for (; k < k_end; ++k, column += task_.stride)
                    sum[0] = Euclidean::add_roughly(sum[0], splat(centre[k]) - load(column));
                near = find_near(sum, 1, limit);
            }
            task_.n_added += k * width;
            T values[width];
            store(values, sum[0]);
            for (; near; near &= near - 1) {
                const int lane = __builtin_ctzll(near);
                const int32_t number = numbers[p + lane];
                if (number < 0 || number == c) continue;
                found[n_candidates_++] = {std::sqrt(values[lane]), number};
            }
        }
    }

    // In which lanes sums are not above a limit.
    static BIDVIT_INLINE uint64_t find_near(const Vec<T>* sum, int n, T limit) {
        const Vec<T> limits = splat(limit);
        uint64_t near = 0;
        for (int v = 0; v < n; ++v) {
            const uint64_t mask = ~less_mask(limits, sum[v]) & ((1u << width) - 1u);
            near |= mask << (v * width);
        }
        return near;
    }

    // By distance, but only roughly within one bucket; and the bounds of the tiles.
    void sort_candidates() {
        const Candidate* found = found_.data();
        Candidate* sorted = candidates_.resize(n_candidates_ + static_cast<size_t>(n_lanes));
        T farthest = 0;
        for (size_t i = 0; i < n_candidates_; ++i) farthest = greatest(farthest, found[i].distance);
        const double scale = farthest > 0 ? (n_buckets - 1) / static_cast<double>(farthest) : 0.0;
        const auto bucket_of = [&](const Candidate& candidate) {
            const double place = static_cast<double>(candidate.distance) * scale;
            return place < n_buckets - 1 ? static_cast<int>(place) : n_buckets - 1;
        };
        size_t place[n_buckets + 1] = {};
        for (size_t i = 0; i < n_candidates_; ++i) ++place[bucket_of(found[i]) + 1];
        for (int b = 0; b < n_buckets; ++b) place[b + 1] += place[b];
        for (size_t i = 0; i < n_candidates_; ++i) sorted[place[bucket_of(found[i])]++] = found[i];
        n_tiles_ = (static_cast<int64_t>(n_candidates_) + n_lanes - 1) / n_lanes;
        const auto filled = static_cast<size_t>(n_tiles_ * n_lanes);
        for (size_t i = n_candidates_; i < filled; ++i) sorted[i] = {farthest, -1};
        double* lows = lows_.resize(static_cast<size_t>(n_tiles_) + 1);
        lows[n_tiles_] = std::numeric_limits<double>::infinity();
        for (int64_t t = n_tiles_; t-- > 0;) {
            double low = lows[t + 1];
            for (int64_t l = 0; l < n_lanes; ++l)
                low = least(low, static_cast<double>(sorted[t * n_lanes + l].distance));
            lows[t] = low;
        }
    }

    bool search_for(Member* members, int64_t n) {
        for (int64_t i = 0; i < n; ++i) {
            T* row = rows_.data() + i * d_;
            for (int64_t k = 0; k < d_; ++k) row[k] = members[i].x[task_.axes[k]];
            active_[static_cast<size_t>(i)] = static_cast<int32_t>(i);
        }
        int64_t n_active = n;
        for (int64_t t = 0; t < n_tiles_; ++t) {
            if (t % 16 == 15 && task_.stop->load(std::memory_order_relaxed)) return false;
            const double low = lows_[static_cast<size_t>(t)];
            int64_t n_left = 0;
            for (int64_t i = 0; i < n_active; ++i) {
                const int32_t a = active_[static_cast<size_t>(i)];
                active_[static_cast<size_t>(n_left)] = a;
                n_left += is_open(members[a], low);
            }
            n_active = n_left;
            if (n_active == 0) break;
            n_gathered_ = 0;
            int64_t i = 0;
            for (; i + 4 <= n_active; i += 4) scan<4>(members, active_.data() + i, t);
            const int32_t* rest = active_.data() + i;
            if (n_active - i == 3)
                scan<3>(members, rest, t);
            else if (n_active - i == 2)
                scan<2>(members, rest, t);
            else if (n_active - i == 1)
                scan<1>(members, rest, t);
        }
        return true;
    }

    // Whether a centre this far from that of the cluster can be as near as the nearest so far.
    bool is_open(const Member& member, double low) const {
        const double spare = low - member.own - member.best;
        return !(spare > slack_ * (low + member.own + member.best) + least_step_);
    }

    // The next axes of a tile's centres.
    void gather(const Candidate* candidates, int64_t k_end) {
        for (int64_t l = 0; l < n_lanes; ++l) {
            const int32_t number = candidates[l].number;
            if (number < 0) {
                for (int64_t k = n_gathered_; k < k_end; ++k)
                    tile_[static_cast<size_t>(k * n_lanes + l)] =
                        std::numeric_limits<T>::infinity();
                continue;
            }
            const T* y = task_.filter_centres + number * d_;
            for (int64_t k = n_gathered_; k < k_end; ++k)
                tile_[static_cast<size_t>(k * n_lanes + l)] = y[k];
        }
        n_gathered_ = k_end;
    }

    template <int n> void scan(Member* members, const int32_t* active, int64_t t) {
        const Candidate* candidates = candidates_.data() + t * n_lanes;
        const T* x[n];
        T limits[n];
        for (int q = 0; q < n; ++q) {
            x[q] = rows_.data() + active[q] * d_;
            limits[q] = members[active[q]].limit;
        }
        Vec<T> sum[n][n_vectors] = {};
        uint64_t near[n];
        for (int64_t k = 0; k < d_;) {
            const int64_t k_end = least(d_, k + axes_at_once);
            if (n_gathered_ < k_end) gather(candidates, k_end);
            task_.n_added += (k_end - k) * n * n_lanes;
            Vec<T> here[n][n_vectors];  // a copy, which the compiler keeps in registers
            for (int q = 0; q < n; ++q)
                for (int v = 0; v < n_vectors; ++v) here[q][v] = sum[q][v];
            const T* column = tile_.data() + k * n_lanes;
            for (; k < k_end; ++k, column += n_lanes) {
                Vec<T> y[n_vectors];
                for (int v = 0; v < n_vectors; ++v) y[v] = load(column + v * width);
                for (int q = 0; q < n; ++q) {
                    const Vec<T> coordinate = splat(x[q][k]);
                    for (int v = 0; v < n_vectors; ++v)
                        here[q][v] = Euclidean::add_roughly(here[q][v], coordinate - y[v]);
                }
            }
            uint64_t any = 0;
            for (int q = 0; q < n; ++q) {
                for (int v = 0; v < n_vectors; ++v) sum[q][v] = here[q][v];
                any |= near[q] = find_near(here[q], n_vectors, limits[q]);
            }
            if (!any) return;
        }
        for (int q = 0; q < n; ++q) {
            Member& member = members[active[q]];
            for (uint64_t left = near[q]; left; left &= left - 1) {
                const int32_t number = candidates[__builtin_ctzll(left)].number;
                if (number >= 0) offer(member, number);
            }
        }
    }

    void offer(Member& member, int32_t number) const {
        const double distance = Euclidean::distance_of(
            pair_value<Euclidean>(member.x, task_.centres + number * d_, d_));
        if (distance > member.best || (distance == member.best && number > member.label)) return;
        member.best = distance;
        member.label = number;
        member.limit = limit_of(distance);
    }
};

}  // namespace

template <class T> bool reassign(ReassignTask<T>& task) {
    task.n_added = 0;
    return Reassigner<T>(task).run();
}

template bool reassign(ReassignTask<float>&);
template bool reassign(ReassignTask<double>&);

}  // namespace bidvit::BIDVIT_ISA
