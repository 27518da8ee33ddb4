// Two columns of labels to the non-zero cells of their contingency table, in order of row and column.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "buffer.hpp"
#include "column.hpp"
#include "encode.hpp"
#include "radix.hpp"
#include "threads.hpp"

namespace clusterdiff {

struct Cells {
    Buffer<std::int64_t> rows, cols, counts;
    std::vector<std::uint64_t> row_values, col_values;

    Cells() = default;
    explicit Cells(std::size_t nnz) : rows(nnz, true), cols(nnz, true), counts(nnz, true) {}
};

// The two columns with their ranges: key = code of a, then code of b.
struct Pairs {
    Column a, b;
    const std::int64_t* weights;  // nullptr: every element counts once
    Range range_a, range_b;

    unsigned bits() const { return range_a.bits + range_b.bits; }

    // Writes the keys of a block; false if a value lies outside its range.
    bool load(std::size_t begin, std::size_t count, std::uint64_t* keys) const {
        std::uint64_t codes_b[kBlock];
        const auto seen_a = a.load(begin, count, range_a.base, keys);
        const auto seen_b = b.load(begin, count, range_b.base, codes_b);
        for (std::size_t i = 0; i < count; ++i) keys[i] = (keys[i] << range_b.bits) | codes_b[i];
        return bits_for(seen_a) <= range_a.bits && bits_for(seen_b) <= range_b.bits;
    }

