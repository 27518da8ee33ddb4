// Search for the partition with the least expected loss over many draws (clusterings of the same elements).
//
// Each draw assigns every element to one row, so that a row is a set of elements. The objective of a partition is
// Σ_rows coefficient · Σ_clusters f(count), where the count is the weight of the row inside the cluster and f(x) is
// x² (Binder) or x·log2 x (variation of information). The state of a search keeps the counts and, per row and
// cluster, coefficient · (f(x + 1) - f(x)): trying all clusters for an element is one vector addition per draw.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

#include "buffer.hpp"
#include "column.hpp"
#include "threads.hpp"

namespace clusterdiff {

enum class Growth : std::uint8_t { square, x_log_x };

// f(x) and f(x + 1) - f(x), from tables where they are small enough.
class GrowthTable {
  public:
    GrowthTable(Growth growth, std::uint64_t most) : growth_(growth) {
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(most, kMostTabled)) + 2;
        values_.resize(size);
        steps_.resize(size - 1);
        for (std::size_t x = 0; x < size; ++x) values_[x] = computed(static_cast<double>(x));
        for (std::size_t x = 0; x + 1 < size; ++x) steps_[x] = computed_step(static_cast<double>(x));
    }

    Growth growth() const { return growth_; }
    double operator()(std::uint64_t x) const { return x < values_.size() ? values_[x] : computed(static_cast<double>(x)); }
    double step(std::uint64_t x) const { return x < steps_.size() ? steps_[x] : computed_step(static_cast<double>(x)); }

  private:
    static constexpr std::uint64_t kMostTabled = std::uint64_t{1} << 21;

    double computed(double x) const {
        if (growth_ == Growth::square) return x * x;
        return x > 1 ? x * std::log2(x) : 0;
    }
    // (x + 1)·log(x + 1) - x·log x without cancellation.
    double computed_step(double x) const {
        if (growth_ == Growth::square) return 2 * x + 1;
        return x < 1 ? 0 : std::log2(x + 1) + x * std::log1p(1 / x) * 1.4426950408889634;
    }

    Growth growth_;
    std::vector<double> values_, steps_;
};

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

// The draws, element by element: codes[element * draws + draw] + first_rows[draw] is a row.
struct DrawRows {
    Column codes;
    std::size_t elements, draws;
    std::span<const std::uint32_t> first_rows;
    std::span<const double> coefficients;       // of the rows
    std::span<const std::uint32_t> weights;     // of the elements, at least 1

    std::size_t rows() const { return coefficients.size(); }

    void read(std::size_t element, std::uint32_t* ids) const {
        codes.visit([&](const auto* values) {
            const auto* from = values + element * draws;
            const auto size = static_cast<std::uint32_t>(rows());
            bool inside = true;
            for (std::size_t i = 0; i < draws; ++i) {
                ids[i] = first_rows[i] + static_cast<std::uint32_t>(from[i]);
                inside &= ids[i] < size;
            }
            if (!inside) throw ArrayChanged();
        });
    }
};

struct SearchLimits {
    std::size_t most_clusters, sweeps, rebuilds;
};

struct SearchEnd {
    double objective = 0;
    std::uint32_t clusters = 0, sweeps = 0, rebuilt = 0;
};

inline constexpr std::size_t kLane = 8;     // clusters that are added up together
inline constexpr std::size_t kFloats = 64;  // additions of floats before the sum goes into a double

// Sums of the steps of some rows in one lane of clusters.
inline void sum_lanes(const float* steps, std::size_t stride, const std::uint32_t* rows, std::size_t count, double* sums) {
    double total[kLane] = {};
    for (std::size_t i = 0; i < count;) {
        float part[kLane] = {};
        for (const auto end = std::min(i + kFloats, count); i < end; ++i) {
            const float* step = steps + rows[i] * stride;
            for (std::size_t k = 0; k < kLane; ++k) part[k] += step[k];
        }
        for (std::size_t k = 0; k < kLane; ++k) total[k] += part[k];
    }
    std::copy_n(total, kLane, sums);
}

