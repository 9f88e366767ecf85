"""`bench engine`: measure SWI-Prolog inside Python on this machine."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pybridge.cli.options import Json, number
from pybridge.cli.shown import print_result

Isolate = Annotated[bool, typer.Option("--isolate/--no-isolate", help="Measure an engine in a separate process.")]
Tries = Annotated[
    int, number("--tries", "Number of times each goal is cancelled; other repetitions grow with it.", 1, 10**6)
]
EXAMPLES = """Examples:

  pybridge bench engine --tries 4

  pybridge bench engine --isolate --tries 1
"""


def engine(isolate: Isolate = False, tries: Tries = 200, json: Json = False) -> int:
    """Measure SWI-Prolog inside Python.

    It measures answers, cancelling and the growth of memory, in a minute or two.
    """
    import tempfile

    from pybridge.bench import measure_engine
    from pybridge.render import figure_table, stderr_console

    console, figures = stderr_console(), []
    with tempfile.TemporaryDirectory(prefix="pybridge-") as folder, console.status("measuring") as status:
        for figure in measure_engine(isolate=isolate, tries=tries, scratch=Path(folder)):
            figures.append(figure)
            status.update(f"measured {len(figures)}: {figure.subject}")
    print_result(json, lambda: [asdict(figure) for figure in figures], lambda: figure_table(figures))
    return 70 if any(figure.wrong for figure in figures) else 0
