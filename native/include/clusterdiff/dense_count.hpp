// Counts with one counter per possible cell and worker, for tables that fit in the cache.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "buffer.hpp"
#include "pairs.hpp"
#include "threads.hpp"

namespace clusterdiff {

// Adds a block to the counters; 16 elements of one cell, as in a label image, cost one addition.
template <class Key, class Counter>
void tally(const Key* keys, std::size_t count, Counter* counters) {
    constexpr std::size_t kRun = 16;
    std::size_t i = 0;
    for (; i + kRun <= count; i += kRun) {
        const auto* run = keys + i;
        Key differs = run[0] ^ run[kRun - 1];
        if (differs == 0) {
            for (std::size_t j = 1; j < kRun; ++j) differs |= run[0] ^ run[j];
        }
        if (differs == 0) {
            counters[run[0]] += kRun;
        } else {
            for (std::size_t j = 0; j < kRun; ++j) ++counters[run[j]];
        }
    }
    for (; i < count; ++i) ++counters[keys[i]];
}

// Whether the table is small enough to have a counter for every possible cell: `always`, or so many per element.
inline bool is_dense(const Pairs& pairs, std::uint64_t always, std::uint64_t per_element) {
    return pairs.bits() <= 21 && (std::uint64_t{1} << pairs.bits()) <= std::max<std::uint64_t>(always, per_element * pairs.size());
}

// Returns the counts of all possible cells in order of key; nullopt if a value is out of range.
template <class Counter>
std::optional<Buffer<Counter>> count_dense(const Pairs& pairs, Workers workers) {
    const std::size_t size = std::size_t{1} << pairs.bits();
    workers = workers.at_most(std::max<std::size_t>(1, (4 * pairs.size()) >> pairs.bits()));  // counters in proportion to the input
    std::vector<Buffer<Counter>> counters(workers.count());
    std::atomic<bool> inside{true};
    workers.run([&](std::size_t worker) {
        auto& mine = counters[worker] = Buffer<Counter>(size);
        std::fill_n(mine.data.get(), size, Counter{0});
        if (!pairs.each_block<std::uint32_t>(workers, worker, [&](std::size_t begin, std::size_t count, const std::uint32_t* keys) {
                if (pairs.weights == nullptr) return tally(keys, count, mine.data.get());
                for (std::size_t i = 0; i < count; ++i) mine[keys[i]] += static_cast<Counter>(pairs.weights[begin + i]);
            })) {
            inside = false;
        }
    });
    if (!inside) return std::nullopt;
    auto& total = counters[0];
    for (std::size_t worker = 1; worker < workers.count(); ++worker) {
        for (std::size_t cell = 0; cell < size; ++cell) total[cell] += counters[worker][cell];
    }
    return std::move(total);
}

}  // namespace clusterdiff
