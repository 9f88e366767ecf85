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
    chosen_start,
    limits,
    puzzle,
    seeded,
)
from pybridge.cli.pictures import Dark, Drawing, Force, Html, LiveOption, PictureFile, Steps, Svg
from pybridge.cli.showing import (
    MovesAs,
    Quiet,
    View,
    WhyMoves,
    WhyOption,
    WhyThreshold,
    after_steps,
    explain_state,
    live_program,
    show,
    steps_of,
)

if TYPE_CHECKING:
    from pybridge.agreement import Comparison
    from pybridge.search.solution import Solution
    from pybridge.search.task import Task


Engine = Annotated[
    str, typer.Option("--engine", metavar="E", help="Engine: prolog, prolog-terms, prolog-compiled or python.")
]
Check = Annotated[bool, typer.Option("--check/--no-check", help="Run the same search in plain Python and compare.")]
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

  pybridge ids_low seven --picture seven.svg --steps 0,12,36

  pybridge ids_low seven --html seven.html

  pybridge ids_low seven --html seven.html --live
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
    quiet: Quiet = False,
    moves_as: MovesAs = None,
    json: Json = False,
    svg: Svg = None, html: Html = None, live: LiveOption = False,
    picture: PictureFile = None, steps: Steps = None, dark: Dark = False, force: Force = False,
) -> int:  # fmt: skip
    """Iterative deepening: depth-first search with a limit that grows by one."""
    bounds = time_limit, inference_limit, memory_limit
    task = _task(name, engine, seeded(start, seed), "ids", every, last, bounds, program, isolate)
    view = View(json, Drawing(svg, picture, steps, dark, force, html, live), quiet, moves_as)
    return _search(task, engine, check, view)


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
    quiet: Quiet = False,
    moves_as: MovesAs = None,
    json: Json = False,
    svg: Svg = None, html: Html = None, live: LiveOption = False,
    picture: PictureFile = None, steps: Steps = None, dark: Dark = False, force: Force = False,
    why: WhyOption = None, moves: WhyMoves = None, threshold: WhyThreshold = None,
) -> int:  # fmt: skip
    """Iterative deepening with lower-bound pruning."""
    bounds = time_limit, inference_limit, memory_limit
    task = _task(name, engine, seeded(start, seed), "ids_low", every, last, bounds, program, isolate)
    after = steps_of(why, moves, threshold)
    if why is not None and after is None:
        return explain_state(task, why, moves, threshold, lambda: _solved(task, engine, check=False)[0], json=json)
    view = View(json, Drawing(svg, picture, steps, dark, force, html, live), quiet, moves_as)
    return _search(task, engine, check, view, after=after, threshold=threshold)


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

        prepare("bridge/classic")
    from pybridge.search.task import ALL, FIRST, Task

    start_name, state = chosen_start(facts, start)
    wanted, isolate = ALL if every else FIRST, bool(text) if isolate is None else isolate
    return Task(
        facts=facts, start_name=start_name, start=state, program=program, wanted=wanted, limits=limits(*bounds),
        last_threshold=last, text=text, isolate=isolate,
    )  # fmt: skip


def _search(
    task: "Task",
    engine: str,
    check: bool,
    view: View,
    *,
    after: int | None = None,
    threshold: int | None = None,
) -> int:
    view.require(task.facts)
    from pybridge.report import report

    live = live_program(task, engine) if view.drawing.live else None
    solution, comparison = _solved(task, engine, check=check)
    why = None if after is None else after_steps(task, solution, after, threshold)
    show(report(task, solution, comparison, why), view, task, live)
    comparison.require_agreement()
    return solution.outcome.exit_code


def _solved(task: "Task", engine: str, *, check: bool) -> "tuple[Solution, Comparison]":
    """Search and show the progress."""
    from pybridge.engines import solve_checked
    from pybridge.render import stderr_console, watch

    return solve_checked(task, engine, twin=check, watch=lambda run: watch(run, stderr_console()))
