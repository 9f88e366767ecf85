"""The domain of sliding tiles: tiles and one blank on a connected board of cells."""

from collections.abc import Iterator
from typing import Any

from pybridge.facts.board_rules import BOARD_RULES, integers, neighbor_lists
from pybridge.facts.domain import Domain, Section
from pybridge.facts.glyphs import display_width, pad_left
from pybridge.facts.model import SlidingFacts, State
from pybridge.facts.rules import FactBase
from pybridge.facts.terms import Term
from pybridge.facts.tile_rules import TILE_RULES
from pybridge.facts.vocabulary import NATURAL, NATURALS, TEXT, Signature, common_vocabulary

VOCABULARY = {
    **common_vocabulary(NATURALS),
    "cell": Signature("cell(Cell, Row, Column)", (NATURAL, NATURAL, NATURAL)),
    "neighbor": Signature("neighbor(Cell, Cells)", (NATURAL, NATURALS)),
    "distance": Signature("distance(Tile, Distances)", (NATURAL, NATURALS)),
    "glyph": Signature("glyph(Tile, Text)", (NATURAL, TEXT)),
}
BLANK_GLYPH = "."


def _build(base: FactBase, common: dict[str, Any]) -> SlidingFacts:
    cells = {fact.arguments[0].integer: fact.arguments[1:] for fact in base.named("cell")}
    distances = {fact.arguments[0].integer: integers(fact.arguments[1]) for fact in base.named("distance")}
    zeros = (0,) * len(cells)
    return SlidingFacts(
        **common,
        cells=tuple((cells[cell][0].integer, cells[cell][1].integer) for cell in range(len(cells))),
        neighbors=neighbor_lists(base),
        distances=(zeros, *(distances[tile] for tile in range(1, len(distances) + 1))),
        glyphs={fact.arguments[0].integer: fact.arguments[1].text for fact in base.named("glyph")},
    )


def _draw(facts: SlidingFacts, state: State) -> Iterator[str]:
    names = [facts.glyphs.get(tile, str(tile) if tile else BLANK_GLYPH) for tile in state]
    width = max(map(display_width, names))
    at = {place: pad_left(name, width) for place, name in zip(facts.cells, names, strict=True)}
    rows = [row for row, _ in facts.cells]
    columns = [column for _, column in facts.cells]
    nothing = " " * width
    for row in range(min(rows), max(rows) + 1):
        yield " ".join(at.get((row, column), nothing) for column in range(min(columns), max(columns) + 1)).rstrip()


def _sections(facts: SlidingFacts) -> tuple[Section, ...]:
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


def _state_of(term: Term) -> State:
    assert isinstance(term, tuple)
    return term


def _term_of(state: State) -> Term:
    return state


SLIDING_TILES = Domain(
    name=SlidingFacts.domain,
    vocabulary=VOCABULARY,
    rules=BOARD_RULES + TILE_RULES,
    build=_build,
    draw=_draw,
    sections=_sections,
    state_of=_state_of,
    term_of=_term_of,
    state_comment="A state lists the tile on each cell; 0 is the blank.",
)
