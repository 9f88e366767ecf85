"""Text for people: how a message says names, terms and lists, and how wide text is on a terminal."""

import unicodedata
from collections.abc import Iterable
from itertools import islice

from pybridge.facts.terms import Atom, Term, printable, write_term

MOST_SHOWN = 12
WIDEST_GLYPH = 4


def shorten(term: Term, limit: int = 60) -> str:
    """The term's text for a message, cut short with `...` when it is long; no longer text is made."""
    text = write_term(_beginning(term, limit))
    return text if len(text) <= limit else text[: limit - 3] + "..."


def visible(text: str, limit: int = 40) -> str:
    """Text of a file for a message, cut off when it is long; what does not print is U+ and its number."""
    return "".join(character if printable(character) else f"U+{ord(character):04X}" for character in text[:limit])


def listed(items: Iterable[object], most: int = MOST_SHOWN) -> str:
    """`a, b, c` for a message, with ` ...` after as many items as a person reads."""
    first = [str(item) for item in islice(items, most + 1)]
    return ", ".join(first[:most]) + (" ..." if len(first) > most else "")


def _beginning(term: Term, limit: int) -> Term:
    """A term whose text begins as the term's does, for `limit` characters, and is not much longer."""
    if isinstance(term, tuple):
        return tuple(_beginning(item, limit) for item in term[: limit + 1])
    if isinstance(term, str):
        return term[: limit + 1]
    return Atom(term.name[: limit + 1]) if isinstance(term, Atom) else term


def counted(number: int, noun: str) -> str:
    """`1 block` or `2 blocks`."""
    return f"{number} {noun}{'s' * (number != 1)}"


def nearest(name: str, known: Iterable[str]) -> str:
    """The nearest known name, or an empty string if none is near."""
    from difflib import get_close_matches  # only wanted when something is wrong

    return next(iter(get_close_matches(name[:100], list(known), n=1, cutoff=0.6)), "")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """` (did you mean start?)`, or an empty string if no name is near."""
    found = nearest(name, known)
    return f" (did you mean {found}?)" if found else ""


def display_width(text: str) -> int:
    """Columns that the text takes: wide East Asian characters two, combining marks and joiners none, others one."""
    return sum(_character_width(character) for character in text)


def pad_left(text: str, width: int) -> str:
    """The text with spaces before it, so that it takes `width` columns."""
    return " " * (width - display_width(text)) + text


def pad_right(text: str, width: int) -> str:
    """The text with spaces behind it, so that it takes `width` columns."""
    return text + " " * (width - display_width(text))


def _character_width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
