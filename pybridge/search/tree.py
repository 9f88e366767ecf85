"""The tree of one iteration of a depth-first search, or of all of a search that knows states again."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from enum import Enum

from pybridge.errors import UnavailableProgramError
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.given_state import as_json
from pybridge.facts.wording import VERSION
from pybridge.forms import Form
from pybridge.outcome import Outcome
from pybridge.puzzles import Move
from pybridge.search.solution import KNOWING, Iteration
from pybridge.search.task import Task
from pybridge.summary import summary


class End(Enum):
    """Why a search did not continue below a node; the value is what `--json` prints."""

    GOAL = "goal"
    THRESHOLD = "f over the threshold"
    LIMIT = "limit reached"
    """Of `ids`, which has no h."""
    IN_VAIN = "searched before"
    SEEN = "already seen"
    """Of a search that knows states again: by a path that is no longer."""
    LONGER = "a shorter way was found"
    WAITING = "not expanded"
    """The search was over before."""


class LeftOut(Enum):
    """Why a search does not follow a move; the value is what `--json` prints."""

    INVERSE = "inverse move"
    SEQUENCE = "move sequence"
    PATH = "already on the path"
    """Found only once the successor is generated, as the next one."""
    THRESHOLD = "f over the threshold"
    """Where the search does not visit such a state."""


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A state with its path in a search tree.

    `move` led to it after `g` - 1 others; None at the start. `h` is its estimate; None if the search has none. `end`
    says why the search did not continue below it; None if it did, and then `left_out` are the moves that it did not
    follow, unless something is folded. `below` is the number of nodes below it, and `folded` how many of them are not
    shown, without those below shown nodes. `number` is its place in visiting order, from 1, and `states` how many
    different states were visited up to there; None if the engine does not count them.
    """

    g: int
    move: Move | None
    state: State
    h: int | None
    end: End | None
    left_out: tuple[tuple[Move, LeftOut], ...]
    below: int
    folded: int
    number: int
    states: int | None = field(default=None, compare=False)

    def to_dict(self, facts: PuzzleFacts | None) -> Form:
        """The node as a plain dictionary."""
        return {
            "g": self.g,
            "move": None if self.move is None else list(self.move),
            "state": as_json(facts, self.state) if facts else self.state,
            "h": self.h,
            "f": self.f,
            "end": self.end and self.end.value,
            "left_out": [{"move": list(move), "why": why.value} for move, why in self.left_out],
            "below": self.below,
            "folded": self.folded,
            "number": self.number,
            "states": self.states,
        }

    @property
    def f(self) -> int | None:
        """g + h."""
        return None if self.h is None else self.g + self.h


@dataclass(frozen=True, slots=True)
class Extent:
    """How much of a tree is shown: nodes after at most `depth` moves, and at most `most` of them.

    The deepest are left out first, except for the path to a goal.
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
    """One iteration of a search, node by node, or all of a search that knows states again.

    `outcome` is SOLVED if it found a goal, and NO_SOLUTION_WITHIN_LIMIT if it was searched completely without one.
    `visited` is the number of all nodes, those that are not among the `nodes` included. `step` is by how much
    thresholds grow, 0 if there is no next one. `levels` counts all nodes by depth; it is empty if the engine did not
    report every node. `different` is the number of different states among them; None if they were not counted. h is a
    lower bound if it is `bounded`. `facts` and `state` are the puzzle and the start themselves, which displays draw.
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
    different: int | None = None
    bounded: bool = field(default=True, compare=False)
    facts: PuzzleFacts | None = field(default=None, compare=False)
    state: State | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        found = ", ".join(filter(None, (f"{self.visited:,} nodes", self.span)))
        return f"<Tree of {self.puzzle}, {self.start}: {found}, by {self.engine} {self.program}>"

    def _repr_html_(self) -> str:
        """What a notebook shows without the extension `pybridge.notebook`: each node before those below it."""
        columns = ("g", "h", "f", "last move", "end", "below")
        rows = [[node.g, node.h, node.f, node.move, node.end and node.end.value, node.below] for node in self.nodes]
        return summary(repr(self)[1:-1], columns, rows)

    def to_dict(self) -> Form:
        """What `trace --json` prints: each node, `g` moves deep, before those below it."""
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
            "different": self.different,
            "levels": [asdict(level) for level in self.levels],
            "nodes": [each.to_dict(self.facts) for each in self.nodes],
        }

    @property
    def knows(self) -> bool:
        """Whether the search knows states again, so that the tree is that of all its iterations."""
        return self.program in KNOWING

    @property
    def span(self) -> str:
        """Which iterations it is of; empty if the program has one only."""
        return _SPANS.get(self.program, "threshold {}").format(self.iteration.threshold)

    @property
    def whole(self) -> bool:
        """Whether the iteration was searched completely, or up to a goal."""
        return self.outcome in (Outcome.SOLVED, Outcome.NO_SOLUTION_WITHIN_LIMIT)


DEEPENING = ("ids", "ids_low", "ida_star")
"""The programs whose iterations are depth-first searches, and so trees."""
_SPANS = {"ids": "limit {}", "breadth_first": "layers 0 to {}", "a_star": ""}


def require_tree(task: Task, engine: str, able: Sequence[str]) -> None:
    """Raise UnavailableProgramError for a program that is not among those whose nodes the engine is `able` to show."""
    if task.program not in able:
        raise UnavailableProgramError(f"{engine} has no tree of {task.program}; it has those of {', '.join(able)}")


def threshold_of(task: Task, first: int, step: int) -> int:
    """The threshold that a task names, by default the first one. Raises UnavailableProgramError if it is not tried."""
    threshold = first if task.last_threshold is None else task.last_threshold
    if threshold < first or (threshold - first) % step:
        tried = ", ".join(str(first + number * step) for number in range(3))
        raise UnavailableProgramError(
            f"{task.program} does not try the threshold {threshold} for this start; it tries {tried}, ..."
        )
    return threshold
