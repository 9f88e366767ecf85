"""A goal under way in Prolog: waiting for it, looking at it, stopping it."""

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pybridge.errors import PrologCrashError, PrologError, PrologLimitError
from pybridge.outcome import Outcome
from pybridge.swipl.exchange import Compound, read_value
from pybridge.swipl.failures import error_of
from pybridge.swipl.place import Arguments, Place
from pybridge.swipl.reply import Reply
from pybridge.swipl.watch import watch

_FIRST_WAIT, _LAST_WAIT = 0.005, 0.05  # seconds between two signals, each time twice as long
GRACE = 0.12  # seconds after its limit of time until a goal is signalled from outside
_POLITE = 0.08  # seconds that a goal may go on after the first signal, until it gets signals that it cannot catch
_PATIENCE = 0.2  # seconds that it may go on until it is killed, or left behind

_OUTCOMES = {
    "done": Outcome.SOLVED,
    "cancelled": Outcome.INTERRUPTED,
    "time_limit": Outcome.TIME_LIMIT,
    "inference_limit": Outcome.INFERENCE_LIMIT,
    "memory_limit": Outcome.MEMORY_LIMIT,
}
_NOTHING = '["cancelled",[],[],0,0.0,false]'


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a goal.

    `outcome` is SOLVED for a goal that ran to its end, with or without answers; `answers` holds the values of the
    goal's variables by name, one dictionary an answer, also those found before a limit; `inferences` and `seconds` (of
    CPU) include all overhead.
    """

    outcome: Outcome
    answers: tuple[dict[str, Any], ...]
    inferences: int
    seconds: float


class Job:
    """A goal under way, started by `Engine.start`; any thread may look at it or cancel it."""

    def __init__(self, place: Place, number: int, seconds: float | None, grace: float = GRACE) -> None:
        self.number = number
        self.reply: Reply[str] = Reply()
        self.marks: list[Compound] = []
        self._place = place
        self._limit = seconds
        self._seconds = None if seconds is None else seconds + grace
        self._begun: float | None = None
        self._stopping: float | None = None
        self._cancelled = False
        self._wait = _FIRST_WAIT
        self._overdue = False
        self._aborted = False
        self._stopped: str | None = None  # how, decided when it is over
        self._late = False

    def run(self, predicate: str, *args: Arguments) -> str:
        """Have Prolog answer, in the engine's thread."""
        if self._cancelled:
            self._stopped = "cancelled"
            return _NOTHING
        self._begun = time.monotonic()
        if self._seconds is not None:
            watch().keep(self, self._seconds)
        try:
            text = self._place.call(self.number, predicate, *args)
        finally:
            if self._seconds is not None or self._cancelled:
                watch().drop(self)
            self._stopped = self._reason()
            self._late = self._limit is not None and time.monotonic() >= self._begun + self._limit
        if text.endswith("true]"):
            self.progress()
            self._place.aside(lambda ask: ask("forget", self.number))
        return text

    def _reason(self) -> str | None:
        return "cancelled" if self._cancelled else "time_limit" if self._overdue else None

    def done(self) -> bool:
        """Whether `result` would return at once."""
        return self.reply.done()

    def when_done(self, callback: Callable[[], None]) -> None:
        """Have `callback` called when the goal is over, in whichever thread; at once if it is over."""
        self.reply.when_done(callback)

    def cancel(self) -> None:
        """Stop the goal soon and have its outcome be INTERRUPTED, whatever it makes of that; if it is over, nothing."""
        if self.done():
            return
        self._cancelled = True
        watch().keep(self, self.attend() or 0.0)

    def attend(self) -> float | None:
        """Signal the goal if it is cancelled, or over its time; the seconds until it is to be looked at again.

        A program that catches everything swallows a signal, and the one of Prolog's own time limit comes once.
        """
        if self.done():
            return None
        now = time.monotonic()
        if self._begun and self._seconds is not None and now >= self._begun + self._seconds:
            self._overdue = True
        if self._begun and (self._cancelled or self._overdue):
            self._stopping = self._stopping or now
            if now > self._stopping + _PATIENCE:
                self._stopped = self._reason()
                self._place.kill(self.number)
            else:
                signal = "cancel" if now < self._stopping + _POLITE else "abort_job"
                self._aborted = signal != "cancel"
                self._place.aside(lambda ask: ask(signal, self.number))
        wait, self._wait = self._wait, min(2 * self._wait, _LAST_WAIT)
        return wait

    def progress(self) -> int:
        """The inferences of what runs the goal so far; `marks` then holds all that the goal has reported so far."""
        try:
            return self._place.aside(self._look).result()
        except PrologError:  # it has crashed, as `result` tells, or the engine is closed
            return 0

    def _look(self, ask: Callable[..., str]) -> int:
        # Fetched and kept in a thread that no interrupt hits: nothing is lost in between.
        inferences, new = read_value(ask("progress", self.number))
        self.marks += new
        return int(inferences)

    def result(self, timeout: float | None = None) -> Answer:
        """Wait for the answer. Raises PrologError if the goal did, TimeoutError if `timeout` seconds pass first."""
        try:
            reply = self.reply.result(timeout)
        except PrologError as error:
            if not self._stopped or not (self._aborted or isinstance(error, PrologCrashError)):
                raise
            reply = _NOTHING
        outcome, names, rows, inferences, seconds, _ = read_value(reply)
        if self._stopped == "cancelled" or (self._stopped and outcome != "done"):
            outcome = self._stopped
        elif self._late and isinstance(outcome, list):  # what a goal within made of the limit of this one
            outcome = "time_limit"
        if isinstance(outcome, list):
            raise error_of(*outcome)
        answers = tuple(dict(zip(names, row, strict=True)) for row in rows)
        return Answer(_OUTCOMES[outcome], answers, inferences, seconds)


def finish(job: Job) -> Answer:
    """Wait for the answer, and cancel the goal at an interrupt. Raises PrologLimitError if it was stopped."""
    try:
        answer = job.result()
    except BaseException:
        if not job.done():  # an interrupt, or what else a signal's handler has raised
            job.cancel()
            with contextlib.suppress(PrologError):
                job.result()
        raise
    if answer.outcome is not Outcome.SOLVED:
        raise PrologLimitError(answer.outcome, answer.answers)
    return answer
