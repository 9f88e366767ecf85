"""`bench`: measure heuristics on many boards, and SWI-Prolog inside Python, on this machine."""

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
from pybridge.cli.bench_run import How, measure
from pybridge.cli.cluster import Cluster
from pybridge.cli.parameters import Batch, Fresh, Json, Pruning, TimeLimit, Weight, puzzle, whole
from pybridge.cli.pictures import Dark, Force, Html

if TYPE_CHECKING:
    from pybridge.bench import Boards


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

    how = How(
        engine, heuristic, program or ["ida_star"], weight, batch, pruning, jobs, threads, time_limit, json, csv, plot,
        html, dark, force, fresh, cluster,
    )  # fmt: skip
    words = [word for text in start or () for word in ("--start", text)]
    words += ["--boards", str(boards)] if boards else []
    return measure(named(puzzle(name), boards, start or ()), ["puzzle", name, *words], how)


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
    how = How(
        engine, heuristic, program or ["ida_star"], weight, batch, pruning, jobs, threads, time_limit, json, csv, plot,
        html, dark, force, fresh, cluster,
    )  # fmt: skip
    what = ["random", str(number), "--puzzle", name, "--seed", str(seed)]
    return measure(_drawn(name, number, seed), what, how)


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

    boards, what = _drawn(name, number, seed), [str(number), "--puzzle", name, "--seed", str(seed)]
    heuristics = list(learned_for(boards.facts, recipe))
    how = How(
        "native", None, ["ida_star"] if recipe else ["ida_star", "a_star"], weight, batch, None, jobs, 1, time_limit,
        json, csv, plot, html, dark, force, fresh,
    )  # fmt: skip
    return measure(boards, ["learned", *what, "--recipe", recipe] if recipe else ["random", *what], how, heuristics)


def _drawn(name: str, number: int, seed: int) -> "Boards":
    """Random boards; a terminal shows how many are drawn."""
    from pybridge.bench import random_boards
    from pybridge.render import stderr_console
    from pybridge.render.stored_tables import stage

    facts = puzzle(name)
    with stage(stderr_console(), "drawing boards") as report:
        return random_boards(facts, number, seed, report)
