"""`solve`: a shortest solution of a puzzle, with an engine and a heuristic chosen for it."""

import sys
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.cluster import Cluster, on_cluster
from pybridge.cli.files import require_different
from pybridge.cli.hints import examples
from pybridge.cli.ids import searched
from pybridge.cli.log import LogFile, logged
from pybridge.cli.options import (
    Fresh,
    LimitOptions,
    SearchOptions,
    StartOptions,
    Tables,
    WantedOptions,
    engine_option,
    option,
    program_option,
    with_tables,
)
from pybridge.cli.own import ENGINE, program_file, puzzle_argument, puzzle_for, with_own
from pybridge.cli.shown import ShownOptions, live_program, show, tell_kept
from pybridge.errors import ArgumentError

if TYPE_CHECKING:
    from pybridge.agreement import Comparison
    from pybridge.search.solution import Solution
    from pybridge.search.task import Run, Task


Scramble = Annotated[
    str | None, option("--scramble", "MOVES", 'Start with these moves from the goal, e.g. "R U2 F\'".')
]
Program = Annotated[
    str | None,
    program_option(
        "ida_star|a_star|breadth_first|ids_low|ids|FILE",
        "Program to run; for rules also bidirectional and depth_first.",
    ),
]
Engine = Annotated[str | None, engine_option("native|python|prolog|prolog-terms|prolog-compiled")]
Prove = Annotated[
    bool,
    typer.Option("--prove", help="If the solution may not be shortest, search for a shorter one with the best tables."),
]
_USUAL = "fifteen"
Name = Annotated[str | None, puzzle_argument(_USUAL)]
EXAMPLES = examples("""
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
""")


def solve(
    name: Name = None, *,
    start: StartOptions, scramble: Scramble = None, search: SearchOptions, tables: Tables = None,
    wanted: WantedOptions, program: Program = None, engine: Engine = None, prove: Prove = False, fresh: Fresh = False,
    within: LimitOptions, cluster: Cluster = None, log: LogFile = None, shown: ShownOptions,
) -> int:  # fmt: skip
    """Find a shortest solution, and prove that none is shorter.

    By default the program is ida_star, and the engine native if it has the program, otherwise python.
    The program a_star keeps states in memory; natively it searches by networks, and rules by abstraction.
    """
    from pybridge.api.solving import task_of
    from pybridge.facts.given_state import scrambled_state

    if scramble is not None and start.start is not None:
        raise ArgumentError("give one of --start and --scramble")
    own, search = program_file(program), replace(search, heuristic=with_tables(search.heuristic, tables))
    facts = puzzle_for(name, _USUAL, own)
    title, state = start.of(facts) if scramble is None else ("given", scrambled_state(facts, scramble))
    program, engine = (None, engine or ENGINE) if own else (program, engine)
    task = task_of(
        facts, title, state, program=program, engine=engine, **asdict(search), **asdict(wanted), **asdict(within)
    )
    if own:
        _require_none(any=wanted.any, cluster=cluster, log=log, prove=prove, fresh=fresh)
        return searched(with_own(task, own), engine or ENGINE, shown)
    _tell_choice(task, program)
    with on_cluster(cluster, replace(task, keep=True, fresh=fresh), engine) as task:
        return _searched(task, engine, shown, log, prove=prove)


def _require_none(**options: object) -> None:
    """Raise ArgumentError for options that do not go with a program of the user's."""
    if given := [f"--{name}" for name, value in options.items() if value not in (None, False)]:
        raise ArgumentError(f"leave out {' and '.join(given)}: a program of your own runs without")


def _tell_choice(task: "Task", asked: str | None) -> None:
    """Say why the program is not the usual one, where nobody asked for it."""
    from pybridge.search.rows import search_row

    found = None if asked else search_row(task.facts).suggested(task.facts)
    if found and found[0] == task.program:
        typer.echo(f"pybridge: {task.program}, since {found[1]}", err=True)


def _searched(task: "Task", engine: str | None, shown: ShownOptions, log: Path | None, *, prove: bool) -> int:
    """Search, show the result, and return the exit code. Raises DisagreementError if a check fails."""
    if task.wanted.good is not None and engine not in (None, "native"):
        raise ArgumentError("--any requires --engine native")
    if shown.live and engine is None:
        raise ArgumentError("--live requires an engine in Prolog, whose program the page runs, e.g. --engine prolog")
    shown.require(task.facts)
    require_different({**shown.files, "--log": log})
    live = live_program(task, engine) if shown.live and engine else None
    solution, comparison = search(task, engine, log)
    _tell_without_tables(task, solution)
    tell_kept(solution)
    if prove:
        from pybridge.api.solving import searched_to_the_end

        solution, comparison = searched_to_the_end(task, solution, partial(_wait, task, log))
    return show(task, solution, comparison, shown, live)


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
            f"none; set {FOLDER_VARIABLE} to a folder that can be written and has room",
            err=True,
        )


def _wait(task: "Task", log: Path | None, run: "Run") -> None:
    """Show the progress of a search on a terminal; elsewhere only wait, without importing rich."""
    from pybridge.engines.starts import seed_of
    from pybridge.search.task import wait

    with logged(log, run, seed_of(task.start_name)):
        if not sys.stderr.isatty():
            wait(run)
            return
        from pybridge.render.live import watch

        watch(run, title=f"{task.facts.name}, start {task.start_name}")


def search(task: "Task", engine: str | None = None, log: Path | None = None) -> "tuple[Solution, Comparison]":
    """Search with an engine, by default one chosen for the puzzle, and show the progress."""
    from pybridge.api.solving import searched

    return searched(task, engine, watch=partial(_wait, task, log))
