"""A table on disk: its files, how they are written atomically, and how they are mapped into memory."""

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

import xxhash

from pybridge import __version__
from pybridge.memory import mapped_large
from pybridge.store.manifest import MOST_BYTES, Manifest, canonical, key, lay, mapped, parse, short_line, write_arrays
from pybridge.store.table import Table

_NAME = re.compile(r"([a-z]+)-([0-9a-f]{16})\.")
_HALF = "half-"
_LARGE = 1 << 25
"""Bytes of a payload whose hash is not computed again while the file is unchanged."""


@dataclass(frozen=True, slots=True)
class Files:
    """The paths of the files of a table, which need not exist."""

    folder: Path
    kind: str
    key: str
    prefix: str = ""

    @property
    def half(self) -> "Files":
        """The files of what an interrupted build of the table has found."""
        return replace(self, prefix=_HALF)

    @property
    def payload(self) -> Path:
        return self._file("table")

    @property
    def manifest(self) -> Path:
        return self._file("json")

    @property
    def lock(self) -> Path:
        """The lock that a process holds while it builds or removes the table."""
        return self._file("lock")

    @property
    def seen(self) -> Path:
        """What a large payload was like when its content was last checked; see `unchanged`."""
        return self._file("seen")

    def part(self, what: str) -> Path:
        """A temporary file to write to, with a unique name in case two builders hold the lock."""
        return self._file(f"{what}-{os.urandom(4).hex()}.part")

    def parts(self) -> list[Path]:
        """The temporary files of a builder, including those of a killed one."""
        names = os.listdir(self.folder) if self.folder.exists() else []
        begins = f"{self.kind}-{self.key}."
        return [self.folder / name for name in sorted(names) if name.startswith(begins) and name.endswith(".part")]

    def clear(self) -> None:
        """Remove the table and all temporary files, the manifest first: without it there is no table."""
        for path in (self.manifest, self.payload, self.seen):
            path.unlink(missing_ok=True)
        self.clear_parts()

    def clear_parts(self) -> None:
        """Remove the temporary files of builders that were killed."""
        for path in self.parts():
            path.unlink(missing_ok=True)

    def _file(self, ending: str) -> Path:
        return self.folder / f"{self.kind}-{self.key}.{self.prefix}{ending}"


@dataclass(frozen=True, slots=True)
class Entry:
    """The files on disk under one name. `bytes` is the size of all of them.

    `fault` says what is wrong, as far as can be seen without reading the payload, or is None. If the manifest cannot be
    read, `manifest` is None and `title` is empty. An `unfinished` one is no table yet, and nothing is wrong with it.
    """

    files: Files
    bytes: int
    manifest: Manifest | None
    fault: str | None
    unfinished: bool = False

    @property
    def kind(self) -> str:
        return self.files.kind

    @property
    def key(self) -> str:
        return self.files.key

    @property
    def path(self) -> Path:
        return self.files.payload

    @property
    def title(self) -> str:
        return self.manifest.title if self.manifest else ""

    @property
    def about(self) -> Mapping[str, object] | None:
        return self.manifest.about if self.manifest else None


def entries(folder: Path) -> list[Entry]:
    """The tables in a folder, complete or not, by kind and key. A lock alone is not a table."""
    suffixes = {".part", *(f".{prefix}{ending}" for prefix in ("", _HALF) for ending in ("table", "json"))}
    parts: dict[tuple[str, ...], list[Path]] = {}
    for path in folder.iterdir() if folder.exists() else ():
        if path.suffix in suffixes and (match := _NAME.match(path.name)):
            mine = parts.setdefault(match.groups(), [])
            if path.suffix == ".part":
                mine.append(path)
    return [look(Files(folder, kind, key), mine) for (kind, key), mine in sorted(parts.items())]


def is_named(kind: str, key: str, text: str) -> bool:
    """Whether a text means a table: by its kind, the beginning of its key, or both, as in the names of its files."""
    of, dash, begins = text.rpartition("-")
    return kind == text or (begins != "" and (of == kind or not dash) and key.startswith(begins))


def look(files: Files, parts: Sequence[Path] | None = None) -> Entry:
    """Inspect a table: checks the size of the payload, but not its content. `parts`: its temporary files, if known."""
    manifest, fault, half, unfinished = None, None, files.half, False
    parts = files.parts() if parts is None else parts
    try:
        manifest = read_manifest(files)
        with _payload(files, manifest):
            pass
    except (OSError, ValueError) as error:
        fault = said(error)
        if isinstance(error, FileNotFoundError) and (half.payload.exists() or parts):
            fault, unfinished = "it is being built, or its build was interrupted", True
            with suppress(OSError, ValueError):
                manifest = read_manifest(half)
                fault = "half-built: building it again continues where it was interrupted"
    paths = (files.manifest, files.payload, half.manifest, half.payload, *parts)
    return Entry(files, sum(map(_size, paths)), manifest, fault, unfinished)


