"""The questions of `new`: a board and its start, typed or pasted, its title, and the output file."""

import contextlib
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import typer

from pybridge.cli.board_options import (
    BoardOptions,
    is_nearly_a_size,
    name_of,
    require_one_line,
    size_of,
    with_chosen_start,
)
from pybridge.cli.files import STANDARD, require_writable, text_and_path, write_new
from pybridge.errors import ArgumentError, FactFileError, OutputError, UnknownStartError
from pybridge.facts import PuzzleFacts, State, TilesFacts
from pybridge.facts.wording import display_width, visible


def say(*sentences: str) -> None:
    """Print sentences, wrapped between words to the width of the terminal."""
    from pybridge.render.console import stdout_console
    from pybridge.render.layout import Folded

    stdout_console().print(Folded(*sentences))


def line(prompt: str) -> str:
    """The line that the user types after the prompt, without its end."""
    _edit_lines()
    while True:
        try:
            return input(prompt)
        except UnicodeDecodeError:
            say(f"This is not valid {sys.stdin.encoding}; type it again.")
        except KeyboardInterrupt:
            typer.echo(err=True)
            raise
        except EOFError:
            typer.echo("\npybridge: the input has ended; nothing was written", err=True)
            raise typer.Exit(2) from None


def text(question: str, default: str) -> str:
    """The answer to a question; an empty answer means the default."""
    return line(f"{question} [{default}]: ").strip() or default


def agreed(question: str, *, default: bool) -> bool:
    """The answer to a yes-or-no question; an empty answer means the default."""
    while True:
        answer = line(f"{question} [{'Y/n' if default else 'y/N'}] ").strip().lower()
        if not answer:
            return default
        if answer in ("y", "yes", "n", "no"):
            return answer.startswith("y")
        say("Answer y or n.")


def _edit_lines() -> None:
    """Enable line editing and history if Python supports them; pasted text arrives line by line."""
    with contextlib.suppress(ImportError):
        import readline

        readline.parse_and_bind("set enable-bracketed-paste off")


_WELCOME = """Draw the solved board: one line per row, then an empty line. Or type a size, e.g. 3x4. For rings, cubes \
and other puzzles of moves, type turns. For a puzzle of another kind, stated as rules in Prolog, type rules."""
RULES, TURNS = "rules", "turns"
"""What to type for a puzzle of rules or of moves, and the name of one of rules if nobody names it."""
RULES_TITLE = "A puzzle of rules"
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
_HALVES = """Hexagons: shift each row by half a cell relative to the rows above and below, so that each tile is midway \
between two tiles of the next row. The last character of a tile marks its position."""
HARDEST = "hardest"
_START = f"""Now draw the start: the same board, with its tiles moved. An empty line makes a random start; on a small \
board, the word {HARDEST} makes a hardest start, as far from the goal as possible."""
_MOST_FAULTS = 10
"""The most faults of a drawing that are printed at once."""
_LONGEST = 100
"""Bytes of a proposed file name; systems take 255 at most."""


def asked_board(options: BoardOptions) -> TilesFacts | str:
    """The board that the user types, once it has no faults and the user confirms it; or the word for another puzzle."""
    _welcome(wrap=bool(options.wrap), hexagonal=options.hex)
    while True:
        text = "\n".join(rows())
        if text.strip() in (RULES, TURNS):
            return text.strip()
        try:
            facts = options.rectangle(text) if size_of(text) else options.drawn(text, "drawing")
        except FactFileError as error:
            tell(error, text)
            say("Draw it again, or press Ctrl-C to quit.", "")
            continue
        show(facts)
        if agreed("Is this the board?", default=True):
            return facts
        say("Then draw it again, or press Ctrl-C to quit.", "")


def asked_start(facts: TilesFacts, options: BoardOptions) -> TilesFacts:
    """The facts with the start of the options or from the user; with their random one if there is neither."""
    if options.start is not None:
        return with_chosen_start(facts, options.start)
    if options.start_drawing is not None:
        try:
            return options.started(facts, *text_and_path(options.start_drawing))
        except FactFileError as error:
            say(*str(error).split("\n"))
    elif options.seed:
        return facts
    say("", _START, "")
    while text := "\n".join(rows(may_be_none=True)):
        try:
            facts = _started(facts, text, options)
        except UnknownStartError as error:
            say(f"{error}; an empty line makes a random start.", "")
            continue
        except FactFileError as error:
            tell(error, text)
            say("Draw it again; an empty line makes a random start.", "")
            continue
        draw(facts, facts.starts[0][1])
        break
    return facts


def _started(facts: TilesFacts, text: str, options: BoardOptions) -> TilesFacts:
    """The facts with the start that the user draws, or asks for by a word."""
    if text.strip() == HARDEST:
        return with_chosen_start(facts, HARDEST)
    return options.started(facts, text, "drawing")


def show(facts: TilesFacts) -> None:
    """Draw the board as it was understood, and print the number of cells and tiles."""
    goal = facts.goals[0]
    alike = [tile for tile in sorted(set(goal)) if goal.count(tile) > 1]
    told = f"{len(goal)} cells, {len(goal) - 1} tile{'s' * (len(goal) != 2)}"
    if alike:
        told += ", alike: " + ", ".join(f"{goal.count(tile)} x {facts.glyphs.get(tile, tile)}" for tile in alike)
    draw(facts, goal)
    say(told)