// One partition of the elements, some of which may not be allocated yet, with what is needed to change it.
class Allocation {
  public:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    Allocation(const DrawRows& draws, const GrowthTable& f, std::size_t most_clusters, std::size_t slots)
        : draws_(draws), f_(f), most_(most_clusters), stride_((std::max<std::size_t>(slots, 1) + kLane - 1) / kLane * kLane),
          steps_(draws.rows() * stride_), labels_(draws.elements, kNone), rows_(draws.draws), gains_(stride_) {
        std::fill_n(steps_.data.get(), steps_.size, 0.0F);
        double largest = 0;
        std::uint64_t total = 0;
        for (const auto weight : draws.weights) total += weight;
        for (std::size_t i = 0; i < draws.draws; ++i) {
            double most = 0;
            const auto end = i + 1 < draws.draws ? draws.first_rows[i + 1] : draws.rows();
            for (std::size_t row = draws.first_rows[i]; row < std::min<std::size_t>(end, draws.rows()); ++row) most = std::max(most, std::abs(draws.coefficients[row]));
            largest += most;
        }
        tolerance_ = 1e-7 * largest * f.step(total);
    }

    const std::vector<std::uint32_t>& labels() const { return labels_; }
    std::size_t clusters() const { return clusters_; }
    std::size_t slots() const { return members_.size(); }
    std::uint32_t members(std::size_t slot) const { return members_[slot]; }
    double tolerance() const { return tolerance_; }

    void clear() {
        std::fill_n(steps_.data.get(), steps_.size, 0.0F);
        std::fill(labels_.begin(), labels_.end(), kNone);
        members_.clear();
        counts_.clear();
        clusters_ = 0;
    }

    // Puts an element that is not allocated into a slot, which may be new.
    void insert(std::uint32_t element, std::uint32_t slot) {
        while (slot >= members_.size()) add_slot();
        draws_.read(element, rows_.data());
        put(element, slot);
    }

    // Takes an element out and returns by how much the objective falls.
    double remove(std::uint32_t element) {
        draws_.read(element, rows_.data());
        const double gain = own_gain(element);
        take(element);
        return gain;
    }

    // Puts an element that is not allocated where the objective grows least, and returns by how much.
    double allocate(std::uint32_t element) {
        draws_.read(element, rows_.data());
        compute_gains(element);
        const auto best = best_slot(kNone);
        const double gain = gains_[best];
        put(element, best);
        return gain;
    }

    // Moves an element to the best cluster; returns the change of the objective, 0 if it stays.
    double improve(std::uint32_t element) {
        draws_.read(element, rows_.data());
        const auto here = labels_[element];
        compute_gains(element);
        const double own = own_gain(element);
        const auto best = best_slot(here);
        if (best == kNone || !(gains_[best] < own - tolerance_ * draws_.weights[element])) return 0;
        const double change = gains_[best] - own;
        take(element);
        put(element, best);
        return change;
    }

    // The objective from the counts.
    double objective() const {
        double sum = 0;
        for (std::size_t row = 0; row < draws_.rows(); ++row) {
            double of_row = 0;
            for (const auto& counts : counts_) of_row += f_(counts[row]);
            sum += draws_.coefficients[row] * of_row;
        }
        return sum;
    }

  private:
    std::uint32_t weight(std::uint32_t element) const { return draws_.weights[element]; }

    // Sum of the steps of the rows of the current element, for every slot.
    void add_steps() {
        const auto used = (members_.size() + kLane - 1) / kLane * kLane;
        for (std::size_t first = 0; first < used; first += kLane) {
            sum_lanes(steps_.data.get() + first, stride_, rows_.data(), rows_.size(), gains_.data() + first);
        }
    }

    // By how much the objective grows if the current element enters each slot that it is not in.
    void compute_gains(std::uint32_t element) {
        const double w = weight(element);
        if (f_.growth() == Growth::square) {  // (x + w)² - x² = w·2x + w²
            add_steps();
            const double rest = w * w * sum_of_coefficients();
            for (std::size_t k = 0; k < members_.size(); ++k) gains_[k] = w * gains_[k] + rest;
        } else if (weight(element) == 1) {
            add_steps();
        } else {
            for (std::size_t k = 0; k < members_.size(); ++k) gains_[k] = jump(counts_[k], 0, weight(element));
        }
    }

