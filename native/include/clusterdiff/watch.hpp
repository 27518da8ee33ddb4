// Checks periodically, while a kernel runs, whether the caller wants it to stop (Ctrl-C).
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

namespace clusterdiff {

// Thrown by a kernel that was asked to stop.
struct Interrupted {};

class Watch {
  public:
    using Question = bool (*)();  // whether to stop; called only on the thread that created the watch

    explicit Watch(Question question = nullptr) : question_(question) {}
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    // Called by every worker every few microseconds; throws Interrupted.
    void check() {
        if (stopped_.load(std::memory_order_relaxed)) throw Interrupted{};
        if (question_ == nullptr || std::this_thread::get_id() != owner_) return;
        if (++calls_ % 16 == 0) ask();
    }

    // Checks again if the last check is older than the interval; only on the owner's thread.
    void ask() {
        if (question_ == nullptr) return;
        const auto now = Clock::now();
        if (last_ == Clock::time_point{}) last_ = now;  // the first call starts the clock: short kernels do not read it
        if (now - last_ < kInterval) return;
        last_ = now;
        if (question_()) {
            stopped_.store(true, std::memory_order_relaxed);
            throw Interrupted{};
        }
    }

    static constexpr std::chrono::milliseconds kInterval{50};

  private:
    using Clock = std::chrono::steady_clock;

    Question question_;
    std::thread::id owner_ = std::this_thread::get_id();
    Clock::time_point last_;
    unsigned calls_ = 0;
    std::atomic<bool> stopped_{false};
};

}  // namespace clusterdiff
