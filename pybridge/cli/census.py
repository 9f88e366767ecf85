"""`census`: count all states of a puzzle by their distance from the goal."""

import shlex
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.cluster import Cluster, counting
from pybridge.cli.files import STANDARD, print_file, write_new
from pybridge.cli.hints import called, command_line, examples, search_from_farthest, state_argument
from pybridge.cli.options import JOBS, Fresh, LimitOptions, PuzzleName, Without, number, option, puzzle, starts_option
from pybridge.cli.shown import ShownOptions, print_json
from pybridge.errors import ArgumentError, DisagreementError, OutputError, TableSpaceError
from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import duration, states_text
from pybridge.limits import Limits

if TYPE_CHECKING:
    from pybridge.search.census.census import Census
    from pybridge.search.census.checkpoint import CensusCheckpoint
    from pybridge.search.census.choice import CensusPlan
    from pybridge.search.census.run import CensusRun


Starts = Annotated[list[str] | None, starts_option("locate", "all starts of the file")]
Method = Annotated[
    str | None,
    option(
        "--method",
        "bits|hashed|symmetric|projection|plain",
        "Counting method (default: the one that needs least memory).",
    ),
]
All = Annotated[bool, typer.Option("--all", help="List all farthest states instead of the first twelve.")]
Most = Annotated[int | None, number("--most", "List the first N farthest states.", 1)]
Csv = Annotated[Path | None, option("--csv", "FILE", "Also write the levels as CSV; -: print only the CSV.")]
Plot = Annotated[Path | None, option("--plot", "FILE", "Also plot the levels: *.svg, *.png or *.pdf.")]
EXAMPLES = examples("""
pybridge census box_eight
pybridge census eight --start "8 6 7 / 2 5 4 / 3 0 1"
pybridge census seven --plot seven.svg --csv seven.csv
pybridge census honeycomb --picture farthest.svg
pybridge census blocks4 --method plain --json
pybridge census eight --html census.html
""")


def census(
    name: PuzzleName, *,
    start: Starts = None, method: Method = None, jobs: Annotated[int | None, JOBS] = None,
    cluster: Cluster = None, every: All = False, most: Most = None, fresh: Fresh = False,
    within: Annotated[LimitOptions, Without("inference_limit")], csv: Csv = None, plot: Plot = None,
    shown: Annotated[ShownOptions, Without("quiet", "moves_as", "live", "steps")],
) -> int:  # fmt: skip
    """Count all states by their distance from the goal.

    Reports the number of states at each distance, the farthest states, and the distance of each start. Where moves
    cannot be undone, it counts the states that the first start can reach, by their distance from it. Without --jobs
    there is a thread per CPU. With --cluster the workers need to see the folder of tables.
    """
    from pybridge.engines.census import disagreement
    from pybridge.search.census.run import farthest_listed

    if cluster and within.limits.memory is not None:
        raise ArgumentError("--memory-limit is that of one process; leave it out with --cluster")
    csv, plot, lacking = _files(csv, plot, shown)
    facts = puzzle(name)
    with counting(cluster, facts, method, jobs) as chosen:
        run, taken = _take(facts, start or (), chosen, within.limits, farthest_listed(every, most), fresh=fresh)
    _show(facts, taken, run, name, json=shown.json, table=csv == STANDARD)
    _write(facts, taken, csv, plot, shown)
    if difference := disagreement(facts, taken):
        raise DisagreementError(difference)
    if lacking:
        raise OutputError(lacking)
    return taken.outcome.exit_code


def _take(
    facts: PuzzleFacts, start: Sequence[str], chosen: "CensusPlan", limits: Limits, most: int | None, *, fresh: bool
) -> "tuple[CensusRun, Census]":
    """Run a census; returns the run and its result."""
    from pybridge.engines.census import starts_of
    from pybridge.search.census.checkpoint import CensusCheckpoint
    from pybridge.search.census.run import CensusRun

    starts = starts_of(facts, start)
    checkpoint = CensusCheckpoint.of(facts, chosen, [state for _, state in starts])
    if fresh:
        checkpoint.forget()
        if checkpoint.fault:
            raise TableSpaceError(checkpoint.fault)
    before = checkpoint.states
    run = CensusRun(facts, starts, chosen, limits, most=most, checkpoint=checkpoint)
    return run, wait(run, facts, chosen, checkpoint, before)


def _files(csv: Path | None, plot: Path | None, shown: ShownOptions) -> tuple[Path | None, Path | None, str | None]:
    """The files for the CSV and the picture, checked with the others before anything is counted.

    Without matplotlib the levels of the picture become CSV in a file beside it; then the third is what to say about it.
    """
    if csv == STANDARD and shown.json:
        raise ArgumentError("--json and --csv - both write to standard output; name a file for --csv")
    lacking, draws = None, plot is not None
    if plot is not None:
        from pybridge.render.picture import lacks
        from pybridge.render.plot import FORMATS

        if lacking := lacks(plot, FORMATS):
            csv, plot = csv or plot.with_suffix(".csv"), None
            where = "printed" if csv == STANDARD else f"in {csv}"
            lacking = f"the levels are {where}, because {lacking}"
    shown.require(beside={"--csv": None if csv == STANDARD else csv, "--plot": plot}, draws=draws)
    return csv, plot, lacking


