"""Find the fact files that come with pybridge, by the name or path that a user types."""

import os
from pathlib import Path

from pybridge.errors import PybridgeError, UnknownPuzzleError
from pybridge.facts.wording import did_you_mean


def prolog_folder() -> Path:
    """The folder of Prolog files: `pybridge/_prolog` if installed, `prolog` beside the package in a checkout.

    Raises PybridgeError if neither exists.
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "_prolog", package.parent / "prolog"):
        if folder.is_dir():
            return folder
    raise PybridgeError(f"the folder of Prolog files is missing next to {package}; reinstall pybridge")


def shipped() -> dict[str, Path]:
    """The shipped puzzles, as a dictionary from name to path, ordered by domain and name."""
    return {path.stem: path for path in sorted((prolog_folder() / "puzzles").glob("*/*.pl"))}


def given(name: str, path: str) -> str:
    """What commands take for a puzzle with this name that was read from there: the name only if it is shipped."""
    return name if str(shipped().get(name)) == path else path


def find(name_or_path: str) -> Path:
    """The path of a shipped puzzle or of a fact file.

    A path ends in .pl, contains a folder, or names an existing file; it need not exist, as `read` reports that. Raises
    UnknownPuzzleError for anything else.
    """
    puzzles = shipped()
    if name_or_path in puzzles:
        return puzzles[name_or_path]
    separators = (os.sep, os.altsep or os.sep)
    path = Path(name_or_path)
    if name_or_path.endswith(".pl") or any(mark in name_or_path for mark in separators) or os.path.isfile(name_or_path):
        return path
    hint = did_you_mean(name_or_path, puzzles)
    message = f"no puzzle is named {name_or_path!r}{hint}; `pybridge puzzles` lists them, and a path ends in .pl"
    raise UnknownPuzzleError(message)
