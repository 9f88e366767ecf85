"""Permutation puzzles from drawings: the shipped cubes are the oracle of nets, clover that of rings."""

import re
from pathlib import Path

import pytest

from pybridge.boards.turn_drawing import START_MOVES, from_turns
from pybridge.errors import FactFileError
from pybridge.facts import find, read, read_text, write
from pybridge.facts.wording import visible
from tests.turning import applied, layers, powers

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "permutations.md").read_text(encoding="utf-8")
RINGS, POCKET, CYCLES = re.findall(r"```\n(.*?)```", DOCUMENT.split("## From a drawing")[1], re.DOTALL)[:3]

RECTANGLE = "are not a full rectangle; draw each face as one, with its letter"
SMALL = "small letters name the layers below the faces; draw the faces with capital letters"
NO_BOX = "these faces do not fold to a box; faces that share an edge lie side by side, as in a cross"


def net(height: int, width: int, depth: int, gap: int = 0) -> str:
    """The net of a box: U above F, D below it, L and R beside it, B at the right."""
    blank, space = " " * (2 * depth), " " * gap
    ends = [blank + space + " ".join("X" * width)] * depth
    middle = [space.join(" ".join(f * n) + " " for f, n in zip("LFRB", (depth, width, depth, width), strict=True))]
    rows = [row.replace("X", "U") for row in ends] + middle * height + [row.replace("X", "D") for row in ends]
    return "\n".join(rows)


def turned(cycles):
    """Cycles, each from its least point on, in order."""
    return sorted(tuple(each[each.index(min(each)) :] + each[: each.index(min(each))]) for each in cycles)


@pytest.mark.parametrize(("shipped", "size", "gap"), [("pocket", 2, 0), ("cube", 3, 0), ("cube", 3, 2)])
def test_a_net_is_the_shipped_cube(shipped: str, size: int, gap: int) -> None:
    mine, right = from_turns(net(size, size, size, gap)), read(find(shipped))
    assert {name: turned(cycles) for name, cycles in mine.generators} == {
        name: turned(cycles) for name, cycles in right.generators
    }
    assert (mine.goals, mine.corners, mine.facelets, mine.colours) == (
        right.goals,
        right.corners,
        right.facelets,
        right.colours,
    )
    assert (mine.metric, mine.distances) == (right.metric, right.distances)
    if not gap:
        assert mine.facets == right.facets


def test_a_net_of_four_layers_is_the_revenge_in_the_examples() -> None:
    mine, right = from_turns(net(4, 4, 4)), read(ROOT / "examples" / "revenge.pl")
    assert {name: turned(cycles) for name, cycles in mine.generators} == {
        name: turned(cycles) for name, cycles in right.generators
    }
    assert (mine.goals, mine.facets, mine.colours) == (right.goals, right.facets, right.colours)


@pytest.mark.parametrize(
    ("size", "orders", "states"),
    [((1, 2, 2), {"R": 2, "F": 2}, 6), ((1, 3, 3), {"L": 2, "F": 2, "R": 2, "B": 2}, 192), ((3, 2, 2), None, 0)],
)
def test_boxes(size: tuple[int, int, int], orders: dict[str, int] | None, states: int) -> None:
    facts = from_turns(net(*size))
    if orders:
        assert {name: max(map(len, cycles)) for name, cycles in facts.generators} == orders
        assert sum(map(len, layers(facts.goals[0], [by for _, by in powers(facts)]))) == states
    else:
        assert {name: max(map(len, cycles)) for name, cycles in facts.generators} == {"U": 4, "F": 2, "R": 2, "D": 4}
    assert facts.title == f"Box of {' x '.join(map(str, sorted(size, reverse=True)))}"


def test_rings_of_the_document_are_clover() -> None:
    mine, right = from_turns(RINGS), read(ROOT / "examples" / "clover.pl")
    assert {name: turned(cycles) for name, cycles in mine.generators} == {
        name: turned(cycles) for name, cycles in right.generators
    }
    assert {place[1:] for place in mine.facets.values()} == {place[1:] for place in right.facets.values()}
    assert len(set(mine.goals[0])) == 6
    assert mine.goals[0][1] == mine.goals[0][5]


def test_cycles_of_the_document() -> None:
    facts = from_turns(CYCLES, name="flips")
    assert facts.generators == (("A", ((1, 2, 5, 4),)), ("B", ((2, 3, 6, 5),)))
    assert facts.goals == ((1, 2, 3, 1, 4, 5),)
    assert facts.colours == {1: "red"}
    assert [facts.facets[point][1:] for point in range(1, 7)] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]


def test_cycles_without_a_drawing_and_with_several_circles() -> None:
    facts = from_turns("a: (1 2)(3 4)\nb: 1 3, 2 4\n\nblue=2 3")
    assert facts.generators == (("a", ((1, 2), (3, 4))), ("b", ((1, 3), (2, 4))))
    assert (facts.points, facts.facets, facts.goals) == (4, {}, ((1, 2, 2, 3),))
    assert from_turns("a: (1,2)(3, 4)\nb: (1,3),(2;4)").generators == facts.generators  # as GAP writes cycles


