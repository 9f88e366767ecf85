"""One run of a classic program in an engine of its own, watched from outside."""

import time

from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.search.task import Task
from pybridge.swipl.engine import Engine
from pybridge.swipl.exchange import Compound
from pybridge.swipl.job import Answer, Job
from pybridge.swipl.marks import Figures, figures
from pybridge.swipl.request import goal_text


class Watched:
    """One run in an engine of its own, and the marks it has left so far."""

    def __init__(self, task: Task, engine: str, facts: str, *, counted: bool, isolate: bool) -> None:
        self.ended_by_itself = False
        self._inferences = 0
        self._started = time.monotonic()
        goal = goal_text(task, engine, facts, counted=counted)
        self._engine = Engine(background=counted, isolate=isolate, fenced=isolate and task.text is not None)
        inferences = task.limits.inferences if task.text else None  # a program of our own catches no limit
        self.job: Job = self._engine.start(goal, own=Limits(task.limits.seconds, inferences))

    @property
    def marks(self) -> list[Compound]:
        """The marks as far as they were fetched."""
        return self.job.marks

    def look(self) -> None:
        """Fetch the marks that are new."""
        self._inferences = self.job.progress()

    def now(self) -> Figures | None:
        """The counters between marks, as far as they can be told from outside; None before the first mark."""
        if not self.marks or not self._inferences:
            return None
        last = figures(self.marks[-1])
        return Figures(max(self._inferences, last.inferences), time.monotonic() - self._started, last.nodes)

    def over(self) -> bool:
        return self.job.done()

    def wait(self, timeout: float) -> bool:
        try:
            self.ended_by_itself = self.job.result(timeout).outcome is Outcome.SOLVED
        except TimeoutError:
            return False
        except Exception:  # `finish` raises it in the right place
            return True
        return True

    def finish(self) -> Answer:
        try:
            answer = self.job.result()
            self.ended_by_itself = answer.outcome is Outcome.SOLVED
            return answer
        finally:
            self.look()
            self._engine.close()
