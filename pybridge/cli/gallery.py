"""`gallery`: a folder of pages, one for each puzzle, and a first page that leads to them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.parameters import require_writable, write_new
from pybridge.cli.pictures import Force
from pybridge.errors import OutputError, UnknownPuzzleError
from pybridge.facts.wording import several

if TYPE_CHECKING:
    from pybridge.facts import PuzzleFacts
    from pybridge.limits import OnProgress
    from pybridge.search.census.census import Census

_EXAMPLES = """Examples:

  pybridge gallery --out pages
"""

Folder = Annotated[
    Path | None, typer.Argument(metavar="[FOLDER]", help="Folder of fact files (default: the shipped ones).")
]
Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder to write the pages to; created if missing.")]


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("gallery", epilog=_EXAMPLES)(gallery)


def gallery(out: Out, folder: Folder = None, force: Force = False) -> int:
    """Write a page for each puzzle to play, and a first page with all of them."""
    from pybridge.facts import read
    from pybridge.render import stderr_console
    from pybridge.render.page.gallery import INDEX, gallery_pages
    from pybridge.render.stored_tables import stage

    files = _files(folder)
    _require(out, [*(f"{name}.html" for name in files), INDEX], force=force)
    facts = {name: read(path) for name, path in files.items()}
    with stage(stderr_console(), "gallery") as report:
        pages = list(gallery_pages([(name, each, _census(each, report)) for name, each in facts.items()]))
    _folder(out)
    for name, text in pages:
        write_new(out / name, text, force=force)
    print(f"{out / INDEX} and {several(len(files), 'page')} written")
    return 0


def _files(folder: Path | None) -> dict[str, Path]:
    """The fact files by name. Raises UnknownPuzzleError if there are none."""
    from pybridge.facts import shipped

    found = shipped() if folder is None else {path.stem: path for path in sorted(folder.glob("*.pl"))}
    if not found:
        raise UnknownPuzzleError(f"{folder} has no fact files; they end in .pl")
    return found


def _require(out: Path, names: list[str], *, force: bool) -> None:
    """Raise OutputError for what cannot be written, before anything is counted."""
    if not out.exists():
        return
    if not out.is_dir():
        raise OutputError(f"{out} is not a folder; choose another one")
    for name in names:
        require_writable(out / name, force=force)


def _folder(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{out} cannot be created: {error.strerror}") from None


def _census(facts: "PuzzleFacts", report: "OnProgress") -> "Census | None":
    """The census of a puzzle that is small enough for its page to know all distances."""
    from pybridge.engines.census import census_of
    from pybridge.puzzles import has_at_most
    from pybridge.render.page.gallery import FEW

    if not has_at_most(facts, FEW):
        return None
    report(f"counting {facts.name}")
    return census_of(facts)
