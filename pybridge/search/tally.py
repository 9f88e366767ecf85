"""The running account of a search: counters, thresholds, limits, and the wish to stop it."""

import contextlib
import resource
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from pybridge.limits import NO_LIMITS, Check, Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import Move
from pybridge.search.solution import NOTHING, Counts, Iteration, Layers, Solution
from pybridge.search.task import Progress, Task

CHECK_EVERY = 1024
"""Nodes between two looks at the limits, at most: a few milliseconds of plain Python."""
_SLOW = 0.02
"""Seconds between two looks, about, where a node takes long, as by a user's own heuristic."""
Item = TypeVar("Item")


class _Pace:
    """How many nodes pass between two looks at the limits."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now, self._nodes, self._looked = now, 1, now()

    def next(self) -> int:
        """Nodes until the next look, after one: those of `_SLOW` seconds, CHECK_EVERY or twice as many as before."""
        since, self._looked = self._looked, self._now()
        rate = _SLOW / max(self._looked - since, _SLOW / CHECK_EVERY)
        self._nodes = max(1, min(CHECK_EVERY, 2 * self._nodes, round(rate * self._nodes)))
        return self._nodes


def checked(items: Iterable[Item], check: Check) -> Iterator[Item]:
    """The same items, with a check of the limits now and then. Raises what `check` raises."""
    pace, left = _Pace(time.monotonic), 1
    for item in items:
        if left <= 0:
            check()
            left = pace.next()
        left -= 1
        yield item


class Stopped(Exception):
    """A search was ended from outside; `outcome` says by what."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.value)
        self.outcome = outcome

    def __reduce__(self) -> "tuple[type[Stopped], tuple[Outcome]]":
        return Stopped, (self.outcome,)


class _Stopwatch:
    """The seconds that count towards a time limit. One thread runs it, and others may read it."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now, self._started = now, False
        self._counted: tuple[float, float | None] = 0.0, None  # seconds, and since when more are counted

    def start(self) -> None:
        """Run, unless it does."""
        self._started = True
        self.go_on()

    def pause(self) -> None:
        """Stand still until `go_on` or `start`."""
        self._counted = self.seconds(), None

    def go_on(self) -> None:
        """Run again, if it was ever started."""
        seconds, since = self._counted
        if self._started and since is None:
            self._counted = seconds, self._now()

    def seconds(self) -> float:
        """The seconds so far."""
        seconds, since = self._counted
        return seconds if since is None else seconds + self._now() - since


class ThreadClock:
    """The `seconds` of CPU of several threads since it was made, each of which has it look now and then.

    It begins in the thread that makes it, and in others with them.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self._lock, self._local = threading.Lock(), threading.local()
        self._local.seen = time.thread_time()

    def look(self) -> None:
        """Add what the calling thread has spent since it looked before."""
        now = time.thread_time()
        spent, self._local.seen = now - getattr(self._local, "seen", 0.0), now
        with self._lock:
            self.seconds += spent


