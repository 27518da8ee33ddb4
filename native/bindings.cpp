// The kernels as functions of Python: arrays in, arrays and numbers out, the GIL released in between.
//
// Arrays may be changed by another thread or process meanwhile. A kernel then raises an error or returns what some
// reading of them gives; it never writes outside its own memory.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "clusterdiff/assignment.hpp"
#include "clusterdiff/consensus.hpp"
#include "clusterdiff/count_pairs.hpp"
#include "clusterdiff/encode.hpp"
#include "clusterdiff/encode_pairs.hpp"
#include "clusterdiff/entropies.hpp"
#include "clusterdiff/expected_information.hpp"
#include "clusterdiff/loss_matrix.hpp"
#include "clusterdiff/moments.hpp"
#include "clusterdiff/pair_sets.hpp"
#include "clusterdiff/pair_summaries.hpp"
#include "clusterdiff/pair_sums.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace clusterdiff;

namespace {

using Labels = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Codes = nb::ndarray<const Code, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Ints = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Starts = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Seeds = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Reals = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<nb::ro, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Groups2 = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Weights = nb::ndarray<nb::ro, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T, std::size_t N>
using Totals = nb::ndarray<T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;
template <class T>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<1>>;

bool is_aligned(const void* data, std::size_t width) { return reinterpret_cast<std::uintptr_t>(data) % width == 0; }

// The elements of an array, copied if they are not aligned.
template <class T>
class Aligned {
  public:
    template <class NdArray>
    explicit Aligned(const NdArray& array) : Aligned(array.data(), array.size()) {}
    Aligned(const T* data, std::size_t size) : data_(data), size_(size) {
        if (is_aligned(data_, alignof(T))) return;
        copy_ = Buffer<T>(size_);
        std::memcpy(copy_.data.get(), data_, size_ * sizeof(T));
        data_ = copy_.data.get();
    }

    const T* data() const { return data_; }
    std::size_t size() const { return size_; }
    operator std::span<const T>() const { return {data_, size_}; }

  private:
    const T* data_;
    std::size_t size_;
    Buffer<T> copy_;
};

template <class NdArray>
bool is_unsigned(const NdArray& labels) { return labels.dtype().code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::UInt); }

template <class NdArray>
Kind kind_of(const NdArray& labels) {
    const auto dtype = labels.dtype();
    const bool is_signed = dtype.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::Int);
    if ((is_signed || is_unsigned(labels)) && dtype.lanes == 1) {
        switch (dtype.bits) {
            case 8: return is_signed ? Kind::i8 : Kind::u8;
            case 16: return is_signed ? Kind::i16 : Kind::u16;
            case 32: return is_signed ? Kind::i32 : Kind::u32;
            case 64: return is_signed ? Kind::i64 : Kind::u64;
            default: break;
        }
    }
    throw nb::type_error("labels must be integers of 8, 16, 32 or 64 bits");
}

// Labels as a column; copied if they are not aligned.
struct AlignedColumn : Column {
    template <class NdArray>
    explicit AlignedColumn(const NdArray& labels) : Column{labels.data(), labels.size(), kind_of(labels)} {
        const std::size_t width = labels.dtype().bits / 8;
        if (is_aligned(data, width)) return;
        copy = Buffer<std::uint64_t>(size);
        std::memcpy(copy.data.get(), data, size * width);
        data = copy.data.get();
    }

    Buffer<std::uint64_t> copy;
};

bool ctrl_c_was_pressed() {
    const nb::gil_scoped_acquire locked;
    return PyErr_CheckSignals() != 0;
}

// What kernel(workers) returns, without the GIL.
template <class Kernel>
auto run(std::size_t threads, Kernel&& kernel) {
    Watch watch(ctrl_c_was_pressed);
    const nb::gil_scoped_release unlocked;
    return kernel(Workers(threads, watch));
}

template <class T, class Owner>
nb::object owned(Owner&& values, T* data, std::size_t size) {
    auto* kept = new std::decay_t<Owner>(std::move(values));
    nb::capsule free(kept, [](void* p) noexcept { delete static_cast<std::decay_t<Owner>*>(p); });
    return nb::cast(Array<T>(data, {size}, free));
}

template <class T>
nb::object to_numpy(Buffer<T>&& values) {
    auto* data = values.data.get();
    const auto size = values.size;
    return owned(std::move(values), data, size);
}

// Values keep the bits of the input; only uint64 needs an unsigned reading.
nb::object to_numpy(std::vector<std::uint64_t>&& values, bool as_unsigned) {
    auto* data = values.data();
    const auto size = values.size();
    if (as_unsigned) return owned(std::move(values), data, size);
    return owned(std::move(values), reinterpret_cast<std::int64_t*>(data), size);
}

