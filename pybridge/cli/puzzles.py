"""`puzzles`: list the shipped fact files, or show one, and draw its states."""

from dataclasses import dataclass, replace
from typing import Annotated

import typer

from pybridge.cli.hints import examples
from pybridge.cli.options import StartOptions, Without, puzzle, puzzle_names, start_option
from pybridge.cli.shown import ShownOptions, print_result
from pybridge.errors import ArgumentError
from pybridge.facts import PuzzleFacts
from pybridge.forms import Form

EXAMPLES = examples("""
pybridge puzzles
pybridge puzzles box_eight
pybridge puzzles cube --picture cube.svg
pybridge puzzles eight --html play.html
pybridge puzzles eight --start "8 6 7 / 2 5 4 / 3 0 1" --picture board.png
""")


@dataclass(frozen=True)
class ShownStart(StartOptions):
    """Which start to show, otherwise all of them."""

    start: Annotated[str | None, start_option("the goal and all starts")] = None


def puzzles(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="PUZZLE", autocompletion=puzzle_names, help="Puzzle to show in full (default: list all)."
        ),
    ] = None,
    *,
    start: ShownStart,
    shown: Annotated[ShownOptions, Without("quiet", "moves_as", "live", "steps")],
) -> int:
    """List the shipped puzzles, or show one with its starts.

    With --start it is shown with that start alone.
    """
    shown.require()
    if name is None and (start.start or shown.picture):
        raise ArgumentError(f"{'--start' if start.start else '--picture'} requires the name of a puzzle")
    puzzles = _chosen(name, start, all=shown.html is not None)
    _show(puzzles, name, shown)
    if shown.picture:
        from pybridge.render.picture import state_frames

        goals = [("goal", goal) for goal in puzzles[0].goals if start.start is None]
        shown.write_boards(state_frames(puzzles[0], [*goals, *puzzles[0].starts]), puzzles[0].title)
    if shown.html:
        from pybridge.render.page import puzzles_page

        shown.write_page(puzzles_page(puzzles))
    return 0


def _chosen(name: str | None, start: StartOptions, all: bool) -> list[PuzzleFacts]:
    """All shipped puzzles, `all` of each or an overview, or the named one; with a start, it has that one alone."""
    from pybridge.facts import overview, read, shipped

    if name is None:
        return [(read if all else overview)(path) for path in shipped().values()]
    facts = puzzle(name)
    if start.start is None:
        return [facts]
    chosen = start.of(facts)
    return [replace(facts, starts=(chosen,), optimal=facts.optimal if chosen in facts.starts else {})]


def _show(puzzles: list[PuzzleFacts], name: str | None, shown: ShownOptions) -> None:
    """Print the puzzles, and write what is printed as a picture, too."""
    from pybridge.render.catalogue import PuzzleDetail, PuzzleTable

    printed = PuzzleTable(puzzles) if name is None else PuzzleDetail(puzzles[0])
    print_result(shown.json, lambda: [*map(_form, puzzles)] if name is None else _form(puzzles[0]), lambda: printed)
    shown.write_svg(lambda: printed, "pybridge puzzles" if name is None else f"pybridge puzzles {puzzles[0].name}")


def _form(facts: PuzzleFacts) -> Form:
    """A puzzle's header, starts and goals."""
    from pybridge.facts.given_state import as_json

    return {
        "name": facts.name,
        "domain": facts.domain,
        "title": facts.title,
        "sources": list(facts.sources),
        "path": facts.path,
        "starts": [
            {"name": name, "state": as_json(facts, state), "optimal": facts.optimal.get(name)}
            for name, state in facts.starts
        ],
        "goals": [as_json(facts, goal) for goal in facts.goals],
    }
