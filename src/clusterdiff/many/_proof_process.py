"""Solve integer programs in a separate process, which Ctrl-C can end at any time.

The solver of SciPy does not check for signals, so that a call may last until its time limit. A
thread cannot be ended, and a thread that still runs at the end of the program makes it crash.
"""

from __future__ import annotations

import pickle
import subprocess
import sys

from clusterdiff.many._optimality import PairCosts, Solution, solve

_PROGRAM = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from clusterdiff.many._proof_process import answer; answer()"
)
_PATIENCE = 30.0  # seconds beyond the time limit after which the process is terminated


def answer() -> None:
    """Read a task from standard input, and write its solution to standard output."""
    costs, seconds = pickle.load(sys.stdin.buffer)  # noqa: S301
    sys.stdout.buffer.write(pickle.dumps(solve(costs, seconds)))


def solve_apart(costs: PairCosts, seconds: float) -> Solution:
    """Do what `solve` does in another process; in this one if no other can be started."""
    task = pickle.dumps(sys.path) + pickle.dumps((costs, seconds))
    given = subprocess.PIPE
    try:
        child = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", _PROGRAM],
            stdin=given,
            stdout=given,
            stderr=subprocess.DEVNULL,
        )
    except (OSError, ValueError, TypeError):
        return solve(costs, seconds)
    with child:  # closes the pipes, also if Ctrl-C comes before anything is written
        try:
            found, _ = child.communicate(task, min(seconds, 1e6) + _PATIENCE)
        except subprocess.TimeoutExpired:
            return Solution(costs.simple_bound, None)
        finally:
            child.kill()
            child.wait()
    if child.returncode:
        return solve(costs, seconds)
    out: Solution = pickle.loads(found)  # noqa: S301
    return out
