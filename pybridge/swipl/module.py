"""Facts or a program in an engine, in a module of its own."""

import contextlib
import weakref
from collections.abc import Callable

from pybridge.errors import PrologError
from pybridge.limits import NO_LIMITS, Limits
from pybridge.swipl.exchange import Values
from pybridge.swipl.job import Answers, Job, finish


class Module:
    """A module with loaded facts or a program. Its goals do not see other modules.

    As a context manager it unloads the module at the end. In a module with an untrusted program, goals that may do more
    than compute are rejected with ProgramError.
    """

    def __init__(
        self, name: str, start: Callable[..., Job], iterate: Callable[..., Answers], unload: Callable[[], None]
    ) -> None:
        """The first two as those of an engine."""
        self.name = name
        self._start, self._iterate, self._unload = start, iterate, unload
        self._loaded = True
        self._iterators: weakref.WeakSet[Answers] = weakref.WeakSet()

    def __enter__(self) -> "Module":
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if self._loaded:
            with contextlib.suppress(*[] if error is None else [PrologError]):  # keep the original exception
                self.unload()

    def start(self, goal: str, limits: Limits = NO_LIMITS, kind: str = "once", *, values: Values | None = None) -> Job:
        """As `Engine.start`."""
        self.require_loaded()
        return self._start(goal, limits, kind, values=values, module=self.name)

    def once(self, goal: str, limits: Limits = NO_LIMITS, *, values: Values | None = None) -> Values | None:
        """As `Engine.once`."""
        answers = finish(self.start(goal, limits, values=values)).answers
        return answers[0] if answers else None

    def all(self, goal: str, limits: Limits = NO_LIMITS, *, values: Values | None = None) -> tuple[Values, ...]:
        """As `Engine.all`."""
        return finish(self.start(goal, limits, "all", values=values)).answers

    def iterate(self, goal: str, limits: Limits = NO_LIMITS, *, values: Values | None = None) -> Answers:
        """As `Engine.iterate`."""
        self.require_loaded()
        answers = self._iterate(goal, limits, values=values, module=self.name)
        self._iterators.add(answers)
        return answers

    def unload(self) -> None:
        """Remove the module and its content; its iterators end. Raises PrologError if it was already unloaded.

        If an isolated process was replaced, the module is removed from the new process.
        """
        self.require_loaded()
        self._loaded = False
        for answers in list(self._iterators):
            answers.close()
        self._unload()

    def require_loaded(self) -> None:
        """Raise PrologError if the module was unloaded."""
        if not self._loaded:
            raise PrologError(f"module {self.name} was unloaded; load its file again")
