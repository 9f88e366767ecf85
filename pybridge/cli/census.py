"""`census`: all states of a puzzle by their distance from the goal."""

import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.parameters import (
    Json,
    TimeLimit,
    amount_of_memory,
    limits,
    puzzle,
    require_writable,
    threads,
    write_new,
)
from pybridge.errors import OutputError
from pybridge.limits import Limits

if TYPE_CHECKING:
    from pybridge.facts import PuzzleFacts
    from pybridge.search.census.census import Census
    from pybridge.search.census.choice import Plan
    from pybridge.search.census.kept import Kept
    from pybridge.search.census.run import CensusRun


Starts = Annotated[
    list[str] | None,
    typer.Option(
        "--start",
        metavar="NAME|STATE",
        show_default=False,
        help="A start to find, by name or as a state; may be given again. Else all that the file names.",
    ),
]
Method = Annotated[
    str | None,
    typer.Option(
        "--method", metavar="bits|hashed|plain", show_default=False, help="How to count; else what needs least memory."
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", parser=threads, show_default=False, help="Threads; one a processor."),
]
MemoryLimit = Annotated[
    int | None,
    typer.Option(
        "--memory-limit",
        metavar="BYTES",
        parser=amount_of_memory,
        help="Do not begin what needs more, as 64m or 2g; plain Python is stopped there.",
    ),
]
All = Annotated[bool, typer.Option("--all", help="Draw all farthest states, not only the first dozen.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Begin anew instead of going on with one that was stopped.")]
Csv = Annotated[
    Path | None, typer.Option("--csv", metavar="FILE", help="Write the levels as a table, too; - prints only that.")
]
Plot = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Draw the levels, too: *.svg, *.png or *.pdf.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace the table and the picture if they exist.")]
_STANDARD_OUTPUT = Path("-")
_EXAMPLES = """Examples:

  pybridge census box_eight

  pybridge census eight --start "8 6 7 / 2 5 4 / 3 0 1"

  pybridge census seven --plot seven.svg --csv seven.csv

  pybridge census blocks4 --method plain --json
"""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("census", epilog=_EXAMPLES)(census)


def census(
    name: Annotated[str, typer.Argument(metavar="PUZZLE", show_default=False)],
    start: Starts = None,
    method: Method = None,
    jobs: Jobs = None,
    every: All = False,
    fresh: Fresh = False,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    json: Json = False,
    csv: Csv = None,
    plot: Plot = None,
    force: Force = False,
) -> int:
    """Count all states by distance: how far is the farthest?

    Told are the states at each distance from the goal, the farthest ones, and where the starts lie among them.
    """
    from pybridge.census import disagreement
    from pybridge.errors import DisagreementError

    _require_files(csv, plot, json, force)
    facts = puzzle(name)
    bounds = limits(time_limit, None, memory_limit)
    run, taken = _take(facts, start or (), method, jobs, every, fresh, bounds)
    _show(facts, taken, run, json=json, table=csv == _STANDARD_OUTPUT)
    _write(facts, taken, csv, plot, force=force)
    if difference := disagreement(facts, taken):
        raise DisagreementError(difference)
    return taken.outcome.exit_code


def _take(
    facts: "PuzzleFacts",
    start: Sequence[str],
    method: str | None,
    jobs: int | None,
    every: bool,
    fresh: bool,
    bounds: Limits,
) -> "tuple[CensusRun, Census]":
    """The census, which is over, and what was counted."""
    from pybridge.census import starts_of
    from pybridge.search.census.choice import plan
    from pybridge.search.census.kept import Kept
    from pybridge.search.census.run import FARTHEST, CensusRun

    starts = starts_of(facts, start)
    chosen = plan(facts, method, jobs)
    keeper = Kept(facts, chosen, [state for _, state in starts])
    if fresh:
        _begin_anew(keeper)
    before = keeper.states
    run = CensusRun(facts, starts, chosen, bounds, most=None if every else FARTHEST, keeper=keeper)
    return run, wait(run, facts, chosen, keeper, before)


def _begin_anew(keeper: "Kept") -> None:
    """Have nothing of an earlier census."""
    try:
        keeper.remove()
    except OSError as error:
        raise OutputError(f"{keeper.folder} cannot be removed: {error.strerror}") from error


def _require_files(csv: Path | None, plot: Path | None, json: bool, force: bool) -> None:
    """Raise what can be told of the files before anything is counted."""
    if csv == _STANDARD_OUTPUT and json:
        raise typer.BadParameter("--json and --csv - would both be standard output; name a file for the table")
    if csv is not None and plot is not None and csv.resolve() == plot.resolve():
        raise OutputError(f"{plot} cannot be the table and the picture; name two files")
    if plot is not None:
        from pybridge.render.plot import require_plotting

        require_plotting(plot)
    for path in (csv, plot):
        if path not in (None, _STANDARD_OUTPUT):
            require_writable(path, force=force)


def _show(facts: "PuzzleFacts", taken: "Census", run: "CensusRun", *, json: bool, table: bool) -> None:
    """Print JSON, or a table and how it ended if it is not whole, or the report."""
    if json:
        from pybridge.cli.json_forms import census_form, print_json

        print_json(census_form(taken) | {"kept": run.kept})
        return
    from pybridge.render import CensusReport, stderr_console, stdout_console
    from pybridge.render.census import CensusEnd
    from pybridge.search.census.run import GIVEN_UP

    after = "kept: the next census goes on from there" if run.kept else ""
    if run.not_kept:
        after = "keeping it was given up" if run.not_kept == GIVEN_UP else f"it could not be kept: {run.not_kept}"
    if not table:
        stdout_console().print(CensusReport(facts, taken, before=run.progress().before, after=after))
        return
    from pybridge.cli.json_forms import census_csv

    typer.echo(census_csv(taken), nl=False)
    if taken.outcome.exit_code:
        stderr_console().print(CensusEnd(taken, after))


def _write(facts: "PuzzleFacts", taken: "Census", csv: Path | None, plot: Path | None, *, force: bool) -> None:
    """The table and the picture; both have the levels counted before it was stopped."""
    if csv not in (None, _STANDARD_OUTPUT):
        from pybridge.cli.json_forms import census_csv

        write_new(csv, census_csv(taken), force=force)
    if plot is not None and taken.levels:
        from pybridge.render.plot import census_picture

        write_new(plot, census_picture(facts, taken, plot.suffix.lower().removeprefix(".")), force=force)


_WORTH_TELLING = 1.0
"""Seconds; what a census needs is told if it takes longer."""
_LOOK = 0.02
"""Seconds between two looks at whether it is over."""
_PATIENCE = 0.3
"""Seconds of keeping what is counted before that is told."""


def wait(run: "CensusRun", facts: "PuzzleFacts", chosen: "Plan", keeper: "Kept", before: int) -> "Census":
    """The census, once it is over; `before` states were counted another time. Raises CensusSpaceError."""
    from pybridge.render import stderr_console, watch_census

    console = stderr_console()
    try:
        if _rest(chosen, before) > _WORTH_TELLING:
            _tell(_needs(facts, chosen, before))
        if console.is_terminal:
            with suppress(OSError):  # a terminal that is gone is no reason to lose what is counted
                watch_census(run, chosen.states, console)
    except KeyboardInterrupt:
        run.cancel()
    waiting = _Waiting(run, facts, keeper)
    while not waiting.over():
        run.cancel()
    return run.result()


class _Waiting:
    """Waits for the end of a census, and tells what there is to tell meanwhile, each thing once."""

    def __init__(self, run: "CensusRun", facts: "PuzzleFacts", keeper: "Kept") -> None:
        self._run, self._facts, self._keeper = run, facts, keeper
        self._damage_told = self._keeping_told = False
        self._keeping_since = float("inf")

    def over(self) -> bool:
        """Wait; False if an interrupt came before."""
        try:
            while not self._run.wait(_LOOK):
                self._look()
            self._look()
        except KeyboardInterrupt:
            return False
        return True

    def _look(self) -> None:
        if self._run.damaged and not self._damage_told:
            self._damage_told = True
            folder = self._keeper.folder
            _tell(f"{self._facts.name}: what was kept in {folder} is damaged; the count begins again")
        if self._run.keeping and not self._keeping_told:
            now = time.monotonic()
            self._keeping_since = min(self._keeping_since, now)
            if now - self._keeping_since > _PATIENCE:
                self._keeping_told = True
                _tell(f"{self._facts.name}: keeping what is counted; Ctrl-C gives that up")


def _tell(line: str) -> None:
    """Write a line that nobody may be there to read."""
    with suppress(OSError):
        typer.echo(line, err=True)


def _rest(chosen: "Plan", before: int) -> float:
    """About how many seconds it takes to count the states that were not counted before."""
    return chosen.seconds * (chosen.states - before) / chosen.states if before else chosen.seconds


def _needs(facts: "PuzzleFacts", chosen: "Plan", before: int) -> str:
    """What a census will need."""
    from pybridge.puzzles.solvability import states_text
    from pybridge.render.words import duration
    from pybridge.search.census.choice import memory_text

    states = f"{states_text(chosen.states)} states"
    if before:
        states = f"{states_text(chosen.states - before)} of {states} are left"
    what = f"{states}, {memory_text(chosen.memory)}, about {duration(_rest(chosen, before))}"
    return f"{facts.name}: {what}; Ctrl-C stops, the next census goes on"
