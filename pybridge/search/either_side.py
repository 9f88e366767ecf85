"""IDA* of permutation puzzles whose moves have inverses, from either side, in plain Python.

A state and its inverse are as far from the goal. A move made on the inverse is the inverse of a last move of the
state's solution, so each node can be searched on from the side that leaves fewer moves. Moves are left out if a table
says that the node is just as far as it may be and the move leaves that projection unchanged (T. Rokicki's nxopt and
S. Tronto's H48 do the same).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pybridge.arrays import Array
from pybridge.facts import State, TurnsFacts
from pybridge.facts.cycles import Turn, inverse, moved, moves
from pybridge.facts.places import Points
from pybridge.heuristics.projections import Projections
from pybridge.heuristics.protocol import Heuristic
from pybridge.puzzles.pieces import homes
from pybridge.puzzles.turns import TurnMove
from pybridge.search.ida_star import Moves
from pybridge.search.tally import Tally
from pybridge.tables.sequences.machine import DEAD
from pybridge.tables.sequences.turns import Word

Path = tuple[int, ...]
"""Moves in the order of the search: a move on the inverse has a number after those of all moves."""


def reversed_words(words: Sequence[Word], turns: Sequence[Turn]) -> list[Word]:
    """What forbids on the inverse the same as some words do on the state."""
    back = inverses(turns)
    return [tuple(back[move] for move in reversed(word)) for word in words]


def inverses(turns: Sequence[Turn]) -> tuple[int, ...]:
    """The number of each move's inverse, which must be a move."""
    numbers = {turn.sources: number for number, turn in enumerate(turns)}
    return tuple(numbers[inverse(turn.sources)] for turn in turns)


@dataclass(frozen=True, slots=True)
class Sides:
    """The machines that say which moves may follow, on the state and on its inverse; without the second, on the state.

    `back` are the inverses of moves.
    """

    machines: tuple[Array, ...]
    back: tuple[int, ...] = ()

    def solution(self, path: Path) -> Path:
        """The moves from the start to the goal, first one first."""
        count = self.machines[0].shape[1]
        lasts = [self.back[move - count] for move in path if move >= count]
        return (*(move for move in path if move < count), *reversed(lasts))


@dataclass(frozen=True, slots=True)
class _Node:
    """A state and its inverse, by the home of what lies on each point, and the states of the machines."""

    sides: tuple[Points, Points]
    machines: tuple[int, int]


class EitherSide:
    """A search from a start."""

    def __init__(self, facts: TurnsFacts, start: State, heuristic: Heuristic, sides: Sides, tally: Tally) -> None:
        assert isinstance(heuristic, Projections)  # as for all that have a machine for inverses
        self._moves, self._heuristic = moves(facts), heuristic
        self._sides, self._tally = sides, tally
        self._machines = [each.tolist() for each in sides.machines]
        lies = homes(facts).of(start)
        self._start, self._root = start, _Node((lies, inverse(lies)), (0, 0))
        self._goal = tuple(range(facts.points))

    def search(self, first: int | None) -> list[Moves]:
        """The first shortest solution in the order of the search; none if no threshold that is allowed has one.

        The first threshold is `first`, or the estimate of the start. Raises Stopped.
        """
        threshold, path = self._heuristic.estimate(self._start) if first is None else first, list[int]()
        while self._tally.begin(threshold):
            found = self._go_on(self._root, path, threshold)
            self._tally.end(completed=not found)
            if found:
                return [tuple(TurnMove(self._moves[move].name) for move in self._sides.solution(tuple(path)))]
            threshold += 1
        return []

    def _go_on(self, node: _Node, path: list[int], threshold: int) -> bool:
        """Search below a node; True if a solution is found, which then is the path."""
        left = threshold - len(path)
        values = self._heuristic.values(node.sides)
        farthest = max(map(max, values))
        if farthest > left:
            return False
        if farthest == 0 and node.sides[0] == self._goal:
            return True
        lives = [self._lives(node, side) for side in (0, 1)]
        allowed = [
            [move for move in lives[side] if not self._heuristic.too_far(values[1 - side], 1 - side, move, left)]
            for side in (0, 1)
        ]
        side = int(len(allowed[1]) < len(allowed[0]))
        if not allowed[side]:
            return False
        self._tally.expand()
        for move in lives[side]:
            self._tally.generated += 1
            path.append(move + side * len(self._moves))
            if self._go_on(self._after(node, side, move), path, threshold):
                return True
            path.pop()
        return False

    def _lives(self, node: _Node, side: int) -> list[int]:
        """The moves on a side that the machine accepts."""
        after = self._machines[side][node.machines[side]]
        return [move for move in range(len(self._moves)) if after[move] != DEAD]

    def _after(self, node: _Node, side: int, move: int) -> _Node:
        """The node after a move on a side."""
        after = self._machines[side][node.machines[side]][move]
        mine = moved(node.sides[side], self._moves[move].sources)
        other = inverse(mine)
        if side == 0:
            return _Node((mine, other), (after, node.machines[1]))
        return _Node((other, mine), (node.machines[0], after))
