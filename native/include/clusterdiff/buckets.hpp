// Partitions the keys of pairs by their top bits, so that each bucket can be counted in the cache.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "buffer.hpp"
#include "pairs.hpp"
#include "threads.hpp"

namespace clusterdiff {

// About 2^13 items per bucket: they and their sorted copy fit in the L2 cache.
inline unsigned top_bits_for(const Pairs& pairs) {
    const auto size_bits = bits_for(pairs.size());
    return std::min({size_bits > 13 ? size_bits - 13 : 0U, 11U, pairs.bits()});
}

template <class Item>
class Buckets {
  public:
    using Key = decltype(Item::key);

    Buckets(const Pairs& pairs, const Workers& workers, unsigned top)
        : pairs_(pairs), workers_(workers), low_(pairs.bits() - top), count_(std::size_t{1} << top) {}

    // False if a value lies outside its range.
    bool fill() { return pairs_.bits() <= 32 ? fill_by<std::uint32_t>() : fill_by<std::uint64_t>(); }

    std::size_t count() const { return count_; }
    unsigned low_bits() const { return low_; }
    std::size_t begin(std::size_t bucket) const { return start_[bucket]; }
    std::size_t end(std::size_t bucket) const { return start_[bucket + 1]; }
    Item* items() { return items_.data.get(); }
    const Item* items() const { return items_.data.get(); }

    // The bits that all keys of a bucket share.
    std::uint64_t prefix(std::size_t bucket) const { return count_ == 1 ? 0 : static_cast<std::uint64_t>(bucket) << low_; }

  private:
    struct Slot {  // where a worker writes its next item of a bucket, and where its part of the bucket ends
        std::size_t next, end;
    };

    template <class Wide>
    bool fill_by() {
        std::vector<std::vector<Slot>> slots(workers_.count(), std::vector<Slot>(count_, Slot{0, 0}));
        std::atomic<bool> inside{true};
        workers_.run([&](std::size_t worker) {
            if (!measure<Wide>(worker, slots[worker])) inside = false;
        });
        if (!inside) return false;
        lay_out(slots);
        items_ = Buffer<Item>(start_[count_]);
        workers_.run([&](std::size_t worker) {
            if (!scatter<Wide>(worker, slots[worker])) inside = false;
        });
        return inside;
    }

    template <class Wide>
    std::size_t bucket_of(Wide key) const {
        return count_ == 1 ? 0 : static_cast<std::size_t>(key >> low_);
    }

    // Counts in `end` the items that a worker has for each bucket. Only a is read if its codes determine the bucket.
    template <class Wide>
    bool measure(std::size_t worker, std::vector<Slot>& slots) const {
        const auto bits_b = pairs_.range_b.bits;
        if (count_ == 1 || low_ < bits_b) {
            return pairs_.each_block<Wide>(workers_, worker, [&](std::size_t, std::size_t count, const Wide* keys) {
                for (std::size_t i = 0; i < count; ++i) ++slots[bucket_of(keys[i])].end;
            });
        }
        Wide codes[kBlock];
        const auto [first, last] = slice_of(pairs_.size(), worker, workers_.count());
        for (std::size_t begin = first; begin < last; begin += kBlock) {
            workers_.check();
            const auto count = std::min(kBlock, last - begin);
            if (!pairs_.range_a.holds(pairs_.a.read_block(begin, count, pairs_.range_a.base, codes))) return false;
            for (std::size_t i = 0; i < count; ++i) ++slots[static_cast<std::size_t>(codes[i] >> (low_ - bits_b))].end;
        }
        return true;
    }

    // Assigns positions by bucket, and within a bucket by worker.
    void lay_out(std::vector<std::vector<Slot>>& slots) {
        start_.assign(count_ + 1, 0);
        std::size_t at = 0;
        for (std::size_t bucket = 0; bucket < count_; ++bucket) {
            start_[bucket] = at;
            for (auto& mine : slots) {
                const auto items = mine[bucket].end;
                mine[bucket] = {at, at + items};
                at += items;
            }
        }
        start_[count_] = at;
    }

    // Reads the columns again. If there are more items than were counted, the columns have changed; otherwise every bucket is
    // exactly full.
    template <class Wide>
    bool scatter(std::size_t worker, std::vector<Slot>& slots) {
        const Wide mask = low_ >= 8 * sizeof(Wide) ? static_cast<Wide>(~Wide{0}) : static_cast<Wide>((Wide{1} << low_) - 1);
        auto* items = items_.data.get();
        return pairs_.each_block<Wide>(workers_, worker, [&](std::size_t begin, std::size_t count, const Wide* keys) {
            for (std::size_t i = 0; i < count; ++i) {
                auto& slot = slots[bucket_of(keys[i])];
                if (slot.next == slot.end) throw ArrayChanged();
                Item item;
                item.key = static_cast<Key>(keys[i] & mask);
                if constexpr (Item::weighted) item.weight = static_cast<decltype(item.weight)>(pairs_.weights[begin + i]);
                items[slot.next++] = item;
            }
        });
    }

    const Pairs& pairs_;
    Workers workers_;
    unsigned low_;
    std::size_t count_;
    std::vector<std::size_t> start_;
    Buffer<Item> items_;
};

}  // namespace clusterdiff
