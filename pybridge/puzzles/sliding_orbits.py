"""The orbits of sliding tiles: which states the moves lead to from a state, on any connected board."""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import prod

from pybridge.facts import SlidingFacts
from pybridge.facts.tile_rules import cells_in_words
from pybridge.puzzles.orders import Order, arrangements
from pybridge.puzzles.parts import Named, Part
from pybridge.puzzles.protocol import Reason
from pybridge.puzzles.wilson import parts

Board = tuple[int, ...]

WHOLE = "the board"
"""A part that is all there is."""

MOST_TRIED = 12
"""Of how many tiles in a part every two are tried for an exchange that would help."""


class SlidingOrbits:
    """The orbits of a board. States are compared with the blank on `home`, where the first goal has it."""

    def __init__(self, facts: SlidingFacts) -> None:
        self._tiles, self._shown = facts.goals[0], facts.shown
        self._home = self._tiles.index(0)
        self._parts = parts(facts.neighbors, self._home)
        self._toward = _toward(facts.neighbors, self._home)

    def orbit(self, state: Board) -> tuple[Order, ...]:
        """What is the same for all states of an orbit, and for no other."""
        board = self._bring_home(state)
        return tuple(part.least(part.order(board)) for part in self._parts)

    def size(self, state: Board) -> int:
        """How many states the orbit of the state has: as many for each cell of the blank."""
        board = self._bring_home(state)
        return len(board) * prod(part.count(part.order(board)) for part in self._parts)

    def arrangements(self) -> int:
        """In how many ways the tiles can be laid on the board."""
        return arrangements(self._tiles)

    def why_apart(self, state: Board, goal: Board) -> Reason:
        """Why the goal is not in the orbit of the state."""
        different = self._different(state, goal)
        part, here, there = next((each for each in different if Counter(each[1]) != Counter(each[2])), different[0])
        astray, where = Counter(here) != Counter(there), self._where(part)
        pair = () if astray or len(different) > 1 else _helpful_exchange(part, here, there, _single(state))

        def told(named: Named) -> str:
            why = self._why_astray(part, here, there, named) if astray else part.why(here, there, where, named)
            return why + _hint(pair, named)

        return Reason(told(self._shown), told(str), names_cells=where != WHOLE)

    def _different(self, state: Board, goal: Board) -> list[tuple[Part, Order, Order]]:
        """The parts that cannot become what they are in the goal, with the order there and the one wanted."""
        board, wanted = self._bring_home(state), self._bring_home(goal)
        return [
            (part, part.order(board), part.order(wanted))
            for part in self._parts
            if part.least(part.order(board)) != part.least(part.order(wanted))
        ]

    def _why_astray(self, part: Part, here: Order, there: Order, named: Named) -> str:
        """Why tiles cannot leave a part behind which all is as it should be: they would have to pass its entry."""
        away, cell = named(min((Counter(here) - Counter(there)).elements())), part.cells[0]
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
        """The state after the blank has gone home by a shortest path."""
        board, blank = list(state), state.index(0)
        while blank != self._home:
            after = self._toward[blank]
            board[blank], board[after] = board[after], 0
            blank = after
        return tuple(board)


def _toward(neighbors: Sequence[Sequence[int]], home: int) -> dict[int, int]:
    """For each cell the next one on a shortest path home."""
    toward = {home: home}
    queue = deque([home])
    while queue:
        cell = queue.popleft()
        for neighbor in neighbors[cell]:
            if neighbor not in toward:
                toward[neighbor] = cell
                queue.append(neighbor)
    return toward


def _single(state: Board) -> list[int]:
    """The tiles of which there is no equal."""
    return [tile for tile, many in Counter(state).items() if many == 1]


def _hint(pair: Sequence[int], named: Named) -> str:
    """What would help."""
    return f"; with tiles {' and '.join(map(named, pair))} exchanged it would be solvable" if pair else ""


def _helpful_exchange(part: Part, here: Order, there: Order, single: Sequence[int]) -> Sequence[int]:
    """Two tiles, each the only one of its number, whose exchange would lead into the wanted orbit, if there are any."""
    wanted = part.least(there)
    for one, other in _pairs(here, there, single):
        exchanged = {one: other, other: one}
        if part.least(tuple(exchanged.get(tile, tile) for tile in here)) == wanted:
            return min(one, other), max(one, other)
    return ()


def _pairs(here: Order, there: Order, single: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The tiles that lie wrong if they are two, then every two of a few, the highest numbers first."""
    choice = sorted(set(here) & set(single), reverse=True)
    wrong = [tile for tile, wanted in zip(here, there, strict=True) if tile != wanted and tile in choice]
    if len(wrong) == 2:
        yield wrong[0], wrong[1]
    yield from combinations(choice[:MOST_TRIED], 2)
