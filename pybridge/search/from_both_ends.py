"""Two searches in plain Python for puzzles of which more is known: both ends at once, and one length for all solutions.

Both are the readable twins of kernels, and visit the same nodes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from pybridge.facts import State
from pybridge.puzzles import Move, Puzzle
from pybridge.search.ida_star import Moves
from pybridge.search.tally import Tally


@dataclass
class _End:
    """One of both ends: its last layer, and for each state the one before it."""

    layer: list[State]
    before: dict[State, State | None] = field(default_factory=dict)

    def grow(self, puzzle: Puzzle, tally: Tally) -> None:
        """Go on to the next layer."""
        found: dict[State, State] = {}
        for state in self.layer:
            tally.expand()
            for _, successor in puzzle.successors(state, None):
                tally.generated += 1
                if successor not in self.before and successor not in found:
                    found[successor] = state
        self.before.update(found)
        self.layer = list(found)

    def path(self, state: State) -> list[State]:
        """The states from one back to where this end began."""
        path = [state]
        while (before := self.before[path[-1]]) is not None:
            path.append(before)
        return path


def bidirectional(puzzle: Puzzle, goals: Sequence[State], tally: Tally) -> list[Moves]:
    """A shortest solution; empty if there is none. Moves must be undone by one move each.

    Layers grow from the start and from all goals at once, the smaller one first, until they meet (Pohl, 1971). An
    iteration is a layer, and its threshold the number of moves that both ends are away from where they began. Raises
    Stopped.
    """
    forward, backward = _End([puzzle.start], {puzzle.start: None}), _End(list(goals), dict.fromkeys(goals))
    moves = 0
    while forward.layer and backward.layer and tally.begin(moves):
        other = set(backward.layer)
        if meeting := next((state for state in forward.layer if state in other), None):
            tally.end(completed=False)
            return [moves_of(puzzle, forward.path(meeting)[::-1] + backward.path(meeting)[1:])]
        (forward if len(forward.layer) <= len(backward.layer) else backward).grow(puzzle, tally)
        tally.end(completed=True)
        moves += 1
    return []


def depth_first(puzzle: Puzzle, length: int, tally: Tally) -> list[Moves]:
    """A solution, where all have this length; empty if there is none. Each state is visited once. Raises Stopped."""
    if not tally.begin(length):
        return []
    before: dict[State, State | None] = {puzzle.start: None}
    stack = [puzzle.start]
    while stack:
        state = stack.pop()
        if puzzle.is_goal(state):
            tally.end(completed=False)
            return [moves_of(puzzle, _End([], before).path(state)[::-1])]
        tally.expand()
        new: dict[State, State] = {}
        for _, successor in puzzle.successors(state, None):
            tally.generated += 1
            if successor not in before:
                new[successor] = state
        before.update(new)
        stack += reversed(new)
    tally.end(completed=True)
    return []


def moves_of(puzzle: Puzzle, states: Sequence[State]) -> Moves:
    """The first move between each state of a path and the next."""
    moves: list[Move] = []
    for state, wanted in pairwise(states):
        moves.append(next(move for move, after in puzzle.successors(state, None) if after == wanted))
    return tuple(moves)
