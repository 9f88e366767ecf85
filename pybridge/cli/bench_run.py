"""A measurement of `bench`: its options, how it is run with them, printed and written."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.cluster import Cluster, measuring
from pybridge.cli.files import STANDARD, print_file, write_new
from pybridge.cli.options import HEURISTIC, Fresh, LimitOptions, SearchOptions, Without, number, option, program_option
from pybridge.cli.own import programs_and_files, tell_warnings, with_own
from pybridge.cli.shown import ShownOptions, print_json
from pybridge.errors import ArgumentError, DisagreementError
from pybridge.facts.wording import several
from pybridge.limits import MOST_JOBS

if TYPE_CHECKING:
    from pybridge.bench.boards import Boards
    from pybridge.bench.kept import KeptBoards
    from pybridge.bench.search import SearchBench
    from pybridge.heuristics.protocol import Heuristic
    from pybridge.search.task import Task


@dataclass(frozen=True, kw_only=True)
class BenchOptions:
    """How boards are measured, and what is written of them."""

    heuristic: Annotated[
        list[str] | None, option("--heuristic", "H", f"{HEURISTIC} Repeatable. Default: several chosen for the board.")
    ] = None
    program: Annotated[str | None, program_option("ida_star,a_star,FILE")] = None
    search: Annotated[SearchOptions, Without("heuristic")]
    processes: Annotated[
        int, number("--processes", "Boards measured at a time, each in a process of its own.", 1, MOST_JOBS)
    ] = 1
    cluster: Cluster = None
    within: Annotated[LimitOptions, Without("inference_limit", "memory_limit")]
    fresh: Fresh = False
    csv: Annotated[
        Path | None, option("--csv", "FILE", "Also write a row per board and heuristic as CSV; -: print only the CSV.")
    ] = None
    plot: Annotated[
        Path | None,
        option("--plot", "FILE", "Also plot nodes (with networks, against excess moves): *.svg, *.png or *.pdf."),
    ] = None
    shown: Annotated[ShownOptions, Without("quiet", "moves_as", "svg", "live", "picture", "steps")]

    def require(self) -> None:
        """Check the files before anything is searched. Raises ArgumentError and OutputError."""
        if self.csv == STANDARD and self.shown.json:
            raise ArgumentError("--json and --csv - both write to standard output; name a file for --csv")
        if self.plot is not None:
            from pybridge.render.picture import require_format
            from pybridge.render.plot import FORMATS

            require_format(self.plot, FORMATS, ())
        table = None if self.csv == STANDARD else self.csv
        self.shown.require(beside={"--csv": table, "--plot": self.plot}, draws=self.plot is not None)

    def words(self) -> list[str]:
        """The options that figures depend on, except for the heuristics, as words of a command."""
        used = {"program": self.program, "pruning": self.search.pruning, "weight": self.search.weight,
                "batch": self.search.batch, "jobs": self.search.jobs, "time-limit": self.within.time_limit}  # fmt: skip
        usual = {"weight": 1.0, "batch": 1, "jobs": 1}
        used = {name: value for name, value in used.items() if value is not None and value != usual.get(name)}
        used |= {"cluster": self.cluster} if self.cluster else {"processes": self.processes}
        return [
            word
            for name, value in used.items()
            for word in (f"--{name}", _written(value) if isinstance(value, float) else str(value))
        ]


def _written(number: float) -> str:
    """All digits of a number, none of them as a power of ten."""
    from decimal import Decimal

    return format(Decimal(repr(number)), "f").removesuffix(".0")


def measure(
    boards: "Boards", what: list[str], how: BenchOptions, heuristics: "Sequence[str | Heuristic] | None"
) -> int:
    """Measure some heuristics, by default several chosen for the puzzle, print the result, and write files.

    `what` are the words of the command that say what is measured. Networks that are objects are among them.
    """
    from pybridge.api.arguments import best_first_of, pruning_named
    from pybridge.bench.search import SearchBench
    from pybridge.bench.tasks import usual_programs
    from pybridge.heuristics.choice import compared

    how.require()
    search, names = how.search, list(heuristics or compared(boards.facts))
    asked, files = programs_and_files(how.program)
    programs = asked or usual_programs(boards.facts)
    with measuring(how.cluster, how.processes, search.jobs) as (processes, elsewhere):
        bench = SearchBench(
            boards, names, pruning=pruning_named(search.pruning), programs=programs, jobs=search.jobs,
            best_first=best_first_of(search.weight, search.batch, programs), processes=processes, elsewhere=elsewhere,
            limits=how.within.limits, keep=True, fresh=how.fresh, command=_repeating(what, names, how),
            own=[_own(boards, file, how) for file in files],
        )  # fmt: skip
        _wait(bench)
    _write(bench, how)
    if wrong := bench.disagreements():
        raise DisagreementError("\n".join(wrong))
    return bench.outcome().exit_code


def _repeating(what: list[str], names: "Sequence[str | Heuristic]", how: BenchOptions) -> str:
    """The command that repeats a measurement."""
    named = names if all(isinstance(name, str) for name in names) else ()
    options = [option for name in named for option in ("--heuristic", str(name))]
    return shlex.join(["pybridge", "bench", *what, *options, *how.words()])


def _own(boards: "Boards", file: Path, how: BenchOptions) -> "Task":
    """The measurement of a program of the user's."""
    from pybridge.search.task import Task

    name, start = boards.starts[0]
    task = Task(facts=boards.facts, start_name=name, start=start, program="ids", limits=how.within.limits)
    task = with_own(task, file)
    tell_warnings(task)
    return task


