"""Goals in SWI-Prolog: one thread, any caller, limits, cancellation."""

import itertools
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
from pybridge.swipl.host import PrologThread, host

_RESIGNAL = 0.05  # seconds; a program that catches everything swallows a signal, so it is sent again

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


def _limits_text(limits: Limits) -> str:
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

    def __init__(self, number: int, reply: "Future[str]") -> None:
        self.number = number
        self._reply = reply
        self._cancelled = False

    def done(self) -> bool:
        """Whether `result` would return at once."""
        return self._reply.done()

    def cancel(self) -> None:
        """Stop the goal soon and have its outcome be INTERRUPTED, whatever the goal makes of it."""
        self._cancelled = True
        host().ask_nothing("cancel", self.number)

    def progress(self, skip: int = 0) -> tuple[int, list[Compound]]:
        """The inferences of the job's thread so far, and the marks of a classic program but the first `skip`."""
        inferences, marks = read_value(host().ask("progress", self.number, skip).result()).args
        return inferences, marks

    def forget(self) -> None:
        """Drop the marks, once they are no longer wanted."""
        host().ask_nothing("forget", self.number)

    def result(self, timeout: float | None = None) -> Answer:
        """Wait for the answer. Raises PrologError if the goal did, TimeoutError if `timeout` seconds pass first."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            wait = left if not self._cancelled else min(_RESIGNAL, _RESIGNAL if left is None else left)
            try:
                return self._answer(self._reply.result(wait))
            except TimeoutError:
                if left == 0.0:
                    raise
                if self._cancelled:
                    self.cancel()

    def _answer(self, reply: str) -> Answer:
        outcome, answers, inferences, seconds = read_value(reply).args
        if self._cancelled:
            outcome = Atom("cancelled")
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

    def start(self, goal: str, limits: Limits = NO_LIMITS, kind: str = "once") -> Job:
        """Have `goal`, Prolog text without a full stop, run in the engine's thread, and return at once."""
        number = next(_numbers)
        request = f"request({kind},{_limits_text(limits)},({goal}\n))"
        reply = self._thread.submit(lambda: self._host.call("pybridge", "answer", number, request, reply=True))
        return Job(number, reply)

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
