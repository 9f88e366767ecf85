"""`bench`: measure heuristics on many boards, and SWI-Prolog inside Python, on this machine."""

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from pybridge.cli.bench_engine import EXAMPLES, engine
from pybridge.cli.bench_options import (
    LEARNED_EXAMPLES,
    PUZZLE_EXAMPLES,
    RANDOM_EXAMPLES,
    Csv,
    Engine,
    Heuristics,
    Jobs,
    Most,
    Of,
    Plot,
    Programs,
    Seed,
    Starts,
    Threads,
    Trained,
)
from pybridge.cli.cluster import Cluster, measuring
from pybridge.cli.parameters import (
    Batch,
    Fresh,
    Json,
    Pruning,
    TimeLimit,
    Weight,
    best_first,
    prune,
    puzzle,
    require_writable,
    whole,
    write_new,
)
from pybridge.cli.pictures import Dark, Drawing, Force, Html
from pybridge.facts.wording import several
from pybridge.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pybridge.bench import Boards, SearchBench
    from pybridge.bench.kept import Kept
    from pybridge.heuristics.protocol import Heuristic

STANDARD_OUTPUT = Path("-")


class _BenchGroup(TyperGroup):
    """Commands whose default is `puzzle`."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Insert `puzzle` if the first argument is neither a command nor a help option."""
        if args and args[0] not in {*self.commands, *ctx.help_option_names}:
            args = ["puzzle", *args]
        return super().parse_args(ctx, args)


def add_to(app: typer.Typer) -> None:
    """Add the command and its own commands."""
    bench = typer.Typer(
        help="Run benchmarks (best on an otherwise idle machine). The default command is `puzzle`.",
        rich_markup_mode=None,
        cls=_BenchGroup,
    )
    bench.command("puzzle", epilog=PUZZLE_EXAMPLES)(of_puzzle)
    bench.command("random", epilog=RANDOM_EXAMPLES)(of_random)
    bench.command("learned", epilog=LEARNED_EXAMPLES)(of_learned)
    bench.command("engine", epilog=EXAMPLES)(engine)
    app.add_typer(bench, name="bench")


@dataclass(frozen=True, slots=True)
class _How:
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


def of_puzzle(
    name: Annotated[str, typer.Argument(metavar="PUZZLE", show_default=False)],
    heuristic: Heuristics = None,
    program: Programs = None,
    weight: Weight = None,
    batch: Batch = None,
    pruning: Pruning = None,
    start: Starts = None, boards: Most = None,
    jobs: Jobs = 1, cluster: Cluster = None,
    threads: Threads = 1,
    time_limit: TimeLimit = None, fresh: Fresh = False,
    engine: Engine = "native",
    json: Json = False,
    csv: Csv = None,
    plot: Plot = None, html: Html = None, dark: Dark = False, force: Force = False,
) -> int:  # fmt: skip
    """Measure heuristics on a puzzle's named starts.

    `bench korf100` is short for `bench puzzle korf100`. --time-limit applies to each board.
    """
    from pybridge.bench import named

    how = _How(
        engine, heuristic, program or ["ida_star"], weight, batch, pruning, jobs, threads, time_limit, json, csv, plot,
        html, dark, force, fresh, cluster,
    )  # fmt: skip
    words = [word for text in start or () for word in ("--start", text)]
    words += ["--boards", str(boards)] if boards else []
    return _measure(named(puzzle(name), boards, start or ()), ["puzzle", name, *words], how)


