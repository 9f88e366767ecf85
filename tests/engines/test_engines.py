"""Every engine behind one call, and the states that a user types."""

import threading
import time

import pytest

from pybridge.engines import begin, start_state, watched
from pybridge.engines.registry import ENGINES, programs
from pybridge.errors import UnavailableProgramError, UnknownStartError
from pybridge.facts import find, read
from pybridge.heuristics.manhattan import explain
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import replay
from pybridge.search.task import ALL, Task
from tests.samples import sample
from tests.solving import solve

SEVEN = read(find("seven"))
EIGHT = read(find("eight"))
BOX = read(find("box_eight"))
BLOCKS = read(find("blocks3"))

OWN = [name for name, row in ENGINES.items() if not row.one]
"""Engines that are part of pybridge."""
PROLOG = [name for name, engine in ENGINES.items() if engine.inferences]

BLIND = {"prolog": "ids", "prolog-terms": "ids", "prolog-compiled": "ids", "python": "ids", "native": "ida_star"}
"""A program of each engine that takes a while."""
BOUNDED = {
    "prolog": "ids_low",
    "prolog-terms": "ids_low",
    "prolog-compiled": "ids_low",
    "python": "ids_low",
    "native": "ida_star",
}

EVERY = [(engine, facts, program) for engine in OWN for facts in (EIGHT, BLOCKS)
       for program in programs(engine, facts.domain) if (engine, program) != ("native", "a_star")]  # fmt: skip
"""All except the one that uses a network, which is not trained here."""


@pytest.mark.parametrize(("engine", "facts", "program"), EVERY)
def test_every_program_of_every_engine(engine, facts, program):
    start = "8 1 3 4 0 2 7 6 5" if facts is EIGHT else None
    solution = solve(facts, program, engine=engine, start=start)
    name, state = start_state(facts, start)
    assert (solution.engine, solution.program, solution.start) == (engine, program, name)
    assert solution.outcome is Outcome.SOLVED
    assert len(replay(facts, state, solution.moves)) == solution.length + 1
    assert solution.length == solve(facts, "breadth_first", engine="python", start=start).length


def test_the_programs():
    assert programs("prolog", "sliding_tiles") == ("ids", "ids_low", "breadth_first")
    assert programs("prolog", "blocks_world") == ("ids", "breadth_first")
    assert set(programs("prolog", "blocks_world")) < set(programs("python", "blocks_world"))


@pytest.mark.parametrize("engine", OWN)
def test_unsolvable_is_told_before_a_search(engine, monkeypatch):
    monkeypatch.setattr("pybridge.search.plain.search", None)
    monkeypatch.setattr("pybridge.engines.prolog.search", None)
    monkeypatch.setattr("pybridge.search.native.solver.search", None)
    solution = solve(SEVEN, BLIND[engine], engine=engine, start="2 1 3 4 5 6 7 0")
    assert solution.outcome is Outcome.UNSOLVABLE
    assert "odd permutation" in solution.reason
    assert (solution.solutions, solution.iterations, solution.seconds) == ((), (), 0.0)
    assert (solution.engine, solution.start, solution.lower_bound) == (engine, "given", None)


def test_the_run_of_an_unsolvable_start():
    name, state = start_state(SEVEN, "2 1 3 4 5 6 7 0")
    run = begin(Task(facts=SEVEN, start_name=name, start=state, program="ids"), "prolog")
    run.cancel()
    run.hurry()
    assert run.wait(0.0)
    assert not run.is_searching()
    assert run.progress().iterations == ()
    assert run.progress().current is None
    assert run.result().outcome is Outcome.UNSOLVABLE


@pytest.mark.parametrize("engine", ["numba", "", "Prolog"])
def test_no_such_engine(engine):
    with pytest.raises(UnavailableProgramError, match=r"prolog, .*, python, native") as caught:
        solve(SEVEN, engine=engine)
    assert repr(engine) in str(caught.value)
    assert caught.value.exit_code == 42


@pytest.mark.parametrize("engine", OWN)
@pytest.mark.parametrize(("facts", "program"), [(BLOCKS, "ids_low"), (SEVEN, "dfs"), (SEVEN, "")])
def test_no_such_program(engine, facts, program):
    with pytest.raises(UnavailableProgramError) as caught:
        solve(facts, program, engine=engine)
    message = str(caught.value)
    assert all(word in message for word in (engine, repr(program), facts.domain, *programs(engine, facts.domain)))


@pytest.mark.parametrize("engine", ["python", "native"])
def test_only_prolog_counts_inferences(engine):
    with pytest.raises(UnavailableProgramError, match="inference"):
        solve(SEVEN, "ida_star", engine=engine, limits=Limits(inferences=1000))


@pytest.mark.parametrize("engine", [*PROLOG, "python"])
def test_limits(engine):
    timed = solve(SEVEN, "ids", engine=engine, limits=Limits(seconds=1.0))
    assert timed.outcome is Outcome.TIME_LIMIT
    assert timed.lower_bound > 1
    last = solve(SEVEN, "ids", engine=engine, last_threshold=6)
    assert last.outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT
    assert last.lower_bound == 7


