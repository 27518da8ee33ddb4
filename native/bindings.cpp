// Python bindings of the kernels. They take arrays, return arrays and numbers, and release the GIL while a kernel runs.
//
// Another thread or process may change an array while a kernel runs. The kernel then raises an error or returns a result for
// the values that it read. In practice it never writes out of bounds; C++ leaves such a race undefined, and copies would cost more.
#include <cstdint>
#include <exception>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "clusterdiff/assignment.hpp"
#include "clusterdiff/count_pairs.hpp"
#include "clusterdiff/encode.hpp"
#include "clusterdiff/encode_pairs.hpp"
#include "clusterdiff/entropies.hpp"
#include "clusterdiff/expected_information.hpp"
#include "clusterdiff/moments.hpp"
#include "clusterdiff/pair_cells.hpp"
#include "clusterdiff/pair_sets.hpp"
#include "clusterdiff/pair_sums.hpp"
#include "clusterdiff/random_tables.hpp"
#include "clusterdiff/strings.hpp"

using namespace nb::literals;
using namespace clusterdiff;
using namespace clusterdiff::python;

void bind_many(nb::module_& m);  // bindings_many.cpp

namespace {

bool reads_unsigned(const Labels& labels) { return is_unsigned(labels) && labels.dtype().bits == 64; }

nb::tuple to_python(Encoded&& encoded, bool as_unsigned) {
    return nb::make_tuple(to_numpy(std::move(encoded.codes)), to_numpy(std::move(encoded.values), as_unsigned));
}

nb::object to_python(std::uint64_t n, const PairSums& sums) {
    return nb::make_tuple((sums.cells - n) / 2, (sums.rows - sums.cells) / 2, (sums.cols - sums.cells) / 2,
                          (n * n - sums.rows - (sums.cols - sums.cells)) / 2);
}

nb::object to_python(std::uint64_t n, const Entropies& e) {
    return nb::make_tuple(n, e.clusters_a, e.clusters_b, e.a, e.b, e.a_given_b, e.b_given_a, e.mutual);
}

nb::object to_python(std::uint64_t, const PairSets& sets) {
    return nb::make_tuple(sets.clusters_a, sets.clusters_b, sets.cells, sets.similarity, sets.shortfall, sets.expected);
}

// Returns the result of kernel(a, b, workers) as Python objects, or None unless both are plain arrays of as many integers, at
// least one and fewer than 2^31.
template <class Kernel>
nb::object from_plain(nb::handle labels_a, nb::handle labels_b, std::size_t threads, Kernel&& kernel) {
    const PlainLabels a(labels_a), b(labels_b);
    if (!a.is_plain() || !b.is_plain() || a.size() != b.size() || a.size() == 0 || a.size() >= kMostSummed) return nb::none();
    const AlignedColumn column_a(a), column_b(b);
    return to_python(a.size(), run_for(a.size(), threads, [&](const Workers& workers) { return kernel(column_a, column_b, workers); }));
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

nb::object py_pair_counts(nb::handle a, nb::handle b, std::size_t threads) { return from_plain(a, b, threads, pair_sums); }

nb::object py_entropies(nb::handle a, nb::handle b, std::size_t threads) { return from_plain(a, b, threads, entropies); }

nb::object py_pair_sets(nb::handle a, nb::handle b, std::size_t threads) { return from_plain(a, b, threads, pair_sets); }

nb::object py_entropies_of_cells(const Ints& rows, const Ints& cols, const Ints& counts, const Ints& sizes_a, const Ints& sizes_b,
                                std::uint64_t n, std::size_t threads) {
    check_lengths(rows.size(), {cols.size(), counts.size()});
    if (n >= kMostSummed) throw nb::value_error("n must be below 2**31.");
    using Numbers = Aligned<std::int64_t>;
    const Numbers i(rows), j(cols), cells(counts), a(sizes_a), b(sizes_b);
    return to_python(n, run(threads, [&](const Workers& workers) { return entropies_of_cells({i, j, cells, a, b}, n, workers); }));
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

// Strings as Arrow stores them; the offsets are copied if they are not aligned.
struct AlignedStrings {
    AlignedStrings(const Labels& ends, const Text& data) : offsets(ends), bytes(data.data(), data.size()) {}
    operator Strings() const { return {offsets, bytes}; }

    AlignedColumn offsets;
    std::span<const std::uint8_t> bytes;
};

nb::tuple py_encode_strings(const Labels& ends, const Text& data) {
    const AlignedStrings strings(ends, data);
    return to_python(run(1, [&](const Workers& workers) { return encode_strings(strings, workers); }), false);
}

nb::tuple py_match_strings(const Labels& ends_a, const Text& data_a, const Labels& ends_b, const Text& data_b) {
    const AlignedStrings a(ends_a, data_a), b(ends_b, data_b);
    auto out = run(1, [&](const Workers& workers) { return match_strings(a, b, workers); });
    return nb::make_tuple(to_numpy(std::move(out.places)), out.repeated);
}

nb::list py_strings_at(const Labels& ends, const Text& data, const Ints& places) {
    const AlignedStrings aligned(ends, data);
    const Strings strings = aligned;
    const Aligned<std::int64_t> wanted(places);
    auto out = nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(wanted.size())));
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto place = static_cast<std::uint64_t>(wanted.data()[i]);
        if (place >= strings.size()) throw nb::index_error("A place is outside the strings.");
        const auto text = strings[place];
        auto* decoded = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr);
        if (decoded == nullptr) nb::raise_python_error();
        PyList_SetItem(out.ptr(), static_cast<Py_ssize_t>(i), decoded);
    }
    return out;
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
            // Wraps modulo 2^64, as NumPy does.
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
    return run_for(weights.size(), 1, [&](const Workers& workers) {
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

// The rows and columns of cells; the shorter side has the rows. The arrays are copied, since another thread may change them.
template <class Weight>
WeightedCells<Weight> without_weights(std::span<const std::int64_t> rows, std::span<const std::int64_t> cols, std::size_t height, std::size_t width) {
    if (height >= kMostCells || width >= kMostCells || rows.size() >= kMostCells) throw std::invalid_argument("A table must have fewer than 2**31 cells, rows and columns.");
    WeightedCells<Weight> out{std::vector<Place>(rows.size()), {}, std::min(height, width), std::max(height, width)};
    for (std::size_t at = 0; at < rows.size(); ++at) {
        const auto i = static_cast<std::uint64_t>(rows[at]), j = static_cast<std::uint64_t>(cols[at]);
        if (i >= height || j >= width) throw std::out_of_range("A cell is outside the table.");
        const auto row = static_cast<std::uint32_t>(i), col = static_cast<std::uint32_t>(j);
        out.places[at] = height <= width ? Place{row, col} : Place{col, row};
    }
    return out;
}

template <class Weight>
Weight checked(Weight weight) {
    const bool valid = std::is_floating_point_v<Weight> ? weight >= 0 && weight <= std::numeric_limits<Weight>::max() / 4
                                                        : weight <= static_cast<Weight>(std::numeric_limits<std::int64_t>::max());
    if (!valid) throw std::invalid_argument("Weights must be finite and not negative.");
    return weight;
}

template <class Weight>
nb::object paired(const Ints& rows, const Ints& cols, const void* weights, std::size_t height, std::size_t width, std::uint64_t most_steps) {
    const Aligned<std::int64_t> i(rows), j(cols);
    const Aligned<Weight> values(static_cast<const Weight*>(weights), rows.size());
    auto chosen = run_for(rows.size(), 1, [&](const Workers& workers) -> std::optional<std::vector<std::int64_t>> {
        auto cells = without_weights<Weight>(i, j, height, width);
        cells.weights.resize(rows.size());
        for (std::size_t at = 0; at < rows.size(); ++at) cells.weights[at] = checked(values.data()[at]);
        std::vector<std::int64_t> out;
        try {
            auto partner = pair_cells(cells, most_steps, workers);
            for (std::size_t at = 0; at < rows.size(); ++at) {
                if (partner[cells.places[at].row] != cells.places[at].col || cells.weights[at] == 0) continue;
                partner[cells.places[at].row] = kUnpaired;  // a cell that is repeated counts once
                out.push_back(static_cast<std::int64_t>(at));
            }
        } catch (const TooManySteps&) {
            return std::nullopt;
        }
        return out;
    });
    if (!chosen) return nb::none();
    auto* data = chosen->data();
    const auto size = chosen->size();
    return owned(std::move(*chosen), data, size);
}

nb::object py_pair_cells(const Ints& rows, const Ints& cols, const Labels& weights, std::size_t height, std::size_t width, std::uint64_t most_steps) {
    check_lengths(rows.size(), {cols.size(), weights.size()});
    if (weights.dtype() == nb::dtype<double>()) return paired<double>(rows, cols, weights.data(), height, width, most_steps);
    if (weights.dtype() == nb::dtype<std::int64_t>()) return paired<std::uint64_t>(rows, cols, weights.data(), height, width, most_steps);
    throw nb::type_error("Weights must be doubles or integers of 64 bits.");
}

// Out is Weight, or the signed type of the same size.
template <class Weight, class Out>
nb::object summed(const Ints& rows, const Ints& cols, const Matrix& weights, std::size_t height, std::size_t width, std::size_t threads) {
    const Aligned<std::int64_t> i(rows), j(cols);
    const Aligned<Weight> values(static_cast<const Weight*>(weights.data()), weights.size());
    const std::size_t tables = weights.shape(0), size = rows.size();
    auto sums = run(threads, [&](const Workers& workers) {
        const auto all = without_weights<Weight>(i, j, height, width);
        Buffer<Out> out(tables);
        workers.share(tables, [&](std::size_t, std::size_t table) {
            WeightedCells<Weight> cells{{}, {}, all.rows, all.cols};
            for (std::size_t at = 0; at < size; ++at) {
                const auto weight = checked(values.data()[table * size + at]);
                if (weight == 0) continue;
                cells.places.push_back(all.places[at]);
                cells.weights.push_back(weight);
            }
            out[table] = static_cast<Out>(largest_sum(cells, workers.at_most(1)));
        });
        return out;
    });
    return to_numpy(std::move(sums));
}

nb::object py_pair_sums(const Ints& rows, const Ints& cols, const Matrix& weights, std::size_t height, std::size_t width, std::size_t threads) {
    check_lengths(rows.size(), {cols.size(), weights.shape(1)});
    if (weights.dtype() == nb::dtype<double>()) return summed<double, double>(rows, cols, weights, height, width, threads);
    if (weights.dtype() == nb::dtype<std::int64_t>()) return summed<std::uint64_t, std::int64_t>(rows, cols, weights, height, width, threads);
    throw nb::type_error("Weights must be doubles or integers of 64 bits.");
}

void py_add_moments(const Rows& rows, const Codes& groups, Totals<std::int64_t, 1> counts, Totals<double, 2> means, Totals<double, 1> spreads) {
    if (rows.shape(0) != groups.size() || rows.shape(1) != means.shape(1) || counts.size() != means.shape(0) || spreads.size() != counts.size()) {
        throw nb::value_error("Arrays must have matching shapes.");
    }
    if (!is_aligned(counts.data(), 8) || !is_aligned(means.data(), 8) || !is_aligned(spreads.data(), 8)) {
        throw nb::type_error("Arrays that are added to must be aligned.");
    }
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts.data()[i] < 0 || counts.data()[i] > std::numeric_limits<std::int64_t>::max() / 2) throw nb::value_error("A count is outside its range.");
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

nb::object py_random_tables(const Ints& rows, const Ints& cols, const Seeds& seeds, std::size_t threads) {
    const Aligned<std::int64_t> row_sizes(rows), col_sizes(cols);
    const Aligned<std::uint64_t> seed_of(seeds);
    const auto total = [](std::span<const std::int64_t> sizes) {
        std::size_t sum = 0;
        for (const auto size : sizes) {
            if (size < 0 || (sum += static_cast<std::size_t>(size)) >= kMostShuffled) throw nb::value_error("Sizes must sum to less than 2**16.");
        }
        return sum;
    };
    if (rows.size() == 0 || cols.size() == 0 || total(row_sizes) != total(col_sizes)) throw nb::value_error("Both sides must have as many elements.");
    if (cols.size() > kMostShuffled || rows.size() > kMostShuffled) throw nb::value_error("There must be fewer than 2**16 clusters.");
    Buffer<std::int64_t> counts(rows.size() * cols.size() * seeds.size());
    run(threads, [&](const Workers& workers) {
        random_tables(row_sizes, col_sizes, seed_of, counts.data.get(), workers);
        return 0;
    });
    return to_numpy(std::move(counts));
}

// Converts ArrayChanged to InputError. For Interrupted, the signal handler has already set the Python error.
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
    bind_many(m);
    m.def("count_pairs", &py_count_pairs, "a"_a.noconvert(), "b"_a.noconvert(), "weights"_a.noconvert().none(), "threads"_a,
          "Row values, column values, and rows, columns and counts of the non-zero cells.");
    m.def("pair_counts", &py_pair_counts, "a"_a.none(), "b"_a.none(), "threads"_a,
          "Numbers of pairs of elements together in both, only in a, only in b and in neither.");
    m.def("entropies", &py_entropies, "a"_a.none(), "b"_a.none(), "threads"_a,
          "Numbers of elements and of clusters, and H(a), H(b), H(a|b), H(b|a) and I(a;b) in nats.");
    m.def("entropies_of_cells", &py_entropies_of_cells, "rows"_a.noconvert(), "cols"_a.noconvert(), "counts"_a.noconvert(),
          "sizes_a"_a.noconvert(), "sizes_b"_a.noconvert(), "n"_a, "threads"_a, "The same numbers from the cells of a table.");
    m.def("pair_sets", &py_pair_sets, "a"_a.none(), "b"_a.none(), "threads"_a,
          "Numbers of clusters and of cells, the largest sum of n_ij / max(a_i, b_j) of a one-to-one pairing, what it lacks to the larger "
          "number of clusters, and the sum of the smaller of the i-th largest sizes; None for too many clusters.");
    m.def("assign", &py_assign, "weights"_a.noconvert(),
          "The column of each row in a one-to-one pairing with the largest sum of weights, -1 for a row whose share is 0.");
    m.def("pair_cells", &py_pair_cells, "rows"_a.noconvert(), "cols"_a.noconvert(), "weights"_a.noconvert(), "height"_a, "width"_a,
          "most_steps"_a, "The cells of a one-to-one pairing with the largest sum of weights; None if it takes more steps.");
    m.def("pair_sums", &py_pair_sums, "rows"_a.noconvert(), "cols"_a.noconvert(), "weights"_a.noconvert(), "height"_a, "width"_a,
          "threads"_a, "The largest sum of weights of a one-to-one pairing, for every row of weights of the same cells.");
    m.def("encode", &py_encode, "labels"_a.noconvert(), "Codes by order of value, and the values.");
    m.def("encode_bytes", &py_encode_bytes, "rows"_a.noconvert(), "Codes by order of appearance, and where each first appears.");
    m.def("encode_pairs", &py_encode_pairs, "a"_a.noconvert(), "b"_a.noconvert(),
          "Codes of the pairs of two columns of codes by order of appearance, and where each first appears.");
    m.def("encode_strings", &py_encode_strings, "ends"_a.noconvert(), "data"_a.noconvert(),
          "Codes by order of value, and where each first appears.");
    m.def("match_strings", &py_match_strings, "ends_a"_a.noconvert(), "data_a"_a.noconvert(), "ends_b"_a.noconvert(),
          "data_b"_a.noconvert(), "Where b has each string of a, -1 if it has not; and whether a string is repeated in a or in b.");
    m.def("strings_at", &py_strings_at, "ends"_a.noconvert(), "data"_a.noconvert(), "places"_a.noconvert(), "The strings at some places.");
    m.def("group_sums", &py_group_sums, "groups"_a.noconvert(), "counts"_a.noconvert(), "size"_a, "Exact sum of the counts of each group.");
    m.def("add_moments", &py_add_moments, "rows"_a.noconvert(), "groups"_a.noconvert(), "counts"_a.noconvert(), "means"_a.noconvert(),
          "spreads"_a.noconvert(), "Adds rows to the counts, means and sums of squared deviations of their groups, in place.");
    m.def("random_tables", &py_random_tables, "rows"_a.noconvert(), "cols"_a.noconvert(), "seeds"_a.noconvert(), "threads"_a,
          "A random table with these sizes for each seed, flattened.");
    m.def("expected_information", &py_expected_information, "a"_a.noconvert(), "times_a"_a.noconvert(), "b"_a.noconvert(),
          "times_b"_a.noconvert(), "n"_a, "threads"_a, "Expected I, H(a|b) and H(b|a) in nats, from distinct sizes and their multiplicities.");
}
