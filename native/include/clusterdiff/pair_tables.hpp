// The tables of many pairs of clusterings, counted from narrow codes.
// A table is counted in a dense array if that fits in the cache; otherwise the elements are sorted by the clusters of one side,
// once for all its pairs, and the table is counted row by row.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "cell_sums.hpp"
#include "column.hpp"
#include "threads.hpp"

namespace clusterdiff {

// The work of one thread: tables and orders that are used again for the next pair.
template <class CodeA, class CodeB>
class PairTables {
  public:
    PairTables(std::size_t n, const std::int64_t* weights, bool with_entropies, const Logarithms& logs)
        : n_(n), weights_(weights), with_entropies_(with_entropies), logs_(logs) {}

    // Sets clustering a, with `clusters` clusters, as the first clustering of the next pairs.
    void start(const CodeA* a, std::size_t clusters) {
        a_ = a;
        height_ = clusters + 1;
        ordered_ = false;
    }

    PairSummary with(const CodeB* b, std::size_t clusters, const Workers& workers) {
        width_ = clusters + 1;
        const auto size = height_ * width_;
        rows_.assign(height_, 0);
        cols_.assign(width_, 0);
        if (size > std::min(kMostDense, std::max<std::size_t>(256, 4 * n_))) return by_rows(b, workers);
        if (weights_ != nullptr) return dense_weighted(b, workers);
        if (size <= kFourTables) return dense<4>(b, workers);
        return size <= kTwoTables ? dense<2>(b, workers) : dense<1>(b, workers);
    }

    // The pairs (a, b), (a, c) and (b, c) of three clusterings: one table of all three has the tables of the pairs as its sums, so
    // that three pairs cost one addition per element.
    std::array<PairSummary, 3> with_two(const CodeB* b, std::size_t clusters_b, const CodeB* c, std::size_t clusters_c, const Workers& workers)
        requires std::same_as<CodeA, CodeB>
    {
        const auto depth = clusters_c + 1, width = clusters_b + 1, height = height_;
        const auto* const a = a_;
        if (weights_ != nullptr || height * width > std::min(kMostCubed, n_ / 2) / depth) {
            std::array<PairSummary, 3> out{with(b, clusters_b, workers), with(c, clusters_c, workers), {}};
            start(b, clusters_b);
            out[2] = with(c, clusters_c, workers);
            start(a, height - 1);
            return out;
        }
        count_cube(b, width, c, depth, workers);
        sums_.assign(height * width + height * depth + width * depth, 0);
        auto *const ab = sums_.data(), *const ac = ab + height * width, *const bc = ac + height * depth;
        for (std::size_t i = 0; i < height; ++i) {
            for (std::size_t j = 0; j < width; ++j) {
                const auto* cells = counts_.data() + (i * width + j) * depth;
                std::uint32_t sum = 0;
                for (std::size_t k = 0; k < depth; ++k) {
                    sum += cells[k];
                    ac[i * depth + k] += cells[k];
                    bc[j * depth + k] += cells[k];
                }
                ab[i * width + j] = sum;
            }
        }
        std::array<PairSummary, 3> out{finished(ab, height, width), finished(ac, height, depth), finished(bc, width, depth)};
        start(a, height - 1);
        return out;
    }

  private:
    static constexpr std::size_t kMostCubed = std::size_t{1} << 15;
    static constexpr std::size_t kMostDense = std::size_t{1} << 16;  // cells, so that a key has 16 bits
    static constexpr std::size_t kFourTables = 2048, kTwoTables = 16384;

    // Keys a·width + b of a block of elements. A code that is too large counts as absent. Taking the minimum before widening,
    // and a 16-bit product, can be vectorized on every processor.
    std::size_t read_keys(const CodeB* b, std::size_t begin) {
        const auto count = std::min(kBlock, n_ - begin);
        const auto top_a = static_cast<CodeA>(height_ - 1);
        const auto top_b = static_cast<CodeB>(width_ - 1);
        const auto width = static_cast<std::uint16_t>(width_);
        const auto* from_a = a_ + begin;
        const auto* from_b = b + begin;
        for (std::size_t i = 0; i < count; ++i) {
            const auto x = from_a[i] < top_a ? from_a[i] : top_a;
            const auto y = from_b[i] < top_b ? from_b[i] : top_b;
            keys_[i] = static_cast<std::uint16_t>(static_cast<std::uint16_t>(x) * width + static_cast<std::uint16_t>(y));
        }
        return count;
    }