def test_an_inference_limit_ends_the_search():
    solution = solve(SEVEN, "ids", limits=Limits(inferences=500_000))
    assert solution.outcome is Outcome.INFERENCE_LIMIT


@pytest.mark.parametrize("engine", sample(OWN, slow=("prolog",)))
def test_every_solution(engine):
    assert len(solve(SEVEN, BOUNDED[engine], engine=engine, wanted=ALL, nodes=False).solutions) == 24
    assert len(solve(BOX, BOUNDED[engine], engine=engine, wanted=ALL, nodes=False).solutions) == 16


@pytest.mark.clock
@pytest.mark.parametrize("engine", [*PROLOG, "python"])
def test_an_interrupt_is_an_outcome(engine):
    run = begin(Task(facts=SEVEN, start_name="page", start=SEVEN.start("page"), program="ids"), engine)
    begun = []

    def watch(run):
        while not run.progress().iterations:
            run.wait(0.01)
        begun.append(time.monotonic())
        raise KeyboardInterrupt

    assert not watched(run, watch)
    assert time.monotonic() - begun[0] < 1.0
    assert run.result().outcome is Outcome.INTERRUPTED


def test_other_errors_are_no_interrupt():
    run = begin(Task(facts=EIGHT, start_name="easy", start=EIGHT.start("easy"), program="ids_low"), "python")

    def watch(run):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        watched(run, watch)
    assert run.result().outcome in (Outcome.INTERRUPTED, Outcome.SOLVED)


def test_searches_in_several_threads():
    found = {}

    def search(start):
        found[start] = solve(EIGHT, "ids_low", start=start).length

    threads = [threading.Thread(target=search, args=(start,)) for start, _ in EIGHT.starts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30.0)
    assert found == dict(EIGHT.optimal)


STATE = (8, 1, 3, 4, 0, 2, 7, 6, 5)


@pytest.mark.parametrize(
    "text",
    [
        "8 1 3 4 0 2 7 6 5",
        "8 1 3 / 4 0 2 / 7 6 5",
        "8,1,3,4,0,2,7,6,5",
        "8, 1, 3 / 4, 0, 2 / 7, 6, 5",
        "[8,1,3,4,0,2,7,6,5]",
        " [8, 1, 3, 4, 0, 2, 7, 6, 5] ",
        "  8 1 3 4 0 2 7 6 5\n",
        "8 1 3\n4 0 2\n7 6 5\n",
        "8 1 3/4 0 2/7 6 5",
    ],
)
def test_states_of_tiles(text):
    assert start_state(EIGHT, text) == ("given", STATE)


def test_states_of_blocks():
    state = (("red", "x"), ("blue", "red"), ("green", "y"))
    assert start_state(BLOCKS, "[[red, x], [blue, red], [green, y]]") == ("given", state)
    assert start_state(BLOCKS, "[[red,x],[blue,red],[green,'y']]") == ("given", state)


def test_starts_by_name():
    assert start_state(EIGHT, None) == ("easy", EIGHT.start("easy"))
    for name, state in EIGHT.starts:
        assert start_state(EIGHT, name) == (name, state)


@pytest.mark.parametrize(
    ("facts", "text", "part"),
    [
        (EIGHT, "nowhere", "easy, middling, farthest_1, farthest_2, or use random or hardest"),
        (EIGHT, "farthest-3", "no start"),
        (EIGHT, "8 1 3 4 0 2 7 6", "8 1 3 4 0 2 7 6"),
        (EIGHT, "8 1 3 4 0 2 7 6 5 5", "not a state of eight"),
        (EIGHT, "8 1 3 4 0 2 7 6 6", "not a state of eight"),
        (EIGHT, "8 1 3 4 0 2 7 6 9", "not a state of eight"),
        (EIGHT, "8 1 3 4 0 0 7 6 5", "not a state of eight"),
        (EIGHT, "8 1 3 4 9 2 7 6 5", "not a state of eight"),
        (EIGHT, "8 1 3 4 x 2 7 6 5", "not a state of eight"),
        (EIGHT, "8 1 3 4 -1 2 7 6 5", "not a state of eight"),
        (EIGHT, "[8, 1, 3", "not a state of eight"),
        (EIGHT, "[8, 1, 3, 4, X, 2, 7, 6, 5]", "not a state of eight"),
        (EIGHT, "[8, 1, 3, 4, 0, 2, 7, 6, 5]). goal([0", "not a state of eight"),
        (EIGHT, "", "not a state of eight"),
        (EIGHT, "[]", "not a state of eight"),
        (BOX, "6 4 5 2 0 2 3 4 4", "not a state of box_eight"),
        (BLOCKS, "[[red, x], [blue, red], [green, red]]", "not a state of blocks3"),
        (BLOCKS, "[[red, x], [blue, red]]", "not a state of blocks3"),
        (BLOCKS, "[[red, blue], [blue, red], [green, x]]", "not a state of blocks3"),
        (BLOCKS, "[[red, x], [green, y], [blue, z]]", "not a state of blocks3"),
        (BLOCKS, "1 2 3", "not a state of blocks3"),
        (BLOCKS, "tower", "page"),
    ],
)
def test_no_state(facts, text, part):
    with pytest.raises(UnknownStartError) as caught:
        start_state(facts, text)
    assert part in str(caught.value)
    assert repr(text) in str(caught.value)
    assert caught.value.exit_code == 41


