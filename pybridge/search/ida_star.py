"""IDA*: depth-first search cut where g + h exceeds a threshold that grows (Korf, 1985)."""

from collections.abc import Callable
from typing import Protocol

from pybridge.heuristics.protocol import Heuristic
from pybridge.puzzles import Move, Puzzle
from pybridge.puzzles.protocol import State
from pybridge.search.tally import CHECK_EVERY, Tally

Moves = tuple[Move, ...]
NextThreshold = Callable[[int, int], int]


class Memory(Protocol):
    """The states below which an iteration has searched in vain."""

    def forget(self) -> None:
        """Begin an iteration."""

    def keep(self, state: State, g: int) -> None:
        """Remember that no goal was found below a state after `g` moves."""

    def in_vain(self, state: State, g: int) -> bool:
        """Whether it is known that no goal will be found below the state after `g` moves."""


def by_one(threshold: int, least_excess: int) -> int:
    """The next threshold of the classic program `ids_low`."""
    return threshold + 1


def by_excess(threshold: int, least_excess: int) -> int:
    """The next threshold of IDA*: the least f that exceeded this one."""
    return least_excess


def by_two(threshold: int, least_excess: int) -> int:
    """The next threshold where solutions are all even, or all odd."""
    return threshold + 2


def ida_star(
    puzzle: Puzzle,
    heuristic: Heuristic,
    tally: Tally,
    *,
    first: int | None = None,
    following: NextThreshold = by_excess,
    every: bool = False,
    transpositions: Memory | None = None,
) -> list[Moves]:
    """The first shortest solution, or with `every` all of them, in move order.

    The first threshold is `first`, or the estimate of the start. `following` tells each next one.
    Empty if no threshold that `tally` allows has a solution, or if the search space came to its end. Raises Stopped,
    the counters then being in `tally`. Prunes inverse moves only.
    """
    threshold = heuristic.estimate(puzzle.start) if first is None else first
    while tally.begin(threshold):
        if transpositions:
            transpositions.forget()
        solutions, least_excess = _search(puzzle, heuristic, tally, threshold, every, transpositions)
        tally.end(completed=not solutions)
        if solutions or least_excess is None:
            return solutions
        threshold = following(threshold, least_excess)
    return []


def _search(
    puzzle: Puzzle,
    heuristic: Heuristic,
    tally: Tally,
    threshold: int,
    every: bool,
    transpositions: Memory | None,
) -> tuple[list[Moves], int | None]:
    """The solutions that the threshold allows, and the least f that exceeded it."""
    solutions: list[Moves] = []
    moves: list[Move] = []
    least_excess: int | None = None
    after, zero_at_goals = heuristic.after, heuristic.consistent

    def go_on(state: State, last: Move | None, h: int) -> bool:
        """Search below a state; True when the search is over."""
        nonlocal least_excess
        g = len(moves)
        if (g == threshold or (g < threshold and (h == 0 or not zero_at_goals))) and puzzle.is_goal(state):
            solutions.append(tuple(moves))
            return not every
        f = g + h
        if f > threshold:
            least_excess = f if least_excess is None else min(least_excess, f)
            return False
        if transpositions and transpositions.in_vain(state, g):
            return False
        found = len(solutions)
        tally.expanded += 1
        if tally.expanded % CHECK_EVERY == 0:
            tally.check()
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
    return solutions, least_excess
