"""`read_text(write(facts)) == facts`, and the fingerprint."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybridge.boards.generate import from_drawing, rectangle, scrambled
from pybridge.facts import BlocksFacts, TilesFacts, fingerprint, read_text, write
from pybridge.facts.parser import parse
from pybridge.facts.terms import Atom, printable, write_fact, write_term

line = st.text(st.characters().filter(printable), max_size=12)
name = line.filter(bool)
terms = st.recursive(
    st.integers(-(10**18) + 1, 10**18 - 1) | st.builds(Atom, line) | line,
    lambda inner: st.lists(inner, max_size=4).map(tuple),
    max_leaves=12,
)
common = {"name": name, "title": line, "sources": st.lists(line, max_size=3).map(tuple)}


@st.composite
def boards(draw):
    """Random boards: any connected drawing, random start states, sometimes more goals and glyphs."""
    cells = {(0, 0), (0, 1)}
    for row, column, down in draw(
        st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.booleans()), max_size=20)
    ):
        if (row, column) in cells:
            cells.add((row + down, column + (not down)))
    rows = ["".join("o" if (row, column) in cells else " " for column in range(6)) for row in range(6)]
    facts = from_drawing("\n".join(rows), blank=draw(st.sampled_from(["first", "last"])))
    seeds = draw(st.lists(st.integers(0, 99), min_size=1, max_size=3, unique=True))
    starts = tuple((f"s{seed}", scrambled(facts.neighbors, facts.goals[0], seed)) for seed in seeds)
    goals = tuple(dict.fromkeys((facts.goals[0], *(state for _, state in starts if draw(st.booleans())))))
    tiles = range(len(facts.cells))
    glyph = st.text(st.characters(categories=["L", "S"]).filter(printable), min_size=1, max_size=2)
    return replace(
        facts,
        **{key: draw(value) for key, value in common.items()},
        starts=starts,
        optimal=draw(st.dictionaries(st.sampled_from([key for key, _ in starts]), st.integers(0, 80))),
        goals=goals,
        distances=tuple((0,) * len(facts.cells) for _ in tiles),
        glyphs=draw(st.dictionaries(st.sampled_from(tiles), glyph, max_size=4)),
    )


@st.composite
def blocks_problems(draw):
    """Random blocks worlds with random legal states."""
    names = draw(st.lists(name, min_size=2, max_size=8, unique=True))
    split = draw(st.integers(1, len(names) - 1))
    blocks, places = tuple(names[:split]), tuple(names[split:])
    table = None
    if draw(st.booleans()):
        *places, table = places

    def state():
        under, free = {}, [*places, *filter(None, [table])]
        for block in draw(st.permutations(blocks)):
            under[block] = draw(st.sampled_from(free))
            if under[block] != table:
                free.remove(under[block])
            free.append(block)
        return tuple((block, under[block]) for block in blocks)

    return BlocksFacts(
        **{key: draw(value) for key, value in common.items()},
        starts=(("one", state()), ("two", state())),
        optimal={"two": 3},
        goals=tuple(dict.fromkeys((state(), state()))),
        blocks=blocks,
        places=tuple(places),
        table=table,
    )


@given(boards() | blocks_problems())
def test_what_is_written_reads_back_the_same(facts):
    text = write(facts)
    again = read_text(text)
    assert again == facts
    assert write(again) == text
    assert fingerprint(again) == fingerprint(facts)


@given(terms)
def test_a_term_reads_back_the_same(term):
    (fact,) = parse(write_fact("f", term)).facts
    assert fact.arguments[0].term == term


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (Atom("abc_1"), "abc_1"),
        (Atom("Abc"), "'Abc'"),
        (Atom("naïve"), "'naïve'"),
        (Atom("it's"), r"'it\'s'"),
        (Atom(""), "''"),
        (Atom("[]"), "'[]'"),
        ('say "\\"\n\t', r'"say \"\\\"\n\t"'),
        ((1, (-2, ()), "x"), '[1, [-2, []], "x"]'),
    ],
)
def test_canonical_terms(term, text):
    assert write_term(term) == text


def test_control_characters_cannot_be_written():
    with pytest.raises(ValueError, match=r"U\+0007"):
        write_term("\a")


def test_the_fingerprint_follows_the_search_and_nothing_else():
    facts = rectangle(2, 3)
    same = replace(facts, name="x", title="y", sources=("z",), starts=(("a", (1, 0, 2, 3, 4, 5)),), glyphs={1: "#"})
    assert fingerprint(same) == fingerprint(facts)
    assert len(fingerprint(facts)) == 64
    others = [
        rectangle(2, 3, blank="first"),
        rectangle(3, 2),
        replace(facts, neighbors=(facts.neighbors[0][::-1], *facts.neighbors[1:])),
        replace(facts, distances=(facts.distances[0], (0,) * 6, *facts.distances[2:])),
        replace(facts, goals=(*facts.goals, (0, 1, 2, 3, 4, 5))),
    ]
    assert len({fingerprint(other) for other in [facts, *others]}) == 6


def test_blocks_fingerprint_is_not_the_tiles_one():
    world = BlocksFacts(name="a", title="", starts=(), goals=((("b", "x"),),), blocks=("b",), places=("x",))
    others = [replace(world, places=("x", "y")), replace(world, table="y"), replace(world, table="x", places=())]
    assert len({fingerprint(each) for each in [world, *others]}) == 4
    assert isinstance(rectangle(1, 2), TilesFacts)
