// Python bindings of the kernels for many clusterings.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "clusterdiff/consensus.hpp"
#include "clusterdiff/loss_matrix.hpp"
#include "clusterdiff/pair_summaries.hpp"
#include "clusterdiff/pair_sums.hpp"

using namespace nb::literals;
using namespace clusterdiff;
using namespace clusterdiff::python;

namespace {

CodeMatrix code_matrix(const Matrix& codes, const Copied<std::int64_t>& clusters) {
    const auto kind = kind_of(codes);
    if (kind != Kind::u8 && kind != Kind::u16 && kind != Kind::u32) throw nb::type_error("codes must be unsigned integers of 8, 16 or 32 bits");
    if (!is_aligned(codes.data(), codes.dtype().bits / 8)) throw nb::type_error("codes must be aligned");
    check_lengths(codes.shape(0), {clusters.size()});
    for (const auto number : std::span<const std::int64_t>(clusters)) {
        if (number < 0 || number >= std::int64_t{UINT32_MAX}) throw nb::value_error("A number of clusters is outside its range.");
    }
    return {codes.data(), codes.shape(0), codes.shape(1), kind, clusters};
}

// Checks that the sum of the weights is small enough for sums of squares to fit in 64 bits.
std::optional<Aligned<std::int64_t>> small_weights(const std::optional<Ints>& weights) {
    std::optional<Aligned<std::int64_t>> numbers;
    if (!weights) return numbers;
    numbers.emplace(*weights);
    std::uint64_t total = 0;
    for (const auto weight : std::span<const std::int64_t>(*numbers)) {
        if (weight < 0 || static_cast<std::uint64_t>(weight) >= kMostSummed) throw nb::value_error("Weights must be below 2**31.");
        total += static_cast<std::uint64_t>(weight);
    }
    if (total >= kMostSummed) throw nb::value_error("Weights must add up to less than 2**31.");
    return numbers;
}

nb::tuple to_python(const std::vector<PairSummary>& found) {
    Buffer<std::int64_t> integers(6 * found.size());
    Buffer<double> reals(5 * found.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto& x = found[i];
        const std::uint64_t counted[] = {x.n, x.clusters_a, x.clusters_b, x.cells, x.rows, x.cols};
        const double measured[] = {x.a, x.b, x.a_given_b, x.b_given_a, x.mutual};
        for (std::size_t k = 0; k < 6; ++k) integers[6 * i + k] = static_cast<std::int64_t>(counted[k]);
        std::copy_n(measured, 5, reals.data.get() + 5 * i);
    }
    return nb::make_tuple(to_numpy(std::move(integers)), to_numpy(std::move(reals)));
}

nb::tuple py_pair_summaries(const Matrix& a, const Ints& clusters_a, const Matrix& b, const Ints& clusters_b, const Groups2& pairs,
                            const std::optional<Ints>& weights, bool with_entropies, std::size_t threads) {
    const Copied<std::int64_t> sizes_a(clusters_a), sizes_b(clusters_b), rows(pairs);
    const auto side_a = code_matrix(a, sizes_a), side_b = code_matrix(b, sizes_b);
    check_lengths(side_a.n, {side_b.n, weights ? weights->size() : side_a.n});
    if (side_a.n >= kMostSummed) throw nb::value_error("Arrays must have fewer than 2**31 elements.");
    if (pairs.shape(1) != 2) throw nb::value_error("pairs must have two columns.");
    const auto numbers = small_weights(weights);
    const PairsOfRows wanted{rows};
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (wanted.first(i) >= side_a.rows || wanted.second(i) >= side_b.rows) throw std::out_of_range("A pair is outside the rows.");
    }
    return to_python(run(threads, [&](const Workers& workers) {
        return pair_summaries(side_a, side_b, wanted, numbers ? numbers->data() : nullptr, with_entropies, workers);
    }));
}

nb::tuple py_triple_summaries(const Matrix& a, const Ints& clusters, const Groups2& triples, const std::optional<Ints>& weights,
                              bool with_entropies, std::size_t threads) {
    const Copied<std::int64_t> sizes(clusters), rows(triples);
    const auto side = code_matrix(a, sizes);
    check_lengths(side.n, {weights ? weights->size() : side.n});
    if (side.n >= kMostSummed) throw nb::value_error("Arrays must have fewer than 2**31 elements.");
    if (triples.shape(1) != 3) throw nb::value_error("triples must have three columns.");
    const auto numbers = small_weights(weights);
    const std::span<const std::int64_t> wanted(rows);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const bool none = i % 3 == 2 && wanted[i] == kNoRow;
        if (!none && static_cast<std::uint64_t>(wanted[i]) >= side.rows) throw std::out_of_range("A triple is outside the rows.");
    }
    return to_python(run(threads, [&](const Workers& workers) {
        return triple_summaries(side, wanted, numbers ? numbers->data() : nullptr, with_entropies, workers);
    }));
}

Growth growth_of(bool squares) { return squares ? Growth::square : Growth::x_log_x; }

std::uint64_t sum_of(std::span<const Code> weights) {
    std::uint64_t sum = 0;
    for (const auto weight : weights) sum += weight;
    if (sum >= kMostSummed) throw nb::value_error("Weights must sum to less than 2**31.");
    return sum;
}