    // By how much the objective falls if the current element leaves its cluster.
    double own_gain(std::uint32_t element) const {
        const auto w = weight(element);
        const auto& counts = counts_[labels_[element]];
        if (w > 1 || f_.growth() == Growth::square) return jump(counts, w, 0);
        double sum = 0;
        for (const auto row : rows_) sum += draws_.coefficients[row] * f_.step(counts[row] - 1);
        return sum;
    }

    // Σ coefficient · (f(count + more) - f(count - less)) over the rows of the current element.
    double jump(const std::vector<std::uint32_t>& counts, std::uint32_t less, std::uint32_t more) const {
        double sum = 0;
        for (const auto row : rows_) sum += draws_.coefficients[row] * (f_(counts[row] + std::uint64_t{more}) - f_(counts[row] - less));
        return sum;
    }

    double sum_of_coefficients() const {
        double sum = 0;
        for (const auto row : rows_) sum += draws_.coefficients[row];
        return sum;
    }

    // The best slot for the current element but `here`: a cluster, or the first empty slot where one more is allowed.
    std::uint32_t best_slot(std::uint32_t here) const {
        const bool alone = here != kNone && members_[here] == 1;
        bool empty_is_open = !alone && clusters_ < most_;
        auto best = kNone;
        for (std::uint32_t k = 0; k < members_.size(); ++k) {
            if (k == here) continue;
            if (members_[k] == 0) {
                if (!empty_is_open) continue;
                empty_is_open = false;
            }
            if (best == kNone || gains_[k] < gains_[best]) best = k;
        }
        return best;
    }

    void put(std::uint32_t element, std::uint32_t slot) {
        clusters_ += members_[slot]++ == 0 ? 1 : 0;
        labels_[element] = slot;
        change(slot, weight(element));
        if (clusters_ == members_.size() && clusters_ < most_) add_slot();
    }

    void take(std::uint32_t element) {
        const auto slot = labels_[element];
        clusters_ -= --members_[slot] == 0 ? 1 : 0;
        labels_[element] = kNone;
        change(slot, 0U - weight(element));
    }

    void change(std::uint32_t slot, std::uint32_t by) {
        auto* counts = counts_[slot].data();
        float* steps = steps_.data.get() + slot;
        const bool square = f_.growth() == Growth::square;
        for (const auto row : rows_) {
            const auto count = counts[row] += by;
            const double step = square ? 2.0 * count : f_.step(count);
            steps[row * stride_] = static_cast<float>(draws_.coefficients[row] * step);
        }
    }

    void add_slot() {
        if (members_.size() == stride_) widen();
        counts_.emplace_back(draws_.rows());
        members_.push_back(0);
    }

    void widen() {
        const auto wider = 2 * stride_;
        Buffer<float> steps(draws_.rows() * wider);
        std::fill_n(steps.data.get(), steps.size, 0.0F);
        for (std::size_t row = 0; row < draws_.rows(); ++row) {
            std::copy_n(steps_.data.get() + row * stride_, stride_, steps.data.get() + row * wider);
        }
        gains_.resize(wider);
        steps_ = std::move(steps);
        stride_ = wider;
    }

    const DrawRows& draws_;
    const GrowthTable& f_;
    std::size_t most_, stride_;
    Buffer<float> steps_;                            // by row, then slot
    std::vector<std::vector<std::uint32_t>> counts_;  // by slot, then row
    std::vector<std::uint32_t> members_;             // elements of each slot
    std::vector<std::uint32_t> labels_;              // slot of each element
    std::size_t clusters_ = 0;
    double tolerance_ = 0;
    std::vector<std::uint32_t> rows_;                // of the current element
    std::vector<double> gains_;                      // of the current element
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

    // Moves elements until as many in a row stay as there are; returns the change of the objective.
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

    // Elements of one cluster belong to the same rows of most draws: one after the other they find these rows in the cache.
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

    // Destroys a cluster and allocates its elements anew; undone unless the objective falls.
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
