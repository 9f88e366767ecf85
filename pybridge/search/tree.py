"""The tree of one iteration of a depth-first search: the nodes in visiting order, as far as they are to be shown.

Trees are large. Nodes are kept down to some depth, at first to any, and only the current path below that. Whenever too
many are kept, the deepest are left out, so memory is bounded however long the search runs.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from enum import Enum

from pybridge.errors import UnavailableProgramError
from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import VERSION
from pybridge.forms import Form
from pybridge.outcome import Outcome
from pybridge.puzzles import Move, Pruning, Puzzle
from pybridge.puzzles.protocol import State
from pybridge.search.solution import Iteration
from pybridge.search.task import Prune, Task
from pybridge.summary import summary


class End(Enum):
    """Why a search did not continue below a node; the value is what `--json` prints."""

    GOAL = "goal"
    THRESHOLD = "f over the threshold"
    LIMIT = "limit reached"
    """Of `ids`, which has no h."""
    IN_VAIN = "searched before"


class LeftOut(Enum):
    """Why a search does not follow a move; the value is what `--json` prints."""

    INVERSE = "inverse move"
    SEQUENCE = "move sequence"
    PATH = "already on the path"
    """The one reason that is found only once the successor is generated."""


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A state with its path in a search tree.

    `move` led to it after `g` - 1 others; None at the start. `h` is its estimate; None if the search has none. `end`
    says why the search did not continue below it; None if it did, and then `left_out` are the moves that it did not
    follow, unless something is folded. `below` is the number of nodes below it, and `folded` how many of them are not
    shown, without those below shown nodes.
    """

    g: int
    move: Move | None
    state: State
    h: int | None
    end: End | None
    left_out: tuple[tuple[Move, LeftOut], ...]
    below: int
    folded: int

    def to_dict(self) -> Form:
        """The node as a plain dictionary."""
        return {
            "g": self.g,
            "move": None if self.move is None else list(self.move),
            "state": self.state,
            "h": self.h,
            "f": self.f,
            "end": self.end and self.end.value,
            "left_out": [{"move": list(move), "why": why.value} for move, why in self.left_out],
            "below": self.below,
            "folded": self.folded,
        }

    @property
    def f(self) -> int | None:
        """g + h."""
        return None if self.h is None else self.g + self.h


@dataclass(frozen=True, slots=True)
class Extent:
    """How much of a tree is shown: nodes after at most `depth` moves, and at most `most` of them.

    The deepest are left out first, but for the path to a goal.
    """

    depth: int | None = None
    most: int = 60


@dataclass(frozen=True, slots=True)
class TreeLevel:
    """The nodes at one depth of a tree: those below which the search continued, and those at which it ended."""

    expanded: int
    ended: int


@dataclass(frozen=True, slots=True, repr=False)
class Tree:
    """One iteration of a search, node by node.

    `outcome` is SOLVED if it found a goal, and NO_SOLUTION_WITHIN_LIMIT if it ran to its end without one. `visited` is
    the number of all nodes, those that are not among the `nodes` included. `step` is by how much thresholds grow.
    `levels` counts all nodes by depth; it is empty if the engine did not report every node. `facts` and `state` are the
    puzzle and the start themselves, which displays draw.
    """

    puzzle: str
    start: str
    program: str
    engine: str
    outcome: Outcome
    iteration: Iteration
    visited: int
    nodes: tuple[TreeNode, ...]
    heuristic: str | None = None
    pruning: str | None = None
    step: int = 1
    levels: tuple[TreeLevel, ...] = ()
    facts: PuzzleFacts | None = field(default=None, compare=False)
    state: State | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        found = f"{self.visited:,} nodes at threshold {self.iteration.threshold}"
        return f"<Tree of {self.puzzle}, {self.start}: {found}, by {self.engine} {self.program}>"

    def _repr_html_(self) -> str:
        """What a notebook shows without the extension `pybridge.notebook`: the nodes in visiting order."""
        columns = ("g", "h", "f", "last move", "end", "below")
        rows = [[node.g, node.h, node.f, node.move, node.end and node.end.value, node.below] for node in self.nodes]
        return summary(repr(self)[1:-1], columns, rows)

    def to_dict(self) -> Form:
        """What `trace --json` prints: the nodes in visiting order, each `g` moves deep."""
        return {
            "version": VERSION,
            "puzzle": self.puzzle,
            "start": self.start,
            "engine": self.engine,
            "program": self.program,
            "heuristic": self.heuristic,
            "pruning": self.pruning,
            "outcome": self.outcome.value,
            **self.iteration.to_dict(),
            "visited": self.visited,
            "levels": [asdict(level) for level in self.levels],
            "nodes": [each.to_dict() for each in self.nodes],
        }

    @property
    def whole(self) -> bool:
        """Whether the iteration ran to its end, or to a goal."""
        return self.outcome in (Outcome.SOLVED, Outcome.NO_SOLUTION_WITHIN_LIMIT)


