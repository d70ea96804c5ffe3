// The nearest rows where bounds rule out nothing: scalar products, which a matrix product
// computes fastest, tell which rows may be near; what decides are measured distances.

#include "products.hpp"

#include <algorithm>
#include <limits>

#include "best.hpp"
#include "select.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

// |x - y|² / 2 = |x|² / 2 + (|y|² / 2 - x·y). The caller hands in the norms less all that rounding
// can amount to, so that the sum bounds half the value from below; with `query_highs` instead of
// `query_lows` and the `spread` added, from above.
template <class T> class ProductFilter {
  public:
    explicit ProductFilter(SearchProductsTask<T>& task)
        : task_(task), d_(task.n_dims), n_(task.row_end - task.row_begin) {}

    void search(int64_t i) {
        const int64_t query = task_.query_begin + i;
        int32_t* nearest = task_.nearest + query * task_.k;
        double* distances = task_.distances + query * task_.k;
        Best<Euclidean, T> best;
        if (task_.row_begin == 0)
            best.start(nearest, distances, task_.k, d_);
        else
            best.go_on(nearest, distances, task_.k, d_);
        const T* products = task_.products + i * task_.stride;
        const double of_query = task_.query_lows[query];
        // The k-th nearest of these rows has no greater value.
        const double reach = 2 * (static_cast<double>(kth_least(products)) +
                                  task_.query_highs[query] + task_.spread + task_.least_step);
        const T limit = greatest_useful(best, of_query, reach);
        T bound = limit;
        for (int64_t j = 0; j < n_; j += n_vectors * width) {
            const uint64_t near = find_near(products, j, bound);
            for (uint64_t left = near; left; left &= left - 1) {
                const int64_t p = j + __builtin_ctzll(left);
                const int64_t row = task_.row_begin + p;
                if (task_.row_lows[row] - products[p] > bound) continue;
                best.offer(
                    pair_value<Euclidean>(task_.queries + query * d_, task_.rows + row * d_, d_),
                    static_cast<int32_t>(row));
                bound = greatest_useful(best, of_query, reach);
            }
        }
        if (task_.row_end == task_.n_rows) best.sort();
    }

  private:
    static constexpr int width = lanes<T>;
    static constexpr int n_vectors = 4;
    SearchProductsTask<T>& task_;
    int64_t d_, n_;

    // Values beyond the k-th least so far, or beyond what these rows promise, are of no use.
    T greatest_useful(const Best<Euclidean, T>& best, double of_query, double reach) const {
        const double limit = least(static_cast<double>(best.limit()), reach);
        const double half = limit / 2 - of_query + task_.least_step;
        return std::nextafter(static_cast<T>(half), std::numeric_limits<T>::infinity());
    }

    // The differences from position j on that are not above the bound.
    BIDVIT_INLINE uint64_t find_near(const T* products, int64_t j, T bound) const {
        const T* row_lows = task_.row_lows + task_.row_begin;
        const Vec<T> bounds = splat(bound);
        uint64_t near = 0;
        for (int v = 0; v < n_vectors && j < n_; ++v, j += width) {
            const int64_t n_here = least<int64_t>(width, n_ - j);
            const Vec<T> difference =
                load_first(row_lows + j, n_here) - load_first(products + j, n_here);
            const uint64_t mask = ~less_mask(bounds, difference) & ((1u << n_here) - 1u);
            near |= mask << (v * width);
        }
        return near;
    }

    // At least k rows have differences up to this: the k-th least of the least in each lane.
    T kth_least(const T* products) const {
        const T* row_lows = task_.row_lows + task_.row_begin;
        constexpr int n_lanes = n_vectors * width;
        T lowest[n_lanes], kept[n_lanes];
        Vec<T> least_yet[n_vectors];
        for (auto& v : least_yet) v = splat(std::numeric_limits<T>::infinity());
        int64_t j = 0;
        for (; j + n_lanes <= n_; j += n_lanes)
            for (int v = 0; v < n_vectors; ++v) {
                const int64_t p = j + v * width;
                const Vec<T> difference = load(row_lows + p) - load(products + p);
                least_yet[v] = difference < least_yet[v] ? difference : least_yet[v];
            }
        for (int v = 0; v < n_vectors; ++v) store(lowest + v * width, least_yet[v]);
        for (int l = 0; j < n_; ++j, ++l)
            lowest[l] = least(lowest[l], static_cast<T>(row_lows[j] - products[j]));
        if (task_.k > n_lanes) return std::numeric_limits<T>::infinity();
        return select_rank(lowest, n_lanes, task_.k - 1, kept);
    }
};

}  // namespace

template <class T> bool search_products(SearchProductsTask<T>& task) {
    ProductFilter<T> filter(task);
    for (int64_t i = 0; i < task.n_queries; ++i) {
        if (i % 16 == 0 && task.stop->load(std::memory_order_relaxed)) return false;
        filter.search(i);
    }
    return true;
}

template bool search_products(SearchProductsTask<float>&);
template bool search_products(SearchProductsTask<double>&);

}  // namespace bidvit::BIDVIT_ISA
