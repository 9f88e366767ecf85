"""The board and the start that `new` asks for: typed or pasted, line by line, until they have no faults."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from pybridge.cli import asking
from pybridge.cli.boards import drawn, is_nearly_a_size, rectangle, size_of, text_and_path, with_start
from pybridge.errors import FactFileError

if TYPE_CHECKING:
    from pybridge.facts import SlidingFacts, State

_WELCOME = """Draw the board as it is when it is solved: a line for each row, then an empty line. \
Or type a size, such as 3x4."""
_SIGNS = ".  the blank", "#  no cell"
SQUARES = {
    "numbers": "1 2 3\n4 # .",
    "glyphs, some alike": "B A N\nA N .",
    "cells only": "o o o\no   o",
}
WALLED = {"walls between cells": "+---+---+---+\n| 1   2 | 3 |\n+   +   +   +\n| 4   5   . |\n+---+---+---+"}
HEXAGONS = {
    "numbers": "  1   2\n3   4   5\n  6   .",
    "glyphs, some alike": "A   B\n  A   .\nB   #   B",
    "cells only": " o o\no o o\n o o",
}
"""Examples of drawings by what they show."""
_HALVES = """Hexagons: each row stands half a cell beside the rows above and below, so that each tile is midway \
between two of the next row. Of a tile of several characters the last one counts."""
_START = "Now the start: draw it as the board, with its tiles moved. An empty line makes a random one."
_MOST_FAULTS = 10
"""Of a drawing, that are told at once."""


def asked_board(**options: Any) -> "SlidingFacts":
    """The board that is typed, once it has no faults and is what was meant."""
    _welcome(wrap=bool(options["wrap"]), hexagonal=options["hexagonal"])
    while True:
        text = "\n".join(_rows(may_be_none=False))
        try:
            facts = rectangle(text, **options) if size_of(text) else drawn(text, "drawing", **options)
        except FactFileError as error:
            _tell(error, text)
            asking.say("Draw it again, or end with Ctrl-C.", "")
            continue
        show(facts)
        if asking.agreed("Is this the board?", default=True):
            return facts
        asking.say("Then draw it again, or end with Ctrl-C.", "")


def asked_start(facts: "SlidingFacts", start: Path | None, **options: Any) -> "SlidingFacts":
    """The facts with the start that a file shows, or that is typed; with their random one if none is wanted."""
    if start is not None:
        try:
            return with_start(facts, *text_and_path(start), **options)
        except FactFileError as error:
            asking.say(*str(error).split("\n"))
    elif options["seed"]:
        return facts
    asking.say("", _START, "")
    while text := "\n".join(_rows(may_be_none=True)):
        try:
            facts = with_start(facts, text, "drawing", **options)
        except FactFileError as error:
            _tell(error, text)
            asking.say("Draw it again; an empty line makes a random start.", "")
            continue
        _draw(facts, facts.starts[0][1])
        break
    return facts


def show(facts: "SlidingFacts") -> None:
    """Draw the board as it is understood, and count what is on it."""
    goal = facts.goals[0]
    alike = [tile for tile in sorted(set(goal)) if goal.count(tile) > 1]
    told = f"{len(goal)} cells, {len(goal) - 1} tile{'s' * (len(goal) != 2)}"
    if alike:
        told += ", alike: " + ", ".join(f"{goal.count(tile)} x {facts.glyphs.get(tile, tile)}" for tile in alike)
    _draw(facts, goal)
    asking.say(told)


def _draw(facts: "SlidingFacts", state: "State") -> None:
    from pybridge.render import StatePicture, stdout_console

    console = stdout_console()
    console.print()
    console.print(StatePicture(facts, state))


def _welcome(*, wrap: bool, hexagonal: bool) -> None:
    """What can be typed, with examples of the boards that the options allow."""
    from pybridge.render import Example, Examples, stdout_console

    shown = HEXAGONS if hexagonal else SQUARES if wrap else SQUARES | WALLED
    asking.say(_WELCOME, "", *([_HALVES, ""] if hexagonal else []))
    stdout_console().print(Examples(*(Example(*each) for each in shown.items())))
    asking.say("", *(f"  {each}" for each in _SIGNS), "")


def _rows(*, may_be_none: bool) -> list[str]:
    """Lines up to an empty one; one line alone if it is a size, where a start would have none."""
    rows: list[str] = []
    while True:
        for row in asking.line(f"{len(rows) + 1:>3}  ").split("\n"):
            if row.strip():
                rows.append(row)
            elif rows or may_be_none:
                return rows
        if len(rows) == 1 and size_of(rows[0]) and not may_be_none:
            return rows


def _tell(error: FactFileError, text: str) -> None:
    """Each fault of a drawing under the place where it is."""
    from pybridge.facts.wording import display_width, visible

    if size_of(text):
        asking.say(*(fault.message for fault in error.faults))
        return
    if is_nearly_a_size(text):
        asking.say(f"{visible(text)} is no board; a size is written 3x4, rows x columns.")
        return
    rows = text.split("\n")
    for fault in error.faults[:_MOST_FAULTS]:
        row = rows[min(fault.line, len(rows)) - 1]
        before = visible(row[: fault.column - 1], len(row))
        typer.echo(f"     {visible(row, len(row))}\n     {' ' * display_width(before)}^")
        asking.say(f"line {fault.line}, column {fault.column}: {fault.message}")
    if len(error.faults) > _MOST_FAULTS:
        asking.say(f"and {len(error.faults) - _MOST_FAULTS} more")
