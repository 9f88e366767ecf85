"""Goals in SWI-Prolog: one thread, any caller, limits, cancellation, and if wanted a process of their own."""

import itertools
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pybridge.errors import PrologError
from pybridge.facts.terms import Atom
from pybridge.limits import NO_LIMITS, Limits
from pybridge.priority import give_way
from pybridge.swipl.goals import request_text, result_arity
from pybridge.swipl.isolated import Isolated
from pybridge.swipl.iterator import Answers
from pybridge.swipl.job import GRACE, Job, finish
from pybridge.swipl.module import Module, Modules
from pybridge.swipl.place import Arguments, Here, Place
from pybridge.swipl.thread import PrologThread

_numbers = itertools.count(1)


class Engine:
    """A Prolog thread that runs one goal after the other; a context manager, callable from any Python thread.

    Goals are Prolog text without a full stop. Answers are dictionaries from the goal's variables, those beginning with
    `_` left out, to values: int, float, Fraction, str (a Prolog string), Atom, list, Compound, Other. `values` gives
    variables of the goal their values before it is called. All engines of a process share one Prolog database, but
    for isolated ones, each of which has a process of its own.
    """

    def __init__(
        self, *, isolate: bool = False, fenced: bool = False, background: bool = False, memory: int | None = None
    ) -> None:
        """Start the thread; with `isolate` in a fresh process; in the `background` it gives way to others.

        A `fenced` engine is isolated in a process that can start no process, write no file and open no socket;
        `load_program` makes an isolated engine such a one, in a fresh process. `memory` is the most address space of
        an isolated process, in bytes. Raises PrologMissingError or PrologTooOldError.
        """
        isolate = isolate or fenced
        place: Place = Isolated(memory, fenced=fenced) if isolate else Here()
        self._place = place
        self._modules = Modules(self)
        self.isolated = isolate
        self.fenced = fenced

        def prepare() -> None:
            if background:
                give_way()
            place.enter()

        self._thread = PrologThread("pybridge-engine", prepare, place.leave)
        if isinstance(place, Here):
            place.abandon = self._thread.abandon
        self._jobs: set[Job] = set()
        self._close = weakref.finalize(self, self._thread.close)
        self._close.atexit = False
        if isinstance(place, Isolated):
            place.replay = self._modules.loads.replay

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End the thread after the goals it was given, and an isolated process with it."""
        self._close()

    @property
    def restarts(self) -> int:
        """How many times goals had to be left behind that had ended their process, or that nothing stops.

        A fresh process then replaces an isolated one, and what goals had asserted is lost; in this process a fresh
        thread does.
        """
        return self._place.restarts

    @property
    def fences(self) -> tuple[str, ...]:
        """The layers of the fence around a fenced engine: of `Landlock N` and `seccomp`, those that the system has."""
        return self._place.layers() if isinstance(self._place, Isolated) else ()

    def fence(self, readable: Sequence[str] = ()) -> None:
        """Have an isolated engine be a fenced one that can read these files, too.

        Unless it is that already, a fresh process replaces its own, and what goals have asserted is lost.
        """
        place = self._place
        if isinstance(place, Isolated):
            self._thread.submit(lambda: place.fence(readable)).result()
            self.fenced = True

    def start(
        self,
        goal: str,
        limits: Limits = NO_LIMITS,
        kind: str = "once",
        *,
        values: dict[str, Any] | None = None,
        module: str = "user",
        own: Limits | None = None,
    ) -> Job:
        """Have `goal` run in the engine's thread, and return at once; `kind` is `once` or `all`.

        `own` are the limits that the goal keeps by itself, which are then only watched from outside.
        """
        request = request_text(kind, limits, values, goal)
        return self._submit(limits if own is None else own, "answer", module, request)

    def _submit(self, limits: Limits, predicate: str, *args: Arguments) -> Job:
        """Have `predicate(Job, Args..., Reply)` called in the engine's thread."""
        grace = 0.0 if predicate == "next" else GRACE  # there Prolog has no clock of its own
        job = Job(self._place, next(_numbers), limits, grace)
        jobs = self._jobs

        def run() -> str:
            try:
                return job.run(predicate, job.number, *args)
            finally:
                jobs.discard(job)

        jobs.add(job)
        try:
            self._thread.submit(run, job.reply)
        except PrologError:
            jobs.discard(job)
            raise
        return job

    def _drop(self, iterator: int) -> None:
        """Have an iterator dropped, not before the goal that is running is over; also in the midst of anything."""
        place = self._place
        self._thread.submit_later(lambda: place.call(0, "drop", iterator))

    def cancel(self) -> None:
        """Cancel all goals that this engine was given so far; it can be used again at once."""
        for job in list(self._jobs):
            job.cancel()

    def once(
        self,
        goal: str,
        limits: Limits = NO_LIMITS,
        *,
        values: dict[str, Any] | None = None,
        module: str = "user",
    ) -> dict[str, Any] | None:
        """The first answer of `goal`; None if it fails.

        Raises PrologError if the goal does, PrologLimitError if a limit is reached.
        """
        answers = finish(self.start(goal, limits, "once", values=values, module=module)).answers
        return answers[0] if answers else None

    def all(
        self,
        goal: str,
        limits: Limits = NO_LIMITS,
        *,
        values: dict[str, Any] | None = None,
        module: str = "user",
    ) -> Sequence[dict[str, Any]]:
        """All answers of `goal`. Raises as `once` does; a PrologLimitError holds the answers so far."""
        return finish(self.start(goal, limits, "all", values=values, module=module)).answers

    def iterate(
        self,
        goal: str,
        limits: Limits = NO_LIMITS,
        *,
        values: dict[str, Any] | None = None,
        module: str = "user",
    ) -> Answers:
        """The answers of `goal` one by one, each computed when it is asked for.

        Between answers the engine is free. The limits hold for all answers together; time is what they take, not
        what is done with them. Raises PrologError if the goal is no goal.
        """
        number = next(_numbers)
        finish(self.start(goal, limits, f"iterate({number})", values=values, module=module))
        return Answers(number, limits, self._submit, self._drop)

    def define(self, name: str, function: Callable[..., Any], arity: int | None = None) -> None:
        """Have Prolog call a Python function: `name(Args..., Result)`, of this arity.

        Without `arity` it is one more than the function's parameters. The function is called with values as answers
        have them, in the engine's thread, and may ask this engine in turn; Result is unified with the value that it
        returns. What it raises is an error in Prolog, `python_error(Kind, Text)`. An engine in this process defines
        it for all of them. Raises PrologError if `name` is something else already.
        """
        arity = result_arity(function) if arity is None else arity
        self._place.functions.add(name, function)
        self._modules.remember("pybridge:define(Name, Arity)", {"Name": Atom(name), "Arity": arity})

    def consult(self, path: str | Path, limits: Limits = NO_LIMITS) -> None:
        """Load a program that you trust into `user`: it may do what it likes.

        Raises ProgramError with every error that loading reports, each with its line, and then loads nothing. A fenced
        engine can read no files but this one, and does so in a fresh process.
        """
        self._modules.consult(path, limits)

    def load_facts(self, path: str | Path, limits: Limits = NO_LIMITS) -> Module:
        """Load a fact file, as data, into a module of its own. Raises FactFileError with all its faults."""
        return self._modules.load_facts(path, limits)

    def load_program(
        self, path: str | Path, beside: Module | None = None, limits: Limits = NO_LIMITS, *, in_process: bool = False
    ) -> Module:
        """Load a program that you do not trust into a module of its own, or `beside` what a module holds.

        It may compute, and nothing else; an isolated engine is fenced first. Raises ProgramError, with a line for
        everything that it must not do. An engine that is not isolated
        refuses unless `in_process`: there is no fence, and a program may still eat time and memory.
        """
        return self._modules.load_program(path, beside, limits, in_process=in_process)
