"""What a search returns, and its counters, defined once.

expanded    nodes whose successors were produced
generated   successors created; one that is pruned before it is created does not count
evaluated   states whose h was computed, by best-first searches and by networks
inferences  SWI-Prolog's own count
"""

from dataclasses import asdict, dataclass, field
from typing import NamedTuple

from pybridge.facts import PuzzleFacts, State
from pybridge.facts.wording import VERSION, rounded
from pybridge.forms import Form
from pybridge.outcome import Outcome
from pybridge.puzzles import Move, Reason
from pybridge.summary import summary
from pybridge.translation import Said


class Counts(NamedTuple):
    """Nodes expanded and generated, and states that a network has evaluated."""

    expanded: int = 0
    generated: int = 0
    evaluated: int = 0

    def plus(self, more: "Counts") -> "Counts":
        """Both together."""
        return Counts(self.expanded + more.expanded, self.generated + more.generated, self.evaluated + more.evaluated)


NOTHING = Counts()
KNOWING = ("breadth_first", "a_star")
"""The programs that know states again, and whose nodes can be drawn."""
_DEEPEN_NEVER = (*KNOWING, "bidirectional", "depth_first")
"""All other programs, those of the user's too, search by iterative deepening."""


@dataclass(frozen=True, slots=True)
class Shortest:
    """How many shortest solutions there are, None if that is not known; and the first ones, as many as were wanted.

    They are in move order, unless only the first one is known.
    """

    count: int | None
    solutions: tuple[tuple[Move, ...], ...] = ()


NOT_FOUND = Shortest(None)
"""Of a search that has found no solution."""


@dataclass(frozen=True, slots=True)
class Iteration:
    """One depth-first search at one threshold, or one layer of a breadth-first search.

    `completed`: it was searched completely and found nothing. `seconds` are of CPU. An unknown counter is None.
    """

    threshold: int
    completed: bool
    seconds: float
    expanded: int | None = None
    generated: int | None = None
    inferences: int | None = None
    evaluated: int | None = None

    @property
    def counts(self) -> Counts:
        """The counters of searches in Python, 0 for what is unknown."""
        return Counts(self.expanded or 0, self.generated or 0, self.evaluated or 0)

    def to_dict(self) -> Form:
        """The counters as a plain dictionary."""
        return asdict(self) | {"seconds": rounded(self.seconds)}


@dataclass(frozen=True, slots=True)
class Journaled:
    """What is kept of a search on disk: the threshold at which it was `resumed`, and whether the next run can resume.

    `whole`: only completed iterations are kept. `damaged`: something was kept that could not be used. `fault` is why it
    could not be kept.
    """

    resumed: int | None = None
    kept: bool = False
    whole: bool = False
    damaged: bool = False
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Layers:
    """The states between a start and its goals, layer by layer, from which all shortest solutions are counted.

    `done` of `of` layers. `seconds` are of CPU, or of the wall while they are under way.
    """

    done: int
    of: int
    expanded: int
    generated: int
    seconds: float

    def to_dict(self) -> Form:
        """The figures as a plain dictionary."""
        return asdict(self) | {"seconds": rounded(self.seconds)}


def total(counts: "list[int | None]") -> int | None:
    """The sum, or None if there is nothing to add or something was not counted."""
    return sum(count for count in counts if count is not None) if counts and None not in counts else None


def lower_bound(iterations: "tuple[Iteration, ...]", step: int = 1) -> int:
    """What completed iterations prove: no solution is shorter. 0 if none is completed."""
    return max((iteration.threshold + step for iteration in iterations if iteration.completed), default=0)


