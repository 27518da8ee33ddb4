// Expected mutual information of two clusterings with fixed cluster sizes (hypergeometric model).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "divergence.hpp"
#include "threads.hpp"

namespace clusterdiff {

// The expected mutual information and conditional entropies of two clusterings with fixed sizes, in nats; all terms are
// non-negative.
struct ExpectedInformation {
    double mutual = 0;     // E[I]
    double a_given_b = 0;  // E[H(a | b)]
    double b_given_a = 0;  // E[H(b | a)]
};

inline double logarithm(double k) {
    constexpr std::size_t kLogs = 8192;
    static const auto table = [] {
        std::array<double, kLogs> out{};
        for (std::size_t i = 1; i < kLogs; ++i) out[i] = std::log(static_cast<double>(i));
        return out;
    }();
    return k >= 0 && k < kLogs ? table[static_cast<std::size_t>(k)] : std::log(k);
}

// The overlap k of a cluster of x and one of y elements out of n: hypergeometric with mean μ = xy/n. It is k = low + j, where low is
// the least possible overlap and j has mean μ - low. All differences of sizes are taken in integers, since doubles round above 2⁵³.
class Overlap {
  public:
    Overlap(std::int64_t x, std::int64_t y, std::int64_t n)
        : x_(static_cast<double>(x)), y_(static_cast<double>(y)), n_(static_cast<double>(n)), others_x_(static_cast<double>(n - x)),
          others_y_(static_cast<double>(n - y)), skew_x_(static_cast<double>(n - x - x)), skew_y_(static_cast<double>(n - y - y)),
          mean_(x_ * (y_ / n_)), log_x_(logarithm(x_)), log_y_(logarithm(y_)), log_mean_(std::log(mean_)) {
        const bool crowded = x > n - y;  // the two must overlap
        const std::int64_t low = crowded ? x - (n - y) : 0;
        low_ = static_cast<double>(low);
        free_x_ = static_cast<double>(x - low);
        free_y_ = static_cast<double>(y - low);
        rest_ = static_cast<double>(n - x - (y - low));
        const double p = crowded ? others_x_ : x_, q = crowded ? others_y_ : y_;  // j is their overlap
        mean_above_low_ = p * (q / n_);
        mode_ = std::min({std::floor((p + 1) * ((q + 1) / (n_ + 2))), free_x_, free_y_});
    }

    // E of k·log(k/μ), k·log(y/k) and k·log(x/k). The probabilities P are computed outward from the mode by ratios of neighbors
    // and divided by their sum, without gamma functions and without cancellation.
    ExpectedInformation expected() const {
        const double variance = mean_ * (others_x_ / n_) * (others_y_ / std::max(n_ - 1, 1.0));
        if (variance > 1e8) return expanded(variance);
        const double high = std::min(free_x_, free_y_);
        ExpectedInformation sum;
        double total = 1, weight = 1;
        add(sum, 1, mode_);
        for (double j = mode_; j < high; ++j) {
            weight *= (free_x_ - j) * (free_y_ - j) / ((low_ + j + 1) * (rest_ + j + 1));
            total += weight;
            add(sum, weight, j + 1);
            if (weight * (low_ + j + 1) < 1e-19 * total * mean_) break;
        }
        weight = 1;
        for (double j = mode_; j > 0; --j) {
            weight *= (low_ + j) * (rest_ + j) / ((free_x_ - j + 1) * (free_y_ - j + 1));
            total += weight;
            add(sum, weight, j - 1);
            if (weight < 1e-19 * total) break;
        }
        return {sum.mutual / total, sum.a_given_b / total, sum.b_given_a / total};
    }

  private:
    void add(ExpectedInformation& sum, double weight, double j) const {
        const double k = low_ + j;
        sum.mutual += weight * mean_ * divergence(k, (j - mean_above_low_) / mean_);
        if (k > 0) {
            const double log_k = logarithm(k);
            sum.a_given_b += weight * k * log_share(log_y_, free_y_ - j, k, log_k);
            sum.b_given_a += weight * k * log_share(log_x_, free_x_ - j, k, log_k);
        }
    }

    // log((k + others)/k), accurate if k is close to k + others.
    static double log_share(double log_whole, double others, double k, double log_k) {
        return k > others ? std::log1p(others / k) : log_whole - log_k;
    }

    // φ(t) with t = k/μ - 1. Since E[k] = μ, the mean of μ·φ equals the mean of k·log(k/μ).
    double divergence(double k, double t) const {
        if (std::abs(t) < kSmallDivergence) return divergence_series(t);
        if (k == 0) return 1;
        return (1 + t) * (k < 256 ? logarithm(k) - log_mean_ : std::log1p(t)) - t;
    }

    // For many elements: the series in the central moments m2, m3 and m4 ≈ 3·m2²; the omitted terms are below 1e-15 of the sum.
    ExpectedInformation expanded(double m2) const {
        const double m3 = m2 * (skew_x_ / n_) * (skew_y_ / (n_ - 2));
        const double square = mean_ * mean_;
        const double divergence = m2 / (2 * square) - m3 / (6 * square * mean_) + 3 * m2 * m2 / (12 * square * square);
        const double mutual = mean_ * divergence;
        return {mutual, mean_ * std::log1p(others_x_ / x_) - mutual, mean_ * std::log1p(others_y_ / y_) - mutual};
    }

    double x_, y_, n_, others_x_, others_y_, skew_x_, skew_y_, mean_, log_x_, log_y_, log_mean_;
    double low_, free_x_, free_y_, rest_, mean_above_low_, mode_;
};

// Distinct cluster sizes and the number of clusters of each size. They are copies, so that no other thread can change them.
struct SizeCounts {
    std::vector<std::int64_t> sizes, times;

    SizeCounts(std::span<const std::int64_t> from_sizes, std::span<const std::int64_t> from_times, std::int64_t n)
        : sizes(from_sizes.begin(), from_sizes.end()), times(from_times.begin(), from_times.end()) {
        for (const auto size : sizes) {
            if (size < 1 || size > n) throw std::invalid_argument("Sizes must be between 1 and n.");
        }
        for (const auto count : times) {
            if (count < 0) throw std::invalid_argument("Multiplicities must not be negative.");
        }
    }
};

// From the distinct sizes of both sides with their multiplicities.
inline ExpectedInformation expected_information(const SizeCounts& a, const SizeCounts& b, std::int64_t n, const Workers& available) {
    std::vector<ExpectedInformation> rows(a.sizes.size());
    const auto workers = available.at_most(a.sizes.size() * b.sizes.size() < 512 ? 1 : kMostThreads);
    workers.share(a.sizes.size(), [&](std::size_t, std::size_t i) {
        ExpectedInformation row;
        for (std::size_t j = 0; j < b.sizes.size(); ++j) {
            workers.check();
            const auto one = Overlap(a.sizes[i], b.sizes[j], n).expected();
            const double share = static_cast<double>(a.times[i]) * static_cast<double>(b.times[j]) / static_cast<double>(n);
            row.mutual += share * one.mutual;
            row.a_given_b += share * one.a_given_b;
            row.b_given_a += share * one.b_given_a;
        }
        rows[i] = row;
    });
    ExpectedInformation sum;
    for (const auto& row : rows) {
        sum.mutual += row.mutual;
        sum.a_given_b += row.a_given_b;
        sum.b_given_a += row.b_given_a;
    }
    return sum;
}

}  // namespace clusterdiff
