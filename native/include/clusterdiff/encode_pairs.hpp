// Two columns of codes to one: the cells of their table, that is the clusters of their meet, by order of appearance.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "buffer.hpp"
#include "encode.hpp"

namespace clusterdiff {

// Cluster by cluster of a, the first element of each cluster of b leads its cell; leaders are numbered as they appear.
template <class Position>
class PairEncoder {
  public:
    PairEncoder(std::span<const Code> a, std::span<const Code> b)
        : a_(a), b_(b), ends_(count_of(a) + 1), leads_(count_of(b), Lead{kNoCode, 0}), leader_(a.size()) {}

    Encoded run() {
        lead(sorted());
        return number();
    }

  private:
    struct Item {
        Position at;
        Code b;
    };
    struct Lead {
        Code in;  // the cluster of a it was set in
        Position by;
    };

    static std::size_t count_of(std::span<const Code> codes) {
        return codes.empty() ? 0 : std::size_t{*std::max_element(codes.begin(), codes.end())} + 1;
    }

    // Elements in order of their cluster in a, then of position: a counting sort that leaves in ends_ where clusters end.
    Buffer<Item> sorted() {
        for (const auto code : a_) ++ends_[code + 1];
        for (std::size_t code = 1; code < ends_.size(); ++code) ends_[code] += ends_[code - 1];
        Buffer<Item> items(a_.size());
        for (std::size_t i = 0; i < a_.size(); ++i) items[ends_[a_[i]]++] = {static_cast<Position>(i), b_[i]};
        return items;
    }

    void lead(const Buffer<Item>& items) {
        std::size_t i = 0;
        for (Code code = 0; code + 1 < ends_.size(); ++code) {
            for (; i < ends_[code]; ++i) {
                auto& lead = leads_[items[i].b];
                if (lead.in != code) lead = {code, items[i].at};
                leader_[items[i].at] = lead.by;
            }
        }
    }

    Encoded number() const {
        Encoded out{Buffer<Code>(a_.size()), {}};
        std::size_t leaders = 0;
        for (std::size_t i = 0; i < a_.size(); ++i) leaders += leader_[i] == i;
        out.values.resize(leaders);
        Code next = 0;
        for (std::size_t i = 0; i < a_.size(); ++i) {
            if (leader_[i] == i) out.values[next] = i;
            out.codes[i] = leader_[i] == i ? next++ : out.codes[leader_[i]];
        }
        return out;
    }

    std::span<const Code> a_, b_;
    std::vector<std::size_t> ends_;
    std::vector<Lead> leads_;
    Buffer<Position> leader_;
};

// Codes without large gaps; the values of the result say where each cell first appears.
inline Encoded encode_pairs(std::span<const Code> a, std::span<const Code> b) {
    if (a.size() <= std::numeric_limits<std::uint32_t>::max()) return PairEncoder<std::uint32_t>(a, b).run();
    return PairEncoder<std::uint64_t>(a, b).run();
}

}  // namespace clusterdiff
