"""`train`: a network that estimates distances, for `--heuristic learned`."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.files import Force, require_writable, write_new
from pybridge.cli.options import (
    JOBS,
    Fresh,
    Json,
    LimitOptions,
    Seed,
    Without,
    flat,
    number,
    option,
    puzzle,
    puzzle_names,
)
from pybridge.cli.shown import print_json

if TYPE_CHECKING:
    from pybridge.learning import Training, WalkTraining
    from pybridge.limits import Limits
    from pybridge.store.table import Table

Recipe = Annotated[str, option("--recipe", "NAME", "How to train: `solved`, or `ito-yamamoto` as in their paper.")]
Out = Annotated[Path | None, option("--out", "FILE", "Also write the network to a file, for --heuristic learned:FILE.")]
_EXAMPLES = """Examples:

  pybridge train eight --labels 20000 --steps 500

  pybridge train eight --labels 5000 --steps 200 --jobs 2 --time-limit 600

  pybridge train eight --recipe ito-yamamoto --distance 8 --origins 20
"""


@dataclass(frozen=True)
class RecipeOptions:
    """What a recipe does otherwise than by default."""

    labels: Annotated[int | None, number("--labels", "States to learn from (default: the recipe's).", 1, 10**9)] = None
    steps: Annotated[int | None, number("--steps", "Steps of the fit (default: the recipe's).", 1, 10**9)] = None
    distance: Annotated[
        int | None,
        number("--distance", "ito-yamamoto: distance of well-trodden states from the goal (default: 20).", 1, 1000),
    ] = None
    origins: Annotated[
        int | None, number("--origins", "ito-yamamoto: well-trodden states (default: 50).", 1, 10**6)
    ] = None
    width: Annotated[int | None, number("--width", "ito-yamamoto: values between layers (default: 96).", 1, 4000)] = (
        None
    )
    believed: Annotated[
        int | None,
        number(
            "--believed",
            "ito-yamamoto: the greatest label that the first network, the filter, learns (default: 70).",
            1,
            32767,
        ),
    ] = None
    inputs: Annotated[
        str | None,
        option(
            "--inputs",
            "tiles|cells|all",
            "ito-yamamoto: bits of the tile on each cell (default), bits of the cell of each tile, or an input "
            "for each tile on each cell.",
        ),
    ] = None
    without: Annotated[
        list[str] | None,
        option("--without", "filter|origins|bound|decay", "ito-yamamoto: leave out a step; repeatable."),
    ] = None


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("train", epilog=_EXAMPLES)(flat(train))


def train(
    name: Annotated[str, typer.Argument(metavar="PUZZLE", autocompletion=puzzle_names, show_default=False)],
    recipe: Recipe = "solved", *,
    options: RecipeOptions, seed: Seed = 0, jobs: Annotated[int, JOBS] = 1,
    within: Annotated[LimitOptions, Without("inference_limit", "memory_limit")], fresh: Fresh = False,
    out: Out = None, force: Force = False, json: Json = False,
) -> int:  # fmt: skip
    """Train a network that estimates distances.

    `--heuristic learned` then searches by it. Ctrl-C or --time-limit interrupts it; the same command then resumes.
    """
    from pybridge.learning import start
    from pybridge.learning.recipe import recipe_named

    steps_left_out = tuple(sorted(set(options.without or ())))
    facts, chosen = puzzle(name), recipe_named(recipe, **asdict(options) | {"without": steps_left_out})
    if out is not None:
        require_writable(out, force=force)
    training = start(facts, chosen, seed=seed, jobs=jobs, fresh=fresh)
    lines: list[str] = []
    found = _trained(training, within.limits, lines)
    return found if isinstance(found, int) else _show(training, found, lines, out, force=force, json=json)


def _trained(training: "Training | WalkTraining", limits: "Limits", lines: list[str]) -> "Table | int":
    """The network, or the exit code of what ended the training before. Shows what it reaches on a terminal."""
    from pybridge.render import stderr_console
    from pybridge.render.live import draw_until
    from pybridge.render.stored_tables import Stage
    from pybridge.search.run import BackgroundRun
    from pybridge.search.tally import Stopped, Tally

    console, stage, tally = stderr_console(), Stage(training.network.title), Tally(limits)

    def tell(line: str) -> None:
        lines.append(line)
        if console.is_terminal:
            console.print(line, highlight=False)

    def moment() -> Stage:
        stage.report(tally.preparing or "")
        return stage

    if training.resumed:
        tell("goes on where it was interrupted")

    def work() -> "Table":
        from pybridge.compiled import announcing

        tally.start()
        with announcing(tally.report):
            return training.run(tally.note, tell)

    run = BackgroundRun(work, tally)
    try:
        draw_until(run, console, moment)
    except KeyboardInterrupt:
        run.cancel()
    try:
        return training.finish(run.result())
    except Stopped as stopped:
        typer.echo(f"{stopped.outcome.value}; the same command goes on from here", err=True)
        return stopped.outcome.exit_code


def _show(
    training: "Training | WalkTraining", table: "Table", lines: list[str], out: Path | None, *, force: bool, json: bool
) -> int:
    """Print what was reached, and write the network to a file if there is a path for it."""
    from pybridge.render import stderr_console, stdout_console
    from pybridge.tables.network import network_file

    if out is not None:
        write_new(out, network_file(training.network, table), force=force)
    if json:
        file = str(out) if out else None
        print_json({"network": training.network.identity, "about": dict(table.about), "file": file})
        return 0
    told = stderr_console().is_terminal and stdout_console().is_terminal
    for line in [] if told else lines:
        typer.echo(line)
    typer.echo(f"{training.network.title}, trained in {table.about['seconds']:,.0f} s")
    return 0
