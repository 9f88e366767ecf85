"""The domain of sliding tiles: tiles and one blank on a connected board of cells.

Users type a state as tile numbers or as the board shows it. If all entries are numbers, they are tile numbers.
Otherwise each entry is what its cell shows: the glyph of the tile, or its number if it has none. The blank is its own
glyph, `.`, `_` or `0`, unless a tile has that glyph.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from pybridge.facts.domain import (
    NATURAL,
    NATURALS,
    TEXT,
    Common,
    Domain,
    FactBase,
    Section,
    Signature,
    common_vocabulary,
)
from pybridge.facts.model import State, TilesFacts
from pybridge.facts.parser import no_list
from pybridge.facts.terms import write_term
from pybridge.facts.tile_rules import BOARD_RULES, DISTANCE_RULES, TILE_RULES, neighbor_lists
from pybridge.facts.wording import display_width, in_places, listed, pad_left, visible

VOCABULARY = {
    **common_vocabulary(NATURALS),
    "cell": Signature("cell(Cell, Row, Column)", (NATURAL, NATURAL, NATURAL)),
    "neighbor": Signature("neighbor(Cell, Cells)", (NATURAL, NATURALS)),
    "distance": Signature("distance(Tile, Distances)", (NATURAL, NATURALS)),
    "glyph": Signature("glyph(Tile, Text)", (NATURAL, TEXT)),
}
BLANK = "."
MOST_WRITTEN = 25
"""Messages show the goal in full for boards of up to this many cells."""
_BLANKS = (BLANK, "_", "0")

Meaning = Mapping[str, tuple[int, ...]]
"""The tiles that each entry can stand for; more than one if they share a glyph."""


def _build(base: FactBase, common: Common) -> TilesFacts:
    cells = {fact.arguments[0].integer: fact.arguments[1:] for fact in base.named("cell")}
    distances = {fact.arguments[0].integer: fact.arguments[1].integers for fact in base.named("distance")}
    zeros = (0,) * len(cells)
    return TilesFacts(
        **common,
        cells=tuple((cells[cell][0].integer, cells[cell][1].integer) for cell in range(len(cells))),
        neighbors=neighbor_lists(base),
        distances=(zeros, *(distances[tile] for tile in range(1, len(distances) + 1))),
        glyphs={fact.arguments[0].integer: fact.arguments[1].text for fact in base.named("glyph")},
    )


def _draw(facts: TilesFacts, state: State) -> Iterator[str]:
    names = [drawn(facts, tile) for tile in state]
    width = max(map(display_width, names))
    return in_places({place: pad_left(name, width) for place, name in zip(facts.cells, names, strict=True)})


def drawn(facts: TilesFacts, tile: int) -> str:
    """What draws a tile, or the blank."""
    return facts.glyphs.get(tile, str(tile) if tile else BLANK)


def _sections(facts: TilesFacts) -> tuple[Section, ...]:
    return (
        Section(
            "cell(Cell, Row, Column): where a cell is drawn.",
            tuple(("cell", (cell, *place)) for cell, place in enumerate(facts.cells)),
        ),
        Section(
            "neighbor(Cell, Cells): the adjacent cells, in the order in which moves are tried.",
            tuple(("neighbor", (cell, cells)) for cell, cells in enumerate(facts.neighbors)),
        ),
        Section(
            "distance(Tile, Distances): for each cell, at most the moves from there to the tile's nearest goal cell.",
            tuple(("distance", (tile, values)) for tile, values in enumerate(facts.distances) if tile),
        ),
        Section(
            "glyph(Tile, Text): how a tile is drawn.",
            tuple(("glyph", (tile, text)) for tile, text in sorted(facts.glyphs.items())),
            searched=False,
        ),
    )


def _given(facts: TilesFacts, text: str) -> tuple[tuple[int, ...], str | None]:
    """Return (state, None), or an empty state and what is wrong, with an example."""
    state, wrong = _read(facts, text)
    return ((), f"{wrong}; type e.g. {_example(facts)}") if wrong else (state, None)


def _read(facts: TilesFacts, text: str) -> tuple[tuple[int, ...], str | None]:
    """A state, and what is wrong with it or None."""
    shown = _shown(facts)
    words = list(_words(text, shown))
    listing = any(bracket in text for bracket in "[]") and not all(word in shown for word in words)
    if listing:
        words = re.findall(r"[^\s,\[\]]+", text)
    by_number = listing or all(_is_number(word) or (word in _BLANKS and shown[word] == (0,)) for word in words)
    meaning = _numbered(facts, listing=listing) if by_number else shown
    wrong = _stray(words, meaning) or (_no_state(facts, text) if listing else None)
    if wrong:
        return (), wrong
    state = tuple(_tiles(word, meaning)[0] for word in words)
    return state, _misfit(facts, state, {tile: str(tile) for tile in facts.goals[0]} if by_number else _names(facts))


def _entries(facts: TilesFacts, state: State) -> list[str]:
    """A state as a user can type it: as the board shows it if any tile has a glyph, otherwise as numbers."""
    names = _names(facts)
    shown = [names[tile] for tile in state]
    return shown if facts.glyphs and _read(facts, " ".join(shown)) == (state, None) else list(map(str, state))


def _typed(facts: TilesFacts, state: State) -> str:
    """A state as a user can type it, with `/` between rows."""
    entries, rows = _entries(facts, state), [row for row, _ in facts.cells]
    ends = ["" if row == following else " /" for row, following in zip(rows, [*rows[1:], rows[-1]], strict=True)]
    typed = " ".join(entry + end for entry, end in zip(entries, ends, strict=True))
    return typed if _read(facts, typed) == (state, None) else write_term(state)


def _example(facts: TilesFacts) -> str:
    """The first goal as a user can type it, or what to type for a large board."""
    entries, names = _entries(facts, facts.goals[0]), _names(facts)
    if len(entries) <= MOST_WRITTEN:
        return " ".join(entries)
    if names[0] not in entries:
        return f"{len(entries)} numbers, 0 for the blank"
    tiles = listed(name for tile, name in sorted(names.items()) if tile)
    return f"{len(entries)} of {tiles} and {names[0]} for the blank"


def _names(facts: TilesFacts) -> dict[int, str]:
    """What to type for each tile, including the blank, to give a state as the board shows it."""
    names = {tile: facts.shown(tile) for tile in facts.goals[0] if tile}
    free = (sign for sign in _BLANKS if sign not in names.values())
    return names | {0: facts.glyphs.get(0) or next(free, BLANK)}


def _shown(facts: TilesFacts) -> Meaning:
    """What each entry means in a state that is typed as the board shows it."""
    meaning: dict[str, tuple[int, ...]] = {}
    for tile, name in sorted(_names(facts).items()):
        meaning[name] = (*meaning.get(name, ()), tile)
    return dict.fromkeys(_BLANKS, (0,)) | meaning


def _numbered(facts: TilesFacts, *, listing: bool) -> Meaning:
    """What each entry means in a state of numbers; in a Prolog list, only 0 is the blank."""
    return {sign: (0,) for sign in _BLANKS if not listing} | {str(tile): (tile,) for tile in facts.goals[0]}


def _words(text: str, shown: Meaning) -> Iterator[str]:
    """Split into entries at spaces, and at `,` and `/` unless they are part of a glyph."""
    for word in text.split():
        yield from [word] if word in shown else re.findall("[^,/]+", word)


def _is_number(word: str) -> bool:
    return re.fullmatch("[0-9]{1,18}", word) is not None


def _tiles(word: str, meaning: Meaning) -> tuple[int, ...]:
    """What an entry stands for; a number may have leading zeros."""
    return meaning.get(word) or meaning.get(str(int(word)) if _is_number(word) else "", ())


def _stray(words: Sequence[str], meaning: Meaning) -> str | None:
    """A message about the first entry that stands for no tile or for several."""
    for word in words:
        tiles = _tiles(word, meaning)
        if not tiles:
            return f"{visible(word)} is not a tile"
        if len(tiles) > 1:
            return f"{visible(word)} stands for several tiles, {listed(tiles)}"
    return None


def _no_state(facts: TilesFacts, text: str) -> str | None:
    """Why a text with brackets is neither a list of numbers nor a list of the rows; None if it is."""
    wrong = no_list(text)
    if wrong or text.count("[") == 1:
        return wrong
    rows = [len(row.split(",")) for row in re.findall(r"[^\[\]]*[^\[\],\s][^\[\]]*", text)]
    if text.count("[") != 1 + len(rows):
        return "it is not a single list"
    known = [len(list(cells)) for _, cells in groupby(facts.cells, key=itemgetter(0))]
    return None if rows == known else f"it has rows of {listed(rows)} entries; those of the board have {listed(known)}"


def _misfit(facts: TilesFacts, state: Sequence[int], names: Mapping[int, str]) -> str | None:
    """Why a sequence of tiles is not a state of the board; None if it is."""
    if len(state) != len(facts.cells):
        entries = f"{len(state)} {'entry' if len(state) == 1 else 'entries'}"
        return f"it has {entries}; the board has {len(facts.cells)} cells"
    goal, here = Counter(facts.goals[0]), Counter(state)
    if here[0] != 1:
        return f"it has {here[0] or 'no'} blank{'s' * (here[0] > 1)}"
    if goal == here:
        return None
    more, fewer = (listed(names[tile] for tile in sorted(rest.elements())) for rest in (here - goal, goal - here))
    return f"it has too many of {more} and too few of {fewer}"


SLIDING_TILES = Domain(
    name=TilesFacts.domain,
    vocabulary=VOCABULARY,
    rules=BOARD_RULES + TILE_RULES + DISTANCE_RULES,
    build=_build,
    draw=_draw,
    sections=_sections,
    state_comment="A state lists the tile on each cell; 0 is the blank.",
    given=_given,
    example=_example,
    typed=_typed,
    size=lambda facts: f"{len(facts.cells)} cells",
)
