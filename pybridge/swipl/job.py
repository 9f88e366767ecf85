"""A running goal: wait for it, inspect it, stop it, ask for its answers one by one."""

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass

from pybridge.errors import PrologError, PrologLimitError
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.swipl.exchange import Compound, Value, Values, error_of, read_value
from pybridge.swipl.host import Arguments, Place
from pybridge.swipl.thread import Reply
from pybridge.swipl.watch import watch

_FIRST_WAIT, _LAST_WAIT = 0.005, 0.05  # seconds between signals, doubled each time
GRACE = 0.12  # seconds after its time limit until a goal is signalled from outside
_POLITE = 0.08  # seconds from the first signal until signals that a goal cannot catch
_COUNTING = 0.1  # seconds between checks of the inferences of a goal
_OWN_INFERENCES = 1_000_000  # allowance for the code around a goal
_PATIENCE = 0.2  # seconds until a goal is killed or abandoned
_WRITING = 10.0  # the same for one that is over, whose answers are being written

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
    """The result of a goal.

    `outcome` is SOLVED for a goal that finished, with or without answers. `answers` has one dictionary of variable
    values per answer, including those found before a limit. `inferences` and `seconds` of CPU time include overhead.
    """

    outcome: Outcome
    answers: tuple[Values, ...]
    inferences: int
    seconds: float


class Job:
    """A running goal, started by `Engine.start`; any thread may inspect or cancel it."""

    def __init__(self, place: Place, number: int, limits: Limits, grace: float = GRACE) -> None:
        """The limits on seconds and inferences are also watched from outside."""
        self.number = number
        seconds = limits.seconds
        self.reply: Reply[str] = Reply()
        self.marks: list[Value] = []
        self._place = place
        self._limit = seconds
        self._inferences = limits.inferences
        self._used: Reply[int] | None = None
        self._from: int | None = None  # inferences of the thread before
        self._seconds = None if seconds is None else seconds + grace
        self._turns = [True]  # who pops it decides whether the goal begins; popping is atomic
        self._begun: float | None = None
        self._stopping: float | None = None
        self._cancelled = False
        self._wait = _FIRST_WAIT
        self._signal: Reply[str] | None = None
        self._over = False  # the last signal that was answered found the goal over
        self._overdue: str | None = None
        self._outer: Job | None = None
        self._stopped: str | None = None  # how it was stopped, set when it is over
        self._late = False
        self._raised: BaseException | None = None  # by a Python function that it called, the last one
        self.seconds = 0.0  # that the goal ran, without its wait

    def run(self, outer: "Job | None", predicate: str, *args: Arguments) -> str:
        """Run the goal in the engine's thread, perhaps within `outer`, whose end is its end."""
        self._outer = outer
        try:
            self._turns.pop()
        except IndexError:  # it was cancelled before
            return _NOTHING
        self._place.ready()
        self._begun = time.monotonic()
        if self._watched:
            watch().keep(self, _COUNTING if self._inferences else self._seconds or 0.0)
        text = ""
        try:
            text = self._place.call(self.number, predicate, *args)
        finally:
            if self._watched or self._cancelled:
                watch().drop(self)
            self._stopped, self.seconds = self._reason(), time.monotonic() - self._begun
            self._late = self._limit is not None and time.monotonic() >= self._begun + self._limit
            self._raised = self._place.functions.raised()
            if not text.endswith("false]"):  # it has left marks, or was aborted and may have
                self.progress()
                self._place.aside(lambda ask: ask("forget", self.number))
        return text

    @property
    def _watched(self) -> bool:
        return self._seconds is not None or self._inferences is not None

    def _reason(self) -> str | None:
        if self._cancelled:
            return "cancelled"
        return self._overdue or (self._outer._reason() if self._outer else None)

    def _beyond(self, now: float) -> str | None:
        """The limit that the goal has exceeded, seen from outside."""
        if not self._begun:
            return None
        if self._seconds is not None and now >= self._begun + self._seconds:
            return "time_limit"
        if self._inferences is not None and self._uses_too_many(self._inferences):
            return "inference_limit"
        return None

    def _uses_too_many(self, limit: int) -> bool:
        """Whether the goal has exceeded its limit of inferences, by the last asynchronous check."""
        if self._used is None or not self._used.done():
            self._used = self._used or self._place.aside(self._look)
            return False
        looked, self._used = self._used, None
        used = 0 if looked.failed() else looked.result()
        self._from = used if self._from is None else self._from
        return used - self._from > limit + _OWN_INFERENCES

    def done(self) -> bool:
        """Whether `result` would return immediately."""
        return self.reply.done()

    def when_done(self, callback: Callable[[], None]) -> None:
        """Call `callback` when the goal is over, in any thread; immediately if it already is."""
        self.reply.when_done(callback)

    def cancel(self) -> None:
        """Stop the goal soon, with outcome INTERRUPTED even if it catches the signal. Does nothing if it is over."""
        if self.done():
            return
        self._cancelled = True
        try:
            self._turns.pop()
        except IndexError:
            watch().keep(self, self.attend() or 0.0)
        else:  # other goals come before it
            self._stopped = "cancelled"
            self.reply.work(lambda: _NOTHING)

    def attend(self) -> float | None:
        """Signal the goal if it is cancelled or over a limit; return the seconds until the next check.

        Signals are repeated, as a program may catch one, and Prolog's own limits signal only once.
        """
        if self.done():
            return None
        now = time.monotonic()
        self._overdue = self._overdue or self._beyond(now)
        if self._begun and (self._cancelled or self._overdue):
            self._stopping = self._stopping or now
            if self._signal and self._signal.done():
                self._over, self._signal = not self._signal.failed() and self._signal.result() == "over", None
            if now > self._stopping + (_WRITING if self._over else _PATIENCE):
                self._stopped = self._reason()
                self._place.kill(self.number)
            else:
                signal = "cancel" if now < self._stopping + _POLITE else "abort_job"
                sent = self._place.aside(lambda ask: ask(signal, self.number))
                self._signal = self._signal or sent
        if not self._stopping and not self._cancelled:
            left = _COUNTING if self._seconds is None or not self._begun else self._begun + self._seconds - now
            return max(0.001, left if self._inferences is None else min(left, _COUNTING))
        wait, self._wait = self._wait, min(2 * self._wait, _LAST_WAIT)
        return wait

    def progress(self) -> int:
        """The inferences used so far; also updates `marks`, the progress that the goal has reported."""
        try:
            return self._place.aside(self._look).result()
        except PrologError:  # it has crashed, as `result` reports, or the engine is closed
            return 0

    def _look(self, ask: Callable[..., str]) -> int:
        # Fetched and stored in a thread without interrupts, so that nothing is lost.
        inferences, new = read_value(ask("progress", self.number))
        self.marks += new
        return int(inferences)

    def result(self, timeout: float | None = None) -> Answer:
        """Wait for the answer. Raises PrologError if the goal raised an error, TimeoutError after `timeout` seconds."""
        try:
            reply = self.reply.result(timeout)
        except PrologError:  # it was aborted or killed, or a signal came while it wrote its reply
            if not self._stopped:
                raise
            reply = _NOTHING
        outcome, names, rows, inferences, seconds, _ = read_value(reply)
        if self._stopped == "cancelled" or (self._stopped and outcome != "done"):
            outcome = self._stopped
        elif self._late and isinstance(outcome, list):  # an inner goal caught the limit of this one
            outcome = "time_limit"
        if isinstance(outcome, list):
            raise error_of(*outcome) from self._cause(outcome[-1])
        answers = tuple(dict(zip(names, row, strict=True)) for row in rows)
        return Answer(_OUTCOMES[outcome], answers, inferences, seconds)

    def _cause(self, value: Value) -> BaseException | None:
        """The exception of a Python function that became this error in Prolog, with its traceback."""
        match value:
            case Compound("error", (Compound("python_error", (kind, _)), _)) if kind == type(self._raised).__name__:
                return self._raised
        return None