    // f(begin, count, keys) for every block of a worker's slice; false if a value lies outside its range.
    template <class F>
    bool each_block(std::size_t worker, std::size_t threads, F&& f) const {
        std::uint64_t keys[kBlock];
        const auto [first, last] = slice_of(a.size, worker, threads);
        for (std::size_t begin = first; begin < last; begin += kBlock) {
            const auto count = std::min(kBlock, last - begin);
            if (!load(begin, count, keys)) return false;
            f(begin, count, keys);
        }
        return true;
    }
};

// Renumbers codes 0..K-1 without gaps and says which value each stands for.
inline std::vector<std::uint64_t> close_gaps(Buffer<std::int64_t>& codes, const Range& range) {
    std::vector<Code> rank(std::size_t{1} << range.bits, kNoCode);
    for (std::size_t i = 0; i < codes.size; ++i) rank[codes[i]] = 0;
    std::vector<std::uint64_t> values;
    for (std::size_t code = 0; code < rank.size(); ++code) {
        if (rank[code] == kNoCode) continue;
        rank[code] = static_cast<Code>(values.size());
        values.push_back(range.base + code);
    }
    for (std::size_t i = 0; i < codes.size; ++i) codes[i] = rank[codes[i]];
    return values;
}

// Adds a block to the counters; 16 elements of one cell, as in a label image, cost one addition.
template <class Counter>
void tally(const std::uint64_t* keys, std::size_t count, Counter* counters) {
    constexpr std::size_t kRun = 16;
    std::size_t i = 0;
    for (; i + kRun <= count; i += kRun) {
        const auto* run = keys + i;
        std::uint64_t differs = run[0] ^ run[kRun - 1];
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

// One counter per possible cell and thread: for tables that fit in the cache.
template <class Counter>
std::optional<Cells> count_directly(const Pairs& pairs, std::size_t threads) {
    const std::size_t size = std::size_t{1} << pairs.bits();
    std::vector<Buffer<Counter>> counters(threads);
    std::atomic<bool> inside{true};
    on_threads(threads, [&](std::size_t worker) {
        auto& mine = counters[worker] = Buffer<Counter>(size);
        std::fill_n(mine.data.get(), size, Counter{0});
        if (!pairs.each_block(worker, threads, [&](std::size_t begin, std::size_t count, const std::uint64_t* keys) {
                if (pairs.weights == nullptr) return tally(keys, count, mine.data.get());
                for (std::size_t i = 0; i < count; ++i) mine[keys[i]] += static_cast<Counter>(pairs.weights[begin + i]);
            })) {
            inside = false;
        }
    });
    if (!inside) return std::nullopt;

    auto& total = counters[0];
    for (std::size_t worker = 1; worker < threads; ++worker) {
        for (std::size_t cell = 0; cell < size; ++cell) total[cell] += counters[worker][cell];
    }
    const std::size_t nnz = size - std::count(total.data.get(), total.data.get() + size, Counter{0});
    Cells out(nnz);
    const std::size_t mask = (std::size_t{1} << pairs.range_b.bits) - 1;
    for (std::size_t cell = 0, at = 0; cell < size; ++cell) {
        if (total[cell] == 0) continue;
        out.rows[at] = static_cast<std::int64_t>(cell >> pairs.range_b.bits);
        out.cols[at] = static_cast<std::int64_t>(cell & mask);
        out.counts[at++] = static_cast<std::int64_t>(total[cell]);
    }
    return out;
}

// Partitions the keys by their top bits, sorts each bucket in the cache, and counts runs.
template <class Item>
class BucketCounter {
  public:
    BucketCounter(const Pairs& pairs, std::size_t threads, unsigned top)
        : pairs_(pairs), threads_(threads), low_(pairs.bits() - top), buckets_(std::size_t{1} << top) {}

    std::optional<Cells> run() {
        if (!partition()) return std::nullopt;
        std::vector<std::size_t> first_cell(buckets_ + 1);
        std::vector<std::vector<Item>> spare(threads_);
        share_out(threads_, buckets_, [&](std::size_t worker, std::size_t bucket) {
            const auto begin = start_[bucket], end = start_[bucket + 1];
            sort_items(items_.data.get() + begin, end - begin, low_, spare[worker]);
            std::size_t distinct = begin < end;
            for (auto i = begin + 1; i < end; ++i) distinct += items_[i].key != items_[i - 1].key;
            first_cell[bucket + 1] = distinct;
        });
        for (std::size_t bucket = 0; bucket < buckets_; ++bucket) first_cell[bucket + 1] += first_cell[bucket];
        const auto nnz = first_cell[buckets_];
        Cells out(nnz);
        share_out(threads_, buckets_, [&](std::size_t, std::size_t bucket) { write_runs(bucket, first_cell[bucket], out); });
        return out;
    }

  private:
    bool partition() {
        std::vector<std::vector<std::size_t>> next(threads_, std::vector<std::size_t>(buckets_));
        std::atomic<bool> inside{true};
        on_threads(threads_, [&](std::size_t worker) {
            auto& mine = next[worker];
            if (!pairs_.each_block(worker, threads_, [&](std::size_t, std::size_t count, const std::uint64_t* keys) {
                    for (std::size_t i = 0; i < count; ++i) ++mine[bucket_of(keys[i])];
                })) {
                inside = false;
            }
        });
        if (!inside) return false;
        start_.assign(buckets_ + 1, 0);
        std::size_t at = 0;
        for (std::size_t bucket = 0; bucket < buckets_; ++bucket) {
            start_[bucket] = at;
            for (auto& mine : next) {
                const auto count = mine[bucket];
                mine[bucket] = at;
                at += count;
            }
        }
        start_[buckets_] = at;
        items_ = Buffer<Item>(at);
        on_threads(threads_, [&](std::size_t worker) {
            auto& mine = next[worker];
            const std::uint64_t mask = low_ >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << low_) - 1;
            pairs_.each_block(worker, threads_, [&](std::size_t begin, std::size_t count, const std::uint64_t* keys) {
                for (std::size_t i = 0; i < count; ++i) {
                    Item item;
                    item.key = static_cast<decltype(item.key)>(keys[i] & mask);
                    if constexpr (Item::weighted) item.load = static_cast<decltype(item.load)>(pairs_.weights[begin + i]);
                    items_[mine[bucket_of(keys[i])]++] = item;
                }
            });
        });
        return true;
    }

    std::size_t bucket_of(std::uint64_t key) const { return buckets_ == 1 ? 0 : static_cast<std::size_t>(key >> low_); }

    void write_runs(std::size_t bucket, std::size_t cell, Cells& out) const {
        const auto prefix = buckets_ == 1 ? 0 : static_cast<std::uint64_t>(bucket) << low_;
        const std::uint64_t mask = (std::uint64_t{1} << pairs_.range_b.bits) - 1;
        for (auto i = start_[bucket]; i < start_[bucket + 1]; ++cell) {
            const auto key = prefix | items_[i].key;
            std::int64_t count = 0;
            for (const auto run = items_[i].key; i < start_[bucket + 1] && items_[i].key == run; ++i) count += items_[i].weight();
            out.rows[cell] = static_cast<std::int64_t>(key >> pairs_.range_b.bits);
            out.cols[cell] = static_cast<std::int64_t>(key & mask);
            out.counts[cell] = count;
        }
    }

    const Pairs& pairs_;
    std::size_t threads_;
    unsigned low_;
    std::size_t buckets_;
    std::vector<std::size_t> start_;
    Buffer<Item> items_;
};

inline std::optional<Cells> count_in_buckets(const Pairs& pairs, std::size_t threads) {
    // About 2^13 items a bucket: they and their sorted copy stay in the L2 cache.
    const auto size_bits = bits_for(pairs.a.size);
    const unsigned top = std::min({size_bits > 13 ? size_bits - 13 : 0U, 11U, pairs.bits()});
    const bool short_keys = pairs.bits() - top <= 32;
    const auto run = [&]<class Item>(Item) { return BucketCounter<Item>(pairs, threads, top).run(); };
    if (pairs.weights != nullptr) {
        const bool short_loads = std::all_of(pairs.weights, pairs.weights + pairs.a.size, [](auto w) { return w >= 0 && w >> 32 == 0; });
        return short_keys && short_loads ? run(Weighted<std::uint32_t, std::uint32_t>{}) : run(Weighted<std::uint64_t, std::int64_t>{});
    }
    return short_keys ? run(Bare<std::uint32_t>{}) : run(Bare<std::uint64_t>{});
}

// Counts with the given ranges; nothing if a value lies outside them.
inline std::optional<Cells> count_within(const Pairs& pairs, std::size_t threads) {
    const auto n = static_cast<std::uint64_t>(pairs.a.size);
    const bool direct = pairs.bits() <= 21 && (std::uint64_t{1} << pairs.bits()) <= std::max<std::uint64_t>(256, 2 * n);
    // Counters of all threads together stay in proportion to the input.
    if (direct) threads = std::clamp<std::size_t>((4 * n) >> pairs.bits(), 1, threads);
    const bool small = pairs.weights == nullptr && n < (std::uint64_t{1} << 32);
    auto cells = !direct ? count_in_buckets(pairs, threads)
                 : small ? count_directly<std::uint32_t>(pairs, threads)
                         : count_directly<std::uint64_t>(pairs, threads);
    if (cells) {
        share_out(threads, 2, [&](std::size_t, std::size_t side) {
            if (side == 0) cells->row_values = close_gaps(cells->rows, pairs.range_a);
            if (side == 1) cells->col_values = close_gaps(cells->cols, pairs.range_b);
        });
    }
    return cells;
}

inline bool fits(const Pairs& pairs) {
    return pairs.bits() <= 63 && is_narrow(pairs.range_a, pairs.a.size) && is_narrow(pairs.range_b, pairs.b.size);
}

// Labels spread too widely to index become codes first.
inline Cells count_encoded(const Pairs& pairs, std::size_t threads) {
    Encoded sides[2];
    share_out(threads, 2, [&](std::size_t, std::size_t side) { sides[side] = encode(side == 0 ? pairs.a : pairs.b); });
    const auto column = [](const Encoded& side) { return Column{side.codes.data.get(), side.codes.size, Kind::u32}; };
    const auto range = [](const Encoded& side) { return Range{0, bits_for(side.values.size() - 1)}; };
    Pairs coded{column(sides[0]), column(sides[1]), pairs.weights, range(sides[0]), range(sides[1])};
    auto cells = *count_within(coded, threads);
    for (auto& value : cells.row_values) value = sides[0].values[value];
    for (auto& value : cells.col_values) value = sides[1].values[value];
    return cells;
}

inline Cells count_pairs(const Column& a, const Column& b, const std::int64_t* weights, std::size_t threads) {
    if (a.size == 0) return {};
    threads = std::clamp<std::size_t>(a.size >> 16, 1, std::max<std::size_t>(threads, 1));  // a thread costs ~50 us
    // A sample guesses the ranges, and counting checks them: most inputs are then read once less.
    if (const auto step = a.size >> 14; step > 1) {
        const Pairs guess{a, b, weights, range_of(a, step), range_of(b, step)};
        if (fits(guess)) {
            if (auto cells = count_within(guess, threads)) return std::move(*cells);
        }
    }
    const Pairs pairs{a, b, weights, range_of(a), range_of(b)};
    return fits(pairs) ? *count_within(pairs, threads) : count_encoded(pairs, threads);
}

}  // namespace clusterdiff
