// Computes the non-zero cells of the contingency table of two columns of labels, in order of row and column.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "buckets.hpp"
#include "buffer.hpp"
#include "dense_count.hpp"
#include "encode.hpp"
#include "pairs.hpp"
#include "radix.hpp"
#include "threads.hpp"

namespace clusterdiff {

struct Cells {
    Buffer<std::int64_t> rows, cols, counts;
    std::vector<std::uint64_t> row_values, col_values;

    Cells() = default;
    explicit Cells(std::size_t nnz) : rows(nnz, true), cols(nnz, true), counts(nnz, true) {}
};

// Renumbers codes as 0..K-1 without gaps and returns the value of each.
inline std::vector<std::uint64_t> close_gaps(Buffer<std::int64_t>& codes, const Range& range) {
    std::vector<Code> rank(static_cast<std::size_t>(range.size()), kNoCode);
    for (std::size_t i = 0; i < codes.size; ++i) rank[codes[i]] = 0;
    auto values = rank_seen(rank, range);
    for (std::size_t i = 0; i < codes.size; ++i) codes[i] = rank[codes[i]];
    return values;
}

template <class Counter>
std::optional<Cells> count_directly(const Pairs& pairs, const Workers& workers) {
    const auto counters = count_dense<Counter>(pairs, workers);
    if (!counters) return std::nullopt;
    const auto* counts = counters->data.get();
    const std::size_t size = counters->size;
    Cells out(size - static_cast<std::size_t>(std::count(counts, counts + size, Counter{0})));
    const std::size_t mask = (std::size_t{1} << pairs.range_b.bits) - 1;
    for (std::size_t cell = 0, at = 0; cell < size; ++cell) {
        if (counts[cell] == 0) continue;
        out.rows[at] = static_cast<std::int64_t>(cell >> pairs.range_b.bits);
        out.cols[at] = static_cast<std::int64_t>(cell & mask);
        out.counts[at++] = static_cast<std::int64_t>(counts[cell]);
    }
    return out;
}

// Sorts each bucket in the cache and counts runs of equal keys.
template <class Item>
class BucketCounter {
  public:
    BucketCounter(const Pairs& pairs, const Workers& workers)
        : pairs_(pairs), workers_(workers), buckets_(pairs, workers, top_bits_for(pairs)) {}

    std::optional<Cells> run() {
        if (!buckets_.fill()) return std::nullopt;
        std::vector<std::size_t> first_cell(buckets_.count() + 1);
        std::vector<std::vector<Item>> spare(workers_.count());
        workers_.share(buckets_.count(), [&](std::size_t worker, std::size_t bucket) {
            auto* items = buckets_.items();
            const auto begin = buckets_.begin(bucket), end = buckets_.end(bucket);
            sort_items(items + begin, end - begin, buckets_.low_bits(), spare[worker]);
            std::size_t distinct = begin < end;
            for (auto i = begin + 1; i < end; ++i) distinct += items[i].key != items[i - 1].key;
            first_cell[bucket + 1] = distinct;
        });
        for (std::size_t bucket = 0; bucket < buckets_.count(); ++bucket) first_cell[bucket + 1] += first_cell[bucket];
        Cells out(first_cell[buckets_.count()]);
        workers_.share(buckets_.count(), [&](std::size_t, std::size_t bucket) { write_runs(bucket, first_cell[bucket], out); });
        return out;
    }

  private:
    void write_runs(std::size_t bucket, std::size_t cell, Cells& out) const {
        const auto* items = buckets_.items();
        const auto prefix = buckets_.prefix(bucket);
        const auto end = buckets_.end(bucket);
        const std::uint64_t mask = pairs_.range_b.size() - 1;
        for (auto i = buckets_.begin(bucket); i < end; ++cell) {
            const auto key = prefix | items[i].key;
            std::int64_t count = 0;
            for (const auto run = items[i].key; i < end && items[i].key == run; ++i) count += items[i].count();
            out.rows[cell] = static_cast<std::int64_t>(key >> pairs_.range_b.bits);
            out.cols[cell] = static_cast<std::int64_t>(key & mask);
            out.counts[cell] = count;
        }
    }

    const Pairs& pairs_;
    Workers workers_;
    Buckets<Item> buckets_;
};

inline std::optional<Cells> count_in_buckets(const Pairs& pairs, const Workers& workers) {
    const bool short_keys = pairs.bits() - top_bits_for(pairs) <= 32;
    const auto run = [&]<class Item>(Item) { return BucketCounter<Item>(pairs, workers).run(); };
    if (pairs.weights != nullptr) {
        const auto is_short = [](std::int64_t weight) { return weight >= 0 && weight >> 32 == 0; };
        if (short_keys && std::all_of(pairs.weights, pairs.weights + pairs.size(), is_short)) {
            return run(Weighted<std::uint32_t, std::uint32_t>{});
        }
        return run(Weighted<std::uint64_t, std::int64_t>{});
    }
    return short_keys ? run(Unweighted<std::uint32_t>{}) : run(Unweighted<std::uint64_t>{});
}

// Counts with the given ranges; returns nullopt if a value is out of range.
inline std::optional<Cells> count_within(const Pairs& pairs, const Workers& workers) {
    const bool is_short = pairs.weights == nullptr && pairs.size() <= 0xFFFFFFFFU;
    auto cells = !is_dense(pairs, 256, 2) ? count_in_buckets(pairs, workers)
                 : is_short          ? count_directly<std::uint32_t>(pairs, workers)
                                     : count_directly<std::uint64_t>(pairs, workers);
    if (cells) {
        workers.share(2, [&](std::size_t, std::size_t side) {
            if (side == 0) cells->row_values = close_gaps(cells->rows, pairs.range_a);
            if (side == 1) cells->col_values = close_gaps(cells->cols, pairs.range_b);
        });
    }
    return cells;
}

inline Cells count_encoded(const Pairs& pairs, const Workers& workers) {
    const EncodedPairs encoded(pairs.a, pairs.b, workers);
    auto cells = count_within(encoded.pairs(pairs.weights), workers).value();
    for (auto& value : cells.row_values) value = encoded.a.values[value];
    for (auto& value : cells.col_values) value = encoded.b.values[value];
    return cells;
}

// Limits the number of workers by the size: starting a thread takes as long as counting tens of thousands of elements.
inline Workers workers_for(std::size_t n, const Workers& workers) { return workers.at_most(std::max<std::size_t>(n >> 16, 1)); }

inline Cells count_pairs(const Column& a, const Column& b, const std::int64_t* weights, const Workers& available) {
    if (a.size == 0) return {};
    const auto workers = workers_for(a.size, available);
    return with_ranges(
        a, b, weights, [&](const Pairs& pairs) { return count_within(pairs, workers); },
        [&](const Pairs& pairs) { return count_encoded(pairs, workers); });
}

}  // namespace clusterdiff