    // Consecutive elements are counted in different tables, since a second addition to the same cell would have to wait for the
    // first.
    template <std::size_t Tables>
    PairSummary dense(const CodeB* b, const Workers& workers) {
        const auto size = height_ * width_;
        counts_.assign(Tables * size, 0);
        auto* const counts = counts_.data();
        const auto* const keys = keys_.data();
        for (std::size_t begin = 0; begin < n_; begin += kBlock) {
            workers.check();
            const auto count = read_keys(b, begin);
            std::size_t i = 0;
            for (; i + 4 <= count; i += 4) {
                std::uint64_t four;
                std::memcpy(&four, keys + i, sizeof four);
                ++counts[four & 0xFFFF];
                ++counts[1 % Tables * size + ((four >> 16) & 0xFFFF)];
                ++counts[2 % Tables * size + ((four >> 32) & 0xFFFF)];
                ++counts[3 % Tables * size + (four >> 48)];
            }
            for (; i < count; ++i) ++counts[keys[i]];
        }
        for (std::size_t table = 1; table < Tables; ++table) {
            for (std::size_t i = 0; i < size; ++i) counts[i] += counts[table * size + i];
        }
        return finish_dense(counts);
    }

    PairSummary finished(const std::uint32_t* counts, std::size_t height, std::size_t width) {
        height_ = height;
        width_ = width;
        rows_.assign(height, 0);
        cols_.assign(width, 0);
        return finish_dense(counts);
    }

    // Alternates between four quarters of the elements: neighbors are often in the same cell, and a second addition to it would
    // have to wait for the first.
    void count_cube(const CodeB* b, std::size_t width, const CodeB* c, std::size_t depth, const Workers& workers) {
        constexpr std::size_t kPart = kBlock / 4;
        counts_.assign(height_ * width * depth, 0);
        auto* const counts = counts_.data();
        const auto quarter = n_ / 4;
        const auto keys_of = [&](std::size_t begin, std::size_t count, std::uint16_t* keys) {
            const auto top_a = static_cast<CodeA>(height_ - 1);
            const auto top_b = static_cast<CodeB>(width - 1), top_c = static_cast<CodeB>(depth - 1);
            const auto times_b = static_cast<std::uint16_t>(width), times_c = static_cast<std::uint16_t>(depth);
            const auto *from_a = a_ + begin;
            const auto *from_b = b + begin, *from_c = c + begin;
            for (std::size_t i = 0; i < count; ++i) {
                const auto x = static_cast<std::uint16_t>(from_a[i] < top_a ? from_a[i] : top_a);
                const auto y = static_cast<std::uint16_t>(from_b[i] < top_b ? from_b[i] : top_b);
                const auto z = static_cast<std::uint16_t>(from_c[i] < top_c ? from_c[i] : top_c);
                keys[i] = static_cast<std::uint16_t>(static_cast<std::uint16_t>(x * times_b + y) * times_c + z);
            }
        };
        auto* const keys = keys_.data();
        for (std::size_t begin = 0; begin < quarter; begin += kPart) {
            workers.check();
            const auto count = std::min(kPart, quarter - begin);
            for (std::size_t part = 0; part < 4; ++part) keys_of(part * quarter + begin, count, keys + part * kPart);
            for (std::size_t i = 0; i < count; ++i) {
                ++counts[keys[i]];
                ++counts[keys[kPart + i]];
                ++counts[keys[2 * kPart + i]];
                ++counts[keys[3 * kPart + i]];
            }
        }
        keys_of(4 * quarter, n_ - 4 * quarter, keys);
        for (std::size_t i = 0; i < n_ - 4 * quarter; ++i) ++counts[keys[i]];
    }

    PairSummary dense_weighted(const CodeB* b, const Workers& workers) {
        weighted_.assign(height_ * width_, 0);
        for (std::size_t begin = 0; begin < n_; begin += kBlock) {
            workers.check();
            const auto count = read_keys(b, begin);
            for (std::size_t i = 0; i < count; ++i) weighted_[keys_[i]] += static_cast<std::uint64_t>(weights_[begin + i]);
        }
        return finish_dense(weighted_.data());
    }

