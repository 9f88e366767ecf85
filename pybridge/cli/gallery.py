"""`gallery`: a folder of pages, one for each puzzle, and a first page that leads to them."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.files import Force, require_folder, write_folder
from pybridge.cli.options import option
from pybridge.errors import UnknownPuzzleError
from pybridge.facts.wording import several

if TYPE_CHECKING:
    from pybridge.errors import Fault
    from pybridge.facts import PuzzleFacts
    from pybridge.limits import OnProgress
    from pybridge.search.census.census import Census

_EXAMPLES = """Examples:

  pybridge gallery --out pages
"""

Folder = Annotated[
    Path | None, typer.Argument(metavar="[FOLDER]", help="Folder of fact files (default: the shipped ones).")
]
Out = Annotated[Path, option("--out", "DIR", "Folder to write the pages to; created if missing.")]


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("gallery", epilog=_EXAMPLES)(gallery)


def gallery(out: Out, folder: Folder = None, force: Force = False) -> int:
    """Write a page to play each puzzle, and a first page with all.

    Files with faults are left out, each with a line on stderr; the exit code is then that of the first fault.
    """
    from pybridge.errors import FactFileError
    from pybridge.render import stderr_console
    from pybridge.render.page.gallery import INDEX, gallery_pages
    from pybridge.render.stored_tables import stage

    files = _files(folder)
    require_folder(out, [*(f"{name}.html" for name in files), INDEX], force=force)
    facts, faults = _read(files)
    if facts:
        with stage(stderr_console(), "gallery") as report:
            pages = dict(gallery_pages([(name, each, _census(each, report)) for name, each in facts.items()]))
        write_folder(out, pages, force=force)
        print(f"{out / INDEX} and {several(len(facts), 'page')} written")
    if faults:
        raise FactFileError(faults)
    return 0


def _read(files: dict[str, Path]) -> "tuple[dict[str, PuzzleFacts], list[Fault]]":
    """The facts of the files that have no faults, and the first fault of each of the others."""
    from pybridge.errors import FactFileError
    from pybridge.facts import read

    facts, faults = {}, []
    for name, path in files.items():
        try:
            facts[name] = read(path)
        except FactFileError as error:
            first, more = error.faults[0], len(error.faults) - 1
            faults.append(
                replace(first, message=f"{first.message} (and {several(more, 'more fault')})") if more else first
            )
    return facts, faults


def _files(folder: Path | None) -> dict[str, Path]:
    """The fact files by name. Raises UnknownPuzzleError if there are none."""
    from pybridge.facts import shipped

    found = shipped() if folder is None else {path.stem: path for path in sorted(folder.glob("*.pl"))}
    if not found:
        raise UnknownPuzzleError(f"{folder} has no fact files; they end in .pl")
    return found


def _census(facts: "PuzzleFacts", report: "OnProgress") -> "Census | None":
    """The census of a puzzle that is small enough for its page to know all distances."""
    from pybridge.engines.census import census_of
    from pybridge.puzzles import has_at_most
    from pybridge.render.page.gallery import FEW

    if not has_at_most(facts, FEW):
        return None
    report(f"counting {facts.name}")
    return census_of(facts)
