// Sorting of small keys, each with or without a weight.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace clusterdiff {

template <class Key>
struct Unweighted {
    Key key;
    static constexpr bool weighted = false;
    std::int64_t count() const { return 1; }
};

template <class Key, class Weight>
struct Weighted {
    Key key;
    Weight weight;
    static constexpr bool weighted = true;
    std::int64_t count() const { return weight; }
};

// Counts the items of each key and rewrites the keys in order; used if there are more items than half the possible keys.
template <class Item>
void counting_sort(Item* items, std::size_t count, unsigned bits) {
    std::vector<std::size_t> counts(std::size_t{1} << bits);
    for (std::size_t i = 0; i < count; ++i) ++counts[items[i].key];
    for (std::size_t key = 0; key < counts.size(); ++key) {
        items = std::fill_n(items, counts[key], Item{static_cast<decltype(items->key)>(key)});
    }
}

// Least significant digit first; digits have at most 11 bits, so that their counters fit in the L1 cache.
template <class Item>
void radix_sort(Item* items, std::size_t count, unsigned bits, std::vector<Item>& spare) {
    if (spare.size() < count) spare.resize(count);
    const unsigned passes = (bits + 10) / 11;
    Item* from = items;
    Item* to = spare.data();
    for (unsigned pass = 0; pass < passes; ++pass) {
        const unsigned low = bits * pass / passes, high = bits * (pass + 1) / passes;
        const std::size_t mask = (std::size_t{1} << (high - low)) - 1;
        std::vector<std::size_t> start(mask + 2);
        for (std::size_t i = 0; i < count; ++i) ++start[((from[i].key >> low) & mask) + 1];
        for (std::size_t digit = 0; digit < mask; ++digit) start[digit + 1] += start[digit];
        for (std::size_t i = 0; i < count; ++i) to[start[(from[i].key >> low) & mask]++] = from[i];
        std::swap(from, to);
    }
    if (from != items) std::copy_n(from, count, items);
}

template <class Item>
void sort_items(Item* items, std::size_t count, unsigned bits, std::vector<Item>& spare) {
    if (bits == 0 || count < 2) return;
    if (count < 128) {
        std::sort(items, items + count, [](const Item& x, const Item& y) { return x.key < y.key; });
        return;
    }
    if constexpr (!Item::weighted) {
        if (bits < 40 && (std::uint64_t{1} << bits) <= 2 * std::uint64_t{count}) {
            counting_sort(items, count, bits);
            return;
        }
    }
    radix_sort(items, count, bits, spare);
}

}  // namespace clusterdiff
