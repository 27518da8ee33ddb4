// The tests of the kernels that need no Python: `kernel_tests SECONDS [all | fuzz]`. They are one program, so that the kernels
// are compiled once. It is meant for the sanitizers; the test of races has deliberate data races, so do not run it with the
// thread sanitizer.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "allocation_failures.hpp"
#include "fuzz.hpp"
#include "races.hpp"

int main(int count, char** arguments) {
    const double seconds = count > 1 ? std::atof(arguments[1]) : 10;
    const std::string_view which = count > 2 ? arguments[2] : "all";
    clusterdiff::tests::fuzz(seconds);
    if (which == "fuzz") return 0;
    clusterdiff::tests::fail_allocations();
    clusterdiff::tests::race(seconds / 3);
}
