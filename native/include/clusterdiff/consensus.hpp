// Search for the partition with the least expected loss over many draws (clusterings of the same elements).
//
// Each draw assigns every element to one row, so that a row is a set of elements. The objective of a partition is
// Σ_rows coefficient · Σ_clusters f(count), where the count is the weight of the row inside the cluster and f(x) is
// x² (Binder) or x·log2 x (variation of information).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "allocation.hpp"
#include "growth.hpp"
#include "threads.hpp"

namespace clusterdiff {

// splitmix64: the same permutations on every platform.
class Shuffler {
  public:
    explicit Shuffler(std::uint64_t seed) : state_(seed) {}

    void shuffle(std::vector<std::uint32_t>& items) {
        for (auto i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
    }

  private:
    std::size_t below(std::uint64_t bound) {
        state_ += 0x9E3779B97F4A7C15;
        auto x = state_;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
        return static_cast<std::size_t>((((x ^ (x >> 31)) >> 32) * bound) >> 32);
    }

    std::uint64_t state_;
};

struct SearchLimits {
    std::size_t most_clusters, sweeps, rebuilds;
};

struct SearchEnd {
    double objective = 0;
    std::uint32_t clusters = 0, sweeps = 0, rebuilt = 0;
};

// One run of the search from a start: allocation in random order, sweeps, then clusters destroyed and rebuilt.
class ConsensusSearch {
  public:
    static constexpr std::size_t kFirstSlots = 16;

    ConsensusSearch(const DrawRows& draws, const GrowthTable& f, const SearchLimits& limits, std::size_t slots, const Workers& workers)
        : state_(draws, f, limits.most_clusters, slots), limits_(limits), workers_(workers), elements_(draws.elements) {}

    // Elements of `start` below 0 are allocated in random order; `labels` receives clusters by first appearance.
    SearchEnd run(std::span<const std::int32_t> start, std::uint64_t seed, std::uint32_t* labels) {
        Shuffler shuffler(seed);
        state_.clear();
        end_ = {};
        const std::vector<std::int32_t> begin(start.begin(), start.end());  // it is read more than once
        for (const auto slot : begin) {
            if (slot >= 0 && static_cast<std::size_t>(slot) >= elements_) throw std::out_of_range("A cluster is outside the range of elements.");
        }
        std::vector<std::uint32_t> order(elements_);
        std::iota(order.begin(), order.end(), 0U);
        shuffler.shuffle(order);
        for (const auto element : order) {
            if (begin[element] >= 0) state_.insert(element, static_cast<std::uint32_t>(begin[element]));
        }
        for (const auto element : order) {
            if (begin[element] >= 0) continue;
            checked();
            if (state_.slots() == 0) state_.insert(element, 0);
            else state_.allocate(element);
        }
        sweep_all(order);
        rebuild(shuffler, order);
        write(labels);
        return end_;
    }

  private:
    static constexpr std::size_t kPartialSweeps = 5;

    void checked() {
        if (++calls_ % 8 == 0) workers_.check();
    }

    // Moves elements until a full sequence of all elements changes nothing; returns the change of the objective.
    double sweep(const std::vector<std::uint32_t>& order, std::size_t most, std::uint32_t& sweeps) {
        double change = 0;
        std::size_t still = 0;
        for (std::size_t round = 0; round < most && still < order.size(); ++round) {
            ++sweeps;
            for (const auto element : order) {
                checked();
                const double moved = state_.improve(element);
                change += moved;
                still = moved == 0 ? still + 1 : 0;
                if (still == order.size()) break;
            }
        }
        return change;
    }

    // Sweeps cluster by cluster: elements of one cluster belong to the same rows of most draws, which then stay in the cache.
    void sweep_all(const std::vector<std::uint32_t>& order) {
        std::vector<std::uint32_t> ends(state_.slots() + 1), grouped(order.size());
        for (const auto element : order) ++ends[state_.labels()[element] + 1];
        std::partial_sum(ends.begin(), ends.end(), ends.begin());
        for (const auto element : order) grouped[ends[state_.labels()[element]]++] = element;
        sweep(grouped, limits_.sweeps, end_.sweeps);
    }

    void rebuild(Shuffler& shuffler, const std::vector<std::uint32_t>& order) {
        std::vector<std::uint32_t> slots;
        for (std::uint32_t slot = 0; slot < state_.slots(); ++slot) {
            if (state_.members(slot) > 0) slots.push_back(slot);
        }
        shuffler.shuffle(slots);
        slots.resize(std::min(slots.size(), limits_.rebuilds));
        for (const auto slot : slots) {
            if (state_.members(slot) > 0 && rebuild_one(shuffler, slot)) {
                ++end_.rebuilt;
                sweep_all(order);
            }
        }
    }

    // Destroys a cluster and reallocates its elements; the change is undone unless the objective decreases.
    bool rebuild_one(Shuffler& shuffler, std::uint32_t slot) {
        std::vector<std::uint32_t> members;
        for (std::uint32_t element = 0; element < elements_; ++element) {
            if (state_.labels()[element] == slot) members.push_back(element);
        }
        shuffler.shuffle(members);
        double change = 0;
        for (const auto element : members) {
            checked();
            change -= state_.remove(element);
        }
        for (const auto element : members) {
            checked();
            change += state_.allocate(element);
        }
        std::uint32_t partial = 0;
        change += sweep(members, kPartialSweeps, partial);
        if (change < -state_.tolerance() * static_cast<double>(members.size())) return true;
        const auto moved_to = state_.labels()[members.front()];
        const bool same = std::all_of(members.begin(), members.end(), [&](std::uint32_t element) { return state_.labels()[element] == moved_to; });
        if (same && state_.members(moved_to) == members.size()) return false;  // the cluster that was destroyed
        for (const auto element : members) state_.remove(element);
        for (const auto element : members) state_.insert(element, slot);
        return false;
    }

    void write(std::uint32_t* labels) {
        std::vector<std::uint32_t> number(state_.slots(), Allocation::kNone);
        for (std::size_t element = 0; element < elements_; ++element) {
            auto& cluster = number[state_.labels()[element]];
            if (cluster == Allocation::kNone) cluster = end_.clusters++;
            labels[element] = cluster;
        }
        end_.objective = state_.objective();
    }

    Allocation state_;
    SearchLimits limits_;
    const Workers& workers_;
    std::size_t elements_;
    SearchEnd end_;
    unsigned calls_ = 0;
};

}  // namespace clusterdiff
