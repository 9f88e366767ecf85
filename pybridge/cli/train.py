"""`train`: a network that estimates distances, for `--heuristic learned`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.parameters import Jobs, Json, TimeLimit, limits, natural, puzzle, require_writable, whole, write_new
from pybridge.cli.pictures import Force

if TYPE_CHECKING:
    from pybridge.learning import Training, WalkTraining
    from pybridge.limits import Limits
    from pybridge.store.table import Table

Recipe = Annotated[
    str, typer.Option("--recipe", metavar="NAME", help="How to train: `solved`, or `ito-yamamoto` as in their paper.")
]
LabelCount = Annotated[
    int | None,
    typer.Option("--labels", metavar="N", parser=whole(1, 10**9), help="States to learn from (default: the recipe's)."),
]
Steps = Annotated[
    int | None,
    typer.Option("--steps", metavar="N", parser=whole(1, 10**9), help="Steps of the fit (default: the recipe's)."),
]
Seed = Annotated[int, typer.Option("--seed", metavar="S", parser=natural, help="Seed of everything random.")]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="Also write the network to a file, for --heuristic learned:FILE."),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Start over instead of going on from an interrupted training.")]
Distance = Annotated[
    int | None,
    typer.Option(
        "--distance", metavar="N", parser=whole(1, 1000),
        help="ito-yamamoto: distance of well-trodden states from the goal (default: 20).",
    ),
]  # fmt: skip
Origins = Annotated[
    int | None,
    typer.Option(
        "--origins", metavar="N", parser=whole(1, 10**6), help="ito-yamamoto: well-trodden states (default: 50)."
    ),
]
Width = Annotated[
    int | None,
    typer.Option(
        "--width", metavar="N", parser=whole(1, 4000), help="ito-yamamoto: values between layers (default: 96)."
    ),
]
Believed = Annotated[
    int | None,
    typer.Option(
        "--believed", metavar="N", parser=whole(1, 32767),
        help="ito-yamamoto: the greatest label that the first network, the filter, learns (default: 70).",
    ),
]  # fmt: skip
Inputs = Annotated[
    str | None,
    typer.Option(
        "--inputs", metavar="tiles|cells|all", show_default=False,
        help="ito-yamamoto: bits of the tile on each cell (default), bits of the cell of each tile, or an input for "
        "each tile on each cell.",
    ),
]  # fmt: skip
Without = Annotated[
    list[str] | None,
    typer.Option(
        "--without", metavar="filter|origins|bound|decay", show_default=False,
        help="ito-yamamoto: leave out a step; repeatable.",
    ),
]  # fmt: skip
_EXAMPLES = """Examples:

  pybridge train eight --labels 20000 --steps 1000

  pybridge train eight --labels 20000 --steps 1000 --jobs 2 --time-limit 600

  pybridge train eight --recipe ito-yamamoto --distance 8 --origins 20
"""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("train", epilog=_EXAMPLES)(train)


def train(
    name: Annotated[str, typer.Argument(metavar="PUZZLE", show_default=False)],
    recipe: Recipe = "solved",
    labels: LabelCount = None, steps: Steps = None,
    distance: Distance = None, origins: Origins = None, width: Width = None, believed: Believed = None,
    inputs: Inputs = None, without: Without = None,
    seed: Seed = 0, jobs: Jobs = 1, time_limit: TimeLimit = None, fresh: Fresh = False,
    out: Out = None, force: Force = False, json: Json = False,
) -> int:  # fmt: skip
    """Train a network that estimates how far a state is from the goal, for `--heuristic learned`.

    Ctrl-C or --time-limit interrupts it; the same command then goes on.
    """
    from pybridge.learning import start
    from pybridge.learning.recipe import recipe_named

    options = {
        "labels": labels, "steps": steps, "distance": distance, "origins": origins, "width": width,
        "believed": believed, "inputs": inputs, "without": tuple(sorted(set(without or ()))),
    }  # fmt: skip
    facts, chosen = puzzle(name), recipe_named(recipe, **options)
    if out is not None:
        require_writable(out, force=force)
    training = start(facts, chosen, seed=seed, jobs=jobs, fresh=fresh)
    lines: list[str] = []
    found = _trained(training, limits(time_limit, None, None), lines)
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
        from pybridge.cli.json_forms import print_json

        file = str(out) if out else None
        print_json({"network": training.network.identity, "about": dict(table.about), "file": file})
        return 0
    told = stderr_console().is_terminal and stdout_console().is_terminal
    for line in [] if told else lines:
        typer.echo(line)
    typer.echo(f"{training.network.title}, trained in {table.about['seconds']:,.0f} s")
    return 0
