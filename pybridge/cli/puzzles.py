"""`puzzles`: list the shipped fact files, or show one, and draw its states."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.parameters import Json, Seed, Start, chosen_start, puzzle, seeded
from pybridge.cli.pictures import Dark, Drawing, Force, Html, PictureFile, Svg

if TYPE_CHECKING:
    from pybridge.facts import PuzzleFacts
    from pybridge.render.page import Page
    from pybridge.render.picture import Frame

_EXAMPLES = """Examples:

  pybridge puzzles

  pybridge puzzles box_eight

  pybridge puzzles cube --picture cube.svg

  pybridge puzzles eight --html play.html

  pybridge puzzles eight --start "8 6 7 / 2 5 4 / 3 0 1" --picture board.png
"""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("puzzles", epilog=_EXAMPLES)(puzzles)


def puzzles(
    name: Annotated[
        str | None, typer.Argument(metavar="PUZZLE", help="Puzzle to show in full (default: list all).")
    ] = None,
    start: Start = None,
    seed: Seed = None,
    json: Json = False,
    svg: Svg = None,
    html: Html = None,
    picture: PictureFile = None,
    dark: Dark = False,
    force: Force = False,
) -> int:
    """List the shipped puzzles, or show one in full, with all its starts or with one state."""
    drawing, given = Drawing(svg, picture, None, dark, force, html), seeded(start, seed)
    drawing.require()
    if name is None and (given is not None or picture is not None):
        raise typer.BadParameter(f"{'--picture' if given is None else '--start'} requires the name of a puzzle")
    shown = _shown(name, given)
    _print(shown, name, drawing, json=json)
    drawing.write_boards(partial(_boards, shown[0], goals=given is None), shown[0].title)
    drawing.write_page(partial(_page, shown))
    return 0


def _shown(name: str | None, start: str | None) -> "list[PuzzleFacts]":
    """All shipped puzzles, or the named one; with a start, it has that one alone."""
    from pybridge.facts import read, shipped

    if name is None:
        return [read(path) for path in shipped().values()]
    facts = puzzle(name)
    return [facts if start is None else replace(facts, starts=(chosen_start(facts, start),))]


def _print(shown: "list[PuzzleFacts]", name: str | None, drawing: Drawing, *, json: bool) -> None:
    """Print the puzzles, and write what is printed as a picture, too."""
    from pybridge.cli import json_forms
    from pybridge.render import PuzzleDetail, PuzzleTable, stdout_console

    printed = PuzzleTable(shown) if name is None else PuzzleDetail(shown[0])
    if json:
        forms = [json_forms.puzzle(each) for each in shown]
        json_forms.print_json(forms if name is None else forms[0])
    else:
        stdout_console().print(printed)
    drawing.write_svg(printed, "pybridge puzzles" if name is None else f"pybridge puzzles {shown[0].name}")


def _page(shown: "list[PuzzleFacts]") -> "Page":
    """A page on which all starts can be played."""
    from pybridge.render.page import puzzles_page

    return puzzles_page(shown)


def _boards(facts: "PuzzleFacts", *, goals: bool) -> "list[Frame]":
    """The starts, and the goals before them if they are wanted."""
    from pybridge.render.picture import state_frames

    named = [("goal", goal) for goal in facts.goals if goals] + list(facts.starts)
    return state_frames(facts, named)
