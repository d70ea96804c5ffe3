// Level 0: rows that are equal become one node whose weight is the sum of theirs; nodes are
// numbered by first appearance among the rows of positive weight.

#include "distinct.hpp"

#include "random.hpp"

namespace bidvit::BIDVIT_ISA {
namespace {

BIDVIT_INLINE uint64_t bits_of(float x) {
    uint32_t b;
    std::memcpy(&b, &x, sizeof b);
    return b;
}
BIDVIT_INLINE uint64_t bits_of(double x) {
    uint64_t b;
    std::memcpy(&b, &x, sizeof b);
    return b;
}

// Adding zero turns -0 into +0, so that rows that compare equal hash equal. Four independent lanes,
// because one multiplication after the other would wait for each.
template <class T> BIDVIT_INLINE uint64_t hash_row(const T* row, int64_t n_dims) {
    constexpr uint64_t odd = 0x9fb21c651e98df25ull;
    uint64_t lane[4] = {1, 2, 3, 4};
    int64_t k = 0;
    for (; k + 4 <= n_dims; k += 4)
        for (int l = 0; l < 4; ++l) {
            uint64_t h = (lane[l] ^ bits_of(row[k + l] + T(0))) * odd;
            lane[l] = h ^ (h >> 29);
        }
    for (int l = 0; k < n_dims; ++k, ++l) lane[l] = (lane[l] ^ bits_of(row[k] + T(0))) * odd;
    return mix(lane[0] + 3 * mix(lane[1] + 5 * mix(lane[2] + 7 * mix(lane[3]))));
}

template <class T> BIDVIT_INLINE bool equal_rows(const T* a, const T* b, int64_t n_dims) {
    int64_t k = 0;
    for (; k + 8 <= n_dims; k += 8) {
        bool same = true;
        for (int l = 0; l < 8; ++l) same &= a[k + l] == b[k + l];
        if (!same) return false;
    }
    for (; k < n_dims; ++k)
        if (a[k] != b[k]) return false;
    return true;
}

struct Slot {
    uint32_t tag;
    int32_t row;  // -1: free
};

}  // namespace

template <class T> bool hash(HashTask<T>& task) {
    for (int64_t i = task.begin; i < task.end; ++i) {
        if (i % 16384 == 0 && task.stop->load(std::memory_order_relaxed)) return false;
        task.hashes[i] = hash_row(task.points + i * task.n_dims, task.n_dims);
    }
    return true;
}

template <class T> bool find_distinct(DistinctTask<T>& task) {
    const int64_t n = task.n_rows, d = task.n_dims;
    const uint64_t n_shards = static_cast<uint64_t>(task.n_shards),
                   shard = static_cast<uint64_t>(task.shard);
    const auto is_own = [=](uint64_t h) { return ((h >> 40) * n_shards >> 24) == shard; };
    uint64_t n_own = 0, size = 16;
    for (int64_t i = 0; i < n; ++i) n_own += is_own(task.hashes[i]);
    while (size < n_own + n_own / 2) size *= 2;
    Buffer<Slot> table;
    table.resize(size);
    for (uint64_t s = 0; s < size; ++s) table[s] = {0, -1};

    // Own rows are gathered and their slots fetched ahead: the table does not fit into the cache.
    constexpr int64_t batch = 256;
    int32_t own[batch];
    task.n_distinct = 0;
    for (int64_t begin = 0; begin < n; begin += batch) {
        if (begin % (batch * 64) == 0 && task.stop->load(std::memory_order_relaxed)) return false;
        const int64_t end = least(n, begin + batch);
        int64_t n_here = 0;
        for (int64_t i = begin; i < end; ++i) {
            const uint64_t h = task.hashes[i];
            __builtin_prefetch(&table[h & (size - 1)]);
            own[n_here] = static_cast<int32_t>(i);
            n_here += is_own(h);
        }
        for (int64_t o = 0; o < n_here; ++o) {
            const int32_t i = own[o];
            if (task.row_weights && !(task.row_weights[i] > 0)) {
                task.first_equal[i] = -1;
                continue;
            }
            const uint64_t h = task.hashes[i];
            const uint32_t tag = static_cast<uint32_t>(h >> 32);
            uint64_t s = h & (size - 1);
            int32_t first = i;
            for (; table[s].row >= 0; s = (s + 1) & (size - 1))
                if (table[s].tag == tag &&
                    equal_rows(task.points + static_cast<int64_t>(i) * d,
                               task.points + static_cast<int64_t>(table[s].row) * d, d)) {
                    first = table[s].row;
                    break;
                }
            if (first == i) {
                table[s] = {tag, i};
                ++task.n_distinct;
            }
            task.first_equal[i] = first;
        }
    }
    return true;
}

void number(NumberTask& task) {
    int32_t n_numbered = 0;
    for (int64_t i = 0; i < task.n_rows; ++i) {
        const int32_t first = task.node_of_row[i];
        if (first < 0) continue;
        if (first == i) {
            task.first_row[n_numbered] = first;
            task.weights[n_numbered] = 0;
            task.node_of_row[i] = n_numbered++;
        } else {
            // An earlier row, so it has its number.
            task.node_of_row[i] = task.node_of_row[first];
        }
        task.weights[task.node_of_row[i]] += task.row_weights ? task.row_weights[i] : 1.0;
    }
}

template bool hash(HashTask<float>&);
template bool hash(HashTask<double>&);
template bool find_distinct(DistinctTask<float>&);
template bool find_distinct(DistinctTask<double>&);

}  // namespace bidvit::BIDVIT_ISA
