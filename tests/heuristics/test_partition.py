"""Partitions: shipped ones give known sets of tiles, drawings are read as drawn, grown ones have each tile once."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybridge.boards import generate
from pybridge.errors import UnfitHeuristicError
from pybridge.facts import find, read
from pybridge.facts.wording import several
from pybridge.heuristics.pattern_database import partition
from tests.heuristics.rectangles import rectangle

# Sources: Felner, Korf and Hanan (2004) for the 15-puzzle's 7-8 and the 24-puzzle's 6-6-6-6, with the blank first in
# the goal; the others are ours.
KNOWN = {
    (4, "7-8"): [range(1, 8), range(8, 16)],
    (4, "5-5-5"): [(1, 2, 3, 6, 7), (4, 5, 8, 9, 12), (10, 11, 13, 14, 15)],
    (4, "6-6-3"): [(1, 2, 3), (4, 5, 8, 9, 12, 13), (6, 7, 10, 11, 14, 15)],
    (5, "6-6-6-6"): [
        (1, 2, 5, 6, 7, 12), (3, 4, 8, 9, 13, 14), (10, 11, 15, 16, 20, 21), (17, 18, 19, 22, 23, 24),
    ],
}  # fmt: skip


def placed(facts, parts):
    """For each part the places where its tiles belong."""
    (goal,) = facts.goals
    top, left = map(min, zip(*facts.cells, strict=True))
    home = {tile: (row - top, column - left) for tile, (row, column) in zip(goal, facts.cells, strict=True)}
    return {frozenset(home[tile] for tile in part) for part in parts}


def images(width, parts):
    """Sets of places under all symmetries of a square."""
    last = width - 1
    turns = [
        lambda r, c: (r, c), lambda r, c: (c, last - r), lambda r, c: (last - r, last - c), lambda r, c: (last - c, r),
    ]  # fmt: skip
    turns += [lambda r, c, turn=turn: turn(c, r) for turn in turns]
    return [{frozenset(turn(*place) for place in part) for part in parts} for turn in turns]


def sizes(parts):
    return sorted(map(len, parts))


@pytest.mark.parametrize("blank", [(0, 0), (0, -1), (-1, 0), (-1, -1)], ids=["first", "right", "lower", "last"])
@pytest.mark.parametrize(("width", "text"), KNOWN, ids=lambda value: str(value))
def test_shipped_partitions(width, text, blank):
    known = {frozenset(divmod(tile, width) for tile in part) for part in KNOWN[width, text]}
    ordered = [
        generate.rectangle(width, width, blank=corner) for corner in ("first", "last") if blank in ((0, 0), (-1, -1))
    ]
    for facts in [rectangle(width, width, (blank[0] % width, blank[1] % width)), *ordered]:
        parts = partition(facts, text)
        assert sorted(tile for part in parts for tile in part) == list(range(1, width * width))
        assert placed(facts, parts) in images(width, known)


@pytest.mark.parametrize(
    ("name", "text", "first"),
    [("fifteen", "7-8", (1, 2, 3, 4, 5, 6, 7, 8)), ("korf100", "7-8", (1, 4, 5, 8, 9, 12, 13)),
     ("korf24", "6-6-6-6", (1, 2, 5, 6, 7, 12))],
)  # fmt: skip
def test_shipped_partitions_by_number(name, text, first):
    assert first in partition(read(find(name)), text)


def test_a_shipped_partition_is_for_a_blank_in_a_corner():
    """For another blank parts of the same sizes are grown."""
    facts = rectangle(4, 4, (1, 2))
    parts = partition(facts, "7-8")
    assert sizes(parts) == [7, 8]
    assert placed(facts, parts) not in images(
        4, [frozenset(divmod(tile, 4) for tile in part) for part in KNOWN[4, "7-8"]]
    )


@st.composite
def boards(draw, alike=False):
    """A connected board that somebody has drawn, its goal's tiles in some order, some of them equal if asked for."""
    random = Random(draw(st.integers(0, 10**6)))
    places = {(0, 0)}
    for _ in range(draw(st.integers(1, 14))):
        row, column = random.choice(sorted(places))
        places.add(
            random.choice([(row, column + 1), (row + 1, column), (row, max(0, column - 1)), (max(0, row - 1), column)])
        )
    if len(places) < 2:
        places.add((0, 1))
    rows, columns = (max(numbers) + 1 for numbers in zip(*places, strict=True))
    lines = ["".join(" o"[(row, column) in places] for column in range(columns)) for row in range(rows)]
    facts = generate.from_drawing("\n".join(lines))
    goal = list(facts.goals[0])
    random.shuffle(goal)
    if alike:
        kinds = draw(st.integers(1, len(goal) - 1))
        names = [*range(1, kinds + 1), *(random.randint(1, kinds) for _ in range(len(goal) - 1 - kinds))]
        goal = [tile and names[tile - 1] for tile in goal]
    return replace(facts, goals=(tuple(goal),))


