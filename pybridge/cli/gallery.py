"""`gallery`: a folder of pages, one for each puzzle, and a first page that leads to them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.files import Force, require_folder, write_folder
from pybridge.cli.hints import examples
from pybridge.cli.options import option
from pybridge.errors import (
    FactFileError,
    Fault,
    FaultKind,
    OutputError,
    PrologMissingError,
    PybridgeError,
    UnknownPuzzleError,
)
from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import several
from pybridge.limits import OnProgress
from pybridge.outcome import Outcome

if TYPE_CHECKING:
    from pybridge.search.census.census import Census

EXAMPLES = examples("""
pybridge gallery --out pages
""")

Folder = Annotated[
    Path | None, typer.Argument(metavar="[FOLDER]", help="Folder of fact files (default: the shipped ones).")
]
Out = Annotated[Path, option("--out", "DIR", "Folder to write the pages to; created if missing.")]


def gallery(out: Out, folder: Folder = None, force: Force = False) -> int:
    """Write a page to play each puzzle, and a first page with all.

    Files with faults are left out, each with a line on stderr; the exit code is then that of the first fault. Without
    SWI-Prolog, puzzles stated as rules are left out.
    """
    from pybridge.render.live import stage
    from pybridge.render.page.gallery import INDEX, LESSON, gallery_pages

    files, taken = _files(folder), {INDEX, LESSON}
    faults = [_fault(str(path), OutputError(_TAKEN)) for name, path in files.items() if f"{name}.html" in taken]
    files = {name: path for name, path in files.items() if f"{name}.html" not in taken}
    require_folder(out, [*(f"{name}.html" for name in files), LESSON, INDEX], force=force)
    facts, missing = _read(files, faults)
    if facts:
        with stage("gallery") as report:
            counted = list(_counted(facts, report, faults))
            pages = dict(gallery_pages(counted, lambda left, error: faults.append(_fault(left.path, error))))
        write_folder(out, pages, force=force)
        print(f"{out / INDEX} and {several(len(pages) - 2, 'page')} written")
    if faults:
        raise FactFileError(faults)
    if missing:
        raise missing
    return 0


_TAKEN = "the gallery has a page of its own of that name; rename the file"


def _fault(path: str, error: PybridgeError) -> Fault:
    """The fault of a file that has no page: its rules fail late, it contradicts itself, or its name is taken."""
    return Fault(path, 1, 1, FaultKind.WRONG_RULE, str(error).removeprefix(f"{path}: "))


def _read(files: dict[str, Path], faults: list[Fault]) -> tuple[dict[str, PuzzleFacts], PrologMissingError | None]:
    """The facts of files without faults, and the error if Prolog is missing.

    The first fault of each of the others is added to `faults`.
    """
    from pybridge.facts import read

    facts: dict[str, PuzzleFacts] = {}
    missing = None
    for name, path in files.items():
        try:
            facts[name] = read(path)
        except PrologMissingError as error:
            missing = error
        except FactFileError as error:
            first, more = error.faults[0], len(error.faults) - 1
            faults.append(
                replace(first, message=f"{first.message} (and {several(more, 'more fault')})") if more else first
            )
    return facts, missing


def _files(folder: Path | None) -> dict[str, Path]:
    """The fact files by name. Raises UnknownPuzzleError if there are none."""
    from pybridge.facts import shipped

    found = shipped() if folder is None else {path.stem: path for path in sorted(folder.glob("*.pl"))}
    if not found:
        what = "has no fact files" if folder is None or folder.is_dir() else "is not a folder"
        raise UnknownPuzzleError(f"{folder} {what}; give a folder with fact files, which end in .pl")
    return found


def _counted(
    facts: dict[str, PuzzleFacts], report: OnProgress, faults: list[Fault]
) -> "Iterator[tuple[str, PuzzleFacts, Census | None]]":
    """The puzzles with their censuses; the fault of one that its census contradicts is added to `faults`."""
    for name, each in facts.items():
        try:
            yield name, each, _census(each, report)
        except PybridgeError as error:
            faults.append(_fault(each.path, error))


def _census(facts: PuzzleFacts, report: OnProgress) -> "Census | None":
    """The census of a puzzle that is small enough for its page to know all distances."""
    from pybridge.engines.census import census_of
    from pybridge.puzzles import has_at_most
    from pybridge.render.page.data import FEW

    if not has_at_most(facts, FEW):
        return None
    report(f"counting {facts.name}")
    taken = census_of(facts)
    if taken.outcome is Outcome.INTERRUPTED:
        raise KeyboardInterrupt  # it is for the command, not for one puzzle
    return taken if taken.outcome is Outcome.SOLVED else None
