"""`bench`: measure heuristics on many boards, and SWI-Prolog inside Python, on this machine."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from pybridge.cli.bench_cluster import CLUSTER_EXAMPLES, of_cluster
from pybridge.cli.bench_run import BenchOptions, measure
from pybridge.cli.hints import examples
from pybridge.cli.options import Json, PuzzleName, Seed, Without, flat, number, option, puzzle, starts_option, whole
from pybridge.cli.shown import print_result

if TYPE_CHECKING:
    from pybridge.bench.boards import Boards


Starts = Annotated[list[str] | None, starts_option("measure", "all starts of the file")]
Most = Annotated[int | None, number("--boards", "Measure only the first N boards (default: all).", 1)]
Of = Annotated[str, option("--puzzle", "PUZZLE", "Puzzle of the random states.")]
Trained = Annotated[
    str | None,
    option(
        "--recipe",
        "NAME",
        "Measure all networks that this recipe of `train` has trained here, without margins and by ida_star.",
    ),
]
PUZZLE_EXAMPLES = examples("""
pybridge bench eight
pybridge bench eight --start middling --start farthest_1
pybridge bench eight --processes 2 --csv boards.csv
pybridge bench eight --cluster local:2
pybridge bench eight --plot nodes.svg
pybridge bench eight --html bench.html
pybridge bench korf100 --heuristic takahashi --boards 4 --time-limit 5 --json
""")
RANDOM_EXAMPLES = examples("""
pybridge bench random 100 --puzzle eight --seed 1
pybridge bench random 1000 --heuristic pdb:7-8
pybridge bench random 100 --heuristic learned --program a_star --weight 1.5
""")
LEARNED_EXAMPLES = examples("""
pybridge bench learned 20 --puzzle eight
pybridge bench learned 20 --puzzle eight --seed 1 --plot excess.svg
""")
Isolate = Annotated[bool, typer.Option("--isolate/--no-isolate", help="Measure an engine in a separate process.")]
Tries = Annotated[
    int, number("--tries", "Number of times each goal is cancelled; other repetitions grow with it.", 1, 10**6)
]
EXAMPLES = examples("""
pybridge bench engine --tries 4
pybridge bench engine --isolate --tries 1
""")


def engine(isolate: Isolate = False, tries: Tries = 200, json: Json = False) -> int:
    """Measure SWI-Prolog inside Python.

    It measures answers, cancelling and the growth of memory, in a minute or two.
    """
    import tempfile

    from pybridge.bench.engine import measure_engine
    from pybridge.render.bench import figure_table
    from pybridge.render.console import stderr_console

    console, figures = stderr_console(), []
    with tempfile.TemporaryDirectory(prefix="pybridge-") as folder, console.status("measuring") as status:
        for figure in measure_engine(isolate=isolate, tries=tries, scratch=Path(folder)):
            figures.append(figure)
            status.update(f"measured {len(figures)}: {figure.subject}")
    print_result(json, lambda: [asdict(figure) for figure in figures], lambda: figure_table(figures))
    return 70 if any(figure.wrong for figure in figures) else 0


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
    bench.command("puzzle", epilog=PUZZLE_EXAMPLES)(flat(of_puzzle))
    bench.command("random", epilog=RANDOM_EXAMPLES)(flat(of_random))
    bench.command("learned", epilog=LEARNED_EXAMPLES)(flat(of_learned))
    bench.command("engine", epilog=EXAMPLES)(engine)
    bench.command("cluster", epilog=CLUSTER_EXAMPLES)(of_cluster)
    app.add_typer(bench, name="bench")


def of_puzzle(
    name: PuzzleName,
    start: Starts = None,
    boards: Most = None,
    *,
    how: BenchOptions,
) -> int:
    """Measure heuristics on a puzzle's named starts.

    `bench korf100` is short for `bench puzzle korf100`. --time-limit applies to each board. By default the program is
    ida_star; networks are measured with others, too, lower bounds with ida_star alone. Puzzles of rules are measured
    with the programs that they have.
    """
    from pybridge.bench.boards import named

    words = [word for text in start or () for word in ("--start", text)]
    words += ["--boards", str(boards)] if boards else []
    return measure(named(puzzle(name), boards, start or ()), ["puzzle", name, *words], how, how.heuristic)


def of_random(
    number: Annotated[int, typer.Argument(metavar="N", parser=whole(1, 10**6), show_default=False)],
    name: Of = "fifteen",
    seed: Seed = 0,
    *,
    how: BenchOptions,
) -> int:
    """Measure heuristics on N random solvable starts.

    The same seed gives the same starts on every machine. --time-limit applies to each board. By default the program is
    ida_star; networks are measured with others, too, lower bounds with ida_star alone. Puzzles of rules are measured
    with the programs that they have.
    """
    what = ["random", str(number), "--puzzle", name, "--seed", str(seed)]
    return measure(_drawn(name, number, seed), what, how, how.heuristic)


def of_learned(
    number: Annotated[int, typer.Argument(metavar="N", parser=whole(1, 10**6))] = 100,
    name: Of = "fifteen",
    seed: Seed = 0,
    recipe: Trained = None,
    *,
    how: Annotated[BenchOptions, Without("heuristic")],
) -> int:
    """Measure a network with several margins, and lower bounds.

    It measures N random solvable starts. By default the programs are ida_star and, for networks, a_star.
    """
    from pybridge.bench.boards import learned_for

    if recipe:
        from pybridge.learning.recipe import recipe_named

        recipe_named(recipe)  # an unknown recipe is refused here, or the advice would be to train it
    boards, what = _drawn(name, number, seed), [str(number), "--puzzle", name, "--seed", str(seed)]
    if recipe is None and how.program is None:
        how = replace(how, program="ida_star,a_star")
    what = ["learned", *what, "--recipe", recipe] if recipe else ["random", *what]
    return measure(boards, what, how, learned_for(boards.facts, recipe))


def _drawn(name: str, number: int, seed: int) -> "Boards":
    """Random boards; a terminal shows how many are drawn."""
    from pybridge.bench.boards import random_boards
    from pybridge.render.live import stage

    facts = puzzle(name)
    with stage("drawing boards") as report:
        return random_boards(facts, number, seed, report)
