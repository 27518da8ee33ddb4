// Makes one allocation of the program fail.
#pragma once

#include <atomic>

namespace clusterdiff::tests {

extern std::atomic<long> allowed;  // allocations until one fails; below zero none does

}  // namespace clusterdiff::tests
