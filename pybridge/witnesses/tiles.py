"""Sliding tiles for planners: equal tiles are one object that lies on several cells, as in the facts."""

from collections.abc import Sequence

from pybridge.facts import State, TilesFacts
from pybridge.facts.wording import listed, visible
from pybridge.puzzles import Move, PieceMove
from pybridge.witnesses.model import Action, Atom, DomainRules, Group, Model
from pybridge.witnesses.names import mangled, numbered
from pybridge.witnesses.rows import Witnessed, word_by_word

RULES = DomainRules(
    "sliding_tiles",
    {"cell": "object", "tile": "object"},
    {
        "on": (("tile", "tile"), ("cell", "cell")),
        "blank": (("cell", "cell"),),
        "neighbor": (("from", "cell"), ("to", "cell")),
    },
    (
        Action(
            "slide",
            (("tile", "tile"), ("from", "cell"), ("to", "cell")),
            needs=(("on", "?tile", "?from"), ("blank", "?to"), ("neighbor", "?from", "?to")),
            deletes=(("on", "?tile", "?from"), ("blank", "?to")),
            adds=(("on", "?tile", "?to"), ("blank", "?from")),
            gives="to",
            takes="from",
        ),
    ),
    (
        Group((("cell", "cell"),), (("on", "?tile", "?cell"), ("blank", "?cell"))),
        Group((("tile", "tile"),), (("on", "?tile", "?cell"),)),
        Group((), (("blank", "?cell"),)),
    ),
)


def model(facts: TilesFacts, start: State) -> Model:
    """A start of a board."""
    tiles = sorted(set(start) - {0})
    near = tuple(("neighbor", f"c{a}", f"c{b}") for a, cells in enumerate(facts.neighbors) for b in cells)
    return Model(
        mangled("puzzle", facts.name),
        RULES,
        {"cell": tuple(f"c{cell}" for cell in range(len(start))), "tile": tuple(f"t{tile}" for tile in tiles)},
        _lying(start) + near,
        tuple(map(_lying, facts.goals)),
    )


def _lying(state: State) -> tuple[Atom, ...]:
    return tuple(("on", f"t{tile}", f"c{cell}") if tile else ("blank", f"c{cell}") for cell, tile in enumerate(state))


def move(facts: TilesFacts, action: str, objects: Sequence[str]) -> Move:
    """The move of an action. Raises ValueError."""
    tile, source, target = objects
    return PieceMove(numbered("t", tile), numbered("c", source), numbered("c", target))


def typed(facts: TilesFacts, state: State, word: str) -> Move:
    """The move of a tile that is named by its glyph or its number. Raises ValueError."""
    named = [tile for tile in set(state) - {0} if facts.shown(tile) == word]
    named = named or [tile for tile in set(state) - {0} if str(tile) == word]
    if not named:
        tiles = listed(facts.shown(tile) for tile in sorted(set(state) - {0}))
        raise ValueError(f"{visible(word)} is not a tile; the tiles are {tiles}")
    blank = state.index(0)
    cells = [cell for cell in facts.neighbors[blank] if state[cell] in named]
    if not cells:
        raise ValueError(f"tile {visible(word)} is not next to the blank")
    if len(cells) > 1:
        raise ValueError(f"tile {visible(word)} is next to the blank on several cells; write slide actions instead")
    return PieceMove(state[cells[0]], cells[0], blank)


WITNESSED = Witnessed(RULES, model, move, word_by_word(typed))
