"""`ids` and `ids_low`: run a classic program, show its trace, and compare it with its twin."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pybridge.cli.parameters import (
    Every,
    InferenceLimit,
    Json,
    LastThreshold,
    MemoryLimit,
    Start,
    TimeLimit,
    limits,
    puzzle,
    require_writable,
    write_new,
)

if TYPE_CHECKING:
    from pybridge.compare import Comparison
    from pybridge.explain import Explanation
    from pybridge.facts import SlidingFacts
    from pybridge.search.solution import Solution
    from pybridge.search.task import Run, Task

Engine = Annotated[str, typer.Option("--engine", metavar="prolog|python", help="The engine to search with.")]
Check = Annotated[
    bool, typer.Option("--check/--no-check", help="Have plain Python search the same beside Prolog, and compare.")
]
Svg = Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write the trace as a picture, too.")]
Force = Annotated[bool, typer.Option("--force", help="Replace the picture if it exists.")]
WhyOption = Annotated[
    str | None,
    typer.Option(
        "--why",
        metavar="N|STATE",
        help="Explain the bound of the state after N moves of the solution, or of any state.",
    ),
]
WhyMoves = Annotated[int, typer.Option("--moves", metavar="G", min=0, help="With --why STATE: moves made so far.")]
WhyThreshold = Annotated[
    int | None,
    typer.Option("--threshold", metavar="T", min=0, help="With --why: the threshold, else the solution's length."),
]

_EXAMPLES = """Examples:

  pybridge {program}

  pybridge {program} {other} --all

  pybridge {program} eight --start "1 2 3 / 4 5 6 / 0 7 8"

  pybridge {program} seven --last 20 --json
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
    engine: Engine = "prolog",
    every: Every = False,
    last: LastThreshold = None,
    check: Check = True,
    time_limit: TimeLimit = None,
    inference_limit: InferenceLimit = None,
    memory_limit: MemoryLimit = None,
    json: Json = False,
    svg: Svg = None,
    force: Force = False,
) -> int:
    """Iterative deepening: depth-first to a limit that grows by one."""
    task = _task(name, start, "ids", every, last, (time_limit, inference_limit, memory_limit))
    return _search(task, engine, check, json=json, svg=svg, force=force)


def ids_low(
    name: Annotated[str, typer.Argument(metavar="PUZZLE")] = "seven",
    start: Start = None,
    engine: Engine = "prolog",
    every: Every = False,
    last: LastThreshold = None,
    check: Check = True,
    time_limit: TimeLimit = None,
    inference_limit: InferenceLimit = None,
    memory_limit: MemoryLimit = None,
    json: Json = False,
    svg: Svg = None,
    force: Force = False,
    why: WhyOption = None,
    moves: WhyMoves = 0,
    threshold: WhyThreshold = None,
) -> int:
    """Iterative deepening with lower-bound pruning."""
    task = _task(name, start, "ids_low", every, last, (time_limit, inference_limit, memory_limit))
    if why is not None and not why.isdigit():
        return _explain(task, why, moves, threshold, json=json)
    steps = None if why is None else int(why)
    return _search(task, engine, check, json=json, svg=svg, force=force, steps=steps, threshold=threshold)


def _board(task: "Task") -> "SlidingFacts":
    """The facts that a lower bound is reckoned from."""
    from pybridge.errors import UnavailableProgramError
    from pybridge.facts import SlidingFacts

    if not isinstance(task.facts, SlidingFacts):
        raise UnavailableProgramError(f"{task.facts.name} has no distance/2, so there is no bound to explain")
    return task.facts


