"""The domain of blocks: towers of named blocks on named places, one block moved at a time."""

from collections.abc import Callable, Iterator
from itertools import dropwhile
from typing import Any

from pybridge.errors import Fault, FaultKind
from pybridge.facts.domain import Domain, Section
from pybridge.facts.glyphs import display_width, pad_right
from pybridge.facts.model import BlocksFacts, State
from pybridge.facts.nodes import Node
from pybridge.facts.rules import FactBase, Rule, repeated
from pybridge.facts.terms import MOST_SHOWN, Atom, Term, listed, shorten, visible
from pybridge.facts.vocabulary import ATOM, PAIRS, Signature, common_vocabulary

VOCABULARY = {
    **common_vocabulary(PAIRS),
    "block": Signature("block(Block)", (ATOM,)),
    "place": Signature("place(Place)", (ATOM,)),
}


def _names(base: FactBase, name: str) -> tuple[str, ...]:
    return tuple(fact.arguments[0].atom for fact in base.named(name))


def _missing(name: str) -> Callable[[FactBase], Iterator[Fault]]:
    def find(base: FactBase) -> Iterator[Fault]:
        if not base.named(name):
            message = f"no {name}: add {VOCABULARY[name].usage} for each {name}"
            yield base.fault(base.head, FaultKind.MISSING_FACT, message)

    return find


def _names_once(base: FactBase) -> Iterator[Fault]:
    nodes = [fact.arguments[0] for name in ("block", "place") for fact in base.named(name)]
    yield from repeated(base, nodes, "two blocks or places are called")


def _legal(name: str) -> Callable[[FactBase], Iterator[Fault]]:
    def find(base: FactBase) -> Iterator[Fault]:
        blocks, places = _names(base, "block"), _names(base, "place")
        known, grounds = dict.fromkeys(blocks + places), frozenset(places)
        for state in (fact.arguments[-1] for fact in base.named(name)):
            faults = list(_pairs(base, state, blocks, known))
            yield from faults or list(_carried(base, state)) or _cycles(base, state, grounds)

    return find


def _pairs(base: FactBase, state: Node, blocks: tuple[str, ...], known: dict[str, None]) -> Iterator[Fault]:
    """One pair for each block, in their order, on something that exists."""
    if len(state.items) != len(blocks):
        message = f"the state {shorten(state.term)} has {len(state.items)} pairs; there are {len(blocks)} blocks"
        yield base.fault(state, FaultKind.ILLEGAL_STATE, message)
        return
    for block, pair in zip(blocks, state.items, strict=True):
        upper, under = pair.items
        if upper.atom != block:
            message = f"this pair is for {shorten(Atom(block))}, not {shorten(upper.term)}: keep the order of block/1"
            yield base.fault(upper, FaultKind.ILLEGAL_STATE, message)
            return
        if under.atom not in known:
            names = listed(map(visible, known))
            message = f"{shorten(under.term)} is neither a block nor a place; known are {names}"
            yield base.fault(under, FaultKind.ILLEGAL_STATE, message)


def _carried(base: FactBase, state: Node) -> Iterator[Fault]:
    """Nothing carries two blocks."""
    carried: dict[str, str] = {}
    for pair in state.items:
        upper, under = pair.items
        first = carried.setdefault(under.atom, upper.atom)
        if first != upper.atom:
            names = f"{visible(first)} and {visible(upper.atom)}"
            message = f"{visible(under.atom)} carries two blocks, {names}; it can carry one"
            yield base.fault(under, FaultKind.ILLEGAL_STATE, message)


def _cycles(base: FactBase, state: Node, grounds: frozenset[str]) -> Iterator[Fault]:
    """Each tower stands on a place."""
    under = {pair.items[0].atom: pair.items[1].atom for pair in state.items}
    standing: set[str] = set()
    for pair in state.items:
        tower: dict[str, None] = {}
        block = pair.items[0].atom
        while not (block in standing or block in tower or block in grounds):
            tower[block] = None
            block = under[block]
        if block in tower:
            names = list(map(visible, dropwhile(block.__ne__, tower)))
            ring = " on ".join(names[:MOST_SHOWN]) + (" on ..." if len(names) > MOST_SHOWN else "")
            message = f"{ring} on {visible(block)}: the tower stands on no place"
            yield base.fault(pair, FaultKind.ILLEGAL_STATE, message)
        standing.update(tower)


def _build(base: FactBase, common: dict[str, Any]) -> BlocksFacts:
    return BlocksFacts(**common, blocks=_names(base, "block"), places=_names(base, "place"))


def _draw(facts: BlocksFacts, state: State) -> Iterator[str]:
    carried = {under: block for block, under in state}
    towers = []
    for place in facts.places:
        tower = [place]
        while tower[-1] in carried:
            tower.append(carried[tower[-1]])
        towers.append(tower)
    widths = [max(map(display_width, tower)) for tower in towers]
    for level in reversed(range(max(map(len, towers)))):
        yield "  ".join(
            pad_right(tower[level] if level < len(tower) else "", width)
            for tower, width in zip(towers, widths, strict=True)
        ).rstrip()


def _sections(facts: BlocksFacts) -> tuple[Section, ...]:
    return (
        Section("block(Block): what is moved.", tuple(("block", (Atom(block),)) for block in facts.blocks)),
        Section("place(Place): room for one tower.", tuple(("place", (Atom(place),)) for place in facts.places)),
    )


def _state_of(term: Term) -> State:
    assert isinstance(term, tuple)
    return tuple(
        tuple(part.name for part in pair if isinstance(part, Atom)) for pair in term if isinstance(pair, tuple)
    )


def _term_of(state: State) -> Term:
    return tuple((Atom(block), Atom(under)) for block, under in state)


BLOCKS_WORLD = Domain(
    name=BlocksFacts.domain,
    vocabulary=VOCABULARY,
    rules=(
        Rule(_missing("block"), ("block",), ("block",)),
        Rule(_missing("place"), ("place",), ("place",)),
        Rule(_names_once, (), ("block", "place")),
        Rule(_legal("goal"), ("block", "place")),
        Rule(_legal("start"), ("block", "place")),
    ),
    build=_build,
    draw=_draw,
    sections=_sections,
    state_of=_state_of,
    term_of=_term_of,
    state_comment="A state lists what each block stands on, as [Block, Under].",
)