@pytest.mark.parametrize(
    ("name", "text"),
    [("eight", "[[8, 1, 3], [4, 0, 2], [7, 6, 5]]"), ("eight", "[[8,1,3],\n [4,0,2],\n [7,6,5]]"), ("cross", None)],
)
def test_a_state_may_be_the_list_of_its_rows(name, text):
    facts = read(find(name))
    state = facts.starts[0][1] if text is None else (8, 1, 3, 4, 0, 2, 7, 6, 5)
    rows = [[tile for tile, cell in zip(state, facts.cells, strict=True) if cell[0] == row] for row in range(3)]
    assert start_state(facts, text or str(rows)) == ("given", state)


@pytest.mark.parametrize(
    ("facts", "text", "told"),
    [
        (EIGHT, "[1,2", "a [ is not closed; type e.g. 1 2 3 4 5 6 7 8 0"),
        (EIGHT, "1 2 3]", "a ] has no [; type e.g. 1 2 3 4 5 6 7 8 0"),
        (EIGHT, "1 2 3 4 5 6 7 8 %", "% is not a tile; type e.g. 1 2 3 4 5 6 7 8 0"),
        (EIGHT, "8 1 3 4 x 2 7 6 5", "x is not a tile; type e.g. 1 2 3 4 5 6 7 8 0"),
        (EIGHT, "8 1 3 4 -1 2 7 6 5", "-1 is not a tile; type e.g. 1 2 3 4 5 6 7 8 0"),
        (EIGHT, "1 2 \u200b", "U+200B is not a tile; type e.g. 1 2 3 4 5 6 7 8 0"),
        (EIGHT, "[1 2 3 4 5 6 7 8 0]", "it is not a single list; type e.g. 1 2 3 4 5 6 7 8 0"),
        (EIGHT, "[[1, 2, 3], [4, 5, 6], 7, 8, 0]", "it is not a single list; type e.g. 1 2 3 4 5 6 7 8 0"),
        (
            EIGHT,
            "[[1, 2, 3, 4], [5, 6], [7, 8, 0]]",
            "it has rows of 4, 2, 3 entries; those of the board have 3, 3, 3; type e.g. 1 2 3 4 5 6 7 8 0",
        ),
        (EIGHT, "36", "36 is not a tile; type e.g. 1 2 3 4 5 6 7 8 0"),
        (EIGHT, "3", "it has 1 entry; the board has 9 cells; type e.g. 1 2 3 4 5 6 7 8 0"),
        (EIGHT, "1 2 3 4 5 6 7 8 8", "it has no blank; type e.g. 1 2 3 4 5 6 7 8 0"),
        (EIGHT, "1 2 3 4 5 6 7 . 0", "it has 2 blanks; type e.g. 1 2 3 4 5 6 7 8 0"),
        (EIGHT, "1 2 3 4 5 7 7 . 6", "it has too many of 7 and too few of 8; type e.g. 1 2 3 4 5 6 7 8 0"),
        (EIGHT, "[1, 2, 3, 4, 5, 6, 7, 8, .]", ". is not a tile; type e.g. 1 2 3 4 5 6 7 8 0"),
        (BLOCKS, "[[red, x]", "a [ is not closed; type e.g. [[red, blue], [blue, green], [green, z]]"),
        (BLOCKS, "[[red, x]] %", "it is not a single list; type e.g. [[red, blue], [blue, green], [green, z]]"),
        (
            BLOCKS,
            "[[red, X]]",
            "X is a variable; start a name or an atom with a lowercase letter, or quote it; "
            "type e.g. [[red, blue], [blue, green], [green, z]]",
        ),
    ],
)
def test_what_is_wrong_with_a_state_is_told_of_what_was_typed(facts, text, told):
    with pytest.raises(UnknownStartError) as caught:
        start_state(facts, text)
    assert str(caught.value) == f"{text!r} is not a state of {facts.name}: {told}"


def test_an_explanation_adds_up():
    start = SEVEN.start("page")
    told = explain(SEVEN, start, 3, 20)
    assert (told.h, told.f, told.kept) == (16, 19, True)  # source: the 7-puzzle page, lower bound 16
    assert [share.piece for share in told.shares] == [tile for tile in start if tile]
    assert [start[share.place] for share in told.shares] == [share.piece for share in told.shares]
    assert explain(SEVEN, start, 4, 20).kept
    assert not explain(SEVEN, start, 5, 20).kept
    assert explain(SEVEN, SEVEN.goals[0], 0, 0).h == 0


@pytest.mark.parametrize("more", ['). source("x"', "). start(more, [1,2,3,4,5,6,7,0]"])
def test_a_state_that_says_more_is_refused(more):
    with pytest.raises(UnknownStartError, match="not a state of seven"):
        start_state(read(find("seven")), f"[0,7,2,1,4,3,6,5]{more}")