def read_manifest(files: Files, identity: Mapping[str, object] | None = None) -> Manifest:
    """Read the manifest of a table, and check that it has the given identity.

    Raises ValueError with the reason if it is wrong, OSError if it cannot be read.
    """
    with regular(files.manifest) as file:
        manifest = parse(file.read(MOST_BYTES + 1))
    named = (manifest.kind, key(manifest.kind, manifest.identity)) == (files.kind, files.key)
    if not named or (identity is not None and canonical(identity) != canonical(manifest.identity)):
        raise ValueError("the manifest belongs to another table")
    return manifest


def signature(files: Files, manifest: Manifest) -> str:
    """What changes with any change of the payload, and with what checks its form: another version. Raises OSError."""
    about = files.payload.stat()
    numbers = about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns
    return " ".join(map(str, (__version__, manifest.xxh3_128, *numbers)))


def unchanged(files: Files, now: str) -> bool:
    """Whether the payload has the signature with which its content was checked the last time."""
    try:
        return files.seen.read_text(encoding="ascii") == now
    except (OSError, ValueError):
        return False


def note_checked(files: Files, manifest: Manifest, before: str) -> None:
    """Note that the content of a large payload was checked, which had a signature before that."""
    if manifest.size >= _LARGE:
        with suppress(OSError):
            files.seen.write_text(before, encoding="ascii")


def read_table(files: Files, manifest: Manifest, *, checked: bool = False) -> Table:
    """Map the arrays read-only after checking the hash of all bytes, unless it was `checked`.

    Raises ValueError with the reason, or OSError.
    """
    with _payload(files, manifest) as file:
        buffer = mapped_large(file.fileno(), manifest.size) if manifest.size else b""
    if not checked and xxhash.xxh3_128_hexdigest(buffer) != manifest.xxh3_128:
        raise ValueError("the payload was modified")
    return Table(manifest.kind, manifest.title, mapped(buffer, manifest.arrays), manifest.about)


def write_table(
    files: Files, table: Table, identity: Mapping[str, object], check: Callable[[], None] = lambda: None
) -> None:
    """Write a table atomically: it is complete when this returns.

    `check` is called now and then while arrays are written; if it raises, what was there before is left.
    """
    places = lay(table.arrays)

    def write(file: BinaryIO) -> bytes:
        digest = write_arrays(file, table.arrays, places, check)
        return Manifest(files.kind, short_line(table.title), dict(identity), places, digest, dict(table.about)).sealed()

    _put(files, write)


def copy_table(files: Files, sealed: bytes, pieces: Iterable[bytes]) -> None:
    """Write a table by the bytes of its manifest and its payload, atomically. Raises what `pieces` raises."""

    def write(file: BinaryIO) -> bytes:
        file.writelines(pieces)
        return sealed

    _put(files, write)


def _put(files: Files, write: Callable[[BinaryIO], bytes]) -> None:
    """Put a table in place of what was there: `write` writes its payload, and returns its manifest."""
    payload, manifest, replaced = files.part("table"), files.part("json"), False
    try:
        with _new(payload) as file:
            sealed = write(file)
        with _new(manifest) as file:
            file.write(sealed)
        replaced = True
        payload.replace(files.payload)
        manifest.replace(files.manifest)
    except BaseException:
        for path in (payload, manifest):
            path.unlink(missing_ok=True)
        if replaced:
            files.clear()
        raise


def finish(files: Files) -> None:
    """Replace the manifest if a process was killed before it did so, but after it had replaced the payload.

    Only for a process that has the lock.
    """
    manifests = f"{files.manifest.name}-"
    for part in (each for each in files.parts() if each.name.startswith(manifests)):
        with suppress(OSError, ValueError):
            with regular(part) as file:
                read_table(files, parse(file.read(MOST_BYTES + 1)))
            part.replace(files.manifest)


def said(error: OSError | ValueError) -> str:
    """What is wrong with a table, as a phrase."""
    if isinstance(error, FileNotFoundError):
        return f"the {Path(error.filename).suffix} file is missing"
    return f"it cannot be read: {error.strerror}" if isinstance(error, OSError) else str(error)


@contextmanager
def _new(path: Path) -> Iterator[BinaryIO]:
    """Open a new file, and flush it to disk at the end."""
    with path.open("xb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def regular(path: Path) -> Iterator[BinaryIO]:
    """Open a regular file for reading. A pipe, which would block, is rejected."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise ValueError(f"the {path.suffix} is not a regular file")
        with open(descriptor, "rb", closefd=False) as file:
            yield file
    finally:
        os.close(descriptor)


@contextmanager
def _payload(files: Files, manifest: Manifest) -> Iterator[BinaryIO]:
    """Open a payload after checking that it has the size in its manifest."""
    with regular(files.payload) as file:
        found = os.fstat(file.fileno()).st_size
        if found != manifest.size:
            how = "cut short" if found < manifest.size else "too long"
            raise ValueError(f"the payload is {how}: {found:,} bytes instead of {manifest.size:,}")
        yield file


def _size(path: Path) -> int:
    try:
        return path.lstat().st_size
    except OSError:
        return 0
