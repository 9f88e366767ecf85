"""Iterative deepening: depth-first search to a limit that grows by one (Slate and Atkin, 1977; Korf, 1985)."""

from itertools import count

from pybridge.puzzles import Move, Pruning, Puzzle
from pybridge.search.tally import CHECK_EVERY, Tally

Moves = tuple[Move, ...]


def iterative_deepening(puzzle: Puzzle, tally: Tally, *, every: bool = False) -> list[Moves]:
    """The first shortest solution, or with `every` all of them, in move order.

    Empty if no limit that `tally` allows has a solution. Raises Stopped, the counters then being in `tally`.
    """
    for limit in count():
        if not tally.begin(limit):
            return []
        solutions = _search(puzzle, tally, limit, every)
        tally.end(completed=not solutions)
        if solutions:
            return solutions
    raise AssertionError("counting has no end")


def _search(puzzle: Puzzle, tally: Tally, limit: int, every: bool) -> list[Moves]:
    """The solutions of exactly `limit` moves."""
    solutions: list[Moves] = []
    moves: list[Move] = []
    states = [puzzle.start]
    no_state_twice = puzzle.pruning is Pruning.PATH

    def go_on(state: object, last: Move | None) -> bool:
        """Search below a state; True when the search is over."""
        if len(moves) == limit:
            if puzzle.is_goal(state):
                solutions.append(tuple(moves))
            return bool(solutions) and not every
        tally.expanded += 1
        if tally.expanded % CHECK_EVERY == 0:
            tally.check()
        for move, successor in puzzle.successors(state, last):
            tally.generated += 1
            if no_state_twice:
                if successor in states:
                    continue
                states.append(successor)
            moves.append(move)
            if go_on(successor, move):
                return True
            moves.pop()
            if no_state_twice:
                states.pop()
        return False

    go_on(puzzle.start, None)
    return solutions
