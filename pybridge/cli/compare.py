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
    heuristic_value,
    limits,
    prune,
    puzzle,
    seeded,
)

if TYPE_CHECKING:
    from pybridge.compare import Comparison
    from pybridge.facts import PuzzleFacts
    from pybridge.search.solution import Solution
    from pybridge.search.task import Task


_EXAMPLES = """Examples:

  pybridge compare seven

  pybridge compare seven eight box_eight --program ids_low,breadth_first

  pybridge compare blocks3 --all --json

  pybridge compare eight --engine python,native --heuristic takahashi
"""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("compare", epilog=_EXAMPLES)(compare)


Engines = Annotated[str, typer.Option("--engine", metavar="E,...", help="Engines.")]
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
        "--heuristic", metavar="H", help="Heuristic of ida_star (default: manhattan; towers for blocks world)."
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
    heuristic: Heuristic = None,
    pruning: Pruning = None,
    time_limit: TimeLimit = None,
    inference_limit: InferenceLimit = None,
    memory_limit: MemoryLimit = None,
    json: Json = False,
) -> int:
    """Search with several engines and check that they agree."""
    engines = asked(engine)
    _require_inferences(engines, inference_limit)
    bounds = limits(time_limit, inference_limit, memory_limit)
    tasks = _tasks(
        names, seeded(start, seed), every_start, every, last, bounds, heuristic_value(heuristic), prune(pruning)
    )
    plans = [(task, pairs(task.facts, engines, program)) for task in tasks]
    tell_left_out(plans, engines, program)
    comparisons = _compare_all(plans)
    _show(comparisons, json)
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
    from pybridge.engines import start_state
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
        for title, state in (facts.starts if every_start else [start_state(facts, start)])
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
    """One search after the other, so that they do not slow each other down; an interrupt ends the rest."""
    from pybridge import compare as comparing

    solutions: list[Solution] = []
    for engine, program in searches:
        solutions.append(_search(task, engine, program))
        if solutions[-1].outcome.exit_code == 130:
            break
    return comparing.compare(task.facts, task.start_name, task.start, solutions)


def _search(task: "Task", engine: str, program: str) -> "Solution":
    from dataclasses import replace

    from pybridge.engines import begin, cancelling
    from pybridge.engines.registry import ENGINES
    from pybridge.render import stderr_console, watch
    from pybridge.search.domains import searching

    bounds = task.limits if ENGINES[engine].inferences else replace(task.limits, inferences=None)
    heuristic, pruning = (task.heuristic, task.pruning) if program == "ida_star" else (None, None)
    task = replace(task, program=program, limits=bounds, heuristic=heuristic, pruning=pruning)
    run = begin(searching(task.facts).comparable(task), engine)
    with cancelling(run):
        watch(run, stderr_console())
    return run.result()


def _show(comparisons: "list[Comparison]", json: bool) -> None:
    if json:
        from pybridge.cli import json_forms

        json_forms.print_json([json_forms.comparison(each) for each in comparisons])
        return
    from pybridge.render import ComparisonTable, stdout_console

    stdout_console().print(ComparisonTable(comparisons))


_USUAL = ("ids_low", "ids", "ida_star")


def asked(text: str) -> list[str]:
    """The requested engines, each once."""
    from pybridge.engines.registry import engine

    return [engine(name).name for name in dict.fromkeys(text.split(","))]


def pairs(facts: "PuzzleFacts", engines: list[str], program: str | None) -> list[tuple[str, str]]:
    """Pairs of an engine and a program that it has. Each program must exist in at least one engine.

    If no program is requested, an engine that lacks the usual one runs its own.
    """
    from pybridge.engines.registry import ENGINES, programs
    from pybridge.errors import UnavailableProgramError

    has = {
        engine: [name for name in programs(engine, facts.domain) if program or not ENGINES[engine].lacks(facts, name)]
        for engine in engines
    }
    everything = {name for names in has.values() for name in names}
    if not everything:
        raise UnavailableProgramError(f"no programs for {facts.domain} in {', '.join(engines)}")
    usual = next(name for name in _USUAL if name in everything)
    if "native" in engines and not any(ENGINES[engine].inferences for engine in engines) and has["native"]:
        usual = "ida_star"
    wanted = list(dict.fromkeys(program.split(","))) if program else [usual]
    for name in wanted:
        if name not in everything:
            raise UnavailableProgramError(
                f"no program {name!r} for {facts.domain} in {', '.join(engines)}; "
                f"choose from {', '.join(sorted(everything))}"
            )
    found = [(engine, name) for name in wanted for engine in engines if name in has[engine]]
    if not program:
        own = {engine: next((name for name in _USUAL if name in has[engine]), None) for engine in engines}
        found += [(engine, name) for engine, name in own.items() if name and usual not in has[engine]]
    return found


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
