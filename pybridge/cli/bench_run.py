"""A measurement of `bench`: run it with what the options say, print it, and write files."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pybridge.cli.cluster import measuring
from pybridge.cli.parameters import best_first, prune, require_writable, write_new
from pybridge.cli.pictures import Drawing
from pybridge.facts.wording import several
from pybridge.limits import Limits

if TYPE_CHECKING:
    from pybridge.bench import Boards, SearchBench
    from pybridge.bench.kept import KeptBoards
    from pybridge.heuristics.protocol import Heuristic

STANDARD_OUTPUT = Path("-")


@dataclass(frozen=True, slots=True)
class How:
    """How to search, and what to do with the result."""

    engine: str
    heuristics: list[str] | None
    programs: list[str]
    weight: int | None
    batch: int | None
    pruning: str | None
    jobs: int
    threads: int
    seconds: float | None
    json: bool
    csv: Path | None
    plot: Path | None
    html: Path | None
    dark: bool
    force: bool
    fresh: bool
    cluster: str | None = None

    def words(self) -> list[str]:
        """The options that say how to search."""
        programs = self.programs if self.programs != ["ida_star"] else []
        words = [word for program in programs for word in ("--program", program)]
        words += ["--weight", f"{self.weight / 100:g}"] if self.weight else []
        words += ["--batch", str(self.batch)] if self.batch else []
        words += ["--pruning", self.pruning] if self.pruning else []
        words += ["--time-limit", f"{self.seconds:g}"] if self.seconds else []
        words += ["--threads", str(self.threads)] if self.threads > 1 else []
        return [*words, *(["--cluster", self.cluster] if self.cluster else ["--jobs", str(self.jobs)])]


def _require(how: How) -> None:
    """Check the options before anything is searched."""
    if how.engine != "native":
        from pybridge.errors import UnavailableProgramError

        raise UnavailableProgramError(f"bench cannot measure the engine {how.engine!r}, only native")
    for program in how.programs:
        if program not in ("ida_star", "a_star"):
            raise typer.BadParameter(f"{program!r} is not a program of bench; choose ida_star or a_star")
    if how.csv == STANDARD_OUTPUT and how.json:
        raise typer.BadParameter("--json and --csv - both write to standard output; name a file for --csv")
    if how.dark and how.plot is None:
        raise typer.BadParameter("--dark requires --plot")
    if how.plot is not None:
        from pybridge.render.picture import require_format
        from pybridge.render.plot import FORMATS

        require_format(how.plot, FORMATS, ())
    Drawing(html=how.html, force=how.force).require()
    for path in (how.csv, how.plot):
        if path not in (None, STANDARD_OUTPUT):
            require_writable(path, force=how.force)


def measure(boards: "Boards", what: list[str], how: How, heuristics: "Sequence[str | Heuristic] | None" = None) -> int:
    """Measure some heuristics; by default those of the options, or of the puzzle.

    `what` are the words of the command that say what is measured. Networks that are objects are among them.
    """
    from pybridge.bench import SearchBench
    from pybridge.errors import DisagreementError
    from pybridge.heuristics.choice import compared

    _require(how)
    names = heuristics or how.heuristics or list(compared(boards.facts))
    settings = best_first(how.weight, how.batch, fits="a_star" in how.programs)
    with measuring(how.cluster, how.jobs, how.threads) as (processes, elsewhere):
        bench = SearchBench(
            boards, names, pruning=prune(how.pruning), programs=how.programs, best_first=settings,
            threads=how.threads, processes=processes, elsewhere=elsewhere, limits=Limits(how.seconds),
            keep=True, fresh=how.fresh,
        )  # fmt: skip
        _wait(bench)
    named = names if all(isinstance(name, str) for name in names) else ()
    options = [option for name in named for option in ("--heuristic", str(name))]
    _write(bench, shlex.join(["pybridge", "bench", *what, *options, *how.words()]), how)
    if wrong := bench.disagreements():
        raise DisagreementError("\n".join(wrong))
    return bench.outcome().exit_code


def _write(bench: "SearchBench", command: str, how: How) -> None:
    """Print the measurement, and write the files that are wanted."""
    _show(bench, command, how)
    if how.csv not in (None, STANDARD_OUTPUT):
        write_new(how.csv, bench.to_csv(), force=how.force)
    if how.plot is not None:
        _draw(bench, how.plot, how)
    if how.html is not None:
        from pybridge.render.page import bench_page

        Drawing(html=how.html, force=how.force).write_page(lambda: bench_page(bench, command))


def _wait(bench: "SearchBench") -> None:
    """Wait until it is over. An interrupt ends it and keeps the boards measured so far."""
    from pybridge.render import stderr_console, watch_bench

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


def _show(bench: "SearchBench", command: str, how: How) -> None:
    """Print JSON, CSV, or the report."""
    from pybridge.bench import beside
    from pybridge.cli.json_forms import print_json
    from pybridge.render import BenchReport, stdout_console

    if how.json:
        print_json(bench.to_dict(command))
        return
    if how.csv == STANDARD_OUTPUT:
        typer.echo(bench.to_csv(), nl=False)
        return
    accounts = bench.accounts()
    published = beside(bench.boards, accounts)
    stdout_console().print(BenchReport(bench.boards, accounts, published, bench.machine, processes=bench.processes))


def _draw(bench: "SearchBench", path: Path, how: How) -> None:
    from pybridge.bench import beside
    from pybridge.render.plot import excess_picture, nodes_picture

    accounts, kind = bench.accounts(), path.suffix.lower().removeprefix(".")
    if any(account.longer for account in accounts):
        write_new(path, excess_picture(bench.boards, accounts, kind, dark=how.dark), force=how.force)
    elif accounts:
        published = beside(bench.boards, accounts)
        write_new(path, nodes_picture(bench.boards, accounts, published, kind, dark=how.dark), force=how.force)