    template <class Count>
    PairSummary finish_dense(const Count* counts) {
        PairSummary out;
        for (std::size_t i = 0; i + 1 < height_; ++i) {
            const auto* row = counts + i * width_;
            std::uint64_t in_row = 0, squares = 0;
            for (std::size_t j = 0; j + 1 < width_; ++j) {
                const std::uint64_t count = row[j];
                in_row += count;
                cols_[j] += count;
                squares += count * count;
            }
            rows_[i] = in_row;
            out.cells += squares;
        }
        finish_sizes(out);
        if (!with_entropies_ || out.n == 0) return out;
        auto sums = cell_sums(out.n);
        for (std::size_t i = 0; i + 1 < height_; ++i) {
            if (rows_[i] == 0) continue;
            for (std::size_t j = 0; j + 1 < width_; ++j) {
                if (const std::uint64_t count = counts[i * width_ + j]) sums.add(count, i, j);
            }
        }
        sums.finish(out);
        return out;
    }

    void finish_sizes(PairSummary& out) const {
        for (const auto size : rows_) {
            out.n += size;
            out.rows += size * size;
            out.clusters_a += size != 0;
        }
        for (const auto size : cols_) {
            out.cols += size * size;
            out.clusters_b += size != 0;
        }
    }

    CellSums cell_sums(std::uint64_t n) {
        return {logs_, n, {rows_.data(), height_ - 1}, {cols_.data(), width_ - 1}, log_rows_, log_cols_};
    }

    std::uint64_t weight_of(std::size_t element) const { return weights_ == nullptr ? 1 : static_cast<std::uint64_t>(weights_[element]); }

    // The elements of a, cluster by cluster, without absent elements.
    void put_in_order() {
        if (ordered_) return;
        starts_.assign(height_ + 1, 0);
        order_.resize(n_);
        const auto top = height_ - 1;
        const auto code = [&](std::size_t i) { return std::min<std::size_t>(a_[i], top); };
        for (std::size_t i = 0; i < n_; ++i) ++starts_[code(i) + 1];
        for (std::size_t i = 0; i < height_; ++i) starts_[i + 1] += starts_[i];
        ends_.assign(starts_.begin(), starts_.end() - 1);
        for (std::size_t i = 0; i < n_; ++i) {
            auto& end = ends_[code(i)];
            if (end >= n_) throw ArrayChanged{};
            order_[end++] = static_cast<std::uint32_t>(i);
        }
        ordered_ = true;
    }

    PairSummary by_rows(const CodeB* b, const Workers& workers) {
        put_in_order();
        const auto top = width_ - 1;
        const auto code = [&](std::size_t element) { return std::min<std::size_t>(b[element], top); };
        for (std::size_t i = 0; i + 1 < height_; ++i) {
            for (auto k = starts_[i]; k < starts_[i + 1]; ++k) {
                const auto j = code(order_[k]);
                const auto weight = weight_of(order_[k]);
                cols_[j] += weight;
                rows_[i] += j == top ? 0 : weight;
            }
        }
        cols_[top] = 0;
        PairSummary out;
        finish_sizes(out);
        if (out.n == 0) return out;
        auto sums = cell_sums(out.n);
        weighted_.assign(width_, 0);
        if (used_.size() < width_) used_.resize(width_);
        for (std::size_t i = 0; i + 1 < height_; ++i) {
            if (i % 64 == 0) workers.check();
            std::size_t distinct = 0;
            for (auto k = starts_[i]; k < starts_[i + 1]; ++k) {
                const auto j = code(order_[k]);
                if (j == top) continue;
                used_[distinct] = static_cast<std::uint32_t>(j);
                distinct += weighted_[j] == 0;
                weighted_[j] += weight_of(order_[k]);
                if (distinct == width_) throw ArrayChanged{};
            }
            for (std::size_t k = 0; k < distinct; ++k) {
                const auto count = std::exchange(weighted_[used_[k]], 0);
                out.cells += count * count;
                if (with_entropies_ && count != 0) sums.add(count, i, used_[k]);
            }
        }
        if (with_entropies_) sums.finish(out);
        return out;
    }

    std::size_t n_;
    const std::int64_t* weights_;
    bool with_entropies_;
    const Logarithms& logs_;
    const CodeA* a_ = nullptr;
    std::size_t height_ = 0, width_ = 0;  // clusters, and one more for absent elements
    bool ordered_ = false;
    std::array<std::uint16_t, kBlock> keys_;
    std::vector<std::uint32_t> counts_, sums_, order_, used_;
    std::vector<std::uint64_t> weighted_, rows_, cols_;
    std::vector<std::size_t> starts_, ends_;
    std::vector<double> log_rows_, log_cols_;
};

}  // namespace clusterdiff
