"""Numbers and names as people read them."""

from collections.abc import Iterable

from pybridge.facts import PuzzleFacts
from pybridge.puzzles import Move, Reason
from pybridge.render.console import Pen


def count(number: int | None) -> str:
    """A number with separators of thousands; nothing for None."""
    return "" if number is None else f"{number:,}"


def seconds(time: float | None) -> str:
    """Seconds to the millisecond."""
    return "" if time is None else f"{time:,.3f}"


def duration(time: float) -> str:
    """A time to come, roughly."""
    for size, unit in ((86_400, "days"), (3_600, "h"), (60, "min")):
        if time >= 2 * size:
            return f"{time / size:,.0f} {unit}"
    return f"{time:,.0f} s" if time >= 10 else f"{time:.1f} s"


def percent(part: int, whole: int) -> str:
    """A share in percent: 0 and 100 only where it is just that."""
    if part and 10_000 * part < whole:
        return "<0.01"
    if part < whole and 10_000 * (whole - part) < whole:
        return ">99.99"
    return f"{100 * part / whole:.2f}"


def several(number: int, thing: str) -> str:
    """A number of things, as in `1 move` and `2 moves`."""
    return f"{number:,} {thing}{'s' * (number != 1)}"


def piece(facts: PuzzleFacts, name: int | str, pen: Pen) -> str:
    """A piece as it is drawn: a tile's glyph, a tile's number where not all glyphs can be written, a block's name."""
    glyphs: dict[int | str, str] = getattr(facts, "glyphs", {})
    legible = all(pen.text(glyph) == glyph for glyph in glyphs.values())
    return pen.text(glyphs.get(name, str(name))) if legible else str(name)


def sentence(reason: Reason, pen: Pen) -> str:
    """A reason that calls tiles as they are drawn, or by their numbers where not all of it can be written."""
    return reason if pen.text(reason) == reason else pen.text(reason.numbered)


def move_name(facts: PuzzleFacts, move: Move, pen: Pen) -> str:
    """A move by its piece, and for a block also by what it is put on: a tile has nowhere else to go."""
    name = piece(facts, move.piece, pen)
    return name if isinstance(move.target, int) else f"{name}{pen.signs.arrow}{pen.text(move.target)}"


def move_line(facts: PuzzleFacts, moves: Iterable[Move], pen: Pen) -> str:
    """Moves in a row."""
    return " ".join(move_name(facts, move, pen) for move in moves)
