"""Breadth-first search: every state once, layer by layer. It uses no heuristic, so it can judge those that do."""

from collections.abc import Hashable

from pybridge.puzzles import Move, Puzzle
from pybridge.search.tally import CHECK_EVERY, Tally

Moves = tuple[Move, ...]
Parents = dict[Hashable, list[tuple[Move, Hashable]]]


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
