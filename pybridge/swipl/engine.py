"""Run goals in SWI-Prolog from any thread, with limits, cancellation and optional process isolation."""

import itertools
import threading
import weakref
from collections.abc import Callable, Sequence
from numbers import Integral
from pathlib import Path

from pybridge.errors import ProgramError, PrologCrashError, PrologError
from pybridge.facts.terms import Atom
from pybridge.facts.wording import as_given
from pybridge.limits import NO_LIMITS, Limits
from pybridge.priority import give_way
from pybridge.swipl.exchange import Values, error_of, read_value
from pybridge.swipl.goals import NAMES, file_atom, program_text, request_text, result_arity
from pybridge.swipl.host import Arguments, Here, Place
from pybridge.swipl.isolated import Isolated
from pybridge.swipl.job import GRACE, Answers, Job, finish
from pybridge.swipl.module import Module
from pybridge.swipl.thread import PrologThread

_numbers = itertools.count(1)
_CONSULT = "pybridge:consult_file(File)"
_NOT_LOADED = "error(existence_error(loaded_module,"


class _Loads(list[tuple[str | None, str, Values]]):
    """Goals that loaded something, as (module, goal, values). Separate, as a place must not refer to an engine."""

    def replay(self, call: Callable[..., str]) -> None:
        """Load everything again. Raises PrologError if that fails."""
        for _, goal, values in list(self):
            outcome = read_value(call("answer", 0, "user", request_text("once", NO_LIMITS, values, goal)))[0]
            if isinstance(outcome, list):
                raise error_of(*outcome)


