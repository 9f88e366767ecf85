"""What lies in the folder of tables under a kind and a key, and how it is found by them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from pybridge.errors import UnknownTableError
from pybridge.tables.manifest import Manifest


class Stored(Protocol):
    """A table, or what was counted before a census was stopped.

    `bytes` counts all its files, of which `path` is the one that matters, or their folder. `fault` says what is wrong
    with it, None if nothing is; `about` what it tells of itself in figures.
    """

    @property
    def kind(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def path(self) -> Path: ...
    @property
    def bytes(self) -> int: ...
    @property
    def fault(self) -> str | None: ...
    @property
    def about(self) -> Mapping[str, Any] | None: ...
    @property
    def manifest(self) -> Manifest | None: ...


Some = TypeVar("Some", bound=Stored)


def named(there: Sequence[Some], text: str) -> list[Some]:
    """What is of a kind, or has a key that begins so. Raises UnknownTableError if nothing is."""
    found = [each for each in there if text and (each.kind == text or each.key.startswith(text))]
    if not found:
        all_there = ", ".join(f"{each.kind} {each.key}" for each in there) or "nothing"
        raise UnknownTableError(f"{text!r} is neither a kind nor the begin of a key of a table; there is {all_there}")
    return found
