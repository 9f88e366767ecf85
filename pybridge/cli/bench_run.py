"""A measurement of `bench`: run it with what the options say, print it, and write files."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pybridge.cli.bench_options import BenchOptions
from pybridge.cli.cluster import measuring
from pybridge.cli.files import STANDARD, print_file, write_new
from pybridge.cli.own import programs_and_files, tell_warnings, with_own
from pybridge.cli.shown import print_json
from pybridge.facts.wording import several

if TYPE_CHECKING:
    from pybridge.bench import Boards, SearchBench
    from pybridge.bench.kept import KeptBoards
    from pybridge.heuristics.protocol import Heuristic
    from pybridge.search.task import Task


def measure(
    boards: "Boards", what: list[str], how: BenchOptions, heuristics: "Sequence[str | Heuristic] | None"
) -> int:
    """Measure some heuristics, by default several chosen for the puzzle, print the result, and write files.

    `what` are the words of the command that say what is measured. Networks that are objects are among them.
    """
    from pybridge.api.arguments import best_first_of, pruning_named
    from pybridge.bench import SearchBench, usual_programs
    from pybridge.errors import DisagreementError
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

        how.shown.write_page(lambda: bench_page(bench))


def _wait(bench: "SearchBench") -> None:
    """Wait until it is over. An interrupt ends it and keeps the boards measured so far."""
    from pybridge.render.bench import watch_bench
    from pybridge.render.console import stderr_console

    try:
        watch_bench(bench, stderr_console())
    except KeyboardInterrupt:
        bench.cancel()
        while not bench.wait(0.01):
            pass
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
    from pybridge.bench import beside
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
    from pybridge.bench import beside
    from pybridge.render.plot import excess_picture, nodes_picture

    accounts, kind = bench.accounts(), path.suffix.lower().removeprefix(".")
    if any(account.longer for account in accounts):
        write_new(path, excess_picture(bench.boards, accounts, kind, dark=how.shown.dark), force=how.shown.force)
    elif accounts:
        published = beside(bench.boards, accounts)
        write_new(
            path, nodes_picture(bench.boards, accounts, published, kind, dark=how.shown.dark), force=how.shown.force
        )
