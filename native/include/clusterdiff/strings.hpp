// Encodes and matches strings as Arrow stores them: the bytes of all of them in a row, and where each one ends.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "buffer.hpp"
#include "column.hpp"
#include "encode.hpp"
#include "threads.hpp"

namespace clusterdiff {

struct Strings {
    Strings(const Column& column, std::span<const std::uint8_t> bytes) : ends(column), data(bytes) {
        if (ends.kind != Kind::i32 && ends.kind != Kind::i64) throw std::invalid_argument("Strings must end at int32 or int64.");
    }

    Column ends;  // string i begins at ends[i] and ends at ends[i + 1]; 32 or 64 bits
    std::span<const std::uint8_t> data;

    std::size_t size() const { return ends.size == 0 ? 0 : ends.size - 1; }

    std::string_view operator[](std::size_t i) const {
        const auto begin = offset(i), end = offset(i + 1);
        if (begin > end || end > data.size()) throw std::out_of_range("A string is outside the data.");
        return {reinterpret_cast<const char*>(data.data()) + begin, static_cast<std::size_t>(end - begin)};
    }

    std::uint64_t hash(std::size_t i) const {
        const auto text = (*this)[i];
        return hash_bytes(reinterpret_cast<const unsigned char*>(text.data()), text.size());
    }

  private:
    std::uint64_t offset(std::size_t i) const {  // a negative one is larger than any size
        if (ends.kind == Kind::i64) return static_cast<std::uint64_t>(static_cast<const std::int64_t*>(ends.data)[i]);
        return static_cast<std::uint64_t>(std::int64_t{static_cast<const std::int32_t*>(ends.data)[i]});
    }
};

// Calls f(i, hash) for every string; slots of the hashes that follow are fetched into the cache.
template <class Prefetch, class F>
void for_hashes(const Strings& strings, const Workers& workers, Prefetch&& prefetch, F&& f) {
    std::uint64_t hashes[kBlock];
    for (std::size_t begin = 0; begin < strings.size(); begin += kBlock) {
        workers.check();
        const auto count = std::min(kBlock, strings.size() - begin);
        for (std::size_t i = 0; i < count; ++i) hashes[i] = strings.hash(begin + i);
        constexpr std::size_t kAhead = 16;
        for (std::size_t i = 0; i < count; ++i) {
            prefetch(hashes[std::min(i + kAhead, count - 1)]);
            f(begin + i, hashes[i]);
        }
    }
}

// Distinct strings, copied so that they cannot change while they are sorted.
class Names {
  public:
    std::size_t size() const { return ends_.size() - 1; }
    std::string_view operator[](std::size_t code) const { return {bytes_.data() + ends_[code], ends_[code + 1] - ends_[code]}; }

    void push_back(std::string_view text) {
        bytes_.insert(bytes_.end(), text.begin(), text.end());
        ends_.push_back(bytes_.size());
    }

    // The codes by order of name. Most names differ in the 8 bytes after their common beginning, compared as one integer.
    std::vector<Code> order() const {
        struct Entry {
            std::uint64_t word;
            Code code;
        };
        const auto shared = shared_beginning();
        std::vector<Entry> entries(size());
        for (std::size_t code = 0; code < size(); ++code) {
            const auto name = (*this)[code];
            std::uint64_t word = 0;
            for (auto at = shared; at < shared + 8; ++at) {
                word = word << 8 | (at < name.size() ? static_cast<unsigned char>(name[at]) : 0U);
            }
            entries[code] = {word, static_cast<Code>(code)};
        }
        std::sort(entries.begin(), entries.end(), [&](const Entry& x, const Entry& y) {
            return x.word != y.word ? x.word < y.word : (*this)[x.code] < (*this)[y.code];
        });
        std::vector<Code> out(size());
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = entries[i].code;
        return out;
    }

  private:
    std::size_t shared_beginning() const {
        if (size() == 0) return 0;
        auto shared = (*this)[0];
        for (std::size_t code = 1; code < size(); ++code) {
            const auto name = (*this)[code].substr(0, shared.size());
            const auto differ = std::mismatch(name.begin(), name.end(), shared.begin()).first;
            shared = shared.substr(0, static_cast<std::size_t>(differ - name.begin()));
        }
        return shared.size();
    }

    std::vector<char> bytes_;
    std::vector<std::size_t> ends_{0};
};

// Codes by order of value, and where each code first appears.
inline Encoded encode_strings(const Strings& strings, const Workers& workers) {
    Encoded out{Buffer<Code>(strings.size()), {}};
    Dictionary dictionary;
    Names names;
    std::vector<std::uint64_t> first;
    const auto prefetch = [&](std::uint64_t hash) { dictionary.prefetch(hash); };
    for_hashes(strings, workers, prefetch, [&](std::size_t i, std::uint64_t hash) {
        const auto text = strings[i];
        const auto code = dictionary.find_or_add(hash, [&](Code c) { return names[c] == text; });
        out.codes[i] = code;
        if (code < names.size()) return;
        names.push_back(text);
        first.push_back(i);
    });
    const auto order = names.order();
    std::vector<Code> rank(order.size());
    out.values.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        rank[order[i]] = static_cast<Code>(i);
        out.values[i] = first[order[i]];
    }
    for (std::size_t i = 0; i < strings.size(); ++i) out.codes[i] = rank[out.codes[i]];
    return out;
}

struct Matched {
    Buffer<std::int64_t> places;  // of the strings of a in b; -1 for those that b does not have
    bool repeated = false;        // whether a string is twice in a or in b; the places are then not complete
};

inline Matched match_strings(const Strings& a, const Strings& b, const Workers& workers) {
    Matched out{Buffer<std::int64_t>(a.size()), false};
    Dictionary dictionary(a.size() + b.size() / 8);
    std::vector<std::uint64_t> alone;  // strings of b that a does not have
    std::fill_n(out.places.data.get(), a.size(), std::int64_t{-1});
    const auto prefetch = [&](std::uint64_t hash) { dictionary.prefetch(hash); };
    for_hashes(a, workers, prefetch, [&](std::size_t i, std::uint64_t hash) {
        const auto text = a[i];
        if (out.repeated) return;
        out.repeated = dictionary.find_or_add(hash, [&](Code c) { return a[c] == text; }) < i;
    });
    for_hashes(b, workers, prefetch, [&](std::size_t i, std::uint64_t hash) {
        const auto text = b[i];
        if (out.repeated) return;
        const auto same = [&](Code c) { return (c < a.size() ? a[c] : b[alone[c - a.size()]]) == text; };
        const auto code = dictionary.find_or_add(hash, same);
        if (code < a.size()) {
            out.repeated = out.places[code] >= 0;
            out.places[code] = static_cast<std::int64_t>(i);
        } else if (code == a.size() + alone.size()) {
            alone.push_back(i);
        } else {
            out.repeated = true;
        }
    });
    return out;
}

}  // namespace clusterdiff
