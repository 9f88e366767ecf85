"""Tables from another folder or machine, taken over as they are once their bytes have the hash of their manifest."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import xxhash

from pybridge.errors import BrokenTableError, UnknownTableError
from pybridge.limits import OnProgress
from pybridge.store.entry import entries, regular
from pybridge.store.manifest import MOST_BYTES, Manifest, key, parse
from pybridge.store.store import Store

PIECE = 1 << 24
"""Bytes that are read at a time."""


class TableSource(Protocol):
    """Where tables are fetched from."""

    @property
    def name(self) -> str: ...

    def manifests(self) -> list[bytes]:
        """The bytes of the manifests that it has."""

    def pieces(self, manifest: Manifest) -> Iterator[bytes]:
        """The bytes of a payload, in order. Raises OSError."""


class FolderSource:
    """The tables in another folder, such as one that machines share. Raises UnknownTableError if it is no folder."""

    def __init__(self, folder: Path) -> None:
        self.name, self._store = str(folder), Store(folder)
        if not folder.is_dir():
            raise UnknownTableError(f"{folder} is not a folder; give one with tables, or the address of a cluster")

    def manifests(self) -> list[bytes]:
        """The manifests of those that are built."""
        return manifests_in(self._store.folder)

    def pieces(self, manifest: Manifest) -> Iterator[bytes]:
        """The bytes of a payload."""
        with regular(self._store.files(manifest).payload) as file:
            while piece := file.read(PIECE):
                yield piece


def manifests_in(folder: Path) -> list[bytes]:
    """The bytes of the manifests of the tables in a folder that are built; of a broken one, too."""
    found = []
    for entry in entries(folder):
        if entry.manifest and not entry.unfinished:
            with suppress(OSError, ValueError), regular(entry.files.manifest) as file:
                found.append(file.read(MOST_BYTES + 1))
    return found


def readable(manifests: Iterable[bytes]) -> dict[str, tuple[Manifest, bytes]]:
    """Those without faults, by the keys of their tables; others may be of another version."""
    found = {}
    for sealed in manifests:
        with suppress(ValueError):
            manifest = parse(sealed)
            if re.fullmatch("[a-z]+", manifest.kind):  # it is part of a file's name
                found[key(manifest.kind, manifest.identity)] = manifest, sealed
    return found


def fetch(store: Store, source: TableSource, manifest: Manifest, sealed: bytes, report: OnProgress) -> bool:
    """Take a table over, unless the store has it; return whether it did.

    Raises BrokenTableError if its bytes are not those of its manifest, TableSpaceError, and what `report` raises.
    """
    try:
        return store.take_over(manifest, sealed, _reported(source.pieces(manifest), manifest, report), report)
    except ValueError as error:
        raise BrokenTableError(f"{manifest.title} of {source.name}: {error}; nothing was kept of it") from None


def _reported(pieces: Iterator[bytes], manifest: Manifest, report: OnProgress) -> Iterator[bytes]:
    """The same pieces. Raises ValueError at the end if they are not those of the manifest."""
    hashed, size = xxhash.xxh3_128(), 0
    for piece in _readable(pieces):
        size += len(piece)
        report(f"{size / 1e6:,.0f} of {manifest.size / 1e6:,.0f} MB")
        if size > manifest.size:
            break
        hashed.update(piece)
        yield piece
    if size != manifest.size or hashed.hexdigest() != manifest.xxh3_128:
        raise ValueError("the payload is not that of its manifest")


def _readable(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The same pieces. Raises ValueError if the source cannot be read."""
    try:
        yield from pieces
    except OSError as error:
        raise ValueError(f"it cannot be read: {error.strerror or error}") from None