// Labels, objective, sweeps and rebuilt clusters of every start.
nb::tuple py_consensus_search(const Matrix& codes, const Codes& first_rows, const Reals& coefficients, const Codes& weights,
                              const Starts& starts, const Seeds& seeds, bool squares, std::size_t most_clusters, std::size_t sweeps,
                              std::size_t rebuilds, std::size_t threads) {
    const std::size_t elements = codes.shape(0), draws = codes.shape(1), runs = starts.shape(0);
    check_lengths(elements, {weights.size(), starts.shape(1)});
    check_lengths(draws, {first_rows.size()});
    check_lengths(runs, {seeds.size()});
    const AlignedColumn column(codes);
    const Aligned<Code> firsts(first_rows), weight_of(weights);
    const Aligned<double> coefficient_of(coefficients);
    const Aligned<std::int32_t> start_of(starts);
    const Aligned<std::uint64_t> seed_of(seeds);
    if (most_clusters == 0) throw nb::value_error("most_clusters must be at least 1.");
    if (coefficients.size() > UINT32_MAX) throw nb::value_error("There must be fewer than 2**32 rows.");
    for (const auto coefficient : std::span<const double>(coefficient_of)) {
        if (!std::isfinite(coefficient)) throw nb::value_error("Coefficients must be finite.");
    }
    const DrawRows rows{column, elements, draws, firsts, coefficient_of, weight_of};
    std::vector<std::uint32_t> labels(runs * elements);
    std::vector<double> objectives(runs), counts(2 * runs);
    const auto kernel = [&](const Workers& workers) {
        const GrowthTable f(growth_of(squares), sum_of(weight_of));
        const SearchLimits limits{most_clusters, sweeps, rebuilds};
        const auto used = workers.at_most(std::max<std::size_t>(runs, 1));
        std::vector<std::unique_ptr<ConsensusSearch>> searches(used.count());
        used.share(runs, [&](std::size_t worker, std::size_t run) {
            if (!searches[worker]) searches[worker] = std::make_unique<ConsensusSearch>(rows, f, limits, ConsensusSearch::kFirstSlots, used);
            const auto end = searches[worker]->run({start_of.data() + run * elements, elements}, seed_of.data()[run], labels.data() + run * elements);
            objectives[run] = end.objective;
            counts[run] = end.sweeps;
            counts[runs + run] = end.rebuilt;
        });
        return 0;
    };
    run(threads, kernel);
    auto *label = labels.data();
    auto *objective = objectives.data(), *count = counts.data();
    const auto size = labels.size();
    return nb::make_tuple(owned(std::move(labels), label, size), owned(std::move(objectives), objective, runs), owned(std::move(counts), count, 2 * runs));
}

nb::object py_loss_matrix(const Matrix& codes, const Codes& sizes, const std::optional<Codes>& weights, const Codes& candidates, bool squares,
                          bool complete, double separate, double join, std::size_t threads) {
    const std::size_t clusterings = codes.shape(0), elements = codes.shape(1);
    check_lengths(clusterings, {sizes.size()});
    check_lengths(elements, {weights ? weights->size() : elements});
    const AlignedColumn column(codes);
    const Aligned<Code> size_of(sizes), chosen(candidates);
    std::optional<Aligned<Code>> weight_of;
    if (weights) weight_of.emplace(*weights);
    std::size_t place = 0;
    for (const auto candidate : std::span<const Code>(chosen)) {
        if (candidate >= clusterings) throw std::out_of_range("A candidate is outside the range of clusterings.");
        if (chosen.size() == clusterings && candidate != place++) throw nb::value_error("All candidates must be in order.");
    }
    for (const auto size : std::span<const Code>(size_of)) {
        if (!SharedTable::fits(size)) throw nb::value_error("Clusterings must have fewer than 2**13 clusters.");
    }
    const CodeRows rows{column, clusterings, elements, size_of, weight_of ? std::span<const Code>(*weight_of) : std::span<const Code>{}, complete};
    Buffer<double> losses(chosen.size() * clusterings);
    run(threads, [&](const Workers& workers) {
        const GrowthTable f(growth_of(squares), weight_of ? sum_of(*weight_of) : elements);
        loss_matrix(rows, f, {separate, join}, chosen, losses.data.get(), workers);
        return 0;
    });
    return to_numpy(std::move(losses));
}

}  // namespace

void bind_many(nb::module_& m) {
    m.def("pair_summaries", &py_pair_summaries, "a"_a.noconvert(), "clusters_a"_a.noconvert(), "b"_a.noconvert(), "clusters_b"_a.noconvert(),
          "pairs"_a.noconvert(), "weights"_a.noconvert().none(), "with_entropies"_a, "threads"_a,
          "Numbers of elements and clusters, sums of squares of cells, rows and columns, and entropies of pairs of rows of codes.");
    m.def("triple_summaries", &py_triple_summaries, "a"_a.noconvert(), "clusters"_a.noconvert(), "triples"_a.noconvert(),
          "weights"_a.noconvert().none(), "with_entropies"_a, "threads"_a, "The same numbers of the three pairs of each triple of rows.");
    m.def("consensus_search", &py_consensus_search, "codes"_a.noconvert(), "first_rows"_a.noconvert(), "coefficients"_a.noconvert(),
          "weights"_a.noconvert(), "starts"_a.noconvert(), "seeds"_a.noconvert(), "squares"_a, "most_clusters"_a, "sweeps"_a, "rebuilds"_a,
          "threads"_a, "Labels, objective, and sweeps and rebuilt clusters of a search from every start, each flattened.");
    m.def("loss_matrix", &py_loss_matrix, "codes"_a.noconvert(), "sizes"_a.noconvert(), "weights"_a.noconvert().none(),
          "candidates"_a.noconvert(), "squares"_a, "complete"_a, "separate"_a, "join"_a, "threads"_a,
          "Losses of some clusterings as estimates of all of them, flattened.");
}