bool reads_unsigned(const Labels& labels) { return is_unsigned(labels) && labels.dtype().bits == 64; }

nb::tuple to_python(Encoded&& encoded, bool as_unsigned) {
    return nb::make_tuple(to_numpy(std::move(encoded.codes)), to_numpy(std::move(encoded.values), as_unsigned));
}

void check_lengths(std::size_t size, std::initializer_list<std::size_t> others) {
    for (const auto other : others) {
        if (other != size) throw nb::value_error("Arrays must have the same length.");
    }
}

void check_summable(const Labels& a, const Labels& b) {
    check_lengths(a.size(), {b.size()});
    if (a.size() >= kMostSummed) throw nb::value_error("Arrays must have fewer than 2**31 elements.");
}

nb::tuple py_count_pairs(const Labels& a, const Labels& b, const std::optional<Ints>& weights, std::size_t threads) {
    check_lengths(a.size(), {b.size(), weights ? weights->size() : a.size()});
    const AlignedColumn column_a(a), column_b(b);
    std::optional<Aligned<std::int64_t>> numbers;
    if (weights) numbers.emplace(*weights);
    auto out = run(threads, [&](const Workers& workers) { return count_pairs(column_a, column_b, numbers ? numbers->data() : nullptr, workers); });
    return nb::make_tuple(to_numpy(std::move(out.row_values), reads_unsigned(a)), to_numpy(std::move(out.col_values), reads_unsigned(b)),
                          to_numpy(std::move(out.rows)), to_numpy(std::move(out.cols)), to_numpy(std::move(out.counts)));
}

nb::tuple py_pair_counts(const Labels& a, const Labels& b, std::size_t threads) {
    check_summable(a, b);
    const AlignedColumn column_a(a), column_b(b);
    const auto sums = run(threads, [&](const Workers& workers) { return pair_sums(column_a, column_b, workers); });
    const std::uint64_t n = a.size();
    return nb::make_tuple((sums.cells - n) / 2, (sums.rows - sums.cells) / 2, (sums.cols - sums.cells) / 2,
                          (n * n - sums.rows - (sums.cols - sums.cells)) / 2);
}

nb::tuple to_python(const Entropies& e) {
    return nb::make_tuple(e.clusters_a, e.clusters_b, e.a, e.b, e.a_given_b, e.b_given_a, e.mutual);
}

nb::tuple py_entropies(const Labels& a, const Labels& b, std::size_t threads) {
    check_summable(a, b);
    const AlignedColumn column_a(a), column_b(b);
    return to_python(run(threads, [&](const Workers& workers) { return entropies(column_a, column_b, workers); }));
}

nb::tuple py_entropies_of_cells(const Ints& rows, const Ints& cols, const Ints& counts, const Ints& sizes_a, const Ints& sizes_b,
                                std::uint64_t n, std::size_t threads) {
    check_lengths(rows.size(), {cols.size(), counts.size()});
    if (n >= kMostSummed) throw nb::value_error("n must be below 2**31.");
    using Numbers = Aligned<std::int64_t>;
    const Numbers i(rows), j(cols), cells(counts), a(sizes_a), b(sizes_b);
    return to_python(run(threads, [&](const Workers& workers) { return entropies_of_cells({i, j, cells, a, b}, n, workers); }));
}

nb::object py_pair_sets(const Labels& a, const Labels& b, std::size_t threads) {
    check_summable(a, b);
    const AlignedColumn column_a(a), column_b(b);
    const auto out = run(threads, [&](const Workers& workers) { return pair_sets(column_a, column_b, workers); });
    if (!out) return nb::none();
    return nb::make_tuple(out->clusters_a, out->clusters_b, out->cells, out->similarity, out->shortfall, out->expected);
}

CodeMatrix code_matrix(const Matrix& codes, const Aligned<std::int64_t>& clusters) {
    const auto kind = kind_of(codes);
    if (kind != Kind::u8 && kind != Kind::u16 && kind != Kind::u32) throw nb::type_error("codes must be unsigned integers of 8, 16 or 32 bits");
    if (!is_aligned(codes.data(), codes.dtype().bits / 8)) throw nb::type_error("codes must be aligned");
    check_lengths(codes.shape(0), {clusters.size()});
    for (const auto number : std::span<const std::int64_t>(clusters)) {
        if (number < 0 || number > std::int64_t{UINT32_MAX}) throw nb::value_error("A number of clusters is outside its range.");
    }
    return {codes.data(), codes.shape(0), codes.shape(1), kind, clusters};
}

// Weights whose sum is small enough for sums of squares in 64 bits.
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
    const Aligned<std::int64_t> sizes_a(clusters_a), sizes_b(clusters_b), rows(pairs);
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
    const Aligned<std::int64_t> sizes(clusters), rows(triples);
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