class Engine:
    """A Prolog thread that runs one goal at a time; a context manager that any Python thread can use.

    Goals are Prolog text without a full stop. An answer is a dictionary from the variables of the goal, except those
    that start with `_`, to values: int, float, Fraction, str (a Prolog string), Atom, list, Compound, Other. `values`
    binds variables of the goal before the call. All engines of a process share one Prolog database, except isolated
    engines, which run in separate processes.
    """

    def __init__(
        self, *, isolate: bool = False, fenced: bool = False, background: bool = False, memory: int | None = None
    ) -> None:
        """Start the thread, with `isolate` in a separate process. A `background` engine runs at low priority.

        A `fenced` engine is isolated in a process that cannot start processes, write files or open sockets;
        `load_program` turns an isolated engine into a fenced one in a new process. `memory` limits the address space of
        an isolated process, in bytes. Raises ValueError, PrologMissingError or PrologTooOldError.
        """
        isolate = isolate or fenced
        if memory is not None and not (isinstance(memory, Integral) and memory > 1):
            raise ValueError(f"memory is a number of bytes, not {as_given(memory)}")
        if memory is not None and not isolate:
            raise ValueError("memory needs isolate=True")
        place: Place = Isolated(memory, fenced=fenced) if isolate else Here()
        self._place = place
        self._loads = _Loads()
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
        self._running = threading.local()  # the innermost job, of each thread as one may be abandoned
        self._close = weakref.finalize(self, self._thread.close)
        self._close.atexit = False
        if isinstance(place, Isolated):
            place.replay = self._loads.replay

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, kind: type[BaseException] | None, *exception: object) -> None:
        """Close it; an exception cancels its goals."""
        if kind:
            self.cancel()
        self.close()

    def close(self) -> None:
        """Finish all submitted goals, then end the thread and an isolated process."""
        self._close()

    @property
    def restarts(self) -> int:
        """How many times a goal crashed its process or could not be stopped.

        An isolated process is then replaced by a new one, without the clauses that goals asserted; in this process, a
        new thread replaces the old one.
        """
        return self._place.restarts

    @property
    def fences(self) -> tuple[str, ...]:
        """The layers of the fence of a fenced engine: `Landlock N` and `seccomp`, if the system supports them."""
        return self._place.layers() if isinstance(self._place, Isolated) else ()

    def fence(self, readable: Sequence[str] = ()) -> None:
        """Turn an isolated engine into a fenced one that can also read these files.

        Unless it already is, a new process replaces its process, without the clauses that goals asserted.
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
        values: Values | None = None,
        module: str = "user",
        own: Limits | None = None,
    ) -> Job:
        """Start `goal` in the engine's thread and return immediately; `kind` is `once` or `all`.

        `own` are limits that the goal enforces itself; the engine only watches them.
        """
        request = request_text(kind, limits, values, goal)
        return self._submit(limits if own is None else own, "answer", module, request)

    def _submit(self, limits: Limits, predicate: str, *args: Arguments) -> Job:
        """Call `predicate(Job, Args..., Reply)` in the engine's thread."""
        grace = 0.0 if predicate == "next" else GRACE  # Prolog has no timer there
        job = Job(self._place, next(_numbers), limits, grace)
        jobs, running = self._jobs, self._running

        def run() -> str:
            outer = getattr(running, "job", None)
            running.job = job
            try:
                return job.run(outer, predicate, job.number, *args)
            finally:
                running.job = outer
                jobs.discard(job)

        jobs.add(job)
        try:
            self._thread.submit(run, job.reply)
        except PrologError:
            jobs.discard(job)
            raise
        return job

    def _drop(self, iterator: int) -> None:
        """Close an iterator after the running goal. Safe to call at any time."""
        place = self._place
        self._thread.submit_later(lambda: place.call(0, "drop", iterator))

    def cancel(self) -> None:
        """Cancel all submitted goals. The engine can be used again immediately."""
        for job in list(self._jobs):
            job.cancel()

    def once(
        self,
        goal: str,
        limits: Limits = NO_LIMITS,
        *,
        values: Values | None = None,
        module: str = "user",
    ) -> Values | None:
        """The first answer of `goal`; None if it fails.

        Raises PrologError if the goal raises an error, PrologLimitError if it reaches a limit.
        """
        answers = finish(self.start(goal, limits, "once", values=values, module=module)).answers
        return answers[0] if answers else None

    def all(
        self,
        goal: str,
        limits: Limits = NO_LIMITS,
        *,
        values: Values | None = None,
        module: str = "user",
    ) -> tuple[Values, ...]:
        """All answers of `goal`. Raises like `once`; a PrologLimitError has the answers found so far."""
        return finish(self.start(goal, limits, "all", values=values, module=module)).answers

    def iterate(
        self,
        goal: str,
        limits: Limits = NO_LIMITS,
        *,
        values: Values | None = None,
        module: str = "user",
    ) -> Answers:
        """The answers of `goal` one by one, each computed on demand.

        Between answers, the engine can run other goals. The limits hold for all answers together, and count only the
        time spent on computing answers. Raises PrologError if `goal` is not a valid goal.
        """
        number = next(_numbers)
        finish(self.start(goal, limits, f"iterate({number})", values=values, module=module))
        return Answers(number, limits, self._submit, self._drop)

    def define(self, name: str, function: Callable[..., object], arity: int | None = None) -> None:
        """Define a Prolog predicate `name(Args..., Result)` that calls a Python function.

        The default `arity` is the number of parameters plus one. The function runs in the engine's thread, gets values
        as in answers, and may use this engine itself; Result is unified with its return value. If it raises, the
        predicate throws `error(python_error(Kind, Text), _)`. Engines in this process share the definition. Raises
        PrologError if `name` is already defined as something else.
        """
        if not callable(function):
            raise TypeError(f"{as_given(function)} is not a function")
        arity = result_arity(function) if arity is None else arity
        if isinstance(arity, bool) or not isinstance(arity, Integral):
            raise TypeError(f"an arity is a whole number, not {as_given(arity)}")
        if arity < 1:
            raise ValueError(f"{name} needs an argument for its result, so its arity is 1 or more, not {arity}")
        self._remember("pybridge:define(Name, Arity)", {"Name": Atom(name), "Arity": arity})
        self._place.functions.add(name, arity - 1, function)

    def consult(self, path: str | Path, limits: Limits = NO_LIMITS) -> None:
        """Load a trusted program into `user`, without any restrictions.

        Raises ProgramError with all errors and their lines; then nothing is loaded. A fenced engine loads the file in a
        new process that can read only this file.
        """
        file = str(Path(path).absolute())
        if self.fenced:
            self.fence([file])
        self._remember(_CONSULT, {"File": Atom(file)}, limits)

    def load_facts(self, path: str | Path, limits: Limits = NO_LIMITS) -> Module:
        """Load a fact file as data into a new module. Raises FactFileError with all its faults."""
        from pybridge.facts.reader import load_text, read_text

        text = load_text(path)
        read_text(text, str(path))
        self._remember("pybridge:prepare(bridge/fact_file)", {})
        return self._load("pybridge_fact_file:load_facts_into(Module, Name, Text)", str(path), text, None, limits)

    def load_program(
        self, path: str | Path, beside: Module | None = None, limits: Limits = NO_LIMITS, *, in_process: bool = False
    ) -> Module:
        """Load an untrusted program into a new module, or into the module `beside`.

        The program may only compute; an isolated engine is fenced first. Raises ProgramError with a line for everything
        that is not allowed. An engine that is not isolated rejects programs unless `in_process` is set: there is no
        fence, and the program may use any amount of time and memory.
        """
        if not self.isolated and not in_process:
            raise ProgramError(
                f"{path} would run in this process; load it in Engine(isolate=True), or pass in_process=True"
            )
        text = program_text(path)
        self.fence([values["File"].name for _, goal, values in self._loads if goal == _CONSULT])
        self._remember("pybridge:prepare(untrusted/file)", {})
        return self._load("pybridge:load_program_into(Module, Name, Text)", str(path), text, beside, limits)

    def _remember(self, goal: str, values: Values, limits: Limits = NO_LIMITS, module: str | None = None) -> None:
        """Run a goal that loads something now, and again in each process that replaces this one."""
        finish(self.start(goal, limits, values=values))
        if self.isolated and (module, goal, values) not in self._loads:
            self._loads.append((module, goal, values))

    def _load(self, goal: str, path: str, text: str, beside: Module | None, limits: Limits) -> Module:
        if beside:
            beside.require_loaded()
        name = beside.name if beside else NAMES.take()
        try:
            self._remember(goal, {"Module": Atom(name), "Name": file_atom(path), "Text": text}, limits, name)
        except BaseException as error:
            if isinstance(error, PrologError) and error.term.startswith("error(permission_error(create,module,"):
                # A goal used the unloaded module and thereby created it again; its name cannot be reused.
                return self._load(goal, path, text, beside, limits)
            if beside is None:
                NAMES.give_back(name)
            raise
        return beside or Module(name, self.start, self.iterate, lambda: self._unload(name))

    def _unload(self, module: str) -> None:
        self._loads[:] = [load for load in self._loads if load[0] != module]
        try:
            finish(self.start("pybridge:unload_module(Module)", values={"Module": Atom(module)}))
        except PrologError as error:
            gone = isinstance(error, PrologCrashError) or error.term.startswith(_NOT_LOADED)
            if not (gone and self.isolated):
                raise
        NAMES.give_back(module)
