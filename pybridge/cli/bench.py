"""`bench`: measure heuristics on many boards, and SWI-Prolog inside Python, on this machine."""

import shlex
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from pybridge.cli.parameters import (
    Jobs,
    Json,
    Pruning,
    TimeLimit,
    natural,
    prune,
    puzzle,
    require_writable,
    whole,
    write_new,
)
from pybridge.limits import Limits

if TYPE_CHECKING:
    from pybridge.bench import Account, Beside, Boards, Measured, SearchBench


Isolate = Annotated[bool, typer.Option("--isolate/--no-isolate", help="Measure an engine in a separate process.")]
Tries = Annotated[
    int, typer.Option("--tries", metavar="N", parser=whole(1, 10**6), help="Number of times each goal is cancelled.")
]
_EXAMPLES = """Examples:

  pybridge bench engine

  pybridge bench engine --isolate --tries 20
"""


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
    bench.command("engine", epilog=_EXAMPLES)(engine)
    app.add_typer(bench, name="bench")


def engine(isolate: Isolate = False, tries: Tries = 200, json: Json = False) -> int:
    """Measure SWI-Prolog inside Python: answers, cancelling, memory growth. Takes a minute or two."""
    from pybridge.bench import measure_engine
    from pybridge.render import figure_table, stderr_console, stdout_console

    console, figures = stderr_console(), []
    with tempfile.TemporaryDirectory(prefix="pybridge-") as folder, console.status("measuring") as status:
        for figure in measure_engine(isolate=isolate, tries=tries, scratch=Path(folder)):
            figures.append(figure)
            status.update(f"measured {len(figures)}: {figure.subject}")
    if json:
        from dataclasses import asdict

        from pybridge.cli.json_forms import print_json

        print_json([asdict(figure) for figure in figures])
    else:
        stdout_console().print(figure_table(figures))
    return 70 if any(figure.wrong for figure in figures) else 0


Heuristics = Annotated[
    list[str] | None,
    typer.Option(
        "--heuristic",
        metavar="H",
        show_default=False,
        help="Heuristic to measure, as for `solve`; repeatable (default: several chosen for the board).",
    ),
]
Most = Annotated[
    int | None,
    typer.Option("--boards", metavar="N", parser=whole(1), help="Measure only the first N boards (default: all)."),
]
Of = Annotated[str, typer.Option("--puzzle", metavar="PUZZLE", help="Puzzle of the random states.")]
Seed = Annotated[int, typer.Option("--seed", metavar="S", parser=natural, help="Seed of the random states.")]
Engine = Annotated[str, typer.Option("--engine", metavar="native", help="Engine to measure.")]
Plot = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", help="Also plot the nodes of each heuristic: *.svg, *.png or *.pdf."),
]
Force = Annotated[bool, typer.Option("--force", help="Replace the picture if it exists.")]
PUZZLE_EXAMPLES = """Examples:

  pybridge bench eight

  pybridge bench korf100 --heuristic takahashi --boards 10

  pybridge bench korf100 --plot nodes.svg

  pybridge bench korf100 --heuristic pdb:7-8 --time-limit 5 --json
"""
RANDOM_EXAMPLES = """Examples:

  pybridge bench random 100 --puzzle eight --seed 1

  pybridge bench random 1000 --heuristic pdb:7-8
"""


def of_puzzle(
    name: Annotated[str, typer.Argument(metavar="PUZZLE", show_default=False)],
    heuristic: Heuristics = None,
    pruning: Pruning = None,
    boards: Most = None,
    jobs: Jobs = 1,
    time_limit: TimeLimit = None,
    engine: Engine = "native",
    json: Json = False,
    plot: Plot = None,
    force: Force = False,
) -> int:
    """Measure heuristics on a puzzle's named starts.

    `bench korf100` is short for `bench puzzle korf100`. --time-limit applies to each board.
    """
    from pybridge.bench import named

    _require(engine, plot, force)
    what = ["puzzle", name, *(["--boards", str(boards)] if boards else [])]
    return _measure(named(puzzle(name), boards), what, heuristic, pruning, jobs, time_limit, json, plot, force)


