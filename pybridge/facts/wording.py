"""Text for messages: names, terms, lists, numbers and times, and the width of text on a terminal; figures in JSON."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from pybridge.facts.terms import EMOJI, JOINER, Atom, Term, replaced, write_term
from pybridge.translation import Said, said

MOST_SHOWN = 12
WIDEST_GLYPH = 4
_SKINS = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
_SIMILAR, _APART = 0.7, 0.08
"""How similar a name must be, of 1, and by how much less similar all others, to be the only one that is meant."""
VERSION = 1
"""The version of what `--json` prints, its field `version`. It grows when a field is removed or changes its meaning."""


def rounded(seconds: float) -> float:
    """Seconds as JSON has them, to a microsecond."""
    return round(seconds, 6)


def shorten(term: Term, limit: int = 60) -> str:
    """The text of a term, truncated with `...` after `limit` characters without formatting the rest."""
    return cut(write_term(_beginning(term, limit)), limit)


def as_given(value: object, limit: int = 60) -> str:
    """A Python value in one line, truncated with `...` after `limit` characters."""
    return cut(" ".join(repr(value).split()), limit)


def cut(text: str, limit: int = 60) -> str:
    """A text, truncated with `...` after `limit` characters."""
    return text if len(text) <= limit else f"{text[: limit - 3]}..."


def visible(text: str, limit: int = 40) -> str:
    """At most `limit` characters of a text; unprintable characters appear as U+ and their number."""
    return replaced(text[:limit], lambda character: f"U+{ord(character):04X}")


def listed(items: Iterable[object], most: int = MOST_SHOWN) -> str:
    """Format items as `a, b, c`, with ` ...` after `most` items."""
    first = [str(item) for item in islice(items, most + 1)]
    return ", ".join(first[:most]) + (" ..." if len(first) > most else "")


def _beginning(term: Term, limit: int) -> Term:
    """A term whose text has the same first `limit` characters and is not much longer."""
    if isinstance(term, tuple):
        return tuple(_beginning(item, limit) for item in term[: limit + 1])
    if isinstance(term, str):
        return term[: limit + 1]
    return Atom(term.name[: limit + 1]) if isinstance(term, Atom) else term


def several(number: int, thing: str) -> str:
    """A number of things, as in `1 move` and `2 moves`."""
    return f"{number:,} {thing}{'s' * (number != 1)}"


def moves_text(number: int) -> Said:
    """A number of moves, as a message."""
    return said("{number:,} move", number=number) if number == 1 else said("{number:,} moves", number=number)


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


def states_text(number: int) -> str:
    """Format a number of states in full below 10**21, otherwise e.g. as 4.67e157."""
    from decimal import Decimal

    return f"{number:,}" if number < 10**21 else f"{Decimal(number):.2e}".replace("e+", "e")


def nearest(name: str, known: Iterable[str]) -> str:
    """The only known name with this one among its words, or else the most similar one; an empty string if none is."""
    from difflib import get_close_matches  # only needed for error messages

    names = list(known)
    longer = [each for each in names if name in each.split("_")]
    return longer[0] if len(longer) == 1 else next(iter(get_close_matches(name[:100], names, n=1, cutoff=0.6)), "")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """` (did you mean start?)`, or an empty string if no name is similar."""
    found = nearest(name, known)
    return f" (did you mean {found}?)" if found else ""


def certain(name: str, known: Iterable[str]) -> str:
    """The known name that a misspelled one must be, or an empty string if none or several are similar."""
    from difflib import SequenceMatcher

    stem = _unnumbered(name)
    ratios = sorted(((SequenceMatcher(None, each, name[:100]).ratio(), each) for each in known), reverse=True)[:2]
    if any(_unnumbered(each) == stem for _, each in ratios) and stem != name:
        return ""  # a number at the end distinguishes names
    if not ratios or ratios[0][0] < _SIMILAR or (len(ratios) > 1 and ratios[0][0] - ratios[1][0] < _APART):
        return ""
    return ratios[0][1]


def _unnumbered(name: str) -> str:
    return name.rstrip("0123456789_")


def display_width(text: str) -> int:
    """Terminal columns of a text: 2 for wide East Asian characters, 0 for combining marks and joiners, otherwise 1.

    An emoji of several characters has 2: a sign with U+FE0F, one with a color of skin, and several that are joined.
    """
    width, last, before = 0, 0, ""
    for character in text:
        if character == EMOJI:
            more = int(last == 1)
            last += more
        elif (before == JOINER and last == 2) or (last and character in _SKINS):
            more = 0
        else:
            more = _character_width(character)
            last = more or last
        width, before = width + more, character
    return width


def pad_left(text: str, width: int) -> str:
    """Pad the text with spaces on the left to `width` columns."""
    return " " * (width - display_width(text)) + text


def pad_right(text: str, width: int) -> str:
    """Pad the text with spaces on the right to `width` columns."""
    return text + " " * (width - display_width(text))


def in_places(texts: Mapping[tuple[int, int], str]) -> Iterator[str]:
    """Lines with texts of one width in their rows and columns, a space apart, and no trailing spaces."""
    rows, columns = zip(*texts, strict=True)
    empty = " " * max(map(display_width, texts.values()))
    for row in range(min(rows), max(rows) + 1):
        yield " ".join(texts.get((row, column), empty) for column in range(min(columns), max(columns) + 1)).rstrip()


def _character_width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
