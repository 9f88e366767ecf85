"""Format numbers, times and sentences for people."""

from pybridge.puzzles import Reason
from pybridge.render.console import Pen


def count(number: int | None) -> str:
    """A number with thousands separators; empty for None."""
    return "" if number is None else f"{number:,}"


def seconds(time: float | None) -> str:
    """Seconds to the millisecond."""
    return "" if time is None else f"{time:,.3f}"


def duration(time: float) -> str:
    """An approximate duration."""
    for size, unit in ((86_400, "days"), (3_600, "h"), (60, "min")):
        if time >= 2 * size:
            return f"{time / size:,.0f} {unit}"
    return f"{time:,.0f} s" if time >= 10 else f"{time:.1f} s"


def percent(part: int, whole: int) -> str:
    """A share in percent; 0 and 100 only if they are exact."""
    if part and 10_000 * part < whole:
        return "<0.01"
    if part < whole and 10_000 * (whole - part) < whole:
        return ">99.99"
    return f"{100 * part / whole:.2f}"


def several(number: int, thing: str) -> str:
    """A number of things, as in `1 move` and `2 moves`."""
    return f"{number:,} {thing}{'s' * (number != 1)}"


def sentence(reason: Reason, pen: Pen) -> str:
    """A reason that names tiles as they are drawn, or by number if the console cannot write all of it."""
    return reason if pen.text(reason) == reason else pen.text(reason.numbered)