def _show(facts: PuzzleFacts, taken: "Census", run: "CensusRun", name: str, *, json: bool, table: bool) -> None:
    """Print JSON, the report of the puzzle of that name, or CSV; with incomplete CSV, also how the census ended."""
    if json:
        print_json(replace(taken, facts=facts).to_dict() | {"kept": run.kept})
        return
    from pybridge.render.census import CensusEnd, CensusReport
    from pybridge.render.console import stderr_console, stdout_console
    from pybridge.search.census.run import GIVEN_UP

    before = run.progress().before
    after = "saved: the next census resumes from there" if run.kept else ""
    if run.kept and len(taken.levels) == before:
        after = "no further level was completed: give the next census more time"
    if run.not_kept:
        after = "saving was cancelled" if run.not_kept == GIVEN_UP else f"it could not be saved: {run.not_kept}"
    if not table:
        stdout_console().print(CensusReport(facts, taken, before=before, after=after))
        if taken.outcome.exit_code == 0 and taken.origin is None:
            _offer(facts, taken, name)
        return
    print_file(taken.to_csv(command_line()))
    if taken.outcome.exit_code:
        stderr_console().print(CensusEnd(taken, after))


def _offer(facts: PuzzleFacts, taken: "Census", name: str) -> None:
    """Print the farthest states so that they can be pasted, and a command that solves the first."""
    states = [state_argument(facts, state) for state in taken.farthest]
    typer.echo("\nthe farthest states, for --start:" if len(states) > 1 else "\nfor --start:")
    width = len(str(len(states)))
    for place, state in enumerate(states, 1):
        typer.echo(f"{place:>{width}}  {state}" if len(states) > 1 else state)
    typer.echo(f"\nTry: {called()} {search_from_farthest(facts, shlex.quote(name), states[0])}")


def _write(facts: PuzzleFacts, taken: "Census", csv: Path | None, plot: Path | None, shown: ShownOptions) -> None:
    """Write the CSV file and the pictures; of a census that was stopped they have the complete levels."""
    from pybridge.render.census import CensusReport

    if csv not in (None, STANDARD):
        write_new(csv, taken.to_csv(command_line()), force=shown.force)
    if plot is not None and taken.levels:
        from pybridge.render.plot import census_picture

        kind = plot.suffix.lower().removeprefix(".")
        write_new(plot, census_picture(facts, taken, kind, dark=shown.dark), force=shown.force)
    shown.write_svg(lambda: CensusReport(facts, taken), f"pybridge census {facts.name}")
    if shown.picture and taken.farthest:
        from pybridge.render.picture import state_frames

        named = [(str(number), state) for number, state in enumerate(taken.farthest, 1)]
        shown.write_boards(state_frames(facts, named), facts.title)
    if shown.html:
        from pybridge.render.page import census_page

        shown.write_page(census_page(facts, taken))


_LOOK = 0.02
"""Seconds between two checks whether it is over."""
_PATIENCE = 0.3
"""Seconds of saving before a message says so."""


def wait(
    run: "CensusRun", facts: PuzzleFacts, chosen: "CensusPlan", checkpoint: "CensusCheckpoint", before: int
) -> "Census":
    """The census, once it is over; `before` states were counted by an earlier run. Raises CensusSpaceError."""
    from pybridge.render.census import watch_census
    from pybridge.render.console import is_screen, stderr_console

    try:
        if needs := _needs(facts, chosen, before):
            _tell(needs)
        if is_screen(stderr_console()):
            with suppress(OSError):  # a closed terminal must not lose what was counted
                watch_census(run)
    except KeyboardInterrupt:
        run.cancel()
    waiting = _Waiting(run, facts, checkpoint)
    while not waiting.over():
        run.cancel()
    return run.result()


class _Waiting:
    """Waits for the end of a census, and prints each message once."""

    def __init__(self, run: "CensusRun", facts: PuzzleFacts, checkpoint: "CensusCheckpoint") -> None:
        self._run, self._facts, self._checkpoint = run, facts, checkpoint
        self._damage_told = self._keeping_told = False
        self._keeping_since = float("inf")

    def over(self) -> bool:
        """Wait for the end; False if an interrupt comes first."""
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
            _tell(f"{self._facts.name}: the saved data in {self._checkpoint.path} is damaged; the count starts over")
        if self._run.keeping and not self._keeping_told:
            now = time.monotonic()
            self._keeping_since = min(self._keeping_since, now)
            if now - self._keeping_since > _PATIENCE:
                self._keeping_told = True
                _tell(f"{self._facts.name}: saving progress; press Ctrl-C to discard it")


def _tell(line: str) -> None:
    """Print a line on standard error; ignore a closed terminal."""
    with suppress(OSError):
        typer.echo(line, err=True)


def _needs(facts: PuzzleFacts, chosen: "CensusPlan", before: int) -> str | None:
    """What a census will need for states that no earlier run has counted; None if it is little or not known."""
    from pybridge.search.census.checkpoint import CensusCheckpoint
    from pybridge.search.census.choice import memory_text

    if chosen.states is None or chosen.memory is None or chosen.seconds is None:
        return None
    rest = chosen.seconds * (chosen.states - before) / chosen.states if before else chosen.seconds
    if rest <= CensusCheckpoint.worth:  # a shorter one is not saved
        return None
    left = f"{states_text(chosen.states - before)} of " if before else ""
    states = f"{left}{states_text(chosen.states)} states{' are left' * bool(before)}"
    what = f"{states}, {memory_text(chosen.memory)}, about {duration(rest)}"
    return f"{facts.name}: {what}; Ctrl-C stops, the next census resumes"
