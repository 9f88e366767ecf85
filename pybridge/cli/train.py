"""`train`: a network that estimates distances, for `--heuristic learned`."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.files import STANDARD, Force, require_writable, write_new
from pybridge.cli.hints import examples
from pybridge.cli.options import (
    JOBS,
    Fresh,
    Json,
    PuzzleName,
    Seed,
    number,
    option,
    puzzle,
    time_limit_option,
)
from pybridge.cli.shown import print_json
from pybridge.errors import ArgumentError
from pybridge.facts import PuzzleFacts
from pybridge.limits import MOST_TRAINED, Limits

if TYPE_CHECKING:
    from pybridge.learning import Training, WalkTraining
    from pybridge.learning.run import Trained

Recipe = Annotated[str, option("--recipe", "NAME", "How to train: `solved`, or `ito-yamamoto` as in their paper.")]
Out = Annotated[Path | None, option("--out", "FILE", "Also write the network to a file, for --heuristic learned:FILE.")]
TimeLimit = Annotated[float | None, time_limit_option("Time limit in seconds; only compiling does not count.")]
EXAMPLES = examples("""
pybridge train eight --labels 20000 --steps 500
pybridge train eight --labels 5000 --steps 200 --jobs 2 --time-limit 600
pybridge train eight --recipe ito-yamamoto --distance 8 --origins 20
""")


@dataclass(frozen=True)
class RecipeOptions:
    """What a recipe does otherwise than by default."""

    labels: Annotated[
        int | None, number("--labels", "States to learn from (default: the recipe's).", 1, MOST_TRAINED["labels"])
    ] = None
    steps: Annotated[
        int | None, number("--steps", "Steps of the fit (default: the recipe's).", 1, MOST_TRAINED["steps"])
    ] = None
    distance: Annotated[
        int | None,
        number(
            "--distance",
            "ito-yamamoto: distance of well-trodden states from the goal (default: 20).",
            1,
            MOST_TRAINED["distance"],
        ),
    ] = None
    origins: Annotated[
        int | None, number("--origins", "ito-yamamoto: well-trodden states (default: 50).", 1, MOST_TRAINED["origins"])
    ] = None
    width: Annotated[
        int | None, number("--width", "ito-yamamoto: values between layers (default: 96).", 1, MOST_TRAINED["width"])
    ] = None
    believed: Annotated[
        int | None,
        number(
            "--believed",
            "ito-yamamoto: the greatest label that the first network, the filter, learns (default: 70).",
            1,
            MOST_TRAINED["believed"],
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


def train(
    name: PuzzleName,
    recipe: Recipe = "solved", *,
    options: RecipeOptions, seed: Seed = 0, jobs: Annotated[int, JOBS] = 1,
    time_limit: TimeLimit = None, fresh: Fresh = False, out: Out = None, force: Force = False, json: Json = False,
) -> int:  # fmt: skip
    """Train a network that estimates distances.

    `--heuristic learned` then searches by it. Ctrl-C or --time-limit interrupts it; the same command then resumes.
    """
    from pybridge.learning import start
    from pybridge.learning.recipe import recipe_named

    steps_left_out = tuple(sorted(set(options.without or ())))
    facts, chosen = puzzle(name), recipe_named(recipe, **asdict(options) | {"without": steps_left_out})
    if out == STANDARD:
        raise ArgumentError("--out takes the path of a file: a network cannot be printed")
    if out is not None:
        require_writable(out, force=force)
    training = start(facts, chosen, seed=seed, jobs=jobs, fresh=fresh)
    if training.damaged:
        typer.echo("pybridge: what an earlier run had kept was damaged; the training started over", err=True)
    return _show(_trained(facts, training, Limits(time_limit)), out, force=force, json=json)


def _trained(facts: PuzzleFacts, training: "Training | WalkTraining", limits: Limits) -> "Trained":
    """What comes of the training. Shows what it reaches on a terminal."""
    from pybridge.learning.run import TrainingRun
    from pybridge.render.console import is_screen, stderr_console
    from pybridge.render.live import Stage, draw_until
    from pybridge.search.task import watched

    console, stage = stderr_console(), Stage(training.network.title)

    def tell(line: str) -> None:
        if is_screen(console):
            console.print(line, highlight=False)

    def moment() -> Stage:
        stage.report(run.progress().preparing or "")
        return stage

    run = TrainingRun(facts, training, limits, tell)
    watched(run, lambda run: draw_until(run, moment, console=console))
    return run.finish()


def _show(trained: "Trained", out: Path | None, *, force: bool, json: bool) -> int:
    """Print what was reached, and write the network to a file if there is a path for it; returns the exit code."""
    from pybridge.render.console import is_screen, stderr_console, stdout_console

    content = trained.to_file()
    if json and content is None:
        print_json(trained.to_dict() | {"file": None}, trained.network.seed)
    if trained.table is None or content is None:
        typer.echo(f"{trained.outcome.value}; the same command resumes it", err=True)
        return trained.outcome.exit_code
    if out is not None:
        write_new(out, content, force=force)
    if json:
        print_json(trained.to_dict() | {"file": str(out) if out else None}, trained.network.seed)
        return 0
    told = is_screen(stderr_console()) and is_screen(stdout_console())
    for line in [] if told else trained.lines:
        typer.echo(line)
    typer.echo(f"{trained.network.title}, trained in {trained.table.about['seconds']:,.0f} s")
    return 0