nb::tuple py_encode(const Labels& labels) {
    const AlignedColumn column(labels);
    return to_python(run(1, [&](const Workers& workers) { return encode(column, workers); }), reads_unsigned(labels));
}

nb::tuple py_encode_bytes(const Bytes& rows) {
    const auto kernel = [&](const Workers& workers) { return encode_bytes(rows.data(), rows.shape(0), rows.shape(1), workers); };
    return to_python(run(1, kernel), false);
}

nb::tuple py_encode_pairs(const Codes& a, const Codes& b) {
    check_lengths(a.size(), {b.size()});
    const Aligned<Code> codes_a(a), codes_b(b);
    return to_python(run(1, [&](const Workers& workers) { return encode_pairs(codes_a, codes_b, workers); }), false);
}

nb::object py_group_sums(const Ints& groups, const Ints& counts, std::size_t size) {
    check_lengths(groups.size(), {counts.size()});
    const Aligned<std::int64_t> group_of(groups), count_of(counts);
    auto sums = run(1, [&](const Workers& workers) {
        std::vector<std::int64_t> out(size);
        for (std::size_t i = 0; i < group_of.size(); ++i) {
            if (i % kBlock == 0) workers.check();
            const auto group = static_cast<std::uint64_t>(group_of.data()[i]);
            if (group >= size) throw std::out_of_range("A group is outside the range of groups.");
            // As numpy: modulo 2^64.
            out[group] = static_cast<std::int64_t>(static_cast<std::uint64_t>(out[group]) + static_cast<std::uint64_t>(count_of.data()[i]));
        }
        return out;
    });
    auto* data = sums.data();
    return owned(std::move(sums), data, size);
}

nb::tuple py_expected_information(const Ints& a, const Ints& times_a, const Ints& b, const Ints& times_b, std::int64_t n, std::size_t threads) {
    check_lengths(a.size(), {times_a.size()});
    check_lengths(b.size(), {times_b.size()});
    const SizeCounts side_a(Aligned<std::int64_t>{a}, Aligned<std::int64_t>{times_a}, n);
    const SizeCounts side_b(Aligned<std::int64_t>{b}, Aligned<std::int64_t>{times_b}, n);
    const auto out = run(threads, [&](const Workers& workers) { return expected_information(side_a, side_b, n, workers); });
    return nb::make_tuple(out.mutual, out.a_given_b, out.b_given_a);
}

// The weights of a matrix with at least as many columns as rows.
template <class Weight>
Buffer<std::int64_t> assigned(const Weights& weights) {
    const Aligned<Weight> cells(static_cast<const Weight*>(weights.data()), weights.size());
    return run(1, [&](const Workers& workers) {
        const std::size_t rows = weights.shape(0), cols = weights.shape(1);
        Assignment assignment(DenseWeights<Weight>{cells, rows, cols}, workers);
        const auto& partner = assignment.run();
        Buffer<std::int64_t> out(rows);
        for (std::size_t i = 0; i < rows; ++i) out[i] = partner[i] == assignment.kNone ? -1 : static_cast<std::int64_t>(partner[i]);
        return out;
    });
}

nb::object py_assign(const Weights& weights) {
    if (weights.shape(0) > weights.shape(1)) throw nb::value_error("Weights must have at least as many columns as rows.");
    if (weights.dtype() == nb::dtype<double>()) return to_numpy(assigned<double>(weights));
    if (weights.dtype() == nb::dtype<std::int64_t>()) return to_numpy(assigned<std::uint64_t>(weights));
    throw nb::type_error("Weights must be doubles or integers of 64 bits.");
}

void py_add_moments(const Rows& rows, const Codes& groups, Totals<std::int64_t, 1> counts, Totals<double, 2> means, Totals<double, 1> spreads) {
    if (rows.shape(0) != groups.size() || rows.shape(1) != means.shape(1) || counts.size() != means.shape(0) || spreads.size() != counts.size()) {
        throw nb::value_error("Arrays must have matching shapes.");
    }
    if (!is_aligned(counts.data(), 8) || !is_aligned(means.data(), 8) || !is_aligned(spreads.data(), 8)) {
        throw nb::type_error("Arrays that are added to must be aligned.");
    }
    const Aligned<double> numbers(rows);
    const Aligned<Code> group_of(groups);
    run(1, [&](const Workers& workers) {
        for (const auto group : std::span<const Code>(group_of)) {
            if (group >= counts.size()) throw std::out_of_range("A group is outside the range of groups.");
        }
        add_moments(numbers.data(), group_of, {{counts.data(), counts.size()}, means.data(), spreads.data(), rows.shape(1)}, workers);
        return 0;
    });
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

// ArrayChanged is the error of the input that it is; Interrupted leaves the error that the signal handler raised.
void translate(const std::exception_ptr& error, void*) {
    try {
        std::rethrow_exception(error);
    } catch (const Interrupted&) {
    } catch (const ArrayChanged& changed) {
        nb::object type = nb::module_::import_("clusterdiff.errors").attr("InputError");
        PyErr_SetString(type.ptr(), changed.what());
    }
}

}  // namespace

