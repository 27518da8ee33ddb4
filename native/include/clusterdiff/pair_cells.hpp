// The best one-to-one pairing of the rows and columns of a table that is given by its cells, by the method that suits its size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "assignment.hpp"
#include "compensated_sum.hpp"
#include "matching.hpp"
#include "threads.hpp"

namespace clusterdiff {

inline constexpr std::size_t kDirect = std::size_t{1} << 16;  // cells of a matrix that is solved as it is
inline constexpr std::size_t kCrowded = 16;                   // cells per node from which the heaviest are tried first

// Cells whose weights are positive; the shorter side has the rows. Weights are doubles or unsigned integers of 64 bits.
template <class Weight>
struct WeightedCells {
    std::vector<Place> places;
    std::vector<Weight> weights;
    std::size_t rows = 0, cols = 0;
};

// The column of each row, or kUnpaired. Throws TooManySteps; tables of at most `direct` cells are solved without counting.
template <class Weight>
std::vector<Node> pair_cells(const WeightedCells<Weight>& cells, std::uint64_t most_steps, const Workers& workers, std::size_t direct = kDirect) {
    const auto rows = cells.rows, cols = cells.cols;
    if (rows == 0 || rows <= direct / cols) {
        const auto solve = [&](auto&& weights) {
            Assignment assignment(weights, workers);
            std::vector<Node> out(rows, kUnpaired);
            const auto& partner = assignment.run();
            for (std::size_t i = 0; i < rows; ++i) {
                if (partner[i] != assignment.kNone) out[i] = static_cast<Node>(partner[i]);
            }
            return out;
        };
        if (cells.places.size() < rows * cols / 4) return solve(SparseWeights<Weight>{cells.places, cells.weights, rows, cols});
        std::vector<Weight> all(rows * cols);
        for (std::size_t at = 0; at < cells.places.size(); ++at) all[cells.places[at].row * cols + cells.places[at].col] = cells.weights[at];
        return solve(DenseWeights<Weight>{all, rows, cols});
    }
    const InUnits<Weight> in_units(cells.weights);
    std::vector<WeightedCell> list(cells.places.size());
    for (std::size_t at = 0; at < list.size(); ++at) list[at] = {cells.places[at].row, cells.places[at].col, in_units(cells.weights[at])};
    Steps steps(most_steps, workers);
    if (list.size() < kCrowded * (rows + cols)) return pair_sparse(list, rows, cols, steps);
    std::vector<std::size_t> starts(rows + 1);
    for (const auto& cell : list) ++starts[cell.row + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<std::pair<std::uint32_t, std::uint64_t>> by_row(list.size());
    auto next = starts;
    for (const auto& cell : list) by_row[next[cell.row]++] = {cell.col, cell.weight};
    const auto each = [&](std::size_t i, auto&& f) {
        for (auto at = starts[i]; at < starts[i + 1]; ++at) f(by_row[at].first, by_row[at].second);
    };
    return pair_by_heaviest(each, rows, cols, steps);
}

// The largest sum of weights in a pairing.
template <class Weight>
Weight largest_sum(const WeightedCells<Weight>& cells, const Workers& workers) {
    const auto partner = pair_cells(cells, std::numeric_limits<std::uint64_t>::max(), workers);
    std::conditional_t<std::is_floating_point_v<Weight>, CompensatedSum, Weight> sum{};
    for (std::size_t at = 0; at < cells.places.size(); ++at) {
        if (partner[cells.places[at].row] != cells.places[at].col) continue;
        if constexpr (std::is_floating_point_v<Weight>) {
            sum.add(cells.weights[at]);
        } else {
            sum += cells.weights[at];
        }
    }
    if constexpr (std::is_floating_point_v<Weight>) {
        return sum.value();
    } else {
        return sum;
    }
}

}  // namespace clusterdiff
