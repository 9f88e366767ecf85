"""A gallery: a first page with all puzzles by kind and difficulty, and a page for each of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from typing import Any
from urllib.parse import quote

from pybridge.errors import PybridgeError
from pybridge.facts import PuzzleFacts, find, read
from pybridge.forms import Form
from pybridge.puzzles import count_states
from pybridge.render.domains import DOMAINS, appearance
from pybridge.render.page.data import Page
from pybridge.render.page.document import document
from pybridge.search.census.census import Census

INDEX, LESSON = "index.html", "learn-iterative-deepening.html"
TAUGHT = "eight", "middling"
"""The puzzle of the lesson, and its start."""
Counted = tuple[str, PuzzleFacts, Census | None]
"""A puzzle: the name of its page, its facts, and a census where one was taken."""


def gallery_pages(
    puzzles: Sequence[Counted], leave_out: Callable[[PuzzleFacts, PybridgeError], None]
) -> Iterator[tuple[str, str]]:
    """The files of a gallery, each as its name and its text.

    Those are left out whose rules fail when their states are drawn.
    """
    pages: list[tuple[str, Form]] = []
    entries = []
    for name, facts, census in sorted(puzzles, key=_place):
        page = Page(facts.title, facts.name)
        try:
            page.add_puzzle(facts)
        except PybridgeError as error:
            leave_out(facts, error)
            continue
        if census is not None:
            page.add_census(facts, census)
        file, data = f"{name}.html", page.data()
        pages.append((file, data))
        address = quote(file, errors="surrogateescape")
        entries.append({"page": address, "puzzle": _to_show(data["puzzles"][0]), **_known(facts, census)})
    links = [(entry["puzzle"]["title"], entry["page"]) for entry in entries]
    for number, (file, data) in enumerate(pages):
        yield file, document({**data, "links": _links(links, number)})
    yield LESSON, _lesson()
    index = Page("Puzzles", "Grouped by kind, shortest solutions first.")
    yield INDEX, document({**index.data(), "gallery": entries, "lesson_page": LESSON})


def _lesson() -> str:
    """The page on iterative deepening."""
    page = Page("Iterative deepening", "Guess, raise the limit, and see what a lower bound saves. 反復深化を試す")
    facts, start = read(find(TAUGHT[0])), TAUGHT[1]
    page.add_puzzle(facts, [(start, facts.start(start))])
    return document({**page.data(), "links": [("All puzzles", INDEX)], "lesson": True})


def _place(puzzle: Counted) -> tuple[int, float, float]:
    """Where a puzzle is listed: by kind, then by length, then by number of states."""
    _, facts, census = puzzle
    kinds, length, states = list(DOMAINS), _longest(facts, census), count_states(facts)
    kind = kinds.index(facts.domain) if facts.domain in kinds else len(kinds)
    return kind, inf if length is None else length, inf if states is None else states


def _longest(facts: PuzzleFacts, census: Census | None) -> int | None:
    """The longest known length of a start; if none is known, the largest distance of the census."""
    return max(facts.optimal.values(), default=census.depth if census else None)


def _known(facts: PuzzleFacts, census: Census | None) -> Form:
    """What the first page shows beside the puzzle itself."""
    return {
        "kind": appearance(facts).title or facts.domain.replace("_", " ").capitalize(),
        "longest": _longest(facts, census),
        "census": census and {"states": census.states, "largest_distance": census.depth},
    }


def _links(pages: Sequence[tuple[str, str]], number: int) -> list[tuple[str, str]]:
    """The links of a page, to the first page and to those before and after it; `pages` are titles and addresses."""
    around = [("Previous", pages[max(number - 1, 0) : number]), ("Next", pages[number + 1 : number + 2])]
    return [("All puzzles", INDEX), *((f"{where}: {title}", to) for where, some in around for title, to in some)]


def _to_show(puzzle: Mapping[str, Any]) -> dict[str, Any]:
    """A puzzle without what is needed to play it, and with no drawing but that of its first start."""
    rules, shown = puzzle["rules"], [start["state"] for start in puzzle["starts"][:1]] or puzzle["goals"][:1]
    still = rules and rules | ({"operators": [], "names": []} if "operators" in rules else {})
    return {**puzzle, "rules": still, "drawings": [each for each in puzzle["drawings"] if each[0] in shown]}
