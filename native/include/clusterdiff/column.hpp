// A column of labels: a typed, contiguous, read-only array seen as codes `value - base`.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace clusterdiff {

enum class Kind : std::uint8_t { i8, i16, i32, i64, u8, u16, u32, u64 };

inline constexpr std::size_t kBlock = 4096;  // elements; two blocks of codes stay in the L1 cache

// Thrown if another thread or process changed an array between two passes of a kernel.
struct ArrayChanged : std::runtime_error {
    ArrayChanged() : std::runtime_error("The arrays changed while they were read.") {}
};

inline unsigned bits_for(std::uint64_t largest) { return static_cast<unsigned>(std::bit_width(largest)); }

// The codes of a column are value - base, all below 2^bits.
struct Range {
    std::uint64_t base;
    unsigned bits;

    std::uint64_t size() const { return std::uint64_t{1} << bits; }
    // Whether all codes are in range, given their bitwise or.
    bool holds(std::uint64_t seen) const { return bits >= 64 || (seen >> bits) == 0; }
};

struct Column {
    const void* data;
    std::size_t size;
    Kind kind;

    template <class F>
    decltype(auto) visit(F&& f) const {
        switch (kind) {
            case Kind::i8: return f(static_cast<const std::int8_t*>(data));
            case Kind::i16: return f(static_cast<const std::int16_t*>(data));
            case Kind::i32: return f(static_cast<const std::int32_t*>(data));
            case Kind::i64: return f(static_cast<const std::int64_t*>(data));
            case Kind::u8: return f(static_cast<const std::uint8_t*>(data));
            case Kind::u16: return f(static_cast<const std::uint16_t*>(data));
            case Kind::u32: return f(static_cast<const std::uint32_t*>(data));
            default: return f(static_cast<const std::uint64_t*>(data));
        }
    }

    // Writes the codes value - base (modulo 2^64, cut to the width of Key) and returns the bitwise or of all of them
    // before the cut: a power of two exceeds it exactly when it exceeds every code, which is cheaper to vectorize
    // than a 64-bit maximum. Each value is read once, so that the value that was checked is the value that is used.
    template <class Key>
    std::uint64_t read_block(std::size_t begin, std::size_t count, std::uint64_t base, Key* codes) const {
        return visit([&](const auto* values) {
            const auto* from = values + begin;
            std::uint64_t seen = 0;
            for (std::size_t i = 0; i < count; ++i) {
                const auto code = static_cast<std::uint64_t>(from[i]) - base;
                seen |= code;
                codes[i] = static_cast<Key>(code);
            }
            return seen;
        });
    }
};

// The range of every step-th value and the last one. It starts at 0 if this needs no additional bit, since labels often start
// at 0, and if all values are below 16: for few elements, a minimum and a maximum take longer than counting.
inline Range range_of(const Column& column, std::size_t step = 1) {
    return column.visit([&](const auto* values) {
        auto seen = static_cast<std::uint64_t>(values[column.size - 1]);
        const auto look = [&](std::size_t end) {
            for (std::size_t i = 0; i < end; i += step) seen |= static_cast<std::uint64_t>(values[i]);
        };
        look(std::min(column.size, 8 * step));  // most columns with more clusters show it here
        if (seen < 16) look(column.size);
        if (seen < 16) return Range{0, bits_for(seen)};
        auto low = values[column.size - 1], high = low;
        for (std::size_t i = 0; i < column.size; i += step) {
            const auto value = values[i];
            low = std::min(low, value);
            high = std::max(high, value);
        }
        const auto base = static_cast<std::uint64_t>(low);
        const auto bits = bits_for(static_cast<std::uint64_t>(high) - base);
        if (low > 0 && bits_for(static_cast<std::uint64_t>(high)) == bits) return Range{0, bits};
        return Range{base, bits};
    });
}

}  // namespace clusterdiff
