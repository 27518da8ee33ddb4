// Runs a job on several threads. The result does not depend on the number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "watch.hpp"

namespace clusterdiff {

inline constexpr std::size_t kMostThreads = 1024;

// The threads of one call of a kernel: the calling thread is worker 0.
class Workers {
  public:
    Workers(std::size_t count, Watch& watch) : count_(std::clamp<std::size_t>(count, 1, kMostThreads)), watch_(&watch) {}

    std::size_t count() const { return count_; }
    Workers at_most(std::size_t count) const { return {std::min(count_, count), *watch_}; }
    void check() const { watch_->check(); }

    // Calls f(worker) for every worker; rethrows the first exception after all workers have ended.
    template <class F>
    void run(F&& f) const {
        if (count_ == 1) return static_cast<void>(f(std::size_t{0}));
        Failure failure;
        const auto guarded = [&](std::size_t worker) {
            try {
                f(worker);
            } catch (...) {
                failure.keep(std::current_exception());
            }
        };
        {
            Others others(*watch_, failure);
            const auto started = others.start(count_, guarded);
            guarded(0);
            for (auto worker = started; worker < count_; ++worker) guarded(worker);
        }
        if (failure.first) std::rethrow_exception(failure.first);
    }

    // Calls f(worker, job) for every job below `jobs`; the jobs are assigned dynamically.
    template <class F>
    void share(std::size_t jobs, F&& f) const {
        std::atomic<std::size_t> next{0};
        at_most(std::max<std::size_t>(jobs, 1)).run([&](std::size_t worker) {
            for (auto job = next++; job < jobs; job = next++) {
                check();
                f(worker, job);
            }
        });
    }

  private:
    struct Failure {
        std::mutex guard;
        std::exception_ptr first;

        void keep(std::exception_ptr failure) {
            const std::lock_guard lock(guard);
            if (!first) first = std::move(failure);
        }
    };

    // Threads that are always joined, also after an exception. While waiting for them, the watch keeps checking for interrupts.
    class Others {
      public:
        Others(Watch& watch, Failure& failure) : watch_(watch), failure_(failure) {}
        Others(const Others&) = delete;
        Others& operator=(const Others&) = delete;

        // Starts workers 1, 2, ... below `count`. If threads or memory are exhausted, returns the first worker that could not
        // be started; the caller then does the remaining work.
        template <class F>
        std::size_t start(std::size_t count, const F& f) {
            std::size_t worker = 1;
            try {
                threads_.reserve(count - 1);
                for (; worker < count; ++worker) {
                    threads_.emplace_back([this, &f, worker] {
                        f(worker);
                        const std::lock_guard lock(guard_);
                        ++ended_;
                        all_ended_.notify_one();
                    });
                }
            } catch (...) {  // std::system_error or std::bad_alloc
            }
            return worker;
        }

        ~Others() {
            for (bool waiting = true; waiting;) {
                {
                    std::unique_lock lock(guard_);
                    waiting = !all_ended_.wait_until(lock, std::chrono::system_clock::now() + Watch::kInterval,
                                                     [&] { return ended_ == threads_.size(); });
                }
                if (waiting) ask();
            }
            for (auto& thread : threads_) thread.join();
        }

      private:
        void ask() noexcept {
            try {
                watch_.ask();
            } catch (...) {
                failure_.keep(std::current_exception());
            }
        }

        Watch& watch_;
        Failure& failure_;
        std::mutex guard_;
        std::condition_variable all_ended_;
        std::size_t ended_ = 0;
        std::vector<std::thread> threads_;
    };

    std::size_t count_;
    Watch* watch_;
};

// The part of [0, size) that belongs to one worker.
inline std::pair<std::size_t, std::size_t> slice_of(std::size_t size, std::size_t worker, std::size_t workers) {
    const auto share = size / workers, rest = size % workers;
    const auto begin = worker * share + std::min(worker, rest);
    return {begin, begin + share + (worker < rest ? 1 : 0)};
}

}  // namespace clusterdiff
