"""Compiled searches that are stopped before they search: what is already known is reported."""

import contextlib
import os
import subprocess
import sys
from itertools import count

import pytest

from pybridge.facts import find, read
from pybridge.heuristics import Manhattan
from pybridge.heuristics.registry import parse
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.search import tally
from pybridge.search.native import solver as running
from pybridge.search.tally import Stopped
from pybridge.search.task import ALL, COUNT, Task
from tests.solving import solve

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
    assert (solution.outcome, solution.iterations, solution.every) == (Outcome.MEMORY_LIMIT, (), False)
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
    """The ready heuristic searched some thresholds; then the search is stopped while tables are built."""
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


PREPARED = [
    ("eight", "ida_star", None),
    ("blocks4", "ida_star", None),
    ("pocket", "ida_star", None),
    ("fifteen", "ida_star", "learned"),
    ("fifteen", "a_star", "learned"),
]


@pytest.mark.parametrize(("name", "program", "heuristic"), PREPARED)
def test_a_time_limit_does_not_count_compiling(name, program, heuristic, monkeypatch):
    """Compiling takes a hundred seconds here, and the limit is five; nothing else takes any time."""
    seconds = 0.0
    account = tally.Tally(Limits(seconds=5.0), now=lambda: seconds)

    @contextlib.contextmanager
    def compiling(tell):
        nonlocal seconds
        tell("compiling (first use only)")
        seconds += 100
        tell(None)
        yield

    monkeypatch.setattr(running, "announcing", compiling)
    facts = read(find(name))
    named = parse(heuristic) if heuristic else None
    start, state = facts.starts[0]
    task = Task(facts=facts, start_name=start, start=state, program=program, heuristic=named)
    found = running.search(task, account, account.report)
    assert (found.outcome, seconds) == (Outcome.SOLVED, 100)


COMPILED_ANEW = """
import time
from pybridge.engines import begin
from tests.solving import solve
from pybridge.facts import find, read
from pybridge.search.task import COUNT, Task
facts = read(find("eight"))
start, state = facts.starts[0]
run = begin(Task(facts=facts, start_name=start, start=state, program="ida_star", wanted=COUNT), "native")
while run.progress().preparing is None:
    time.sleep(0.01)
run.cancel()
found = run.result()
print(found.outcome.name, found.count, found.lower_bound)
found = solve(facts, "ida_star", engine="native", wanted=COUNT)
print(found.outcome.name, found.count, found.lower_bound)
"""


@pytest.mark.slow
def test_an_interrupt_ends_the_compilation_too(tmp_path):
    """And the next search compiles what was left undone."""
    environment = {**os.environ, "PYBRIDGE_KERNELS": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", COMPILED_ANEW], capture_output=True, text=True, timeout=120, env=environment
    )
    known = solve(read(find("eight")), "ida_star", engine="native", wanted=COUNT)
    assert (done.stdout, done.stderr) == (f"INTERRUPTED None 12\nSOLVED {known.count} {known.length}\n", "")


@pytest.mark.slow
def test_off_a_terminal_a_command_says_that_it_compiles(tmp_path):
    environment = {**os.environ, "PYBRIDGE_KERNELS": str(tmp_path)}
    command = [sys.executable, "-m", "pybridge", "solve", "blocks3", "--quiet"]
    said = [
        subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment).stderr for _ in range(2)
    ]
    assert said == ["pybridge: compiling for the first use, which takes up to a minute; no time limit counts it\n", ""]
