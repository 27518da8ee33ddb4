// The one-to-one pairing of rows and columns with the largest sum of weights, in a dense matrix.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "threads.hpp"

namespace clusterdiff {

class Assignment {
  public:
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    // Weights row by row, none negative; at least as many columns as rows.
    Assignment(std::span<const double> weights, std::size_t rows, std::size_t cols, const Workers& workers)
        : workers_(workers), weights_(weights), rows_(rows), cols_(cols), col_of_(rows, kNone), row_of_(cols, kNone) {}

    // The column of each row; kNone for a row that shares nothing with a free column.
    const std::vector<std::size_t>& run() {
        for (int round = 0; round < kRounds && fix_dominant(); ++round) continue;
        augment();
        return col_of_;
    }

  private:
    static constexpr int kRounds = 8;

    struct BestTwo {
        double best = 0, second = 0;
        std::size_t at = kNone;

        void add(double weight, std::size_t place) {
            if (weight > best) {
                second = best;
                best = weight;
                at = place;
            } else if (weight > second) {
                second = weight;
            }
        }
    };

    // Some best pairing holds every cell that weighs at least the best other cell of its row and that of its column
    // together: taking it costs at most the two cells it replaces. This settles most of a table of similar clusterings.
    bool fix_dominant() {
        std::vector<BestTwo> in_row(rows_), in_col(cols_);
        for (std::size_t i = 0; i < rows_; ++i) {
            if (col_of_[i] != kNone) continue;
            workers_.check();
            for (std::size_t j = 0; j < cols_; ++j) {
                const double weight = weights_[i * cols_ + j];
                if (weight == 0 || row_of_[j] != kNone) continue;
                in_row[i].add(weight, j);
                in_col[j].add(weight, i);
            }
        }
        bool found = false;
        for (std::size_t i = 0; i < rows_; ++i) {
            const auto j = in_row[i].at;
            if (j == kNone || in_col[j].at != i || in_row[i].best < in_row[i].second + in_col[j].second) continue;
            col_of_[i] = j;
            row_of_[j] = i;
            found = true;
        }
        return found;
    }

    // The rows and columns that are left: shortest augmenting paths with potentials (Jonker and Volgenant).
    void augment() {
        std::vector<std::size_t> rows, cols;
        for (std::size_t i = 0; i < rows_; ++i) {
            if (col_of_[i] == kNone) rows.push_back(i);
        }
        for (std::size_t j = 0; j < cols_; ++j) {
            if (row_of_[j] == kNone) cols.push_back(j);
        }
        if (rows.empty()) return;
        const std::size_t width = cols.size();
        std::vector<double> costs(rows.size() * width);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (std::size_t j = 0; j < width; ++j) costs[i * width + j] = -weights_[rows[i] * cols_ + cols[j]];
        }
        std::vector<double> row_potential(rows.size()), col_potential(width), distance(width);
        std::vector<std::size_t> matched(width, kNone), before(width), open(width);
        for (std::size_t start = 0; start < rows.size(); ++start) {
            std::fill(distance.begin(), distance.end(), std::numeric_limits<double>::infinity());
            for (std::size_t j = 0; j < width; ++j) open[j] = j;
            std::size_t count = width, settled = 0, i = start, sink = kNone;
            double reached = 0;
            while (sink == kNone) {
                workers_.check();
                std::size_t nearest = 0;
                double least = std::numeric_limits<double>::infinity();
                const double* cost = costs.data() + i * width;
                const double offset = reached - row_potential[i];
                for (std::size_t k = 0; k < count; ++k) {
                    const auto j = open[k];
                    const double through = cost[j] + offset - col_potential[j];
                    if (through < distance[j]) {
                        distance[j] = through;
                        before[j] = i;
                    }
                    if (distance[j] < least || (distance[j] == least && matched[j] == kNone)) {
                        least = distance[j];
                        nearest = k;
                    }
                }
                reached = least;
                const auto j = open[nearest];
                std::swap(open[nearest], open[--count]);  // the settled columns are open[count..width)
                ++settled;
                if (matched[j] == kNone) {
                    sink = j;
                } else {
                    i = matched[j];
                }
            }
            row_potential[start] += reached;
            for (std::size_t k = width - settled; k < width; ++k) {
                const auto j = open[k];
                if (j == sink) continue;
                row_potential[matched[j]] += reached - distance[j];
                col_potential[j] -= reached - distance[j];
            }
            for (auto j = sink;;) {
                const auto row = before[j];
                matched[j] = row;
                std::swap(j, col_in_path(row));
                if (row == start) break;
            }
        }
        for (std::size_t j = 0; j < width; ++j) {
            if (matched[j] == kNone) continue;
            col_of_[rows[matched[j]]] = cols[j];
            row_of_[cols[j]] = rows[matched[j]];
        }
    }

    std::size_t& col_in_path(std::size_t row) {
        if (path_.size() <= row) path_.resize(row + 1, kNone);
        return path_[row];
    }

    const Workers& workers_;
    std::span<const double> weights_;
    std::size_t rows_, cols_;
    std::vector<std::size_t> col_of_, row_of_;
    std::vector<std::size_t> path_;  // the column of each row among those that are left
};

}  // namespace clusterdiff
