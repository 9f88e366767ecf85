"""A plain search in a thread of its own: progress, cancelling, limits, errors."""

import subprocess
import sys
import threading
import time

import pytest

from pybridge.engines import begin
from pybridge.errors import UnavailableProgramError
from pybridge.facts import find, read
from pybridge.limits import NO_LIMITS, Limits
from pybridge.outcome import Outcome
from pybridge.search import tiles as sliding_tiles
from pybridge.search.rows import row_of_domain
from pybridge.search.task import FIRST, Task


def task(name, start, program, limits=NO_LIMITS, last=None):
    facts = read(find(name))
    return Task(
        facts=facts,
        start_name=start,
        start=facts.start(start),
        program=program,
        wanted=FIRST,
        limits=limits,
        last_threshold=last,
    )


def finished(run):
    assert run.wait(20.0)
    assert not run.is_searching()
    return run.result()


@pytest.mark.parametrize("background", [False, True])
def test_to_its_end(background):
    solution = finished(begin(task("eight", "easy", "ids_low"), "python", background=background))
    assert (solution.puzzle, solution.start, solution.program, solution.engine) == (
        "eight",
        "easy",
        "ids_low",
        "python",
    )
    assert (solution.outcome, solution.length, solution.inferences) == (Outcome.SOLVED, 12, None)


@pytest.mark.clock
@pytest.mark.parametrize("program", ["ids", "ids_low", "ida_star"])
def test_cancel(program):
    run = begin(task("fifteen", "takahashi", program), "python")
    deadline = time.monotonic() + 10
    while not run.progress().current and time.monotonic() < deadline:
        run.wait(0.01)
    assert run.is_searching()
    begun = time.monotonic()
    run.cancel()
    solution = finished(run)
    assert time.monotonic() - begun < 5.0
    assert solution.outcome is Outcome.INTERRUPTED
    assert solution.moves is None
    assert solution.iterations
    assert not solution.iterations[-1].completed


def test_a_cancelled_search_keeps_what_it_proved():
    run = begin(task("fifteen", "rosetta", "ids_low"), "python")
    while not run.progress().iterations:
        run.wait(0.01)
    run.cancel()
    solution = finished(run)
    completed = [iteration for iteration in solution.iterations if iteration.completed]
    assert solution.lower_bound == completed[-1].threshold + 1 > 1


def test_cancelling_what_is_over_changes_nothing():
    run = begin(task("eight", "easy", "ids_low"), "python")
    assert run.wait(10.0)
    run.cancel()
    run.hurry()
    assert run.result().outcome is Outcome.SOLVED


def test_time_limit():
    solution = finished(begin(task("fifteen", "takahashi", "ids_low", Limits(seconds=0.1)), "python"))
    assert solution.outcome is Outcome.TIME_LIMIT
    assert solution.moves is None


def test_memory_limit():
    """In a process of its own: the most that a process has had is never less later."""
    script = """
from tests.solving import solve
from pybridge.facts import find, read
from pybridge.limits import Limits
print(solve(read(find("eight")), "breadth_first", engine="python", start="farthest_1",
            limits=Limits(memory=4_000_000)).outcome.name)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=30, check=True)
    assert done.stdout == "MEMORY_LIMIT\n"


def test_no_solution_within_the_last_threshold():
    solution = finished(begin(task("eight", "farthest_1", "ida_star", last=25), "python"))
    assert solution.outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT
    assert solution.lower_bound == 27
    assert solution.solutions == ()


def test_progress_grows():
    run = begin(task("fifteen", "takahashi", "ids_low"), "python")
    seen = [run.progress()]
    while len(seen) < 200 and not seen[-1].iterations:
        run.wait(0.01)
        seen.append(run.progress())
    run.cancel()
    finished(run)
    assert [len(p.iterations) for p in seen] == sorted(len(p.iterations) for p in seen)
    assert all(p.inferences is None for p in seen)
    assert seen[-1].iterations[0].threshold == 40


@pytest.mark.parametrize(("name", "start", "program"), [("blocks3", "page", "ids_low"), ("seven", "page", "dfs")])
def test_no_such_program(name, start, program):
    with pytest.raises(UnavailableProgramError) as caught:
        begin(task(name, start, program), "python")
    domain = read(find(name)).domain
    assert all(each in str(caught.value) for each in (program, domain, *row_of_domain(domain).programs))


def test_an_error_in_the_thread_comes_out_of_the_result(monkeypatch):
    def fall_over(*_, **__):
        raise ZeroDivisionError("planted")

    monkeypatch.setattr(sliding_tiles, "ida_star", fall_over)
    run = begin(task("seven", "page", "ids_low"), "python")
    assert run.wait(10.0)
    with pytest.raises(ZeroDivisionError, match="planted"):
        run.result()


def test_no_thread_is_left():
    before = threading.active_count()
    for _ in range(5):
        finished(begin(task("eight", "easy", "ids_low"), "python"))
    assert threading.active_count() <= before
