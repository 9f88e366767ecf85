"""A census that runs in a thread of its own: it can be watched, stopped, and saved to be resumed another time."""

import contextlib
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pybridge.errors import CensusSpaceError, ClusterError, TableSpaceError
from pybridge.facts import PuzzleFacts, State
from pybridge.limits import NO_LIMITS, Limits
from pybridge.memory import available_memory
from pybridge.outcome import Outcome
from pybridge.puzzles import is_reversible, why_unsolvable
from pybridge.puzzles.protocol import Reason
from pybridge.search.census.census import Census, Counter, Level, StartPlace
from pybridge.search.census.checkpoint import CensusCheckpoint
from pybridge.search.census.choice import PLAIN, CensusPlan, counter, require_room
from pybridge.search.rows import search_row
from pybridge.search.run import BackgroundRun
from pybridge.search.tally import Stopped, Tally

FARTHEST = 12
"""How many farthest states are returned by default."""


def farthest_listed(all: bool, most: int | None) -> int | None:
    """How many farthest states the options of these names ask for; None for all."""
    return most if most is not None else None if all else FARTHEST


GIVEN_UP = "given up"
"""Why a census was not kept: the user did not wait for it to be saved."""
_SOON = 100_000
"""Most states of the last level that are sorted after a census was stopped; nobody waits for more."""
_PAUSES = 20
"""How many times as long as it took to keep a census it goes on before it is kept again."""
_KEEPING_ON = "saving what is counted so far"
_KEEPING = "keeping what is counted"

Start = tuple[str, State]


@dataclass(frozen=True, slots=True)
class CensusProgress:
    """How far a census is: its complete levels, `before` of them from an earlier run.

    `doing` says what is done while no level is counted; `damaged` that what was kept could not be resumed.
    """

    levels: tuple[Level, ...]
    before: int
    elapsed: float
    doing: str | None = None
    damaged: bool = False


