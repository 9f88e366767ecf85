"""How wide text is on a terminal, and how it is padded."""

import unicodedata

WIDEST_GLYPH = 4


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
