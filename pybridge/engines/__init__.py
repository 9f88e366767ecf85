"""Every engine behind one call."""

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

from pybridge.engines.registry import require
from pybridge.errors import UnknownStartError
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.given_state import example, given_state
from pybridge.limits import NO_LIMITS, Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import Reason, why_unsolvable
from pybridge.search import plain
from pybridge.search.solution import Solution
from pybridge.search.task import Progress, Prune, Run, Task, UnderWay

_MANY = 12
"""Starts that a message names, at most."""


def begin(
    task: Task, engine: str, *, counted: bool = True, background: bool = False, isolate: bool | None = None
) -> Run:
    """Start a search and return at once.

    A start that cannot reach a goal is recognised here, and nothing is searched. With `counted` the Prolog engine
    counts nodes in a second run beside the first. Python in the `background` gives way to other threads. Prolog runs
    in a process of its own if `isolate`, or if it is not said and the task's text is the user's. Raises
    UnavailableProgramError, ProgramError, and PrologMissingError or PrologTooOldError if there is no SWI-Prolog to run.
    """
    require(task, engine)
    reason = why_unsolvable(task.facts, task.start)
    if reason:
        return _Unsolvable(task, engine, reason)
    if engine == "python":
        return plain.PlainRun(task, background=background)
    if engine == "native":
        from pybridge.search.native.run import NativeRun

        return NativeRun(task, background=background)
    from pybridge.engines.prolog import ClassicRun

    return ClassicRun(task, engine, counted=counted, isolate=bool(task.text) if isolate is None else isolate)


def solve(
    facts: PuzzleFacts,
    program: str = "ids",
    *,
    engine: str = "prolog",
    start: str | None = None,
    every: bool = False,
    limits: Limits = NO_LIMITS,
    last_threshold: int | None = None,
    counted: bool = True,
    isolate: bool | None = None,
    text: Path | None = None,
    heuristic: str | None = None,
    pruning: Prune | None = None,
    jobs: int = 1,
    only_count: bool = False,
    most: int | None = None,
) -> Solution:
    """A shortest solution, or with `every` all, or the first `most`. `start` is a name or a state as text.

    `text` is the path of a Prolog program; `heuristic` (as `--heuristic` takes it) to `only_count` are for `ida_star`.
    Raises what `begin` does, UnknownStartError, UnfitHeuristicError, PrologError.
    """
    where = start_state(facts, start)
    task = Task(facts, *where, program, every, limits, last_threshold, text, heuristic, pruning, jobs, only_count, most)
    run = begin(task, engine, counted=counted, isolate=isolate)
    with cancelling(run):
        while not run.wait(0.1):
            pass
    return run.result()


@contextlib.contextmanager
def cancelling(run: UnderWay) -> Iterator[None]:
    """Have an interrupt of the body cancel what is under way and wait for its end, not go on as an exception."""
    try:
        yield
    except KeyboardInterrupt:
        run.cancel()
        while not run.wait(0.01):
            pass


def start_state(facts: PuzzleFacts, text: str | None) -> tuple[str, State]:
    """A start's name and state: the first start, one by name, or a state given as text, which is called `given`.

    A state is a Prolog list, or for sliding tiles its entries: numbers, or what the board shows, with `/` where a
    reader likes a row to end. Raises UnknownStartError.
    """
    if text is None:
        return facts.starts[0]
    if text in dict(facts.starts):
        return text, facts.start(text)
    if re.fullmatch(r"[\w-]*[^\W\d][\w-]*", text):
        names = ", ".join(name for name, _ in facts.starts[:_MANY])
        if len(facts.starts) > _MANY:
            names += f" and {len(facts.starts) - _MANY} more"
        hint = f"it has {names}, or write a state as {example(facts)}"
        raise UnknownStartError(f"{facts.name} has no start {text!r}; {hint}")
    return "given", given_state(facts, text)


class _Unsolvable:
    """A run that is over before it begins."""

    def __init__(self, task: Task, engine: str, reason: Reason) -> None:
        self._solution = Solution(
            task.facts.name,
            task.start_name,
            task.program,
            engine,
            Outcome.UNSOLVABLE,
            (),
            (),
            0.0,
            None,
            reason,
            task.every,
        )

    def progress(self) -> Progress:
        return Progress((), None)

    def cancel(self) -> None:
        """Nothing is under way."""

    def wait(self, timeout: float) -> bool:
        return True

    def searching(self) -> bool:
        return False

    def hurry(self) -> None:
        """Nothing is under way."""

    def result(self) -> Solution:
        return self._solution