NB_MODULE(_native, m) {
    m.doc() = "Kernels in C++; clusterdiff._kernel._numpy gives the same results in numpy.";
    nb::register_exception_translator(translate);
    m.def("count_pairs", &py_count_pairs, "a"_a.noconvert(), "b"_a.noconvert(), "weights"_a.noconvert().none(), "threads"_a,
          "Row values, column values, and rows, columns and counts of the non-zero cells.");
    m.def("pair_counts", &py_pair_counts, "a"_a.noconvert(), "b"_a.noconvert(), "threads"_a,
          "Numbers of pairs of elements together in both, only in a, only in b and in neither.");
    m.def("entropies", &py_entropies, "a"_a.noconvert(), "b"_a.noconvert(), "threads"_a,
          "Numbers of clusters, and H(a), H(b), H(a|b), H(b|a) and I(a;b) in nats.");
    m.def("entropies_of_cells", &py_entropies_of_cells, "rows"_a.noconvert(), "cols"_a.noconvert(), "counts"_a.noconvert(),
          "sizes_a"_a.noconvert(), "sizes_b"_a.noconvert(), "n"_a, "threads"_a, "The same numbers from the cells of a table.");
    m.def("pair_sets", &py_pair_sets, "a"_a.noconvert(), "b"_a.noconvert(), "threads"_a,
          "Numbers of clusters and of cells, the largest sum of n_ij / max(a_i, b_j) of a one-to-one pairing, what it lacks to the larger "
          "number of clusters, and the sum of the smaller of the i-th largest sizes; None for too many clusters.");
    m.def("pair_summaries", &py_pair_summaries, "a"_a.noconvert(), "clusters_a"_a.noconvert(), "b"_a.noconvert(), "clusters_b"_a.noconvert(),
          "pairs"_a.noconvert(), "weights"_a.noconvert().none(), "with_entropies"_a, "threads"_a,
          "Numbers of elements and clusters, sums of squares of cells, rows and columns, and entropies of pairs of rows of codes.");
    m.def("triple_summaries", &py_triple_summaries, "a"_a.noconvert(), "clusters"_a.noconvert(), "triples"_a.noconvert(),
          "weights"_a.noconvert().none(), "with_entropies"_a, "threads"_a, "The same numbers of the three pairs of each triple of rows.");
    m.def("assign", &py_assign, "weights"_a.noconvert(),
          "The column of each row in a one-to-one pairing with the largest sum of weights, -1 for a row whose share is 0.");
    m.def("encode", &py_encode, "labels"_a.noconvert(), "Codes by order of value, and the values.");
    m.def("encode_bytes", &py_encode_bytes, "rows"_a.noconvert(), "Codes by order of appearance, and where each first appears.");
    m.def("encode_pairs", &py_encode_pairs, "a"_a.noconvert(), "b"_a.noconvert(),
          "Codes of the pairs of two columns of codes by order of appearance, and where each first appears.");
    m.def("group_sums", &py_group_sums, "groups"_a.noconvert(), "counts"_a.noconvert(), "size"_a, "Exact sum of the counts of each group.");
    m.def("add_moments", &py_add_moments, "rows"_a.noconvert(), "groups"_a.noconvert(), "counts"_a.noconvert(), "means"_a.noconvert(),
          "spreads"_a.noconvert(), "Adds rows to the counts, means and sums of squared deviations of their groups, in place.");
    m.def("consensus_search", &py_consensus_search, "codes"_a.noconvert(), "first_rows"_a.noconvert(), "coefficients"_a.noconvert(),
          "weights"_a.noconvert(), "starts"_a.noconvert(), "seeds"_a.noconvert(), "squares"_a, "most_clusters"_a, "sweeps"_a, "rebuilds"_a,
          "threads"_a, "Labels, objective, and sweeps and rebuilt clusters of a search from every start, each flattened.");
    m.def("loss_matrix", &py_loss_matrix, "codes"_a.noconvert(), "sizes"_a.noconvert(), "weights"_a.noconvert().none(),
          "candidates"_a.noconvert(), "squares"_a, "complete"_a, "separate"_a, "join"_a, "threads"_a,
          "Losses of some clusterings as estimates of all of them, flattened.");
    m.def("expected_information", &py_expected_information, "a"_a.noconvert(), "times_a"_a.noconvert(), "b"_a.noconvert(),
          "times_b"_a.noconvert(), "n"_a, "threads"_a, "Expected I, H(a|b) and H(b|a) in nats, from distinct sizes and their multiplicities.");
}
