"""Sequence pruning: against walks made one by one, against breadth-first search, and its judge against mutants."""

import json
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pybridge.boards import generate
from pybridge.errors import BrokenTableError
from pybridge.limits import silent
from pybridge.tables.kinds import form_of
from pybridge.tables.sequences.machine import DEAD
from pybridge.tables.sequences.walks import SequenceRecipe
from tests.samples import sample

HOLE = ((1, 3), (0, 2), (1, 4), (0, 5), (2, 7), (3, 6), (5, 7), (4, 6))  # 3 x 3 cells without the middle one
BOARDS = {
    "2x2": generate.rectangle(2, 2).neighbors,
    "2x3": generate.rectangle(2, 3).neighbors,
    "2x3 turned round": tuple(near[::-1] for near in generate.rectangle(2, 3).neighbors),
    "a path": generate.rectangle(1, 5).neighbors,
    "two cells": ((1,), (0,)),
    "a tree": ((1, 2, 3), (0,), (4, 0, 5), (0,), (2,), (2,)),
    "a triangle": ((1, 2), (2, 0), (0, 1)),
    "a triangle with a tail": ((2, 1), (0, 2), (1, 3, 0), (4, 2), (3,)),
    "a theta graph": ((1, 3, 5), (0, 2), (1, 4), (0, 4), (2, 3, 5), (4, 0)),
    "all joined": ((1, 2, 3), (3, 2, 0), (0, 1, 3), (2, 1, 0)),
    "a hole": HOLE,
}
MEDIUM = {
    "2x4": generate.rectangle(2, 4).neighbors,
    "3x3": generate.rectangle(3, 3).neighbors,
    "drawn": ((4, 1), (0, 2), (6, 1), (4,), (0, 7, 5, 3), (4, 6), (5, 2), (4,)),
}


class SequencePruning:
    """A machine for plain Python: the state after a walk, and the moves that may follow."""

    def __init__(self, neighbors, table):
        self._neighbors = neighbors
        self._next, self._start, self._cell = (table.arrays[name].tolist() for name in ("next", "start", "cell"))

    def start(self, cell):
        """The state before the first move, with the blank on a cell."""
        return self._start[cell]

    def after(self, state, slot):
        """The state after the blank moves to the cell in a slot of the neighbor list; None if the move is pruned."""
        found = self._next[state][slot]
        return None if found == DEAD else found

    def ways(self, state):
        """The cells that the blank may move to, in move order, each with the state after the move."""
        near = self._neighbors[self._cell[state]]
        found = ((cell, self.after(state, slot)) for slot, cell in enumerate(near))
        return [(cell, after) for cell, after in found if after is not None]


@cache
def built(neighbors, *bounds):
    return SequenceRecipe(neighbors, *bounds).build(silent)


@cache
def pruning(neighbors, *bounds):
    return SequencePruning(neighbors, built(neighbors, *bounds))


def moved(state, target):
    """The contents of all cells after the blank, which is 0, has gone to a cell."""
    after = list(state)
    after[state.index(0)], after[target] = after[target], 0
    return tuple(after)


def all_walks(neighbors, first, length):
    """Every walk from a cell of up to a length, by length and then in move order: its slots, and where it leads."""
    level = [((), tuple(0 if cell == first else cell + 1 for cell in range(len(neighbors))))]
    for _ in range(length + 1):
        yield from level
        level = [
            ((*slots, slot), moved(state, target))
            for slots, state in level
            for slot, target in enumerate(neighbors[state.index(0)])
        ]


def least(neighbors, depth):
    """For each cell the walks of up to a depth that are the first with their effect."""
    found = []
    for first in range(len(neighbors)):
        firsts = {}
        for slots, state in all_walks(neighbors, first, depth):
            firsts.setdefault(state, slots)
        found.append(set(firsts.values()))
    return found


def cells_of(neighbors, first, slots):
    cells = [first]
    for slot in slots:
        cells.append(neighbors[cells[-1]][slot])
    return cells


def accepts(machine, first, slots):
    state = machine.start(first)
    for slot in slots:
        if state is not None:
            state = machine.after(state, slot)
    return state is not None