def draw(facts: PuzzleFacts, state: State) -> None:
    """Print the picture of a state."""
    from pybridge.render.console import stdout_console
    from pybridge.render.domains import StatePicture

    console = stdout_console()
    console.print()
    console.print(StatePicture(facts, state))


def _welcome(*, wrap: bool, hexagonal: bool) -> None:
    """Explain what to type, with examples of the boards that the options allow."""
    from pybridge.render.console import stdout_console
    from pybridge.render.layout import Examples

    shown = HEXAGONS if hexagonal else SQUARES if wrap else SQUARES | WALLED
    say(_WELCOME, "", *([_HALVES, ""] if hexagonal else []))
    stdout_console().print(Examples(shown))
    say("", *(f"  {each}" for each in _SIGNS), "")


def rows(*, may_be_none: bool = False) -> list[str]:
    """Lines up to an empty one. If rows are required, a size or a word in the first line is enough."""
    typed: list[str] = []
    while True:
        for row in line(f"{len(typed) + 1:>3}  ").split("\n"):
            if row.strip():
                typed.append(row)
            elif typed or may_be_none:
                return typed
        words = (HARDEST,) if may_be_none else (RULES, TURNS)
        if len(typed) == 1 and (typed[0].strip() in words or (not may_be_none and size_of(typed[0]))):
            return typed


def tell(error: FactFileError, text: str) -> None:
    """Print each fault of a drawing below the place where it is."""
    if size_of(text):
        say(*(fault.message for fault in error.faults))
        return
    if is_nearly_a_size(text):
        say(f"{visible(text)} is not a board; write a size as rows x columns, e.g. 3x4.")
        return
    lines = text.split("\n")
    for fault in error.faults[:_MOST_FAULTS]:
        row = lines[min(fault.line, len(lines)) - 1]
        before = visible(row[: fault.column - 1], len(row))
        typer.echo(f"     {visible(row, len(row))}\n     {' ' * display_width(before)}^")
        say(f"line {fault.line}, column {fault.column}: {fault.message}")
    if len(error.faults) > _MOST_FAULTS:
        say(f"and {len(error.faults) - _MOST_FAULTS} more")


def make(
    puzzle: Callable[[], PuzzleFacts | None],
    options: BoardOptions,
    out: Path | None,
    rules: Callable[[BoardOptions, Path], str],
    *,
    force: bool,
) -> Path:
    """Write a puzzle's file and return its path; ask for what the options leave open.

    `puzzle` asks for the puzzle, or returns None for one of rules; `rules` has the text of that one.
    Raises ArgumentError, FactFileError and OutputError for faulty options.
    """
    if out:
        require_writable(out, force=True)
        out, replacing = _settled(out, force=force)
    facts = puzzle()
    title, name = _titled(options, *(facts.title, facts.name) if facts else (RULES_TITLE, RULES))
    options, proposed = replace(options, title=title), proposed_file(name)
    while True:
        if out is None:
            out, replacing = file_named(proposed, force=force)
        try:
            write_new(out, _text(facts, options, out) if facts else rules(options, out), force=replacing)
            return out
        except OutputError as error:
            say(f"{error}; choose a file in a writable folder.")
            out = None


def _titled(options: BoardOptions, usual: str, name: str) -> tuple[str, str]:
    """The title of the options or from the user, and what a file is named after; with the usual title, that name."""
    title = options.title or asked_title(usual)
    return title, options.name or (title if options.title or title != usual else name)


def _text(facts: PuzzleFacts, options: BoardOptions, out: Path) -> str:
    """The text of the facts, named after their file unless the options name them."""
    from pybridge.facts import write

    name = options.name or name_of(out) or facts.name
    return write(replace(facts, title=options.title or facts.title, name=name))


def asked_title(default: str) -> str:
    while True:
        title = text("Title", default)
        try:
            require_one_line("title", title)
        except ArgumentError as error:
            say(f"{error}.")
        else:
            return title


def proposed_file(text: str) -> Path:
    """A file name derived from a text, of a file that does not exist."""
    stem = name_of(Path(f"{text.replace('/', ' ')}.pl")) or "puzzle"
    stem = stem.encode()[:_LONGEST].decode(errors="ignore")
    path, number = Path(f"{stem}.pl"), 1
    while path.exists():
        number += 1
        path = Path(f"{stem}_{number}.pl")
    return path


def file_named(proposed: Path, *, force: bool) -> tuple[Path, bool]:
    """The file to write, with `.pl` if it has no suffix, and whether it may replace an existing file."""
    while True:
        answer = text("File", str(proposed))
        path = Path(answer)
        if answer.endswith("/") or not path.name.strip(".") or path == STANDARD:
            say(f"{answer} is not a file name; type a name such as {proposed}.")
            continue
        try:
            require_one_line("file name", str(path))
            path = path.expanduser()
            path = path if path.suffix else path.with_suffix(".pl")
            require_writable(path, force=True)
        except (OutputError, OSError, RuntimeError, ValueError, ArgumentError) as error:
            say(f"{error}.")
            continue
        if force or not path.exists() or agreed(f"{path} exists. Replace it?", default=False):
            return path, force or path.exists()


def _settled(path: Path, *, force: bool) -> tuple[Path, bool]:
    """The file that the options name, or another if it exists and the user keeps it."""
    if force or not path.exists() or agreed(f"{path} exists. Replace it?", default=False):
        return path, force or path.exists()
    return file_named(proposed_file(path.stem), force=False)
