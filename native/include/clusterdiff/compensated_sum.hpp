// A compensated sum of doubles: rounding errors are collected, so that the order of the terms hardly matters.
#pragma once

namespace clusterdiff {

// A second double holds the rounding error of the first (Neumaier).
class CompensatedSum {
  public:
    void add(double term) {
        const double sum = high_ + term, part = sum - high_;
        low_ += (high_ - (sum - part)) + (term - part);
        high_ = sum;
    }
    void add(const CompensatedSum& other) {
        add(other.high_);
        low_ += other.low_;
    }
    double value() const { return high_ + low_; }

  private:
    double high_ = 0, low_ = 0;
};

}  // namespace clusterdiff