def agrees_with_walking(neighbors, depth, longest):
    """A walk is rejected if and only if it has a part of up to `depth` moves that is not least."""
    machine, good = pruning(neighbors, depth), least(neighbors, depth)
    for first in range(len(neighbors)):
        for slots, _ in all_walks(neighbors, first, longest):
            cells = cells_of(neighbors, first, slots)
            parts = (
                slots[i:j] in good[cells[i]]
                for i in range(len(slots))
                for j in range(i + 1, min(i + depth, len(slots)) + 1)
            )
            assert accepts(machine, first, slots) == all(parts), (first, slots)


@pytest.mark.parametrize(("depth", "longest"), [(2, 6), (6, 9), (7, 8)])
@pytest.mark.parametrize("name", sample(BOARDS, slow=("all joined",)))
def test_rejects_what_has_a_part_that_is_not_least_and_nothing_else(name, depth, longest):
    agrees_with_walking(BOARDS[name], depth, longest)


@pytest.mark.parametrize("neighbors", [*BOARDS.values(), *MEDIUM.values()], ids=[*BOARDS, *MEDIUM])
def test_two_moves_are_inverse_move_pruning(neighbors):
    table = built(neighbors, 2)
    machine = SequencePruning(neighbors, table)
    assert table.about["forbidden"] == sum(map(len, neighbors))
    for first, near in enumerate(neighbors):
        assert [cell for cell, _ in machine.ways(machine.start(first))] == list(near)
        for second, state in machine.ways(machine.start(first)):
            assert [cell for cell, _ in machine.ways(state)] == [cell for cell in neighbors[second] if cell != first]
            for third, after in machine.ways(state):
                again = dict(machine.ways(machine.start(second)))
                assert after == again[third]


def distances(neighbors, *goals):
    """Moves to the nearest goal from every state that reaches one. Breadth-first."""
    found = dict.fromkeys(goals, 0)
    queue = list(goals)
    for state in queue:
        for cell in neighbors[state.index(0)]:
            if (after := moved(state, cell)) not in found:
                found[after] = found[state] + 1
                queue.append(after)
    return found


def first_moves(neighbors, away):
    """From each state the slot of the first move that leads nearer to the goal, and the state there."""
    found = {}
    for state in away:
        after = [moved(state, cell) for cell in neighbors[state.index(0)]]
        found[state] = next(((slot, each) for slot, each in enumerate(after) if away[each] < away[state]), None)
    return found


def first_solution(state, moves):
    """The slots of the shortest solution that is first in move order."""
    slots = []
    while moves[state]:
        slot, state = moves[state]
        slots.append(slot)
    return tuple(slots)


def goal_of(neighbors):
    return (*range(1, len(neighbors)), 0)


def depth_first(neighbors, state, goal, length, machine):
    """The first solution of a length in move order, by blind search; inverse-move pruning if there is no machine."""

    def search(state, slots, last):
        blank = state.index(0)
        if len(slots) == length:
            return slots if state == goal else None
        for slot, cell in enumerate(neighbors[blank]):
            after = machine.after(last, slot) if machine else blank
            if after is None or (not machine and cell == last):
                continue
            if (found := search(moved(state, cell), (*slots, slot), after)) is not None:
                return found
        return None

    return search(state, (), machine.start(state.index(0)) if machine else None)


@pytest.mark.parametrize("name", BOARDS)
def test_blind_search_finds_the_first_solution_of_every_state(name):
    neighbors = BOARDS[name]
    goal = goal_of(neighbors)
    away = distances(neighbors, goal)
    moves = first_moves(neighbors, away)
    for state, length in away.items():
        found = depth_first(neighbors, state, goal, length, pruning(neighbors))
        assert found == first_solution(state, moves)
        assert length > 14 or found == depth_first(neighbors, state, goal, length, None)


