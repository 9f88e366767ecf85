"""One search, as the command `solve` does it: what is left open is chosen for the puzzle."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypedDict, Unpack

from pybridge.agreement import Comparison, compare
from pybridge.api.arguments import (
    Guide,
    Puzzle,
    Start,
    best_first_of,
    facts_of,
    flag,
    guide_of,
    limits_of,
    optional,
    pruning_named,
    start_of,
    whole,
)
from pybridge.engines import solve_checked, wait
from pybridge.engines.registry import engine as engine_named
from pybridge.engines.registry import programs
from pybridge.engines.starts import seed_of
from pybridge.errors import ArgumentError, UnavailableProgramError
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.wording import as_given
from pybridge.heuristics.choice import DEFAULTS, plain
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import Spec
from pybridge.limits import MOST_JOBS, NO_LIMITS
from pybridge.outcome import Outcome
from pybridge.puzzles import Pruning
from pybridge.report import Report, report
from pybridge.search.rows import by_network, native_lacks, row_of_domain, search_row
from pybridge.search.solution import Solution
from pybridge.search.task import COUNT, GUIDED, Run, Task, Wanted


class Wishes(TypedDict, total=False):
    """What to find from a start, and how far to go; docs/python.md says what each option does."""

    all: bool
    most: int | None
    count: bool
    any: int | None
    last: int | None
    time_limit: float | None
    inference_limit: int | None
    memory_limit: int | None


def solve(
    puzzle: Puzzle, start: Start = None, *,
    heuristic: Guide = None, program: str | None = None, engine: str | None = None,
    pruning: str | Pruning | None = None, weight: float = 1.0, batch: int = 1, jobs: int = 1,
    all: bool = False, most: int | None = None, count: bool = False, any: int | None = None,
    last: int | None = None, time_limit: float | None = None, inference_limit: int | None = None,
    memory_limit: int | None = None, prove: bool = False, check: bool = False, watch: Callable[[Run], None] = wait,
) -> Solution:  # fmt: skip
    """A shortest solution, and the proof that none is shorter: what the command `solve` finds.

    Without options, natively, with a heuristic chosen for the puzzle. A judge replays the solution, and its length
    compared with the fact file; with `check` the twin that an engine in Prolog has searches the same, too. An interrupt
    is an outcome.
    Raises PybridgeError: each kind of unsuitable argument has its class, and DisagreementError is a failed check.
    """
    return solve_and_check(
        puzzle, start, heuristic=heuristic, program=program, engine=engine, pruning=pruning, weight=weight,
        batch=batch, jobs=jobs, all=all, most=most, count=count, any=any, last=last, time_limit=time_limit,
        inference_limit=inference_limit, memory_limit=memory_limit, prove=prove, check=check, watch=watch,
    ).solution  # fmt: skip


def solve_and_check(
    puzzle: Puzzle, start: Start = None, *,
    heuristic: Guide = None, program: str | None = None, engine: str | None = None,
    pruning: str | Pruning | None = None, weight: float = 1.0, batch: int = 1, jobs: int = 1,
    all: bool = False, most: int | None = None, count: bool = False, any: int | None = None,
    last: int | None = None, time_limit: float | None = None, inference_limit: int | None = None,
    memory_limit: int | None = None, prove: bool = False, check: bool = False, watch: Callable[[Run], None] = wait,
) -> Report:  # fmt: skip
    """The same as `solve`, with the states that the solution leads through, and all checks. Raises what it raises."""
    facts, prove, check = facts_of(puzzle), flag("prove", prove), flag("check", check)
    task = task_of(
        facts, *start_of(facts, start), heuristic=heuristic, program=program, engine=engine, pruning=pruning,
        weight=weight, batch=batch, jobs=jobs, all=all, most=most, count=count, any=any, last=last,
        time_limit=time_limit, inference_limit=inference_limit, memory_limit=memory_limit,
    )  # fmt: skip
    solution, comparison = searched(task, engine, twin=check, watch=watch)
    comparison.require_agreement()
    if prove:
        between = [each for each in comparison.checks if each.between]
        solution, comparison = searched_to_the_end(task, solution, watch)
        comparison = replace(comparison, checks=(*comparison.checks, *between))
        comparison.require_agreement()
    return report(task, solution, comparison)


def task_of(
    facts: PuzzleFacts, name: str, state: State, *,
    heuristic: Guide = None, program: str | None = None, engine: str | None = None,
    pruning: str | Pruning | None = None, weight: float = 1.0, batch: int = 1, jobs: int = 1,
    **wishes: Unpack[Wishes],
) -> Task:  # fmt: skip
    """The search from a start, by a program that finds shortest solutions unless one is named.

    Raises ArgumentError and UnfitHeuristicError.
    """
    guide = guide_of(facts, heuristic)
    every = flag("all", wishes.get("all", False)) or flag("count", wishes.get("count", False))
    if program is None:
        program = optimal_program(facts, guide, every=every, engine=engine)
    elif not isinstance(program, str):
        raise UnavailableProgramError(f"program is a name, not {as_given(program)}")
    task = Task(
        facts=facts, start_name=name, start=state, program=program, heuristic=guide, pruning=pruning_named(pruning),
        best_first=best_first_of(weight, batch, [program]), jobs=whole("jobs", jobs, 1, MOST_JOBS),
    )  # fmt: skip
    return wishing(task, **wishes)


def wishing(task: Task, **wishes: Unpack[Wishes]) -> Task:
    """The task with what is wished for, and its limits. Raises ArgumentError."""
    limits = limits_of(wishes.get("time_limit"), wishes.get("inference_limit"), wishes.get("memory_limit"))
    return replace(task, wanted=_wanted(wishes), limits=limits, last_threshold=optional("last", wishes.get("last")))


def _wanted(wishes: Wishes) -> Wanted:
    """Which solutions are asked for. Raises ArgumentError for contradictions."""
    most, any = optional("most", wishes.get("most"), 1), optional("any", wishes.get("any"), 1)
    every, count = flag("all", wishes.get("all", False)), flag("count", wishes.get("count", False))
    asked = [name for name, value in (("any", any), ("all", every), ("count", count)) if value]
    if any and wishes.get("last") is not None:
        asked = ["any", "last"]
    if len(asked) > 1:
        raise ArgumentError(f"give one of --{asked[0]} and --{asked[1]}")
    if most is not None and asked != ["all"]:
        raise ArgumentError("--most limits how many solutions --all lists; add --all")
    return COUNT if asked == ["count"] else Wanted(every=asked == ["all"], listed=most, good=any)


def optimal_program(
    facts: PuzzleFacts, heuristic: "Spec | Heuristic | None" = None, *, every: bool = False, engine: str | None = None
) -> str:
    """IDA*, or breadth-first search in a domain that has no heuristic, unless its row suggests another program.

    An engine that does not have that one is not offered it. One that has a single program, as planners have, gets that.
    """
    known = () if engine is None else programs(engine_named(engine).name, facts.domain)
    if len(known) == 1:
        return known[0]
    found = None if heuristic or every else search_row(facts).suggested(facts)
    if found and (engine is None or found[0] in known):
        return found[0]
    return "ida_star" if plain(facts) or heuristic else "breadth_first"


def engine_for(task: Task) -> str:
    """The compiled engine if it holds the puzzle and has the program, otherwise plain Python."""
    own = not (task.heuristic is None or isinstance(task.heuristic, Spec) or by_network(task))
    compiled = task.program in row_of_domain(task.facts.domain).compiled
    return "native" if compiled and not own and native_lacks(task) is None else "python"


def completed(task: Task, engine: str) -> Task:
    """The task with a heuristic, where it is left open and the engine does not choose one."""
    if engine == "python" and task.program in GUIDED and task.heuristic is None:
        return replace(task, heuristic=plain(task.facts))
    return task


def searched(
    task: Task, engine: str | None = None, *, twin: bool = False, watch: Callable[[Run], None] = wait
) -> tuple[Solution, Comparison]:
    """Search with an engine, by default one chosen for the task, and check what it finds.

    Raises UnavailableProgramError for a random start whose search would take years, unless the task sets an end.
    """
    if why := _endless(task):
        raise UnavailableProgramError(why)
    engine = engine_named(engine).name if engine is not None else engine_for(task)
    return solve_checked(completed(task, engine), engine, twin=twin, watch=watch)


def _endless(task: Task) -> str | None:
    """Why a search from a random start would take years; None if it would not, or if the task sets an end."""
    ends = task.limits != NO_LIMITS or task.last_threshold is not None
    if ends or seed_of(task.start_name) is None or task.program == "a_star":
        return None
    return search_row(task.facts).endless(task)


def searched_to_the_end(task: Task, found: Solution, watch: Callable[[Run], None]) -> tuple[Solution, Comparison]:
    """A solution that may be suboptimal, with what a search with the best lower bound proves, and its checks."""
    rest = _shorter(task, found)
    solution = _proved(found, searched(rest, watch=watch)[0]) if rest else found
    return solution, compare(task.facts, task.start_name, task.start, [solution])


def _shorter(task: Task, found: Solution) -> Task | None:
    """The search for something shorter than was found, by the best lower bound; None if there is nothing to prove.

    Where nothing was found within a limit, and nothing is proved, it is for whatever is within that. Where a domain has
    no heuristics, it is breadth-first.
    """
    missed = found.outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT and found.lower_bound is None
    if found.claims or found.outcome is Outcome.INTERRUPTED or not (found.length or missed):
        return None
    last = task.last_threshold
    if found.length is not None:
        last = found.length - search_row(task.facts).step(task.facts, task.start)
    limits = task.limits
    if limits.seconds is not None:
        limits = replace(limits, seconds=max(limits.seconds - found.seconds, 0.001))
    program = "ida_star" if task.facts.domain in DEFAULTS else "breadth_first"
    return replace(
        task, program=program, heuristic=None, pruning=None, wanted=Wanted(), limits=limits, last_threshold=last
    )


def _proved(found: Solution, other: Solution) -> Solution:
    """What was found, with what another search, for the task that `_shorter` returns, proves or finds in its place.

    The iterations are those of the proof. If it is stopped, its outcome is that of both, and the solution is kept.
    """
    named = f"{found.heuristic}, then {other.heuristic or other.program}"
    both = replace(other, program=found.program, heuristic=named, seconds=found.seconds + other.seconds)
    if other.outcome is Outcome.SOLVED or not found.solutions:
        return both
    none = other.outcome in (Outcome.NO_SOLUTION_WITHIN_LIMIT, Outcome.UNSOLVABLE)
    return replace(both, solutions=found.solutions, claims=none, outcome=Outcome.SOLVED if none else other.outcome)
