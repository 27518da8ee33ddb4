// An operator new that can be made to fail. It is in a separate file, so that the compiler cannot optimize it away.
#include "failing_new.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace clusterdiff::tests {

std::atomic<long> allowed{-1};

}  // namespace clusterdiff::tests

namespace {

void* allocated(std::size_t size, std::size_t alignment) {
    using clusterdiff::tests::allowed;
    if (allowed.load() >= 0 && allowed.fetch_sub(1) == 0) throw std::bad_alloc();
    void* memory = std::aligned_alloc(alignment, (std::max<std::size_t>(size, 1) + alignment - 1) / alignment * alignment);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

}  // namespace

void* operator new(std::size_t size) { return allocated(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) { return allocated(size, static_cast<std::size_t>(alignment)); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
