"""Real searches to draw, and consoles to draw them on."""

from dataclasses import replace
from io import BytesIO, TextIOWrapper

import pytest

from pybridge.facts import find, read
from pybridge.heuristics import Manhattan
from pybridge.outcome import Outcome
from pybridge.puzzles import puzzle_from, replay
from pybridge.render.console import console_on
from pybridge.search.ida_star import ida_star
from pybridge.search.plain import breadth_first
from pybridge.search.solution import Solution
from pybridge.search.tally import Tally


@pytest.fixture
def shown(monkeypatch):
    """A function from a renderable to its lines on a console that is not a terminal."""

    def show(renderable, width=100, encoding="utf-8"):
        monkeypatch.setenv("COLUMNS", str(width))
        file = TextIOWrapper(BytesIO(), encoding=encoding)
        console_on(file).print(renderable)
        file.flush()
        return file.buffer.getvalue().decode(encoding).split("\n")[:-1]

    return show


@pytest.fixture(scope="session")
def searched():
    """A function from a puzzle's name to its facts, a start, and a search of it in which an iteration takes 0.25 s."""

    def search(name, program="ids_low", every=False, number=0):
        facts = read(find(name))
        start_name, start = facts.starts[number]
        tally = Tally()
        puzzle = puzzle_from(facts, start)
        if program == "ids_low":
            found = ida_star(puzzle, Manhattan(facts), tally, every=every)
        else:
            found = breadth_first(puzzle, tally, every=every)
        iterations = tuple(replace(iteration, seconds=0.25) for iteration in tally.iterations)
        return (
            facts,
            start,
            Solution(
                name, start_name, program, "python", Outcome.SOLVED, tuple(found), iterations, 0.25 * len(iterations)
            ),
        )

    return search


@pytest.fixture(scope="session")
def eight(searched):
    """the 8-puzzle, its second start: facts, states and a search with one engine, and the same as if by another."""
    facts, start, solution = searched("eight", number=1)
    iterations = tuple(replace(it, inferences=it.expanded * 1000) for it in solution.iterations)
    by_prolog = replace(solution, engine="prolog", iterations=iterations, inferences=1_234_567)
    return facts, replay(facts, start, solution.moves), solution, by_prolog
