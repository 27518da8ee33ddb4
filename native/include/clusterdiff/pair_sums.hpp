// Sums over the sizes of cells and of clusters, computed without sorting the table: sums of squares, which pair measures need.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "buckets.hpp"
#include "buffer.hpp"
#include "count_pairs.hpp"
#include "dense_count.hpp"
#include "pairs.hpp"
#include "radix.hpp"
#include "small_table.hpp"
#include "threads.hpp"

namespace clusterdiff {

inline constexpr std::size_t kMostSummed = std::size_t{1} << 31;  // elements, so that no sum of squares reaches 2^62

inline constexpr unsigned kFewBits = 10;  // of a cell, and few elements: counted on the stack
inline constexpr std::size_t kFewCells = std::size_t{1} << kFewBits, kFewElements = 4096;

class Squares {
  public:
    void add(std::uint32_t size) { sum_ += std::uint64_t{size} * size; }
    void add(const Squares& other) { sum_ += other.sum_; }
    std::uint64_t value() const { return sum_; }

  private:
    std::uint64_t sum_ = 0;
};

template <class Sum>
struct SumsOver {
    Sum cells, rows, cols;
};

template <class Sum>
void add_all(Sum& sum, const std::uint32_t* sizes, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) sum.add(sizes[i]);
}

template <class Sum>
std::optional<SumsOver<Sum>> sum_small(const Pairs& pairs, const Workers& workers) {
    const SmallTable table(pairs, workers);
    if (!table.is_complete()) return std::nullopt;
    SumsOver<Sum> sums;
    table.each_cell([&](std::size_t, std::size_t, std::uint32_t count) { sums.cells.add(count); });
    add_all(sums.rows, table.sizes_a().data(), table.sizes_a().size());
    add_all(sums.cols, table.sizes_b().data(), table.sizes_b().size());
    return sums;
}

// For few elements in few clusters, where allocating counters would take longer than counting.
template <class Sum>
std::optional<SumsOver<Sum>> sum_few(const Pairs& pairs, const Workers& workers) {
    std::array<std::uint32_t, kFewCells> counters;
    std::array<std::uint32_t, kFewCells> cols;
    const std::size_t height = std::size_t{1} << pairs.range_a.bits, width = std::size_t{1} << pairs.range_b.bits;
    std::fill_n(counters.data(), height * width, 0U);
    std::fill_n(cols.data(), width, 0U);
    const auto count = [&](std::size_t, std::size_t size, const std::uint32_t* keys) {
        for (std::size_t i = 0; i < size; ++i) ++counters[keys[i]];
    };
    if (!pairs.each_block<std::uint32_t>(workers.at_most(1), 0, count)) return std::nullopt;
    SumsOver<Sum> sums;
    for (std::size_t i = 0; i < height; ++i) {
        std::uint32_t in_row = 0;
        for (std::size_t j = 0; j < width; ++j) {
            const auto cell = counters[i * width + j];
            cols[j] += cell;
            in_row += cell;
            sums.cells.add(cell);
        }
        sums.rows.add(in_row);
    }
    add_all(sums.cols, cols.data(), width);
    return sums;
}

template <class Sum>
std::optional<SumsOver<Sum>> sum_dense(const Pairs& pairs, const Workers& workers) {
    const auto counters = count_dense<std::uint32_t>(pairs, workers);
    if (!counters) return std::nullopt;
    const std::size_t height = std::size_t{1} << pairs.range_a.bits, width = std::size_t{1} << pairs.range_b.bits;
    std::vector<std::uint32_t> cols(width);
    SumsOver<Sum> sums;
    for (std::size_t i = 0; i < height; ++i) {
        const auto* row = counters->data.get() + i * width;
        std::uint32_t in_row = 0;
        for (std::size_t j = 0; j < width; ++j) {
            const auto count = row[j];
            cols[j] += count;
            in_row += count;
            sums.cells.add(count);
        }
        sums.rows.add(in_row);
    }
    add_all(sums.cols, cols.data(), width);
    return sums;
}

// Counts the keys of one bucket after another and calls f(key, count) for each distinct key. It uses one counter per possible
// key if these fit in the L2 cache and are not many times the elements, otherwise a hash table.
template <class Key>
class KeyCounter {
  public:
    KeyCounter(unsigned bits, std::size_t elements)
        : direct_(bits <= kDirectBits && (std::size_t{1} << bits) <= kPerElement * elements),
          slots_(direct_ ? 0 : std::min(kFirstSlots, 2 * std::bit_ceil(elements))), counters_(direct_ ? std::size_t{1} << bits : 0) {}

    template <class F>
    void count(const Unweighted<Key>* items, std::size_t size, F&& f) {
        if (used_.size() < size) used_.resize(size);
        if (direct_) {
            count_directly(items, size, f);
        } else {
            count_by_hash(items, size, f);
        }
    }

  private:
    static constexpr unsigned kDirectBits = 17;
    static constexpr std::size_t kPerElement = 16, kFirstSlots = std::size_t{1} << 14;
    struct Slot {
        Key key;
        std::uint32_t count;
    };

