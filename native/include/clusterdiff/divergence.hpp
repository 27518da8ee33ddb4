// φ(t) = (1+t)·log(1+t) - t, without cancellation.
#pragma once

#include <cmath>

namespace clusterdiff {

// Uses the series t²/2 - t³/6 + t⁴/12 - … where the difference would cancel; the terms up to t¹⁵ suffice for 2⁻⁵³.
inline constexpr double kSmallDivergence = 0.0625;

inline double divergence_series(double t) {
    double series = 0;
    for (int i = 15; i >= 2; --i) series = (i % 2 == 0 ? 1.0 : -1.0) / (i * (i - 1)) + t * series;
    return t * t * series;
}

inline double divergence(double t) {
    if (std::abs(t) < kSmallDivergence) return divergence_series(t);
    return t <= -1 ? 1.0 : (1 + t) * std::log1p(t) - t;
}

}  // namespace clusterdiff
