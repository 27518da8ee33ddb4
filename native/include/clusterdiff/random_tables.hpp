// Random tables with given cluster sizes: the labels of one side are permuted and counted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "threads.hpp"

namespace clusterdiff {

inline constexpr std::size_t kMostShuffled = std::size_t{1} << 16;  // elements, so that labels have 16 bits

// splitmix64, and integers below a bound from all 64 bits: the same on every platform.
class Counter64 {
  public:
    explicit Counter64(std::uint64_t seed) : state_(seed) {}

    std::size_t below(std::uint64_t bound) {  // of fewer than 32 bits
        state_ += 0x9E3779B97F4A7C15;
        auto x = state_;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
        x ^= x >> 31;
        return static_cast<std::size_t>(((x >> 32) * bound + (((x & 0xFFFFFFFF) * bound) >> 32)) >> 32);
    }

  private:
    std::uint64_t state_;
};

// Writes one table per seed, row by row. The elements of each row but the largest are drawn from those that are left.
inline void random_tables(std::span<const std::int64_t> rows, std::span<const std::int64_t> cols, std::span<const std::uint64_t> seeds,
                          std::int64_t* out, const Workers& workers) {
    const auto cells = rows.size() * cols.size();
    std::vector<std::uint16_t> labels;
    for (std::size_t j = 0; j < cols.size(); ++j) labels.insert(labels.end(), static_cast<std::size_t>(cols[j]), static_cast<std::uint16_t>(j));
    const auto rest = static_cast<std::size_t>(std::max_element(rows.begin(), rows.end()) - rows.begin());
    workers.share(seeds.size(), [&](std::size_t, std::size_t table) {
        auto left = labels;
        auto* const counts = out + table * cells;
        std::fill_n(counts, cells, 0);
        Counter64 random(seeds[table]);
        std::size_t place = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (i == rest) continue;
            auto* const row = counts + i * cols.size();
            for (const auto end = place + static_cast<std::size_t>(rows[i]); place < end; ++place) {
                const auto other = place + random.below(left.size() - place);
                const auto label = left[other];
                left[other] = left[place];
                ++row[label];
            }
        }
        auto* const row = counts + rest * cols.size();
        for (; place < left.size(); ++place) ++row[left[place]];
    });
}

}  // namespace clusterdiff