    template <class F>
    void count_directly(const Unweighted<Key>* items, std::size_t size, F& f) {
        std::size_t distinct = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const auto key = items[i].key;
            used_[distinct] = static_cast<std::uint32_t>(key);
            distinct += counters_[key]++ == 0;
        }
        for (std::size_t i = 0; i < distinct; ++i) {
            f(static_cast<Key>(used_[i]), std::exchange(counters_[used_[i]], 0U));
        }
    }

    template <class F>
    void count_by_hash(const Unweighted<Key>* items, std::size_t size, F& f) {
        std::size_t distinct = 0;
        for (std::size_t i = 0; i < size; ++i) {
            if (2 * distinct >= slots_.size()) grow(distinct);
            const auto at = find(items[i].key);
            slots_[at].key = items[i].key;
            used_[distinct] = static_cast<std::uint32_t>(at);
            distinct += slots_[at].count++ == 0;
        }
        for (std::size_t i = 0; i < distinct; ++i) {
            auto& slot = slots_[used_[i]];
            f(slot.key, std::exchange(slot.count, 0U));
        }
    }

    // The slot of a key, or the empty slot in which to insert it.
    std::size_t find(Key key) const {
        const std::size_t mask = slots_.size() - 1;
        auto at = static_cast<std::size_t>((std::uint64_t{key} * 0x9E3779B97F4A7C15ULL) >> 32) & mask;
        while (slots_[at].count != 0 && slots_[at].key != key) at = (at + 1) & mask;
        return at;
    }

    void grow(std::size_t distinct) {
        std::vector<Slot> old(4 * slots_.size());
        old.swap(slots_);
        for (std::size_t i = 0; i < distinct; ++i) {
            const auto at = find(old[used_[i]].key);
            slots_[at] = old[used_[i]];
            used_[i] = static_cast<std::uint32_t>(at);
        }
    }

    bool direct_;
    std::vector<Slot> slots_;
    std::vector<std::uint32_t> counters_;
    std::vector<std::uint32_t> used_;  // slots that are not empty
};

// The buckets are the top bits of a, so that no cluster of a is in two buckets.
template <class Sum, class Key>
std::optional<SumsOver<Sum>> sum_in_buckets(const Pairs& pairs, const Workers& workers, unsigned top) {
    Buckets<Unweighted<Key>> buckets(pairs, workers, top);
    if (!buckets.fill()) return std::nullopt;
    const unsigned bits_b = pairs.range_b.bits, low = buckets.low_bits();
    const std::size_t width = std::size_t{1} << bits_b, height = std::size_t{1} << (low - bits_b);

    struct Worker {
        KeyCounter<Key> counter;
        std::vector<std::uint32_t> rows;  // of one bucket
        Buffer<std::uint32_t> cols;
        SumsOver<Sum> sums;
    };
    std::vector<std::optional<Worker>> states(workers.count());
    workers.share(buckets.count(), [&](std::size_t worker, std::size_t bucket) {
        auto& state = states[worker];
        if (!state) {
            state.emplace(KeyCounter<Key>(low, pairs.size()), std::vector<std::uint32_t>(height), Buffer<std::uint32_t>(width), SumsOver<Sum>{});
            std::fill_n(state->cols.data.get(), width, 0U);
        }
        auto* cols = state->cols.data.get();
        auto* rows = state->rows.data();
        Sum cells = std::move(state->sums.cells);  // a local sum stays in a register
        const auto size = buckets.end(bucket) - buckets.begin(bucket);
        state->counter.count(buckets.items() + buckets.begin(bucket), size, [&](Key key, std::uint32_t count) {
            cells.add(count);
            rows[static_cast<std::size_t>(key >> bits_b)] += count;
            cols[static_cast<std::size_t>(key) & (width - 1)] += count;
        });
        state->sums.cells = std::move(cells);
        add_all(state->sums.rows, rows, height);
        std::fill_n(rows, height, 0U);
    });

    SumsOver<Sum> sums;
    std::uint32_t* total = nullptr;
    for (auto& state : states) {
        if (!state) continue;
        sums.cells.add(state->sums.cells);
        sums.rows.add(state->sums.rows);
        auto* cols = state->cols.data.get();
        if (total == nullptr) {
            total = cols;
        } else {
            for (std::size_t j = 0; j < width; ++j) total[j] += cols[j];
        }
    }
    add_all(sums.cols, total, width);
    return sums;
}

template <class Sum>
std::optional<SumsOver<Sum>> sum_within(const Pairs& pairs, const Workers& workers) {
    if (SmallTable::suits(pairs)) return sum_small<Sum>(pairs, workers);
    if (pairs.bits() <= kFewBits && pairs.size() <= kFewElements) return sum_few<Sum>(pairs, workers);
    if (is_dense(pairs, 4096, 4)) return sum_dense<Sum>(pairs, workers);
    if (pairs.range_a.bits < pairs.range_b.bits) {
        auto sums = sum_within<Sum>({pairs.b, pairs.a, nullptr, pairs.range_b, pairs.range_a}, workers);
        if (sums) std::swap(sums->rows, sums->cols);
        return sums;
    }
    const auto top = std::min(top_bits_for(pairs), pairs.range_a.bits);
    return pairs.bits() - top <= 32 ? sum_in_buckets<Sum, std::uint32_t>(pairs, workers, top)
                                    : sum_in_buckets<Sum, std::uint64_t>(pairs, workers, top);
}

// For at most kMostSummed elements.
template <class Sum>
SumsOver<Sum> sums_over(const Column& a, const Column& b, const Workers& available) {
    if (a.size == 0) return {};
    const auto workers = workers_for(a.size, available);
    return with_ranges(
        a, b, nullptr, [&](const Pairs& pairs) { return sum_within<Sum>(pairs, workers); },
        [&](const Pairs& pairs) {
            const EncodedPairs encoded(pairs.a, pairs.b, workers);
            return sum_within<Sum>(encoded.pairs(nullptr), workers).value();
        });
}

struct PairSums {
    std::uint64_t cells = 0, rows = 0, cols = 0;  // Σ n_ij², Σ a_i², Σ b_j²
};

inline PairSums pair_sums(const Column& a, const Column& b, const Workers& available) {
    const auto sums = sums_over<Squares>(a, b, available);
    return {sums.cells.value(), sums.rows.value(), sums.cols.value()};
}

}  // namespace clusterdiff
