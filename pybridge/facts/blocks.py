"""The blocks world: towers of named blocks on named places or on a table, of which one block moves at a time."""

from collections.abc import Iterator, Sequence
from itertools import dropwhile, zip_longest

from pybridge.errors import Edit, Fault, FaultKind
from pybridge.facts.domain import (
    ATOM,
    PAIRS,
    Common,
    Domain,
    FactBase,
    Rule,
    Section,
    Signature,
    common_vocabulary,
    on_line_after,
    renamed,
    repeated,
    required,
)
from pybridge.facts.model import BlocksFacts, State
from pybridge.facts.terms import Atom, Node, Term, write_fact
from pybridge.facts.wording import (
    MOST_SHOWN,
    certain,
    did_you_mean,
    display_width,
    listed,
    pad_right,
    several,
    shorten,
    visible,
)

VOCABULARY = {
    **common_vocabulary(PAIRS),
    "block": Signature("block(Block)", (ATOM,)),
    "place": Signature("place(Place)", (ATOM,)),
    "table": Signature("table(Table)", (ATOM,)),
}
_NAMED = ("block", "place", "table")


def _names(base: FactBase, name: str) -> tuple[str, ...]:
    return tuple(fact.arguments[0].atom for fact in base.named(name))


def _grounds(base: FactBase) -> Iterator[Fault]:
    if not base.named("place") and not base.named("table"):
        message = "no places: add place(Place) for each place, or table(Table) for room for any number of towers"
        yield base.fault(base.head, FaultKind.MISSING_FACT, message)


def _one_table(base: FactBase) -> Iterator[Fault]:
    for fact in base.named("table")[1:]:
        message = f"a second table: remove it; the table on line {base.named('table')[0].line} has room for all towers"
        yield base.fault(fact, FaultKind.REPEATED_FACT, message)


def _names_once(base: FactBase) -> Iterator[Fault]:
    nodes = [fact.arguments[0] for name in _NAMED for fact in base.named(name)]
    yield from repeated(base, nodes, "two blocks, places or tables are named")


def _in_states(base: FactBase) -> Iterator[Fault]:
    """The blocks that every state has are those of block/1; otherwise block/1 is what is wrong."""
    states = [fact.arguments[-1] for name in ("goal", "start") for fact in base.named(name)]
    listings = {tuple(pair.items[0].atom for pair in state.items) for state in states}
    blocks = _names(base, "block")
    if len(states) < 2 or len(listings) > 1:
        return
    known = {*blocks, *_names(base, "place"), *_names(base, "table")}
    (every,) = listings
    missing = [block for block in every if block not in known]
    surplus = [fact for fact in base.named("block") if fact.arguments[0].atom not in every]
    if len(missing) == 1 and len(blocks) - len(surplus) == len(every) - 1:
        name = shorten(Atom(missing[0]))
        if surplus:
            node = surplus[0].arguments[0]
            message = f"no state has a pair for {shorten(node.term)}, and all have one for {name}; write block({name})"
            fix = renamed(node, node.atom, certain(node.atom, missing))
            yield base.fault(node, FaultKind.MISSING_FACT, message, fix)
        else:
            message = f"all states have a pair for {name}: add block({name})"
            yield _one_more(base, missing[0], every.index(missing[0]), message)


def _one_more(base: FactBase, block: str, at: int, message: str) -> Fault:
    """That a block is missing, which is added where the states have it."""
    facts = base.named("block")
    if at == len(facts):
        return base.fault(facts[-1], FaultKind.MISSING_FACT, message, (on_line_after(facts[-1], "block", Atom(block)),))
    next_one = facts[at]
    new = Edit(next_one.line, next_one.column, "", write_fact("block", Atom(block)) + "\n")
    return base.fault(next_one, FaultKind.MISSING_FACT, f"{message} before this", (new,))


