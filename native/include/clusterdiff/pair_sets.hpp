// The sums of the Pair Sets Index: the best one-to-one pairing of clusters by n_ij / max(a_i, b_j).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "compensated_sum.hpp"
#include "count_pairs.hpp"
#include "dense_count.hpp"
#include "pair_cells.hpp"
#include "pairs.hpp"
#include "small_table.hpp"
#include "threads.hpp"

namespace clusterdiff {

struct PairSets {
    std::size_t clusters_a = 0, clusters_b = 0, cells = 0;
    double similarity = 0;       // max Σ n_ij / max(a_i, b_j) over the one-to-one pairings of clusters
    double shortfall = 0;        // the larger number of clusters minus similarity, computed without cancellation
    std::uint64_t expected = 0;  // Σ min(a_(i), b_(i)), both sizes in descending order: n times S of the expected table
};

inline constexpr std::size_t kDirectSets = std::size_t{1} << 20;  // cells of a matrix that is solved as it is (8 MB)

// The cells in order, with compact codes; the side with fewer clusters has the rows.
class CellList {
  public:
    CellList(std::size_t rows, std::size_t cols, std::size_t most_cells)
        : sizes_a(std::min(rows, cols)), sizes_b(std::max(rows, cols)), flipped(rows > cols) {
        places.reserve(most_cells);
        counts.reserve(most_cells);
    }

    void add(std::size_t i, std::size_t j, std::uint32_t count) {
        if (flipped) std::swap(i, j);
        sizes_a[i] += count;
        sizes_b[j] += count;
        places.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j)});
        counts.push_back(count);
    }

    std::vector<std::uint32_t> sizes_a, sizes_b;
    std::vector<Place> places;
    std::vector<std::uint32_t> counts;
    bool flipped;
};

// Numbers the codes that occur.
inline std::size_t number_seen(std::vector<std::uint32_t>& seen) {
    std::uint32_t next = 0;
    for (auto& number : seen) number = number != 0 ? next++ : next;
    return next;
}

// Makes the list from each(f), which calls f(row, col, count) for every cell of n elements. rows and cols have one value per
// code, which is 0 if the code does not occur.
template <class EachCell>
CellList list_of(EachCell&& each, std::vector<std::uint32_t> rows, std::vector<std::uint32_t> cols, std::size_t n) {
    const auto height = number_seen(rows), width = number_seen(cols);
    CellList list(height, width, std::min(n, height * width));
    each([&](std::size_t i, std::size_t j, std::uint32_t count) { list.add(rows[i], cols[j], count); });
    return list;
}

// Makes the list from the counters of all possible cells.
inline std::optional<CellList> list_dense(const Pairs& pairs, const Workers& workers) {
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
    const auto each = [&](auto&& f) {
        for (std::size_t i = 0; i < height; ++i) {
            for (std::size_t j = 0; j < width; ++j) {
                if (const auto count = counts[i * width + j]) f(i, j, count);
            }
        }
    };
    return list_of(each, std::move(rows), std::move(cols), pairs.size());
}

inline std::optional<CellList> list_small(const Pairs& pairs, const Workers& workers) {
    const SmallTable table(pairs, workers);
    if (!table.is_complete()) return std::nullopt;
    return list_of([&](auto&& f) { table.each_cell(f); }, table.sizes_a(), table.sizes_b(), pairs.size());
}

// Makes the list from labels of any range.
inline CellList list_cells(const Column& a, const Column& b, const Workers& workers) {
    const auto cells = count_pairs(a, b, nullptr, workers);
    CellList list(cells.row_values.size(), cells.col_values.size(), cells.counts.size);
    for (std::size_t at = 0; at < cells.counts.size; ++at) {
        list.add(static_cast<std::size_t>(cells.rows[at]), static_cast<std::size_t>(cells.cols[at]), static_cast<std::uint32_t>(cells.counts[at]));
    }
    return list;
}

// Sorts the sizes.
inline std::uint64_t sum_of_sorted_minima(std::vector<std::uint32_t>& a, std::vector<std::uint32_t>& b) {
    std::sort(a.begin(), a.end(), std::greater<>());
    std::sort(b.begin(), b.end(), std::greater<>());
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) sum += std::min(a[i], b[i]);
    return sum;
}

inline PairSets pair_sets_of(CellList list, const Workers& workers) {
    const auto rows = list.sizes_a.size(), cols = list.sizes_b.size(), cells = list.counts.size();
    const auto whole_of = [&](std::size_t at) { return std::max(list.sizes_a[list.places[at].row], list.sizes_b[list.places[at].col]); };
    WeightedCells<double> weighted{list.places, std::vector<double>(cells), rows, cols};
    auto& weights = weighted.weights;
    for (std::size_t at = 0; at < cells; ++at) weights[at] = static_cast<double>(list.counts[at]) / whole_of(at);
    const auto partner = pair_cells(weighted, std::numeric_limits<std::uint64_t>::max(), workers, kDirectSets);
    CompensatedSum similarity, shortfall;
    std::size_t paired = 0;
    for (std::size_t at = 0; at < cells; ++at) {
        if (partner[list.places[at].row] != list.places[at].col) continue;
        ++paired;
        similarity.add(weights[at]);
        shortfall.add(static_cast<double>(whole_of(at) - list.counts[at]) / whole_of(at));
    }
    shortfall.add(static_cast<double>(cols - paired));
    const auto clusters = list.flipped ? std::pair(cols, rows) : std::pair(rows, cols);
    return {clusters.first, clusters.second, cells, similarity.value(), shortfall.value(), sum_of_sorted_minima(list.sizes_a, list.sizes_b)};
}

// Requires fewer than kMostSummed elements.
inline PairSets pair_sets(const Column& a, const Column& b, const Workers& available) {
    if (a.size == 0) return {};
    const auto workers = workers_for(a.size, available);
    const auto by_cells = [&](const Pairs&) { return list_cells(a, b, workers); };
    auto list = with_ranges(
        a, b, nullptr,
        [&](const Pairs& pairs) -> std::optional<CellList> {
            if (!is_dense(pairs, 4096, 4)) return by_cells(pairs);
            return SmallTable::suits(pairs) ? list_small(pairs, workers) : list_dense(pairs, workers);
        },
        by_cells);
    return pair_sets_of(std::move(list), workers);
}

}  // namespace clusterdiff
