"""Depth-first search in plain Python to a limit that grows by one, by a lower bound or without one."""

from pybridge.facts import State
from pybridge.heuristics.protocol import NEVER, Heuristic
from pybridge.puzzles import Move, Pruning, Puzzle
from pybridge.search.ida_star import Moves, OnVisit
from pybridge.search.tally import Tally


def iterative_deepening(
    puzzle: Puzzle,
    tally: Tally,
    *,
    bound: Heuristic | None = None,
    first: int | None = None,
    every: bool = False,
    visit: OnVisit | None = None,
    early: bool = False,
) -> list[Moves]:
    """The first shortest solution, or with `every` all of them, in move order.

    A path goes on while its moves and the `bound`, if there is one, are within a limit, which begins with `first`, or
    the bound of the start, and grows by one. A goal counts only at the limit, or with `early` before it, too: a bound
    that may overestimate hides it until then. Empty if no limit that `tally` allows has a solution, or if no path was
    left at a limit. Raises Stopped, the counters then being in `tally`.
    """
    h = None if bound is None else bound.estimate(puzzle.start)
    limit = min(h or 0, NEVER) if first is None else first
    if bound and limit >= NEVER and bound.admissible:
        return []
    while tally.begin(limit):
        solutions, left = _to_limit(puzzle, bound, tally, limit, every, visit, early)
        tally.end(completed=not solutions)
        if solutions or not left:
            return solutions
        limit += 1
    return []


def _to_limit(
    puzzle: Puzzle,
    bound: Heuristic | None,
    tally: Tally,
    limit: int,
    every: bool,
    visit: OnVisit | None,
    early: bool,
) -> tuple[list[Moves], bool]:
    """The solutions of `limit` moves, or with `early` of no more, and whether a path was left at the limit."""
    solutions: list[Moves] = []
    left = False
    moves: list[Move] = []
    states = [puzzle.start]
    no_state_twice = puzzle.pruning is Pruning.PATH
    trusted = bound is None or bound.admissible  # where it says that no goal can be reached

    def go_on(state: State, last: Move | None, h: int | None) -> bool:
        """Search below a state; True when the search is over."""
        nonlocal left
        if visit:
            visit(last, state, len(moves), h)
        if (early or len(moves) == limit) and puzzle.is_goal(state):
            solutions.append(tuple(moves))
            return not every
        if len(moves) == limit:
            left = True
            return False
        tally.expand()
        for move, successor in puzzle.successors(state, last):
            tally.generated += 1
            if no_state_twice and successor in states:
                continue
            if bound:
                h = min(bound.estimate(successor), NEVER)
                if len(moves) + 1 + h > limit:
                    left = left or h < NEVER or not trusted
                    continue
            moves.append(move)
            states.append(successor)
            if go_on(successor, move, h):
                return True
            moves.pop()
            states.pop()
        return False

    go_on(puzzle.start, None, None if bound is None else bound.estimate(puzzle.start))
    return solutions, left
