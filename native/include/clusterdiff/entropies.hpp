// Entropies of two clusterings from the cells of their table, in nats; all terms of the sums are non-negative.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "count_pairs.hpp"
#include "divergence.hpp"
#include "compensated_sum.hpp"
#include "pair_sums.hpp"
#include "small_table.hpp"
#include "threads.hpp"

namespace clusterdiff {

struct Entropies {
    std::uint64_t clusters_a = 0, clusters_b = 0;
    double a = 0, b = 0, a_given_b = 0, b_given_a = 0, mutual = 0;
};

// part·log(whole/part); log1p keeps full precision if part is close to whole.
inline double compute_entropy_term(std::uint64_t part, std::uint64_t whole) {
    return static_cast<double>(part) * std::log1p(static_cast<double>(whole - part) / static_cast<double>(part));
}

// Terms of clusters with fewer elements than this are cached: for small data with many clusters, logarithms take most of the
// time.
inline constexpr std::uint64_t kSmallCluster = 64;

class SmallEntropyTerms {
  public:
    SmallEntropyTerms() {
        for (std::uint64_t whole = 1; whole < kSmallCluster; ++whole) {
            for (std::uint64_t part = 1; part <= whole; ++part) terms_[part * kSmallCluster + whole] = compute_entropy_term(part, whole);
        }
    }
    double operator()(std::uint64_t part, std::uint64_t whole) const { return terms_[part * kSmallCluster + whole]; }

  private:
    std::array<double, kSmallCluster * kSmallCluster> terms_{};
};

inline const SmallEntropyTerms small_entropy_terms;

inline double entropy_term(std::uint64_t part, std::uint64_t whole) {
    return whole < kSmallCluster ? small_entropy_terms(part, whole) : compute_entropy_term(part, whole);
}

// q·φ(p/q - 1) times n, for p = n_ij/n and q = a_i·b_j/n². Cells of small clusters with the same three numbers share it.
class MutualTerms {
  public:
    explicit MutualTerms(std::uint64_t n) : n_(n) { keys_.fill(kNone); }

    double operator()(std::uint64_t count, std::uint64_t size_a, std::uint64_t size_b) {
        if (size_a >= kSmallCluster || size_b >= kSmallCluster) return compute(count, size_a, size_b);
        const auto key = static_cast<std::uint32_t>((count * kSmallCluster + size_a) * kSmallCluster + size_b);
        const auto slot = (key * 2654435761U) >> (32 - kBits);
        if (keys_[slot] != key) {
            keys_[slot] = key;
            terms_[slot] = compute(count, size_a, size_b);
        }
        return terms_[slot];
    }

  private:
    double compute(std::uint64_t count, std::uint64_t size_a, std::uint64_t size_b) const {
        const auto product = size_a * size_b;
        const auto excess = static_cast<double>(static_cast<std::int64_t>(n_ * count - product)) / static_cast<double>(product);
        return static_cast<double>(product) / static_cast<double>(n_) * divergence(excess);
    }

    static constexpr unsigned kBits = 6;
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    std::uint64_t n_;
    std::array<std::uint32_t, std::size_t{1} << kBits> keys_;
    std::array<double, std::size_t{1} << kBits> terms_{};
};

class EntropySums {
  public:
    explicit EntropySums(std::uint64_t n) : n_(n), mutual_terms_(n) {}

    void add_cell(std::uint64_t count, std::uint64_t size_a, std::uint64_t size_b) {
        ++cells_;
        a_given_b_.add(entropy_term(count, size_b));
        b_given_a_.add(entropy_term(count, size_a));
        // I = Σ q·φ(p/q - 1) over all cells, p = n_ij/n, q = a_i·b_j/n². The term of an empty cell is q, since φ(-1) = 1; all
        // empty cells together contribute 1 - Σ q over the others, which is exact in integers. There is no cancellation.
        products_ += size_a * size_b;
        mutual_.add(mutual_terms_(count, size_a, size_b));
    }

    void add(const EntropySums& other) {
        cells_ += other.cells_;
        products_ += other.products_;
        a_given_b_.add(other.a_given_b_);
        b_given_a_.add(other.b_given_a_);
        mutual_.add(other.mutual_);
    }

    template <class Size>
    Entropies finish(std::span<const Size> sizes_a, std::span<const Size> sizes_b) const {
        Entropies out;
        const auto n = static_cast<double>(n_);
        std::array<double, kSmallCluster> known;
        known.fill(-1);
        const auto term = [&](std::uint64_t size) {
            if (size >= kSmallCluster) return entropy_term(size, n_);
            if (known[size] < 0) known[size] = entropy_term(size, n_);
            return known[size];
        };
        const auto entropy = [&](std::span<const Size> sizes, std::uint64_t& clusters) {
            CompensatedSum sum;
            for (const auto size : sizes) {
                if (size == 0) continue;
                ++clusters;
                sum.add(term(static_cast<std::uint64_t>(size)));
            }
            return sum.value() / n;
        };
        out.a = entropy(sizes_a, out.clusters_a);
        out.b = entropy(sizes_b, out.clusters_b);
        out.a_given_b = a_given_b_.value() / n;
        out.b_given_a = b_given_a_.value() / n;
        auto mutual = mutual_;
        if (cells_ < out.clusters_a * out.clusters_b) mutual.add(static_cast<double>(n_ * n_ - products_) / n);
        out.mutual = mutual.value() / n;
        return out;
    }

