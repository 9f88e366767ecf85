"""What was measured, and on what machine: each board, the means of a heuristic, and whether the lengths agree."""

import contextlib
import os
import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import fmean
from typing import Any

from pybridge.bench.boards import Boards
from pybridge.errors import DisagreementError
from pybridge.outcome import Outcome
from pybridge.puzzles import replay
from pybridge.search.solution import Solution
from pybridge.search.task import Task


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


def wrong(task: Task, solution: Solution) -> str | None:
    """What the judge finds wrong with a solution; None if nothing is, or there is none."""
    try:
        if solution.moves is not None:
            replay(task.facts, task.start, solution.moves)
    except DisagreementError as error:
        return f"{task.start_name}: {task.heuristic.name if task.heuristic else task.program}: {error}"
    return None


def differences(boards: Boards, accounts: Sequence[Account]) -> list[str]:
    """The boards whose lengths differ, in a line each."""
    lengths: dict[str, dict[str, int]] = {name: {} for name, _ in boards.starts}
    for account in accounts:
        for board in account.solved:
            lengths[board.start][account.heuristic] = board.length or 0
    for name, found in lengths.items():
        if found and name in boards.optimal:
            found["its fact file"] = boards.optimal[name]
    return [
        f"{name}: the lengths differ: {', '.join(f'{length} by {by}' for by, length in found.items())}"
        for name, found in lengths.items()
        if len(set(found.values())) > 1
    ]


def this_machine() -> dict[str, Any]:
    """Processor, system, and the versions that count; `load` is the mean number of processes that ran."""
    return {
        "processor": _processor(),
        "cpus": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **{package: _version(package) for package in ("numba", "numpy", "pybridge")},
    }


def _processor() -> str:
    """The processor's name as far as the system tells it."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _version(package: str) -> str | None:
    with contextlib.suppress(PackageNotFoundError):
        return version(package)
    return None
