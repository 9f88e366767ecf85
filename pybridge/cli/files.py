"""Files that commands read, and write, whole or not at all, or print; what exists is replaced only by --force."""

import os
import stat
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from pybridge.errors import OutputError

Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]
STANDARD = Path("-")
"""As the name of a file: standard input, or standard output."""
_FEW = 40
"""Characters of a file's name that the name of one beside it begins with: it must not be longer than names may be."""


def text_and_path(file: Path) -> tuple[str, str]:
    """The text of a file, - being standard input, and the name of it for messages. Raises FactFileError."""
    from pybridge.facts.reader import load_drawing

    if file == STANDARD:
        path = "standard input"
        return load_drawing(path, sys.stdin.buffer), path
    return load_drawing(file), str(file)


def require_writable(path: Path, *, force: bool) -> None:
    """Raise OutputError if it is already clear that no file can be written there."""
    if path == STANDARD:
        raise OutputError("- is no file; give a path")
    if path.exists() and not path.is_file():
        raise OutputError(f"{path} is not a regular file; choose another output path")
    if path.exists() and not force:
        raise OutputError(f"{path} exists; --force replaces it")
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise OutputError(f"{path} cannot be written; name a file in a folder that exists and that you may write to")


def require_outputs(named: Mapping[str, Path | None], *, force: bool) -> None:
    """Raise OutputError if it is already clear that the files that options name cannot all be written."""
    files = {option: path for option, path in named.items() if path is not None}
    for path in files.values():
        require_writable(path, force=force)
    require_different(files)


def require_different(named: Mapping[str, Path | None]) -> None:
    """Raise OutputError if two options name one file."""
    seen: dict[Path, str] = {}
    for option, path in named.items():
        if path is not None and (first := seen.setdefault(Path(os.path.realpath(path)), option)) != option:
            raise OutputError(f"{first} and {option} are the same file, {path}; name two files")


def require_folder(folder: Path, names: Iterable[str], *, force: bool) -> None:
    """Raise OutputError if it is already clear that files of these names cannot be written to a folder."""
    if folder == STANDARD:
        raise OutputError("- is no folder; give a path")
    if not folder.exists():
        return
    if not folder.is_dir():
        raise OutputError(f"{folder} is not a folder; choose another one")
    for name in names:
        require_writable(folder / name, force=force)


def write_folder(folder: Path, files: Mapping[str, str], *, force: bool) -> None:
    """Write files to a folder, which is created if missing, once all are complete. Raises OutputError."""
    require_folder(folder, files, force=force)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder} cannot be created: {error.strerror}") from None
    _write_all({folder / name: text for name, text in files.items()}, force=force)


def print_file(text: str) -> None:
    """Print the text of a file: in UTF-8, unless the output takes only text, as io.StringIO does."""
    typer.echo(_encoded(text) if hasattr(sys.stdout, "buffer") else text, nl=False)


def _encoded(text: str) -> bytes:
    """The text in UTF-8; a file name in it may not be valid text."""
    return text.encode(errors="replace")


def write_new(path: Path, content: str | bytes, *, force: bool) -> None:
    """Write a file atomically. Replaces an existing file only with `force`, keeps its mode, and follows links.

    Raises OutputError.
    """
    _write_all({path: content}, force=force)


def _write_all(files: Mapping[Path, str | bytes], *, force: bool) -> None:
    """Write files beside where they belong, and move them there once all are complete. Raises OutputError."""
    import tempfile

    complete: dict[Path, str] = {}
    try:
        for path, content in files.items():
            require_writable(path, force=force)
            path = Path(os.path.realpath(path))
            handle, complete[path] = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:_FEW]}.")
            with open(handle, "wb") as file:
                file.write(_encoded(content) if isinstance(content, str) else content)
            os.chmod(complete[path], stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666 & ~_umask())
        for path, temporary in complete.items():
            os.replace(temporary, path)
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror}") from error
    finally:
        for temporary in complete.values():
            with suppress(FileNotFoundError):
                os.unlink(temporary)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