@dataclass(frozen=True, repr=False)
class Solution:
    """The end of a search for shortest solutions, or for one that is good enough.

    `solutions` holds the first solution's moves, or with `every` those of all, in the order found; `iterations` the
    counters per iteration in order, the last one not completed if it has a solution or the search was stopped.
    `claims` says whether the search calls what it finds shortest, as one by an inadmissible heuristic cannot, nor one
    that had to have at most `good` moves; of these, `iterations` are by the length of the first of two phases.
    `initial_bound` is what the lower bound of the start proves alone; iterations prove more if the program `proves`,
    which is unknown for a user's. `inferences` and `seconds` (of CPU, in the thread that searched) cover the search
    and nothing else. `heuristic` and `pruning` are those of IDA*, by name; `count` is how many shortest solutions there
    are, where that was asked for and is known, though not all need be kept; `layers` what counting them took beside the
    search, whose `seconds` are without it. `step` is by how much thresholds grow: 2 if no
    solution's length is between them. `facts` and `state` are the puzzle and the start themselves, which displays draw;
    `journal` is what is kept on disk of a search that was to be kept; `last` is what a program of the user's did last,
    and `wrong` why what it printed is not a solution.
    """

    puzzle: str
    start: str
    program: str
    engine: str
    outcome: Outcome
    solutions: tuple[tuple[Move, ...], ...]
    iterations: tuple[Iteration, ...]
    seconds: float
    inferences: int | None = None
    reason: Reason | None = None
    every: bool = False
    initial_bound: int = 0
    proves: bool = True
    claims: bool = True
    heuristic: str | None = None
    pruning: str | None = None
    count: int | None = None
    step: int = 1
    layers: Layers | None = None
    good: int | None = None
    facts: PuzzleFacts | None = field(default=None, compare=False)
    state: State | None = field(default=None, compare=False)
    journal: Journaled | None = None
    last: Said | None = field(default=None, compare=False)
    wrong: str | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        end = self.outcome.value if self.length is None else f"{self.length} moves"
        return f"<Solution of {self.puzzle}, {self.start}: {end}, by {self.engine} {self.program}>"

    def _repr_html_(self) -> str:
        """What a notebook shows without the extension `pybridge.notebook`: the iterations and the moves."""
        columns = ("threshold", "completed", "expanded", "generated", "seconds")
        rows = [[getattr(each, name) for name in columns] for each in self.iterations]
        moves = "" if self.moves is None else f"moves: {', '.join(map(str, self.moves))}"
        return summary(repr(self)[1:-1], columns, rows, moves)

    def to_dict(self) -> Form:
        """What `solve --json` prints of a solution; moves are [piece, source, target], or names of turns."""
        return {
            "version": VERSION,
            "puzzle": self.puzzle,
            "start": self.start,
            "engine": self.engine,
            "program": self.program,
            "heuristic": self.heuristic,
            "pruning": self.pruning,
            "outcome": self.outcome.value,
            "reason": self.reason,
            "length": self.length,
            "lower_bound": self.lower_bound,
            "inferences": self.inferences,
            "expanded": self.expanded,
            "generated": self.generated,
            "completed_expanded": self.completed_expanded,
            "completed_generated": self.completed_generated,
            "evaluated": self.evaluated,
            "seconds": rounded(self.seconds),
            "count": self.count,
            "layers": self.layers and self.layers.to_dict(),
            "step": self.step,
            "resumed": self.journal and self.journal.resumed,
            "kept": self.journal is not None and self.journal.kept,
            "iterations": [each.to_dict() for each in self.iterations],
            "solutions": [[list(move) for move in moves] for moves in self.solutions],
        }

    @property
    def moves(self) -> tuple[Move, ...] | None:
        """The first solution; None if there is none."""
        return self.solutions[0] if self.solutions else None

    @property
    def length(self) -> int | None:
        """The number of moves of a shortest solution; None if none was found."""
        if self.count and not self.solutions:
            return self.iterations[-1].threshold
        return len(self.solutions[0]) if self.solutions else None

    @property
    def shortest(self) -> bool:
        """Whether the search found a solution and calls it shortest."""
        return self.claims and self.length is not None

    @property
    def lower_bound(self) -> int | None:
        """No solution is shorter than this, as the start's bound and completed iterations prove; None if not even 1.

        Of a search for a shortest solution that is solved it is the length that it has found, 0 for a goal.
        """
        proved = self.proves and self.shortest and self.outcome is Outcome.SOLVED
        if self.length == 0 or proved:
            return self.length
        return max(self.initial_bound, lower_bound(self.iterations, self.step) if self.proves else 0) or None

    @property
    def expanded(self) -> int | None:
        """Nodes expanded in all iterations; None if they were not all counted."""
        return total([iteration.expanded for iteration in self.iterations])

    @property
    def generated(self) -> int | None:
        """Nodes generated in all iterations; None if they were not all counted."""
        return total([iteration.generated for iteration in self.iterations])

    @property
    def completed_expanded(self) -> int | None:
        """Nodes expanded in completed iterations, which do not depend on the order of moves.

        None if they were not all counted, or if the search was not iterative deepening.
        """
        return self._completed([each.expanded for each in self.iterations if each.completed])

    @property
    def completed_generated(self) -> int | None:
        """Nodes generated in completed iterations; None as for `completed_expanded`."""
        return self._completed([each.generated for each in self.iterations if each.completed])

    def _completed(self, counts: "list[int | None]") -> int | None:
        deepens = self.program not in _DEEPEN_NEVER and self.good is None and self.iterations
        return total([0, *counts]) if deepens else None

    @property
    def evaluated(self) -> int | None:
        """States evaluated in all iterations; None if they were not all counted."""
        return total([iteration.evaluated for iteration in self.iterations])
