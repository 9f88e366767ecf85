"""Permutation puzzles: the puzzle, and the judge's turn."""

from collections.abc import Iterator
from typing import NamedTuple

from pybridge.facts import PermutationFacts, State
from pybridge.facts.turns import moved, moves, power_name
from pybridge.puzzles.protocol import Move, Pruning

Pieces = tuple[int, ...]


class TurnMove(NamedTuple):
    """A power of a generator, by its name."""

    name: str

    def __str__(self) -> str:
        return self.name


class PermutationPuzzle:
    """One start state of a permutation puzzle. A state is a tuple of the pieces on points 1, 2, ..."""

    pruning = Pruning.INVERSE_MOVE

    def __init__(self, facts: PermutationFacts, start: Pieces) -> None:
        self.start = start
        self._goals = frozenset(facts.goals)
        self._turns = [(TurnMove(turn.name), turn.sources) for turn in moves(facts)]
        allowed = after_each(facts)
        self._after = {
            move: [self._turns[number] for number in allowed[last]] for last, (move, _) in enumerate(self._turns)
        }

    def is_goal(self, state: Pieces) -> bool:
        """Whether the state is the goal."""
        return state in self._goals

    def successors(self, state: Pieces, last: Move | None) -> Iterator[tuple[Move, Pieces]]:
        """All moves but those that with `last` make no move, or one that is a move by itself."""
        for move, by in self._turns if last is None else self._after[last]:
            yield move, moved(state, by)


def after_each(facts: PermutationFacts) -> list[list[int]]:
    """For each move, the numbers of the moves after it that do not merge with it.

    Two moves merge if together they move nothing, or do what one move does.
    """
    turns = moves(facts)
    single = {turn.sources for turn in turns} | {tuple(range(facts.points))}
    return [
        [number for number, turn in enumerate(turns) if moved(last.sources, turn.sources) not in single]
        for last in turns
    ]


def turn(facts: PermutationFacts, state: State, move: Move) -> State:
    """The judge's turn: move the piece on each point of a cycle to the next point, as often as the power says."""
    for name, cycles in facts.generators:
        length = max(map(len, cycles))
        while any(length % len(cycle) for cycle in cycles):
            length += 1
        for power in range(1, length):
            if power_name(name, power, length) == move.name:
                return _turned(state, cycles, power)
    raise ValueError(f"no generator has the move {move.name}")


def _turned(state: State, cycles: tuple[tuple[int, ...], ...], power: int) -> State:
    lies = dict(enumerate(state, start=1))
    for _ in range(power):
        before = dict(lies)
        for cycle in cycles:
            for place, point in enumerate(cycle):
                lies[point] = before[cycle[place - 1]]
    return tuple(lies[point] for point in range(1, len(state) + 1))
