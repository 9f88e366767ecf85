"""New blocks worlds: sound, solvable, the same for the same seed, refused where there is nothing to move."""

import pytest

from pybridge.boards.generate import MOST_BLOCKS, blocks_world
from pybridge.errors import FactFileError
from pybridge.facts import read_text, write
from pybridge.puzzles import why_unsolvable

SIZES = [
    (blocks, places, table)
    for blocks in (1, 2, 3, 10, 40)
    for places, table in ((0, True), (1, True), (2, False), (2, True), (3, False), (7, True))
]


@pytest.mark.parametrize(("blocks", "places", "table"), SIZES)
def test_sound_and_solvable(blocks, places, table):
    for seed in range(20):
        facts = blocks_world(blocks, places, table=table, seed=seed)
        assert read_text(write(facts)) == facts
        ((name, start),) = facts.starts
        assert name == f"random_{seed}"
        assert why_unsolvable(facts, start) is None
        assert (start != facts.goals[0]) == (blocks > 1 or places > 0)
        assert blocks_world(blocks, places, table=table, seed=seed) == facts
    if blocks > 3:
        assert len({blocks_world(blocks, places, table=table, seed=seed).starts[0][1] for seed in range(20)}) > 5


def test_the_goal_is_one_tower_in_order():
    facts = blocks_world(3, 2, table=True)
    assert facts.goals == ((("a", "b"), ("b", "c"), ("c", "p1")),)
    assert facts.grounds == ("p1", "p2", "table")
    assert blocks_world(2).goals == ((("a", "b"), ("b", "table")),)
    assert blocks_world(28).blocks[24:] == ("y", "z", "b27", "b28")


def test_titles_and_names():
    titles = [blocks_world(*size, table=table).title for size, table in (((1,), None), ((9, 3), False), ((4, 1), True))]
    assert titles == ["1 block on a table", "9 blocks on 3 places", "4 blocks on 1 place and a table"]
    assert blocks_world(5).name == "blocks5"
    assert (named := blocks_world(5, name="it", title="told")).name == "it"
    assert named.title == "told"


@pytest.mark.parametrize(
    ("blocks", "places", "table", "told"),
    [
        (0, 3, False, "0 blocks; choose 1 to 100 blocks"),
        (MOST_BLOCKS + 1, 3, False, "101 blocks; choose 1 to 100 blocks"),
        (3, MOST_BLOCKS + 1, False, "101 places; choose at most 100 places"),
        (3, -1, True, "-1 places; choose at most 100 places"),
        (3, 0, False, "no table and no places"),
        (3, 1, False, "no block can move on a single place"),
    ],
)
def test_what_cannot_be(blocks, places, table, told):
    with pytest.raises(FactFileError, match=told):
        blocks_world(blocks, places, table=table)
