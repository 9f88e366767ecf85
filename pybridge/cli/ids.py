"""`ids` and `ids_low`: run a classic program, show its trace, and compare it with its twin in plain Python."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.hints import examples
from pybridge.cli.options import (
    LimitOptions,
    StartOptions,
    WantedOptions,
    Without,
    engine_option,
    flat,
    program_option,
)
from pybridge.cli.own import program_file, puzzle_argument, puzzle_for, tell_warnings
from pybridge.cli.shown import ShownOptions, live_program, show
from pybridge.cli.why import NO_WHY, WhyOptions
from pybridge.errors import ArgumentError, no_program

if TYPE_CHECKING:
    from pybridge.agreement import Comparison
    from pybridge.search.solution import Solution
    from pybridge.search.task import Task


_EXAMPLES = examples("""
pybridge {program}
pybridge {program} {other} --all
pybridge {program} eight --start "1 2 3 / 4 5 6 / 0 7 8"
pybridge {program} seven --last 20 --json
pybridge {program} {other} --isolate
""")
_WHY_EXAMPLES = """
  pybridge ids_low seven --why 12

  pybridge ids_low seven --picture seven.svg --steps 0,12,36

  pybridge ids_low seven --html seven.html

  pybridge ids_low seven --html seven.html --live
"""
_OWN = """

With --program it runs a file of your own in its place, which may only compute and print.
"""


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(
        "ids",
        help=f"Iterative deepening: depth-first search with a growing limit.{_OWN}",
        epilog=_EXAMPLES.format(program="ids", other="blocks3"),
    )(flat(partial(classic, "ids", NO_WHY)))
    app.command(
        "ids_low",
        help=f"Iterative deepening with lower-bound pruning.{_OWN}",
        epilog=_EXAMPLES.format(program="ids_low", other="box_eight") + _WHY_EXAMPLES,
    )(flat(partial(classic, "ids_low")))


Engine = Annotated[str, engine_option("prolog|prolog-terms|prolog-compiled|python")]
Wanted = Annotated[WantedOptions, Without("most", "count", "any")]
Check = Annotated[bool, typer.Option("--check/--no-check", help="Run the same search in plain Python and compare.")]
USUAL = "seven"
"""The puzzle that is searched if none is named."""
Name = Annotated[str | None, puzzle_argument(USUAL)]
OwnProgram = Annotated[str | None, program_option("FILE")]
Isolate = Annotated[
    bool | None,
    typer.Option(
        "--isolate/--no-isolate",
        show_default=False,
        help="Run Prolog in a separate process (default with a program of your own).",
    ),
]


def classic(
    program: str, why: WhyOptions, name: Name = None, *,
    start: StartOptions, engine: Engine = "prolog", wanted: Wanted, check: Check = True, within: LimitOptions,
    own: OwnProgram = None, isolate: Isolate = None, shown: ShownOptions,
) -> int:  # fmt: skip
    """Search by a classic program, or by one of the user's own in its place."""
    text = _file(own, program)
    isolated = bool(text) if isolate is None else isolate
    if engine == "prolog" and isolated == bool(text):
        _prepare(USUAL if name is None else name, text)
    facts = puzzle_for(name, USUAL, text)
    from pybridge.engines.registry import engine as engine_named
    from pybridge.search.task import ALL, FIRST, Task

    start_name, state = start.of(facts)
    task = Task(
        facts=facts, start_name=start_name, start=state, program=program, wanted=ALL if wanted.all else FIRST,
        limits=within.limits, last_threshold=wanted.last, text=text, isolate=isolated,
    )  # fmt: skip
    if isolate is not None and not engine_named(engine).inferences:
        raise ArgumentError("--isolate and --no-isolate are for engines in Prolog")
    if why.is_state and text is None and not any(shown.files.values()):
        shown.require(facts)
        return why.explain(task, lambda: _solved(task, engine, check=False)[0], json=shown.json)
    return searched(task, engine, shown, check=check, why=why)


def _prepare(name: str, text: Path | None) -> None:
    """Have Prolog loaded soon: in this process, or for fenced ones, which run rules and programs of users."""
    from pybridge.engines.rows import in_prolog
    from pybridge.facts import find
    from pybridge.facts.reader import domain_at

    if text or in_prolog(domain_at(find(name))).fenced:
        from pybridge.swipl.process import prepare_fenced

        prepare_fenced("bridge/classic", "bridge/own_text" if text else "rules/puzzle")
    else:
        from pybridge.swipl.host import prepare

        prepare("bridge/classic")


def _file(own: str | None, program: str) -> Path | None:
    """The file of the user's own program; None for the command's. Raises UnavailableProgramError for another one."""
    if own is None or own == program:
        return None
    if (path := program_file(own)) is None:
        raise no_program(own, program, [program, "a file of your own, e.g. mine.pl"])
    return path


def searched(task: "Task", engine: str, shown: ShownOptions, *, check: bool = True, why: WhyOptions = NO_WHY) -> int:
    """Search, show the result, and return the exit code. Raises DisagreementError if a check fails."""
    shown.require(task.facts)
    tell_warnings(task)
    live = live_program(task, engine) if shown.live else None
    solution, comparison = _solved(task, engine, check=check)
    return show(task, solution, comparison, shown, live, why.of(task, comparison))


def _solved(task: "Task", engine: str, *, check: bool) -> "tuple[Solution, Comparison]":
    """Search and show the progress."""
    from pybridge.engines import solve_checked
    from pybridge.render.live import watch

    return solve_checked(task, engine, twin=check, watch=watch)
