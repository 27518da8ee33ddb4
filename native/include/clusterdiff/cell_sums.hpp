// Pair sums and entropies of one table, from its sizes and its cells.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "divergence.hpp"
#include "entropies.hpp"
#include "compensated_sum.hpp"

namespace clusterdiff {

// The summary of one pair of clusterings, over the elements that both have.
struct PairSummary {
    std::uint64_t n = 0, clusters_a = 0, clusters_b = 0;
    std::uint64_t cells = 0, rows = 0, cols = 0;  // Σ n_ij², Σ a_i², Σ b_j²
    double a = 0, b = 0, a_given_b = 0, b_given_a = 0, mutual = 0;
};

// Tabulated logarithms of sizes. They are not used if n is small, so that the result is bitwise equal to that of comparing the
// two clusterings alone.
class Logarithms {
  public:
    explicit Logarithms(std::size_t n) : exact_(n < kFewElements), values_(exact_ ? 0 : std::min(n + 1, kTabulated)) {
        for (std::size_t i = 1; i < values_.size(); ++i) values_[i] = std::log(static_cast<double>(i));
    }

    bool exact() const { return exact_; }
    double of(std::uint64_t size) const { return size < values_.size() ? values_[size] : std::log(static_cast<double>(size)); }

  private:
    static constexpr std::size_t kFewElements = 64, kTabulated = std::size_t{1} << 16;
    bool exact_;
    std::vector<double> values_;
};

// Sums over the cells of one table. A difference of tabulated logarithms replaces log1p where there is no cancellation.
class CellSums {
  public:
    CellSums(const Logarithms& logs, std::uint64_t n, std::span<const std::uint64_t> rows, std::span<const std::uint64_t> cols,
             std::vector<double>& log_rows, std::vector<double>& log_cols)
        : logs_(logs), n_(n), rows_(rows), cols_(cols), log_rows_(log_rows), log_cols_(log_cols), log_n_(logs.exact() ? 0.0 : logs.of(n)) {
        if (logs.exact()) return;
        const auto fill = [&](std::span<const std::uint64_t> sizes, std::vector<double>& out) {
            if (out.size() < sizes.size()) out.resize(sizes.size());
            for (std::size_t i = 0; i < sizes.size(); ++i) out[i] = logs.of(sizes[i]);
        };
        fill(rows, log_rows);
        fill(cols, log_cols);
    }

    void add(std::uint64_t count, std::size_t row, std::size_t col) {
        ++cells_;
        const auto in_a = rows_[row], in_b = cols_[col];
        const auto product = in_a * in_b;
        products_ += product;
        const auto part = static_cast<double>(count), whole = static_cast<double>(product);
        const auto excess = static_cast<double>(static_cast<std::int64_t>(n_ * count - product)) / whole;
        double of_b, of_a, divergent;
        if (logs_.exact()) {
            of_b = entropy_term(count, in_b);
            of_a = entropy_term(count, in_a);
            divergent = divergence(excess);
        } else {
            const auto log_part = logs_.of(count);
            of_b = in_b >= kApart * count ? part * (log_cols_[col] - log_part) : entropy_term(count, in_b);
            of_a = in_a >= kApart * count ? part * (log_rows_[row] - log_part) : entropy_term(count, in_a);
            divergent = excess >= 1 || excess <= -0.5 ? (1 + excess) * ((log_n_ - log_rows_[row]) + (log_part - log_cols_[col])) - excess : divergence(excess);
        }
        a_given_b_.add(of_b);
        b_given_a_.add(of_a);
        mutual_.add(whole / static_cast<double>(n_) * divergent);
    }

    void finish(PairSummary& out) const {
        const auto n = static_cast<double>(n_);
        out.a = entropy(rows_);
        out.b = entropy(cols_);
        out.a_given_b = a_given_b_.value() / n;
        out.b_given_a = b_given_a_.value() / n;
        auto mutual = mutual_;
        if (cells_ < out.clusters_a * out.clusters_b) mutual.add(static_cast<double>(n_ * n_ - products_) / n);
        out.mutual = mutual.value() / n;
    }

  private:
    static constexpr std::uint64_t kApart = 2;

    double entropy(std::span<const std::uint64_t> sizes) const {
        CompensatedSum sum;
        for (const auto size : sizes) {
            if (size != 0) sum.add(entropy_term(size, n_));
        }
        return sum.value() / static_cast<double>(n_);
    }

    const Logarithms& logs_;
    std::uint64_t n_, cells_ = 0, products_ = 0;
    std::span<const std::uint64_t> rows_, cols_;
    const std::vector<double>&log_rows_, &log_cols_;
    double log_n_;
    CompensatedSum a_given_b_, b_given_a_, mutual_;
};

}  // namespace clusterdiff
