// Two columns of labels seen as one column of keys: the code of a, then the code of b.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "column.hpp"
#include "encode.hpp"
#include "threads.hpp"

namespace clusterdiff {

struct Pairs {
    Column a, b;
    const std::int64_t* weights;  // nullptr: every element counts once
    Range range_a, range_b;

    std::size_t size() const { return a.size; }
    unsigned bits() const { return range_a.bits + range_b.bits; }

    // Writes the keys of a block; returns false if a value is out of range. Each value is read once.
    template <class Key>
    bool read_block(std::size_t begin, std::size_t count, Key* keys) const {
        if (a.kind == b.kind) return read_alike(begin, count, keys);
        Key codes_b[kBlock];
        const auto seen_a = a.read_block(begin, count, range_a.base, keys);
        const auto seen_b = b.read_block(begin, count, range_b.base, codes_b);
        for (std::size_t i = 0; i < count; ++i) keys[i] = static_cast<Key>(keys[i] << range_b.bits) | codes_b[i];
        return range_a.holds(seen_a) && range_b.holds(seen_b);
    }

    // The same for columns of one type, in one loop.
    template <class Key>
    bool read_alike(std::size_t begin, std::size_t count, Key* keys) const {
        return a.visit([&](const auto* values) {
            const auto* from_a = values + begin;
            const auto* from_b = static_cast<decltype(values)>(b.data) + begin;
            const auto base_a = range_a.base, base_b = range_b.base;
            const auto bits = range_b.bits;
            std::uint64_t seen_a = 0, seen_b = 0;
            for (std::size_t i = 0; i < count; ++i) {
                const auto code_a = static_cast<std::uint64_t>(from_a[i]) - base_a;
                const auto code_b = static_cast<std::uint64_t>(from_b[i]) - base_b;
                seen_a |= code_a;
                seen_b |= code_b;
                keys[i] = static_cast<Key>(code_a << bits) | static_cast<Key>(code_b);
            }
            return range_a.holds(seen_a) && range_b.holds(seen_b);
        });
    }

    // Calls f(begin, count, keys) for every block of a worker's slice; returns false if a value is out of range.
    template <class Key, class F>
    bool each_block(const Workers& workers, std::size_t worker, F&& f) const {
        Key keys[kBlock];
        const auto [first, last] = slice_of(size(), worker, workers.count());
        for (std::size_t begin = first; begin < last; begin += kBlock) {
            workers.check();
            const auto count = std::min(kBlock, last - begin);
            if (!read_block(begin, count, keys)) return false;
            f(begin, count, keys);
        }
        return true;
    }
};

// Whether both sides can be indexed by their codes, and a key has fewer than 64 bits.
inline bool can_be_indexed(const Pairs& pairs) {
    return pairs.bits() <= 63 && is_narrow(pairs.range_a, pairs.size()) && is_narrow(pairs.range_b, pairs.size());
}

// The ranges are estimated from a sample, which saves one pass over most inputs; `attempt(pairs)` returns nullopt if a value is
// out of range. `encoded` handles labels whose range is too large to be indexed.
template <class Attempt, class Encoded>
auto with_ranges(const Column& a, const Column& b, const std::int64_t* weights, Attempt&& attempt, Encoded&& encoded) {
    const auto n = a.size;
    const auto step = n >= (std::size_t{1} << 20) ? n >> 14 : n >= (std::size_t{1} << 12) ? n >> 8 : n >> 7;
    if (step > 1) {
        const Pairs guess{a, b, weights, range_of(a, step), range_of(b, step)};
        if (can_be_indexed(guess)) {
            if (auto found = attempt(guess)) return std::move(*found);
        }
    }
    const Pairs pairs{a, b, weights, range_of(a), range_of(b)};
    if (!can_be_indexed(pairs)) return encoded(pairs);
    auto found = attempt(pairs);
    if (!found) throw ArrayChanged();
    return std::move(*found);
}

// Both sides as codes 0..K-1 by order of value.
struct EncodedPairs {
    Encoded a, b;

    EncodedPairs(const Column& column_a, const Column& column_b, const Workers& workers) {
        workers.share(2, [&](std::size_t, std::size_t side) {
            (side == 0 ? a : b) = encode(side == 0 ? column_a : column_b, workers);
        });
    }

    Pairs pairs(const std::int64_t* weights) const { return {column_of(a), column_of(b), weights, range_of_codes(a), range_of_codes(b)}; }

  private:
    static Column column_of(const Encoded& side) { return {side.codes.data.get(), side.codes.size, Kind::u32}; }
    static Range range_of_codes(const Encoded& side) { return {0, bits_for(side.values.size() - 1)}; }
};

}  // namespace clusterdiff
