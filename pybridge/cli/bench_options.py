"""The options of the commands of `bench` that measure heuristics, and examples of them."""

from pathlib import Path
from typing import Annotated

import typer

from pybridge.cli.parameters import natural, threads, whole

Heuristics = Annotated[
    list[str] | None,
    typer.Option(
        "--heuristic",
        metavar="H",
        show_default=False,
        help="Heuristic to measure, as for `solve`; repeatable (default: several chosen for the board).",
    ),
]
Programs = Annotated[
    list[str] | None,
    typer.Option(
        "--program",
        metavar="ida_star|a_star",
        show_default=False,
        help="Search with networks; repeatable. Lower bounds are measured with ida_star (default: ida_star).",
    ),
]
Starts = Annotated[
    list[str] | None,
    typer.Option(
        "--start",
        metavar="NAME|STATE",
        show_default=False,
        help="Start to measure, by name or as a state; repeatable (default: all starts of the file).",
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
    typer.Option(
        "--plot", metavar="FILE", help="Also plot nodes (with networks, against moves too many): *.svg, *.png or *.pdf."
    ),
]
Jobs = Annotated[
    int,
    typer.Option("--jobs", metavar="N", parser=threads, help="Boards measured at a time, each in its own process."),
]
Threads = Annotated[int, typer.Option("--threads", metavar="N", parser=threads, help="Threads that search a board.")]
Csv = Annotated[
    Path | None,
    typer.Option("--csv", metavar="FILE", help="Also write a row per board and heuristic; - is standard output."),
]
Trained = Annotated[
    str | None,
    typer.Option(
        "--recipe",
        metavar="NAME",
        help="Measure all networks that this recipe of `train` has trained here, without margins and by ida_star.",
    ),
]
PUZZLE_EXAMPLES = """Examples:

  pybridge bench eight

  pybridge bench korf100 --heuristic takahashi --boards 10

  pybridge bench eight --start middling --start farthest_1

  pybridge bench eight --jobs 2 --csv boards.csv

  pybridge bench eight --cluster local:2

  pybridge bench korf100 --plot nodes.svg

  pybridge bench eight --html bench.html

  pybridge bench korf100 --heuristic pdb:7-8 --time-limit 5 --json
"""
RANDOM_EXAMPLES = """Examples:

  pybridge bench random 100 --puzzle eight --seed 1

  pybridge bench random 1000 --heuristic pdb:7-8

  pybridge bench random 100 --heuristic learned --program a_star --weight 1.5
"""


LEARNED_EXAMPLES = """Examples:

  pybridge bench learned

  pybridge bench learned 20 --seed 1 --plot excess.svg

"""
