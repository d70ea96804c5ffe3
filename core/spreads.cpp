// Where clusters are and how wide: centroids, and distances of the members from a centre.

#include "spreads.hpp"

#include "metric.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

constexpr int64_t between_stops = 1 << 12;  // members

// Calls a function for every member of a cluster, the rows of those to come on their way; false
// when stopped.
template <class T, class F> BIDVIT_INLINE bool for_members(const Members<T>& members,
                                                           int64_t cluster, const Stop& stop,
                                                           int64_t& n_done, F f) {
    constexpr int64_t ahead = 4;
    const int64_t d = members.n_dims, end = members.end[cluster];
    for (int64_t i = members.begin[cluster]; i < end; ++i) {
        if (n_done++ % between_stops == 0 && stop.load(std::memory_order_relaxed)) return false;
        if (i + ahead < end) {
            const char* next = reinterpret_cast<const char*>(
                members.rows + static_cast<int64_t>(members.list[i + ahead]) * d);
            for (int64_t b = 0; b < least<int64_t>(d * static_cast<int64_t>(sizeof(T)), 512);
                 b += 64)
                __builtin_prefetch(next + b);
        }
        f(members.rows + static_cast<int64_t>(members.list[i]) * d,
          members.weights ? members.weights[i] : 1.0);
    }
    return true;
}

// The value of a row and a centre: eight partial sums whatever the width of a vector.
template <class M, class T>
BIDVIT_INLINE double value_from(const double* centre, const T* x, int64_t d) {
    constexpr int n_sums = 8;
    double sum[n_sums] = {};
    int64_t k = 0;
    for (; k + n_sums <= d; k += n_sums)
        for (int l = 0; l < n_sums; ++l)
            sum[l] = M::add(sum[l], static_cast<double>(x[k + l]) - centre[k + l]);
    for (int l = 0; k < d; ++k, ++l) sum[l] = M::add(sum[l], static_cast<double>(x[k]) - centre[k]);
    for (int half = n_sums / 2; half > 0; half /= 2)
        for (int l = 0; l < half; ++l) sum[l] = M::merge(sum[l], sum[l + half]);
    return sum[0];
}

template <class M, class T> bool spreads_of(SpreadsTask<T>& task) {
    const Members<T>& members = task.members;
    const int64_t d = members.n_dims;
    int64_t n_done = 0;
    for (int64_t c = members.first; c < members.last; ++c) {
        const double* centre = task.centres + (c - members.first) * d;
        double total = 0, distances = 0, squares = 0, farthest = 0;
        const auto take = [&](const T* x, double weight) {
            double distance = M::distance_of(value_from<M>(centre, x, d));
            total += weight;
            squares += weight * (distance * distance);
            if (task.as_angles) distance = 2 * std::asin(least(distance / 2, 1.0));
            distances += weight * distance;
            farthest = greatest(farthest, distance);
        };
        if (!for_members(members, c, *task.stop, n_done, take)) return false;
        task.weights[c] = total;
        task.distances[c] = distances;
        task.squares[c] = squares;
        task.farthest[c] = farthest;
    }
    return true;
}

}  // namespace

template <class T> bool find_centroids(CentroidsTask<T>& task) {
    const Members<T>& members = task.members;
    const int64_t d = members.n_dims;
    int64_t n_done = 0;
    for (int64_t c = members.first; c < members.last; ++c) {
        // Sums of differences from the first member: nothing is lost far from the origin, and equal
        // members have their own place for centroid, to the last bit.
        const T* origin = members.rows + static_cast<int64_t>(members.list[members.begin[c]]) * d;
        double* sum = task.centroids + c * d;
        for (int64_t k = 0; k < d; ++k) sum[k] = 0;
        double total = 0;
        const auto take = [&](const T* x, double weight) {
            total += weight;
            for (int64_t k = 0; k < d; ++k)
                sum[k] += (static_cast<double>(x[k]) - static_cast<double>(origin[k])) * weight;
        };
        if (!for_members(members, c, *task.stop, n_done, take)) return false;
        for (int64_t k = 0; k < d; ++k) sum[k] = static_cast<double>(origin[k]) + sum[k] / total;
    }
    return true;
}

template <class T> bool measure_spreads(SpreadsTask<T>& task) {
    return with_metric(task.metric,
                       [&task](auto metric) { return spreads_of<decltype(metric)>(task); });
}

template bool find_centroids(CentroidsTask<float>&);
template bool find_centroids(CentroidsTask<double>&);
template bool measure_spreads(SpreadsTask<float>&);
template bool measure_spreads(SpreadsTask<double>&);

}  // namespace bidvit::BIDVIT_ISA