@dataclass(slots=True)
class Visit:
    """A search comes to a node: the `number` of visits so far counts this one, `expanded` the nodes expanded before."""

    number: int
    g: int
    move: Move | None
    state: State
    h: int | None
    expanded: int
    is_expanded: bool = False
    below: int = 0


Moves = Callable[[Visit], Iterable[tuple[Move, LeftOut]]]
"""All moves from a visited state in move order, each with why a search would leave it out if it does."""


class Growing:
    """A tree that grows visit by visit.

    Visits below what is kept may be passed over, but for those on the path to a goal.
    """

    def __init__(self, extent: Extent) -> None:
        self._most, self._depth = extent.most, extent.depth
        self._kept: list[Visit] = []
        self._path: list[Visit] = []
        self._counts: list[list[int]] = []

    def visit(self, visit: Visit) -> None:
        """Add the next node in visiting order."""
        self._close(visit.g, visit.number, visit.expanded)
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

    def levels(self, visited: int) -> tuple[TreeLevel, ...]:
        """All nodes by depth, once `nodes` has ended the tree; empty if some of those visited were passed over."""
        return tuple(TreeLevel(*each) for each in self._counts) if sum(map(sum, self._counts)) == visited else ()

    def nodes(self, visited: int, iteration: Iteration, outcome: Outcome, moves: Moves) -> tuple[TreeNode, ...]:
        """The nodes to be shown, once the search is over after so many visits."""
        path, kept = list(self._path), self._kept
        solved, whole = outcome is Outcome.SOLVED, outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT
        if solved and self._depth is not None:
            kept = kept + path[self._depth + 1 :]
        self._close(0, visited + 1, iteration.expanded or 0)
        unfinished = set() if whole else {visit.number for visit in path}
        ends = {visit.number: _end(visit, iteration.threshold) for visit in kept}
        if path and not whole:
            ends[path[-1].number] = End.GOAL if solved else None
        children = _children(kept)
        return tuple(
            _node(each, children[each.number], ends[each.number], moves, each.number in unfinished) for each in kept
        )


def _end(visit: Visit, threshold: int) -> End | None:
    """Why the search did not continue below a node that is not a goal."""
    if visit.is_expanded:
        return None
    if visit.h is None:
        return End.LIMIT if visit.g == threshold else None
    return End.THRESHOLD if visit.g + visit.h > threshold else End.IN_VAIN


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


def _node(visit: Visit, children: Sequence[Visit], end: End | None, moves: Moves, unfinished: bool) -> TreeNode:
    """A node to be shown."""
    folded = visit.below - sum(1 + child.below for child in children)
    shown = visit.is_expanded and not folded
    left_out = tuple(_left_out(visit, children, moves, unfinished)) if shown else ()
    return TreeNode(visit.g, visit.move, visit.state, visit.h, end, left_out, visit.below, folded)


def _left_out(
    visit: Visit, children: Sequence[Visit], moves: Moves, unfinished: bool
) -> Iterator[tuple[Move, LeftOut]]:
    """The moves that were not followed, but for those that an `unfinished` search had not come to."""
    to_follow = [child.move for child in children]
    for move, why in moves(visit):
        if unfinished and not to_follow:
            return
        if move in to_follow:
            to_follow.remove(move)
        else:
            yield move, why


def every_move(puzzle: Puzzle, pruning: str | None) -> Moves:
    """The moves of a puzzle for a search with that pruning; None is the puzzle's own."""

    def moves(visit: Visit) -> Iterator[tuple[Move, LeftOut]]:
        allowed = {move for move, _ in puzzle.successors(visit.state, visit.move)}
        for move, _ in puzzle.successors(visit.state, None):
            if puzzle.pruning is Pruning.PATH and pruning is None:
                yield move, LeftOut.PATH
            elif pruning == Prune.SEQUENCE.value and move in allowed:
                yield move, LeftOut.SEQUENCE
            else:
                yield move, LeftOut.INVERSE

    return moves


DEEPENING = ("ids", "ids_low", "ida_star")
"""The programs whose iterations are depth-first searches, and so trees."""


def require_tree(task: Task) -> None:
    """Raise UnavailableProgramError for a program whose iterations are not trees."""
    if task.program not in DEEPENING:
        raise UnavailableProgramError(f"{task.program} has no tree of an iteration; {', '.join(DEEPENING)} have one")


def threshold_of(task: Task, first: int, step: int) -> int:
    """The threshold that a task names, by default the first one. Raises UnavailableProgramError if it is not tried."""
    threshold = first if task.last_threshold is None else task.last_threshold
    if threshold < first or (threshold - first) % step:
        tried = ", ".join(str(first + number * step) for number in range(3))
        raise UnavailableProgramError(
            f"{task.program} does not try the threshold {threshold} for this start; it tries {tried}, ..."
        )
    return threshold