@pytest.mark.parametrize("bounds", [(), (6,), (13,)], ids=str)
@pytest.mark.parametrize("name", [*BOARDS, "2x4", "drawn"])
def test_first_solutions_are_accepted(name, bounds):
    neighbors = (BOARDS | MEDIUM)[name]
    away = distances(neighbors, goal_of(neighbors))
    moves = first_moves(neighbors, away)
    machine = pruning(neighbors, *bounds)
    for state in [*away][:: 1 + len(away) // 3000]:
        assert accepts(machine, state.index(0), first_solution(state, moves))


def test_equal_tiles_and_several_goals():
    """Many walks then lead to a goal; the first shortest one is accepted all the same."""
    neighbors = BOARDS["2x3"]
    away = distances(neighbors, (1, 1, 2, 3, 3, 0), (0, 3, 1, 3, 1, 2))
    moves = first_moves(neighbors, away)
    for state in away:
        assert accepts(pruning(neighbors), state.index(0), first_solution(state, moves))


@pytest.mark.parametrize("name", sample(MEDIUM, slow=("3x3",)))
def test_the_first_solution_of_every_state_is_accepted(name):
    neighbors = MEDIUM[name]
    away = distances(neighbors, goal_of(neighbors))
    moves = first_moves(neighbors, away)
    machine = pruning(neighbors)
    for state in away:
        assert accepts(machine, state.index(0), first_solution(state, moves))


@pytest.mark.parametrize("name", BOARDS)
def test_a_machine_of_any_depth_goes_to_each_state_once(name):
    """Nothing bounds it on a small board, so a search along it is a tree of all states."""
    neighbors = BOARDS[name]
    machine = pruning(neighbors)
    for first in range(len(neighbors)):
        start = tuple(0 if cell == first else cell + 1 for cell in range(len(neighbors)))
        stack, seen = [(start, machine.start(first), 0)], {}
        while stack:
            state, at, length = stack.pop()
            assert state not in seen
            seen[state] = length
            stack += [(moved(state, cell), after, length + 1) for cell, after in machine.ways(at)]
        assert seen == distances(neighbors, start)


@st.composite
def boards(draw):
    """A connected graph of up to six cells with its neighbors in any order."""
    cells = draw(st.integers(2, 6))
    pairs = {(draw(st.integers(0, cell - 1)), cell) for cell in range(1, cells)}
    pairs |= draw(st.sets(st.sampled_from([(a, b) for b in range(cells) for a in range(b)]), max_size=3))
    near = [[b if a == cell else a for a, b in sorted(pairs) if cell in (a, b)] for cell in range(cells)]
    return tuple(tuple(draw(st.permutations(each))) for each in near)


class TestAnyBoard:
    @given(boards(), st.integers(2, 6))
    @settings(max_examples=30)
    def test_as_walking_tells(self, neighbors, depth):
        agrees_with_walking(neighbors, depth, 6)

    @given(boards(), st.tuples(st.integers(2, 30) | st.none(), st.integers(0, 3000), st.integers(0, 1000)))
    @settings(max_examples=60)
    def test_judged_sound(self, neighbors, bounds):
        recipe = SequenceRecipe(neighbors, *bounds)
        table = recipe.build(silent)
        recipe.verify(table, silent)
        assert sum(each.nbytes for each in table.arrays.values()) <= recipe.bytes_needed

    @given(boards(), st.integers(2, 30) | st.none(), st.data())
    @settings(max_examples=60)
    def test_first_solutions_are_accepted(self, neighbors, depth, data):
        away = distances(neighbors, goal_of(neighbors))
        state = data.draw(st.sampled_from(list(away)))
        table = SequenceRecipe(neighbors, depth).build(silent)
        slots = first_solution(state, first_moves(neighbors, away))
        assert accepts(SequencePruning(neighbors, table), state.index(0), slots)


# States of the 15-puzzle by their distance from one with the blank in a corner, of another program.
CORNER = [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808, 15544, 30821]
FIFTEEN = generate.rectangle(4, 4)


class TestFifteen:
    @pytest.fixture
    def machine(self):
        return pruning(FIFTEEN.neighbors)

    def test_figures(self):
        """Computed with another program, too."""
        about = built(FIFTEEN.neighbors).about
        assert (about["depth"], about["states"], about["forbidden"]) == (14, 53_205, 13_156)
        assert about["lengths"] == [0, 0, 48, 0, 0, 0, 36, 18, 128, 88, 712, 504, 2392, 2522, 6708]

    def test_each_state_once_up_to_the_depth(self, machine):
        at, generated = [machine.start(15)], []
        for _ in CORNER:
            generated.append(len(at))
            at = [after for state in at for _, after in machine.ways(state)]
        assert generated == CORNER

    @pytest.mark.parametrize("first", [0, 1, 5])
    def test_the_same_states_are_reached(self, machine, first):
        """Up to each depth, each by one node where inverse-move pruning alone makes more."""
        start = tuple(0 if cell == first else cell + 1 for cell in range(16))
        pruned, plain = [(start, machine.start(first))], [(start, -1)]
        reached, nodes = [{start}, {start}], [0, 0]
        for _ in range(11):
            pruned = [(moved(state, cell), after) for state, at in pruned for cell, after in machine.ways(at)]
            plain = [
                (moved(state, cell), state.index(0))
                for state, last in plain
                for cell in FIFTEEN.neighbors[state.index(0)]
                if cell != last
            ]
            for which, level in enumerate((pruned, plain)):
                reached[which] |= {state for state, _ in level}
                nodes[which] += len(level)
            assert reached[0] == reached[1]
        assert nodes[0] == len(reached[0]) - 1 < 0.9 * nodes[1]

    @pytest.mark.slow
    def test_searches_are_smaller_and_find_the_same(self):
        """Thresholds of IDA* with Manhattan distance, from a start of 34 moves, by depth."""
        start = (1, 9, 3, 11, 6, 0, 4, 8, 5, 13, 2, 12, 7, 14, 10, 15)
        found = [deepened(start, pruning(FIFTEEN.neighbors, depth)) for depth in (2, 8, None)]
        (plain, some, best), solutions = zip(*found, strict=True)
        assert plain == [20, 95, 395, 1843, 7894, 35062, 99115]  # of another program, with inverse-move pruning
        assert solutions[0] == solutions[1] == solutions[2]
        assert len(solutions[0]) == 34
        assert all(a >= b >= c for a, b, c in zip(plain, some, best, strict=True))
        assert plain[-2] > 1.2 * some[-2]
        assert plain[-2] > 1.5 * best[-2]


def deepened(start, machine):
    """Nodes generated for each threshold, and the cells that the blank goes through in the first solution."""
    distances, threshold, counts = FIFTEEN.distances, 0, []

    def search(state, at, cells, h):
        if h == 0:
            return cells
        for cell, after in machine.ways(at):
            counts[-1] += 1
            blank = state.index(0)
            row = distances[state[cell]]
            estimate = h + row[blank] - row[cell]
            if len(cells) + 1 + estimate <= threshold:
                found = search(moved(state, cell), after, (*cells, cell), estimate)
                if found:
                    return found
        return None

    h = threshold = sum(distances[tile][cell] for cell, tile in enumerate(start))
    while True:
        counts.append(0)
        found = search(start, machine.start(start.index(0)), (), h)
        if found:
            return counts, found
        threshold += 2


def entries(table, neighbors):
    """Each state and slot that a cell has, and where it leads."""
    following, cell = table.arrays["next"], table.arrays["cell"]
    return [(s, i, int(following[s, i])) for s in range(len(cell)) for i in range(len(neighbors[cell[s]]))]


class TestVerify:
    neighbors = BOARDS["2x3"]
    recipe = SequenceRecipe(neighbors, 9)
    table = recipe.build(silent)

    def refuse(self, reason, name=None, place=..., value=None, **about):
        """What is not the table that was built is refused: with some entries changed, or with other words about it."""
        arrays = {key: each.copy() for key, each in self.table.arrays.items()}
        if name is not None:
            arrays[name][place] = value
        with pytest.raises(BrokenTableError, match=reason):
            self.recipe.verify(replace(self.table, arrays=arrays, about={**self.table.about, **about}), silent)

    def refuse_arrays(self, reason, **arrays):
        changed = {key: each for key, each in {**self.table.arrays, **arrays}.items() if each is not None}
        with pytest.raises(BrokenTableError, match=reason):
            self.recipe.verify(replace(self.table, arrays=changed), silent)

    def test_sound(self):
        told = []
        self.recipe.verify(self.table, told.append)
        assert told[0] == "form"
        assert told[-1].startswith("proved for all walks of up to 9 moves from 6 cells, ")

    @pytest.mark.slow
    @pytest.mark.parametrize("neighbors", [*BOARDS.values(), *MEDIUM.values()], ids=[*BOARDS, *MEDIUM])
    def test_boards(self, neighbors):
        SequenceRecipe(neighbors).verify(built(neighbors), silent)

    def test_every_entry_counts(self):
        """Each one made DEAD, and each one led to every other state that has the blank where it should be."""
        cell = self.table.arrays["cell"]
        for state, slot, after in entries(self.table, self.neighbors):
            target = self.neighbors[cell[state]][slot]
            for other in {DEAD, *np.flatnonzero(cell == target).tolist()} - {after}:
                self.refuse("contradicts the rules", "next", (state, slot), other)

    @pytest.mark.parametrize(
        ("reason", "pick", "value"),
        [
            ("is rejected, but no other replaces it", lambda after: after != DEAD, DEAD),
            ("not the longest suffix", lambda after: after == DEAD, None),
            ("leads to state 0 in slot ., which is not a move", lambda after: after != DEAD, 0),
            ("a state that does not exist", lambda after: after == DEAD, DEAD - 1),
        ],
    )
    def test_one_entry_changed(self, reason, pick, value):
        state, slot, _ = [each for each in entries(self.table, self.neighbors) if pick(each[2])][-1]
        target = self.neighbors[self.table.arrays["cell"][state]][slot]
        self.refuse(reason, "next", (state, slot), self.table.arrays["start"][target] if value is None else value)

    def test_less_forbidden_than_said(self):
        """A machine of another depth is sound, but not to the depth that it says."""
        shallow = SequenceRecipe(self.neighbors, 6).build(silent)
        self.recipe.verify(shallow, silent)
        with pytest.raises(BrokenTableError, match="is accepted, but another replaces it"):
            self.recipe.verify(replace(shallow, about={**shallow.about, "depth": 9}), silent)
        with pytest.raises(BrokenTableError, match="its depth is 9"):
            SequenceRecipe(self.neighbors, 6).verify(self.table, silent)

    def test_another_boards_machine(self):
        other = SequenceRecipe(BOARDS["2x3 turned round"], 9).build(silent)
        with pytest.raises(BrokenTableError, match="which is not a move"):
            self.recipe.verify(other, silent)

    def test_last_come_first_kept(self):
        """A machine that keeps the last of equal walks prunes as much, but loses the first solution."""
        back = SequenceRecipe(BOARDS["2x3 turned round"], 9).build(silent).arrays
        following = np.full_like(back["next"], DEAD)
        for state, cell in enumerate(back["cell"].tolist()):
            near = len(self.neighbors[cell])
            following[state, :near] = back["next"][state, near - 1 :: -1] if near else ()
        self.refuse_arrays("is rejected, but no other replaces it", **{**back, "next": following})

    def test_starts(self):
        start = self.table.arrays["start"]
        self.refuse("the blank on cell", "start", slice(None), start[[1, 0, 2, 3, 4, 5]])
        self.refuse("the blank on cell 1", "start", 0, start[1])
        inside = np.flatnonzero(self.table.arrays["cell"] == 3)[-1]
        self.refuse("some state is not reached by any walk|not the longest suffix", "start", 3, inside)
        self.refuse("a state that does not exist", "start", 3, 10**6)

    def test_cells(self):
        self.refuse("not a move|the blank on cell", "cell", 7, (self.table.arrays["cell"][7] + 1) % 6)
        self.refuse("on a cell that does not exist", "cell", 7, 6)

    def test_form(self):
        arrays = self.table.arrays
        self.refuse_arrays("array next of the right shape and type", next=arrays["next"][:, :2])
        self.refuse_arrays("array next of the right shape and type", next=arrays["next"].astype(np.uint64))
        self.refuse_arrays("array start of the right shape and type", start=None)
        self.refuse_arrays("array next of the right shape and type", cell=arrays["cell"][:-1])
        self.refuse_arrays(
            "array next of the right shape and type", **{name: each[:0] for name, each in arrays.items()}
        )
        self.refuse_arrays("not that of a sequence pruning table", more=arrays["cell"])

    def test_a_state_that_is_not_reached(self):
        last = {name: np.append(each, each[-1:], axis=0) for name, each in self.table.arrays.items() if name != "start"}
        self.refuse_arrays("some state is not reached by any walk", **last)

    def test_what_it_says_of_itself(self):
        for about in ({"depth": None}, {"depth": 1}, {"depth": True}, {"depth": 10}):
            self.refuse("its depth is", **about)
        self.refuse("not reached by any walk of less than 5 moves", depth=5)
        self.refuse("differs from the stored one", forbidden=self.table.about["forbidden"] + 1)
        self.refuse("differs from the stored one", states=self.table.about["states"] - 1)

    def test_a_depth_beyond_all_walks(self):
        """All is forbidden that ever can be, so that a greater depth is true as well."""
        table = built(self.neighbors)
        SequenceRecipe(self.neighbors).verify(replace(table, about={**table.about, "depth": 10**15}), silent)


class TestRecipe:
    def test_what_is_told(self):
        told = []
        recipe = SequenceRecipe(BOARDS["2x3"], 4)
        table = recipe.build(told.append)
        assert told == ["length 1, 14 walks", "length 2, 20 walks", "length 3, 28 walks", "length 4, 36 walks"]
        assert table.kind == recipe.kind == "sequence"
        assert table.title == recipe.title == "sequence pruning, 6 cells, 7 borders, walks of up to 4 moves"
        assert table.about["seconds"] >= 0

    def test_bounds(self):
        neighbors = BOARDS["2x3"]
        assert built(neighbors).about["depth"] == 22
        assert built(neighbors, 7).about["depth"] == 7
        assert built(neighbors, None, 0).about["depth"] == built(neighbors, None, 10**6, 0).about["depth"] == 2
        for most in (60, 100, 300, 1000):
            about = built(neighbors, None, 10**6, most).about
            assert about["states"] <= most < built(neighbors, about["depth"] + 1, 10**6, 10**6).about["states"]
        depths = [built(neighbors, None, most).about["depth"] for most in range(0, 3000, 100)]
        assert depths == sorted(depths)
        assert depths[-1] == 22

    def test_arrays(self):
        table = built(BOARDS["2x3"])
        assert {name: each.dtype.name for name, each in table.arrays.items()} == {
            "next": "uint32",
            "start": "uint32",
            "cell": "uint8",
        }
        assert not any(each.flags.writeable for each in table.arrays.values())
        assert table.arrays["next"].shape == (table.about["states"], 3)

    def test_kept_and_read(self, store):
        recipe = SequenceRecipe(BOARDS["2x3"])
        table = store.obtain(recipe, silent)
        (entry,) = store.entries()
        again = SequenceRecipe.from_identity(json.loads(json.dumps(recipe.identity)))
        assert again == recipe
        again.verify(store.read(entry), silent)
        assert all(np.array_equal(table.arrays[name], each) for name, each in built(recipe.neighbors).arrays.items())

    @pytest.mark.parametrize(
        "change",
        [{"layout": 0}, {"neighbors": None}, {"neighbors": [[1], [2], [0]]}, {"neighbors": [[1], [[0]]]},
         {"neighbors": []}, {"neighbors": [[1], 0]}, {"depth": 1}, {"depth": 2.0}, {"depth": "2"},
         {"most_effects": None}, {"most_states": 1.0}, {"more": 1}],
        ids=str,
    )  # fmt: skip
    def test_identities_of_no_recipe(self, change):
        with pytest.raises(BrokenTableError):
            form_of("sequence", {**SequenceRecipe(BOARDS["2x3"]).identity, **change})
        with pytest.raises(BrokenTableError):
            form_of("sequence", {})

    @pytest.mark.parametrize(
        "neighbors",
        [(), ((),), ((0,),), ((1,), (0,), ()), ((1, 1), (0, 0)), ((1,), (2,), (1,)), ((-1,), (0,))],
        ids=str,
    )
    def test_what_is_no_board(self, neighbors):
        with pytest.raises(ValueError, match="neighbor"):
            SequenceRecipe(neighbors)

    def test_inverse_moves_at_least(self):
        with pytest.raises(ValueError, match="at least 2, not 1"):
            SequenceRecipe(BOARDS["2x3"], 1)

    def test_many_cells(self):
        """More than a byte can number."""
        recipe = SequenceRecipe(generate.rectangle(1, 2).neighbors, 4)
        ring = SequenceRecipe(tuple(((cell - 1) % 300, (cell + 1) % 300) for cell in range(300)), 4)
        for each in (recipe, ring):
            each.verify(each.build(silent), silent)
        assert ring.build(silent).arrays["cell"].dtype == np.uint16