def of_random(
    number: Annotated[int, typer.Argument(metavar="N", parser=whole(1, 10**6), show_default=False)],
    name: Of = "fifteen",
    seed: Seed = 0,
    heuristic: Heuristics = None,
    program: Programs = None,
    weight: Weight = None,
    batch: Batch = None,
    pruning: Pruning = None,
    jobs: Jobs = 1, cluster: Cluster = None,
    threads: Threads = 1,
    time_limit: TimeLimit = None, fresh: Fresh = False,
    engine: Engine = "native",
    json: Json = False,
    csv: Csv = None,
    plot: Plot = None, html: Html = None, dark: Dark = False, force: Force = False,
) -> int:  # fmt: skip
    """Measure heuristics on N random solvable starts.

    The same seed gives the same starts on every machine. --time-limit applies to each board.
    """
    how = _How(
        engine, heuristic, program or ["ida_star"], weight, batch, pruning, jobs, threads, time_limit, json, csv, plot,
        html, dark, force, fresh, cluster,
    )  # fmt: skip
    what = ["random", str(number), "--puzzle", name, "--seed", str(seed)]
    return _measure(_drawn(name, number, seed), what, how)


def of_learned(
    number: Annotated[int, typer.Argument(metavar="N", parser=whole(1, 10**6))] = 100,
    name: Of = "fifteen",
    seed: Seed = 0,
    recipe: Trained = None,
    weight: Weight = None,
    batch: Batch = None,
    jobs: Jobs = 1,
    time_limit: TimeLimit = None, fresh: Fresh = False,
    json: Json = False,
    csv: Csv = None,
    plot: Plot = None, html: Html = None, dark: Dark = False, force: Force = False,
) -> int:  # fmt: skip
    """Measure a network with several margins, by ida_star and a_star, and lower bounds on N random solvable starts."""
    from pybridge.bench import learned_for

    boards = _drawn(name, number, seed)
    how = _How(
        "native", None, ["ida_star"] if recipe else ["ida_star", "a_star"], weight, batch, None, jobs, 1, time_limit,
        json, csv, plot, html, dark, force, fresh,
    )  # fmt: skip
    what = ["learned", str(number), "--puzzle", name, "--seed", str(seed), *(["--recipe", recipe] if recipe else [])]
    return _measure(boards, what, how, learned_for(boards.facts, recipe))


def _drawn(name: str, number: int, seed: int) -> "Boards":
    """Random boards; a terminal shows how many are drawn."""
    from pybridge.bench import random_boards
    from pybridge.render import stderr_console
    from pybridge.render.stored_tables import stage

    facts = puzzle(name)
    with stage(stderr_console(), "drawing boards") as report:
        return random_boards(facts, number, seed, report)


def _require(how: _How) -> None:
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


def _measure(
    boards: "Boards", what: list[str], how: _How, heuristics: "Sequence[str | Heuristic] | None" = None
) -> int:
    """Measure the heuristics, if `what` names them; otherwise those of the options, or of the puzzle."""
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
    options = [] if heuristics else [option for name in names for option in ("--heuristic", str(name))]
    command = shlex.join(["pybridge", "bench", *what, *options, *how.words()])
    _show(bench, command, how)
    if how.csv not in (None, STANDARD_OUTPUT):
        write_new(how.csv, bench.to_csv(), force=how.force)
    if how.plot is not None:
        _draw(bench, how.plot, how)
    if how.html is not None:
        from pybridge.render.page import bench_page

        Drawing(html=how.html, force=how.force).write_page(lambda: bench_page(bench, command))
    if wrong := bench.disagreements():
        raise DisagreementError("\n".join(wrong))
    return bench.outcome().exit_code


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


def _tell_kept(kept: "Kept") -> None:
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


def _show(bench: "SearchBench", command: str, how: _How) -> None:
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


def _draw(bench: "SearchBench", path: Path, how: _How) -> None:
    from pybridge.bench import beside
    from pybridge.render.plot import excess_picture, nodes_picture

    accounts, kind = bench.accounts(), path.suffix.lower().removeprefix(".")
    if any(account.longer for account in accounts):
        write_new(path, excess_picture(bench.boards, accounts, kind, dark=how.dark), force=how.force)
    elif accounts:
        published = beside(bench.boards, accounts)
        write_new(path, nodes_picture(bench.boards, accounts, published, kind, dark=how.dark), force=how.force)
