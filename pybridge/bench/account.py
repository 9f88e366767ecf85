"""The results of a measurement: each board, the means of a heuristic, whether the lengths agree, and the machine."""

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

    `estimate` is h of the start; `length` is None if it was not solved. Nodes are those of all `iterations`; `seconds`
    is the wall time of the search.
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
    """The boards measured with one heuristic so far, of `wanted`. `preparing` is the time in seconds for its tables."""

    heuristic: str
    source: str
    pruning: str
    preparing: float
    wanted: int
    boards: tuple[Measured, ...]

    @property
    def solved(self) -> tuple[Measured, ...]:
        """The solved boards; means are over them."""
        return tuple(board for board in self.boards if board.outcome is Outcome.SOLVED)

    @property
    def length(self) -> float | None:
        """Mean length; like all means, None if nothing was solved."""
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
        """The board that took longest."""
        return max(self.solved, key=lambda board: board.seconds, default=None)

    @property
    def seconds(self) -> float:
        """Time of all searches, including those that were stopped."""
        return sum(board.seconds for board in self.boards)

    @property
    def rate(self) -> float | None:
        """Nodes generated per second, including searches that were stopped."""
        return sum(board.generated for board in self.boards) / self.seconds if self.seconds else None


def _mean(boards: Sequence[Measured], value: Callable[[Measured], float]) -> float | None:
    return fmean(map(value, boards)) if boards else None


def wrong(task: Task, solution: Solution) -> str | None:
    """The error that replay finds in a solution; None if it is correct, or if there is no solution."""
    try:
        if solution.moves is not None:
            replay(task.facts, task.start, solution.moves)
    except DisagreementError as error:
        return f"{task.start_name}: {task.heuristic.name if task.heuristic else task.program}: {error}"
    return None


def differences(boards: Boards, accounts: Sequence[Account]) -> list[str]:
    """The boards whose lengths differ, one line each."""
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
    """Processor, system and the relevant versions; `load` is the mean number of running processes."""
    return {
        "processor": _processor(),
        "cpus": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **{package: _version(package) for package in ("numba", "numpy", "pybridge")},
    }


def _processor() -> str:
    """The processor's name, as detailed as the system reports it."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _version(package: str) -> str | None:
    with contextlib.suppress(PackageNotFoundError):
        return version(package)
    return None