@pytest.mark.parametrize("text", [RINGS, POCKET, CYCLES, "swap: 1 2"], ids=["rings", "net", "cycles", "a swap"])
@pytest.mark.parametrize("seed", [0, 7])
def test_the_file_is_sound_and_its_start_is_some_moves_away(text: str, seed: int) -> None:
    facts = from_turns(text, seed=seed)
    assert read_text(write(facts)) == facts
    ((name, start),) = facts.starts
    assert name == f"random_{seed}"
    assert start != facts.goals[0]
    reached = {facts.goals[0]}
    for _ in range(4):
        reached |= {applied(state, by) for state in reached for _, by in powers(facts)}
    back, moves = {start}, [by for _, by in powers(facts)]
    for _ in range(START_MOVES - 4):
        back |= {applied(state, by) for state in back for by in moves}
    assert reached & back
    assert from_turns(text, seed=seed) == facts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "1:1: the drawing is empty; draw rings or faces"),
        ("A: 1 2 x", "1:8: x is not a point; points are numbers from 1 to 150"),
        ("T: 1 2 0000019999999", "1:8: 0000019999999 is not a point; points are numbers from 1 to 150"),
        ("T: 1 2 " + "9" * 5000, f"1:8: {visible('9' * 5000)} is not a point; points are numbers from 1 to 150"),
        ("00\nT: 1 2 3", "1:1: 00 is not the number of a point; number them 1, 2, 3 ..."),
        ("1 2 3\nA: 1 2 4", "2:8: 4 is not a point; the points are 1 to 3"),
        ("1 2 4\nA: 1 2", "1:5: point 3 is missing but point 4 exists; number the points 1, 2, 3 ..."),
        ("1 2 2\nA: 1 2", "1:5: point 2 is drawn twice; number the points 1, 2, 3 ..."),
        ("1 b\nA: 1 2", "1:3: b is not the number of a point; number them 1, 2, 3 ..."),
        ("A: 1 2\nB: 2 3\nA: 1 3", "3:1: the move A is on line 1, too; rename one"),
        ("A: 1 2\nB: 2 3 2", "2:1: point 2 is twice in B; cycles are disjoint"),
        ("A: 1 2\nB: 3", "2:3: 3 alone is not a cycle: separate points by spaces, and cycles by commas"),
        ("A: 1,2,3", "1:3: 1 alone is not a cycle: separate points by spaces, and cycles by commas"),
        ("A: 1 2\nB:", "2:3: B has no points: write them behind it, as in B: 1 2 3"),
        ("A: ()", "1:3: A has no points: write them behind it, as in A: 1 2 3"),
        ("A: (1 2", "1:3: a parenthesis is not closed, closes nothing, or is within others"),
        ("A: )1 2(", "1:3: a parenthesis is not closed, closes nothing, or is within others"),
        ("A: ((1 2) 3 4)", "1:3: a parenthesis is not closed, closes nothing, or is within others"),
        ("A: 1 2 3\nred = 1\nred = 9", "3:1: point 9 is red, and in no move"),
        ("red = 9\nred: 1 2 3", "1:1: point 9 is red, and in no move"),
        ("A: 1 2 3\nred = 1 2\nblue = 2 3", "3:7: point 2 is red, too"),
        ("A: 1 2 3\nred = 1 9", "2:1: point 9 is red, and in no move"),
        ("A 1 2", "1:3: numbered points need moves: write a line such as A: 1 2 3 for each"),
        ("A B: 1 2", "1:3: a move is a name without spaces, a colon and points, such as A: 1 2 3"),
        ("red = 1 2", "1:1: no move: add a line such as T: 1 3 6 5 2"),
        ("\tA: 1 2", "1:1: a tab; use spaces in a drawing"),
        ("T TL\nT1 L", "2:1: T1 is not a place of rings: write the letter of each ring through it, as TL"),
        ("T TT L", "1:3: TT is not a place of rings: write the letter of each ring through it, as TL"),
        ("T TL L T", "1:3: the 2 places of ring L must lie around a middle, three or more of them"),
        ("U U\nL L", "1:1: the net has the faces U, L; a box has six, each with its own letter"),
        (POCKET.replace("F F R R", "F R R R", 1), f"3:5: the places of F {RECTANGLE}"),
        ("U L F R B D", f"1:1: {NO_BOX}"),
        ("  U\nL F R B\n  D", "1:3: a box of 1 x 1 x 1 has no layer to turn; draw a face with more places"),
        ("A: 1 2 3\nA': 1 2", "2:1: A' is also a move of A on line 1; rename one"),
        (net(4, 4, 4).lower(), f"1:9: {SMALL}"),
        (net(6, 6, 6), "1:13: a box has at most 5 layers each way, not 6"),
    ],
)
def test_a_mistake_is_reported_where_it_is(text: str, expected: str) -> None:
    with pytest.raises(FactFileError) as caught:
        from_turns(text, "it.txt")
    line = str(caught.value).split("\n")[0].removeprefix("it.txt:")
    assert line == expected


def test_cycles_with_and_without_parentheses():
    ((_, cycles),) = from_turns("T: 1 2 (3 4) 5 6, 7 8; (9, 10)").generators
    assert cycles == ((1, 2), (3, 4), (5, 6), (7, 8), (9, 10))


def test_colors_may_come_before_the_moves():
    assert from_turns("red = 1 2\nblue = 3\nT: 1 2 3", title="Three").goals == ((1, 1, 2),)


def test_no_start_is_the_goal():
    """Of seven moves by a third of a turn, every third ends there."""
    for seed in range(20):
        facts = from_turns("T: 1 2 3", seed=seed, title="Three")
        assert facts.starts[0][1] != facts.goals[0]
    assert facts.title == "Three"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("1 2 " + "9" * 5000 + "\nT: 1 2 3", "is not the number of a point", id="digits"),
        pytest.param("TL " * 151, "151 places; a puzzle has at most 150", id="places"),
        ("TL L L L\nT T", "the 4 places of ring L must lie around a middle"),
    ],
)
def test_points_that_no_puzzle_has(text, words):
    with pytest.raises(FactFileError, match=words):
        from_turns(text)


def test_the_smallest_rings():
    (_, left), (_, right) = from_turns("T   L\n  TL\nT   L").generators
    assert (left, right) == (((2, 5, 3),), ((1, 3, 4),))
