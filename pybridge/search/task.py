"""What is to be searched, and a search under way, whatever the engine."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Protocol

from pybridge.facts import PuzzleFacts, State
from pybridge.limits import NO_LIMITS, Limits
from pybridge.search.solution import Solution
from pybridge.search.statistics import Iteration, Layers


class Prune(Enum):
    """Which moves an IDA* search leaves out; the value is what `--pruning` calls it."""

    INVERSE = "inverse"
    """Never undo the last move."""
    SEQUENCE = "sequence"
    """Never repeat what an earlier or shorter move sequence does: keeps the first solution, but not all."""
    TRANSPOSITION = "transposition"
    """Nor search below a state that was searched in vain after no more moves; for blocks world."""


@dataclass(frozen=True, slots=True)
class Task:
    """One search: a puzzle, a start, a program, and how far to go.

    With `every` all shortest solutions are wanted, or the first `most`; with `counted` only how many there are.
    `last_threshold` is the last limit or threshold to try. `text` is the path of a Prolog program of the user's, to run
    in place of the classic text. `heuristic` and `pruning` are for `ida_star`, `jobs` (threads) for the engine native;
    None leaves the choice.
    """

    facts: PuzzleFacts
    start_name: str
    start: State
    program: str
    every: bool = False
    limits: Limits = NO_LIMITS
    last_threshold: int | None = None
    text: Path | None = None
    heuristic: str | None = None
    pruning: Prune | None = None
    jobs: int = 1
    counted: bool = False
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is. `current` is the iteration under way, its counters so far; None before and after.

    `preparing` says what is done before the search, as building tables; `layers` is what is done after it.
    """

    iterations: tuple[Iteration, ...]
    current: Iteration | None
    inferences: int | None = None
    preparing: str | None = None
    layers: Layers | None = None


class UnderWay(Protocol):
    """Something that goes on in threads of its own."""

    def cancel(self) -> None:
        """Have it end soon; its outcome is then INTERRUPTED unless it is over already."""

    def wait(self, timeout: float) -> bool:
        """Wait at most so many seconds; True if it is over."""


class Run(UnderWay, Protocol):
    """A search under way."""

    def progress(self) -> Progress:
        """How far it is."""

    def searching(self) -> bool:
        """Whether the search itself goes on, whatever may still be counted or compared."""

    def hurry(self) -> None:
        """Leave what only counts or compares."""

    def result(self) -> Solution:
        """The solution, once the search is over."""
