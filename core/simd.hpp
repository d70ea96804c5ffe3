// Vectors of the width this file is compiled for, and growing buffers. The kernels are compiled
// once per instruction set, each time inside a namespace of its own (BIDVIT_ISA): nothing here may
// leave an inline function behind that the linker could share between instruction sets.
#pragma once

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#ifndef BIDVIT_ISA
#define BIDVIT_ISA baseline
#endif

#define BIDVIT_INLINE inline __attribute__((always_inline))

namespace bidvit::BIDVIT_ISA {

#if defined(__AVX512F__)
constexpr int vector_bytes = 64;
#elif defined(__AVX2__)
constexpr int vector_bytes = 32;
#else
constexpr int vector_bytes = 16;
#endif

template <class T> struct VectorOf {
    typedef T type __attribute__((vector_size(vector_bytes)));
};
template <class T> using Vec = typename VectorOf<T>::type;
template <class T> constexpr int lanes = vector_bytes / static_cast<int>(sizeof(T));

template <class T> BIDVIT_INLINE Vec<T> load(const T* p) {
    Vec<T> v;
    std::memcpy(&v, p, sizeof v);
    return v;
}
// The first n lanes from memory, zero in the others.
template <class T> BIDVIT_INLINE Vec<T> load_first(const T* p, int64_t n) {
    if (n == lanes<T>) return load(p);
#if defined(__AVX512F__)
    const auto mask = static_cast<uint16_t>((1u << n) - 1u);
    if constexpr (sizeof(T) == 4)
        return (Vec<T>)_mm512_maskz_loadu_ps(mask, p);
    else
        return (Vec<T>)_mm512_maskz_loadu_pd(static_cast<__mmask8>(mask), p);
#else
    T x[lanes<T>] = {};
    for (int64_t l = 0; l < n; ++l) x[l] = p[l];
    return load(x);
#endif
}
template <class T> BIDVIT_INLINE void store(T* p, Vec<T> v) { std::memcpy(p, &v, sizeof v); }
template <class T> BIDVIT_INLINE Vec<T> splat(T x) { return x - Vec<T>{}; }

// Bit l is set where a[l] < b[l].
BIDVIT_INLINE uint32_t less_mask(Vec<float> a, Vec<float> b) {
#if defined(__AVX512F__)
    return _mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_LT_OQ);
#elif defined(__AVX2__)
    return static_cast<uint32_t>(
        _mm256_movemask_ps(_mm256_cmp_ps((__m256)a, (__m256)b, _CMP_LT_OQ)));
#elif defined(__x86_64__)
    return static_cast<uint32_t>(_mm_movemask_ps(_mm_cmplt_ps((__m128)a, (__m128)b)));
#else
    uint32_t mask = 0;
    for (int l = 0; l < lanes<float>; ++l) mask |= static_cast<uint32_t>(a[l] < b[l]) << l;
    return mask;
#endif
}
BIDVIT_INLINE uint32_t less_mask(Vec<double> a, Vec<double> b) {
#if defined(__AVX512F__)
    return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_LT_OQ);
#elif defined(__AVX2__)
    return static_cast<uint32_t>(
        _mm256_movemask_pd(_mm256_cmp_pd((__m256d)a, (__m256d)b, _CMP_LT_OQ)));
#elif defined(__x86_64__)
    return static_cast<uint32_t>(_mm_movemask_pd(_mm_cmplt_pd((__m128d)a, (__m128d)b)));
#else
    uint32_t mask = 0;
    for (int l = 0; l < lanes<double>; ++l) mask |= static_cast<uint32_t>(a[l] < b[l]) << l;
    return mask;
#endif
}

template <class T> BIDVIT_INLINE T horizontal_sum(Vec<T> v) {
    // Halving keeps the order of additions fixed.
    T x[lanes<T>];
    std::memcpy(x, &v, sizeof v);
    for (int half = lanes<T> / 2; half > 0; half /= 2)
        for (int l = 0; l < half; ++l) x[l] += x[l + half];
    return x[0];
}

// Memory that only grows, so that a thread's work on chunk after chunk allocates nothing. Large
// blocks come straight from the operating system and go back there: the C library would keep them.
template <class T> class Buffer {
  public:
    Buffer() = default;
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() { release(data_, bytes_); }

    // Contents are lost. Never null, not even for nothing: memset and its kin insist on that.
    T* resize(size_t n) {
        if (n > capacity_ || !data_) {
            release(data_, bytes_);
            data_ = nullptr;
            capacity_ = bytes_ = 0;
            allocate(n < large ? n + n / 4 : n);
        }
        return data_;
    }
    // Contents are kept.
    T* grow(size_t n) {
        if (n > capacity_ || !data_) {
            T* old = data_;
            const size_t old_capacity = capacity_, old_bytes = bytes_;
            allocate(n + n / 2);
            if (old) std::memcpy(data_, old, old_capacity * sizeof(T));
            release(old, old_bytes);
        }
        return data_;
    }
    T* data() { return data_; }
    const T* data() const { return data_; }
    T& operator[](size_t i) { return data_[i]; }
    const T& operator[](size_t i) const { return data_[i]; }

  private:
    static constexpr size_t large = 1 << 20;  // bytes
    static constexpr size_t huge = 1 << 22;   // large pages are faster to clear, but round up

    void allocate(size_t n) {
        const size_t bytes = (n * sizeof(T) + 63) / 64 * 64 + 64;
        void* memory;
        if (bytes >= large) {
            memory =
                mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (memory == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
            if (bytes >= huge) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
        } else {
            memory = std::aligned_alloc(64, bytes);
            if (!memory) throw std::bad_alloc();
        }
        data_ = static_cast<T*>(memory);
        capacity_ = n;
        bytes_ = bytes;
    }
    static void release(T* data, size_t bytes) {
        if (bytes >= large)
            munmap(data, bytes);
        else
            std::free(data);
    }
    T* data_ = nullptr;
    size_t capacity_ = 0, bytes_ = 0;
};

template <class T> BIDVIT_INLINE T least(T a, T b) { return b < a ? b : a; }
template <class T> BIDVIT_INLINE T greatest(T a, T b) { return a < b ? b : a; }

}  // namespace bidvit::BIDVIT_ISA
