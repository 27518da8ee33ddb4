// Another thread changes arrays while a kernel reads them: every call must return or throw ArrayChanged, and must not write out
// of bounds (checked by the address sanitizer). The data race is deliberate.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "clusterdiff/count_pairs.hpp"
#include "clusterdiff/encode_pairs.hpp"
#include "clusterdiff/entropies.hpp"
#include "clusterdiff/moments.hpp"
#include "clusterdiff/pair_sets.hpp"
#include "clusterdiff/pair_sums.hpp"
#include "clusterdiff/strings.hpp"
#include "reference.hpp"

namespace clusterdiff::tests {

inline void race(double seconds) {
    constexpr std::size_t kSize = std::size_t{1} << 17;
    std::vector<std::int64_t> a(kSize), b(kSize);
    std::vector<Code> codes(kSize);
    std::atomic<bool> stop{false};
    std::thread writer([&] {
        Random random(3);
        for (unsigned round = 0; !stop; ++round) {
            const std::uint64_t mask = (std::uint64_t{1} << (1 + random() % 24)) - 1;
            for (std::size_t i = 0; i < kSize && !stop; ++i) {
                const auto value = random() & mask;
                static_cast<volatile std::int64_t&>(a[i]) = static_cast<std::int64_t>(value);
                static_cast<volatile std::int64_t&>(b[kSize - 1 - i]) = static_cast<std::int64_t>(value >> 3);
                static_cast<volatile Code&>(codes[i]) = static_cast<Code>(value & 0xFFFF);
            }
        }
    });
    Watch watch;
    const Workers workers(2, watch);
    std::vector<std::int64_t> counts(1 << 10);
    std::vector<double> rows(kSize), means(1 << 10), spreads(1 << 10);
    std::vector<std::int64_t> ends(kSize / 8 + 1);
    for (std::size_t i = 0; i < ends.size(); ++i) ends[i] = static_cast<std::int64_t>(8 * i);
    int calls = 0, changed = 0;
    const auto attempt = [&](auto&& call) {
        ++calls;
        try {
            call();
        } catch (const ArrayChanged&) {
            ++changed;
        }
    };
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (std::chrono::steady_clock::now() < end) {
        attempt([&] { count_pairs(column_of(a), column_of(b), nullptr, workers); });
        attempt([&] { count_pairs(column_of(a), column_of(b), a.data(), workers); });
        attempt([&] { pair_sums(column_of(a), column_of(b), workers); });
        attempt([&] { entropies(column_of(a), column_of(b), workers); });
        attempt([&] { encode(column_of(a), workers); });
        attempt([&] { encode_pairs(codes, codes, workers); });
        attempt([&] { add_moments(rows.data(), codes, {counts, means.data(), spreads.data(), 1}, workers); });
        attempt([&] { encode_bytes(reinterpret_cast<const unsigned char*>(a.data()), kSize / 8, 8, workers); });
        attempt([&] { encode_strings({column_of(ends), {reinterpret_cast<const std::uint8_t*>(a.data()), kSize}}, workers); });
    }
    stop = true;
    writer.join();
    CHECK(changed > 0);
    std::printf("races: %d of %d calls saw a change\n", changed, calls);
}

}  // namespace clusterdiff::tests