def _task(
    name: str,
    start: str | None,
    program: str,
    every: bool,
    last: int | None,
    bounds: tuple[float | None, int | None, int | None],
) -> "Task":
    from pybridge.engines import start_state
    from pybridge.search.task import Task

    facts = puzzle(name)
    start_name, state = start_state(facts, start)
    return Task(facts, start_name, state, program, every, limits(*bounds), last)


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
    from pybridge.engines import cancelling

    if svg:
        require_writable(svg, force=force)
    run = _begin(task, engine, check)
    with cancelling(run):
        from pybridge.render import stderr_console, watch  # while the search goes on already

        watch(run, stderr_console())
    solution, comparison = run.result(), _comparison(run, task)
    why = None if steps is None else _step(task, solution, steps, threshold)
    if json:
        _print_json(solution, comparison, why)
    else:
        _print_trace(task, solution, comparison, why)
    if svg:
        _write_svg(task, solution, comparison, svg, force=force)
    comparison.require_agreement()
    return solution.outcome.exit_code


def _begin(task: "Task", engine: str, check: bool) -> "Run":
    """The run, with plain Python searching the same beside Prolog if `check`."""
    from dataclasses import replace

    from pybridge.crosscheck import CheckedRun
    from pybridge.engines import begin

    run = begin(task, engine)
    if engine != "prolog" or not check:
        return run
    twin = replace(task, limits=replace(task.limits, inferences=None))
    return CheckedRun(task, run, begin(twin, "python", background=True))


def _comparison(run: "Run", task: "Task") -> "Comparison":
    from pybridge.compare import compare
    from pybridge.crosscheck import CheckedRun

    if isinstance(run, CheckedRun):
        return run.comparison()
    return compare(task.facts, task.start_name, task.start, [run.result()])


def _print_json(solution: "Solution", comparison: "Comparison", why: "Explanation | None") -> None:
    from pybridge.cli import json_forms

    form = json_forms.solution(solution) | {"checks": json_forms.checks(comparison)}
    if why:
        form["why"] = json_forms.explanation(why)
    json_forms.print_json(form)


def _print_trace(task: "Task", solution: "Solution", comparison: "Comparison", why: "Explanation | None") -> None:
    from pybridge.render import Why, stdout_console

    console = stdout_console()
    console.print(_trace(task, solution, comparison))
    if why:
        console.print(Why(_board(task), why))


def _trace(task: "Task", solution: "Solution", comparison: "Comparison") -> Any:
    from pybridge.published import published
    from pybridge.puzzles import replay
    from pybridge.render import Published, Trace

    figures = [
        Published(each.label, each.inferences, solution.inferences, each.moves)
        for each in published(task.facts, task.start, task.program)
        if solution.inferences is not None and solution.length is not None
    ]
    states = replay(task.facts, task.start, solution.moves or ()) if solution.moves is not None else [task.start]
    return Trace(task.facts, solution, states, published=figures, checks=comparison.checks)


def _write_svg(task: "Task", solution: "Solution", comparison: "Comparison", path: Path, *, force: bool) -> None:
    from pybridge.render import svg

    title = f"pybridge {task.program} {task.facts.name}"
    write_new(path, svg(_trace(task, solution, comparison), title), force=force)


def _step(task: "Task", solution: "Solution", steps: int, threshold: int | None) -> "Explanation":
    """The bound of the state after so many moves of the solution."""
    from pybridge.errors import UnknownStartError
    from pybridge.explain import explain
    from pybridge.puzzles import replay

    if solution.moves is None or solution.length is None:
        raise UnknownStartError(f"--why {steps}: no solution was found; give a state")
    if steps > solution.length:
        raise UnknownStartError(f"--why {steps}: the solution has {solution.length} moves")
    states = replay(task.facts, task.start, solution.moves)
    return explain(_board(task), states[steps], steps, solution.length if threshold is None else threshold)


def _explain(task: "Task", text: str, moves: int, threshold: int | None, *, json: bool) -> int:
    from pybridge.cli import json_forms
    from pybridge.engines import start_state
    from pybridge.explain import explain
    from pybridge.render import Why, stdout_console

    _, state = start_state(task.facts, text)
    if threshold is None:
        threshold = explain(_board(task), task.start, 0, 0).h
    why = explain(_board(task), state, moves, threshold)
    if json:
        json_forms.print_json(json_forms.explanation(why))
    else:
        stdout_console().print(Why(_board(task), why))
    return 0
