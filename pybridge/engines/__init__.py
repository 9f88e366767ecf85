"""Every engine behind one call, alone or checked by a twin."""

import contextlib
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pybridge.compare import Comparison, compare
from pybridge.engines.registry import engine as engine_named
from pybridge.engines.registry import require
from pybridge.errors import UnknownStartError
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.given_state import example, given_state
from pybridge.limits import OnProgress
from pybridge.outcome import Outcome
from pybridge.puzzles import Reason, random_state, why_unsolvable
from pybridge.search.run import BackgroundRun, begin_search
from pybridge.search.solution import Solution
from pybridge.search.tally import Tally
from pybridge.search.task import Progress, Run, Task, UnderWay

if TYPE_CHECKING:
    from pybridge.heuristics.protocol import Heuristic
    from pybridge.heuristics.registry import Spec

_MANY = 12
"""Starts that a message names, at most."""
_LONGEST_NAME = 20
"""A longer word that names no start is meant as a state."""
_SEEDS = 1_000_000
"""Random starts that are drawn without a seed, whose seeds are short enough to type."""

PATIENCE = (4.0, 5.0)
"""Seconds, at least and at most, that the twin and the counting of nodes may go on after the main search is over."""


class CheckedRun:
    """A main run, and a twin that searches the same in another engine at the same time.

    The twin stops with the main run if that is cancelled. Else it may go on for as long again as the main run took,
    within `PATIENCE`, and what both have completed by then is compared.
    """

    def __init__(self, task: Task, main: Run, twin: Run) -> None:
        self._task = task
        self._main = main
        self._twin = twin
        self._begun = time.monotonic()
        self._give_up: float | None = None

    def progress(self) -> Progress:
        """How far the main run is."""
        return self._main.progress()

    def searching(self) -> bool:
        """Whether the main run goes on."""
        return self._main.searching()

    def hurry(self) -> None:
        """Leave what only serves the comparison."""
        self._twin.cancel()
        self._main.hurry()

    def cancel(self) -> None:
        """End both runs soon."""
        self._twin.cancel()
        self._main.cancel()

    def wait(self, timeout: float) -> bool:
        """Wait at most so many seconds; True if both are over."""
        deadline = time.monotonic() + timeout
        both = self._main.wait(timeout) and self._twin.wait(max(0.0, deadline - time.monotonic()))
        if not both and not self._main.searching():
            now = time.monotonic()
            least, most = PATIENCE
            self._give_up = self._give_up or now + min(max(least, now - self._begun), most)
            if now > self._give_up:
                self.hurry()
        return both

    def result(self) -> Solution:
        """The main run's solution, once both are over."""
        return self._main.result()

    def comparison(self) -> Comparison:
        """Both solutions and their agreement, once both are over."""
        solutions = [self._main.result(), self._twin.result()]
        return compare(self._task.facts, self._task.start_name, self._task.start, solutions)


def begin(task: Task, engine: str, *, background: bool = False) -> BackgroundRun[Solution]:
    """Start a search and return at once.

    A start that cannot reach a goal is recognised here, and nothing is searched. In the `background` the search gives
    way to other threads. An engine that finds only shortest solutions searches for one that is good enough, if that is
    wanted. Raises UnavailableProgramError.
    """
    row = require(task, engine)
    search, task = row.search, task if row.good(task.facts.domain) else task.shortest()
    if reason := why_unsolvable(task.facts, task.start):
        search = _unsolvable(engine, reason)
    return begin_search(search, task, background=background)


def _unsolvable(engine: str, reason: Reason) -> Callable[[Task, Tally, OnProgress], Solution]:
    def search(task: Task, tally: Tally, report: OnProgress) -> Solution:
        names = task.facts.name, task.start_name, task.program, engine
        return Solution(*names, Outcome.UNSOLVABLE, (), (), 0.0, None, reason, task.wanted.every)

    return search


def wait(run: UnderWay) -> None:
    """Wait until a run is over."""
    while not run.wait(0.1):
        pass


