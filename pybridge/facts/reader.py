"""Reads fact files, and the text of other files. Reading runs nothing: a fact file is data."""

import contextlib
from pathlib import Path
from typing import BinaryIO

from pybridge.errors import FactFileError, Fault, FaultKind
from pybridge.facts.check import check
from pybridge.facts.model import PuzzleFacts
from pybridge.facts.parser import parse

MOST_BYTES = 1 << 20


def read(path: str | Path) -> PuzzleFacts:
    """What the fact file says. Raises FactFileError with all its faults in the file's order."""
    return read_text(_load(path), str(path))


def read_text(text: str, path: str = "<text>") -> PuzzleFacts:
    """What the text of a fact file says; `path` names it in faults. Raises FactFileError with all its faults."""
    faults, facts = check(parse(_readable(text, path)), path)
    if facts is None:
        raise FactFileError(faults)
    return facts


def load_text(path: str | Path) -> str:
    """The text of a file that is UTF-8, small enough, and without what readers of Prolog stumble over.

    Raises FactFileError, also for the file of a program.
    """
    return _readable(_load(path), path)


def load_drawing(path: str | Path, stream: BinaryIO | None = None) -> str:
    """The text of a drawing, of a stream if one is given; editors may begin it with a mark and end its lines their way.

    Raises FactFileError as `load_text` does.
    """
    return _readable(_load(path, stream).removeprefix("\ufeff"), path).replace("\r\n", "\n")


def faults(path: str | Path) -> list[Fault]:
    """All faults of the fact file, in its order; empty for a sound one. Raises nothing."""
    try:
        read(path)
    except FactFileError as error:
        return list(error.faults)
    return []


def _load(path: str | Path, stream: BinaryIO | None = None) -> str:
    try:
        with contextlib.nullcontext(stream) if stream else open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)  # and no more, as the file may have no end
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        message = f"cannot read the file: {reason or error}"
        raise FactFileError([Fault(str(path), 1, 1, FaultKind.UNREADABLE, message)]) from error
    if len(data) > MOST_BYTES:
        raise FactFileError([_too_large(str(path))])
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        message = f"byte 0x{data[error.start]:02X} is not UTF-8; save the file as UTF-8"
        raise FactFileError([_ill_formed(str(path), before, message)]) from error


def _readable(text: str, path: str | Path) -> str:
    unreadable = _unreadable_character(text, str(path))
    if unreadable is not None:
        raise FactFileError([unreadable])
    return text


def _unreadable_character(text: str, path: str) -> Fault | None:
    """What no lexer should see: too much text, or a character on which readers of Prolog differ."""
    if text.startswith("\ufeff"):
        return _ill_formed(path, "", "the file begins with a byte order mark (BOM); save it as UTF-8 without one")
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError as error:
        return _ill_formed(path, text[: error.start], "half of a surrogate pair is not a character")
    if size > MOST_BYTES:
        return _too_large(path)
    nul = text.find("\0")
    if nul >= 0:
        return _ill_formed(path, text[:nul], "a NUL character; the file is not text")
    lone = text.replace("\r\n", "\n\n").find("\r")
    if lone >= 0:
        return _ill_formed(path, text[:lone], "a carriage return alone does not end a line; use a newline")
    return None


def _too_large(path: str) -> Fault:
    message = f"the file has more than {MOST_BYTES:,} bytes (1 MiB), the most that is read"
    return Fault(path, 1, 1, FaultKind.ILL_FORMED, message)


def _ill_formed(path: str, before: str, message: str) -> Fault:
    """A fault at the character that follows the text `before`."""
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    return Fault(path, line, column, FaultKind.ILL_FORMED, message)