class Tally:
    """The account of one search, which adds to `expanded` and `generated` itself and calls `check` now and then.

    Another thread may read everything, `look` at the progress, and call `cancel` and `hurry`. `searching` is False once
    only counting is left. The time limit counts from `start` or the first iteration on, without what is prepared later.
    """

    refused = False
    """Whether an iteration was not begun, since its threshold is over the last one allowed."""
    solutions: int | None = None
    """How many shortest solutions there are, where the search counts more than it lists."""

    def __init__(
        self,
        limits: Limits = NO_LIMITS,
        last_threshold: int | None = None,
        clock: Callable[[], float] = time.thread_time,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`clock` returns seconds of CPU: of this thread, or of all if several share the search; `now` wall seconds."""
        self._clock, self._now = clock, now
        self.last_threshold = last_threshold
        self.iterations: list[Iteration] = []
        self.threshold: int | None = None
        self.expanded = 0
        self.generated = 0
        self.evaluated: int | None = None
        self.layers: Layers | None = None
        self.preparing: str | None = None
        self.best: int | None = None
        self.is_searching = True
        self.remote: Callable[[], str | None] = lambda: None
        self.look: Callable[[], Progress] = self.progress
        self._hurried, self._pace, self._left = False, _Pace(now), 1
        self._stops: list[Callable[[], None]] = []
        self._extras: list[Callable[[], None]] = []
        self._cancelled = threading.Event()
        self._most, self._watch = limits.seconds, _Stopwatch(now)
        self._memory = None if limits.memory is None else _resident() + limits.memory
        self._before, self._cpu, self._wall = NOTHING, 0.0, 0.0  # when the iteration began

    def start(self) -> None:
        """Let the time limit count from now on, if it does not yet."""
        self._watch.start()

    def begin(self, threshold: int) -> bool:
        """Begin an iteration; False, and nothing begun, if the threshold is over the last one allowed."""
        if self.last_threshold is not None and threshold > self.last_threshold:
            self.refused = True
            return False
        self.start()
        self._before = Counts(self.expanded, self.generated, self.evaluated or 0)
        self._cpu, self._wall = self._clock(), self._now()
        self.threshold = threshold  # last, since another thread takes it for the sign that an iteration is under way
        self.check()
        return True

    def expand(self) -> None:
        """Count a node, and check now and then."""
        self.expanded += 1
        self._left -= 1
        if self._left <= 0:
            self.check()
            self._left = self._pace.next()

    def add(self, counts: Counts) -> None:
        """Count what was done of the iteration under way."""
        self.expanded += counts.expanded
        self.generated += counts.generated
        if self.evaluated is not None:
            self.evaluated += counts.evaluated

    def carry(self, before: Iteration) -> None:
        """Count what an earlier run has done of the iteration that was just begun."""
        self.add(before.counts)
        self._cpu -= before.seconds

    def settle(self, counts: Counts) -> None:
        """Have the iteration under way count this in place of what was added, some of which came after a solution."""
        done = self._before.plus(counts)
        self.expanded, self.generated = done.expanded, done.generated
        if self.evaluated is not None:
            self.evaluated = done.evaluated

    def spent(self) -> float:
        """The seconds of CPU of the iteration under way; none between iterations."""
        return 0.0 if self.threshold is None else self._clock() - self._cpu

    def end(self, *, completed: bool) -> None:
        """End the iteration and keep its counters; `completed` if it was searched completely and found nothing."""
        threshold, self.threshold = self.threshold, None
        if threshold is not None:
            self.iterations.append(self._iteration(threshold, completed, self._clock() - self._cpu))

    def close(
        self, task: Task, engine: str, outcome: Outcome, solutions: tuple[tuple[Move, ...], ...] = ()
    ) -> Solution:
        """End the search, and return what every search says, whatever it found."""
        self.end(completed=False)
        iterations = tuple(self.iterations)
        seconds = sum(iteration.seconds for iteration in iterations)
        names = task.facts.name, task.start_name, task.program, engine
        return Solution(*names, outcome, solutions, iterations, seconds, layers=self.layers)

    def abandon(self) -> None:
        """End the iteration and keep nothing of it: it is begun again by other means."""
        if self.threshold is not None:
            self.threshold = None
            self.expanded, self.generated = self._before.expanded, self._before.generated

    def current(self) -> Iteration | None:
        """The iteration under way with its counters so far, in wall seconds; None between iterations."""
        threshold = self.threshold
        return None if threshold is None else self._iteration(threshold, False, self._now() - self._wall)

    def _iteration(self, threshold: int, completed: bool, seconds: float) -> Iteration:
        before = self._before
        counts = self.expanded - before.expanded, self.generated - before.generated
        evaluated = None if self.evaluated is None else self.evaluated - before.evaluated
        return Iteration(threshold, completed, seconds, *counts, evaluated=evaluated)

    def begin_layers(self, number: int) -> None:
        """Begin the layers of all shortest solutions; their states are not those of iterations."""
        self._cpu, self._wall = self._clock(), self._now()
        self.layers = Layers(0, number, 0, 0, 0.0)

    def spend_on_layer(self, done: int, expanded: int, generated: int) -> None:
        """Note what was done since the last time, and how many layers are whole. Raises Stopped."""
        if before := self.layers:
            seconds = self._clock() - self._cpu
            self.layers = Layers(done, before.of, before.expanded + expanded, before.generated + generated, seconds)
        self.check()

    def current_layers(self) -> Layers | None:
        """The layers so far, in wall seconds; None before they begin."""
        return self.layers and replace(self.layers, seconds=self._now() - self._wall)

    def progress(self) -> Progress:
        """How far the search is, as this account says."""
        return Progress(
            tuple(self.iterations),
            self.current(),
            preparing=self.preparing,
            layers=self.current_layers(),
            best=self.best,
            remote=self.remote(),
        )

    def report(self, phrase: str | None) -> None:
        """Note what is being prepared, None for nothing, so that it does not count. Raises Stopped as `check` does."""
        self.preparing = phrase
        if phrase:
            self._watch.pause()
            self.check()
        else:
            self._watch.go_on()

    def compiling(self) -> contextlib.AbstractContextManager[None]:
        """Within the body, hear of what this thread compiles, and end it when the work is to end."""
        from pybridge.compiled import announcing  # which loads numba

        return announcing(self.report)

    def note(self, phrase: str) -> None:
        """Note how far the work is. Raises Stopped as `check` does."""
        self.preparing = phrase
        self.check()

    def cancel(self) -> None:
        """Have the search end at its next check, with everything that `stopped_by` named."""
        self._cancelled.set()
        for stop in (*self._stops, *self._extras):
            stop()

    @property
    def cancelled(self) -> bool:
        """Whether somebody cancelled the search."""
        return self._cancelled.is_set()

    def hurry(self) -> None:
        """Leave what only counts."""
        self._hurried = True
        for stop in self._extras:
            stop()

    def stopped_by(self, stop: Callable[[], None], *, extra: bool = False) -> None:
        """Have `stop` called when the search is cancelled, or, for an `extra` that only counts, when that is left."""
        (self._extras if extra else self._stops).append(stop)
        if self._cancelled.is_set() or (extra and self._hurried):
            stop()

    def check(self) -> None:
        """Raise Stopped if the search was cancelled or has reached a limit."""
        if self._cancelled.is_set():
            raise Stopped(Outcome.INTERRUPTED)
        if self._most is not None and self._watch.seconds() > self._most:
            raise Stopped(Outcome.TIME_LIMIT)
        if self._memory is not None and _resident() > self._memory:
            raise Stopped(Outcome.MEMORY_LIMIT)


def _resident() -> int:
    """The memory that the process has now, in bytes; where only the most it ever had is known, that."""
    with contextlib.suppress(OSError), open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
