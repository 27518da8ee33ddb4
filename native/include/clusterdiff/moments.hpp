// Mean and sum of squared deviations of groups of rows, in one pass that does not cancel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace clusterdiff {

// Welford's update, row by row: mean += (x - mean)/count, spread += (x - old mean)·(x - new mean).
inline void add_moments(const double* rows, std::span<const std::uint32_t> groups, std::size_t width, std::int64_t* counts,
                        double* means, double* spreads) {
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const auto group = groups[i];
        const double* x = rows + i * width;
        double* mean = means + group * width;
        const double share = 1.0 / static_cast<double>(++counts[group]);
        double spread = 0;
        for (std::size_t k = 0; k < width; ++k) {
            const double off = x[k] - mean[k];
            mean[k] += off * share;
            spread += off * off;
        }
        spreads[group] += spread * (1 - share);  // (x - old)·(x - new) = (x - old)²·(1 - 1/count)
    }
}

}  // namespace clusterdiff
