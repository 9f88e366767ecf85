"""A domain is a row: a toy domain is drawn by its own, and in plain text where it has none."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest
from rich.text import Text

from pybridge import census
from pybridge.boards.generate import from_drawing, rectangle
from pybridge.facts import PuzzleFacts
from pybridge.facts.domain import Domain
from pybridge.facts.given_state import as_json
from pybridge.outcome import Outcome
from pybridge.puzzles import PieceMove, Reason
from pybridge.render import domains
from pybridge.render.catalogue import PuzzleDetail, PuzzleTable
from pybridge.render.census import CensusReport
from pybridge.render.domains import Appearance, BoardStrip, StatePicture, cell_numbers
from pybridge.render.layout import Picture
from pybridge.render.search import SearchReport
from pybridge.report import Report
from pybridge.search.solution import Solution

ROW = Appearance(
    picture=lambda facts, state, move, pen: Picture((Text("." * state[0] + ("@" if move else "o")),)),
    move=lambda facts, move, pen: f"by {move.piece}",
    size=lambda facts, pen: "a line",
    undrawn=lambda facts, pen: "the line has no end",
    numbered=lambda facts: (facts, (3,)),
)


@dataclass(frozen=True, kw_only=True)
class Line(PuzzleFacts):
    """The integers: a piece goes up by one or three."""

    domain: ClassVar[str] = "line"


FACTS = Domain(
    name="line",
    vocabulary={},
    rules=(),
    build=lambda base, common: Line(**common),
    draw=lambda facts, state: iter([str(state)]),
    sections=lambda facts: (),
    state_comment="",
)
LINE = Line(name="up", title="up the line", starts=(("zero", (0,)),), goals=((4,),), optimal={"zero": 2})
STATES = [(0,), (1,), (4,)]
MOVES = (PieceMove("one", 0, 1), PieceMove("three", 1, 4))


@pytest.fixture
def row(handed_in):
    """Hand in a row for the line."""
    return lambda row: handed_in("line", facts=FACTS, render=row)


def trace():
    reason = Reason("cell 3 is out of reach", names_cells=True)
    solution = Solution("up", "zero", "ids", "python", Outcome.SOLVED, (MOVES,), (), 0.0, reason=reason)
    return SearchReport(Report(LINE, solution, STATES))


def test_a_row_draws_states_strips_and_sizes(shown, row):
    row(ROW)
    assert shown(StatePicture(LINE, (2,))) == ["..o", "the line has no end"]
    assert shown(BoardStrip(LINE, STATES, MOVES)) == [
        "o             .@            ....@",
        "start         1: by one     2: by three",
        "the line has no end",
    ]
    assert shown(PuzzleTable([LINE]))[2].split() == ["up", "a", "line", "1", "2", "up", "the", "line"]
    assert "up · line · a line" in shown(PuzzleDetail(LINE))


def test_a_trace_of_a_toy_domain(shown, row):
    row(ROW)
    drawn = shown(trace())
    assert "moves  by one by three" in drawn
    assert drawn[-3:] == ["the numbers of the cells", "...o", "the line has no end"]


@pytest.mark.parametrize("known", [Appearance(), None])
def test_what_has_no_row_is_plain(shown, row, known):
    row(known)
    assert shown(StatePicture(LINE, (2,))) == ["(2,)"]
    assert shown(BoardStrip(LINE, STATES, MOVES))[1] == "start           1: one to 1     2: three to 4"
    assert shown(PuzzleTable([LINE]))[2].split() == ["up", "1", "2", "up", "the", "line"]
    assert "the numbers of the cells" not in shown(trace())


def test_a_state_of_a_domain_that_this_process_does_not_know():
    """As in an answer that was pickled."""

    class Unknown(PuzzleFacts):
        domain: ClassVar[str] = "unknown"

    assert as_json(Unknown(name="up", title="Up", goals=(), starts=()), (2,)) == [2]


def test_a_board_without_a_row_is_drawn_as_its_file_draws_it(shown, handed_in):
    handed_in("sliding_tiles", render=None)
    facts = rectangle(2, 2)
    assert shown(StatePicture(facts, facts.goals[0])) == ["1 2", "3 ."]
    rooms = from_drawing("a b c d\n# e f .", name="rooms")
    report = CensusReport(rooms, census(rooms, ["b a c d e f ."], method="plain"))
    assert any("cannot reach a goal: " in line for line in shown(report))
    assert cell_numbers(rooms, [Reason("cell 1 is a bridge", names_cells=True)]) == []


def test_nobody_else_names_a_domain():
    pictures = {
        "board_scene.py",
        "board_shape.py",
        "tiles.py",
        "blocks.py",
        "turns.py",
        "domains.py",
        "rules.py",
        "solid.py",
    }
    words = ("TilesFacts", "BlocksFacts", "TurnsFacts", "sliding_tiles", "blocks_world", "permutation")
    modules = Path(domains.__file__).parent.glob("*.py")
    found = {path.name for path in modules if any(word in path.read_text(encoding="utf-8") for word in words)}
    assert found <= pictures
