"""`bench puzzle` and `bench random`: heuristics measured on many boards."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pybridge.cli.goes_by import Pruning, prune
from pybridge.cli.parameters import Jobs, Json, TimeLimit, natural, puzzle, require_writable, whole, write_new
from pybridge.limits import Limits

if TYPE_CHECKING:
    from pybridge.bench import Boards, SearchBench

Heuristics = Annotated[
    list[str] | None,
    typer.Option(
        "--heuristic",
        metavar="H",
        show_default=False,
        help="A heuristic to measure, as `solve` takes it; may be given again. Else some that suit the board.",
    ),
]
Most = Annotated[int | None, typer.Option("--boards", metavar="N", parser=whole(1), help="The first N boards only.")]
Of = Annotated[str, typer.Option("--puzzle", metavar="PUZZLE", help="The puzzle whose states are drawn.")]
Seed = Annotated[int, typer.Option("--seed", metavar="S", parser=natural, help="Other boards for another seed.")]
Engine = Annotated[str, typer.Option("--engine", metavar="native", help="The engine to measure.")]
Plot = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", help="Draw nodes against heuristics, too: *.svg, *.png or *.pdf."),
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
    """Heuristics on a puzzle's named starts.

    The word `puzzle` may be left out: `bench korf100`. A time limit is for each board.
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
    """Heuristics on N random solvable starts.

    They are the same for the same seed on every machine. A time limit is for each board.
    """
    from pybridge.bench import random_boards

    _require(engine, plot, force)
    what = ["random", str(number), "--puzzle", name, "--seed", str(seed)]
    return _measure(
        random_boards(puzzle(name), number, seed), what, heuristic, pruning, jobs, time_limit, json, plot, force
    )


def _require(engine: str, plot: Path | None, force: bool) -> None:
    """Raise what can be told before anything is searched."""
    if engine != "native":
        from pybridge.errors import UnavailableProgramError

        raise UnavailableProgramError(f"no searches by the engine {engine!r} are measured, only those by native")
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
    """Wait until it is over; an interrupt ends it, and what is measured by then counts."""
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
        from pybridge.cli.bench_forms import bench_form
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
