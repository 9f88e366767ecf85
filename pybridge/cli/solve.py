"""`solve`: a shortest solution of a puzzle, with an engine and a heuristic chosen for it."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.parameters import (
    Every,
    InferenceLimit,
    Jobs,
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
    require_writable,
    seeded,
    whole,
)
from pybridge.cli.showing import show

if TYPE_CHECKING:
    from pybridge.compare import Comparison
    from pybridge.search.solution import Solution
    from pybridge.search.task import Run, Task, Wanted


Heuristic = Annotated[
    str | None,
    typer.Option(
        "--heuristic",
        metavar="H",
        help="manhattan, inversion, walking, takahashi, pdb:SIZES (e.g. pdb:7-8), pdb:FILE, max(A,B), "
        "towers (blocks world), points, projection:SIZE, projection:PARTS (permutation puzzles). "
        "Default: chosen for the puzzle.",
    ),
]
Tables = Annotated[
    str | None,
    typer.Option(
        "--tables",
        metavar="small|medium|large|SIZE",
        help="Permutation puzzles: tables of about 100 MB, 1 GB, 6 GB, or a size such as 500MB. "
        "Short for --heuristic projection:SIZE.",
    ),
]
Scramble = Annotated[
    str | None,
    typer.Option("--scramble", metavar="MOVES", help='Start with these moves from the goal, e.g. "R U2 F\'".'),
]
Count = Annotated[bool, typer.Option("--count", help="Count the shortest solutions instead of listing them.")]
Most = Annotated[
    int | None,
    typer.Option(
        "--most", metavar="N", parser=whole(1), help="With --all: list the first N in move order, count the rest."
    ),
]
Any = Annotated[
    int | None,
    typer.Option(
        "--any",
        metavar="N",
        parser=whole(1),
        help="Find a solution of at most N moves, shortest or not, and show shorter and shorter ones until then.",
    ),
]
Engine = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="native|python|prolog-compiled",
        show_default=False,
        help="Engine (default: chosen for the puzzle).",
    ),
]
Svg = Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Also write the result as an SVG picture.")]
Force = Annotated[bool, typer.Option("--force", help="Replace the picture if it exists.")]
_EXAMPLES = """Examples:

  pybridge solve fifteen

  pybridge solve fifteen --start rosetta --heuristic takahashi

  pybridge solve seven --all --json

  pybridge solve eight --all --most 5

  pybridge solve eight --heuristic pdb:4-4 --count --jobs 2

  pybridge solve pocket --scramble "R U' F2 R"

  pybridge solve cube --start "random 1" --any 21 --time-limit 60
"""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("solve", epilog=_EXAMPLES)(solve)


def solve(
    name: Annotated[str, typer.Argument(metavar="PUZZLE")] = "fifteen",
    start: Start = None,
    seed: Seed = None,
    scramble: Scramble = None,
    heuristic: Heuristic = None,
    tables: Tables = None,
    pruning: Pruning = None,
    every: Every = False,
    most: Most = None,
    count: Count = False,
    good: Any = None,
    jobs: Jobs = 1,
    engine: Engine = None,
    last: LastThreshold = None,
    time_limit: TimeLimit = None,
    inference_limit: InferenceLimit = None,
    memory_limit: MemoryLimit = None,
    json: Json = False,
    svg: Svg = None,
    force: Force = False,
) -> int:
    """Find a shortest solution, and prove that none is shorter."""
    _require_fit(good, engine, last)
    if svg:
        require_writable(svg, force=force)
    wanted, bounds = _wanted(every, count, most, good), limits(time_limit, inference_limit, memory_limit)
    task = _task(name, seeded(start, seed), scramble, _heuristic(heuristic, tables), pruning)
    task = replace(task, wanted=wanted, limits=bounds, last_threshold=last, jobs=jobs)
    return _searched(task, engine, json=json, svg=svg, force=force)


def _searched(task: "Task", engine: str | None, *, json: bool, svg: Path | None, force: bool) -> int:
    """Search, show the result, and return the exit code. Raises DisagreementError if a check fails."""
    from pybridge.report import report

    solution, comparison = search(task, engine)
    show(report(task, solution, comparison), json=json, svg=svg, force=force)
    comparison.require_agreement()
    return solution.outcome.exit_code


def _require_fit(good: int | None, engine: str | None, last: int | None) -> None:
    """Raise BadParameter for what does not go together with --any."""
    if good is not None and engine not in (None, "native"):
        raise typer.BadParameter("--any requires --engine native")
    if good is not None and last is not None:
        raise typer.BadParameter("give one of --any and --last")


def _heuristic(heuristic: str | None, tables: str | None) -> str | None:
    """The heuristic that the options name. Raises BadParameter if both do."""
    if tables is not None and heuristic is not None:
        raise typer.BadParameter("give one of --heuristic and --tables")
    return heuristic if tables is None else f"projection:{tables}"


def _wanted(every: bool, count: bool, most: int | None, good: int | None) -> "Wanted":
    """What the options ask for. Raises BadParameter for contradictions."""
    from pybridge.search.task import COUNT, FIRST, Wanted

    if every and count:
        raise typer.BadParameter("give one of --all and --count")
    if good is not None and (every or count):
        raise typer.BadParameter(f"give one of --any and {'--all' if every else '--count'}")
    if most is not None and not every:
        raise typer.BadParameter("--most limits how many solutions --all lists; add --all")
    if count:
        return COUNT
    if good is not None:
        return Wanted(good=good)
    return Wanted(every=True, listed=most) if every else FIRST


def _task(name: str, start: str | None, scramble: str | None, heuristic: str | None, pruning: str | None) -> "Task":
    """The search for an optimum: IDA*, or breadth-first search in a domain that has no heuristic."""
    from pybridge.engines import start_state
    from pybridge.facts.given_state import scrambled_state
    from pybridge.heuristics.choice import plain
    from pybridge.search.task import Task

    if scramble is not None and start is not None:
        raise typer.BadParameter("give one of --start and --scramble")
    facts = puzzle(name)
    start_name, state = start_state(facts, start) if scramble is None else ("given", scrambled_state(facts, scramble))
    named, left_out = heuristic_value(heuristic), prune(pruning)
    program = "ida_star" if plain(facts) or named else "breadth_first"
    return Task(
        facts=facts, start_name=start_name, start=state, program=program, heuristic=named, pruning=left_out
    )  # fmt: skip


def _engine(task: "Task") -> str:
    """The compiled engine if it supports the puzzle, otherwise plain Python."""
    from pybridge.search.domains import searching

    row = searching(task.facts)
    return "native" if row.native and row.size(task.facts) <= row.most else "python"


def _wait(run: "Run") -> None:
    """Show the progress of a search on a terminal; elsewhere only wait, without importing rich."""
    if not sys.stderr.isatty():
        while not run.wait(0.1):
            pass
        return
    from pybridge.render import stderr_console, watch

    watch(run, stderr_console())


def search(task: "Task", engine: str | None = None) -> "tuple[Solution, Comparison]":
    """Search with an engine, by default one chosen for the puzzle, and show the progress."""
    from pybridge.engines import solve_checked
    from pybridge.heuristics.choice import plain

    engine = engine or _engine(task)
    if engine == "python" and task.program == "ida_star" and task.heuristic is None:
        task = replace(task, heuristic=plain(task.facts))
    return solve_checked(task, engine, twin=False, watch=_wait)
