"""A goal under way in Prolog: waiting for it, looking at it, stopping it."""

import math
import time
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from pybridge.errors import PrologError
from pybridge.facts.terms import Atom
from pybridge.outcome import Outcome
from pybridge.swipl.exchange import Compound, read_value
from pybridge.swipl.host import host

_RESIGNAL = 0.05  # seconds between two signals
_GRACE = 0.5  # seconds after its limit of time until a goal is signalled from outside

_OUTCOMES = {
    "done": Outcome.SOLVED,
    "cancelled": Outcome.INTERRUPTED,
    "time_limit": Outcome.TIME_LIMIT,
    "inference_limit": Outcome.INFERENCE_LIMIT,
    "memory_limit": Outcome.MEMORY_LIMIT,
}


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


class Job:
    """A goal under way, started by `Engine.start`; any thread may look at it or cancel it."""

    def __init__(self, number: int, seconds: float | None) -> None:
        self.number = number
        self.reply: Future[str]
        self.marks: list[Compound] = []
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
        """Stop the goal soon and have its outcome be INTERRUPTED, whatever it makes of that; if it is over, nothing."""
        if self.done():
            return
        self._cancelled = True
        host().ask_nothing("cancel", self.number)

    def progress(self) -> int:
        """The inferences of the job's thread so far; `marks` then holds all marks of a classic program so far."""
        # Taken and kept in the host's thread, where no interrupt can come between.
        inferences: int = host().submit(self._collect).result()
        return inferences

    def _collect(self) -> int:
        reply = host().call("pybridge", "progress", self.number, reply=True)
        inferences, new = read_value(reply).args
        self.marks += new
        return int(inferences)

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
        elif self._overdue and outcome != Atom("done"):
            outcome = Atom("time_limit")
        if isinstance(outcome, Compound):
            message, term = outcome.args
            raise PrologError(message, term)
        values = tuple({name.name: value for name, value in answer} for answer in answers)
        return Answer(_OUTCOMES[outcome.name], values, inferences, seconds)
