// Reference implementations of the kernels, and random labels to test them on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "clusterdiff/column.hpp"

namespace clusterdiff::tests {

#define CHECK(condition)                                                                  \
    do {                                                                                  \
        if (!(condition)) {                                                               \
            std::fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);  \
            std::exit(1);                                                                 \
        }                                                                                 \
    } while (false)

using Random = std::mt19937_64;

// Labels of 64 bits seen as a column.
inline Column column_of(const std::vector<std::int64_t>& labels) { return {labels.data(), labels.size(), Kind::i64}; }

// n labels with at most 2^bits values from a random start; some have an outlier, some are sorted.
inline std::vector<std::int64_t> random_labels(Random& random, std::size_t n, unsigned bits) {
    const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    const std::uint64_t base = random() % 3 == 0 ? random() : random() % 3;
    std::vector<std::int64_t> labels(n);
    for (auto& label : labels) label = static_cast<std::int64_t>(base + (random() & mask));
    if (n > 0 && random() % 4 == 0) labels[random() % n] = static_cast<std::int64_t>(random());
    if (random() % 4 == 0) std::sort(labels.begin(), labels.end());
    return labels;
}

using Counts = std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t>;

inline Counts counts_of(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b, const std::int64_t* weights) {
    Counts counts;
    for (std::size_t i = 0; i < a.size(); ++i) counts[{a[i], b[i]}] += weights == nullptr ? 1 : weights[i];
    return counts;
}

}  // namespace clusterdiff::tests
