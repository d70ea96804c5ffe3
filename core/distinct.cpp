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
    int32_t leaf;  // -1: free
};

}  // namespace

template <class T> bool find_distinct(DistinctTask<T>& task) {
    const int64_t n = task.n_rows, d = task.n_dims;
    uint64_t size = 16;
    while (size < static_cast<uint64_t>(n) + static_cast<uint64_t>(n) / 2) size *= 2;
    Buffer<Slot> table;
    table.resize(size);
    for (uint64_t s = 0; s < size; ++s) table[s] = {0, -1};

    // Hash a batch and fetch its slots ahead: the table does not fit into the cache.
    constexpr int64_t batch = 64;
    uint64_t hashes[batch];
    int32_t n_distinct = 0;
    for (int64_t begin = 0; begin < n; begin += batch) {
        if (begin % (batch * 256) == 0 && task.stop->load(std::memory_order_relaxed)) return false;
        const int64_t end = least(n, begin + batch);
        for (int64_t i = begin; i < end; ++i) {
            hashes[i - begin] = hash_row(task.points + i * d, d);
            __builtin_prefetch(&table[hashes[i - begin] & (size - 1)]);
        }
        for (int64_t i = begin; i < end; ++i) {
            const double weight = task.row_weights ? task.row_weights[i] : 1.0;
            if (!(weight > 0)) {
                task.leaf_of_row[i] = -1;
                continue;
            }
            const uint64_t h = hashes[i - begin];
            const uint32_t tag = static_cast<uint32_t>(h >> 32);
            uint64_t s = h & (size - 1);
            int32_t leaf = -1;
            for (; table[s].leaf >= 0; s = (s + 1) & (size - 1))
                if (table[s].tag == tag &&
                    equal_rows(task.points + i * d, task.points + task.first_row[table[s].leaf] * d,
                               d)) {
                    leaf = table[s].leaf;
                    break;
                }
            if (leaf < 0) {
                leaf = n_distinct++;
                table[s] = {tag, leaf};
                task.first_row[leaf] = static_cast<int32_t>(i);
                task.weights[leaf] = 0;
            }
            task.leaf_of_row[i] = leaf;
            task.weights[leaf] += weight;
        }
    }
    task.n_distinct = n_distinct;
    return true;
}

template bool find_distinct(DistinctTask<float>&);
template bool find_distinct(DistinctTask<double>&);

}  // namespace bidvit::BIDVIT_ISA
