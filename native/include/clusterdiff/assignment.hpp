// The one-to-one pairing of rows and columns with the largest sum of weights.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "column.hpp"
#include "matching.hpp"
#include "threads.hpp"

namespace clusterdiff {

struct Place {
    std::uint32_t row, col;
};

// Weights of all pairs of a row and a column, row by row.
template <class W>
struct DenseWeights {
    using Weight = W;
    static constexpr bool kDense = true;
    std::span<const Weight> values;
    std::size_t rows, cols;

    // Calls f(row, col, weight) for every column of every open row.
    template <class Open, class F>
    void each(Open&& is_open, const Workers& workers, F&& f) const {
        for (std::size_t i = 0; i < rows; ++i) {
            if (!is_open(i)) continue;
            workers.check();
            for (std::size_t j = 0; j < cols; ++j) f(i, j, values[i * cols + j]);
        }
    }

    // Whether there may be a cell that weighs more than all others of its row and column. The answer is no if the first rows
    // have no zero and no cell that is at least twice as heavy as the next, as in a matrix of random numbers.
    bool may_have_dominant() const {
        constexpr std::size_t kLooked = 8;
        for (std::size_t i = 0; i < std::min(rows, kLooked); ++i) {
            Weight best = 0, second = 0, least = std::numeric_limits<Weight>::max();
            for (std::size_t j = 0; j < cols; ++j) {
                const auto weight = values[i * cols + j];
                second = std::max(second, std::min(best, weight));
                best = std::max(best, weight);
                least = std::min(least, weight);
            }
            if (least == 0 || best - second >= second) return true;
        }
        return rows == 0;
    }
};

// Weights of the given cells; all other cells have weight 0.
template <class W>
struct SparseWeights {
    using Weight = W;
    static constexpr bool kDense = false;
    std::span<const Place> places;
    std::span<const Weight> values;
    std::size_t rows, cols;

    template <class Open, class F>
    void each(Open&& is_open, const Workers& workers, F&& f) const {
        for (std::size_t at = 0; at < places.size(); ++at) {
            if (at % kBlock == 0) workers.check();
            if (is_open(places[at].row)) f(places[at].row, places[at].col, values[at]);
        }
    }

    bool may_have_dominant() const { return true; }
};

// Weights are doubles or unsigned 64-bit integers; integers are exact. An integer that dominates its row and column may have
// any value; all others must be below 2^62. This holds for the counts of a table of fewer than 2^63 elements: at most one count
// is 2^62 or more, and it is larger than the sum of all others.
template <class Matrix>
class Assignment {
  public:
    using Weight = typename Matrix::Weight;
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
    static constexpr Weight kLargest = std::numeric_limits<Weight>::max() / 4;

    // Requires at least as many columns as rows.
    Assignment(const Matrix& weights, const Workers& workers)
        : workers_(workers), weights_(weights), rows_(weights.rows), cols_(weights.cols), col_of_(rows_, kNone), row_of_(cols_, kNone), open_rows_(rows_) {}

    // The column of each row; kNone for a row that shares nothing with a free column.
    const std::vector<std::size_t>& run() {
        if (!is_easy() && weights_.may_have_dominant()) {
            for (int round = 0; round < kRounds && open_rows_ != 0 && fix_dominant(); ++round) continue;
        }
        if (open_rows_ == 0) return col_of_;
        std::vector<std::size_t> rows, cols;
        rows.reserve(rows_);
        cols.reserve(cols_);
        for (std::size_t i = 0; i < rows_; ++i) {
            if (col_of_[i] == kNone) rows.push_back(i);
        }
        for (std::size_t j = 0; j < cols_; ++j) {
            if (row_of_[j] == kNone) cols.push_back(j);
        }
        augment(rows, cols);
        return col_of_;
    }

  private:
    static constexpr int kRounds = 8;
    static constexpr std::size_t kFew = std::size_t{1} << 8;    // cells
    static constexpr std::size_t kMany = std::size_t{1} << 16;  // cells

    // Whether a search for dominant cells would take longer than the paths, which take any weights but huge ones.
    bool is_easy() const {
        return rows_ * cols_ < kFew && std::ranges::all_of(weights_.values, [](Weight weight) { return weight <= kLargest; });
    }

    struct BestTwo {
        Weight best = 0, second = 0;
        std::size_t at = kNone;

        void add(Weight weight, std::size_t place) {
            if (weight > best) {
                second = best;
                best = weight;
                at = place;
            } else if (weight > second) {
                second = weight;
            }
        }
    };