def _most_memory(limits: Limits, chosen: CensusPlan) -> int | None:
    """The bytes at which a census stops whose need is not known before: in plain Python, or of unknown many states."""
    memory = limits.memory if chosen.method == PLAIN or chosen.states is None else None
    if chosen.states is None:
        return min(memory or sys.maxsize, available_memory() * 3 // 4)  # the rest is for saving
    return memory


def _reasons(facts: PuzzleFacts, starts: Sequence[Start]) -> list[Reason | None]:
    """Why each start cannot reach a goal, which matters only where a census counts from the goals."""
    return [why_unsolvable(facts, state) if is_reversible(facts) else None for _, state in starts]


class CensusRun:
    """A census that is running. Starts that cannot reach a goal are recognised before it begins, if that is known.

    Where moves cannot be undone, it counts from the first start.
    """

    _outcome = Outcome.SOLVED
    _ends_stopped: Outcome | None = None
    _doing: str | None = None
    _dead_ends: int | None = None
    _symmetries: int | None = None

    def __init__(
        self,
        facts: PuzzleFacts,
        starts: Sequence[Start],
        chosen: CensusPlan,
        limits: Limits = NO_LIMITS,
        *,
        most: int | None = FARTHEST,
        checkpoint: CensusCheckpoint | None = None,
    ) -> None:
        """Start it; `most` farthest states are wanted, or all. Raises CensusSpaceError."""
        require_room(facts, chosen, limits)
        self._facts, self._starts, self._chosen, self._most = facts, tuple(starts), chosen, most
        self._reasons = _reasons(facts, starts)
        self._checkpoint = checkpoint
        self._tally = Tally(replace(limits, memory=_most_memory(limits, chosen)))
        self._origin = None if is_reversible(facts) else StartPlace(*self._starts[0], distance=0)
        self.total = chosen.states
        """How many states there are, if that is known."""
        self._levels: list[Level] = []
        self._farthest: list[State] = []
        self.kept = False
        """Whether the next census of this puzzle and these starts resumes from here."""
        self.not_kept: str | None = None
        """Why it was not kept, where that was tried."""
        self._before, self._begun, self._seconds = 0, time.monotonic(), 0.0
        self._given_up = threading.Event()
        self._run = BackgroundRun(self._take, self._tally)

    def _take(self) -> None:
        counting: Counter | None = None
        try:
            try:
                counting = self._ready()
                self._begun = time.monotonic()
                self._tally.start()
                self._count(counting)
                self._require_sound()
            except Stopped as stopped:
                self._outcome = stopped.outcome
            except (ClusterError, TableSpaceError):
                if counting is not None and self._checkpoint and self._levels:
                    self._keep(self._checkpoint, counting)  # its levels are sound
                raise
            self._seconds = time.monotonic() - self._begun
            if counting is not None:
                self._finish(counting)
        except MemoryError:
            raise CensusSpaceError(f"{self._facts.name}: there is less memory than the census needs") from None

    def _ready(self) -> Counter:
        """What counts, its kernels compiled if it has any. Raises Stopped."""
        states = [state for (_, state), reason in zip(self._starts, self._reasons, strict=True) if reason is None]
        with contextlib.nullcontext() if self._chosen.method == PLAIN else self._tally.compiling():
            counting = counter(self._chosen, self._facts, states)
            counting.warm_up()
        self._symmetries = counting.symmetries
        return counting

    def _count(self, counting: Counter) -> None:
        if self._checkpoint:
            self._doing = "looking for what was kept"
            self._levels += self._checkpoint.resume(counting)
            self._before = len(self._levels)
            self._doing = None
        counted = sum(level.states for level in self._levels)
        for level in counting.levels(self._tally.check):
            self._levels.append(level)
            counted += level.states
            if self._chosen.workers and self._checkpoint:
                self._keep_now(self._checkpoint, counting)
            if self.total is not None and counted > self.total:
                return  # moves are not what the domain declares: such a count need not end

    def _require_sound(self) -> None:
        """Raise FactFileError if something is wrong with the facts in a state that was counted, Stopped."""
        begun = [self._origin.state] if self._origin else [*self._facts.goals, *(state for _, state in self._starts)]
        try:
            search_row(self._facts).require_sound(self._facts, begun, None, None, self._tally.check)
        except MemoryError:
            raise Stopped(Outcome.MEMORY_LIMIT) from None

    def _finish(self, counting: Counter) -> None:
        """The farthest states; keep a census that was stopped, or nothing of one that is complete."""
        most = self._levels[-1].states if self._levels else 0
        if most and (self._outcome is Outcome.SOLVED or most <= _SOON):
            self._farthest = counting.farthest(most if self._most is None else min(self._most, most))
        if self._origin and self._outcome is Outcome.SOLVED:
            try:
                self._dead_ends = counting.dead_ends(self._tally.check)
            except Stopped as stopped:  # all is counted; what leads nowhere is then not known
                self._ends_stopped = stopped.outcome
            except MemoryError:
                self._ends_stopped = Outcome.MEMORY_LIMIT
        if self._checkpoint is None:
            return
        if self._outcome is Outcome.SOLVED:
            self._checkpoint.forget()  # what cannot be removed is of no use, and does no harm
        elif len(self._levels) > self._before and self._seconds >= self._checkpoint.worth:
            self._keep(self._checkpoint, counting)
        else:
            self.kept = self._before > 0 or self._checkpoint.kept

    def _keep_now(self, checkpoint: CensusCheckpoint, counting: Counter) -> None:
        """Keep a census that many machines take, now and then: it may take longer than its client lives."""
        if checkpoint.due:
            begun, self._doing = time.monotonic(), _KEEPING_ON
            checkpoint.keep(counting, self._levels, self._tally.check)
            checkpoint.put_off(_PAUSES * (time.monotonic() - begun))
            checkpoint.fault = None  # there may be room later
            self._doing = None

    def _keep(self, checkpoint: CensusCheckpoint, counting: Counter) -> None:
        self._doing = _KEEPING
        try:
            checkpoint.keep(counting, self._levels, self._check_keeping)
        except Stopped:
            self.kept, self.not_kept = checkpoint.kept, GIVEN_UP
        else:
            self.kept, self.not_kept = not checkpoint.fault, checkpoint.fault

    @property
    def damaged(self) -> bool:
        """Whether something was kept that could not be resumed, so that the count has started over."""
        return self._checkpoint is not None and self._checkpoint.damaged

    @property
    def keeping(self) -> bool:
        """Whether counting is over, and what is counted is being written to disk."""
        return self._doing == _KEEPING

    def _check_keeping(self) -> None:
        if self._given_up.is_set():
            raise Stopped(Outcome.INTERRUPTED)

    def progress(self) -> CensusProgress:
        """How far it is."""
        elapsed, doing = time.monotonic() - self._begun, self._tally.preparing or self._doing
        return CensusProgress(tuple(self._levels), self._before, elapsed, doing, self.damaged)

    def cancel(self) -> None:
        """Have it end at its next check of the limits; a second call, or one during saving, gives up saving."""
        if self.keeping or self._tally.cancelled:
            self._given_up.set()
        self._run.cancel()

    def wait(self, timeout: float) -> bool:
        """Wait for at most `timeout` seconds; True if it is over."""
        return self._run.wait(timeout)

    def result(self) -> Census:
        """What was counted, once it is over. Raises CensusSpaceError."""
        self._run.result()
        return Census(
            self._facts.name,
            self._chosen.method,
            self._outcome,
            tuple(self._levels),
            self._chosen.states,
            tuple(self._farthest),
            tuple(self._places()),
            self._seconds,
            origin=self._origin,
            dead_ends=self._dead_ends,
            symmetries=self._symmetries,
            ends_stopped=self._ends_stopped,
        )

    def _places(self) -> Iterator[StartPlace]:
        """Each start, in the order in which they were given, except for the one that is the origin."""
        found = iter(range(len(self._starts)))
        distances = {number: level.distance for level in self._levels for number in level.here}
        for (name, state), reason in zip(self._starts, self._reasons, strict=True):
            distance = distances.get(next(found)) if reason is None else None
            if self._origin is None or name != self._origin.name:
                yield StartPlace(name, state, distance, reason)
