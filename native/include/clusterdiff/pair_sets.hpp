// What the Pair Sets Index needs: the best one-to-one pairing of clusters by n_ij / max(a_i, b_j).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "assignment.hpp"
#include "count_pairs.hpp"
#include "dense_count.hpp"
#include "exact_sum.hpp"
#include "pairs.hpp"
#include "threads.hpp"

namespace clusterdiff {

struct PairSets {
    std::size_t clusters_a = 0, clusters_b = 0, cells = 0;
    double similarity = 0;       // max Σ n_ij / max(a_i, b_j) over the one-to-one pairings of clusters
    double shortfall = 0;        // what it lacks to the larger number of clusters, computed without cancellation
    std::uint64_t expected = 0;  // Σ min(a_(i), b_(i)), both sizes in descending order: n times the sum of the expected table
};

inline constexpr std::size_t kMostPaired = std::size_t{1} << 20;  // cells of a matrix of weights (8 MB)

// A table with a counter for every pair of clusters; the side with fewer clusters has the rows.
struct DenseTable {
    std::vector<std::uint32_t> sizes_a, sizes_b, counts;
    std::size_t cells = 0;
    bool flipped = false;

    DenseTable(std::size_t rows, std::size_t cols)
        : sizes_a(std::min(rows, cols)), sizes_b(std::max(rows, cols)), counts(rows * cols), flipped(rows > cols) {}

    void add(std::size_t i, std::size_t j, std::uint32_t count) {
        if (flipped) std::swap(i, j);
        sizes_a[i] += count;
        sizes_b[j] += count;
        counts[i * sizes_b.size() + j] = count;
        ++cells;
    }
};

inline bool can_be_paired(std::size_t rows, std::size_t cols) { return rows <= kMostPaired / std::max<std::size_t>(cols, 1); }

// Numbers the codes that occur.
inline std::size_t number_seen(std::vector<std::uint32_t>& seen) {
    std::uint32_t next = 0;
    for (auto& number : seen) number = number != 0 ? next++ : next;
    return next;
}

// From the counters of all possible cells.
inline std::optional<DenseTable> dense_table(const Pairs& pairs, const Workers& workers) {
    const auto counters = count_dense<std::uint32_t>(pairs, workers);
    if (!counters) return std::nullopt;
    const std::size_t height = std::size_t{1} << pairs.range_a.bits, width = std::size_t{1} << pairs.range_b.bits;
    std::vector<std::uint32_t> rows(height), cols(width);
    const auto* counts = counters->data.get();
    for (std::size_t i = 0; i < height; ++i) {
        std::uint32_t in_row = 0;
        for (std::size_t j = 0; j < width; ++j) {
            in_row |= counts[i * width + j];
            cols[j] |= counts[i * width + j];
        }
        rows[i] = in_row;
    }
    const auto clusters_a = number_seen(rows), clusters_b = number_seen(cols);
    DenseTable table(clusters_a, clusters_b);
    for (std::size_t i = 0; i < height; ++i) {
        for (std::size_t j = 0; j < width; ++j) {
            if (const auto count = counts[i * width + j]) table.add(rows[i], cols[j], count);
        }
    }
    return table;
}

// From the cells in order; nothing if the clusters are too many.
inline std::optional<DenseTable> dense_table(const Column& a, const Column& b, const Workers& workers) {
    const auto cells = count_pairs(a, b, nullptr, workers);
    if (!can_be_paired(cells.row_values.size(), cells.col_values.size())) return std::nullopt;
    DenseTable table(cells.row_values.size(), cells.col_values.size());
    for (std::size_t at = 0; at < cells.counts.size; ++at) {
        table.add(static_cast<std::size_t>(cells.rows[at]), static_cast<std::size_t>(cells.cols[at]), static_cast<std::uint32_t>(cells.counts[at]));
    }
    return table;
}

inline std::uint64_t sum_of_sorted_minima(std::vector<std::uint32_t> a, std::vector<std::uint32_t> b) {
    std::sort(a.begin(), a.end(), std::greater<>());
    std::sort(b.begin(), b.end(), std::greater<>());
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) sum += std::min(a[i], b[i]);
    return sum;
}

inline PairSets pair_sets_of(const DenseTable& table, const Workers& workers) {
    const auto rows = table.sizes_a.size(), cols = table.sizes_b.size();
    std::vector<double> weights(rows * cols);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < cols; ++j) {
            const auto count = table.counts[i * cols + j];
            if (count != 0) weights[i * cols + j] = static_cast<double>(count) / std::max(table.sizes_a[i], table.sizes_b[j]);
        }
    }
    ExactSum similarity, shortfall;
    shortfall.add(static_cast<double>(cols - rows));
    Assignment<double> assignment(weights, rows, cols, workers);
    const auto& partner = assignment.run();
    for (std::size_t i = 0; i < rows; ++i) {
        if (partner[i] == Assignment<double>::kNone) {
            shortfall.add(1);
            continue;
        }
        const auto at = i * cols + partner[i];
        const auto whole = std::max(table.sizes_a[i], table.sizes_b[partner[i]]);
        similarity.add(weights[at]);
        shortfall.add(static_cast<double>(whole - table.counts[at]) / whole);
    }
    const auto clusters = table.flipped ? std::pair(cols, rows) : std::pair(rows, cols);
    return {clusters.first, clusters.second, table.cells, similarity.value(), shortfall.value(), sum_of_sorted_minima(table.sizes_a, table.sizes_b)};
}

// Nothing if the clusters are too many for a dense matrix. For fewer than kMostSummed elements.
inline std::optional<PairSets> pair_sets(const Column& a, const Column& b, const Workers& available) {
    if (a.size == 0) return PairSets{};
    const auto workers = workers_for(a.size, available);
    const auto by_cells = [&](const Pairs&) { return dense_table(a, b, workers); };
    const auto table = with_ranges(
        a, b, nullptr,
        [&](const Pairs& pairs) -> std::optional<std::optional<DenseTable>> {
            if (!is_dense(pairs, 4096, 4) || !can_be_paired(pairs.range_a.size(), pairs.range_b.size())) return by_cells(pairs);
            auto found = dense_table(pairs, workers);
            return found ? std::optional(std::move(found)) : std::nullopt;
        },
        by_cells);
    if (!table) return std::nullopt;
    return pair_sets_of(*table, workers);
}

}  // namespace clusterdiff
