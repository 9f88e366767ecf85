"""Permutation puzzles: the net of facets, with and without color, alone and in strips."""

from dataclasses import replace
from io import StringIO
from itertools import accumulate

import pytest
from rich.cells import cell_len
from rich.console import Console

from pybridge.facts import TurnsFacts, drawing, find, read
from pybridge.puzzles.turns import TurnMove, turn
from pybridge.render.catalogue import PuzzleTable
from pybridge.render.console import THEME, svg
from pybridge.render.domains import BoardStrip, StatePicture

CUBE = read(find("cube"))
BALLS = TurnsFacts(
    name="balls",
    title="Eleven balls",
    starts=(),
    goals=(tuple(range(1, 12)),),
    generators=(("turn", ((2, 3, 10),)),),
    metric="half",
)


def after(facts, *names):
    """A picture of the goal after moves, the last of them marked."""
    moves = [TurnMove(name) for name in names]
    return StatePicture(facts, states(facts, moves)[-1], moves[-1] if moves else None)


def states(facts, moves):
    """The goal and the state after each move, as the judge makes them."""
    return list(accumulate(moves, lambda state, move: turn(facts, state, move), initial=facts.goals[0]))


def segments(renderable, system="truecolor"):
    """The segments of a renderable on a terminal with colors: text and style."""
    console = Console(file=StringIO(), theme=THEME, width=80, force_terminal=True, color_system=system)
    return list(console.render(renderable))


def colored(renderable):
    """The segments that are not empty."""
    return [segment for segment in segments(renderable) if segment.text.strip()]


def test_a_net_has_centers_and_gaps_between_faces(shown):
    assert shown(after(CUBE)) == [
        "        W W W",
        "        W W W",
        "        W W W",
        " O O O  G G G  R R R  B B B",
        " O O O  G G G  R R R  B B B",
        " O O O  G G G  R R R  B B B",
        "        Y Y Y",
        "        Y Y Y",
        "        Y Y Y",
    ]


def test_without_color_turned_facets_are_in_brackets(shown):
    assert shown(after(CUBE, "R")) == [
        "        W W[G]",
        "        W W[G]",
        "        W W[G]",
        " O O O  G G[Y][R R R][W]B B",
        " O O O  G G[Y][R]R[R][W]B B",
        " O O O  G G[Y][R R R][W]B B",
        "        Y Y[B]",
        "        Y Y[B]",
        "        Y Y[B]",
    ]


def test_with_color_a_facet_is_a_block_and_turned_letters_are_underlined():
    drawn = colored(after(CUBE, "R"))
    letters = [(letter, segment.style) for segment in drawn for letter in segment.text if letter.strip()]
    assert len(letters) == 54
    assert {letter: style.bgcolor.name for letter, style in letters} == {
        "W": "#dddddd",
        "O": "#ff8c1a",
        "G": "#007a3d",
        "R": "#b3121d",
        "B": "#0046ad",
        "Y": "#ffd500",
    }
    assert sum(bool(style.underline and style.bold) for _, style in letters) == 20
    assert not any(bracket in segment.text for segment in drawn for bracket in "[]")


@pytest.mark.parametrize("system", ["standard", "256", "truecolor"])
def test_colors_disturb_no_column(shown, system):
    lines = "".join(segment.text for segment in segments(after(CUBE, "F"), system)).splitlines()
    plain = [line.replace("[", " ").replace("]", " ").rstrip() for line in shown(after(CUBE, "F"))]
    assert [line.rstrip() for line in lines] == plain


def test_centers_are_those_that_facelets_lists(shown):
    nameless = replace(CUBE, facelets=())
    assert shown(after(nameless))[4] == " O   O  G   G  R   R  B   B"
    dino = read(find("dino"))
    assert shown(after(dino))[3:6] == [
        "   O      G      R      B",
        " O   O  G   G  R   R  B   B",
        "   O      G      R      B",
    ]


def test_without_facets_the_pieces_are_in_a_row(shown):
    assert shown(after(BALLS)) == ["  1  2  3  4  5  6  7  8  9 10 11"]
    assert shown(after(BALLS, "turn")) == ["  1[10  2] 4  5  6  7  8  9[ 3]11"]
    assert shown(after(BALLS), width=13) == ["  1  2  3  4", "", "  5  6  7  8", "", "  9 10 11"]
    moved = [segment.text.strip() for segment in colored(after(BALLS, "turn")) if segment.style.reverse]
    assert moved == ["10", "2", "3"]


def test_pieces_with_widths_are_bars_and_all_that_is_turned_over_is_marked(shown):
    stack = replace(
        read(find("pancake")), goals=((1, 2, 3, 4),), generators=(("f3", ((1, 3),)),), widths={1: 1, 2: 2, 3: 4}
    )
    stack = replace(stack, facets={point: ("stack", point, 0) for point in range(1, 5)})
    assert shown(after(stack, "f3"), encoding="ascii") == ["[---3---]", "  [-2-]", "   [1]", "    4"]
    assert shown(after(stack)) == ["    1", "   ─2─", " ───3───", "    4"]
    marked = [segment.text.strip() for segment in colored(after(stack, "f3")) if segment.style.reverse]
    assert marked == ["───3───", "─2─", "1"]
    row = replace(stack, facets={})
    assert shown(after(row, "f3")) == ["[───3───]  [─2─]     [1]       4"]
    assert drawing(stack, (3, 2, 1, 4)) == ["---3---", "  -2-", "   1", "   4"]


def test_unknown_colors_and_equal_initials_are_numbers(shown):
    two = replace(
        BALLS, goals=((1, 2, 2),), generators=(("t", ((1, 2),)),), colours={1: "blue", 2: "black"},
        facets={1: ("a", 0, 0), 2: ("a", 0, 1), 3: ("b", 0, 2)},
    )  # fmt: skip
    assert shown(after(two, "t")) == ["[2 1] 2"]
    odd = replace(two, colours={1: "ultramarine", 2: "日"})
    assert shown(after(odd)) == ["  U 日  日"]
    assert shown(after(odd), encoding="ascii") == ["  U ??  ??"]
    assert not any(segment.style.bgcolor for segment in colored(after(odd)))


def test_a_strip_names_the_moves_and_folds(shown):
    pocket = read(find("pocket"))
    moves = [TurnMove("R"), TurnMove("U2")]
    strip = BoardStrip(pocket, states(pocket, moves), moves)
    drawn = shown(strip, 50)
    assert drawn[:7] == [
        "      W W                    W[G]",
        "      W W                    W[G]",
        " O O  G G  R R  B B     O O  G[Y][R R][W]B",
        " O O  G G  R R  B B     O O  G[Y][R R][W]B",
        "      Y Y                    Y[B]",
        "      Y Y                    Y[B]",
        "start                  1: R",
    ]
    assert drawn[-1] == "2: U2"
    assert all(cell_len(line) <= 12 for line in shown(strip, 12))


def test_a_picture_as_svg():
    text = svg(after(CUBE, "U'"), "a cube", width=30)
    assert "#ff8c1a" in text
    assert "#0046ad" in text
    assert text.count("<rect") > 20


def test_the_size_of_a_puzzle(shown):
    assert "48 points" in shown(PuzzleTable([CUBE]))[2]


def test_the_judge_marks_what_it_moves(shown):
    """The facets in brackets are those whose cycles the move turns."""
    facts = replace(BALLS, goals=((1, 2, 3, 4),), generators=(("g", ((1, 2, 3),)),))
    assert turn(facts, (1, 2, 3, 4), TurnMove("g")) == (3, 1, 2, 4)
    assert shown(after(facts, "g")) == ["[3 1 2]4"]
