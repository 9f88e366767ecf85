"""`solve`: a shortest solution of a puzzle, with an engine and a heuristic chosen for it."""

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.cluster import Cluster, on_cluster
from pybridge.cli.log import LogFile, logged
from pybridge.cli.parameters import (
    Batch,
    Every,
    Fresh,
    InferenceLimit,
    Jobs,
    Json,
    LastThreshold,
    MemoryLimit,
    Pruning,
    Seed,
    Start,
    TimeLimit,
    Weight,
    best_first,
    chosen_start,
    heuristic_value,
    limits,
    prune,
    puzzle,
    seeded,
    whole,
)
from pybridge.cli.pictures import Dark, Drawing, Force, Html, LiveOption, PictureFile, Steps, Svg
from pybridge.cli.showing import MovesAs, Quiet, View, live_program, show, tell_kept

if TYPE_CHECKING:
    from pybridge.agreement import Comparison
    from pybridge.search.solution import Solution
    from pybridge.search.task import Run, Task, Wanted


Heuristic = Annotated[
    str | None,
    typer.Option(
        "--heuristic",
        metavar="H",
        help="manhattan, inversion, walking, takahashi, pdb:SIZES (e.g. pdb:7-8), pdb:FILE, max(A,B), "
        "towers (blocks world), points, projection:SIZE, projection:PARTS (permutation puzzles), "
        "learned, learned:MARGIN, learned:FILE (a network; MARGIN moves are subtracted). "
        "Default: chosen for the puzzle.",
    ),
]
Tables = Annotated[
    str | None,
    typer.Option(
        "--tables",
        metavar="small|medium|large|SIZE",
        help="Permutation puzzles: tables of about 45 MB, 1 GB, 6 GB, or a size such as 500MB. "
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
Program = Annotated[
    str | None,
    typer.Option(
        "--program",
        metavar="ida_star|a_star",
        help="Search; a_star keeps states in memory, natively with --heuristic learned (default: ida_star).",
    ),
]
Prove = Annotated[
    bool,
    typer.Option("--prove", help="If the solution may not be shortest, search for a shorter one with the best tables."),
]
_EXAMPLES = """Examples:

  pybridge solve fifteen

  pybridge solve fifteen --start rosetta --heuristic takahashi

  pybridge solve eight --start hardest

  pybridge solve seven --all --json

  pybridge solve eight --all --most 5

  pybridge solve box_eight --quiet --moves-as arrows

  pybridge solve eight --picture eight.gif --dark

  pybridge solve eight --html solution.html

  pybridge solve eight --heuristic pdb:4-4 --count --jobs 2

  pybridge solve pocket --scramble "R U' F2 R"

  pybridge solve cube --start "random 1" --any 21 --time-limit 60

  pybridge solve korf100 --start k3 --heuristic manhattan --cluster local:2

  pybridge solve eight --program a_star --weight 1.5 --batch 100
"""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("solve", epilog=_EXAMPLES)(solve)


def solve(
    name: Annotated[str, typer.Argument(metavar="PUZZLE")] = "fifteen",
    start: Start = None, seed: Seed = None, scramble: Scramble = None,
    heuristic: Heuristic = None,
    tables: Tables = None,
    pruning: Pruning = None,
    every: Every = False, most: Most = None, count: Count = False,
    good: Any = None,
    jobs: Jobs = 1, cluster: Cluster = None,
    engine: Engine = None,
    program: Program = None,
    weight: Weight = None,
    batch: Batch = None,
    prove: Prove = False,
    fresh: Fresh = False,
    last: LastThreshold = None,
    seconds: TimeLimit = None,
    inferences: InferenceLimit = None,
    memory: MemoryLimit = None,
    quiet: Quiet = False, moves_as: MovesAs = None, json: Json = False, log: LogFile = None, svg: Svg = None,
    html: Html = None, live: LiveOption = False,
    picture: PictureFile = None, steps: Steps = None, dark: Dark = False, force: Force = False,
) -> int:  # fmt: skip
    """Find a shortest solution, and prove that none is shorter."""
    task = _task(name, seeded(start, seed), scramble, _heuristic(heuristic, tables), pruning, last, jobs)
    bounds = limits(seconds, inferences, memory)
    task = replace(task, wanted=_wanted(every, count, most, good), limits=bounds, keep=True, fresh=fresh)
    view = View(json, Drawing(svg, picture, steps, dark, force, html, live), quiet, moves_as)
    with on_cluster(cluster, _by(program, weight, batch, task), engine) as task:
        return _searched(task, engine, view, log, prove=prove)


def _by(program: str | None, weight: int | None, batch: int | None, task: "Task") -> "Task":
    """The task by the program that the options name. Raises BadParameter if an option is another one's."""
    if program not in (None, "ida_star", "a_star"):
        raise typer.BadParameter(f"{program!r} is not a program of solve; choose ida_star or a_star")
    task = replace(task, best_first=best_first(weight, batch, fits=program == "a_star"))
    return task if program is None else replace(task, program=program)


def _searched(task: "Task", engine: str | None, view: View, log: Path | None, *, prove: bool = False) -> int:
    """Search, show the result, and return the exit code. Raises DisagreementError if a check fails."""
    from pybridge.report import report

    _require_fit(task, engine)
    view.require(task.facts)
    live = live_program(task, _with_text(engine)) if view.drawing.live else None
    solution, comparison = search(task, engine, log)
    _tell_without_tables(task, solution)
    tell_kept(solution)
    if prove:
        solution, comparison = _proved(task, solution, log)
    show(report(task, solution, comparison), view, task, live)
    comparison.require_agreement()
    return solution.outcome.exit_code


def _tell_without_tables(task: "Task", solution: "Solution") -> None:
    """Say so if the default heuristics were replaced by one that needs no tables."""
    from pybridge.heuristics.choice import best, bounds, plain

    simple = plain(task.facts)
    if task.heuristic or solution.engine != "native" or simple is None or solution.heuristic != simple.name:
        return
    if simple not in (best(task.facts), bounds(task.facts)):
        from pybridge.store.store import FOLDER_VARIABLE, Store

        typer.echo(
            f"pybridge: {Store().folder} cannot keep tables, so the heuristic is {solution.heuristic}, which needs "
            f"none; set {FOLDER_VARIABLE} to a folder that can be written",
            err=True,
        )


def _proved(task: "Task", found: "Solution", log: Path | None) -> "tuple[Solution, Comparison]":
    """The solution with what a search by the best lower bound proves, and its checks."""
    from pybridge.api.solving import searched_to_the_end

    return searched_to_the_end(task, found, partial(_wait, _what(task), log))


def _with_text(engine: str | None) -> str:
    """The engine, whose program a page is to run. Raises BadParameter if it was not chosen."""
    if engine is None:
        raise typer.BadParameter("--live requires --engine prolog-compiled, whose program the page runs")
    return engine


def _require_fit(task: "Task", engine: str | None) -> None:
    """Raise BadParameter for what does not go together with --any."""
    if task.wanted.good is not None and engine not in (None, "native"):
        raise typer.BadParameter("--any requires --engine native")
    if task.wanted.good is not None and task.last_threshold is not None:
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


def _task(
    name: str,
    start: str | None,
    scramble: str | None,
    heuristic: str | None,
    pruning: str | None,
    last: int | None,
    jobs: int,
) -> "Task":
    """The search for an optimum: IDA*, or breadth-first search in a domain that has no heuristic."""
    from pybridge.api.solving import optimal_program
    from pybridge.facts.given_state import scrambled_state
    from pybridge.search.task import Task

    if scramble is not None and start is not None:
        raise typer.BadParameter("give one of --start and --scramble")
    facts = puzzle(name)
    start_name, state = chosen_start(facts, start) if scramble is None else ("given", scrambled_state(facts, scramble))
    named, left_out = heuristic_value(heuristic), prune(pruning)
    return Task(
        facts=facts, start_name=start_name, start=state, program=optimal_program(facts, named),
        heuristic=named, pruning=left_out, last_threshold=last, jobs=jobs,
    )  # fmt: skip


def _wait(title: str, log: Path | None, run: "Run") -> None:
    """Show the progress of a search on a terminal; elsewhere only wait, without importing rich."""
    with logged(log, run):
        if not sys.stderr.isatty():
            while not run.wait(0.1):
                pass
            return
        from pybridge.render import stderr_console, watch

        watch(run, stderr_console(), title=title)


def search(task: "Task", engine: str | None = None, log: Path | None = None) -> "tuple[Solution, Comparison]":
    """Search with an engine, by default one chosen for the puzzle, and show the progress."""
    from pybridge.api.solving import searched

    return searched(task, engine, watch=partial(_wait, _what(task), log))


def _what(task: "Task") -> str:
    return f"{task.facts.name}, start {task.start_name}"
