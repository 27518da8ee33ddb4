// Makes every allocation of every kernel fail once. Each call must throw std::bad_alloc or return the right result; it must not
// call std::terminate or leak memory (checked by the address sanitizer).
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "clusterdiff/count_pairs.hpp"
#include "clusterdiff/encode_pairs.hpp"
#include "clusterdiff/entropies.hpp"
#include "clusterdiff/expected_information.hpp"
#include "clusterdiff/pair_sets.hpp"
#include "clusterdiff/pair_sums.hpp"
#include "failing_new.hpp"
#include "reference.hpp"

namespace clusterdiff::tests {

// Makes the first allocation of the call fail, then the second, later only some, until the call succeeds.
template <class Call>
long fail_each(Call&& call) {
    long failures = 0;
    for (long number = 0;; number += number < 24 ? 1 : number / 4) {
        allowed = number;
        try {
            call();
        } catch (const std::bad_alloc&) {
            ++failures;
        }
        const bool reached = allowed < 0;
        allowed = -1;
        if (!reached) return failures;
    }
}

inline void fail_allocations() {
    Random random(7);
    Watch watch;
    long failures = 0;
    for (const unsigned bits : {3U, 14U, 60U}) {
        for (const std::size_t threads : {1U, 2U}) {
            const Workers workers(threads, watch);
            const auto a = random_labels(random, std::size_t{1} << 17, bits), b = random_labels(random, std::size_t{1} << 17, bits);
            const std::vector<std::int64_t> weights(a.size(), 3);
            const auto sums = pair_sums(column_of(a), column_of(b), workers);
            failures += fail_each([&] { count_pairs(column_of(a), column_of(b), nullptr, workers); });
            failures += fail_each([&] { count_pairs(column_of(a), column_of(b), weights.data(), workers); });
            failures += fail_each([&] { CHECK(pair_sums(column_of(a), column_of(b), workers).cells == sums.cells); });
            failures += fail_each([&] { entropies(column_of(a), column_of(b), workers); });
            if (bits == 3) failures += fail_each([&] { pair_sets(column_of(a), column_of(b), workers); });
            failures += fail_each([&] { encode(column_of(a), workers); });
        }
    }
    std::vector<std::int64_t> sizes(60), once(60, 1);
    for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = static_cast<std::int64_t>(i + 1);
    const SizeCounts side(sizes, once, 1830);
    failures += fail_each([&] { expected_information(side, side, 1830, Workers(4, watch)); });
    CHECK(failures > 100);
    std::printf("allocation failures: %ld survived\n", failures);
}

}  // namespace clusterdiff::tests
