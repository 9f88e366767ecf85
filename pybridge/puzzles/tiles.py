"""Sliding tiles on any connected board: the puzzle, the judge's move, and the orbits, the states that moves connect."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import prod
from random import Random

from pybridge.errors import UnavailableProgramError
from pybridge.facts import State, TilesFacts
from pybridge.facts.board_graph import distances, reached
from pybridge.facts.tile_rules import cells_in_words
from pybridge.puzzles.features import of_tiles
from pybridge.puzzles.parts import Named, Order, Part, arrangements, parts
from pybridge.puzzles.protocol import Move, PieceMove, Pruning, Reason
from pybridge.puzzles.rows import Transitions, always
from pybridge.translation import said

Board = tuple[int, ...]


class TilesPuzzle:
    """One start state of a sliding puzzle. A state is a tuple with one entry per cell; 0 is the blank."""

    pruning = Pruning.INVERSE

    def __init__(self, facts: TilesFacts, start: Board) -> None:
        self.start = start
        self._goals = frozenset(facts.goals)
        tiles = range(max(start, default=0) + 1)
        # For each blank cell, its neighbors in move order, each with the moves of all tiles, created once.
        self._ways = tuple(
            tuple((cell, tuple(PieceMove(tile, cell, blank) for tile in tiles)) for cell in cells)
            for blank, cells in enumerate(facts.neighbors)
        )

    def is_goal(self, state: Board) -> bool:
        """Whether the state is one of the goals."""
        return state in self._goals

    def successors(self, state: Board, last: Move | None) -> Iterator[tuple[Move, Board]]:
        """Moves of each tile next to the blank, except of the tile that moved last."""
        blank = state.index(0)
        undo = None if last is None else last.target
        for cell, moves in self._ways[blank]:
            if cell == undo:
                continue
            board = list(state)
            tile = board[cell]
            board[blank], board[cell] = tile, 0
            yield moves[tile], tuple(board)


WHOLE = "the board"
"""How a reason names a part that is the whole board."""

MOST_TRIED = 12
"""The number of tiles in a part that are tried in pairs for an exchange that makes the state solvable."""


def slide(facts: TilesFacts, state: State, move: Move) -> State:
    """Move a tile into the blank next to it."""
    cells = range(len(state))
    if move.target not in cells or state[int(move.target)] != 0:
        raise ValueError(said("cell {cell} is not blank", cell=move.target))
    if move.source not in cells or state[int(move.source)] != move.piece:
        raise ValueError(said("tile {tile} is not on cell {cell}", tile=move.piece, cell=move.source))
    if move.target not in facts.neighbors[int(move.source)]:
        raise ValueError(said("cells {one} and {other} are not neighbors", one=move.source, other=move.target))
    board = list(state)
    board[int(move.target)], board[int(move.source)] = int(move.piece), 0
    return tuple(board)


class TilesOrbits:
    """The orbits of a board. States are compared with the blank moved home, to its cell in the first goal."""

    def __init__(self, facts: TilesFacts) -> None:
        self._tiles, self._shown = facts.goals[0], facts.shown
        self._home = self._tiles.index(0)
        self._parts, self._toward = _taken_apart(facts.neighbors, self._home)

    def orbit(self, state: Board) -> tuple[Order, ...]:
        """A value that is the same for two states if and only if they are in the same orbit."""
        board = self._bring_home(state)
        return tuple(part.least(part.order(board)) for part in self._parts)

    def size(self, state: Board) -> int:
        """The number of states in the orbit of the state; it is the same for each cell of the blank."""
        board = self._bring_home(state)
        return len(board) * prod(part.count(part.order(board)) for part in self._parts)

    def arrangements(self) -> int:
        """The number of ways to put the tiles on the board."""
        return arrangements(self._tiles)

    def why_apart(self, state: Board, goal: Board) -> Reason:
        """Why the goal is not in the orbit of the state."""
        different = self._different(state, goal)
        part, here, there = next((each for each in different if sorted(each[1]) != sorted(each[2])), different[0])
        astray, where = sorted(here) != sorted(there), self._where(part)
        single = [tile for tile, many in Counter(state).items() if many == 1]
        pair = () if astray or len(different) > 1 else _helpful_exchange(part, here, there, single)

        def told(named: Named) -> str:
            why = self._why_astray(part, here, there, named) if astray else part.why(here, there, where, named)
            hint = f"; with tiles {' and '.join(map(named, pair))} exchanged it would be solvable" if pair else ""
            return why + hint

        return Reason(told(self._shown), told(str), names_cells=where != WHOLE)

    def _different(self, state: Board, goal: Board) -> list[tuple[Part, Order, Order]]:
        """The parts whose order cannot become that of the goal, with both orders."""
        board, wanted = self._bring_home(state), self._bring_home(goal)
        orders = ((part, part.order(board), part.order(wanted)) for part in self._parts)
        return [(part, here, there) for part, here, there in orders if part.least(here) != part.least(there)]

    def _why_astray(self, part: Part, here: Order, there: Order, named: Named) -> str:
        """Why tiles cannot leave a part: they would have to pass its entry."""
        away, cell = named(min(tile for tile in here if here.count(tile) > there.count(tile))), part.cells[0]
        if len(part.cells) == 1:
            return (
                f"the bridge from cell {part.entry} to cell {cell} lets no tiles change places: whenever the blank is "
                f"on cell {self._home}, tile {away} is on cell {cell}, and the goal has tile {named(there[0])} there"
            )
        cells = cells_in_words(tuple(sorted(part.cells)))
        return (
            f"tile {away} cannot leave {cells}, which cell {part.entry} cuts off: "
            f"whenever the blank is on cell {self._home}, the same tiles lie there"
        )

    def _where(self, part: Part) -> str:
        cells = tuple(sorted((part.entry, *part.cells)))
        return WHOLE if len(cells) == len(self._tiles) else cells_in_words(cells)

    def _bring_home(self, state: Board) -> Board:
        """The state after the blank moves home on a shortest path."""
        board, blank = list(state), state.index(0)
        while blank != self._home:
            after = self._toward[blank]
            board[blank], board[after] = board[after], 0
            blank = after
        return tuple(board)


@lru_cache(maxsize=8)
def _taken_apart(neighbors: tuple[tuple[int, ...], ...], home: int) -> tuple[tuple[Part, ...], dict[int, int]]:
    """The parts of a board, and for each cell the next one on a shortest path home. Orbits ask once per state."""
    far = distances(neighbors, [home])
    toward = {cell: min(near, key=far.__getitem__) for cell, near in enumerate(neighbors) if near}
    return tuple(parts(neighbors, home)), toward


def _helpful_exchange(part: Part, here: Order, there: Order, single: Sequence[int]) -> Sequence[int]:
    """Two tiles that occur once and whose exchange leads into the wanted orbit; empty if there are none."""
    wanted = part.least(there)
    for one, other in _pairs(here, there, single):
        exchanged = {one: other, other: one}
        if part.least(tuple(exchanged.get(tile, tile) for tile in here)) == wanted:
            return min(one, other), max(one, other)
    return ()


def _pairs(here: Order, there: Order, single: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The misplaced tiles if there are two, then all pairs of a few tiles, highest numbers first."""
    choice = sorted(set(here) & set(single), reverse=True)
    wrong = [tile for tile, wanted in zip(here, there, strict=True) if tile != wanted and tile in choice]
    if len(wrong) == 2:
        yield wrong[0], wrong[1]
    yield from combinations(choice[:MOST_TRIED], 2)


