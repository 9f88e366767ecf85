"""One solver for many starts finds what a run for each would find."""

from dataclasses import replace

import pytest

from pybridge import memory
from pybridge.errors import UnavailableProgramError
from pybridge.facts import find, read
from pybridge.heuristics.registry import parse
from pybridge.limits import Limits, silent
from pybridge.outcome import Outcome
from pybridge.puzzles import Pruning
from pybridge.search.native.solver import prepare
from pybridge.search.run import new_tally
from pybridge.search.tally import Stopped
from pybridge.search.task import ALL, COUNT, FIRST, Task
from tests.solving import solve


def untimed(solution):
    iterations = tuple(replace(each, seconds=0.0) for each in solution.iterations)
    layers = solution.layers and replace(solution.layers, seconds=0.0)
    return replace(solution, iterations=iterations, layers=layers, seconds=0.0, start="")


@pytest.mark.parametrize(
    ("name", "heuristic"), [("eight", "takahashi"), ("box_eight", "manhattan"), ("eight", "pdb:4-4")]
)
@pytest.mark.parametrize("wanted", [FIRST, ALL, COUNT])
def test_one_start_after_the_other(name, heuristic, wanted):
    facts = read(find(name))
    task = Task(
        facts=facts,
        start_name="",
        start=(),
        program="ida_star",
        heuristic=parse(heuristic),
        pruning=Pruning.INVERSE,
        wanted=wanted,
    )
    solver = prepare(task, silent)
    for _ in range(2):
        for start, state in facts.starts:
            each = replace(task, start_name=start, start=state)
            alone = solve(
                facts, "ida_star", engine="native", start=start, heuristic=heuristic, pruning=Pruning.INVERSE,
                wanted=wanted,
            )  # fmt: skip
            assert untimed(solver.solve(each, new_tally(each))) == untimed(alone)


def test_limits_are_of_each_search():
    facts = read(find("eight"))
    start, state = facts.starts[0]
    task = Task(facts=facts, start_name=start, start=state, program="ida_star", heuristic=parse("manhattan"))
    solver = prepare(task, silent)
    short = replace(task, last_threshold=2)
    assert solver.solve(short, new_tally(short)).outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT
    late = replace(task, limits=Limits(seconds=0.0))
    assert solver.solve(late, new_tally(late)).outcome is Outcome.TIME_LIMIT
    tally = new_tally(task)
    tally.cancel()
    assert solver.solve(task, tally).outcome is Outcome.INTERRUPTED
    assert solver.solve(task, new_tally(task)).outcome is Outcome.SOLVED


def test_a_report_may_stop_the_preparing(tmp_path, monkeypatch):
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    facts = read(find("eight"))

    def stop(phrase):
        raise Stopped(Outcome.INTERRUPTED)

    with pytest.raises(Stopped):
        prepare(Task(facts=facts, start_name="", start=(), program="ida_star", heuristic=parse("takahashi")), stop)


def test_tables_in_large_pages_give_the_same_search(monkeypatch):
    monkeypatch.setattr(memory, "_LARGE", 1)
    facts, copies = read(find("eight")), []
    start = "farthest_1"
    task = Task(
        facts=facts, start_name=start, start=facts.start(start), program="ida_star",
        heuristic=parse("max(pdb:4-4,walking)"),
    )  # fmt: skip
    solver = prepare(task, silent)
    monkeypatch.setattr(memory, "_WORTH", 0)
    small = solver.solve(task, new_tally(task))
    monkeypatch.setattr(memory, "_WORTH", float("inf"))
    monkeypatch.setattr(memory, "_bytes_mapped_large", lambda: 0)  # by other tests, in the same process
    monkeypatch.setattr(memory, "in_large_pages", lambda array: copies.append(array.copy()) or copies[-1])
    limited = replace(task, limits=Limits(memory=10**9))
    assert untimed(solver.solve(limited, new_tally(limited))) == untimed(small)
    assert not copies
    assert untimed(solver.solve(task, new_tally(task))) == untimed(small)
    assert copies
    for copy in copies:
        copy[:] = 0  # what the kernels look up now
    assert untimed(solver.solve(task, new_tally(task))) != untimed(small)


@pytest.mark.parametrize("name", ["eight", "pocket", "blocks3"])
@pytest.mark.parametrize("engine", ["python", "native"])
def test_path_pruning_is_refused_where_states_are_not_compared(name, engine):
    with pytest.raises(UnavailableProgramError, match="path pruning is for puzzles of rules"):
        solve(read(find(name)), "ida_star", pruning=Pruning.PATH, engine=engine, wanted=COUNT)
