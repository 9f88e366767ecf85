"""`ids` and `ids_low`: run a classic program, show its trace, and compare it with its twin in plain Python."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.parameters import (
    Every,
    InferenceLimit,
    Isolate,
    Json,
    LastThreshold,
    MemoryLimit,
    ProgramFile,
    Seed,
    Start,
    TimeLimit,
    limits,
    puzzle,
    require_writable,
    seeded,
)
from pybridge.cli.showing import WhyMoves, WhyOption, WhyThreshold, after_steps, explain_state, show, steps_of

if TYPE_CHECKING:
    from pybridge.search.task import Task


Engine = Annotated[
    str, typer.Option("--engine", metavar="E", help="Engine: prolog, prolog-terms, prolog-compiled or python.")
]
Check = Annotated[bool, typer.Option("--check/--no-check", help="Run the same search in plain Python and compare.")]
Svg = Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Also write the trace as an SVG picture.")]
Force = Annotated[bool, typer.Option("--force", help="Replace the picture if it exists.")]
_EXAMPLES = """Examples:

  pybridge {program}

  pybridge {program} {other} --all

  pybridge {program} eight --start "1 2 3 / 4 5 6 / 0 7 8"

  pybridge {program} seven --last 20 --json

  pybridge {program} {other} --isolate
"""


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("ids", epilog=_EXAMPLES.format(program="ids", other="blocks3"))(ids)
    app.command("ids_low", epilog=_EXAMPLES.format(program="ids_low", other="box_eight") + _WHY_EXAMPLE)(ids_low)


_WHY_EXAMPLE = """
  pybridge ids_low seven --why 12
"""


def ids(
    name: Annotated[str, typer.Argument(metavar="PUZZLE")] = "seven",
    start: Start = None,
    seed: Seed = None,
    engine: Engine = "prolog",
    every: Every = False,
    last: LastThreshold = None,
    check: Check = True,
    time_limit: TimeLimit = None,
    inference_limit: InferenceLimit = None,
    memory_limit: MemoryLimit = None,
    program: ProgramFile = None,
    isolate: Isolate = None,
    json: Json = False,
    svg: Svg = None,
    force: Force = False,
) -> int:
    """Iterative deepening: depth-first search with a limit that grows by one."""
    bounds = time_limit, inference_limit, memory_limit
    task = _task(name, engine, seeded(start, seed), "ids", every, last, bounds, program, isolate)
    return _search(task, engine, check, json=json, svg=svg, force=force)


def ids_low(
    name: Annotated[str, typer.Argument(metavar="PUZZLE")] = "seven",
    start: Start = None,
    seed: Seed = None,
    engine: Engine = "prolog",
    every: Every = False,
    last: LastThreshold = None,
    check: Check = True,
    time_limit: TimeLimit = None,
    inference_limit: InferenceLimit = None,
    memory_limit: MemoryLimit = None,
    program: ProgramFile = None,
    isolate: Isolate = None,
    json: Json = False,
    svg: Svg = None,
    force: Force = False,
    why: WhyOption = None,
    moves: WhyMoves = None,
    threshold: WhyThreshold = None,
) -> int:
    """Iterative deepening with lower-bound pruning."""
    bounds = time_limit, inference_limit, memory_limit
    task = _task(name, engine, seeded(start, seed), "ids_low", every, last, bounds, program, isolate)
    steps = steps_of(why, moves, threshold)
    if why is not None and steps is None:
        return explain_state(task, why, moves, threshold, json=json)
    return _search(task, engine, check, json=json, svg=svg, force=force, steps=steps, threshold=threshold)


def _task(
    name: str,
    engine: str,
    start: str | None,
    program: str,
    every: bool,
    last: int | None,
    bounds: tuple[float | None, int | None, int | None],
    text: Path | None,
    isolate: bool | None,
) -> "Task":
    facts = puzzle(name)
    if engine == "prolog" and not isolate and text is None:
        from pybridge.swipl.host import prepare

        prepare()
    from pybridge.engines import start_state
    from pybridge.search.task import ALL, FIRST, Task

    start_name, state = start_state(facts, start)
    wanted, isolate = ALL if every else FIRST, bool(text) if isolate is None else isolate
    return Task(
        facts=facts, start_name=start_name, start=state, program=program, wanted=wanted, limits=limits(*bounds),
        last_threshold=last, text=text, isolate=isolate,
    )  # fmt: skip


def _search(
    task: "Task",
    engine: str,
    check: bool,
    *,
    json: bool,
    svg: Path | None,
    force: bool,
    steps: int | None = None,
    threshold: int | None = None,
) -> int:
    if svg:
        require_writable(svg, force=force)
    from pybridge.engines import solve_checked
    from pybridge.render import stderr_console, watch
    from pybridge.report import report

    solution, comparison = solve_checked(task, engine, twin=check, watch=lambda run: watch(run, stderr_console()))
    why = None if steps is None else after_steps(task, solution, steps, threshold)
    show(report(task, solution, comparison, why), json=json, svg=svg, force=force)
    comparison.require_agreement()
    return solution.outcome.exit_code
