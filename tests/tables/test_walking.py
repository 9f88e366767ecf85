"""Tables of walking distance: against the boards themselves, against known counts, and their judge against mutants."""

from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pybridge.boards import generate
from pybridge.errors import BrokenTableError, UnfitHeuristicError
from pybridge.limits import silent
from pybridge.tables import walking
from pybridge.tables.kinds import form_of
from pybridge.tables.walking import MOST_STATES, NONE, WalkingRecipe, count_states, number_of
from tests.samples import sample


def built(*sizes):
    return WalkingRecipe(*sizes).build(silent)


# Source: Takahashi, 24,964 states and 70 for both directions; distributions recomputed.
THREE = [1, 1, 2, 2, 5, 6, 15, 8, 17, 9, 20, 6, 7, 3, 3]
FOUR = [1, 1, 2, 3, 6, 11, 26, 40, 76, 115, 204, 297, 463, 642, 883, 1112, 1364, 1628, 1799, 1981, 2046, 2082, 1994,
        1813, 1727, 1430, 1087, 784, 587, 393, 138, 122, 77, 26, 2, 2]  # fmt: skip


@pytest.mark.parametrize(("side", "links", "distribution"), [(3, 276, THREE), (4, 92_850, FOUR)])
def test_known_counts(side, links, distribution):
    about = built(side, side, side - 1).about
    assert about["distribution"] == distribution
    assert (about["states"], about["links"]) == (sum(distribution), links)


@pytest.mark.parametrize(
    ("rows", "columns", "blank"),
    sample(
        [(2, 2, "last"), (2, 3, "last"), (3, 2, "first"), (2, 4, "first"), (4, 2, "last"), (1, 4, "last"),
         (4, 1, "first"), (3, 3, "last")],
        slow=[(4, 2, "last"), (3, 3, "last")],
    ),
)  # fmt: skip
def test_the_states_and_links_of_a_board(rows, columns, blank):
    """Every state of the board is in the table, every vertical move is a link, and there are no others."""
    facts = generate.rectangle(rows, columns, blank=blank)
    (goal,) = facts.goals
    table = built(rows, columns, facts.cells[goal.index(0)][0])
    home = {tile: facts.cells[cell][0] for cell, tile in enumerate(goal)}
    seen, queue, links = {goal}, [goal], set()
    for state in queue:
        blank_cell = state.index(0)
        number = number_of(table, counted(facts, state, home, rows))
        assert table.arrays["blank_row"][number] == facts.cells[blank_cell][0]
        for cell in facts.neighbors[blank_cell]:
            after = list(state)
            after[blank_cell], after[cell] = state[cell], 0
            after_number = number_of(table, counted(facts, after, home, rows))
            line, blank_line = facts.cells[cell][0], facts.cells[blank_cell][0]
            if line == blank_line:
                assert after_number == number
            else:
                links.add((number, (line > blank_line) * rows + home[state[cell]], after_number))
            if tuple(after) not in seen:
                seen.add(tuple(after))
                queue.append(tuple(after))
    link = table.arrays["link"]
    assert links == {(int(s), int(slot), int(link[s, slot])) for s, slot in np.argwhere(link != NONE)}
    assert len({number for number, _, _ in links} | {0}) == len(link)


def counted(facts, state, home, rows):
    """How many tiles of each goal row are in each row."""
    in_rows = Counter((facts.cells[cell][0], home[tile]) for cell, tile in enumerate(state) if tile)
    return bytes(in_rows[row, goal] for row, goal in product(range(rows), repeat=2))


def test_the_order_of_states_and_the_types():
    table = built(4, 4, 1)
    arrays = table.arrays
    assert {name: (each.dtype.name, each.shape) for name, each in arrays.items()} == {
        "distance": ("uint8", (24_964,)),
        "link": ("uint32", (24_964, 8)),
        "counts": ("uint8", (24_964, 16)),
        "blank_row": ("uint8", (24_964,)),
        "order": ("uint32", (24_964,)),
    }
    assert (np.diff(arrays["distance"].astype(int)) >= 0).all()
    assert not any(each.flags.writeable for each in arrays.values())
    assert sum(each.nbytes for each in arrays.values()) <= WalkingRecipe(4, 4, 1).bytes_needed


def test_distances_beyond_a_byte():
    table = built(2, 130, 0)
    assert table.arrays["distance"].dtype == np.uint16
    assert table.about["distribution"] == [1] * 260
    WalkingRecipe(2, 130, 0).verify(table, silent)


