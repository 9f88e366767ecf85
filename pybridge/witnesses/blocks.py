"""Blocks worlds for planners: a move between spots, each with room for one block, and to and from the table."""

import re
from collections.abc import Iterator, Sequence

from pybridge.facts import BlocksFacts, State
from pybridge.facts.wording import listed, visible
from pybridge.puzzles import Move, PieceMove
from pybridge.witnesses.model import Action, Atom, DomainRules, Group, Model
from pybridge.witnesses.names import mangled, unmangled
from pybridge.witnesses.rows import WORDS, Witnessed, word_by_word

_BLOCK, _FROM, _TO = ("block", "block"), ("from", "spot"), ("to", "spot")
_ON, _LANDS = ("on", "?block", "?from"), ("on", "?block", "?to")
_FREE, _OPEN = ("clear", "?block"), ("clear", "?to")

RULES = DomainRules(
    "blocks_world",
    {"thing": "object", "spot": "thing", "floor": "thing", "block": "spot", "place": "spot"},
    {
        "on": (("block", "block"), ("under", "thing")),
        "clear": (("spot", "spot"),),
        "different": (("block", "block"), ("spot", "spot")),
    },
    (
        Action(
            "move",
            (_BLOCK, _FROM, _TO),
            needs=(_ON, _FREE, _OPEN, ("different", "?block", "?to")),
            deletes=(_ON, _OPEN),
            adds=(_LANDS, ("clear", "?from")),
            gives="block",
            takes="block",
        ),
        Action(
            "put_down",
            (_BLOCK, _FROM, ("to", "floor")),
            needs=(_ON, _FREE),
            deletes=(_ON,),
            adds=(_LANDS, ("clear", "?from")),
            gives="block",
            takes="block",
        ),
        Action(
            "pick_up",
            (_BLOCK, ("from", "floor"), _TO),
            needs=(_ON, _FREE, _OPEN, ("different", "?block", "?to")),
            deletes=(_ON, _OPEN),
            adds=(_LANDS,),
            gives="block",
            takes="block",
        ),
    ),
    (
        Group((("block", "block"),), (("on", "?block", "?under"),)),
        Group((("spot", "spot"),), (("on", "?block", "?spot"), ("clear", "?spot"))),
    ),
)


def model(facts: BlocksFacts, start: State) -> Model:
    """A start of a blocks world."""
    names = _names(facts)
    spots = (*facts.blocks, *facts.places)
    carrying = {under for _, under in start}
    clear = tuple(("clear", names[spot]) for spot in spots if spot not in carrying)
    apart = tuple(("different", names[block], names[spot]) for block in facts.blocks for spot in spots if spot != block)
    return Model(
        mangled("puzzle", facts.name),
        RULES,
        {
            "block": tuple(names[block] for block in facts.blocks),
            "place": tuple(names[place] for place in facts.places),
            "floor": () if facts.table is None else (names[facts.table],),
        },
        (*_standing(names, start), *clear, *apart),
        tuple(tuple(_standing(names, goal)) for goal in facts.goals),
    )


def _names(facts: BlocksFacts) -> dict[str, str]:
    named = {block: mangled("b", block) for block in facts.blocks}
    return named | {ground: mangled("g", ground) for ground in facts.grounds}


def _standing(names: dict[str, str], state: State) -> Iterator[Atom]:
    yield from (("on", names[block], names[under]) for block, under in state)


def move(facts: BlocksFacts, action: str, objects: Sequence[str]) -> Move:
    """The move of an action. Raises ValueError."""
    block, source, target = objects
    return PieceMove(unmangled("b", block), _thing(source), _thing(target))


def _thing(text: str) -> str:
    return unmangled("b" if text.startswith("b_") else "g", text)


def typed(facts: BlocksFacts, state: State, word: str) -> Move:
    """The move of a block that is written with an arrow, as in `a→b`. Raises ValueError."""
    parts = re.fullmatch(r"(.+?)(?:→|->|>)(.+)", word)
    if parts is None:
        raise ValueError(f"{visible(word)} is not a move; write e.g. {facts.blocks[0]}->{facts.grounds[0]}")
    block, target = map(str.strip, parts.groups())
    if block not in facts.blocks:
        raise ValueError(f"{visible(block)} is not a block; the blocks are {listed(map(visible, facts.blocks))}")
    return PieceMove(block, dict(state)[block], target)


def words(facts: BlocksFacts) -> str:
    """A pattern for such a move, whose names may have any signs in them, or for another word."""
    longest_first = sorted((*facts.blocks, *facts.grounds), key=len, reverse=True)
    name = f"(?:{'|'.join(map(re.escape, longest_first))})"
    return rf"{name}\s*(?:→|->|>)\s*{name}(?![^\s,\]])|{WORDS}"


WITNESSED = Witnessed(RULES, model, move, word_by_word(typed), words=words)
