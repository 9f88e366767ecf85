"""Generate the facts of new sliding-tile puzzles: a rectangle, or a board from a drawing."""

import random
from collections.abc import Sequence
from typing import Literal

from pybridge.boards.board_drawing import DrawnBoard, read_drawing
from pybridge.boards.drawing_tokens import MOST_CELLS
from pybridge.errors import FactFileError, Fault, FaultKind
from pybridge.facts import board_graph
from pybridge.facts.board_graph import HEXAGON, SQUARE, Neighbors, Wrap
from pybridge.facts.model import SlidingFacts

STEPS_PER_CELL = 40

Corner = Literal["first", "last"]

_KINDS: dict[Wrap | None, str] = {None: "rectangle", "columns": "cylinder", "rows": "cylinder", "both": "torus"}


def rectangle(
    rows: int,
    columns: int,
    *,
    wrap: Wrap | None = None,
    hexagonal: bool = False,
    blank: Corner = "last",
    name: str | None = None,
    title: str | None = None,
    sources: Sequence[str] = (),
    seed: int = 0,
) -> SlidingFacts:
    """A puzzle of `rows` x `columns` cells whose goal has its tiles in reading order and the blank first or last.

    `wrap` joins the first and the last column, row, or both. With hexagonal cells, every second row is half a cell to
    the right. The puzzle has one solvable start, `random_<seed>`. Raises FactFileError unless there are 2 to 100 cells,
    or if hexagons are to wrap around.
    """
    path = f"<{rows} x {columns}>"
    if rows < 1 or columns < 1 or not 2 <= rows * columns <= MOST_CELLS:
        message = f"a board has 2 to {MOST_CELLS} cells and at least one row and column; this is {rows} x {columns}"
        raise FactFileError([Fault(path, 1, 1, FaultKind.WRONG_ARGUMENT, message)])
    _refuse_wrapped_hexagons(path, wrap, hexagonal)
    board = _grid(rows, columns, wrap, hexagonal, blank)
    kind = "hexagons" if hexagonal else _KINDS[wrap]
    name = name or f"{kind}_{rows}x{columns}"
    title = title or f"{rows} x {columns} {'' if kind == 'rectangle' else f'{kind}, '}sliding tiles"
    return _facts(board, name=name, title=title, sources=sources, seed=seed, path=path)


def _grid(rows: int, columns: int, wrap: Wrap | None, hexagonal: bool, blank: Corner) -> DrawnBoard:
    step, steps = (2, HEXAGON) if hexagonal else (1, SQUARE)
    cells = tuple((row, step * column + row * (step - 1) % 2) for row in range(rows) for column in range(columns))
    neighbors = board_graph.wrapped(board_graph.adjacent(cells, steps), cells, wrap)
    return DrawnBoard(cells, neighbors, reading_order(len(cells), blank), {})


def _refuse_wrapped_hexagons(path: str, wrap: Wrap | None, hexagonal: bool) -> None:
    if wrap and hexagonal:
        message = "a board of hexagons does not wrap around; use only one of the two"
        raise FactFileError([Fault(path, 1, 1, FaultKind.WRONG_ARGUMENT, message)])


def from_drawing(
    text: str,
    path: str = "<drawing>",
    *,
    wrap: Wrap | None = None,
    hexagonal: bool = False,
    blank: Corner = "last",
    name: str = "drawn",
    title: str | None = None,
    sources: Sequence[str] = (),
    seed: int = 0,
) -> SlidingFacts:
    """The puzzle in a drawing; docs/facts.md describes drawings. `blank` is used if the drawing has no blank.

    `wrap` joins the first and the last place of each row, column, or both; hexagonal cells are drawn in offset rows.
    The puzzle has one solvable start, `random_<seed>`. Raises FactFileError with all faults of the drawing.
    """
    _refuse_wrapped_hexagons(path, wrap, hexagonal)
    board = read_drawing(text, path, lambda count: reading_order(count, blank), wrap=wrap, hexagonal=hexagonal)
    tiles = len(board.cells) - 1
    title = title or f"{len(board.cells)} cells, {tiles} sliding tile{'s' * (tiles != 1)}"
    return _facts(board, name=name, title=title, sources=sources, seed=seed, path=path)


def reading_order(count: int, blank: Corner) -> tuple[int, ...]:
    """The tiles 1, 2, 3 ... with the blank first or last, for `count` cells."""
    tiles = tuple(range(1, count))
    return (0, *tiles) if blank == "first" else (*tiles, 0)


def scrambled(neighbors: Neighbors, goal: tuple[int, ...], seed: int) -> tuple[int, ...]:
    """A state some random moves away from the goal, never the goal itself; the same for the same seed."""
    draw = random.Random(seed).random
    state = list(goal)
    blank, previous = state.index(0), -1
    steps = STEPS_PER_CELL * len(goal) + int(draw() * 2)
    while steps > 0 or tuple(state) == goal:
        choices = [cell for cell in neighbors[blank] if cell != previous] or [previous]
        cell = choices[int(draw() * len(choices))]
        state[blank], state[cell] = state[cell], 0
        blank, previous, steps = cell, blank, steps - 1
    return tuple(state)


def _facts(board: DrawnBoard, *, name: str, title: str, sources: Sequence[str], seed: int, path: str) -> SlidingFacts:
    return SlidingFacts(
        name=name,
        title=title,
        sources=tuple(sources),
        starts=((f"random_{seed}", scrambled(board.neighbors, board.goal, seed)),),
        goals=(board.goal,),
        path=path,
        cells=board.cells,
        neighbors=board.neighbors,
        distances=board_graph.all_goal_distances(board.neighbors, (board.goal,)),
        glyphs=board.glyphs,
    )