def _write(bench: "SearchBench", how: BenchOptions) -> None:
    """Print the measurement, and write the files that are wanted."""
    _show(bench, how)
    if how.csv not in (None, STANDARD):
        write_new(how.csv, bench.to_csv(), force=how.shown.force)
    if how.plot is not None:
        _draw(bench, how.plot, how)
    if how.shown.html is not None:
        from pybridge.render.page import bench_page

        how.shown.write_page(bench_page(bench))


def _wait(bench: "SearchBench") -> None:
    """Wait until it is over. An interrupt ends it and keeps the boards measured so far."""
    from pybridge.render.bench import watch_bench
    from pybridge.search.task import watched

    watched(bench, watch_bench)
    _tell_kept(bench.kept)
    bench.accounts()


def _tell_kept(kept: "KeptBoards") -> None:
    """Say how many boards an earlier run had kept on disk, and how many are kept for the next one."""
    of = f"of {several(kept.wanted, 'board')}"
    if kept.damaged:
        typer.echo("pybridge: some of what an earlier run had kept was damaged; it is measured again", err=True)
    if kept.resumed:
        typer.echo(f"pybridge: resumed with {kept.resumed:,} {of}; --fresh starts over", err=True)
    if kept.complete:
        return
    if kept.fault:
        typer.echo(f"pybridge: the boards could not be kept: {kept.fault}", err=True)
    elif kept.boards:
        typer.echo(f"pybridge: kept: {kept.boards:,} {of}; the same command resumes, --fresh starts over", err=True)


def _show(bench: "SearchBench", how: BenchOptions) -> None:
    """Print JSON, CSV, or the report."""
    from pybridge.bench.comparison import beside
    from pybridge.render.bench import BenchReport
    from pybridge.render.console import stdout_console

    if how.shown.json:
        print_json(bench.to_dict())
        return
    if how.csv == STANDARD:
        print_file(bench.to_csv())
        return
    accounts = bench.accounts()
    published = beside(bench.boards, accounts)
    stdout_console().print(
        BenchReport(bench.boards, accounts, published, bench.provenance.machine, processes=bench.processes)
    )


def _draw(bench: "SearchBench", path: Path, how: BenchOptions) -> None:
    from pybridge.bench.comparison import beside
    from pybridge.render.plot import excess_picture, nodes_picture

    accounts, kind = bench.accounts(), path.suffix.lower().removeprefix(".")
    if any(account.longer for account in accounts):
        write_new(path, excess_picture(bench.boards, accounts, kind, dark=how.shown.dark), force=how.shown.force)
    elif accounts:
        published = beside(bench.boards, accounts)
        write_new(
            path, nodes_picture(bench.boards, accounts, published, kind, dark=how.shown.dark), force=how.shown.force
        )
