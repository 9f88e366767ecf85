"""A gallery: a first page with all puzzles, and a page for each of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pybridge.errors import PybridgeError
from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import several
from pybridge.render.page.data import FEW, Page
from pybridge.render.page.document import document
from pybridge.search.census.census import Census

INDEX = "index.html"


def gallery_pages(
    puzzles: Sequence[tuple[str, PuzzleFacts, Census | None]],
    leave_out: Callable[[PuzzleFacts, PybridgeError], None],
) -> Iterator[tuple[str, str]]:
    """The files of a gallery, each as its name and its text.

    `puzzles` have the name of their page, their facts, and a census where one was taken. Those are left out whose
    rules fail when their states are drawn.
    """
    entries = []
    for name, facts, census in puzzles:
        page = Page(facts.title, facts.name)
        try:
            page.add_puzzle(facts)
        except PybridgeError as error:
            leave_out(facts, error)
            continue
        if census is not None:
            page.add_census(facts, census)
        data = page.data()
        yield f"{name}.html", document(data)
        counted = census and {"states": census.states, "largest_distance": census.depth}
        entries.append({"page": f"{name}.html", "puzzle": _to_show(data["puzzles"][0]), "census": counted})
    index = Page("Puzzles", several(len(entries), "puzzle"))
    yield INDEX, document({**index.data(), "gallery": entries})


def _to_show(puzzle: Mapping[str, Any]) -> dict[str, Any]:
    """A puzzle without what is needed to play it, and with no drawing but that of its first start."""
    rules, shown = puzzle["rules"], [start["state"] for start in puzzle["starts"][:1]] or puzzle["goals"][:1]
    still = rules and rules | ({"operators": [], "names": []} if "operators" in rules else {})
    return {**puzzle, "rules": still, "drawings": [each for each in puzzle["drawings"] if each[0] in shown]}


__all__ = ["FEW", "INDEX", "gallery_pages"]
