"""`compare`: run engines and programs side by side, on one puzzle or many."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pybridge.cli.parameters import (
    Every,
    InferenceLimit,
    Json,
    LastThreshold,
    MemoryLimit,
    Pruning,
    Seed,
    Start,
    TimeLimit,
    chosen_start,
    heuristic_value,
    limits,
    prune,
    puzzle,
    seeded,
)
from pybridge.cli.pictures import Dark, Drawing, Force, Html, Svg

if TYPE_CHECKING:
    from pybridge.agreement import Comparison
    from pybridge.search.task import Task


_EXAMPLES = """Examples:

  pybridge compare seven

  pybridge compare seven eight box_eight --program ids_low,breadth_first

  pybridge compare blocks3 --all --json

  pybridge compare eight --program ids_low,breadth_first --svg eight.svg

  pybridge compare eight --engine python,native --heuristic takahashi

  pybridge compare seven eight --html agreement.html

  pybridge compare blocks3 --engine native,clingo
"""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("compare", epilog=_EXAMPLES)(compare)


Engines = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="E,...",
        help="Engines: prolog, prolog-terms, prolog-compiled, python, native; planners: fast-downward, clingo.",
    ),
]
Programs = Annotated[
    str | None,
    typer.Option(
        "--program",
        metavar="P,...",
        help="Programs (default: ids_low, ids for blocks world, ida_star for native alone).",
    ),
]
Heuristic = Annotated[
    str | None,
    typer.Option(
        "--heuristic",
        metavar="H",
        help="Heuristic of ida_star (default: manhattan; towers for blocks world; projection:small for permutation "
        "puzzles).",
    ),
]
EveryStart = Annotated[bool, typer.Option("--every-start", help="Compare on every named start instead of the first.")]


def compare(
    names: Annotated[list[str], typer.Argument(metavar="PUZZLE...", show_default=False)],
    engine: Engines = "prolog,python",
    program: Programs = None,
    start: Start = None,
    seed: Seed = None,
    every_start: EveryStart = False,
    every: Every = False,
    last: LastThreshold = None,
    heuristic: Heuristic = None, pruning: Pruning = None,
    time_limit: TimeLimit = None, inference_limit: InferenceLimit = None, memory_limit: MemoryLimit = None,
    json: Json = False, svg: Svg = None, html: Html = None, dark: Dark = False, force: Force = False,
) -> int:  # fmt: skip
    """Search with several engines and check that they agree."""
    from pybridge.engines.pairs import pairs, require_engines

    drawing = Drawing(svg, None, None, dark, force, html)
    drawing.require()
    engines = require_engines(engine.split(","))
    _require_inferences(engines, inference_limit)
    wanted = every, last, limits(time_limit, inference_limit, memory_limit), heuristic_value(heuristic), prune(pruning)
    tasks = _tasks(names, seeded(start, seed), every_start, *wanted)
    plans = [(task, pairs(task.facts, engines, program.split(",") if program else None)) for task in tasks]
    tell_left_out(plans, engines, program)
    comparisons = _compare_all(plans)
    _show(tasks, comparisons, json, drawing)
    for comparison in comparisons:
        comparison.require_agreement()
    return next((s.outcome.exit_code for c in comparisons for s in c.solutions if s.outcome.exit_code), 0)


def _require_inferences(engines: list[str], limit: int | None) -> None:
    """Refuse an inference limit if no engine counts inferences."""
    from pybridge.engines.registry import ENGINES

    if limit is not None and not any(ENGINES[engine].inferences for engine in engines):
        raise typer.BadParameter(f"{engines[0]} counts no inferences; --inference-limit requires a Prolog engine")


def _tasks(names: list[str], start: str | None, every_start: bool, *wanted: Any) -> "list[Task]":
    """The searches by puzzle, without their programs; `wanted` is every, last, limits, heuristic, pruning."""
    from pybridge.search.task import ALL, FIRST, Task

    if start is not None and every_start:
        raise typer.BadParameter("give --start or --every-start, not both")
    every, last, bounds, heuristic, pruning = wanted
    return [
        Task(
            facts=facts,
            start_name=title,
            start=state,
            program="",
            wanted=ALL if every else FIRST,
            limits=bounds,
            last_threshold=last,
            heuristic=heuristic,
            pruning=pruning,
        )
        for facts in [puzzle(name) for name in names]
        for title, state in (facts.starts if every_start else [chosen_start(facts, start)])
    ]


def _compare_all(plans: "list[tuple[Task, list[tuple[str, str]]]]") -> "list[Comparison]":
    """One comparison after the other; an interrupt ends the rest."""
    comparisons: list[Comparison] = []
    for task, searches in plans:
        comparisons.append(_compare(task, searches))
        if comparisons[-1].solutions[-1].outcome.exit_code == 130:
            break
    return comparisons


def _compare(task: "Task", searches: list[tuple[str, str]]) -> "Comparison":
    """Every engine and program on one start."""
    from pybridge.engines import alike, solve_in_turn
    from pybridge.render import stderr_console, watch

    tasks = [(alike(task, engine, program), engine) for engine, program in searches]
    return solve_in_turn(tasks, watch=lambda run: watch(run, stderr_console()))


def _show(tasks: "list[Task]", comparisons: "list[Comparison]", json: bool, drawing: Drawing) -> None:
    from pybridge.cli import json_forms
    from pybridge.render import ComparisonTable, stdout_console

    if json:
        json_forms.print_json([each.to_dict() for each in comparisons])
    else:
        stdout_console().print(ComparisonTable(comparisons))
    drawing.write_svg(ComparisonTable(comparisons), "pybridge compare")
    if drawing.html:
        from pybridge.render.page import comparison_page

        drawing.write_page(lambda: comparison_page(tasks, comparisons))


def tell_left_out(plans: "list[tuple[Task, list[tuple[str, str]]]]", engines: list[str], program: str | None) -> None:
    """Report which engine lacks a requested program."""
    told = dict.fromkeys(
        f"{engine} has no {name} for {task.facts.domain}; skipped"
        for task, searches in plans
        for name in (program or "program").split(",")
        for engine in engines
        if (engine, name) not in searches and (program or engine not in dict(searches))
    )
    for line in told:
        typer.echo(f"pybridge: {line}", err=True)