    // Fixes the cells that weigh at least as much as the best other cell of their row and the best other cell of their column
    // together. There is an optimal pairing that contains all of them, since such a cell replaces at most these two cells. For
    // similar clusterings, this assigns most rows. Returns whether at least a quarter of the open rows were assigned, so that
    // another round is worth its time.
    bool fix_dominant() {
        in_row_.assign(rows_, BestTwo{});
        in_col_.assign(cols_, BestTwo{});
        auto *const in_row = in_row_.data(), *const in_col = in_col_.data();
        each_open([=](std::size_t i, std::size_t j, Weight weight) {
            if (weight == 0) return;
            in_row[i].add(weight, j);
            in_col[j].add(weight, i);
        });
        const auto before = open_rows_;
        for (std::size_t i = 0; i < rows_; ++i) {
            const auto j = in_row[i].at;
            if (j == kNone || in_col[j].at != i || in_row[i].best - in_row[i].second < in_col[j].second) continue;
            col_of_[i] = j;
            row_of_[j] = i;
            --open_rows_;
        }
        return 4 * (before - open_rows_) >= before;
    }

    // Assigns the remaining rows and columns by shortest augmenting paths with potentials (Jonker and Volgenant).
    //
    // The sum of the potentials of a row and a column is at least the weight of their cell, and equal to it for a pair.
    // No potential is negative or above the largest weight, so that sums of two potentials and of a distance, which is
    // at most a potential, stay below 2^64.
    void augment(const std::vector<std::size_t>& rows, const std::vector<std::size_t>& cols) {
        auto left = copied(rows, cols);
        if (left.size() >= kMany) return augment_heaviest(left, rows, cols);
        Paths paths(std::move(left), rows.size(), cols.size());
        for (std::size_t i = 0; i < rows.size(); ++i) paths.bid(i);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (paths.col_at[i] == kNone) paths.extend(i, workers_);
        }
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto j = paths.col_at[i];
            if (paths.weights[i * cols.size() + j] == 0) continue;
            col_of_[rows[i]] = cols[j];
            row_of_[cols[j]] = rows[i];
        }
    }

    // The same for many cells, of which few matter.
    void augment_heaviest(const std::vector<Weight>& left, const std::vector<std::size_t>& rows, const std::vector<std::size_t>& cols) {
        const InUnits<Weight> in_units(left);
        std::vector<std::uint64_t> weights(left.size());
        for (std::size_t at = 0; at < left.size(); ++at) weights[at] = in_units(left[at]);
        const auto each = [&](std::size_t i, auto&& f) {
            const auto* const of_row = weights.data() + i * cols.size();
            for (std::uint32_t j = 0; j < cols.size(); ++j) f(j, of_row[j]);
        };
        Steps steps(std::numeric_limits<std::uint64_t>::max(), workers_);
        const auto partner = pair_by_heaviest(each, rows.size(), cols.size(), steps);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (partner[i] == kUnpaired) continue;
            col_of_[rows[i]] = cols[partner[i]];
            row_of_[cols[partner[i]]] = rows[i];
        }
    }

    // Copied, since another thread may change the array.
    std::vector<Weight> copied(const std::vector<std::size_t>& rows, const std::vector<std::size_t>& cols) const {
        const auto is_valid = [](Weight weight) { return weight >= 0 && weight <= kLargest; };
        const auto check = [](bool valid) {
            if (!valid) throw std::invalid_argument("Weights must be finite, not negative, and below 2**62.");
        };
        if constexpr (Matrix::kDense) {
            if (rows.size() == rows_) {  // no cell was fixed
                std::vector<Weight> all(weights_.values.begin(), weights_.values.end());
                bool valid = true;
                for (const auto weight : all) valid &= is_valid(weight);
                check(valid);
                return all;
            }
        }
        std::vector<std::size_t> row_at(rows_), col_at(cols_);
        for (std::size_t i = 0; i < rows.size(); ++i) row_at[rows[i]] = i;
        for (std::size_t j = 0; j < cols.size(); ++j) col_at[cols[j]] = j;
        std::vector<Weight> left(rows.size() * cols.size());
        each_open([&](std::size_t i, std::size_t j, Weight weight) {
            check(is_valid(weight));
            left[row_at[i] * cols.size() + col_at[j]] = weight;
        });
        return left;
    }

    // Calls f(row, col, weight) for every unassigned row and unassigned column.
    template <class F>
    void each_open(F&& f) const {
        weights_.each([&](std::size_t i) { return col_of_[i] == kNone; }, workers_, [&](std::size_t i, std::size_t j, Weight weight) {
            if (row_of_[j] == kNone) f(i, j, weight);
        });
    }

    struct Paths {
        static constexpr Weight kFar = std::numeric_limits<Weight>::max();
        static constexpr int kTurns = 16;

        std::vector<Weight> weights, row_potential, col_potential, distance;
        std::vector<std::size_t> row_at, col_at, before, open;
        std::size_t width;

        Paths(std::vector<Weight>&& left, std::size_t rows, std::size_t cols)
            : weights(std::move(left)), row_potential(rows), col_potential(cols), distance(cols), row_at(cols, kNone), col_at(rows, kNone),
              before(cols), open(cols), width(cols) {}

        // Assigns a row to the column for which its weight exceeds the potential most, and raises that potential until the second-best
        // column is as good ("augmenting row reduction" of Jonker and Volgenant). A row that loses its column so is next. Most rows of random
        // weights are assigned without a path.
        void bid(std::size_t row) {
            for (int turn = 0; turn < kTurns; ++turn) {
                const auto* weight = weights.data() + row * width;
                std::size_t at = kNone, next = kNone;
                Weight best = 0, second = 0;
                for (std::size_t j = 0; j < width; ++j) {
                    if (weight[j] < col_potential[j]) continue;
                    const Weight excess = weight[j] - col_potential[j];
                    if (at == kNone || excess > best) {
                        second = best;
                        next = at;
                        best = excess;
                        at = j;
                    } else if (next == kNone || excess > second) {
                        second = excess;
                        next = j;
                    }
                }
                if (best == second && next != kNone && row_at[at] != kNone) at = next;
                const auto loser = row_at[at];
                if (best == second && loser != kNone) return;  // the paths decide between equal columns
                row_potential[row] = second;
                col_potential[at] += best - second;
                row_at[at] = row;
                col_at[row] = at;
                if (loser == kNone) return;
                col_at[loser] = kNone;
                row = loser;
            }
        }

        // Assigns a row along the shortest augmenting path: the pairs on the path are exchanged, and its end is a free column.
        void extend(std::size_t start, const Workers& workers) {
            workers.check();
            auto end = begin(start);
            if (row_at[end] != kNone) {
                std::size_t count = width;
                for (std::size_t j = 0; j < width; ++j) open[j] = j;
                std::swap(open[end], open[--count]);
                for (; row_at[end] != kNone; end = settle(row_at[end], distance[end], count)) workers.check();
                for (std::size_t k = count; k < width; ++k) {
                    const auto j = open[k];
                    if (j == end) continue;
                    row_potential[row_at[j]] -= distance[end] - distance[j];
                    col_potential[j] += distance[end] - distance[j];
                }
            }
            row_potential[start] -= distance[end];
            for (auto j = end; j != kNone;) {
                row_at[j] = before[j];
                std::swap(j, col_at[before[j]]);
            }
        }

        // Computes the distances of all columns from a row and returns the nearest column; among equally near columns, a free
        // one.
        std::size_t begin(std::size_t start) {
            const auto* weight = weights.data() + start * width;
            Weight most = 0;
            for (std::size_t j = 0; j < width; ++j) {
                const Weight excess = weight[j] > col_potential[j] ? weight[j] - col_potential[j] : 0;
                most = std::max(most, excess);
            }
            row_potential[start] = most;
            std::size_t nearest = 0;
            Weight least = kFar;
            for (std::size_t j = 0; j < width; ++j) {
                distance[j] = most + col_potential[j] - weight[j];
                if (distance[j] < least || (distance[j] == least && row_at[nearest] != kNone && row_at[j] == kNone)) {
                    least = distance[j];
                    nearest = j;
                }
            }
            std::fill(before.begin(), before.end(), start);
            return nearest;
        }

        // Updates the distances from a reached row; the nearest open column is moved behind the others and returned.
        std::size_t settle(std::size_t i, Weight reached, std::size_t& count) {
            const auto* weight = weights.data() + i * width;
            const Weight offset = reached + row_potential[i];
            std::size_t nearest = 0;
            Weight least = kFar;
            for (std::size_t k = 0; k < count; ++k) {
                const auto j = open[k];
                const Weight through = offset + col_potential[j] - weight[j];
                if (through < distance[j]) {
                    distance[j] = through;
                    before[j] = i;
                }
                if (distance[j] < least || (distance[j] == least && row_at[j] == kNone)) {
                    least = distance[j];
                    nearest = k;
                }
            }
            std::swap(open[nearest], open[--count]);
            return open[count];
        }
    };

    const Workers& workers_;
    Matrix weights_;
    std::size_t rows_, cols_;
    std::vector<std::size_t> col_of_, row_of_;
    std::size_t open_rows_;  // rows without a partner
    std::vector<BestTwo> in_row_, in_col_;
};

}  // namespace clusterdiff
