"""Where the fact files that come with pybridge are, and how a user's word for a puzzle becomes a path."""

import os
from pathlib import Path

from pybridge.errors import PybridgeError, UnknownPuzzleError
from pybridge.facts.wording import did_you_mean


def prolog_folder() -> Path:
    """The folder of Prolog files: `pybridge/_prolog` when installed, `prolog` beside the package in a checkout.

    Raises PybridgeError if neither is there.
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "_prolog", package.parent / "prolog"):
        if folder.is_dir():
            return folder
    raise PybridgeError(f"the folder of Prolog files is missing beside {package}; install pybridge again")


def shipped() -> dict[str, Path]:
    """The shipped puzzles: name to path, ordered by domain and name. A file is called after its puzzle."""
    return {path.stem: path for path in sorted((prolog_folder() / "puzzles").glob("*/*.pl"))}


def find(name_or_path: str) -> Path:
    """The path of a shipped puzzle of that name, or else of a file: whatever ends in .pl, has a folder, or exists.

    The file need not be there: reading it will tell. Raises UnknownPuzzleError for any other word.
    """
    puzzles = shipped()
    if name_or_path in puzzles:
        return puzzles[name_or_path]
    separators = (os.sep, os.altsep or os.sep)
    path = Path(name_or_path)
    if name_or_path.endswith(".pl") or any(mark in name_or_path for mark in separators) or os.path.isfile(name_or_path):
        return path
    hint = did_you_mean(name_or_path, puzzles)
    message = f"no puzzle is called {name_or_path!r}{hint}; `pybridge puzzles` lists them, and a path ends in .pl"
    raise UnknownPuzzleError(message)
