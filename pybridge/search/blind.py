"""Searches that need no heuristic, so that they can judge those that do: iterative deepening and breadth-first."""

from collections.abc import Hashable
from itertools import count

from pybridge.puzzles import Move, Pruning, Puzzle
from pybridge.search.tally import CHECK_EVERY, Tally

Moves = tuple[Move, ...]
Parents = dict[Hashable, list[tuple[Move, Hashable]]]


def iterative_deepening(puzzle: Puzzle, tally: Tally, *, every: bool = False) -> list[Moves]:
    """The first shortest solution, or with `every` all of them, in move order.

    Empty if no limit that `tally` allows has a solution. Raises Stopped, the counters then being in `tally`.
    """
    for limit in count():
        if not tally.begin(limit):
            return []
        solutions = _to_limit(puzzle, tally, limit, every)
        tally.end(completed=not solutions)
        if solutions:
            return solutions
    raise AssertionError("counting has no end")


def _to_limit(puzzle: Puzzle, tally: Tally, limit: int, every: bool) -> list[Moves]:
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


def breadth_first(puzzle: Puzzle, tally: Tally, *, every: bool = False) -> list[Moves]:
    """The first shortest solution, or with `every` all of them, in move order.

    Empty if no layer that `tally` allows has a goal, or if there are no more states. Raises Stopped, the counters then
    being in `tally`. An iteration is a layer: it expands the states at a distance, and its threshold is that distance.
    """
    parents: Parents = {puzzle.start: []}
    layer: list[Hashable] = [puzzle.start]
    distance = 0
    while layer and tally.begin(distance):
        goals = [state for state in layer if puzzle.is_goal(state)]
        if goals:
            tally.end(completed=False)
            paths = [path for goal in goals for path in _paths(parents, goal)]
            return paths if every else paths[:1]
        layer = _next_layer(puzzle, tally, parents, layer)
        tally.end(completed=True)
        distance += 1
    return []


def _next_layer(puzzle: Puzzle, tally: Tally, parents: Parents, layer: list[Hashable]) -> list[Hashable]:
    """The states one move farther, in the order in which they are found; all ways to them go into `parents`."""
    found: dict[Hashable, list[tuple[Move, Hashable]]] = {}
    for state in layer:
        tally.expanded += 1
        if tally.expanded % CHECK_EVERY == 0:
            tally.check()
        for move, successor in puzzle.successors(state, None):
            tally.generated += 1
            if successor not in parents:
                found.setdefault(successor, []).append((move, state))
    parents.update(found)
    return list(found)


def _paths(parents: Parents, goal: Hashable) -> list[Moves]:
    """All shortest ways from the start to the goal, as moves."""
    ways: list[tuple[Hashable, Moves]] = [(goal, ())]
    while parents[ways[0][0]]:
        ways = [(parent, (move, *moves)) for state, moves in ways for move, parent in parents[state]]
    return [moves for _, moves in ways]
