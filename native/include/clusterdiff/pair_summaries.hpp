// Pair sums and entropies of many pairs of clusterings, from matrices of narrow codes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "cell_sums.hpp"
#include "column.hpp"
#include "pair_tables.hpp"
#include "threads.hpp"

namespace clusterdiff {

// One clustering per row; the code clusters[i] marks an element that clustering i does not have.
struct CodeMatrix {
    const void* data;
    std::size_t rows, n;
    Kind kind;  // u8, u16 or u32
    std::span<const std::int64_t> clusters;
};

// Pairs (first row of a, row of b), given by ascending row of a. The weights of all elements add up to less than kMostSummed.
struct PairsOfRows {
    std::span<const std::int64_t> pairs;  // two numbers each

    std::size_t size() const { return pairs.size() / 2; }
    std::size_t first(std::size_t i) const { return static_cast<std::size_t>(pairs[2 * i]); }
    std::size_t second(std::size_t i) const { return static_cast<std::size_t>(pairs[2 * i + 1]); }
};

template <class CodeA, class CodeB>
std::vector<PairSummary> summarize_pairs(const CodeMatrix& a, const CodeMatrix& b, const PairsOfRows& pairs, const std::int64_t* weights,
                                         bool with_entropies, const Workers& workers) {
    constexpr std::size_t kTogether = 32;  // pairs that share the order of their first clustering
    std::vector<std::pair<std::size_t, std::size_t>> jobs;
    for (std::size_t begin = 0; begin < pairs.size();) {
        auto end = begin + 1;
        while (end < pairs.size() && end < begin + kTogether && pairs.first(end) == pairs.first(begin)) ++end;
        jobs.emplace_back(begin, end);
        begin = end;
    }
    const Logarithms logs(a.n);
    std::vector<PairSummary> out(pairs.size());
    using Tables = PairTables<CodeA, CodeB>;
    std::vector<std::optional<Tables>> tables(workers.count());
    workers.share(jobs.size(), [&](std::size_t worker, std::size_t job) {
        auto& own = tables[worker];
        if (!own) own.emplace(a.n, weights, with_entropies, logs);
        const auto row = pairs.first(jobs[job].first);
        own->start(static_cast<const CodeA*>(a.data) + row * a.n, static_cast<std::size_t>(a.clusters[row]));
        for (auto i = jobs[job].first; i < jobs[job].second; ++i) {
            const auto other = pairs.second(i);
            out[i] = own->with(static_cast<const CodeB*>(b.data) + other * b.n, static_cast<std::size_t>(b.clusters[other]), workers);
        }
    });
    return out;
}

// Triples of rows of one matrix; -1 means that there is no third row. Each triple has three summaries: of the first and second,
// the first and third, and the second and third row.
inline constexpr std::int64_t kNoRow = -1;

template <class Code>
std::vector<PairSummary> summarize_triples(const CodeMatrix& a, std::span<const std::int64_t> triples, const std::int64_t* weights,
                                           bool with_entropies, const Workers& workers) {
    constexpr std::size_t kTogether = 16;
    const auto number = triples.size() / 3;
    const Logarithms logs(a.n);
    std::vector<PairSummary> out(3 * number);
    using Tables = PairTables<Code, Code>;
    std::vector<std::optional<Tables>> tables(workers.count());
    const auto row_of = [&](std::int64_t row) { return static_cast<const Code*>(a.data) + static_cast<std::size_t>(row) * a.n; };
    const auto clusters_of = [&](std::int64_t row) { return static_cast<std::size_t>(a.clusters[static_cast<std::size_t>(row)]); };
    workers.share((number + kTogether - 1) / kTogether, [&](std::size_t worker, std::size_t job) {
        auto& own = tables[worker];
        if (!own) own.emplace(a.n, weights, with_entropies, logs);
        for (auto i = job * kTogether; i < std::min((job + 1) * kTogether, number); ++i) {
            const auto x = triples[3 * i], y = triples[3 * i + 1], z = triples[3 * i + 2];
            own->start(row_of(x), clusters_of(x));
            if (z == kNoRow) {
                out[3 * i] = own->with(row_of(y), clusters_of(y), workers);
                continue;
            }
            const auto found = own->with_two(row_of(y), clusters_of(y), row_of(z), clusters_of(z), workers);
            std::copy(found.begin(), found.end(), out.begin() + static_cast<std::ptrdiff_t>(3 * i));
        }
    });
    return out;
}

template <class F>
decltype(auto) with_code_type(Kind kind, F&& f) {
    switch (kind) {
        case Kind::u8: return f(std::uint8_t{});
        case Kind::u16: return f(std::uint16_t{});
        default: return f(std::uint32_t{});
    }
}

inline std::vector<PairSummary> pair_summaries(const CodeMatrix& a, const CodeMatrix& b, const PairsOfRows& pairs, const std::int64_t* weights,
                                               bool with_entropies, const Workers& workers) {
    return with_code_type(a.kind, [&](auto x) {
        return with_code_type(
            b.kind, [&](auto y) { return summarize_pairs<decltype(x), decltype(y)>(a, b, pairs, weights, with_entropies, workers); });
    });
}

inline std::vector<PairSummary> triple_summaries(const CodeMatrix& a, std::span<const std::int64_t> triples, const std::int64_t* weights,
                                                 bool with_entropies, const Workers& workers) {
    return with_code_type(a.kind, [&](auto x) { return summarize_triples<decltype(x)>(a, triples, weights, with_entropies, workers); });
}

}  // namespace clusterdiff
