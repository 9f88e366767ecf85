"""Programs for large boards: corridors take no more text than their cells, and compiling heeds limits and Ctrl-C."""

import time
from dataclasses import replace

import pytest

from pybridge.agreement import compare
from pybridge.boards.generate import rectangle
from pybridge.engines import begin
from pybridge.engines.goal import compiled_text
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.search.task import Task
from tests.solving import solve


def ring(length, moves=5):
    """A ring whose blank is a few moves from home."""
    facts = rectangle(1, length, wrap="columns", name="ring")
    (goal,) = facts.goals
    return replace(facts, starts=(("near", (*goal[: -moves - 1], 0, *goal[-moves - 1 : -1])),), optimal={})


@pytest.mark.parametrize("program", ["ids", "ids_low", "ida_star"])
@pytest.mark.parametrize("length", [3, 4, 5, 6, 7, 9, 12])
def test_rings_are_searched_as_ever(program, length):
    facts = ring(length, min(5, length - 2))
    start, state = facts.starts[0]
    wanted = {"heuristic": "manhattan"} if program == "ida_star" else {}
    found = [solve(facts, program, engine=engine, **wanted) for engine in ("prolog-compiled", "python")]
    compare(facts, start, state, found).require_agreement()
    first, second = found
    assert [(each.threshold, each.expanded, each.generated) for each in first.iterations] == [
        (each.threshold, each.expanded, each.generated) for each in second.iterations
    ]


def test_the_text_of_a_corridor_grows_no_faster_than_that_of_other_boards():
    """With a board's cells, and each of its clauses with the tiles: four times for twice the cells, not eight."""
    sizes = []
    for length in (16, 32):
        facts = ring(length)
        task = Task(facts=facts, start_name=facts.starts[0][0], start=facts.starts[0][1], program="ids_low")
        sizes.append(len(compiled_text(facts, ["ids_low"], task)))
    assert sizes[1] < 5 * sizes[0]


@pytest.mark.slow
def test_time_that_compiling_takes_is_time():
    facts = rectangle(10, 10, name="ten")
    solution = solve(facts, "ids_low", engine="prolog-compiled", nodes=False, limits=Limits(seconds=0.05))
    assert (solution.outcome, solution.iterations) == (Outcome.TIME_LIMIT, ())
    assert solution.lower_bound > 100
    again = solve(facts, "ids_low", engine="prolog-compiled", start=" ".join(map(str, facts.goals[0])))
    assert again.length == 0


@pytest.mark.parametrize("after", [0.05, 0.3, 0.6, 0.9])
def test_compiling_can_be_cancelled(after):
    facts = rectangle(10, 10, name="ten")
    run = begin(
        Task(facts=facts, start_name=facts.starts[0][0], start=facts.starts[0][1], program="ids_low"), "prolog-compiled"
    )
    time.sleep(after)
    run.cancel()
    assert run.wait(30)
    assert run.result().outcome is Outcome.INTERRUPTED
