"""Compiled searches that are stopped before they search: what is known all the same is told."""

import os
import subprocess
import sys
from itertools import count

import pytest

from pybridge.engines import solve
from pybridge.facts import find, read
from pybridge.heuristics import Manhattan
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.search import tally
from pybridge.search.native import solver as running
from pybridge.search.tally import Stopped
from pybridge.search.task import ALL, COUNT

FIFTEEN = read(find("fifteen"))
NOTHING = Limits(memory=1)


@pytest.fixture
def growing(monkeypatch):
    """A process that has more memory each time it is asked."""
    monkeypatch.setattr(tally, "_resident", count(0, 1000).__next__)


def stopped(heuristic, **wanted):
    return solve(FIFTEEN, "ida_star", engine="native", start="rosetta", heuristic=heuristic, limits=NOTHING, **wanted)


def test_without_tables_the_heuristic_alone_proves_something(growing):
    solution = stopped("manhattan", wanted=ALL)
    searched = solve(FIFTEEN, "ida_star", engine="native", start="rosetta", heuristic="manhattan", last_threshold=0)
    assert (solution.outcome, solution.iterations) == (Outcome.MEMORY_LIMIT, ())
    assert (solution.heuristic, solution.pruning, solution.count) == ("manhattan", "inverse", None)
    assert (solution.lower_bound, solution.step) == (searched.lower_bound, searched.step)
    assert solution.lower_bound > 30


def test_what_needs_tables_is_at_least_manhattan_distance(growing, tmp_path, monkeypatch):
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    solution = stopped("pdb:6-6-3")
    assert (solution.outcome, solution.heuristic, solution.pruning) == (Outcome.MEMORY_LIMIT, "pdb:6-6-3", "sequence")
    assert solution.lower_bound == Manhattan(FIFTEEN).estimate(FIFTEEN.start("rosetta"))


@pytest.mark.slow
def test_thresholds_that_were_done_count_though_better_tables_are_not_ready(tmp_path, monkeypatch):
    """The heuristic at hand searched some thresholds; then the search is stopped while tables are built."""
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    monkeypatch.setattr(running, "PATIENCE", 0.5)
    ready, calls = running._Attempt._ready, count()

    def stops_at_the_second(self, task):
        if next(calls):
            raise Stopped(Outcome.TIME_LIMIT)
        return ready(self, task)

    monkeypatch.setattr(running._Attempt, "_ready", stops_at_the_second)
    solution = solve(read(find("korf24")), "ida_star", engine="native")
    assert solution.outcome is Outcome.TIME_LIMIT
    assert solution.iterations
    assert all(iteration.completed for iteration in solution.iterations)
    assert solution.lower_bound == solution.iterations[-1].threshold + 2
    assert solution.heuristic == "manhattan"
    assert solution.seconds > 0


COMPILED_ANEW = """
import sys
from pybridge.engines import solve
from pybridge.facts import find, read
from pybridge.limits import Limits
from pybridge.search.task import COUNT
facts = read(find(sys.argv[1]))
for seconds in (0.01, None):
    found = solve(facts, "ida_star", engine="native", wanted=COUNT, limits=Limits(seconds=seconds))
    print(found.outcome.name, found.count, found.lower_bound)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "bound"), [("blocks4", 8), ("eight", 12)])
def test_a_limit_ends_the_compilation_too(name, bound, tmp_path):
    """And the next search compiles what was left undone."""
    environment = {**os.environ, "PYBRIDGE_KERNELS": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", COMPILED_ANEW, name], capture_output=True, text=True, timeout=120, env=environment
    )
    known = solve(read(find(name)), "ida_star", engine="native", wanted=COUNT)
    assert (done.stdout, done.stderr) == (
        f"TIME_LIMIT None {bound}\nSOLVED {known.count} {known.length}\n",
        "",
    )