def _legal(base: FactBase) -> Iterator[Fault]:
    """Each state is one; what none knows is reported once."""
    blocks, places, table = (_names(base, kind) for kind in _NAMED)
    known, grounds = dict.fromkeys(blocks + places + table), frozenset(places + table)
    for state in (fact.arguments[-1] for name in ("goal", "start") for fact in base.named(name)):
        faults = list(_pairs(base, state, blocks, known))
        yield from faults or list(_carried(base, state, frozenset(blocks + places))) or _cycles(base, state, grounds)


def _pairs(base: FactBase, state: Node, blocks: tuple[str, ...], known: dict[str, None]) -> Iterator[Fault]:
    """A state has one pair per block, in order, each on something that exists."""
    if len(state.items) != len(blocks):
        pairs, needed = several(len(state.items), "pair"), several(len(blocks), "block")
        message = f"the state {shorten(state.term)} has {pairs} for {needed}"
        named = dict.fromkeys(pair.items[0].atom for pair in state.items)
        missing = [visible(block) for block in blocks if block not in named]
        other = next((visible(block) for block in named if block not in blocks), None)
        hint = f"add block({other}) or leave out its pair" if other else "write one for each of them"
        message += f": {f'add a pair for {listed(missing)}' if missing else hint}"
        yield base.fault(state, FaultKind.ILLEGAL_STATE, message)
        return
    for block, pair in zip(blocks, state.items, strict=True):
        upper, under = pair.items
        if upper.atom != block:
            yield _another_block(base, state, upper, blocks, block)
            return
        if under.atom not in known:
            names = listed(map(visible, known))
            hint = did_you_mean(under.atom, known) or f"; expected one of {names}"
            message = f"{shorten(under.term)} is not a block, a place or the table{hint}"
            fix = renamed(under, under.atom, certain(under.atom, known))
            yield base.fault(under, FaultKind.ILLEGAL_STATE, message, fix)
            known[under.atom] = None


def _another_block(base: FactBase, state: Node, upper: Node, blocks: tuple[str, ...], block: str) -> Fault:
    """What is wrong where a pair is for another block: its name, or the order."""
    if upper.atom in blocks:
        message = f"this pair is for {shorten(Atom(block))}, not {shorten(upper.term)}: keep the order of block/1"
        return base.fault(upper, FaultKind.ILLEGAL_STATE, message, _in_order(state, blocks))
    named = {pair.items[0].atom for pair in state.items}
    missing = [each for each in blocks if each not in named]
    hint = did_you_mean(upper.atom, missing) or f"; this pair is for {shorten(Atom(block))}"
    fix = renamed(upper, upper.atom, certain(upper.atom, missing))
    return base.fault(upper, FaultKind.ILLEGAL_STATE, f"{shorten(upper.term)} is not a block{hint}", fix)


def _in_order(state: Node, blocks: tuple[str, ...]) -> tuple[Edit, ...]:
    """The changes that put the pairs of a state into the order of the blocks; none if other blocks have pairs."""
    unders = {pair.items[0].atom: pair.items[1].atom for pair in state.items}
    if unders.keys() != set(blocks):
        return ()
    right = [(block, unders[block]) for block in blocks]
    return tuple(
        edit
        for pair, names in zip(state.items, right, strict=True)
        for node, name in zip(pair.items, names, strict=True)
        for edit in renamed(node, node.atom, name)
    )


def _carried(base: FactBase, state: Node, single: frozenset[str]) -> Iterator[Fault]:
    """Only the table can carry more than one block."""
    carried: dict[str, str] = {}
    for pair in state.items:
        upper, under = pair.items
        if under.atom not in single:
            continue
        first = carried.setdefault(under.atom, upper.atom)
        if first != upper.atom:
            names = f"{visible(first)} and {visible(upper.atom)}"
            message = f"{visible(under.atom)} carries two blocks, {names}; only the table can"
            yield base.fault(under, FaultKind.ILLEGAL_STATE, message)


