// The state of a search for a consensus: a partition of the elements that can be changed one element at a time.
//
// The state keeps the counts and, per row and cluster, coefficient · (f(x + 1) - f(x)): trying all clusters for an
// element is one vector addition per draw.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "buffer.hpp"
#include "column.hpp"
#include "growth.hpp"

namespace clusterdiff {

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

inline constexpr std::size_t kLane = 8;     // clusters that are summed together
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

// A partition of the elements, some of which may not be allocated yet, with the counts that are needed to change it.
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

    // Adds an unallocated element to a slot, which may be new.
    void insert(std::uint32_t element, std::uint32_t slot) {
        while (slot >= members_.size()) add_slot();
        draws_.read(element, rows_.data());
        put(element, slot);
    }

    // Removes an element and returns the decrease of the objective.
    double remove(std::uint32_t element) {
        draws_.read(element, rows_.data());
        const double gain = own_gain(element);
        take(element);
        return gain;
    }

    // Allocates an element to the cluster that increases the objective least, and returns the increase.
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

    // The increase of the objective if the current element is added, for each slot that it is not in.
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

    // The decrease of the objective if the current element is removed from its cluster.
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

    // The best slot other than `here` for the current element: a cluster, or the first empty slot if another cluster is
    // allowed.
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

}  // namespace clusterdiff
