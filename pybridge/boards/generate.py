"""Generate the facts of new puzzles: sliding tiles on a rectangle or a drawn board, and blocks worlds."""

import random
from typing import Literal

from pybridge.boards.board_drawing import DrawnBoard, read_drawing
from pybridge.boards.drawing_tokens import MOST_CELLS
from pybridge.errors import FactFileError, Fault, FaultKind
from pybridge.facts import board_graph
from pybridge.facts.board_graph import HEXAGON, SQUARE, Neighbors, Wrap
from pybridge.facts.model import BlocksFacts, TilesFacts
from pybridge.facts.wording import several

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
    seed: int = 0,
) -> TilesFacts:
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
    return _facts(board, name=name, title=title, seed=seed, path=path)


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
    seed: int = 0,
) -> TilesFacts:
    """The puzzle in a drawing; docs/facts.md describes drawings. `blank` is used if the drawing has no blank.

    `wrap` joins the first and the last place of each row, column, or both; hexagonal cells are drawn in offset rows.
    The puzzle has one solvable start, `random_<seed>`. Raises FactFileError with all faults of the drawing.
    """
    _refuse_wrapped_hexagons(path, wrap, hexagonal)
    board = read_drawing(text, path, lambda count: reading_order(count, blank), wrap=wrap, hexagonal=hexagonal)
    title = title or f"{len(board.cells)} cells, {several(len(board.cells) - 1, 'sliding tile')}"
    return _facts(board, name=name, title=title, seed=seed, path=path)


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


def _facts(board: DrawnBoard, *, name: str, title: str, seed: int, path: str) -> TilesFacts:
    return TilesFacts(
        name=name,
        title=title,
        starts=((f"random_{seed}", scrambled(board.neighbors, board.goal, seed)),),
        goals=(board.goal,),
        path=path,
        cells=board.cells,
        neighbors=board.neighbors,
        distances=board_graph.all_goal_distances(board.neighbors, (board.goal,)),
        glyphs=board.glyphs,
    )


MOST_BLOCKS = 100
"""The limit for blocks, and for places."""
TABLE = "table"

Towers = tuple[tuple[str, str], ...]


def blocks_world(
    blocks: int,
    places: int = 0,
    *,
    table: bool | None = None,
    name: str | None = None,
    title: str | None = None,
    seed: int = 0,
) -> BlocksFacts:
    """A blocks world on `places` places, on a table, or both (default: on a table).

    The goal is one tower, the first block on top, on the first place if there is one. There is one solvable start,
    `random_<seed>`. Raises FactFileError unless there are 1 to 100 blocks, and room to move one.
    """
    open_table = places == 0 if table is None else table
    _require(blocks, places, open_table)
    names, grounds = _names(blocks), [f"p{number}" for number in range(1, places + 1)]
    goal = tuple(zip(names, [*names[1:], [*grounds, TABLE][0]], strict=True))
    return BlocksFacts(
        name=name or f"blocks{blocks}",
        title=title or f"{several(blocks, 'block')} on {_on(places, open_table)}",
        starts=((f"random_{seed}", _start(names, grounds, open_table, goal, random.Random(seed))),),
        goals=(goal,),
        path=f"<{several(blocks, 'block')}>",
        blocks=tuple(names),
        places=tuple(grounds),
        table=TABLE if open_table else None,
    )


def _require(blocks: int, places: int, table: bool) -> None:
    message = ""
    if not 1 <= blocks <= MOST_BLOCKS:
        message = f"{blocks} blocks; choose 1 to {MOST_BLOCKS} blocks"
    elif not 0 <= places <= MOST_BLOCKS:
        message = f"{places} places; choose at most {MOST_BLOCKS} places"
    elif places == 0 and not table:
        message = "no table and no places; choose a table, places or both"
    elif places == 1 and not table:
        message = "no block can move on a single place; choose two or more places, or a table"
    if message:
        raise FactFileError([Fault(f"<{several(blocks, 'block')}>", 1, 1, FaultKind.WRONG_ARGUMENT, message)])


def _names(blocks: int) -> list[str]:
    """a to z, then b27, b28, and so on."""
    return [chr(ord("a") + number) if number < 26 else f"b{number + 1}" for number in range(blocks)]


def _start(names: list[str], places: list[str], table: bool, goal: Towers, draw: random.Random) -> Towers:
    """A solvable start, different from the goal if possible."""
    while True:
        two = len(places) == 2 and not table
        stands = _parted(names, places, draw) if two else _piled(names, places, table, draw)
        start = tuple((block, stands[block]) for block in names)
        if start != goal or (len(names) == 1 and not places):
            return start


def _piled(names: list[str], places: list[str], table: bool, draw: random.Random) -> dict[str, str]:
    """Put the blocks, in random order, each on anything that is clear."""
    clear = [*places, *([TABLE] if table else [])]
    stands: dict[str, str] = {}
    for block in draw.sample(names, len(names)):
        under = draw.choice(clear)
        if under != TABLE:
            clear.remove(under)
        clear.append(block)
        stands[block] = under
    return stands


def _parted(names: list[str], places: list[str], draw: random.Random) -> dict[str, str]:
    """Move part of the goal's tower to the second place, the only solvable states with two places and no table."""
    moved = draw.randint(0, len(names))
    over, left = names[:moved], names[moved:]
    up, down = zip(left, [*left[1:], places[0]], strict=False), zip(over, [places[1], *over], strict=False)
    return dict([*up, *down])


def _on(places: int, table: bool) -> str:
    grounds = [several(places, "place")] if places else []
    return " and ".join([*grounds, *(["a table"] if table else [])])