def _cycles(base: FactBase, state: Node, grounds: frozenset[str]) -> Iterator[Fault]:
    """Each tower stands on a place or the table."""
    under = {pair.items[0].atom: pair.items[1].atom for pair in state.items}
    standing: set[str] = set()
    for pair in state.items:
        tower: dict[str, None] = {}
        block = pair.items[0].atom
        while block in under and block not in standing and block not in tower:
            tower[block] = None
            block = under[block]
        if block in tower:
            names = list(map(visible, dropwhile(block.__ne__, tower)))
            ring = " on ".join(names[:MOST_SHOWN]) + (" on ..." if len(names) > MOST_SHOWN else "")
            message = f"{ring} on {visible(block)}: the tower stands on nothing; put one of them on "
            message += listed(map(visible, sorted(grounds)))
            yield base.fault(pair, FaultKind.ILLEGAL_STATE, message)
        standing.update(tower)


def _build(base: FactBase, common: Common) -> BlocksFacts:
    table = next(iter(_names(base, "table")), None)
    return BlocksFacts(**common, blocks=_names(base, "block"), places=_names(base, "place"), table=table)


def towers(facts: BlocksFacts, state: State) -> list[tuple[str, list[tuple[str, ...]]]]:
    """The towers on each place and on the table, each listed from the bottom block up."""
    above: dict[str, list[str]] = {}
    for block, under in state:
        above.setdefault(under, []).append(block)
    return [(ground, [_tower(above, bottom) for bottom in above.get(ground, ())]) for ground in facts.grounds]


def _tower(above: dict[str, list[str]], bottom: str) -> tuple[str, ...]:
    tower = [bottom]
    while tower[-1] in above:
        tower += above[tower[-1]]
    return tuple(tower)


def _draw(facts: BlocksFacts, state: State) -> Iterator[str]:
    """Draw the towers of each place or table side by side, above its name."""
    columns = [(ground, *_beside(standing)) for ground, standing in towers(facts, state)]
    yield from map(str.rstrip, reversed(_beside(columns)))


def _beside(columns: Sequence[Sequence[str]]) -> list[str]:
    """Join columns of text, each given from the bottom line up."""
    widths = [max(map(display_width, column)) for column in columns]
    return [
        "  ".join(pad_right(text, width) for text, width in zip(line, widths, strict=True))
        for line in zip_longest(*columns, fillvalue="")
    ]


def _sections(facts: BlocksFacts) -> tuple[Section, ...]:
    tables = () if facts.table is None else (facts.table,)
    return (
        Section("block(Block): what is moved.", _facts("block", facts.blocks)),
        Section("place(Place): room for one tower.", _facts("place", facts.places)),
        Section("table(Table): room for any number of towers.", _facts("table", tables)),
    )


def _facts(name: str, things: tuple[str, ...]) -> tuple[tuple[str, tuple[Term, ...]], ...]:
    return tuple((name, (Atom(thing),)) for thing in things)


def _state_of(term: Term) -> State:
    assert isinstance(term, tuple)
    return tuple(
        tuple(part.name for part in pair if isinstance(part, Atom)) for pair in term if isinstance(pair, tuple)
    )


def _term_of(state: State) -> Term:
    return tuple((Atom(block), Atom(under)) for block, under in state)


def _size(facts: BlocksFacts) -> str:
    grounds = [several(len(facts.places), "place")] if facts.places else []
    grounds += ["a table"] if facts.table is not None else []
    return f"{several(len(facts.blocks), 'block')} on {' and '.join(grounds)}"


BLOCKS_WORLD = Domain(
    name=BlocksFacts.domain,
    vocabulary=VOCABULARY,
    rules=(
        required("block", "no blocks: add block(Block) for each block"),
        Rule(_grounds, ("place", "table"), ("place",)),
        Rule(_one_table, (), ("table",)),
        Rule(_names_once, ("table",), _NAMED),
        Rule(_in_states, _NAMED, _NAMED),
        Rule(_legal, _NAMED),
    ),
    build=_build,
    draw=_draw,
    sections=_sections,
    state_of=_state_of,
    term_of=_term_of,
    state_comment="A state lists what each block stands on, as [Block, Under].",
    size=_size,
)