def test_numbers():
    table = built(3, 3, 2)
    assert [number_of(table, each.tobytes()) for each in table.arrays["counts"]] == [*range(105)]
    for stranger in (bytes(9), bytes([9] * 9), b""):
        with pytest.raises(KeyError):
            number_of(table, stranger)


sizes = st.tuples(st.integers(1, 5), st.integers(1, 5)).filter(lambda size: (count_states(*size, 30_000) or 0) > 0)


@settings(max_examples=25)
@given(sizes, st.data())
def test_any_board(size, data):
    recipe = WalkingRecipe(*size, data.draw(st.integers(0, size[0] - 1)))
    table = recipe.build(silent)
    recipe.verify(table, silent)
    assert len(table.arrays["distance"]) == count_states(*size, MOST_STATES)
    assert WalkingRecipe.from_identity(recipe.identity) == recipe


# Source: Takahashi; the larger ones were recounted, those of 5 x 4 by making them.
@pytest.mark.parametrize(
    ("lines", "length", "states"), [(3, 3, 105), (4, 4, 24_964), (5, 4, 5_977_015), (5, 5, 65_650_495)]
)
def test_counting_without_making(lines, length, states):
    assert count_states(lines, length, states) == states
    assert count_states(lines, length, states - 1) is None


@pytest.mark.parametrize("shape", [(5, 5), (6, 3), (7, 2), (9, 9), (100, 2), (4, 70), (255, 255)])
def test_too_many_states_are_refused(shape):
    with pytest.raises(UnfitHeuristicError, match="its table would have more than 6,000,000 states; "):
        WalkingRecipe(*shape, 0)


@pytest.mark.parametrize("shape", [(1, 256), (256, 1)])
def test_too_long_lines_are_refused(shape):
    with pytest.raises(UnfitHeuristicError, match="more than 255 cells in a line"):
        WalkingRecipe(*shape, 0)


def test_what_is_told_of_a_build():
    told = []
    table = WalkingRecipe(3, 3, 2).build(told.append)
    assert told[0] == "distance 0, 1 states"
    assert told[-1] == "distance 14, 105 states"
    assert table.kind == WalkingRecipe.kind == "walking"
    assert table.title == "walking distance, 3 lines of 3, the blank's goal in line 3"
    assert table.about["seconds"] >= 0


@pytest.mark.parametrize(
    "identity",
    [{}, {"layout": 0, "lines": 3, "length": 3, "goal_line": 2}, {"layout": 1, "lines": 3, "length": 3, "goal_line": 3},
     {"layout": 1, "lines": 3, "length": 0, "goal_line": 2}, {"layout": 1, "lines": "3", "length": 3, "goal_line": 2},
     {"layout": 1, "lines": 3, "length": 3, "goal_line": 2, "more": 1}],
)  # fmt: skip
def test_identities_of_no_recipe(identity):
    with pytest.raises(BrokenTableError):
        form_of("walking", identity)


def mutant(table, name, change, about=None):
    """The table with one array changed."""
    arrays = {key: each.copy() for key, each in table.arrays.items()}
    arrays[name] = np.asarray(change(arrays[name]))
    told = {**table.about, "distribution": np.bincount(arrays["distance"]).tolist()}
    return replace(table, arrays=arrays, about=told if about is None else about)


def put(place, value):
    def change(array):
        array[place] = value(array[place]) if callable(value) else value
        return array

    return change


def last_link(link):
    return tuple(np.argwhere(link != NONE)[-1])


MUTANTS = {
    "all distances 0": ("distance", lambda d: d * 0, "distance 0"),
    "one distance more by one": ("distance", put(300, lambda d: d + 1), "not 1 more than the smallest"),
    "one distance less by one": ("distance", put(300, lambda d: d - 1), "not 1 more than the smallest"),
    "one distance more by two": ("distance", put(479, lambda d: d + 2), "not 1 more than the smallest"),
    "all distances one more": ("distance", lambda d: d + 1, "distance 0"),
    "two goals": ("distance", put(1, 0), "distance 0"),
    "a link redirected": ("link", lambda a: put(last_link(a), 3)(a), "which is not a move"),
    "a link to its own state": ("link", lambda a: put(last_link(a), last_link(a)[0])(a), "which is not a move"),
    "a link out of the table": ("link", lambda a: put(last_link(a), 480)(a), "a state that does not exist"),
    "a link removed": ("link", lambda a: put(last_link(a), NONE)(a), "lacks a link"),
    "a link too many": ("link", lambda a: put(tuple(np.argwhere(a == NONE)[-1]), 5)(a), "a surplus link"),
    "links of two tiles exchanged": ("link", lambda a: a[:, [0, 1, 3, 2, 4, 5, 6, 7]], "link"),
    "links before and behind exchanged": ("link", lambda a: np.roll(a, 4, axis=1), "link"),
    "a count more": ("counts", put((400, 3), lambda n: n + 1), "order|link"),
    "the blank elsewhere": ("blank_row", put(400, lambda row: (row + 1) % 4), "link"),
    "the blank in no line": ("blank_row", put(400, 4), "in a line that does not exist"),
    "two places of the order exchanged": ("order", lambda a: a[[1, 0, *range(2, 480)]], "out of order"),
    "a place of the order twice": ("order", put(7, lambda _: 5), "out of order"),
    "a place of the order out of the table": ("order", put(7, 480), "refers to a state that does not exist"),
    "wider distances": ("distance", lambda d: d.astype(np.uint32), "array distance of the right shape and type"),
    "a state less": ("counts", lambda a: a[:-1], "array counts of the right shape and type"),
    "another array": ("more", lambda a: a, "not that of a walking distance table"),
}


