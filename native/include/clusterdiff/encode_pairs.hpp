// Encodes two columns of codes as one: the code of an element is its cell, that is its cluster in the meet, by order of
// appearance.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "buffer.hpp"
#include "column.hpp"
#include "encode.hpp"
#include "threads.hpp"

namespace clusterdiff {

// Within each cluster of a, the first element of each cluster of b represents its cell; cells are numbered by the position of
// this element.
template <class Position>
class PairEncoder {
  public:
    PairEncoder(std::span<const Code> a, std::span<const Code> b, const Workers& workers)
        : workers_(workers), a_(a), b_(b), ends_(count_of(a) + 1), firsts_(count_of(b), First{kNoCode, 0}), representative_(a.size()) {}

    Encoded run() {
        represent(sorted());
        return number();
    }

  private:
    struct Item {
        Position at;
        Code b;
    };
    struct First {
        Code in;  // the cluster of a in which it was found
        Position at;
    };

    static std::size_t count_of(std::span<const Code> codes) {
        return codes.empty() ? 0 : std::size_t{*std::max_element(codes.begin(), codes.end())} + 1;
    }

    // f(i) for every element.
    template <class F>
    void each_element(F&& f) const {
        for (std::size_t begin = 0; begin < a_.size(); begin += kBlock) {
            workers_.check();
            for (std::size_t i = begin; i < std::min(begin + kBlock, a_.size()); ++i) f(i);
        }
    }

    // Sorts the elements by cluster of a, then by position, with a counting sort; afterwards ends_ holds the end of each
    // cluster. The columns are read several times, so every code is checked again.
    Buffer<Item> sorted() {
        const auto clusters_a = ends_.size() - 1;
        each_element([&](std::size_t i) {
            const std::size_t code = a_[i];
            if (code >= clusters_a) throw ArrayChanged();
            ++ends_[code + 1];
        });
        for (std::size_t code = 1; code < ends_.size(); ++code) ends_[code] += ends_[code - 1];
        const std::vector<std::size_t> limits(ends_.begin() + (ends_.size() > 1), ends_.end());
        Buffer<Item> items(a_.size());
        each_element([&](std::size_t i) {
            const std::size_t code = a_[i];
            const Code other = b_[i];
            if (code >= clusters_a || ends_[code] == limits[code] || other >= firsts_.size()) throw ArrayChanged();
            items[ends_[code]++] = {static_cast<Position>(i), other};
        });
        return items;
    }

    void represent(const Buffer<Item>& items) {
        std::size_t i = 0;
        for (std::size_t code = 0; code + 1 < ends_.size(); ++code) {
            if (code % 256 == 0) workers_.check();
            for (; i < ends_[code]; ++i) {
                auto& first = firsts_[items[i].b];
                if (first.in != code) first = {static_cast<Code>(code), items[i].at};
                representative_[items[i].at] = first.at;
            }
        }
    }

    Encoded number() const {
        Encoded out{Buffer<Code>(a_.size()), {}};
        std::size_t cells = 0;
        for (std::size_t i = 0; i < a_.size(); ++i) cells += representative_[i] == i;
        if (cells >= kNoCode) throw std::length_error("More than 4294967294 clusters.");
        out.values.resize(cells);
        Code next = 0;
        for (std::size_t i = 0; i < a_.size(); ++i) {
            if (representative_[i] == i) out.values[next] = i;
            out.codes[i] = representative_[i] == i ? next++ : out.codes[representative_[i]];
        }
        return out;
    }

    const Workers& workers_;
    std::span<const Code> a_, b_;
    std::vector<std::size_t> ends_;
    std::vector<First> firsts_;
    Buffer<Position> representative_;
};

// Requires codes without large gaps; the values of the result are the positions at which the cells first appear.
inline Encoded encode_pairs(std::span<const Code> a, std::span<const Code> b, const Workers& workers) {
    if (a.size() <= std::numeric_limits<std::uint32_t>::max()) return PairEncoder<std::uint32_t>(a, b, workers).run();
    return PairEncoder<std::uint64_t>(a, b, workers).run();
}

}  // namespace clusterdiff
