// Runs a job on several threads; the answer never depends on how many.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace clusterdiff {

// f(worker) on `threads` workers; the first exception is thrown again here.
template <class F>
void on_threads(std::size_t threads, F&& f) {
    std::exception_ptr failure;
    std::mutex guard;
    const auto run = [&](std::size_t worker) {
        try {
            f(worker);
        } catch (...) {
            const std::lock_guard lock(guard);
            if (!failure) failure = std::current_exception();
        }
    };
    std::vector<std::thread> others;
    others.reserve(threads);
    std::size_t started = 1;
    try {
        for (; started < threads; ++started) others.emplace_back(run, started);
    } catch (const std::system_error&) {
        // No more threads to be had: this one does the work of those that did not start.
    }
    run(0);
    for (std::size_t worker = started; worker < threads; ++worker) run(worker);
    for (auto& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
}

// f(worker, job) for every job below `jobs`, handed out one by one.
template <class F>
void share_out(std::size_t threads, std::size_t jobs, F&& f) {
    std::atomic<std::size_t> next{0};
    on_threads(threads, [&](std::size_t worker) {
        for (std::size_t job = next++; job < jobs; job = next++) f(worker, job);
    });
}

// The part of [0, size) that belongs to one worker.
inline std::pair<std::size_t, std::size_t> slice_of(std::size_t size, std::size_t worker, std::size_t threads) {
    const auto share = size / threads, rest = size % threads;
    const auto begin = worker * share + (worker < rest ? worker : rest);
    return {begin, begin + share + (worker < rest ? 1 : 0)};
}

}  // namespace clusterdiff
