"""`trace`: the search itself, node by node: the tree of one iteration."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.files import write_new
from pybridge.cli.hints import examples
from pybridge.cli.ids import USUAL, Name
from pybridge.cli.options import (
    LimitOptions,
    SearchOptions,
    StartOptions,
    Without,
    engine_option,
    names_in,
    number,
    option,
    program_option,
)
from pybridge.cli.own import ENGINE, program_file, puzzle_for, tell_warnings, with_own
from pybridge.cli.shown import ShownOptions, print_result
from pybridge.errors import OutputError
from pybridge.translation import said, translated

if TYPE_CHECKING:
    from pybridge.search.task import Task
    from pybridge.search.tree import Tree


EXAMPLES = examples("""
pybridge trace
pybridge trace seven --threshold 18
pybridge trace eight --start farthest_1 --threshold 25 --depth 4
pybridge trace seven --program ids --threshold 3 --engine prolog
pybridge trace fifteen --program ida_star --heuristic takahashi --most 20
pybridge trace blocks3 --threshold 2 --json
pybridge trace eight --program breadth_first --threshold 4
pybridge trace eight --threshold 14 --trace eight.trace.json
pybridge trace seven --most 20 --picture nodes.gif
pybridge trace seven --threshold 30 --most 2000 --html tree.html
""")


Engine = Annotated[str | None, engine_option("python|prolog")]
Program = Annotated[str | None, program_option("ids_low|ids|ida_star|breadth_first|a_star|FILE")]
Search = Annotated[SearchOptions, Without("weight", "batch", "jobs")]
Within = Annotated[LimitOptions, Without("inference_limit")]
Shown = Annotated[ShownOptions, Without("quiet", "moves_as", "live")]
Threshold = Annotated[
    int | None,
    number(
        "--threshold",
        "Threshold, limit or last layer (default: the first threshold or limit, all layers).",
        metavar="T",
    ),
]
Depth = Annotated[int | None, number("--depth", "Fold nodes more than N moves deep (default: none).")]
Most = Annotated[int, number("--most", "Show at most N nodes; fold the deepest ones.", 1, 1_000_000)]

Exported = Annotated[
    Path | None, option("--trace", "FILE", "Also write the nodes for Posthoc, a viewer: *.trace.json.")
]


def trace(
    name: Name = None, *,
    start: StartOptions, program: Program = None, search: Search, threshold: Threshold = None,
    engine: Engine = None, depth: Depth = None, most: Most = 60, within: Within, shown: Shown,
    exported: Exported = None,
) -> int:  # fmt: skip
    """Show one iteration of a search node by node, as a tree.

    A line is a node: the moves g that led to it, the lower bound h, f = g + h, its last move, its state, and why the
    search ended there. The numbers of nodes are those that the engines count. By default the program is ids_low, or ids
    where the puzzle has none. Of breadth_first and a_star, which know states again, the tree is that of the whole
    search.
    """
    from pybridge.api.tracing import traced

    _require(shown, exported)
    own = program_file(program)
    facts = puzzle_for(name, USUAL, own)
    program, engine = (None, engine or ENGINE) if own else (program, engine or "python")
    task = traced(
        facts, *start.of(facts), engine, names_in(program), heuristic=search.heuristic, pruning=search.pruning,
        threshold=threshold,
    )  # fmt: skip
    task = with_own(task, own) if own else task
    tell_warnings(task)
    tree = _drawn(replace(task, limits=within.limits), engine, depth, most)
    _show(task, tree, shown, exported)
    return 0 if tree.whole else tree.outcome.exit_code


def _require(shown: ShownOptions, exported: Path | None) -> None:
    """Check the files before anything is searched."""
    shown.require(beside={"--trace": exported})
    if exported and not exported.name.lower().endswith(".trace.json"):
        raise OutputError(f"{exported}: Posthoc opens files that end in .trace.json; name one")


def _drawn(task: "Task", engine: str, depth: int | None, most: int) -> "Tree":
    from pybridge.engines import draw_tree
    from pybridge.render.live import watch
    from pybridge.search.tree import Extent

    return draw_tree(task, engine, Extent(depth, most), watch=watch)


def _show(task: "Task", tree: "Tree", shown: ShownOptions, exported: Path | None) -> None:
    """Print the tree, and write the files that the user asks for. Raises OutputError."""
    from pybridge.render.tree import SearchTree

    facts = task.facts
    print_result(shown.json, tree.to_dict, lambda: SearchTree(facts, tree))
    shown.write_svg(lambda: SearchTree(facts, tree), f"pybridge trace {facts.name}")
    if (shown.picture or exported) and not tree.nodes:
        none = said("no node was visited within the limit, so there is no file to write with --picture or --trace")
        typer.echo(f"pybridge: {translated(none)}", err=True)
    elif shown.picture:
        from pybridge.render.picture import node_frames

        shown.write_boards(node_frames(facts, tree), facts.title)
    if exported and tree.nodes:
        from pybridge.render.posthoc import search_trace

        write_new(exported, search_trace(facts, tree), force=shown.force)
    if shown.html:
        from pybridge.render.page import tree_page

        shown.write_page(tree_page(task, tree))
