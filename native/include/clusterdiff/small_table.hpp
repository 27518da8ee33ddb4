// The cells of a small table in order of row and column, found without visiting the empty cells.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pairs.hpp"
#include "threads.hpp"

namespace clusterdiff {

// A bitmap marks the cells that are not empty. For few elements in many clusters, reading every counter would take most of the
// time.
class SmallTable {
  public:
    static constexpr unsigned kMostBits = 12;

    // Whether the table is small and has more possible cells than elements.
    static bool suits(const Pairs& pairs) {
        return pairs.bits() <= kMostBits && pairs.size() < (std::size_t{1} << pairs.bits()) && pairs.weights == nullptr;
    }

    // Requires suits(pairs).
    SmallTable(const Pairs& pairs, const Workers& workers)
        : bits_b_(pairs.range_b.bits), words_(((std::size_t{1} << pairs.bits()) + kWord - 1) / kWord),
          sizes_a_(std::size_t{1} << pairs.range_a.bits), sizes_b_(std::size_t{1} << pairs.range_b.bits) {
        std::fill_n(counts_.data(), words_ * kWord, std::uint16_t{0});
        std::fill_n(seen_.data(), words_, std::uint64_t{0});
        complete_ = pairs.each_block<std::uint32_t>(workers.at_most(1), 0, [&](std::size_t, std::size_t count, const std::uint32_t* keys) {
            for (std::size_t i = 0; i < count; ++i) {
                ++counts_[keys[i]];
                seen_[keys[i] / kWord] |= std::uint64_t{1} << (keys[i] % kWord);
            }
        });
        each_cell([&](std::size_t row, std::size_t col, std::uint32_t count) {
            sizes_a_[row] += count;
            sizes_b_[col] += count;
        });
    }

    bool is_complete() const { return complete_; }  // false if a value is out of range

    // Calls f(row, col, count) for every cell that is not empty.
    template <class F>
    void each_cell(F&& f) const {
        for (std::size_t word = 0; word < words_; ++word) {
            for (auto left = seen_[word]; left != 0; left &= left - 1) {
                const auto key = word * kWord + static_cast<std::size_t>(std::countr_zero(left));
                f(key >> bits_b_, key & ((std::size_t{1} << bits_b_) - 1), std::uint32_t{counts_[key]});
            }
        }
    }

    // By code; 0 for codes that do not occur.
    const std::vector<std::uint32_t>& sizes_a() const { return sizes_a_; }
    const std::vector<std::uint32_t>& sizes_b() const { return sizes_b_; }

  private:
    static constexpr std::size_t kWord = 64;
    static constexpr std::size_t kMostCells = std::size_t{1} << kMostBits;

    unsigned bits_b_;
    std::size_t words_;
    bool complete_ = false;
    std::vector<std::uint32_t> sizes_a_, sizes_b_;
    std::array<std::uint16_t, kMostCells> counts_;  // the elements are fewer than the cells
    std::array<std::uint64_t, kMostCells / kWord> seen_;
};

}  // namespace clusterdiff