MOST_DRAWN = 1_000
"""How many arrangements are drawn for one that can reach a goal."""
MOST_LISTED = 200_000
"""States that can reach a goal, if those are few among all arrangements: they are listed, and one is drawn."""


def random_board(facts: TilesFacts, source: Random) -> State:
    """A state that can reach a goal; all such states are equally likely. Raises UnavailableProgramError."""
    known = TilesOrbits(facts)
    goals = {known.orbit(goal): goal for goal in facts.goals}
    states = sum(map(known.size, goals.values()))
    if states * MOST_DRAWN // 10 < known.arrangements() and states <= MOST_LISTED:
        puzzle = TilesPuzzle(facts, facts.goals[0])
        listed = sorted(reached(goals.values(), lambda at: (after for _, after in puzzle.successors(at, None))))
        return listed[int(source.random() * len(listed))]
    for _ in range(MOST_DRAWN):
        state = _shuffled(facts.goals[0], source)
        if known.orbit(state) in goals:
            return state
    message = f"{facts.name}: none of {MOST_DRAWN:,} random arrangements can reach a goal"
    raise UnavailableProgramError(f"{message}; use --start with a name or a state")


def _shuffled(state: Board, source: Random) -> Board:
    """The tiles in random order. Only `random` is the same in every Python, so that it alone is asked."""
    tiles = list(state)
    for last in range(len(tiles) - 1, 0, -1):
        other = int(source.random() * (last + 1))
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return tuple(tiles)


TRANSITIONS = Transitions(TilesPuzzle, slide, always, TilesOrbits, random_board, of_tiles)
"""Neighbors are neighbors both ways."""