  private:
    std::uint64_t n_, cells_ = 0, products_ = 0;
    CompensatedSum a_given_b_, b_given_a_, mutual_;
    MutualTerms mutual_terms_;
};

// Cells of a table with fewer than kMostSummed elements; every row and column is inside its sizes.
struct CellsOfTable {
    std::span<const std::int64_t> rows, cols, counts, sizes_a, sizes_b;
};

// Terms are looked up by both numbers.
inline void check_parts(std::uint64_t part, std::uint64_t whole) {
    if (part > whole) throw std::invalid_argument("A count must not exceed the size of its cluster, nor a size the number of elements.");
}

inline Entropies entropies_of_cells(const CellsOfTable& table, std::uint64_t n, const Workers& available) {
    constexpr std::size_t kCells = 4096;
    const std::size_t jobs = (table.counts.size() + kCells - 1) / kCells;
    const auto workers = available.at_most(std::max<std::size_t>(1, jobs / 2));
    std::vector<EntropySums> parts(workers.count(), EntropySums(n));
    workers.share(jobs, [&](std::size_t worker, std::size_t job) {
        for (std::size_t i = job * kCells; i < std::min((job + 1) * kCells, table.counts.size()); ++i) {
            const auto row = static_cast<std::size_t>(table.rows[i]), col = static_cast<std::size_t>(table.cols[i]);
            if (row >= table.sizes_a.size() || col >= table.sizes_b.size()) throw std::out_of_range("A cell is outside the table.");
            const auto count = static_cast<std::uint64_t>(table.counts[i]), size_a = static_cast<std::uint64_t>(table.sizes_a[row]),
                       size_b = static_cast<std::uint64_t>(table.sizes_b[col]);
            check_parts(count, std::min(size_a, size_b));
            check_parts(std::max(size_a, size_b), n);
            parts[worker].add_cell(count, size_a, size_b);
        }
    });
    for (std::size_t worker = 1; worker < parts.size(); ++worker) parts[0].add(parts[worker]);
    for (const auto& sizes : {table.sizes_a, table.sizes_b}) {
        for (const auto size : sizes) check_parts(static_cast<std::uint64_t>(size), n);
    }
    return parts[0].finish(table.sizes_a, table.sizes_b);
}

inline std::optional<Entropies> entropies_small(const Pairs& pairs, const Workers& workers) {
    const SmallTable table(pairs, workers);
    if (!table.is_complete()) return std::nullopt;
    EntropySums sums(pairs.size());
    table.each_cell([&](std::size_t row, std::size_t col, std::uint32_t count) { sums.add_cell(count, table.sizes_a()[row], table.sizes_b()[col]); });
    return sums.finish<std::uint32_t>(table.sizes_a(), table.sizes_b());
}

inline std::optional<Entropies> entropies_dense(const Pairs& pairs, const Workers& workers) {
    const auto counters = count_dense<std::uint32_t>(pairs, workers);
    if (!counters) return std::nullopt;
    const std::size_t height = std::size_t{1} << pairs.range_a.bits, width = std::size_t{1} << pairs.range_b.bits;
    std::vector<std::uint32_t> rows(height), cols(width);
    const auto* counts = counters->data.get();
    for (std::size_t i = 0; i < height; ++i) {
        std::uint32_t in_row = 0;
        for (std::size_t j = 0; j < width; ++j) {
            in_row += counts[i * width + j];
            cols[j] += counts[i * width + j];
        }
        rows[i] = in_row;
    }
    EntropySums sums(pairs.size());
    for (std::size_t i = 0; i < height; ++i) {
        if (rows[i] == 0) continue;
        workers.check();
        for (std::size_t j = 0; j < width; ++j) {
            if (const auto count = counts[i * width + j]) sums.add_cell(count, rows[i], cols[j]);
        }
    }
    return sums.finish<std::uint32_t>(rows, cols);
}

// From labels, at most kMostSummed of them.
inline Entropies entropies(const Column& a, const Column& b, const Workers& available) {
    if (a.size == 0) return {};
    if (a.size <= (std::size_t{1} << 16)) {  // larger ones have cells for several workers
        const auto workers = available.at_most(1);
        const auto dense = [&](const Pairs& pairs) {
            if (SmallTable::suits(pairs)) return entropies_small(pairs, workers);
            return is_dense(pairs, 4096, 4) ? entropies_dense(pairs, workers) : std::nullopt;
        };
        const Pairs pairs{a, b, nullptr, range_of(a), range_of(b)};
        if (can_be_indexed(pairs)) {
            if (const auto found = dense(pairs)) return *found;
        }
    }
    const auto cells = count_pairs(a, b, nullptr, available);
    std::vector<std::int64_t> sizes_a(cells.row_values.size()), sizes_b(cells.col_values.size());
    for (std::size_t i = 0; i < cells.counts.size; ++i) {
        sizes_a[static_cast<std::size_t>(cells.rows[i])] += cells.counts[i];
        sizes_b[static_cast<std::size_t>(cells.cols[i])] += cells.counts[i];
    }
    const auto span_of = [](const Buffer<std::int64_t>& values) { return std::span<const std::int64_t>(values.data.get(), values.size); };
    return entropies_of_cells({span_of(cells.rows), span_of(cells.cols), span_of(cells.counts), sizes_a, sizes_b}, a.size, available);
}

}  // namespace clusterdiff
