// The Python face of the kernels: arrays in, arrays out, the GIL released in between.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "clusterdiff/count_pairs.hpp"
#include "clusterdiff/encode.hpp"
#include "clusterdiff/encode_pairs.hpp"
#include "clusterdiff/expected_information.hpp"
#include "clusterdiff/moments.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace clusterdiff;

namespace {

using Labels = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Codes = nb::ndarray<const Code, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Ints = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<1>>;

bool is_unsigned(const Labels& labels) { return labels.dtype().code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::UInt); }

Column column_of(const Labels& labels) {
    const bool is_signed = labels.dtype().code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::Int);
    if (!is_signed && !is_unsigned(labels)) throw nb::type_error("labels must be integers");
    constexpr Kind kSigned[] = {Kind::i8, Kind::i16, Kind::i32, Kind::i64};
    constexpr Kind kUnsigned[] = {Kind::u8, Kind::u16, Kind::u32, Kind::u64};
    const auto width = bits_for(labels.dtype().bits / 8) - 1;
    return {labels.data(), labels.size(), is_signed ? kSigned[width] : kUnsigned[width]};
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

nb::tuple py_count_pairs(const Labels& a, const Labels& b, const std::optional<Ints>& weights, std::size_t threads) {
    const auto column_a = column_of(a), column_b = column_of(b);
    if (a.size() != b.size() || (weights && weights->size() != a.size())) throw nb::value_error("arrays must have one length");
    const auto cells = [&] {
        const nb::gil_scoped_release unlocked;
        return count_pairs(column_a, column_b, weights ? weights->data() : nullptr, threads);
    };
    auto out = cells();
    return nb::make_tuple(to_numpy(std::move(out.row_values), reads_unsigned(a)), to_numpy(std::move(out.col_values), reads_unsigned(b)),
                          to_numpy(std::move(out.rows)), to_numpy(std::move(out.cols)), to_numpy(std::move(out.counts)));
}

nb::tuple py_encode(const Labels& labels) {
    const auto column = column_of(labels);
    const auto run = [&] {
        const nb::gil_scoped_release unlocked;
        return encode(column);
    };
    auto out = run();
    return nb::make_tuple(to_numpy(std::move(out.codes)), to_numpy(std::move(out.values), reads_unsigned(labels)));
}

nb::tuple py_encode_bytes(const Bytes& rows) {
    const auto run = [&] {
        const nb::gil_scoped_release unlocked;
        return encode_bytes(rows.data(), rows.shape(0), rows.shape(1));
    };
    auto out = run();
    return nb::make_tuple(to_numpy(std::move(out.codes)), to_numpy(std::move(out.values), false));
}

nb::tuple py_encode_pairs(const Codes& a, const Codes& b) {
    if (a.size() != b.size()) throw nb::value_error("arrays must have one length");
    const auto run = [&] {
        const nb::gil_scoped_release unlocked;
        return encode_pairs({a.data(), a.size()}, {b.data(), b.size()});
    };
    auto out = run();
    return nb::make_tuple(to_numpy(std::move(out.codes)), to_numpy(std::move(out.values), false));
}

std::span<const std::int64_t> span_of(const Ints& values) { return {values.data(), values.size()}; }

nb::object py_group_sums(const Ints& groups, const Ints& counts, std::size_t size) {
    if (groups.size() != counts.size()) throw nb::value_error("arrays must have one length");
    std::vector<std::int64_t> sums(size);
    {
        const nb::gil_scoped_release unlocked;
        for (std::size_t i = 0; i < groups.size(); ++i) {
            const auto group = static_cast<std::size_t>(groups.data()[i]);
            if (group >= size) throw std::out_of_range("a group is beyond the last");
            sums[group] += counts.data()[i];
        }
    }
    auto* data = sums.data();
    return owned(std::move(sums), data, size);
}

nb::tuple py_expected_information(const Ints& a, const Ints& times_a, const Ints& b, const Ints& times_b, std::int64_t n, std::size_t threads) {
    if (a.size() != times_a.size() || b.size() != times_b.size()) throw nb::value_error("arrays must have one length");
    const auto run = [&] {
        const nb::gil_scoped_release unlocked;
        return expected_information(span_of(a), span_of(times_a), span_of(b), span_of(times_b), n, threads);
    };
    const auto out = run();
    return nb::make_tuple(out.mutual, out.a_given_b, out.b_given_a);
}

using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Groups = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T, std::size_t N>
using Totals = nb::ndarray<T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

void py_add_moments(const Rows& rows, const Groups& groups, Totals<std::int64_t, 1> counts, Totals<double, 2> means, Totals<double, 1> spreads) {
    if (rows.shape(0) != groups.size() || rows.shape(1) != means.shape(1) || counts.size() != means.shape(0) || spreads.size() != counts.size()) {
        throw nb::value_error("arrays must have matching shapes");
    }
    const nb::gil_scoped_release unlocked;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (groups.data()[i] >= counts.size()) throw std::out_of_range("a group is beyond the last");
    }
    add_moments(rows.data(), {groups.data(), groups.size()}, rows.shape(1), counts.data(), means.data(), spreads.data());
}

}  // namespace

NB_MODULE(_native, m) {
    m.doc() = "Kernels in C++; clusterdiff._kernel._numpy gives the same answers in numpy.";
    m.def("count_pairs", &py_count_pairs, "a"_a.noconvert(), "b"_a.noconvert(), "weights"_a.noconvert().none(), "threads"_a,
          "Row values, column values, and rows, columns and counts of the non-zero cells.");
    m.def("encode", &py_encode, "labels"_a.noconvert(), "Codes by order of value, and the values.");
    m.def("encode_bytes", &py_encode_bytes, "rows"_a.noconvert(), "Codes by order of appearance, and where each first appears.");
    m.def("encode_pairs", &py_encode_pairs, "a"_a.noconvert(), "b"_a.noconvert(),
          "Codes of the pairs of two columns of codes by order of appearance, and where each first appears.");
    m.def("group_sums", &py_group_sums, "groups"_a.noconvert(), "counts"_a.noconvert(), "size"_a, "Exact sum of the counts of each group.");
    m.def("add_moments", &py_add_moments, "rows"_a.noconvert(), "groups"_a.noconvert(), "counts"_a.noconvert(), "means"_a.noconvert(),
          "spreads"_a.noconvert(), "Adds rows to the counts, means and sums of squared deviations of their groups, in place.");
    m.def("expected_information", &py_expected_information, "a"_a.noconvert(), "times_a"_a.noconvert(), "b"_a.noconvert(),
          "times_b"_a.noconvert(), "n"_a, "threads"_a, "Expected I, H(a|b) and H(b|a) in nats, from distinct sizes and their multiplicities.");
}
