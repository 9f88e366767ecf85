"""`trace`: the search itself, node by node: the tree of one iteration."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.parameters import (
    Json,
    MemoryLimit,
    Pruning,
    Seed,
    Start,
    TimeLimit,
    chosen_start,
    heuristic_value,
    limits,
    natural,
    prune,
    puzzle,
    require_writable,
    seeded,
    whole,
    write_new,
)
from pybridge.cli.pictures import Dark, Drawing, Force, Html, PictureFile, Steps, Svg
from pybridge.errors import OutputError

if TYPE_CHECKING:
    from pybridge.facts import PuzzleFacts
    from pybridge.render.picture import Frame
    from pybridge.search.task import Task
    from pybridge.search.tree import Tree


_EXAMPLES = """Examples:

  pybridge trace

  pybridge trace seven --threshold 18

  pybridge trace eight --start farthest_1 --threshold 25 --depth 4

  pybridge trace seven --program ids --threshold 3 --engine prolog

  pybridge trace fifteen --program ida_star --heuristic takahashi --most 20

  pybridge trace blocks3 --threshold 2 --json

  pybridge trace eight --threshold 14 --trace eight.trace.json

  pybridge trace seven --most 20 --picture nodes.gif

  pybridge trace seven --threshold 30 --most 2000 --html tree.html
"""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("trace", epilog=_EXAMPLES)(trace)


Program = Annotated[
    str | None,
    typer.Option(
        "--program", metavar="ids|ids_low|ida_star", help="Search (default: ids_low, or ids where the puzzle has none)."
    ),
]
Engine = Annotated[str, typer.Option("--engine", metavar="E", help="Engine: python or prolog.")]
Threshold = Annotated[
    int | None,
    typer.Option(
        "--threshold", metavar="T", parser=natural, help="Threshold or limit of the iteration (default: the first one)."
    ),
]
Heuristic = Annotated[
    str | None,
    typer.Option("--heuristic", metavar="H", help="Heuristic of ida_star (default: that of the classic programs)."),
]
Depth = Annotated[
    int | None,
    typer.Option("--depth", metavar="N", parser=natural, help="Fold nodes more than N moves deep (default: none)."),
]
Most = Annotated[
    int,
    typer.Option(
        "--most", metavar="N", parser=whole(1, 1_000_000), help="Show at most N nodes; fold the deepest ones."
    ),
]

Exported = Annotated[
    Path | None,
    typer.Option("--trace", metavar="FILE", help="Also write the nodes for Posthoc, a viewer: *.trace.json."),
]


def trace(
    name: Annotated[str, typer.Argument(metavar="PUZZLE")] = "seven",
    start: Start = None,
    seed: Seed = None,
    program: Program = None,
    threshold: Threshold = None,
    engine: Engine = "python",
    heuristic: Heuristic = None,
    pruning: Pruning = None,
    depth: Depth = None,
    most: Most = 60,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    json: Json = False,
    svg: Svg = None, html: Html = None, picture: PictureFile = None, steps: Steps = None, dark: Dark = False,
    exported: Exported = None, force: Force = False,
) -> int:  # fmt: skip
    """Show one iteration of a search node by node, as a tree.

    A line is a node: the moves g that led to it, the lower bound h, f = g + h, its last move, its state, and why the
    search ended there. The numbers of nodes are those that the engines count.
    """
    drawing = Drawing(svg, picture, steps, dark, force, html)
    _require(drawing, exported)
    bounds = limits(time_limit, None, memory_limit)
    task = replace(_task(name, seeded(start, seed), engine, program, threshold, heuristic, pruning), limits=bounds)
    tree = _drawn(task, engine, depth, most)
    _show(task.facts, tree, json=json)
    _write(task, tree, drawing, exported)
    return 0 if tree.whole else tree.outcome.exit_code


def _require(drawing: Drawing, exported: Path | None) -> None:
    """Check the files before anything is searched."""
    drawing.require()
    if exported is None:
        return
    if not exported.name.lower().endswith(".trace.json"):
        raise OutputError(f"{exported}: Posthoc opens files that end in .trace.json; name one")
    require_writable(exported, force=drawing.force)


def _drawn(task: "Task", engine: str, depth: int | None, most: int) -> "Tree":
    from pybridge.engines import draw_tree
    from pybridge.render import stderr_console, watch
    from pybridge.search.tree import Extent

    return draw_tree(task, engine, Extent(depth, most), watch=lambda run: watch(run, stderr_console()))


def _show(facts: "PuzzleFacts", tree: "Tree", *, json: bool) -> None:
    from pybridge.render import SearchTree, stdout_console

    if json:
        from pybridge.cli import json_forms

        json_forms.print_json(tree.to_dict())
    else:
        stdout_console().print(SearchTree(facts, tree))


def _write(task: "Task", tree: "Tree", drawing: Drawing, exported: Path | None) -> None:
    """Write the files that the user asks for. Raises OutputError."""
    from pybridge.render import SearchTree

    facts = task.facts
    drawing.write_svg(SearchTree(facts, tree), f"pybridge trace {facts.name}")
    drawing.write_boards(partial(_boards, facts, tree), facts.title)
    if exported:
        from pybridge.render.posthoc import search_trace

        write_new(exported, search_trace(facts, tree), force=drawing.force)
    if drawing.html:
        from pybridge.render.page import tree_page

        drawing.write_page(lambda: tree_page(task, tree))


def _boards(facts: "PuzzleFacts", tree: "Tree") -> "list[Frame]":
    """The nodes in visiting order."""
    from pybridge.render.picture import node_frames

    return node_frames(facts, tree)


def _task(
    name: str,
    start: str | None,
    engine: str,
    program: str | None,
    threshold: int | None,
    heuristic: str | None,
    pruning: str | None,
) -> "Task":
    """The search, as all engines can do it."""
    from pybridge.engines.pairs import pairs
    from pybridge.engines.registry import engine as engine_named
    from pybridge.heuristics.choice import plain
    from pybridge.search.rows import search_row
    from pybridge.search.task import Task

    facts = puzzle(name)
    start_name, state = chosen_start(facts, start)
    (_, chosen), *others = pairs(facts, [engine_named(engine).name], program.split(",") if program else None)
    if others:
        raise typer.BadParameter("give one program")
    named = heuristic_value(heuristic) or (plain(facts) if chosen == "ida_star" else None)
    task = Task(
        facts=facts, start_name=start_name, start=state, program=chosen, heuristic=named, pruning=prune(pruning),
        last_threshold=threshold,
    )  # fmt: skip
    return search_row(facts).comparable(task)