def solve_checked(
    task: Task, engine: str, *, twin: bool = True, watch: Callable[[Run], None] = wait
) -> "tuple[Solution, Comparison]":
    """Search, have the twin of the engine search the same at the same time, and compare.

    An engine without a twin, or any without `twin`, is checked alone: its solution is replayed, and its length compared
    with the fact file. `watch` waits for the run, and may show its progress; an interrupt there cancels the search, and
    is an outcome. Raises what `begin` does, and what the search does.
    """
    other = engine_named(engine).twin if twin else None
    run: BackgroundRun[Solution] | CheckedRun = begin(task, engine)
    if other:
        alike = replace(task, limits=replace(task.limits, inferences=None), text=None, isolate=False)
        run = CheckedRun(task, run, begin(alike, other, background=True))
    with cancelling(run):
        watch(run)
    return run.result(), run.comparison() if isinstance(run, CheckedRun) else _alone(task, run.result())


def _alone(task: Task, solution: Solution) -> "Comparison":
    from pybridge.compare import compare

    return compare(task.facts, task.start_name, task.start, [solution])


def solve(
    facts: PuzzleFacts,
    program: str = "ids",
    *,
    engine: str = "prolog",
    start: str | None = None,
    heuristic: "str | Heuristic | None" = None,
    check: bool = False,
    **options: Any,
) -> Solution:
    """A shortest solution, from the name of a start or a state as text; the first start of the puzzle by default.

    `heuristic` is what `--heuristic` takes, or an object; `options` are the other fields of `Task`, such as `wanted`
    and `limits`. A `text` runs in a process of its own by default. With `check` the engine's twin does the same search.
    Raises what `begin` does, UnknownStartError, UnfitHeuristicError, PrologError, and DisagreementError if a check
    fails.
    """
    name, state = start_state(facts, start)
    options.setdefault("isolate", bool(options.get("text")))
    task = Task(facts=facts, start_name=name, start=state, program=program, heuristic=_parsed(heuristic), **options)
    solution, comparison = solve_checked(task, engine, twin=check)
    if check:
        comparison.require_agreement()
    return solution


def _parsed(heuristic: "str | Heuristic | None") -> "Spec | Heuristic | None":
    if not isinstance(heuristic, str):
        return heuristic
    from pybridge.heuristics.registry import parse

    return parse(heuristic)


@contextlib.contextmanager
def cancelling(run: UnderWay) -> Iterator[None]:
    """Have an interrupt of the body cancel what is running and wait for its end; no KeyboardInterrupt is raised."""
    try:
        yield
    except KeyboardInterrupt:
        run.cancel()
        while not run.wait(0.01):
            pass


def start_state(facts: PuzzleFacts, text: str | None) -> tuple[str, State]:
    """A start's name and state: the first start, one by name, a random one, or a state given as text, called `given`.

    A state is a Prolog list, or for sliding tiles its entries: numbers, or what the board shows, with `/` where a
    reader likes a row to end; for permutation puzzles moves from the goal, or a letter per facelet. `random` draws a
    state that can reach a goal, and `random 7` always the same one. Raises UnknownStartError, UnavailableProgramError.
    """
    if text is None:
        return facts.starts[0]
    if text in dict(facts.starts):
        return text, facts.start(text)
    if drawn := re.fullmatch(r"random(?: +([0-9]{1,18}))?", text):
        seed = int(drawn[1] or time.time_ns() % _SEEDS)
        return f"random {seed}", random_state(facts, seed)
    try:
        return "given", given_state(facts, text)
    except UnknownStartError:
        if len(text) > _LONGEST_NAME or not re.fullmatch(r"[\w-]*[^\W\d][\w-]*", text):
            raise
        raise UnknownStartError(_no_start(facts, text)) from None


def _no_start(facts: PuzzleFacts, name: str) -> str:
    names = ", ".join(name for name, _ in facts.starts[:_MANY])
    if len(facts.starts) > _MANY:
        names += f" and {len(facts.starts) - _MANY} more"
    return f"{facts.name} has no start {name!r}; it has {names}, or write a state as {example(facts)}"
