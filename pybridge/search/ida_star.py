"""IDA*: depth-first search cut where g + h exceeds a threshold that grows (Korf, 1985).

Moves may be pruned by a finite-state machine: states are then pairs, of a puzzle's state and the machine's.
"""

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from pybridge.errors import UnavailableProgramError
from pybridge.facts import State
from pybridge.heuristics.protocol import Heuristic
from pybridge.puzzles import Move, Pruning, Puzzle
from pybridge.search.tally import Tally
from pybridge.search.task import Task

Moves = tuple[Move, ...]
OnVisit = Callable[[Move | None, State, int, int | None], None]
"""Called at each node that a search visits: with the last move, the search's state, g, and h if the search has it."""


def inverse_or_sequence(task: Task[Any]) -> Pruning:
    """The pruning that a task asks for; by default the one that leaves out most and keeps what is wanted."""
    if task.pruning is Pruning.PATH:
        raise UnavailableProgramError("path pruning is for puzzles of rules; use --pruning inverse or sequence")
    if task.pruning is Pruning.TRANSPOSITION:
        raise UnavailableProgramError("transposition pruning is for blocks world; use --pruning inverse or sequence")
    if task.pruning is Pruning.SEQUENCE and task.wanted.every:
        raise UnavailableProgramError(
            "sequence pruning keeps one shortest solution, not all of them; with all or count use --pruning inverse"
        )
    return task.pruning or (Pruning.INVERSE if task.wanted.every else Pruning.SEQUENCE)


class Memory(Protocol):
    """The states below which an iteration has searched without success."""

    def forget(self) -> None:
        """Begin an iteration."""

    def keep(self, state: State, g: int) -> None:
        """Remember that no goal was found below a state after `g` moves."""

    def in_vain(self, state: State, g: int) -> bool:
        """Whether it is known that no goal will be found below the state after `g` moves."""


def ida_star(
    puzzle: Puzzle,
    heuristic: Heuristic,
    tally: Tally,
    *,
    first: int | None = None,
    step: int = 1,
    every: bool = False,
    transpositions: Memory | None = None,
    visit: OnVisit | None = None,
) -> list[Moves]:
    """The first shortest solution, or with `every` all of them, in move order.

    Thresholds begin at `first`, or the estimate of the start, and grow by `step`.
    Empty if no threshold that `tally` allows has a solution, or if the search space is exhausted. Raises Stopped,
    the counters then being in `tally`. Prunes inverse moves only.
    """
    threshold = heuristic.estimate(puzzle.start) if first is None else first
    while tally.begin(threshold):
        if transpositions:
            transpositions.forget()
        solutions, left = _search(puzzle, heuristic, tally, threshold, every, transpositions, visit)
        tally.end(completed=not solutions)
        if solutions or not left:
            return solutions
        threshold += step
    return []


def _search(
    puzzle: Puzzle,
    heuristic: Heuristic,
    tally: Tally,
    threshold: int,
    every: bool,
    transpositions: Memory | None,
    visit: OnVisit | None,
) -> tuple[list[Moves], bool]:
    """The solutions that the threshold allows, and whether it cut a path."""
    solutions: list[Moves] = []
    moves: list[Move] = []
    left = False
    after, zero_at_goals = heuristic.after, heuristic.consistent

    def go_on(state: State, last: Move | None, h: int) -> bool:
        """Search below a state; True when the search is over."""
        nonlocal left
        g = len(moves)
        if visit:
            visit(last, state, g, h)
        if (g == threshold or (g < threshold and (h == 0 or not zero_at_goals))) and puzzle.is_goal(state):
            solutions.append(tuple(moves))
            return not every
        if g + h > threshold:
            left = True
            return False
        if transpositions and transpositions.in_vain(state, g):
            return False
        found = len(solutions)
        tally.expand()
        for move, successor in puzzle.successors(state, last):
            tally.generated += 1
            moves.append(move)
            if go_on(successor, move, after(h, move, successor)):
                return True
            moves.pop()
        if transpositions and len(solutions) == found:
            transpositions.keep(state, g)
        return False

    go_on(puzzle.start, None, heuristic.estimate(puzzle.start))
    return solutions, left


Pair = tuple[State, int]


class PrunedPuzzle:
    """A puzzle without the moves that a machine rejects.

    `accept(pair, move)` returns the machine's state after a move, or None if it rejects the move.
    """

    pruning = Pruning.INVERSE

    def __init__(self, puzzle: Puzzle, machine: int, accept: Callable[[Pair, Move], int | None]) -> None:
        """`machine` is the machine's first state."""
        self.start: Pair = (puzzle.start, machine)
        self._puzzle, self._accept = puzzle, accept

    def is_goal(self, state: Pair) -> bool:
        """Whether the puzzle's state is a goal."""
        return self._puzzle.is_goal(state[0])

    def successors(self, state: Pair, last: Move | None) -> Iterator[tuple[Move, Pair]]:
        """The moves that the machine accepts."""
        for move, successor in self._puzzle.successors(state[0], None):
            after = self._accept(state, move)
            if after is not None:
                yield move, (successor, after)


class OfPairs:
    """A heuristic for the pairs of a pruned puzzle."""

    def __init__(self, heuristic: Heuristic) -> None:
        self.heuristic = heuristic
        self.name, self.source = heuristic.name, heuristic.source
        self.admissible, self.consistent = heuristic.admissible, heuristic.consistent

    def estimate(self, state: Pair) -> int:
        """Compute h of a state from scratch."""
        return self.heuristic.estimate(state[0])

    def after(self, h: int, move: Move, state: Pair) -> int:
        """h of `state` after `move`, given the h of the state before."""
        return self.heuristic.after(h, move, state[0])
