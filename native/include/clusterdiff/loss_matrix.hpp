// The losses of some of many clusterings against all of them, from one small table per pair.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "column.hpp"
#include "growth.hpp"
#include "threads.hpp"

namespace clusterdiff {

// Clusterings as rows of codes; the code sizes[i] marks an element that clustering i does not have.
struct CodeRows {
    Column codes;
    std::size_t clusterings, elements;
    std::span<const std::uint32_t> sizes;
    std::span<const std::uint32_t> weights;  // of the elements; empty if all are 1
    bool complete;                           // whether every clustering has every element
};

// The terms of the loss of a pair, over the elements that both have.
struct SharedSums {
    double elements = 0, a = 0, b = 0, cells = 0;
};

class SharedTable {
  public:
    SharedTable(const CodeRows& rows, const GrowthTable& f) : rows_(rows), f_(f) {
        std::uint64_t most = 0;
        for (const auto size : rows.sizes) most = std::max<std::uint64_t>(most, size + std::uint64_t{1});
        counts_.resize(most * most);
        of_a_.resize(most);
        of_b_.resize(most);
        if (rows.complete) sum_alone();
    }

    static bool fits(std::uint64_t most_clusters) { return (most_clusters + 1) * (most_clusters + 1) <= (std::uint64_t{1} << 26); }

    SharedSums sums(std::size_t a, std::size_t b) {
        return rows_.codes.visit([&](const auto* values) {
            const auto size_a = rows_.sizes[a], size_b = rows_.sizes[b];
            const std::size_t width = size_b + std::size_t{1}, size = (size_a + std::size_t{1}) * width;
            tally_pair(values + a * rows_.elements, values + b * rows_.elements, width, size);
            return summed_ ? with_cells(a, b, size) : totals(size_a, size_b, width);
        });
    }

  private:
    template <class T>
    void tally_pair(const T* a, const T* b, std::size_t width, std::size_t size) {
        std::fill_n(counts_.data(), size, 0U);
        const bool inside = rows_.weights.empty() ? count(a, b, width, size, [](std::size_t) { return 1U; })
                                                  : count(a, b, width, size, [&](std::size_t i) { return rows_.weights[i]; });
        if (!inside) throw ArrayChanged();
    }

    // The cluster sizes of a clustering that has every element are the same for all pairs, so that only the cells are summed.
    void sum_alone() {
        alone_.resize(rows_.clusterings);
        for (std::size_t i = 0; i < rows_.clusterings; ++i) {
            const auto sums = SharedTable::sums(i, i);
            alone_[i] = sums.a;
            elements_ = sums.elements;
        }
        summed_ = true;
    }

    SharedSums with_cells(std::size_t a, std::size_t b, std::size_t size) const {
        SharedSums out{elements_, alone_[a], alone_[b], 0};
        double sums[4] = {};
        std::size_t cell = 0;
        for (; cell + 4 <= size; cell += 4) {
            for (std::size_t k = 0; k < 4; ++k) sums[k] += f_(counts_[cell + k]);
        }
        for (; cell < size; ++cell) sums[0] += f_(counts_[cell]);
        out.cells = (sums[0] + sums[1]) + (sums[2] + sums[3]);
        return out;
    }

    template <class T, class Weight>
    bool count(const T* a, const T* b, std::size_t width, std::size_t size, Weight&& weight) {
        auto* counts = counts_.data();
        bool inside = true;
        for (std::size_t i = 0; i < rows_.elements; ++i) {
            const auto cell = static_cast<std::size_t>(a[i]) * width + static_cast<std::size_t>(b[i]);
            inside &= cell < size;
            counts[cell < size ? cell : 0] += weight(i);
        }
        return inside;
    }

    SharedSums totals(std::uint32_t size_a, std::uint32_t size_b, std::size_t width) {
        SharedSums out;
        std::fill_n(of_a_.begin(), size_a, 0U);
        std::fill_n(of_b_.begin(), size_b, 0U);
        for (std::size_t row = 0; row < size_a; ++row) {
            const auto* counts = counts_.data() + row * width;
            for (std::size_t col = 0; col < size_b; ++col) {
                if (counts[col] == 0) continue;
                of_a_[row] += counts[col];
                of_b_[col] += counts[col];
                out.cells += f_(counts[col]);
            }
            out.elements += of_a_[row];
            out.a += f_(of_a_[row]);
        }
        for (std::size_t col = 0; col < size_b; ++col) out.b += f_(of_b_[col]);
        return out;
    }

    const CodeRows& rows_;
    const GrowthTable& f_;
    std::vector<std::uint32_t> counts_, of_a_, of_b_;
    std::vector<double> alone_;  // Σ f(size) of each clustering
    double elements_ = 0;
    bool summed_ = false;
};

// The costs of separating elements that are together in a draw, and of joining elements that are apart in it.
struct Costs {
    double separate, join;

    // The loss of an estimate for a draw; 0 if they share no element.
    double of(const SharedSums& sums, double estimate, double draw, Growth growth) const {
        if (sums.elements == 0) return 0;
        const double scale = growth == Growth::square ? sums.elements * sums.elements : sums.elements;
        return (separate * (draw - sums.cells) + join * (estimate - sums.cells)) / scale;
    }
};

// losses[c * clusterings + i] is the loss of clustering candidates[c] as an estimate of clustering i.
inline void loss_matrix(const CodeRows& rows, const GrowthTable& f, const Costs& costs, std::span<const std::uint32_t> candidates,
                        double* losses, const Workers& workers) {
    const auto m = rows.clusterings;
    const bool all = candidates.size() == m;  // each pair of clusterings is counted once
    const auto used = workers.at_most(std::max<std::size_t>(candidates.size(), 1));
    std::vector<std::vector<SharedTable>> tables(used.count());
    used.share(candidates.size(), [&](std::size_t worker, std::size_t c) {
        if (tables[worker].empty()) tables[worker].emplace_back(rows, f);
        auto& table = tables[worker].front();
        for (std::size_t i = all ? c + 1 : 0; i < m; ++i) {
            used.check();
            const auto sums = table.sums(candidates[c], i);
            losses[c * m + i] = costs.of(sums, sums.a, sums.b, f.growth());
            if (all) losses[i * m + c] = costs.of(sums, sums.b, sums.a, f.growth());
        }
        if (all) losses[c * m + c] = 0;
    });
}

}  // namespace clusterdiff
