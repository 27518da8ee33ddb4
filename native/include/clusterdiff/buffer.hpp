// An owned array that is not zeroed first, so that filling it is the only pass over its memory.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace clusterdiff {

template <class T>
struct Buffer {
    static_assert(std::is_trivially_copyable_v<T>, "a buffer runs neither constructors nor destructors");

    struct Free {
        std::align_val_t alignment;
        void operator()(T* p) const { ::operator delete(p, alignment); }
    };

    std::unique_ptr<T[], Free> data;
    std::size_t size = 0;

    Buffer() = default;
    // Huge pages make random writes faster. Large sequential writes do not use them, since zeroing them takes longer.
    explicit Buffer(std::size_t count, bool in_order = false) : size(count) {
        constexpr std::size_t kHugePage = std::size_t{1} << 21;  // one page fault instead of 512
        if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) throw std::bad_array_new_length();
        const std::size_t bytes = count * sizeof(T);
        const bool huge = bytes >= 2 * kHugePage && !(in_order && bytes >= 16 * kHugePage);
        const std::align_val_t alignment{huge ? kHugePage : 64};
        data = {static_cast<T*>(::operator new(bytes, alignment)), Free{alignment}};
#if defined(__linux__)
        if (huge) madvise(data.get(), bytes, MADV_HUGEPAGE);
#endif
    }

    Buffer(Buffer&& other) noexcept : data(std::move(other.data)), size(std::exchange(other.size, 0)) {}
    Buffer& operator=(Buffer&& other) noexcept {
        data = std::move(other.data);
        size = std::exchange(other.size, 0);
        return *this;
    }

    T& operator[](std::size_t i) { return data[i]; }
    const T& operator[](std::size_t i) const { return data[i]; }
};

}  // namespace clusterdiff
