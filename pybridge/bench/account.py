"""What was measured: each board, and the means over the boards of a heuristic."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from pybridge.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Measured:
    """One board searched with one heuristic.

    `estimate` is h of the start, `length` None if it was not solved. Nodes are those of all `iterations`; `seconds` are
    of wall time from the start's state to the solution's moves.
    """

    start: str
    state: tuple[int, ...]
    outcome: Outcome
    estimate: int
    length: int | None
    expanded: int
    generated: int
    iterations: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Account:
    """All boards of one heuristic so far, of `wanted`. `preparing` are the seconds until its tables were there."""

    heuristic: str
    source: str
    pruning: str
    preparing: float
    wanted: int
    boards: tuple[Measured, ...]

    @property
    def solved(self) -> tuple[Measured, ...]:
        """Those that were solved: means are over them."""
        return tuple(board for board in self.boards if board.outcome is Outcome.SOLVED)

    @property
    def length(self) -> float | None:
        """Mean moves; None if nothing was solved, as with all means."""
        return _mean(self.solved, lambda board: board.length or 0)

    @property
    def estimate(self) -> float | None:
        """Mean h of the start."""
        return _mean(self.solved, lambda board: board.estimate)

    @property
    def expanded(self) -> float | None:
        """Mean nodes expanded."""
        return _mean(self.solved, lambda board: board.expanded)

    @property
    def generated(self) -> float | None:
        """Mean nodes generated."""
        return _mean(self.solved, lambda board: board.generated)

    @property
    def mean_seconds(self) -> float | None:
        """Mean time."""
        return _mean(self.solved, lambda board: board.seconds)

    @property
    def worst(self) -> Measured | None:
        """The one that took longest."""
        return max(self.solved, key=lambda board: board.seconds, default=None)

    @property
    def seconds(self) -> float:
        """Time of all searches, those that were stopped included."""
        return sum(board.seconds for board in self.boards)

    @property
    def rate(self) -> float | None:
        """Nodes generated a second, those of searches that were stopped included."""
        return sum(board.generated for board in self.boards) / self.seconds if self.seconds else None


def _mean(boards: Sequence[Measured], value: Callable[[Measured], float]) -> float | None:
    return fmean(map(value, boards)) if boards else None
