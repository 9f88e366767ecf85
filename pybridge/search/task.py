"""What is to be searched for, and a search that is running, whatever the engine."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from pybridge.errors import ArgumentError
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.wording import as_given
from pybridge.limits import NO_LIMITS, Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import Pruning
from pybridge.search.solution import Iteration, Layers, Solution

if TYPE_CHECKING:
    from typing_extensions import TypeVar as WithDefault  # of a checker's own; Python has it from 3.13 on

    from pybridge.heuristics.protocol import Heuristic
    from pybridge.heuristics.registry import Spec
    from pybridge.search.threads import Remote

    Facts_co = WithDefault("Facts_co", bound=PuzzleFacts, covariant=True, default=PuzzleFacts)
else:
    Facts_co = TypeVar("Facts_co", bound=PuzzleFacts, covariant=True)


GUIDED = ("ida_star", "a_star")
"""The programs that go by a heuristic."""


MOST_LISTED = 10_000
"""How many solutions compiled searches list by default; more are only counted."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of the shortest solutions a search returns: the first in move order, or with `every` all of them.

    All of them are counted, and `listed` bounds how many of them are returned; None means no bound, or MOST_LISTED in
    compiled searches. With `good`, any solution of at most this many moves is good enough: where nothing finds longer
    ones sooner, it is a shortest one.
    """

    every: bool = False
    listed: int | None = None
    good: int | None = None

    @property
    def most(self) -> int:
        """The most solutions that compiled searches return."""
        return MOST_LISTED if self.listed is None else self.listed


FIRST = Wanted()
ALL = Wanted(every=True)
COUNT = Wanted(every=True, listed=0)


ONE = 100
"""The weight of h in A*; weighted A* has more."""


@dataclass(frozen=True, slots=True)
class BestFirst:
    """How `a_star` searches: f is g + h times `weight` / ONE, `batch` nodes are expanded before their successors are
    evaluated, and at most about `room` nodes are kept, None for as many as memory holds.
    """

    weight: int = ONE
    batch: int = 1
    room: int | None = None


A_STAR = BestFirst()


@dataclass(frozen=True, slots=True, kw_only=True)
class Task(Generic[Facts_co]):
    """One search: a puzzle, a start, a program, what is wanted, and how far to go.

    `last_threshold` is the last limit or threshold to try. `heuristic` and `pruning` are for `ida_star` and `a_star`;
    None leaves the choice to the engine. `best_first` is for `a_star`. `jobs` is the number of threads. For the engines
    in Prolog: `text` is the path of a program to run in place of the classic text, `isolate` runs it in a process of
    its own, and `nodes` counts nodes in a second run beside the first. With `keep` a long compiled search is kept on
    disk and resumed by the next run, unless that is to be `fresh`. `remote` workers search packets of a compiled IDA*;
    `elsewhere`: some other process has them searched.
    """

    facts: Facts_co
    start_name: str
    start: State
    program: str
    wanted: Wanted = FIRST
    limits: Limits = NO_LIMITS
    last_threshold: int | None = None
    heuristic: "Spec | Heuristic | None" = None
    pruning: Pruning | None = None
    best_first: BestFirst = A_STAR
    jobs: int = 1
    text: Path | None = None
    isolate: bool = False
    nodes: bool = True
    keep: bool = False
    fresh: bool = False
    remote: "Remote | None" = None
    elsewhere: bool = False

    @property
    def shared(self) -> bool:
        """Whether several processes search its packets."""
        return self.elsewhere or self.remote is not None

    @property
    def without_solution(self) -> Outcome:
        """What it means that a search finds nothing: it has reached the last threshold, or has seen everything."""
        return Outcome.UNSOLVABLE if self.last_threshold is None else Outcome.NO_SOLUTION_WITHIN_LIMIT

    def counted(self, outcome: Outcome, count: int | None) -> int | None:
        """How many shortest solutions there are: none where all are wanted and there surely is none, or `count`."""
        return 0 if self.wanted.every and outcome is Outcome.UNSOLVABLE else count

    def shortest(self) -> "Task[Facts_co]":
        """The same for a search that finds only shortest solutions: one of at most `good` moves, if that is wanted."""
        if self.wanted.good is None:
            return self
        last = min(most for most in (self.wanted.good, self.last_threshold) if most is not None)
        return replace(self, wanted=replace(self.wanted, good=None), last_threshold=last)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is. `current` is the iteration that is running, with its counters so far; otherwise None.

    `preparing` says what is done before the search, such as building tables; `layers` is what is done after it. `best`
    is the number of moves of a solution that may yet become shorter. `remote` says what workers elsewhere do.
    """

    iterations: tuple[Iteration, ...]
    current: Iteration | None
    inferences: int | None = None
    preparing: str | None = None
    layers: Layers | None = None
    best: int | None = None
    remote: str | None = None


class UnderWay(Protocol):
    """Something that runs in the background."""

    def cancel(self) -> None:
        """Have it end soon; its outcome is then INTERRUPTED unless it is already over."""

    def wait(self, timeout: float) -> bool:
        """Wait for at most `timeout` seconds; True if it is over."""


def wait(run: UnderWay) -> None:
    """Wait until a run is over."""
    while not run.wait(0.1):
        pass


Watched = TypeVar("Watched", bound=UnderWay)


def watched(run: Watched, watch: Callable[[Watched], None] | None) -> bool:
    """Have `watch` wait for a run, or just wait if it is None; its error, or an interrupt, ends the run first.

    No KeyboardInterrupt is raised: False says that there was one. Raises ArgumentError if `watch` is not a function.
    """
    try:
        if watch is not None and not callable(watch):
            raise ArgumentError(f"watch is a function of what runs, not {as_given(watch)}")
        (watch or wait)(run)
    except BaseException as error:
        run.cancel()
        while not run.wait(0.01):
            pass
        if not isinstance(error, KeyboardInterrupt):
            raise
        return False
    return True


class Advancing(UnderWay, Protocol):
    """Something that goes through iterations in the background."""

    def progress(self) -> Progress:
        """How far it is."""


class Run(Advancing, Protocol):
    """A search that runs in the background."""

    def is_searching(self) -> bool:
        """Whether the search itself is running, whatever may still be counted or compared."""

    def hurry(self) -> None:
        """Leave what only counts or compares."""

    def result(self) -> Solution:
        """The solution, once the search is over. Raises what the search raised."""
