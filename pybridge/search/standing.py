"""How far a long search is, and whether what was kept of it can be true."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from pybridge.errors import DisagreementError
from pybridge.puzzles import Move, replay
from pybridge.search.packets import Path, Rest, added
from pybridge.search.solution import Iteration
from pybridge.search.task import Task

_FASTEST = 10**9
"""Nodes that a second of CPU is never enough for."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a search is: its completed iterations, the counters of the one under way, and what that has left.

    `before` is the heuristic that the first iterations went by, if it was another.
    """

    iterations: tuple[Iteration, ...]
    under_way: Iteration
    rest: Rest
    before: str = ""


@dataclass(frozen=True, slots=True)
class Promise:
    """What must be true of whatever is kept of a search.

    Its thresholds begin at the `first` of the heuristic and grow by `step`. Where the search began by another
    heuristic, those of that one begin at `earlier` of its name, and may end anywhere. `solves` is whether a path leads
    from the start to a goal. Each solution is as long as its threshold if the heuristic is a lower bound, and so
    `proves` that none is shorter. An iteration expands no fewer nodes than the one before if it searches all that is
    within its threshold, and so `grows`.
    """

    first: int
    step: int
    solves: Callable[[Path], bool]
    earlier: Callable[[str], int | None] = lambda name: None
    proves: bool = True
    grows: bool = True

    def fault(self, standing: Standing) -> str | None:
        """Why the search cannot have come this far; None if it can."""
        iterations = (*standing.iterations, standing.under_way)
        if not self._without_gaps([each.threshold for each in iterations], standing.before):
            return "its thresholds are not those of the search"
        grows = self.grows and not standing.before
        if not _possible(iterations, grows=grows):
            return "its counters are not those of a search"
        threshold, rest = standing.under_way.threshold, standing.rest
        if added(rest.done) != standing.under_way.counts:
            return "its counters do not add up"
        paths = rest.paths if rest.best is None else (*rest.paths, rest.best)
        if max(map(len, paths), default=0) > threshold + 1 or not in_order(paths):
            return "its paths are not those of a search"
        if rest.best is not None and not self._ends(rest.best, threshold):
            return "its solution does not solve the puzzle"
        return None

    def _without_gaps(self, thresholds: Sequence[int], before: str) -> bool:
        """Whether a search has these thresholds."""
        begin = self.earlier(before) if before else self.first
        if begin is None:
            return False
        following = max(begin, self.first)
        early = sum(threshold < following for threshold in thresholds)
        late = len(thresholds) - early
        expected = [begin + self.step * number for number in range(early)]
        return list(thresholds) == expected + [following + self.step * number for number in range(late)]

    def _ends(self, path: Path, threshold: int) -> bool:
        """Whether a path is a solution that an iteration can have found."""
        within = len(path) == threshold if self.proves else len(path) <= threshold
        return within and self.solves(path)


def solves(task: Task, moves: Callable[[Path], Iterable[Move]]) -> Callable[[Path], bool]:
    """Whether the moves that a path stands for lead from the task's start to a goal, as the judge replays them."""

    def check(path: Path) -> bool:
        try:
            replay(task.facts, task.start, moves(path))
        except (DisagreementError, LookupError, ValueError):
            return False
        return True

    return check


def _possible(iterations: Sequence[Iteration], *, grows: bool) -> bool:
    """Whether a search can have had these counters; the last iteration is under way."""
    *completed, _ = iterations
    for each in iterations:
        counts = each.counts
        if max(counts) > _FASTEST * (each.seconds + 1):
            return False
        if counts.expanded > counts.generated + 1:  # except for the start, what is expanded was generated
            return False
    sizes = [each.counts.expanded for each in completed if each.threshold]  # at threshold 0 nothing is expanded
    return 0 not in sizes and (not grows or sizes == sorted(sizes))


def in_order(paths: Collection[Path]) -> bool:
    """Whether paths can be nodes in move order, none of them below another: those below a node stand together."""
    left: set[Path] = set()
    before: Path | None = None
    for path in paths:
        if before is not None:
            shared = next((at for at, (a, b) in enumerate(zip(before, path, strict=False)) if a != b), None)
            if shared is None or path[: shared + 1] in left:
                return False
            left.add(before[: shared + 1])
        before = path
    return True