def of_random(
    number: Annotated[int, typer.Argument(metavar="N", parser=whole(1, 10**6), show_default=False)],
    name: Of = "fifteen",
    seed: Seed = 0,
    heuristic: Heuristics = None,
    pruning: Pruning = None,
    jobs: Jobs = 1,
    time_limit: TimeLimit = None,
    engine: Engine = "native",
    json: Json = False,
    plot: Plot = None,
    force: Force = False,
) -> int:
    """Measure heuristics on N random solvable starts.

    The same seed gives the same starts on every machine. --time-limit applies to each board.
    """
    from pybridge.bench import random_boards

    _require(engine, plot, force)
    what = ["random", str(number), "--puzzle", name, "--seed", str(seed)]
    return _measure(
        random_boards(puzzle(name), number, seed), what, heuristic, pruning, jobs, time_limit, json, plot, force
    )


def _require(engine: str, plot: Path | None, force: bool) -> None:
    """Check the options before anything is searched."""
    if engine != "native":
        from pybridge.errors import UnavailableProgramError

        raise UnavailableProgramError(f"bench cannot measure the engine {engine!r}, only native")
    if plot is not None:
        from pybridge.render.plot import require_plotting

        require_plotting(plot)
        require_writable(plot, force=force)


def _measure(
    boards: "Boards",
    what: list[str],
    heuristics: list[str] | None,
    pruning: str | None,
    jobs: int,
    seconds: float | None,
    json: bool,
    plot: Path | None,
    force: bool,
) -> int:
    from pybridge.bench import SearchBench, heuristics_for, this_machine
    from pybridge.errors import DisagreementError

    machine = this_machine()
    names = heuristics or list(heuristics_for(boards.facts))
    bench = SearchBench(boards, names, pruning=prune(pruning), jobs=jobs, limits=Limits(seconds))
    _wait(bench)
    options = [option for name in names for option in ("--heuristic", name)]
    options += ["--pruning", pruning] if pruning else []
    options += ["--time-limit", f"{seconds:g}"] if seconds else []
    _show(bench, shlex.join(["pybridge", "bench", *what, *options, "--jobs", str(jobs)]), machine, json)
    if plot is not None:
        _draw(bench, plot, force)
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
    bench.accounts()


def _show(bench: "SearchBench", command: str, machine: dict[str, Any], json: bool) -> None:
    from pybridge.bench import beside

    accounts = bench.accounts()
    published = beside(bench.boards, accounts)
    if json:
        from pybridge.cli.json_forms import print_json

        print_json(bench_form(bench, published, machine, command))
        return
    from pybridge.render import BenchReport, stdout_console

    stdout_console().print(BenchReport(bench.boards, accounts, published, machine))


def _draw(bench: "SearchBench", path: Path, force: bool) -> None:
    from pybridge.bench import beside
    from pybridge.render.plot import nodes_picture

    accounts, kind = bench.accounts(), path.suffix.lower().removeprefix(".")
    if accounts:
        write_new(path, nodes_picture(bench.boards, accounts, beside(bench.boards, accounts), kind), force=force)


def bench_form(
    bench: "SearchBench", published: "Sequence[Beside]", machine: Mapping[str, Any], command: str
) -> dict[str, Any]:
    """A measurement as a dictionary: the boards, the machine, and every board with every heuristic."""
    return {
        "command": command,
        "puzzle": bench.boards.facts.name,
        "seed": bench.boards.seed,
        "boards": len(bench.boards.starts),
        "engine": "native",
        "outcome": bench.outcome().value,
        "disagreements": bench.disagreements(),
        "machine": dict(machine),
        "heuristics": [_account(account) for account in bench.accounts()],
        "published": [asdict(line) for line in published],
    }


def _account(account: "Account") -> dict[str, Any]:
    """Means over the solved boards, and each board; `rate` is nodes generated per second."""
    worst = account.worst
    return {
        "heuristic": account.heuristic,
        "source": account.source,
        "pruning": account.pruning,
        "preparing_seconds": round(account.preparing, 6),
        "wanted": account.wanted,
        "solved": len(account.solved),
        "means": {
            "length": account.length,
            "h": account.estimate,
            "expanded": account.expanded,
            "generated": account.generated,
            "seconds": account.mean_seconds,
        },
        "worst": None if worst is None else {"start": worst.start, "seconds": round(worst.seconds, 6)},
        "seconds": round(account.seconds, 6),
        "rate": account.rate,
        "boards": [_board(board) for board in account.boards],
    }


def _board(board: "Measured") -> dict[str, Any]:
    return {
        "start": board.start,
        "state": list(board.state),
        "outcome": board.outcome.value,
        "h": board.estimate,
        "length": board.length,
        "expanded": board.expanded,
        "generated": board.generated,
        "iterations": board.iterations,
        "seconds": round(board.seconds, 6),
    }