def composition(random, total):
    parts = []
    while total:
        parts.append(random.randint(1, total))
        total -= parts[-1]
    return parts


@given(boards(), st.randoms(use_true_random=False))
def test_grown_partitions_have_each_tile_once(facts, random):
    asked = composition(random, len(facts.cells) - 1)
    parts = partition(facts, "-".join(map(str, asked)))
    assert sorted(tile for part in parts for tile in part) == list(range(1, len(facts.cells)))
    assert list(map(len, parts)) == asked or (len(facts.cells) in (16, 25) and sizes(parts) == sorted(asked))


@given(boards(alike=True), st.randoms(use_true_random=False))
def test_grown_partitions_keep_equal_tiles_together(facts, random):
    asked = composition(random, len(facts.cells) - 1)
    text = "-".join(map(str, asked))
    (goal,) = facts.goals
    try:
        parts = partition(facts, text)
    except UnfitHeuristicError as error:
        refusal = str(error)
    else:
        assert sorted(tile for part in parts for tile in part) == sorted(set(goal) - {0})
        assert [sum(map(goal.count, part)) for part in parts] == asked
        return
    assert refusal == f"the partition {text} would separate equal tiles of drawn; choose other sizes"
    assert max(map(goal.count, set(goal) - {0})) > 1


@given(boards(), st.randoms(use_true_random=False), st.booleans())
def test_drawings_are_read_as_drawn(tmp_path_factory, facts, random, spaced):
    (goal,) = facts.goals
    letters = {cell: random.choice("abc") for cell in range(len(goal))} | {goal.index(0): "."}
    rows, columns = (max(numbers) + 1 for numbers in zip(*facts.cells, strict=True))
    at = {place: letters[cell] for cell, place in enumerate(facts.cells)}
    lines = [(" " * spaced).join(at.get((row, column), " ") for column in range(columns)) for row in range(rows)]
    path = tmp_path_factory.getbasetemp() / "drawing.txt"
    path.write_text("\n" + "\n".join(lines) + "\n\n")
    drawn = [tuple(sorted(goal[cell] for cell, each in letters.items() if each == letter)) for letter in "abc"]
    assert partition(facts, str(path)) == tuple(part for part in drawn if part)


RING = generate.from_drawing("ooo\no o\nooo\n", name="ring")
"""Its blank belongs in the last cell."""

BOX = read(find("box_eight"))
"""1 2 3 / 4 . 4 / 5 2 6"""


