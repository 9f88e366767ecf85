"""Goals in SWI-Prolog: one thread, any caller, limits, cancellation."""

import itertools
from collections.abc import Sequence
from typing import Any

from pybridge.errors import PrologError
from pybridge.limits import NO_LIMITS, Limits
from pybridge.outcome import Outcome
from pybridge.priority import give_way
from pybridge.swipl.host import host
from pybridge.swipl.job import Job
from pybridge.swipl.thread import PrologThread

_numbers = itertools.count(1)


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
