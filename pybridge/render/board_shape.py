"""What kind of board the facts describe, for its drawing: squares or hexagons, ways around, and what is neither."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.text import Text

from pybridge.facts import PuzzleFacts, SlidingFacts
from pybridge.facts.board_graph import HEXAGON, SQUARE, unreachable
from pybridge.render.words import several

_LISTED = 8
"""The most neighbors that are listed because they cannot be drawn."""

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Shape:
    """How a board is drawn. `rows` and `columns` are those whose first and last cells touch although they lie apart.

    `others` are the remaining neighbors that do not lie side by side, the smaller cell first.
    """

    hexagonal: bool
    rows: frozenset[int]
    columns: frozenset[int]
    others: tuple[Pair, ...]


def shape(facts: SlidingFacts) -> Shape:
    """The shape of a board. It is hexagonal if it hangs together by the steps between hexagons."""
    hexagonal = not unreachable(tuple(tuple(around) for around in _beside(facts, HEXAGON)))
    beside = _beside(facts, HEXAGON if hexagonal else SQUARE)
    apart = [(cell, other) for cell, around in enumerate(facts.neighbors) for other in around if cell < other]
    apart = [(cell, other) for cell, other in apart if other not in beside[cell]]
    if hexagonal:
        return Shape(True, frozenset(), frozenset(), tuple(apart))
    top, left = (min(numbers) for numbers in zip(*facts.cells, strict=True))
    bottom, right = (max(numbers) for numbers in zip(*facts.cells, strict=True))
    rows, columns, others = set(), set(), []
    for cell, other in apart:
        (row, column), (other_row, other_column) = sorted((facts.cells[cell], facts.cells[other]))
        if (row, column, other_column) == (other_row, left, right):
            rows.add(row)
        elif (column, row, other_row) == (other_column, top, bottom):
            columns.add(column)
        else:
            others.append((cell, other))
    return Shape(False, frozenset(rows), frozenset(columns), tuple(others))


def _beside(facts: SlidingFacts, steps: tuple[Pair, ...]) -> list[set[int]]:
    """For each cell the neighbors that are one of the steps away."""
    places = facts.cells
    return [
        {other for other in around if (places[other][0] - places[cell][0], places[other][1] - places[cell][1]) in steps}
        for cell, around in enumerate(facts.neighbors)
    ]


def undrawn(facts: PuzzleFacts) -> Iterator[Text]:
    """One line that lists the neighbors that a drawing of the board cannot show; nothing where there are none."""
    others = shape(facts).others if isinstance(facts, SlidingFacts) else ()
    if others:
        pairs = [f"{cell}-{other}" for cell, other in others[:_LISTED]]
        more = len(others) - len(pairs)
        listed = ", ".join([*pairs, *([f"and {several(more, 'pair')} more"] if more else [])])
        yield Text(f"also neighbors: cells {listed}", "quiet")