def finish(job: Job) -> Answer:
    """Wait for the answer; cancel the goal at an interrupt. Raises PrologLimitError if it was stopped."""
    try:
        answer = job.result()
    except BaseException:
        if not job.done():  # an interrupt, or another exception of a signal handler
            job.cancel()
            with contextlib.suppress(PrologError):
                job.result()
        raise
    if answer.outcome is not Outcome.SOLVED:
        raise PrologLimitError(answer.outcome, answer.answers)
    return answer


class Answers:
    """The iterator over answers that `Engine.iterate` returns; also a context manager.

    It can be abandoned at any time, in any thread. It raises PrologError if the goal raises an error, and
    PrologLimitError at a limit; after that it has no more answers.
    """

    def __init__(self, number: int, limits: Limits, submit: Callable[..., Job], drop: Callable[[int], None]) -> None:
        self._number = number
        self._left, self._inferences = limits.seconds, limits.inferences
        self._submit = submit
        self._drop = drop
        self._job: Job | None = None
        self._open = True

    def __iter__(self) -> "Answers":
        return self

    def __enter__(self) -> "Answers":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        with contextlib.suppress(Exception):  # at exit or after a fork, there is nothing to close
            self.close()

    def __next__(self) -> Values:
        """The next answer."""
        if not self._open:
            raise StopIteration
        try:
            if self._left is not None and self._left <= 0:
                raise PrologLimitError(Outcome.TIME_LIMIT)
            self._job = self._submit(Limits(self._left, self._inferences), "next", self._number)
            answers = finish(self._job).answers
        except BaseException as error:
            over = ["answer"] if self._open else ["answer", "iterator"]  # another thread got the last one or closed it
            self.close()
            if any(f"existence_error({each},{self._number})" in getattr(error, "term", "") for each in over):
                raise StopIteration from None
            raise
        if self._left is not None:
            self._left -= self._job.seconds
        if not answers:
            self.close()
            raise StopIteration
        return answers[0]

    def cancel(self) -> None:
        """Cancel the answer that another thread is waiting for; it raises PrologLimitError."""
        if self._job:
            self._job.cancel()

    def close(self) -> None:
        """End the iteration without waiting."""
        if self._open:
            self._open = False
            with contextlib.suppress(PrologError):  # the engine is closed, or the process was forked
                self._drop(self._number)