@pytest.fixture(scope="module")
def table():
    return TestVerify.recipe.build(silent)


class TestVerify:
    recipe = WalkingRecipe(4, 2, 3)

    def refuse(self, table, reason):
        with pytest.raises(BrokenTableError, match=reason):
            self.recipe.verify(table, silent)

    def test_sound(self, table):
        told = []
        self.recipe.verify(table, told.append)
        assert told == ["form", "0 of 480 states"]

    @pytest.mark.parametrize("name", MUTANTS)
    def test_mutants(self, table, name):
        array, change, reason = MUTANTS[name]
        more = replace(table, arrays={**table.arrays, "more": np.zeros(1, np.uint8)})
        self.refuse(mutant(more if array == "more" else table, array, change), reason)

    @pytest.mark.parametrize("name", MUTANTS)
    @pytest.mark.parametrize("chunk", [7, 479])
    def test_judged_in_parts(self, table, name, chunk, monkeypatch):
        monkeypatch.setattr(walking, "_CHUNK", chunk)
        self.recipe.verify(table, silent)
        if name != "another array":
            array, change, _ = MUTANTS[name]
            self.refuse(mutant(table, array, change), "contradicts the rules: ")

    @pytest.mark.slow
    def test_every_distance_counts(self, table):
        for state, distance in enumerate(table.arrays["distance"].tolist()):
            for wrong in {0, distance - 1, distance + 1, distance + 2} - {distance, -1}:
                self.refuse(mutant(table, "distance", put(state, wrong)), "distance")

    def test_every_link_counts(self, table):
        for state, slot in np.argwhere(table.arrays["link"] != NONE)[::7]:
            self.refuse(mutant(table, "link", put((state, slot), lambda n: (n + 1) % 480)), "not a move")
            self.refuse(mutant(table, "link", put((state, slot), NONE)), "lacks a link")

    @pytest.mark.parametrize("other", [(4, 2, 0), (4, 2, 2), (4, 3, 3), (3, 2, 2), (2, 4, 1)], ids=str)
    def test_another_goals_table(self, other):
        self.refuse(built(*other), "state 0 is not the goal|of the right shape and type")

    def test_no_arrays(self, table):
        self.refuse(replace(table, arrays={}), "no array distance")
        self.refuse(replace(table, arrays={k: a[:0] for k, a in table.arrays.items()}), "no array distance")

    def test_what_it_says_of_itself(self, table):
        self.refuse(replace(table, about={}), "differ from the stored distribution")
        self.refuse(replace(table, about={**table.about, "distribution": [480]}), "differ from the stored distribution")

    def test_a_state_doubled(self, table):
        """A copy of the last state, with its own links and distance, to which nothing leads or all that led there."""
        twice = {name: np.append(each, each[-1:], axis=0) for name, each in table.arrays.items()}
        twice["order"] = np.lexsort(twice["counts"].T[::-1]).astype(np.uint32)
        told = {"distribution": np.bincount(twice["distance"]).tolist()}
        self.refuse(replace(table, arrays=twice, about=told), "are equal or out of order")
        twice["link"] = np.where(twice["link"] == 479, 480, twice["link"]).astype(np.uint32)
        self.refuse(replace(table, arrays=twice, about=told), "are equal or out of order")

    def test_states_left_out(self, table):
        """The farthest state removed with all links to it."""
        less = {name: each[:-1].copy() for name, each in table.arrays.items()}
        less["link"][less["link"] == 479] = NONE
        less["order"] = np.lexsort(less["counts"].T[::-1]).astype(np.uint32)
        told = {"distribution": np.bincount(less["distance"]).tolist()}
        self.refuse(replace(table, arrays=less, about=told), "lacks a link")
