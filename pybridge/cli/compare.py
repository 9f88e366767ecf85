"""`compare`: run engines and programs side by side, on one puzzle or many."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pybridge.cli.hints import examples
from pybridge.cli.options import (
    LimitOptions,
    SearchOptions,
    StartOptions,
    WantedOptions,
    Without,
    engine_option,
    program_option,
    puzzle,
    puzzle_names,
)
from pybridge.cli.own import ENGINE, programs_and_files, tell_warnings, with_own
from pybridge.cli.shown import ShownOptions, print_result
from pybridge.errors import ArgumentError
from pybridge.outcome import Outcome

if TYPE_CHECKING:
    from pybridge.agreement import Comparison
    from pybridge.search.task import Task


EXAMPLES = examples("""
pybridge compare seven
pybridge compare seven eight box_eight --program ids_low,breadth_first
pybridge compare blocks3 --all --json
pybridge compare eight --program ids_low,breadth_first --svg eight.svg
pybridge compare eight --engine python,native --heuristic takahashi
pybridge compare seven eight --html agreement.html
pybridge compare blocks3 --engine native,clingo
""")


Engines = Annotated[str, engine_option("E,...")]
Programs = Annotated[str | None, program_option("P|FILE,...")]
EveryStart = Annotated[bool, typer.Option("--every-start", help="Compare on every named start instead of the first.")]
Search = Annotated[SearchOptions, Without("weight", "batch", "jobs")]
Wanted = Annotated[WantedOptions, Without("most", "count", "any")]
Shown = Annotated[ShownOptions, Without("quiet", "moves_as", "live", "picture", "steps")]


def compare(
    names: Annotated[list[str], typer.Argument(metavar="PUZZLE...", autocompletion=puzzle_names, show_default=False)],
    engine: Engines = "prolog,python", program: Programs = None, *, search: Search, start: StartOptions,
    every_start: EveryStart = False, wanted: Wanted, within: LimitOptions, shown: Shown,
) -> int:  # fmt: skip
    """Search with several engines and check that they agree.

    The engines are prolog, prolog-terms, prolog-compiled, python, native, and the planners fast-downward and clingo.
    Each runs those of the programs that it has. By default they are ids_low, ids where there is no bound for it (blocks
    world, most rules), and ida_star for native alone.
    """
    from pybridge.engines.pairs import pairs_for, require_engines

    shown.require()
    engines, (programs, files) = require_engines(engine.split(",")), programs_and_files(program)
    _require_inferences(engines, within.inference_limit)
    if start.start is not None and every_start:
        raise ArgumentError("give --start or --every-start, not both")
    tasks = _tasks(names, None if every_start else start, **asdict(search), **asdict(wanted), **asdict(within))
    plans = [(task, pairs_for(task, engines, programs)) for task in tasks]
    _tell_left_out(plans, engines, programs)
    comparisons = _compare_all(plans, files)
    _show(tasks, comparisons, shown)
    for comparison in comparisons:
        comparison.require_agreement()
    return next((s.outcome.exit_code for c in comparisons for s in c.solutions if s.outcome.exit_code), 0)


def _require_inferences(engines: list[str], limit: int | None) -> None:
    """Refuse an inference limit if no engine counts inferences."""
    from pybridge.engines.registry import ENGINES

    if limit is not None and not any(ENGINES[engine].inferences for engine in engines):
        raise ArgumentError(f"{engines[0]} counts no inferences; --inference-limit requires a Prolog engine")


def _tasks(names: list[str], start: StartOptions | None, **options: Any) -> "list[Task]":
    """The searches by puzzle, from a start or from every one, each still without its programs."""
    from pybridge.api.solving import task_of

    return [
        task_of(facts, *begin, **options)
        for facts in map(puzzle, names)
        for begin in (facts.starts if start is None else [start.of(facts)])
    ]


def _compare_all(plans: "list[tuple[Task, list[tuple[str, str]]]]", files: list[Path]) -> "list[Comparison]":
    """One comparison after the other; an interrupt ends the rest."""
    comparisons: list[Comparison] = []
    for task, searches in plans:
        comparisons.append(_compare(task, searches, files))
        if _interrupted(comparisons[-1]):
            break
    return comparisons


def _compare(task: "Task", searches: list[tuple[str, str]], files: list[Path]) -> "Comparison":
    """Every engine and program on one start, and programs of the user's, each beside its own twin."""
    from pybridge.engines import alike, solve_checked, solve_in_turn
    from pybridge.engines.own_program import compared_with
    from pybridge.render.live import watch

    tasks = [(alike(task, engine, program), engine) for engine, program in searches]
    found = solve_in_turn(tasks, watch=watch)
    for own in [] if _interrupted(found) else [with_own(task, file) for file in files]:
        tell_warnings(own)
        _, checked = solve_checked(own, ENGINE, watch=watch)
        found = compared_with(found, own, checked)
    return found


def _interrupted(comparison: "Comparison") -> bool:
    return any(solution.outcome is Outcome.INTERRUPTED for solution in comparison.solutions)


def _show(tasks: "list[Task]", comparisons: "list[Comparison]", shown: ShownOptions) -> None:
    from pybridge.render.comparison import ComparisonTable

    print_result(shown.json, lambda: [each.to_dict() for each in comparisons], lambda: ComparisonTable(comparisons))
    shown.write_svg(lambda: ComparisonTable(comparisons), "pybridge compare")
    if shown.html:
        from pybridge.render.page import comparison_page

        shown.write_page(comparison_page(tasks, comparisons))


def _tell_left_out(
    plans: "list[tuple[Task, list[tuple[str, str]]]]", engines: list[str], programs: list[str] | None
) -> None:
    """Report which engine lacks a requested program."""
    told = dict.fromkeys(
        f"{engine} has no {name} for {task.facts.domain}; skipped"
        for task, searches in plans
        for name in programs or ["program"]
        for engine in engines
        if (engine, name) not in searches and (programs or engine not in dict(searches))
    )
    for line in told:
        typer.echo(f"pybridge: {line}", err=True)