@pytest.mark.parametrize(
    ("facts", "drawing", "parts"),
    [
        (RING, "aaa\nb a\nbb.", ((1, 2, 3, 5), (4, 6, 7))),
        (RING, "a a a\nb   a\nb b .", ((1, 2, 3, 5), (4, 6, 7))),
        (RING, ".aa\nb c\nbcc", ((6, 7), (3, 5), (1, 2, 4))),
        (RING, "\r\nz y x\r\nw   v\r\nu t .\r\n", ((7,), (6,), (5,), (4,), (3,), (2,), (1,))),
        (read(find("seven")), "aaa.\nbbbb", ((5, 6, 7), (1, 2, 3, 4))),
        (BOX, "aba\nb.b\naba", ((1, 3, 5, 6), (2, 4))),
        (BOX, "aba\nc.c\nabd", ((1, 3, 5), (2,), (4,), (6,))),
    ],
    ids=["compact", "spaced", "turned", "each alone", "mirrored", "equal tiles", "equal tiles alone"],
)
def test_drawings_with_holes_and_equal_tiles(tmp_path, facts, drawing, parts):
    path = tmp_path / "drawing.txt"
    path.write_text(drawing)
    if drawing.startswith("."):  # under one of the symmetries that bring the dot to the blank's goal
        found = partition(facts, str(path))
        assert {frozenset(part) for part in found} in ({frozenset(part) for part in each} for each in turned(drawing))
    else:
        assert partition(facts, str(path)) == parts


def turned(drawing):
    """The ring's partitions that have this one's dot in the lower right corner: turned, or mirrored."""
    lines = drawing.split("\n")
    for rows in (
        [line[::-1] for line in lines[::-1]],
        ["".join(line)[::-1] for line in zip(*lines, strict=True)][::-1],
    ):
        letters = [letter for row in rows for letter in row if letter != " "]
        yield [[tile for tile, each in enumerate(letters, start=1) if each == letter] for letter in "abc"]


@pytest.mark.parametrize(
    "drawing",
    [
        "",
        "aaa\naba\nbb.",
        "aaa\nb b\nbbb",
        "aaa\nb .\nbb.",
        "aaa\nb  \nbb.",
        "aaa a\nb a\nbb.",
        "aaaa",
    ],
    ids=["empty", "no hole", "no dot", "two dots", "a cell less", "a cell more", "a line"],
)
def test_drawings_that_do_not_fit(tmp_path, drawing):
    path = tmp_path / "drawing.txt"
    path.write_text(drawing)
    with pytest.raises(UnfitHeuristicError) as caught:
        partition(RING, str(path))
    assert str(caught.value) == (
        f"{path} does not match ring; draw its 8 cells row by row, one letter per cell, the same letter for tiles "
        "of one part and for equal tiles, and a dot for the blank"
    )


@pytest.mark.parametrize(
    ("facts", "drawing"),
    [(BOX, "abc\nd.e\nfgh"), (read(find("seven")), "aa.a\nbbbb")],
    ids=["equal tiles parted", "dot elsewhere"],
)
def test_drawings_that_fit_under_no_symmetry(tmp_path, facts, drawing):
    path = tmp_path / "drawing.txt"
    path.write_text(drawing)
    with pytest.raises(UnfitHeuristicError, match=f"does not match {facts.name}; draw its {len(facts.cells)} cells"):
        partition(facts, str(path))


@pytest.mark.parametrize("text", ["7-9", "15-1", "1", "999", "7-8-1"])
def test_sizes_that_do_not_add_up(text):
    total = sum(map(int, text.split("-")))
    with pytest.raises(UnfitHeuristicError) as caught:
        partition(read(find("fifteen")), text)
    assert str(caught.value) == f"the partition {text} has {several(total, 'tile')}; fifteen has 15"


@pytest.mark.parametrize("text", ["8-0-7", "7--8", "-7-8", "7-8-", "07-8", "7+8", "seven", "1000", ".", "a\0b"])
def test_what_is_neither_sizes_nor_a_drawing(tmp_path, monkeypatch, text):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnfitHeuristicError, match=r"give sizes, e\.g\. 7-8, or a readable drawing"):
        partition(read(find("fifteen")), text)


def test_a_drawing_that_is_no_text(tmp_path):
    path = tmp_path / "drawing.txt"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UnfitHeuristicError, match=r"or a readable drawing \(byte 0xFF is not UTF-8"):
        partition(read(find("fifteen")), str(path))


def test_sizes_that_equal_tiles_do_not_fit():
    with pytest.raises(
        UnfitHeuristicError, match="the partition 1-1-1-1-1-1-1-1 would separate equal tiles of box_eight"
    ):
        partition(BOX, "1-1-1-1-1-1-1-1")
