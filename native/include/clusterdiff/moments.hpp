// Mean and sum of squared deviations of groups of rows, in one pass without cancellation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "column.hpp"
#include "threads.hpp"

namespace clusterdiff {

struct Moments {
    std::span<std::int64_t> counts;
    double* means;    // one row of `width` numbers per group
    double* spreads;  // one number per group
    std::size_t width;
};

// Welford's update, row by row: mean += (x - mean)/count, spread += (x - old mean)·(x - new mean).
inline void add_moments(const double* rows, std::span<const std::uint32_t> groups, const Moments& moments, const Workers& workers) {
    const auto width = moments.width;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (i % 64 == 0) workers.check();
        const std::size_t group = groups[i];
        if (group >= moments.counts.size()) throw ArrayChanged();  // the caller has checked them all before
        const double* x = rows + i * width;
        double* mean = moments.means + group * width;
        const double share = 1.0 / static_cast<double>(++moments.counts[group]);
        double spread = 0;
        for (std::size_t k = 0; k < width; ++k) {
            const double off = x[k] - mean[k];
            mean[k] += off * share;
            spread += off * off;
        }
        moments.spreads[group] += spread * (1 - share);  // (x - old)·(x - new) = (x - old)²·(1 - 1/count)
    }
}

}  // namespace clusterdiff
