"""Facts and programs in an engine, each in its own module."""

import contextlib
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from pybridge.errors import ProgramError, PrologCrashError, PrologError
from pybridge.facts.terms import Atom
from pybridge.limits import NO_LIMITS, Limits
from pybridge.swipl.exchange import Values, error_of, read_value
from pybridge.swipl.goals import NAMES, file_atom, program_text, request_text
from pybridge.swipl.job import Answers, Job, finish

_NOT_LOADED = "error(existence_error(loaded_module,"


class Asked(Protocol):
    """The part of an engine that modules need."""

    isolated: bool
    fenced: bool

    def fence(self, readable: Sequence[str] = ()) -> None:
        """As `Engine.fence`."""

    def start(
        self,
        goal: str,
        limits: Limits = ...,
        kind: str = ...,
        *,
        values: Values | None = ...,
        module: str = ...,
    ) -> Job:
        """As `Engine.start`."""

    def iterate(self, goal: str, limits: Limits = ..., *, values: Values | None = ..., module: str = ...) -> Answers:
        """As `Engine.iterate`."""


class Module:
    """A module with loaded facts or a program. Its goals do not see other modules.

    As a context manager it unloads the module at the end. In a module with an untrusted program, goals that may do more
    than compute are rejected with ProgramError.
    """

    def __init__(self, name: str, engine: Asked, unload: Callable[["Module"], None]) -> None:
        self.name = name
        self._engine = engine
        self._unload = unload
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
        return self._engine.start(goal, limits, kind, values=values, module=self.name)

    def once(self, goal: str, limits: Limits = NO_LIMITS, *, values: Values | None = None) -> Values | None:
        """As `Engine.once`."""
        answers = finish(self.start(goal, limits, values=values)).answers
        return answers[0] if answers else None

    def all(self, goal: str, limits: Limits = NO_LIMITS, *, values: Values | None = None) -> Sequence[Values]:
        """As `Engine.all`."""
        return finish(self.start(goal, limits, "all", values=values)).answers

    def iterate(self, goal: str, limits: Limits = NO_LIMITS, *, values: Values | None = None) -> Answers:
        """As `Engine.iterate`."""
        self.require_loaded()
        answers = self._engine.iterate(goal, limits, values=values, module=self.name)
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
        self._unload(self)

    def require_loaded(self) -> None:
        """Raise PrologError if the module was unloaded."""
        if not self._loaded:
            raise PrologError(f"module {self.name} was unloaded; load its file again")


class _Loads(list[tuple[str | None, str, Values]]):
    """Goals that loaded something, as (module, goal, values). Separate, as a place must not refer to an engine."""

    def replay(self, call: Callable[..., str]) -> None:
        """Load everything again. Raises PrologError if that fails."""
        for _, goal, values in list(self):
            outcome = read_value(call("answer", 0, "user", request_text("once", NO_LIMITS, values, goal)))[0]
            if isinstance(outcome, list):
                raise error_of(*outcome)


_CONSULT = "pybridge:consult_file(File)"


class Modules:
    """Everything that an engine has loaded, so that a new process can load it again."""

    def __init__(self, engine: Asked) -> None:
        self._engine = engine
        self.loads = _Loads()

    def remember(self, goal: str, values: Values, limits: Limits = NO_LIMITS, module: str | None = None) -> None:
        """Run a goal now, and again in each process that replaces this one."""
        finish(self._engine.start(goal, limits, values=values))
        if self._engine.isolated and (module, goal, values) not in self.loads:
            self.loads.append((module, goal, values))

    def load_facts(self, path: str | Path, limits: Limits) -> Module:
        """As `Engine.load_facts`."""
        from pybridge.facts.reader import load_text, read_text

        text = load_text(path)
        read_text(text, str(path))
        self.remember("pybridge:prepare(bridge/fact_file)", {})
        return self._load("pybridge_fact_file:load_facts_into(Module, Name, Text)", str(path), text, None, limits)

    def load_program(self, path: str | Path, beside: Module | None, limits: Limits, *, in_process: bool) -> Module:
        """As `Engine.load_program`."""
        if not self._engine.isolated and not in_process:
            raise ProgramError(
                f"{path} would run in this process; load it in Engine(isolate=True), or pass in_process=True"
            )
        text = program_text(path)
        self._engine.fence([values["File"].name for _, goal, values in self.loads if goal == _CONSULT])
        self.remember("pybridge:prepare(untrusted/file)", {})
        return self._load("pybridge:load_program_into(Module, Name, Text)", str(path), text, beside, limits)

    def consult(self, path: str | Path, limits: Limits) -> None:
        """As `Engine.consult`."""
        file = str(Path(path).absolute())
        if self._engine.fenced:
            self._engine.fence([file])
        self.remember(_CONSULT, {"File": Atom(file)}, limits)

    def _load(self, goal: str, path: str, text: str, beside: Module | None, limits: Limits) -> Module:
        if beside:
            beside.require_loaded()
        name = beside.name if beside else NAMES.take()
        try:
            self.remember(goal, {"Module": Atom(name), "Name": file_atom(path), "Text": text}, limits, name)
        except BaseException as error:
            if isinstance(error, PrologError) and error.term.startswith("error(permission_error(create,module,"):
                # A goal used the unloaded module and thereby created it again; its name cannot be reused.
                return self._load(goal, path, text, beside, limits)
            if beside is None:
                NAMES.give_back(name)
            raise
        return beside or Module(name, self._engine, self._unload)

    def _unload(self, module: Module) -> None:
        self.loads[:] = [load for load in self.loads if load[0] != module.name]
        try:
            finish(self._engine.start("pybridge:unload_module(Module)", values={"Module": Atom(module.name)}))
        except PrologError as error:
            gone = isinstance(error, PrologCrashError) or error.term.startswith(_NOT_LOADED)
            if not (gone and self._engine.isolated):
                raise
        NAMES.give_back(module.name)
