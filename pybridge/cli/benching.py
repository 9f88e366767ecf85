"""`bench`: measurements on this machine."""

import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pybridge.cli.benching_search import PUZZLE_EXAMPLES, RANDOM_EXAMPLES, of_puzzle, of_random
from pybridge.cli.parameters import Json, whole

Isolate = Annotated[bool, typer.Option("--isolate/--no-isolate", help="Measure an engine in a process of its own.")]
Tries = Annotated[
    int, typer.Option("--tries", metavar="N", parser=whole(1, 10**6), help="How often each goal is cancelled.")
]
_EXAMPLES = """Examples:

  pybridge bench engine

  pybridge bench engine --isolate --tries 20
"""


class _BenchGroup(TyperGroup):
    """Commands of which `puzzle` may be left out."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Put it in where the first argument is none of the commands, and no wish for help."""
        if args and args[0] not in {*self.commands, *ctx.help_option_names}:
            args = ["puzzle", *args]
        return super().parse_args(ctx, args)


def add_to(app: typer.Typer) -> None:
    """Add the command and its own commands."""
    bench = typer.Typer(
        help="Measure on this machine, quietest when nothing else runs. The word `puzzle` may be left out.",
        rich_markup_mode=None,
        cls=_BenchGroup,
    )
    bench.command("puzzle", epilog=PUZZLE_EXAMPLES)(of_puzzle)
    bench.command("random", epilog=RANDOM_EXAMPLES)(of_random)
    bench.command("engine", epilog=_EXAMPLES)(engine)
    app.add_typer(bench, name="bench")


def engine(isolate: Isolate = False, tries: Tries = 200, json: Json = False) -> int:
    """How fast SWI-Prolog answers inside Python, how soon it stops, and what it keeps; takes a minute or two."""
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
