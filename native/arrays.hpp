// Conversion of Python arrays to the arguments of kernels and of their results to arrays; kernels run without the GIL.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "clusterdiff/buffer.hpp"
#include "clusterdiff/column.hpp"
#include "clusterdiff/encode.hpp"
#include "clusterdiff/threads.hpp"

namespace nb = nanobind;

namespace clusterdiff::python {

using Labels = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Codes = nb::ndarray<const Code, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Text = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
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

inline bool is_aligned(const void* data, std::size_t width) { return reinterpret_cast<std::uintptr_t>(data) % width == 0; }

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

// A copy of the elements: for indices, which are checked before they are used, while another thread may change the array.
template <class T>
class Copied {
  public:
    template <class NdArray>
    explicit Copied(const NdArray& array) : values_(array.size()) {
        if (!values_.empty()) std::memcpy(values_.data(), array.data(), array.size() * sizeof(T));
    }

    std::size_t size() const { return values_.size(); }
    operator std::span<const T>() const { return values_; }

  private:
    std::vector<T> values_;
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

// A one-dimensional array of integers, read by the buffer protocol: for a hundred labels nb::ndarray takes longer than the kernel.
class PlainLabels {
  public:
    explicit PlainLabels(nb::handle array) {
        static const auto* const ndarray = nb::object(nb::module_::import_("numpy").attr("ndarray")).release().ptr();
        if (array.type().ptr() != ndarray) return;  // a subclass may mean something else, as masked arrays do
        if (PyObject_GetBuffer(array.ptr(), &view_, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0) {
            PyErr_Clear();
            return;
        }
        const char* format = view_.format == nullptr ? "" : view_.format;
        if (*format == '=' || *format == '@') ++format;  // native byte order, of arrays that may not be aligned
        is_plain_ = view_.ndim == 1 && *format != '\0' && std::strchr("bhilqBHILQ", *format) != nullptr && format[1] == '\0';
        is_signed_ = *format >= 'a';
    }
    PlainLabels(const PlainLabels&) = delete;
    PlainLabels& operator=(const PlainLabels&) = delete;
    ~PlainLabels() { PyBuffer_Release(&view_); }

    bool is_plain() const { return is_plain_; }  // else there is nothing to read
    const void* data() const { return view_.buf; }
    std::size_t size() const { return static_cast<std::size_t>(view_.shape[0]); }
    nb::dlpack::dtype dtype() const {
        const auto code = is_signed_ ? nb::dlpack::dtype_code::Int : nb::dlpack::dtype_code::UInt;
        return {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(8 * view_.itemsize), 1};
    }

  private:
    Py_buffer view_{};
    bool is_plain_ = false, is_signed_ = true;
};

inline bool ctrl_c_was_pressed() {
    const nb::gil_scoped_acquire locked;
    return PyErr_CheckSignals() != 0;
}

// Releases the GIL and returns the result of kernel(workers).
template <class Kernel>
auto run(std::size_t threads, Kernel&& kernel) {
    Watch watch(ctrl_c_was_pressed);
    const nb::gil_scoped_release unlocked;
    return kernel(Workers(threads, watch));
}

// The same for a number of elements; a kernel of few elements is over before another thread could use the GIL.
template <class Kernel>
auto run_for(std::size_t elements, std::size_t threads, Kernel&& kernel) {
    constexpr std::size_t kFew = 1024;
    if (elements > kFew) return run(threads, kernel);
    Watch watch;
    return kernel(Workers(1, watch));
}

// A new array of NumPy with a copy of the values: for few of them nb::ndarray takes longer than many kernels.
template <class T>
nb::object copied_array(const T* data, std::size_t size) {
    static PyObject* const empty = nb::object(nb::module_::import_("numpy").attr("empty")).release().ptr();
    static PyObject* const dtype = [] {
        const char name[] = {std::is_floating_point_v<T> ? 'f' : std::is_signed_v<T> ? 'i' : 'u', static_cast<char>('0' + sizeof(T)), 0};
        return nb::object(nb::module_::import_("numpy").attr("dtype")(name)).release().ptr();
    }();
    nb::object array = nb::handle(empty)(size, nb::handle(dtype));
    Py_buffer view{};
    if (PyObject_GetBuffer(array.ptr(), &view, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS) != 0) throw nb::python_error();
    if (size != 0) std::memcpy(view.buf, data, size * sizeof(T));
    PyBuffer_Release(&view);
    return array;
}

// NumPy reads the buffers of nanobind as "long long", which is not its int64 where that is "long": it converts such arrays in
// every operation with others, and ufunc.at takes forty times as long.
template <class T, class Owner>
nb::object owned(Owner&& values, T* data, std::size_t size) {
    constexpr std::size_t kFew = 1024;
    if (size <= kFew) return copied_array(data, size);
    auto* kept = new std::decay_t<Owner>(std::move(values));
    nb::capsule free(kept, [](void* p) noexcept { delete static_cast<std::decay_t<Owner>*>(p); });
    nb::object array = nb::cast(Array<T>(data, {size}, free));
    if constexpr (std::is_integral_v<T> && sizeof(T) == sizeof(std::int64_t)) {
        return array.attr("view")(std::is_signed_v<T> ? "i8" : "u8");
    }
    return array;
}

template <class T>
nb::object to_numpy(Buffer<T>&& values) {
    auto* data = values.data.get();
    const auto size = values.size;
    return owned(std::move(values), data, size);
}

// The values have the same bits as the input; only uint64 must be interpreted as unsigned.
inline nb::object to_numpy(std::vector<std::uint64_t>&& values, bool as_unsigned) {
    auto* data = values.data();
    const auto size = values.size();
    if (as_unsigned) return owned(std::move(values), data, size);
    return owned(std::move(values), reinterpret_cast<std::int64_t*>(data), size);
}

inline void check_lengths(std::size_t size, std::initializer_list<std::size_t> others) {
    for (const auto other : others) {
        if (other != size) throw nb::value_error("Arrays must have the same length.");
    }
}

}  // namespace clusterdiff::python
