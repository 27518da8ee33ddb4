// Encodes labels as 0..K-1: integers by order of value, rows of bytes by order of appearance.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "buffer.hpp"
#include "column.hpp"
#include "threads.hpp"

namespace clusterdiff {

using Code = std::uint32_t;
inline constexpr Code kNoCode = std::numeric_limits<Code>::max();

struct Encoded {
    Buffer<Code> codes;
    std::vector<std::uint64_t> values;  // values[code]; for bytes: where the code first appears
};

inline std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 32;
    x *= 0x9E3779B97F4A7C15ULL;
    return x ^ (x >> 29);
}

// A hash table with open addressing that maps labels to codes; `same(code)` returns whether the label has this code.
class Dictionary {
  public:
    explicit Dictionary(std::size_t expected = 0) : slots_(empty(std::bit_ceil(std::max<std::size_t>(1024, 2 * expected + 2)))) {}

    void prefetch(std::uint64_t hash) const {
#if defined(__GNUC__)
        __builtin_prefetch(&slots_[static_cast<std::uint32_t>(hash) & (slots_.size - 1)]);
#else
        (void)hash;
#endif
    }

    template <class Same>
    Code find_or_add(std::uint64_t hash, Same&& same) {
        const auto tag = static_cast<std::uint32_t>(hash);
        auto at = tag & (slots_.size - 1);
        for (; slots_[at].code != kNoCode; at = (at + 1) & (slots_.size - 1)) {
            if (slots_[at].tag == tag && same(slots_[at].code)) return slots_[at].code;
        }
        if (used_ == kNoCode) throw std::length_error("more than 4294967294 distinct labels");
        slots_[at] = {tag, used_++};
        if (2 * static_cast<std::size_t>(used_) > slots_.size) grow();
        return used_ - 1;
    }

    Code size() const { return used_; }

  private:
    struct Slot {
        std::uint32_t tag;  // the lower half of the hash
        Code code;
    };

    static Buffer<Slot> empty(std::size_t size) {
        Buffer<Slot> slots(size);
        std::fill_n(slots.data.get(), size, Slot{0, kNoCode});
        return slots;
    }

    void grow() {
        const auto old = std::exchange(slots_, empty(4 * slots_.size));
        for (std::size_t i = 0; i < old.size; ++i) {
            const auto& slot = old[i];
            if (slot.code == kNoCode) continue;
            auto at = slot.tag & (slots_.size - 1);
            while (slots_[at].code != kNoCode) at = (at + 1) & (slots_.size - 1);
            slots_[at] = slot;
        }
    }

    Buffer<Slot> slots_;
    Code used_ = 0;
};

// A range this small is cheaper to index than to hash.
inline bool is_narrow(const Range& range, std::size_t n) {
    return range.bits < 32 && range.size() <= std::max<std::uint64_t>(1024, 2 * std::uint64_t{n});
}

// Numbers the codes that were seen (those whose rank is not kNoCode) in order, and returns their values.
inline std::vector<std::uint64_t> rank_seen(std::vector<Code>& rank, const Range& range) {
    std::vector<std::uint64_t> values;
    for (std::size_t code = 0; code < rank.size(); ++code) {
        if (rank[code] == kNoCode) continue;
        rank[code] = static_cast<Code>(values.size());
        values.push_back(range.base + code);
    }
    return values;
}

inline Encoded encode_narrow(const Column& column, const Range& range, const Workers& workers) {
    Encoded out{Buffer<Code>(column.size), {}};
    std::vector<Code> rank(static_cast<std::size_t>(range.size()), kNoCode);
    for (std::size_t begin = 0; begin < column.size; begin += kBlock) {
        workers.check();
        const auto count = std::min(kBlock, column.size - begin);
        auto* codes = &out.codes[begin];
        if (!range.holds(column.read_block(begin, count, range.base, codes))) throw ArrayChanged();
        for (std::size_t i = 0; i < count; ++i) rank[codes[i]] = 0;
    }
    out.values = rank_seen(rank, range);
    if (out.values.size() < rank.size()) {
        for (std::size_t i = 0; i < column.size; ++i) out.codes[i] = rank[out.codes[i]];
    }
    return out;
}

inline Encoded encode_wide(const Column& column, const Range& range, const Workers& workers) {
    Encoded out{Buffer<Code>(column.size), {}};
    Dictionary dictionary;
    std::vector<std::uint64_t> offsets;
    std::uint64_t codes[kBlock];
    std::uint64_t hashes[kBlock];
    for (std::size_t begin = 0; begin < column.size; begin += kBlock) {
        workers.check();
        const auto count = std::min(kBlock, column.size - begin);
        column.read_block(begin, count, range.base, codes);
        for (std::size_t i = 0; i < count; ++i) hashes[i] = mix(codes[i]);
        constexpr std::size_t kAhead = 16;
        for (std::size_t i = 0; i < count; ++i) {
            dictionary.prefetch(hashes[std::min(i + kAhead, count - 1)]);
            const auto code = dictionary.find_or_add(hashes[i], [&](Code c) { return offsets[c] == codes[i]; });
            if (code == offsets.size()) offsets.push_back(codes[i]);
            out.codes[begin + i] = code;
        }
    }
    std::vector<Code> order(offsets.size()), rank(offsets.size());
    std::iota(order.begin(), order.end(), Code{0});
    std::sort(order.begin(), order.end(), [&](Code x, Code y) { return offsets[x] < offsets[y]; });
    out.values.reserve(order.size());
    for (const auto code : order) {
        rank[code] = static_cast<Code>(out.values.size());
        out.values.push_back(range.base + offsets[code]);
    }
    for (std::size_t i = 0; i < column.size; ++i) out.codes[i] = rank[out.codes[i]];
    return out;
}

inline Encoded encode(const Column& column, const Workers& workers) {
    if (column.size == 0) return {};
    const auto range = range_of(column);
    return is_narrow(range, column.size) ? encode_narrow(column, range, workers) : encode_wide(column, range, workers);
}

inline std::uint64_t hash_bytes(const unsigned char* bytes, std::size_t width) {
    std::uint64_t hash = width;
    for (; width >= 8; bytes += 8, width -= 8) {
        std::uint64_t word;
        std::memcpy(&word, bytes, 8);
        hash = mix(hash ^ word) + 0x9E3779B97F4A7C15ULL;
    }
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, width);
    return mix(hash ^ word);
}

// Rows of `width` bytes each; equal rows are equal labels.
inline Encoded encode_bytes(const unsigned char* rows, std::size_t n, std::size_t width, const Workers& workers) {
    Encoded out{Buffer<Code>(n), {}};
    Dictionary dictionary;
    for (std::size_t i = 0; i < n; ++i) {
        if (i % 256 == 0) workers.check();
        const auto* row = rows + i * width;
        const auto same = [&](Code c) { return std::memcmp(rows + out.values[c] * width, row, width) == 0; };
        out.codes[i] = dictionary.find_or_add(hash_bytes(row, width), same);
        if (out.codes[i] == out.values.size()) out.values.push_back(i);
    }
    return out;
}

}  // namespace clusterdiff
