"""A domain is a row: one with rules alone is counted in plain Python, and what a row lacks ends in a clear message."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from pybridge import census
from pybridge.errors import UnavailableProgramError
from pybridge.facts import PuzzleFacts, find, read
from pybridge.puzzles import PieceMove, Pruning, Reason
from pybridge.puzzles.rows import Transitions
from pybridge.search import rows
from pybridge.search.census.choice import counter, methods, plan
from pybridge.search.native.solver import prepare
from pybridge.search.rows import Counting, SearchRow

LAST = 10


@dataclass(frozen=True, kw_only=True)
class Line(PuzzleFacts):
    """The integers from 0 to 10: a piece goes one up or down."""

    domain: ClassVar[str] = "line"


@dataclass(frozen=True)
class Walk:
    """The moves from a start."""

    facts: Line
    start: tuple[int, ...]
    pruning: Pruning = Pruning.INVERSE

    def is_goal(self, state):
        return state in self.facts.goals

    def successors(self, state, last):
        for following in (state[0] - 1, state[0] + 1):
            if 0 <= following <= LAST:
                yield PieceMove("it", state[0], following), (following,)


class Whole:
    """All integers are joined."""

    def __init__(self, facts):
        pass

    def orbit(self, state):
        return "all"

    def size(self, state):
        return LAST + 1

    def arrangements(self):
        return LAST + 1

    def why_apart(self, state, goal):
        return Reason("it is not")


LINE = Line(name="up", title="Up the line", starts=(("zero", (0,)),), goals=((4,),), optimal={"zero": 4})
ROW = Transitions(Walk, lambda facts, state, move: (move.target,), lambda facts: True, Whole)
EXPECTED = [1, 2, 2, 2, 2, 1, 1]


@pytest.fixture(autouse=True)
def line(handed_in):
    """The line has rules, and nothing else."""
    handed_in("line", puzzles=ROW)


def test_a_domain_with_rules_alone_is_counted_in_plain_python():
    taken = census(LINE)
    assert [level.states for level in taken.levels] == EXPECTED
    assert (taken.method, taken.total, taken.exact_share, taken.farthest) == ("plain", 11, None, ((10,),))
    assert [(place.name, place.distance) for place in taken.places] == [("zero", 4)]


def test_it_can_be_stopped_and_resumed():
    first, second = (counter(plan(LINE), LINE, ()) for _ in range(2))
    levels = [level for _, level in zip(range(3), first.levels(lambda: None), strict=False)]
    second.resume(levels, first.saved())
    assert [level.states for level in [*levels, *second.levels(lambda: None)]] == EXPECTED


def test_a_row_adds_a_bound(handed_in):
    row = Counting(bound=lambda facts: lambda state: abs(state[0] - facts.goals[0][0]) // 2 * 2)
    handed_in("line", puzzles=ROW, search=SearchRow(counting=row))
    assert [level.exact for level in census(LINE).levels] == [1, 0, 2, 0, 2, 0, 1]


@pytest.mark.parametrize("method", ["bits", "hashed"])
def test_a_method_that_the_domain_does_not_have(method):
    with pytest.raises(UnavailableProgramError, match=f"method {method} does not work for line; use --method plain"):
        plan(LINE, method)


def test_the_other_methods_of_the_domain_are_named():
    with pytest.raises(UnavailableProgramError, match="bits does not work for blocks_world; use --method hashed or"):
        plan(read(find("blocks3")), "bits")


def test_no_compiled_search_for_it():
    from pybridge.search.task import Task

    with pytest.raises(UnavailableProgramError, match="the engine native does not search line"):
        prepare(Task(facts=LINE, start_name="zero", start=(0,), program="ida_star"), lambda phrase: None)


def test_all_methods_are_known_whatever_the_domain():
    assert methods() == ("bits", "hashed", "projection", "symmetric", "plain")


OWN = {"census/bit_parts.py", "census/bit_space.py", "census/bit_tables.py", "census/bits.py", "packed.py"}
"""What works for one domain alone, and is reached by its row; so are the plans of `native`."""


def test_only_rows_name_a_domain():
    folder = Path(rows.__file__).parent
    modules = {path for part in ("census", "kernels", "layers") for path in (folder / part).glob("*.py")}
    words = ("TilesFacts", "BlocksFacts", "sliding_tiles", "blocks_world")
    found = {path for path in modules if any(word in path.read_text(encoding="utf-8") for word in words)}
    assert found <= {folder / name for name in OWN}
