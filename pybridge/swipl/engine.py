"""Goals in SWI-Prolog: one thread, any caller, limits, cancellation."""

import itertools
import math
import time
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from pybridge.errors import PrologError
from pybridge.facts.terms import Atom
from pybridge.limits import NO_LIMITS, Limits
from pybridge.outcome import Outcome
from pybridge.priority import give_way
from pybridge.swipl.exchange import Compound, read_value
from pybridge.swipl.host import host
from pybridge.swipl.thread import PrologThread

_RESIGNAL = 0.05  # seconds between two signals
_GRACE = 0.2  # seconds after its limit of time until a goal is signalled from outside

_OUTCOMES = {
    "done": Outcome.SOLVED,
    "cancelled": Outcome.INTERRUPTED,
    "time_limit": Outcome.TIME_LIMIT,
    "inference_limit": Outcome.INFERENCE_LIMIT,
    "memory_limit": Outcome.MEMORY_LIMIT,
}

_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a goal.

    `outcome` is SOLVED for a goal that ran to its end, with or without answers; `answers` holds the values of the
    goal's variables by name, one dictionary an answer; `inferences` and `seconds` (of CPU) include all overhead.
    """

    outcome: Outcome
    answers: tuple[dict[str, Any], ...]
    inferences: int
    seconds: float


def limits_text(limits: Limits) -> str:
    """The limits as the Prolog list that `bridge.pl` takes."""
    parts = []
    if limits.memory is not None:
        parts.append(f"memory({limits.memory})")
    if limits.seconds is not None:
        parts.append(f"time({limits.seconds!r})")
    if limits.inferences is not None:
        parts.append(f"inferences({limits.inferences})")
    return f"[{','.join(parts)}]"


class Job:
    """A goal under way, started by `Engine.start`; any thread may look at it or cancel it."""

    def __init__(self, number: int, seconds: float | None) -> None:
        self.number = number
        self.reply: Future[str]
        self._seconds = seconds
        self._begun: float | None = None
        self._cancelled = False
        self._overdue = False

    def begin(self) -> None:
        """Take note that the goal begins now."""
        self._begun = time.monotonic()

    def done(self) -> bool:
        """Whether `result` would return at once."""
        return self.reply.done()

    def cancel(self) -> None:
        """Stop the goal soon and have its outcome be INTERRUPTED, whatever the goal makes of it."""
        self._cancelled = True
        host().ask_nothing("cancel", self.number)

    def progress(self) -> tuple[int, list[Compound]]:
        """The inferences of the job's thread so far, and the marks of a classic program since the last call."""
        inferences, marks = read_value(host().ask("progress", self.number).result()).args
        return inferences, marks

    def forget(self) -> None:
        """Drop the marks, once they are no longer wanted."""
        host().ask_nothing("forget", self.number)

    def result(self, timeout: float | None = None) -> Answer:
        """Wait for the answer. Raises PrologError if the goal did, TimeoutError if `timeout` seconds pass first."""
        deadline = math.inf if timeout is None else time.monotonic() + timeout
        while True:
            left = max(0.0, deadline - time.monotonic())
            wait = min(left, self._until_signal())
            try:
                return self._answer(self.reply.result(None if wait == math.inf else wait))
            except TimeoutError:
                if left <= wait:
                    raise
                self._signal_again()

    def _until_signal(self) -> float:
        """Seconds until the goal is to be signalled, or signalled again."""
        if self._cancelled or self._overdue:
            return _RESIGNAL
        if self._seconds is None:
            return math.inf
        ends = (self._begun or time.monotonic()) + self._seconds + _GRACE
        return max(_RESIGNAL, ends - time.monotonic())

    def _signal_again(self) -> None:
        """A program that catches everything swallows a signal, and the one of Prolog's own time limit comes once."""
        if self._begun and self._seconds is not None:
            self._overdue = time.monotonic() > self._begun + self._seconds + _GRACE
        if self._cancelled or self._overdue:
            host().ask_nothing("cancel", self.number)

    def _answer(self, reply: str) -> Answer:
        outcome, answers, inferences, seconds = read_value(reply).args
        if self._cancelled:
            outcome = Atom("cancelled")
        elif self._overdue:
            outcome = Atom("time_limit")
        if isinstance(outcome, Compound):
            message, term = outcome.args
            raise PrologError(message, term)
        values = tuple({name.name: value for name, value in answer} for answer in answers)
        return Answer(_OUTCOMES[outcome.name], values, inferences, seconds)


class Engine:
    """A Prolog thread that runs one goal after the other; a context manager, callable from any Python thread.

    All engines of a process share one Prolog database. Raises PrologMissingError or PrologTooOldError.
    """

    def __init__(self, *, background: bool = False) -> None:
        """Start the thread; in the `background` it gives way to others."""
        self._host = host()
        self._thread = PrologThread("pybridge-engine", self._host.attach)
        if background:
            self._thread.submit(give_way)

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End the thread after the goals it was given."""
        self._thread.submit(self._host.detach)
        self._thread.close()

    def start(self, goal: str, limits: Limits = NO_LIMITS, kind: str = "once", *, seconds: float | None = None) -> Job:
        """Have `goal`, Prolog text without a full stop, run in the engine's thread, and return at once.

        `seconds` is for a goal that limits its own time: what it has to keep.
        """
        job = Job(next(_numbers), limits.seconds if seconds is None else seconds)
        request = f"request({kind},{limits_text(limits)},({goal}\n))"

        def answer() -> str:
            job.begin()
            return self._host.call("pybridge", "answer", job.number, request, reply=True)

        job.reply = self._thread.submit(answer)
        return job

    def once(self, goal: str, limits: Limits = NO_LIMITS) -> dict[str, Any] | None:
        """The first answer of `goal` as values by variable name; None if it fails.

        Raises PrologError if the goal does, and if a limit is reached.
        """
        answers = self._finish(self.start(goal, limits, "once"))
        return answers[0] if answers else None

    def all(self, goal: str, limits: Limits = NO_LIMITS) -> Sequence[dict[str, Any]]:
        """All answers of `goal`. Raises as `once` does."""
        return self._finish(self.start(goal, limits, "all"))

    def _finish(self, job: Job) -> tuple[dict[str, Any], ...]:
        try:
            answer = job.result()
        except KeyboardInterrupt:
            job.cancel()
            job.result()
            raise
        if answer.outcome is not Outcome.SOLVED:
            raise PrologError(f"the goal was stopped: {answer.outcome.value}")
        return answer.answers
