// The growth functions of the losses of a consensus: x² (Binder) and x·log2 x (variation of information).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace clusterdiff {

enum class Growth : std::uint8_t { square, x_log_x };

// f(x) and f(x + 1) - f(x), from tables where they are small enough.
class GrowthTable {
  public:
    GrowthTable(Growth growth, std::uint64_t most) : growth_(growth) {
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(most, kMostTabled)) + 2;
        values_.resize(size);
        steps_.resize(size - 1);
        for (std::size_t x = 0; x < size; ++x) values_[x] = computed(static_cast<double>(x));
        for (std::size_t x = 0; x + 1 < size; ++x) steps_[x] = computed_step(static_cast<double>(x));
    }

    Growth growth() const { return growth_; }
    double operator()(std::uint64_t x) const { return x < values_.size() ? values_[x] : computed(static_cast<double>(x)); }
    double step(std::uint64_t x) const { return x < steps_.size() ? steps_[x] : computed_step(static_cast<double>(x)); }

  private:
    static constexpr std::uint64_t kMostTabled = std::uint64_t{1} << 21;

    double computed(double x) const {
        if (growth_ == Growth::square) return x * x;
        return x > 1 ? x * std::log2(x) : 0;
    }
    // (x + 1)·log(x + 1) - x·log x without cancellation.
    double computed_step(double x) const {
        if (growth_ == Growth::square) return 2 * x + 1;
        return x < 1 ? 0 : std::log2(x + 1) + x * std::log1p(1 / x) * 1.4426950408889634;
    }

    Growth growth_;
    std::vector<double> values_, steps_;
};

}  // namespace clusterdiff
