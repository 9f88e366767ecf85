"""A board that is drawn, by pybridge or by hand, and read again is the same board."""

from io import BytesIO, TextIOWrapper

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pybridge.boards.generate import from_drawing, rectangle
from pybridge.facts import drawing, find, read
from pybridge.facts.board_graph import HEXAGON, adjacent
from pybridge.facts.model import TilesFacts
from pybridge.puzzles import PieceMove
from pybridge.render.board_shape import layout
from pybridge.render.console import console_on
from pybridge.render.domains import StatePicture


def goals(count):
    """A strategy of goals: the blank and tiles of which some may be equal."""
    tiles = st.integers(1, max(1, count - 1)).map(lambda most: [0, *(1 + n % most for n in range(count - 1))])
    return tiles.flatmap(st.permutations).map(tuple)


def board(places, neighbors, goal):
    zeros = ((0,) * len(places),) * (max(goal) + 1)
    return TilesFacts(
        name="it", title="it", starts=(), goals=(goal,), cells=tuple(places), neighbors=neighbors, distances=zeros
    )


@st.composite
def boards(draw):
    """Boards on a grid with walls, places without a cell, ways around, equal tiles."""
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    places = [(row, column) for row in range(rows) for column in range(columns)]
    edges = [((r, c), (r, c + 1)) for r, c in places if c + 1 < columns]
    edges += [((r, c), (r + 1, c)) for r, c in places if r + 1 < rows]
    edges += [((r, 0), (r, columns - 1)) for r in range(rows) if columns > 2]
    edges += [((0, c), (rows - 1, c)) for c in range(columns) if rows > 2]
    edges = [edge for edge in edges if draw(st.integers(0, 3))]
    cells = {draw(st.sampled_from(places))}
    while more := {place for edge in edges if set(edge) & cells for place in edge} - cells:
        cells |= more
    assume(len(cells) > 1)
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    kept = sorted(cells)
    neighbors = tuple(
        tuple(sorted({kept.index(other) for edge in edges if place in edge for other in edge} - {number}))
        for number, place in enumerate(kept)
    )
    facts = board([(row - top, column - left) for row, column in kept], neighbors, draw(goals(len(kept))))
    for numbers in zip(*facts.cells, strict=True):
        assume(len(set(numbers)) == max(numbers) + 1)  # empty rows and columns are drawn once
    assume(not layout(facts).hexagonal)
    return facts


def moves(facts):
    """A move into each cell that has a tile."""
    return [PieceMove(tile, facts.neighbors[cell][0], cell) for cell, tile in enumerate(facts.goals[0]) if tile]


def printed(facts, move, encoding="utf-8"):
    file = TextIOWrapper(BytesIO(), encoding=encoding)
    console_on(file).print(StatePicture(facts, facts.goals[0], move))
    file.flush()
    return file.buffer.getvalue().decode(encoding)


def same(facts, text, **options):
    made = from_drawing(text, **options)
    return (made.cells, made.neighbors, made.goals) == (facts.cells, facts.neighbors, facts.goals)


@given(boards(), st.data(), st.sampled_from(["utf-8", "ascii"]))
def test_boards_that_pybridge_draws(facts, data, encoding):
    text = printed(facts, data.draw(st.sampled_from([None, *moves(facts)])), encoding)
    assert same(facts, text), text


@pytest.mark.parametrize("name", ["seven", "eight", "fifteen", "cross", "tee", "ring", "rooms", "walls", "torus"])
def test_shipped_boards_as_they_are_shown(name):
    facts = read(find(name))
    assert same(facts, printed(facts, None))


def test_glyphs_as_they_are_shown():
    facts = from_drawing("日 a\n. 日")
    text = printed(facts, None)
    assert same(facts, text)
    assert from_drawing(text).glyphs == facts.glyphs


@given(boards(), st.integers(2, 5), st.sampled_from("ljr"))
def test_boards_drawn_by_hand(facts, width, side):
    text = by_hand(facts, width, {"l": str.ljust, "j": str.center, "r": str.rjust}[side])
    assert same(facts, text), text


def by_hand(facts, width, fill):
    """The board with `+`, `-` and `|`, a point at every corner, all places equally wide."""
    at = {place: cell for cell, place in enumerate(facts.cells)}
    rows, columns = max(row for row, _ in at) + 1, max(column for _, column in at) + 1

    def between(one, other, wall, way):
        """The sign between two places of which one may be off the board."""
        here, there = at.get(one), at.get(other)
        if here is not None and there is not None:
            return " " if there in facts.neighbors[here] else wall
        if here is there:
            return " "
        inside = one if there is None else other
        if (
            way
            and at.get((inside[0], columns - 1 - inside[1]) if way in "<>" else (rows - 1 - inside[0], inside[1]))
            in (facts.neighbors[at[inside]])
        ):
            return way
        return wall

    lines = []
    for row in range(rows + 1):
        way = ("^" if row == 0 else "v" if row == rows else "") if rows > 2 else ""
        signs = [between((row - 1, column), (row, column), "-", way) for column in range(columns)]
        lines.append("+" + "+".join(sign * width if sign in " -" else sign.center(width, "-") for sign in signs) + "+")
        if row < rows:
            line = ""
            for column in range(columns + 1):
                way = ("<" if column == 0 else ">" if column == columns else "") if columns > 2 else ""
                line += between((row, column - 1), (row, column), "|", way)
                cell = at.get((row, column))
                shown = "" if cell is None else str(facts.goals[0][cell] or ".")
                line += fill(shown, width) if column < columns else ""
            lines.append(line)
    return "\n".join(lines)


@given(st.data(), st.booleans())
def test_hexagons_in_rows(data, short):
    """The drawing of the goal in a fact file, and the short form."""
    places = {(0, 0)}
    for _ in range(data.draw(st.integers(1, 15))):
        (row, column), (down, right) = data.draw(st.sampled_from(sorted(places))), data.draw(st.sampled_from(HEXAGON))
        places.add((row + down, column + right))
    assume(len(places) > 1)
    top, left = min(row for row, _ in places), min(column for _, column in places)
    cells = sorted((row - top, column - left) for row, column in places)
    neighbors = adjacent(cells, HEXAGON)
    goal = (*range(1, len(cells)), 0) if short else data.draw(goals(len(cells)))
    facts = board(cells, neighbors, goal)
    if short:
        at = set(cells)
        text = "\n".join("".join("o" if (row, c) in at else " " for c in range(32)) for row in range(16))
    else:
        text = "\n".join(drawing(facts, goal))
    assert same(facts, text, hexagonal=True), text


@pytest.mark.parametrize("wrap", ["columns", "rows", "both"])
def test_ways_around_by_option_and_by_arrows(wrap):
    facts = rectangle(3, 4, wrap=wrap)
    assert same(facts, printed(facts, None))
    assert same(facts, "oooo\noooo\noooo", wrap=wrap)
