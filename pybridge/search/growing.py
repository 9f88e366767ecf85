"""A tree that grows while a search runs: the nodes in visiting order, as far as they are to be shown.

Trees are large. Nodes are kept down to some depth, at first to any, and only the current path below that. Whenever too
many are kept, the deepest are left out, so memory is bounded however long the search runs.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pybridge.facts import State
from pybridge.outcome import Outcome
from pybridge.puzzles import Move, Pruning, Puzzle
from pybridge.search.solution import Iteration
from pybridge.search.tree import End, Extent, LeftOut, TreeLevel, TreeNode


@dataclass(slots=True)
class Visit:
    """A search reaches a node: the `number` of visits so far counts this one, `expanded` the nodes expanded before."""

    number: int
    g: int
    move: Move | None
    state: State
    h: int | None
    expanded: int
    is_expanded: bool = False
    below: int = 0
    states: int | None = None


Moves = Callable[[Visit, Sequence[State]], Iterable[tuple[Move, LeftOut]]]
"""All moves from a visited state in move order, each with why a search would leave it out if it does."""


MOST_STATES = 100_000
"""The most nodes among which different states are counted, which takes memory."""


class Growing:
    """A tree that grows visit by visit.

    Visits below what is kept may be skipped, except for those on the path to a goal. With `counts` none is, and it
    counts different states among the first nodes.
    """

    def __init__(self, extent: Extent, *, counts: bool = False) -> None:
        self._most, self._depth = extent.most, extent.depth
        self._kept: list[Visit] = []
        self._path: list[Visit] = []
        self._counts: list[list[int]] = []
        self._states: set[State] | None = set() if counts else None

    def visit(self, visit: Visit) -> None:
        """Add the next node in visiting order."""
        self._close(visit.g, visit.number, visit.expanded)
        if visit.number > MOST_STATES:
            self._states = None
        if self._states is not None:
            self._states.add(visit.state)
            visit.states = len(self._states)
        self._path.append(visit)
        if self._depth is None or visit.g <= self._depth:
            self._kept.append(visit)
            if len(self._kept) > self._most:
                self._depth = max(each.g for each in self._kept) - 1
                self._kept = [each for each in self._kept if each.g <= self._depth]

    def _close(self, g: int, number: int, expanded: int) -> None:
        """End the paths through nodes after `g` moves or more; what comes next has the number."""
        if self._path:
            self._path[-1].is_expanded = expanded > self._path[-1].expanded
        for visit in self._path[g:]:
            visit.below = number - visit.number - 1
            while len(self._counts) <= visit.g:
                self._counts.append([0, 0])
            self._counts[visit.g][not visit.is_expanded] += 1
        del self._path[g:]

    def different(self) -> int | None:
        """The number of different states; None if they were not counted."""
        return None if self._states is None else len(self._states)

    def levels(self, visited: int) -> tuple[TreeLevel, ...]:
        """All nodes by depth, once `nodes` has ended the tree; empty if some of those visited were passed over."""
        return tuple(TreeLevel(*each) for each in self._counts) if sum(map(sum, self._counts)) == visited else ()

    def nodes(self, visited: int, iteration: Iteration, outcome: Outcome, moves: Moves) -> tuple[TreeNode, ...]:
        """The nodes to be shown, once the search is over after this many visits."""
        path, kept = list(self._path), self._kept
        solved, whole = outcome is Outcome.SOLVED, outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT
        if solved and self._depth is not None:
            kept = kept + path[self._depth + 1 :]
        self._close(0, visited + 1, iteration.expanded or 0)
        unfinished = set() if whole else {visit.number for visit in path}
        ends = {visit.number: _end(visit, iteration.threshold) for visit in kept}
        if path and not whole:
            ends[path[-1].number] = End.GOAL if solved else None
        children, paths = _children(kept), _paths(kept)
        return tuple(
            node_of(each, children[each.number], ends[each.number], moves, each.number in unfinished, path)
            for each, path in zip(kept, paths, strict=True)
        )


def _end(visit: Visit, threshold: int) -> End | None:
    """Why the search did not continue below a node that is not a goal."""
    if visit.is_expanded:
        return None
    if visit.h is not None and visit.g + visit.h > threshold:
        return End.THRESHOLD
    if visit.g == threshold:
        return End.LIMIT
    return None if visit.h is None else End.IN_VAIN


def _children(visits: Iterable[Visit]) -> dict[int, list[Visit]]:
    """The visits right below each one, by its number."""
    children: dict[int, list[Visit]] = {}
    path: list[Visit] = []
    for visit in visits:
        children[visit.number] = []
        del path[visit.g :]
        if path:
            children[path[-1].number].append(visit)
        path.append(visit)
    return children


def _paths(visits: Iterable[Visit]) -> Iterator[tuple[State, ...]]:
    """The states on the path to each visit, its own the last."""
    path: list[State] = []
    for visit in visits:
        path[visit.g :] = [visit.state]
        yield tuple(path)


def node_of(
    visit: Visit,
    children: Sequence[Visit],
    end: End | None,
    moves: Moves,
    unfinished: bool,
    path: Sequence[State] = (),
) -> TreeNode:
    """A node to be shown; `path` has the states that led to it, if the search looks at them."""
    folded = visit.below - sum(1 + child.below for child in children)
    shown = visit.is_expanded and not folded
    left_out = tuple(_left_out(children, moves(visit, path), unfinished)) if shown else ()
    seen = visit.number, visit.states
    return TreeNode(visit.g, visit.move, visit.state, visit.h, end, left_out, visit.below, folded, *seen)


def _left_out(
    children: Sequence[Visit], moves: Iterable[tuple[Move, LeftOut]], unfinished: bool
) -> Iterator[tuple[Move, LeftOut]]:
    """The moves that were not followed, except for those that an `unfinished` search had not reached."""
    to_follow = [child.move for child in children]
    for move, why in moves:
        if unfinished and not to_follow:
            return
        if move in to_follow:
            to_follow.remove(move)
        else:
            yield move, why


def every_move(puzzle: Puzzle, pruning: str | None) -> Moves:
    """The moves of a puzzle for a search with that pruning; None is the puzzle's own."""

    def moves(visit: Visit, path: Sequence[State]) -> Iterator[tuple[Move, LeftOut]]:
        allowed = {move for move, _ in puzzle.successors(visit.state, visit.move)}
        for move, successor in puzzle.successors(visit.state, None):
            if puzzle.pruning is Pruning.PATH and pruning in (None, Pruning.PATH.value):
                yield move, LeftOut.THRESHOLD if path and successor not in path else LeftOut.PATH
            elif pruning == Pruning.SEQUENCE.value and move in allowed:
                yield move, LeftOut.SEQUENCE
            else:
                yield move, LeftOut.INVERSE

    return moves
