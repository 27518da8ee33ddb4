// Expected mutual information of two clusterings with fixed cluster sizes (hypergeometric model).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "threads.hpp"

namespace clusterdiff {

// φ(k/μ - 1) = k/μ·log(k/μ) - k/μ + 1 >= 0, by the series x²/2 - x³/6 + x⁴/12 - … of x = k/μ - 1 where the
// difference would cancel; logarithms of small k are looked up.
class Divergence {
  public:
    explicit Divergence(double mean) : mean_(mean), log_mean_(std::log(mean)) {}

    double operator()(double k) const {
        const double x = (k - mean_) / mean_;
        if (std::abs(x) < 0.0625) return x * x * series(x);
        if (k == 0) return 1;
        const double log_ratio = k < kLogs ? logs()[static_cast<std::size_t>(k)] - log_mean_ : std::log1p(x);
        return (1 + x) * log_ratio - x;
    }

  private:
    static constexpr std::size_t kLogs = 256;

    static const std::array<double, kLogs>& logs() {
        static const auto table = [] {
            std::array<double, kLogs> out{};
            for (std::size_t k = 1; k < kLogs; ++k) out[k] = std::log(static_cast<double>(k));
            return out;
        }();
        return table;
    }

    static double series(double x) {
        double sum = 0;
        for (int k = 15; k >= 2; --k) sum = (k % 2 == 0 ? 1.0 : -1.0) / (k * (k - 1)) + x * sum;
        return sum;
    }

    double mean_, log_mean_;
};

// Σ_k P(k)·φ(k/μ - 1) for the overlap k of a cluster of x and one of y elements out of n; its mean is
// μ = xy/n, so that this is E[k·log(k/μ)]/μ as a sum of terms that are not negative. P runs outward from its
// mode by the ratio of neighbours and is divided by its own sum: no gamma function, nothing cancels.
inline double overlap_divergence(std::int64_t x, std::int64_t y, std::int64_t n) {
    const double dx = static_cast<double>(x), dy = static_cast<double>(y), dn = static_cast<double>(n);
    const double mean = dx * (dy / dn), rest = dn - dx - dy;
    const double low = std::max(0.0, dx + dy - dn), high = std::min(dx, dy);
    const double mode = std::clamp(std::floor((dx + 1) * ((dy + 1) / (dn + 2))), low, high);
    const Divergence phi(mean);
    double total = 1, sum = phi(mode);
    double weight = 1;
    for (double k = mode; k < high; ++k) {
        weight *= (dx - k) * (dy - k) / ((k + 1) * (rest + k + 1));
        const double term = weight * phi(k + 1);
        total += weight;
        sum += term;
        if (weight < 1e-18 * total && term < 1e-18 * sum) break;
    }
    weight = 1;
    for (double k = mode; k > low; --k) {
        weight *= k * (rest + k) / ((dx - k + 1) * (dy - k + 1));
        total += weight;
        sum += weight * phi(k - 1);
        if (weight < 1e-18 * total) break;
    }
    return sum / total;
}

// Distinct sizes of both sides with their multiplicities; the answer in nats.
inline double expected_information(std::span<const std::int64_t> a, std::span<const std::int64_t> times_a,
                                   std::span<const std::int64_t> b, std::span<const std::int64_t> times_b,
                                   std::int64_t n, std::size_t threads) {
    std::vector<double> rows(a.size());
    if (a.size() * b.size() < 512) threads = 1;
    share_out(std::min(threads, std::max<std::size_t>(a.size(), 1)), a.size(), [&](std::size_t, std::size_t i) {
        for (std::size_t j = 0; j < b.size(); ++j) {
            const double share = static_cast<double>(a[i]) / static_cast<double>(n) * (static_cast<double>(b[j]) / static_cast<double>(n));
            rows[i] += static_cast<double>(times_b[j]) * share * overlap_divergence(a[i], b[j], n);
        }
        rows[i] *= static_cast<double>(times_a[i]);
    });
    double sum = 0;
    for (const double row : rows) sum += row;
    return sum;
}

}  // namespace clusterdiff
