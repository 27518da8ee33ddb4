// A column of labels: a typed, contiguous, read-only array seen as codes `value - base`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace clusterdiff {

enum class Kind : std::uint8_t { i8, i16, i32, i64, u8, u16, u32, u64 };

inline constexpr std::size_t kBlock = 4096;  // elements; two blocks of codes stay in the L1 cache

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

    // Writes value - base (modulo 2^64) and returns the bitwise or of all of them: it is below a power
    // of two exactly when every code is, which is cheaper to vectorise than a 64-bit maximum.
    std::uint64_t load(std::size_t begin, std::size_t count, std::uint64_t base, std::uint64_t* codes) const {
        return visit([&](const auto* values) {
            const auto* from = values + begin;
            std::uint64_t seen = 0;
            for (std::size_t i = 0; i < count; ++i) {
                codes[i] = static_cast<std::uint64_t>(from[i]) - base;
                seen |= codes[i];
            }
            return seen;
        });
    }

    std::uint64_t at(std::size_t i) const {
        return visit([&](const auto* values) { return static_cast<std::uint64_t>(values[i]); });
    }
};

// The codes of a column are value - base, all below 2^bits.
struct Range {
    std::uint64_t base;
    unsigned bits;
};

inline unsigned bits_for(std::uint64_t largest) {
    unsigned bits = 0;
    while (bits < 64 && (largest >> bits) != 0) ++bits;
    return bits;
}

// Range of every step-th value.
inline Range range_of(const Column& column, std::size_t step = 1) {
    return column.visit([&](const auto* values) {
        auto low = values[0], high = values[0];
        for (std::size_t i = 0; i < column.size; i += step) {
            low = std::min(low, values[i]);
            high = std::max(high, values[i]);
        }
        const auto base = static_cast<std::uint64_t>(low);
        return Range{base, bits_for(static_cast<std::uint64_t>(high) - base)};
    });
}

}  // namespace clusterdiff
