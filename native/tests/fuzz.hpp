// Compares every kernel with a std::map on random labels, with one and with several threads. Meant for the sanitizers.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <tuple>

#include "clusterdiff/consensus.hpp"
#include "clusterdiff/count_pairs.hpp"
#include "clusterdiff/encode_pairs.hpp"
#include "clusterdiff/entropies.hpp"
#include "clusterdiff/expected_information.hpp"
#include "clusterdiff/loss_matrix.hpp"
#include "clusterdiff/matching.hpp"
#include "clusterdiff/moments.hpp"
#include "clusterdiff/pair_sets.hpp"
#include "clusterdiff/pair_summaries.hpp"
#include "clusterdiff/pair_sums.hpp"
#include "clusterdiff/random_tables.hpp"
#include "clusterdiff/strings.hpp"
#include "reference.hpp"

namespace clusterdiff::tests {

using Labels = std::vector<std::int64_t>;

inline void check_cells(const Cells& cells, const Counts& expected) {
    CHECK(cells.counts.size == expected.size());
    std::size_t at = 0;
    for (const auto& [pair, count] : expected) {  // both are in order of value
        CHECK(cells.row_values[cells.rows[at]] == static_cast<std::uint64_t>(pair.first));
        CHECK(cells.col_values[cells.cols[at]] == static_cast<std::uint64_t>(pair.second));
        CHECK(cells.counts[at++] == count);
    }
}

inline void check_sums(const PairSums& sums, const Counts& expected) {
    std::map<std::int64_t, std::uint64_t> rows, cols;
    PairSums right;
    for (const auto& [pair, count] : expected) {
        const auto elements = static_cast<std::uint64_t>(count);
        rows[pair.first] += elements;
        cols[pair.second] += elements;
        right.cells += elements * elements;
    }
    for (const auto& [_, size] : rows) right.rows += size * size;
    for (const auto& [_, size] : cols) right.cols += size * size;
    CHECK(sums.cells == right.cells && sums.rows == right.rows && sums.cols == right.cols);
}

inline void check_entropies(const Entropies& e, double n) {
    CHECK(e.a >= 0 && e.b >= 0 && e.a_given_b >= 0 && e.b_given_a >= 0 && e.mutual >= 0);
    const double limit = 1e-9 * std::max(1.0, std::log(n));
    CHECK(std::abs(e.a - e.a_given_b - e.mutual) <= limit && std::abs(e.b - e.b_given_a - e.mutual) <= limit);
}

inline void try_counts(Random& random, const Labels& a, const Labels& b, const Workers& workers) {
    const auto expected = counts_of(a, b, nullptr);
    check_cells(count_pairs(column_of(a), column_of(b), nullptr, workers), expected);
    check_sums(pair_sums(column_of(a), column_of(b), workers), expected);
    check_entropies(entropies(column_of(a), column_of(b), workers), static_cast<double>(std::max<std::size_t>(a.size(), 2)));
    if (a.size() <= 3000) pair_sets(column_of(a), column_of(b), workers);
    Labels weights(a.size());
    const auto largest = std::uint64_t{1} << (random() % 40);
    for (auto& weight : weights) weight = static_cast<std::int64_t>(random() % largest + 1);
    check_cells(count_pairs(column_of(a), column_of(b), weights.data(), workers), counts_of(a, b, weights.data()));
}

inline void try_codes(const Labels& a, const Labels& b, const Workers& workers) {
    const auto side_a = encode(column_of(a), workers), side_b = encode(column_of(b), workers);
    for (std::size_t i = 0; i < a.size(); ++i) CHECK(side_a.values[side_a.codes[i]] == static_cast<std::uint64_t>(a[i]));
    const auto span_of = [](const Encoded& side) { return std::span<const Code>(side.codes.data.get(), side.codes.size); };
    const auto cells = encode_pairs(span_of(side_a), span_of(side_b), workers);
    for (std::size_t i = 0; i < a.size(); ++i) {
        const auto first = cells.values[cells.codes[i]];
        CHECK(a[first] == a[i] && b[first] == b[i]);
    }
    const auto* bytes = reinterpret_cast<const unsigned char*>(a.data());
    const auto rows = encode_bytes(bytes, a.size(), 8, workers);
    for (std::size_t i = 0; i < a.size(); ++i) CHECK(a[rows.values[rows.codes[i]]] == a[i]);
    Labels ends(a.size() + 1);
    for (std::size_t i = 0; i < a.size(); ++i) ends[i + 1] = static_cast<std::int64_t>(8 * (i + 1));
    const Strings strings{column_of(ends), {bytes, 8 * a.size()}};
    const auto texts = encode_strings(strings, workers);
    for (std::size_t i = 0; i < a.size(); ++i) CHECK(a[texts.values[texts.codes[i]]] == a[i]);
    for (std::size_t i = 1; i < texts.values.size(); ++i) CHECK(strings[texts.values[i - 1]] < strings[texts.values[i]]);
    const auto matched = match_strings(strings, strings, workers);
    CHECK(matched.repeated == (texts.values.size() < a.size()));
    for (std::size_t i = 0; !matched.repeated && i < a.size(); ++i) CHECK(matched.places[i] == static_cast<std::int64_t>(i));
}

// The sum of weights of a pairing, in which no column may occur twice.
template <class Weight>
Weight sum_of_pairing(const std::vector<std::size_t>& partner, const std::vector<Weight>& weights, std::size_t cols) {
    std::vector<bool> taken(cols);
    Weight sum = 0;
    for (std::size_t i = 0; i < partner.size(); ++i) {
        if (partner[i] >= cols) continue;
        CHECK(!taken[partner[i]]);
        taken[partner[i]] = true;
        sum += weights[i * cols + partner[i]];
    }
    return sum;
}

// The sum of weights of the pairing equals the best sum over all permutations; the weights are given as a dense matrix or as a
// list of cells.
template <class Weight>
void try_assignment(Random& random, Weight unit, const Workers& workers) {
    const std::size_t rows = 1 + random() % 5, cols = rows + random() % 3;
    std::vector<Weight> weights(rows * cols), values;
    std::vector<Place> places;
    for (auto& weight : weights) weight = unit * static_cast<Weight>(random() % 4) + static_cast<Weight>(random() % 2);
    for (std::size_t at = 0; at < weights.size(); ++at) {
        if (weights[at] == 0) continue;
        places.push_back({static_cast<std::uint32_t>(at / cols), static_cast<std::uint32_t>(at % cols)});
        values.push_back(weights[at]);
    }
    Assignment dense(DenseWeights<Weight>{weights, rows, cols}, workers);
    Assignment sparse(SparseWeights<Weight>{places, values, rows, cols}, workers);
    const Weight found = sum_of_pairing(dense.run(), weights, cols);
    CHECK(found == sum_of_pairing(sparse.run(), weights, cols));
    Weight best = 0;
    std::vector<std::size_t> order(cols);
    for (std::size_t j = 0; j < cols; ++j) order[j] = j;
    do {
        Weight sum = 0;
        for (std::size_t i = 0; i < rows; ++i) sum += weights[i * cols + order[i]];
        best = std::max(best, sum);
    } while (std::next_permutation(order.begin(), order.end()));
    CHECK(found == best || std::abs(static_cast<double>(found - best)) < 1e-9);
}

// A table of up to 300 rows and columns: the methods for sparse tables, for tables with many cells and for matrices find pairings
// with the same sum, in which every column occurs once.
inline void try_matching(Random& random, const Workers& workers) {
    const std::size_t rows = 1 + random() % 300, cols = 1 + random() % 300;
    const std::uint64_t most = std::uint64_t{1} << (random() % 61);
    std::vector<std::uint64_t> weights(rows * cols);
    const auto count = random() % (random() % 4 == 0 ? 20000 : 3 * (rows + cols));
    for (std::size_t k = 0; k < count; ++k) {
        const auto i = random() % rows, j = random() % 3 == 0 ? random() % cols : (i + random() % 2) % cols;
        weights[i * cols + j] = 1 + random() % most;
    }
    std::vector<WeightedCell> cells;
    for (std::uint32_t i = 0; i < rows; ++i) {
        for (std::uint32_t j = 0; j < cols; ++j) {
            if (weights[i * cols + j] > 0) cells.push_back({i, j, weights[i * cols + j]});
        }
    }
    const auto sum = [&](const std::vector<Node>& partner) {
        return sum_of_pairing(std::vector<std::size_t>(partner.begin(), partner.end()), weights, cols);
    };
    const auto each = [&](std::size_t i, auto&& f) {
        for (std::uint32_t j = 0; j < cols; ++j) f(j, weights[i * cols + j]);
    };
    Steps steps(~std::uint64_t{0}, workers), few(random() % 2000, workers);
    const auto sparse = sum(pair_sparse(cells, rows, cols, steps));
    CHECK(sparse == sum(pair_by_heaviest(each, rows, cols, steps)));
    if (rows <= cols) {
        Assignment dense(DenseWeights<std::uint64_t>{weights, rows, cols}, workers);
        CHECK(sparse == sum_of_pairing(dense.run(), weights, cols));
    }
    try {
        CHECK(sparse == sum(pair_sparse(cells, rows, cols, few)));
    } catch (const TooManySteps&) {
    }
}

// Compares the summaries of pairs and triples of rows of codes, some of them absent, with a std::map.
inline void try_pair_summaries(Random& random, const Workers& workers) {
    const std::size_t n = random() % 3000, rows = 3;
    const auto clusters = static_cast<std::int64_t>(1 + random() % (random() % 3 == 0 ? 2000 : 20));
    std::vector<std::uint16_t> codes(rows * n);
    for (auto& code : codes) code = static_cast<std::uint16_t>(random() % static_cast<std::uint64_t>(clusters + 1));
    const std::vector<std::int64_t> numbers(rows, clusters), triple{0, 1, 2}, pairs{0, 1, 0, 2, 1, 2};
    const CodeMatrix matrix{codes.data(), rows, n, Kind::u16, numbers};
    const auto one_by_one = pair_summaries(matrix, matrix, {pairs}, nullptr, true, workers);
    const auto together = triple_summaries(matrix, triple, nullptr, true, workers);
    for (std::size_t k = 0; k < 3; ++k) {
        Labels a, b;
        for (std::size_t i = 0; i < n; ++i) {
            const std::int64_t x = codes[static_cast<std::size_t>(pairs[2 * k]) * n + i], y = codes[static_cast<std::size_t>(pairs[2 * k + 1]) * n + i];
            if (x == clusters || y == clusters) continue;
            a.push_back(x);
            b.push_back(y);
        }
        for (const auto& found : {one_by_one[k], together[k]}) {
            CHECK(found.n == a.size());
            check_sums({found.cells, found.rows, found.cols}, counts_of(a, b, nullptr));
            CHECK(std::abs(found.a - found.a_given_b - found.mutual) < 1e-9);
        }
    }
}

inline void try_moments(Random& random, const Workers& workers) {
    const std::size_t n = random() % 50, width = random() % 4, groups = 1 + random() % 5;
    std::vector<double> rows(n * width), means(groups * width), spreads(groups);
    std::vector<std::uint32_t> group_of(n);
    std::vector<std::int64_t> counts(groups);
    for (auto& x : rows) x = static_cast<double>(random() % 100);
    for (auto& group : group_of) group = static_cast<std::uint32_t>(random() % groups);
    add_moments(rows.data(), group_of, {counts, means.data(), spreads.data(), width}, workers);
    std::int64_t total = 0;
    for (const auto count : counts) total += count;
    CHECK(total == static_cast<std::int64_t>(n));
}

inline void try_expectation(Random& random, const Workers& workers) {
    Labels sizes(1 + random() % 40), once(sizes.size(), 1);
    std::int64_t n = 0;
    for (auto& size : sizes) n += size = static_cast<std::int64_t>(1 + random() % (random() % 5 == 0 ? 1000000 : 30));
    const SizeCounts side(sizes, once, n);
    const auto expected = expected_information(side, side, n, workers);
    CHECK(expected.mutual >= 0 && expected.a_given_b >= 0 && expected.b_given_a >= 0);
}

// Every run ends in a partition whose reported objective agrees with the definition, and equal seeds give equal results.
inline void try_consensus(Random& random, const Workers& workers) {
    const std::size_t n = 1 + random() % 40, draws = 1 + random() % 70, clusters = 1 + random() % 5;
    const bool squares = random() % 2 == 0;
    std::vector<std::uint16_t> codes(n * draws);
    for (auto& code : codes) code = static_cast<std::uint16_t>(random() % clusters);
    std::vector<std::uint32_t> first_rows(draws), weights(n), labels(n), again(n), sizes(draws, static_cast<std::uint32_t>(clusters));
    std::uint64_t total = 0;
    for (auto& weight : weights) total += weight = static_cast<std::uint32_t>(1 + (random() % 3 == 0 ? random() % 5 : 0));
    for (std::size_t i = 0; i < draws; ++i) first_rows[i] = static_cast<std::uint32_t>(i * clusters);
    const std::vector<double> coefficients(draws * clusters, -1.0);
    std::vector<std::int32_t> start(n);
    for (auto& slot : start) slot = static_cast<std::int32_t>(random() % n) - static_cast<std::int32_t>(n / 2);
    const GrowthTable f(squares ? Growth::square : Growth::x_log_x, total);
    const DrawRows rows{{codes.data(), codes.size(), Kind::u16}, n, draws, first_rows, coefficients, weights};
    ConsensusSearch search(rows, f, {1 + random() % n, 10, 5}, ConsensusSearch::kFirstSlots, workers);
    for (auto& slot : start) slot = std::min<std::int32_t>(slot, 0);
    const auto end = search.run(start, 3, labels.data());
    CHECK(search.run(start, 3, again.data()).objective == end.objective && again == labels);
    std::map<std::tuple<std::size_t, std::uint16_t, std::uint32_t>, std::uint64_t> counts;
    for (std::size_t u = 0; u < n; ++u) {
        for (std::size_t i = 0; i < draws; ++i) counts[{i, codes[u * draws + i], labels[u]}] += weights[u];
    }
    double expected = 0;
    for (const auto& [_, count] : counts) expected -= f(count);
    CHECK(std::abs(expected - end.objective) <= 1e-9 * (1 + std::abs(expected)));
    std::vector<std::uint16_t> by_draw(codes.size());
    for (std::size_t u = 0; u < n; ++u) {
        for (std::size_t i = 0; i < draws; ++i) by_draw[i * n + u] = codes[u * draws + i];
    }
    std::vector<std::uint32_t> all(draws);
    for (std::size_t i = 0; i < draws; ++i) all[i] = static_cast<std::uint32_t>(i);
    std::vector<double> losses(draws * draws);
    loss_matrix({{by_draw.data(), by_draw.size(), Kind::u16}, draws, n, sizes, weights, random() % 2 == 0}, f, {1, 1}, all, losses.data(), workers);
    for (std::size_t i = 0; i < draws; ++i) CHECK(losses[i * draws + i] == 0 && std::abs(losses[i] - losses[i * draws]) < 1e-9);
}

inline void try_random_tables(Random& random, const Workers& workers) {
    const std::size_t n = random() % 300, height = 1 + random() % 20, width = 1 + random() % 20;
    std::vector<std::int64_t> rows(height), cols(width);
    for (std::size_t i = 0; i < n; ++i) {
        ++rows[random() % height];
        ++cols[random() % width];
    }
    const std::vector<std::uint64_t> seeds{random(), random(), random()};
    std::vector<std::int64_t> counts(seeds.size() * height * width);
    random_tables(rows, cols, seeds, counts.data(), workers);
    for (std::size_t table = 0; table < seeds.size(); ++table) {
        auto row_left = rows, col_left = cols;
        for (std::size_t cell = 0; cell < height * width; ++cell) {
            const auto count = counts[table * height * width + cell];
            CHECK(count >= 0);
            row_left[cell / width] -= count;
            col_left[cell % width] -= count;
        }
        for (const auto left : row_left) CHECK(left == 0);
        for (const auto left : col_left) CHECK(left == 0);
    }
}

inline void fuzz(double seconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    Random random(1);
    Watch watch([] { return false; });
    constexpr std::size_t kSizes[] = {0, 1, 2, 100, 1000, 5000, (1 << 14) + 1, (1 << 17) + 5};
    int rounds = 0;
    for (; rounds < 9 || std::chrono::steady_clock::now() < end; ++rounds) {
        const auto n = kSizes[random() % (rounds % 8 == 0 ? 8 : 6)];
        const Workers workers(1 + random() % 4, watch);
        const auto a = random_labels(random, n, random() % 65), b = random_labels(random, n, random() % 65);
        try_counts(random, a, b, workers);
        try_codes(a, b, workers);
        try_pair_summaries(random, workers);
        try_assignment<double>(random, 1.0 / static_cast<double>(1 + random() % 3), workers);
        try_assignment<std::uint64_t>(random, std::uint64_t{1} << (random() % 58), workers);
        try_matching(random, workers);
        try_moments(random, workers);
        try_expectation(random, workers);
        try_consensus(random, workers);
        try_random_tables(random, workers);
    }
    std::printf("fuzz: %d rounds\n", rounds);
}

}  // namespace clusterdiff::tests
