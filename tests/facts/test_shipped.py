"""The shipped fact files: canonical, and their optimal lengths judged by breadth-first search from here."""

import re
from collections import deque

import pytest

from pybridge.boards.generate import from_drawing, rectangle
from pybridge.facts import BlocksFacts, TilesFacts, TurnsFacts, read, shipped, write
from pybridge.facts.board_graph import adjacent, all_goal_distances
from pybridge.facts.terms import Atom, write_fact
from tests.samples import FACT_FILES, sample

PUBLISHED = {("fifteen", "qiita"): 38, ("fifteen", "rosetta"): 52, ("fifteen", "takahashi"): 72}


def slides(neighbors):
    """Successors of a sliding state, from the rules."""

    def successors(state):
        blank = state.index(0)
        for cell in neighbors[blank]:
            after = list(state)
            after[blank], after[cell] = after[cell], 0
            yield tuple(after)

    return successors


def lifts(things, table):
    """Successors of a blocks state, from the rules: a clear block goes on anything clear, and a table always is.

    Blocks are the first of the things, by number; a state has a byte for each: what it stands on.
    """
    numbers = [bytes([thing]) for thing in range(things)]

    def successors(state):
        carrying = set(state) - {table}
        clear = [thing for thing in range(things) if thing not in carrying]
        for block in range(len(state)):
            if block not in carrying:
                before, after = state[:block], state[block + 1 :]
                for target in clear:
                    if target != block:
                        yield before + numbers[target] + after

    return successors


def layers(sources, successors, most=None):
    """Distance of every state within reach, or within `most` moves, of the sources."""
    found = dict.fromkeys(sources, 0)
    queue = deque(sources)
    while queue:
        state = queue.popleft()
        if found[state] != most:
            for after in successors(state):
                if after not in found:
                    found[after] = found[state] + 1
                    queue.append(after)
    return found


def with_starts_as_states(text, facts):
    """The text with each start that is written as moves written as the state that they lead to."""
    states = {write_fact("start", Atom(name), "")[:-4]: write_fact("start", Atom(name), s) for name, s in facts.starts}
    return "".join(
        states[line[: line.index('"')]] + "\n" if re.match(r'start\([^"]*, "', line) else line
        for line in text.splitlines(keepends=True)
    )


@pytest.mark.parametrize("name", list(FACT_FILES))
def test_a_shipped_file_is_canonical_and_called_after_its_puzzle(name):
    path = shipped()[name]
    facts = read(path)
    assert write(facts) == with_starts_as_states(path.read_text(encoding="utf-8"), facts)
    assert (facts.name, facts.domain) == (name, path.parent.name)
    assert set(facts.optimal) == {start for start, _ in facts.starts}


BOARDS = [name for name, path in shipped().items() if path.parent.name == "sliding_tiles"]
SHAPES = {
    "cross": (from_drawing(" oo \noooo\n oo "), 480, 2),
    "tee": (from_drawing("ooo\nooo\n o\n o"), 480, 2),
    "ring": (from_drawing("ooo\no#o\nooo"), 56, 1),
    "rooms": (from_drawing("oo ooo\noooooo"), 1980, 2),
    "walls": (from_drawing("+-+-+-+-+\n|1 2 3 4|\n+ +-+ + +\n|5 6 7 .|\n+-+-+-+-+"), 20160, 1),
    "cylinder": (rectangle(2, 4, wrap="columns"), 20160, 18),
    "torus": (rectangle(3, 3, wrap="both"), 362880, 4),
    "honeycomb": (from_drawing(" o o\no o o\n o o", hexagonal=True), 5040, 24),
}
"""What the boards of other shapes are made of, how many states they have, and how many of those are farthest."""


@pytest.mark.parametrize("name", BOARDS)
def test_a_shipped_board_has_the_neighbors_and_distances_of_its_drawing(name):
    facts = read(shipped()[name])
    assert isinstance(facts, TilesFacts)
    if name in SHAPES:
        made = SHAPES[name][0]
        assert (facts.cells, facts.neighbors, facts.goals) == (made.cells, made.neighbors, made.goals)
    else:
        assert facts.neighbors == adjacent(facts.cells)
    assert facts.distances == all_goal_distances(facts.neighbors, facts.goals)


@pytest.mark.parametrize("name", sample(SHAPES, slow=("torus",)))
def test_optimal_lengths_and_farthest_states_of_boards_of_other_shapes(name):
    facts, (_, states, farthest) = read(shipped()[name]), SHAPES[name]
    found = layers(facts.goals, slides(facts.neighbors))
    assert {start: found[state] for start, state in facts.starts} == facts.optimal
    most = max(found.values())
    assert (len(found), sum(length == most for length in found.values())) == (states, farthest)
    assert max(facts.optimal.values()) == most
    assert f"all {states:,} states" in facts.sources[-1]


@pytest.mark.parametrize("name", ["seven", "eight", "box_eight"])
def test_optimal_lengths_of_small_boards(name):
    facts = read(shipped()[name])
    found = layers(facts.goals, slides(facts.neighbors))
    assert {start: found[state] for start, state in facts.starts} == facts.optimal
    # OEIS A090035 and A089473; 90,720 boards of the pieces, 8! / (2! 2!), counted by breadth-first search
    assert len(found) == {"seven": 20160, "eight": 181440, "box_eight": 90720}[name]


def meeting(start, goals, successors):
    """How many moves apart a start and the goals are: layers from both sides, the smaller one next, until they meet.

    Moves can be undone, so that what follows a layer and is new is in neither it nor the one before.
    """
    ahead, back = ({start}, set()), (set(goals), set())
    moves = 0
    while not ahead[0] & back[0]:
        if len(ahead[0]) > len(back[0]):
            ahead, back = back, ahead
        layer = {after for state in ahead[0] for after in successors(state)} - ahead[0] - ahead[1]
        ahead, moves = (layer, ahead[0]), moves + 1
    return moves


def blocks_starts():
    """Every start of the shipped blocks worlds; those that take long are slow."""
    for name, path in shipped().items():
        if path.parent.name == "blocks_world":
            for start, length in read(path).optimal.items():
                marks = [pytest.mark.slow] if length > 20 or start == "random_0" else []
                yield pytest.param(name, start, marks=marks, id=f"{name}-{start}")


@pytest.mark.parametrize(("name", "start"), list(blocks_starts()))
def test_optimal_lengths_of_blocks(name, start):
    facts = read(shipped()[name])
    assert isinstance(facts, BlocksFacts)
    number = {thing: place for place, thing in enumerate((*facts.blocks, *facts.grounds))}
    first, *goals = (bytes(number[under] for _, under in state) for state in (facts.start(start), *facts.goals))
    assert meeting(first, goals, lifts(len(number), number.get(facts.table))) == facts.optimal[start]


def turns(facts):
    """Successors of a state of a permutation puzzle, from the rules."""
    moves = []
    for _, cycles in facts.generators:
        step = {cycle[place - 1]: cycle[place] for cycle in cycles for place in range(len(cycle))}
        whole = range(1, facts.points + 1)
        goes = [tuple(step.get(point, point) for point in whole)]
        while goes[-1] != tuple(whole):
            goes.append(tuple(step.get(point, point) for point in goes[-1]))
        powers = goes[:-1] if facts.metric == "half" else [goes[0], goes[-2]]
        moves += [tuple(power.index(point) for point in whole) for power in dict.fromkeys(powers)]

    def successors(state):
        return (tuple([state[place] for place in move]) for move in moves)

    return successors


PROVED_ELSEWHERE = {("cube", name) for name in ("moves16", "moves17", "moves18", "moves19", "moves20", "superflip")}
LONG = {("rings", "seven")}


def turned_starts():
    """Every start of the shipped permutation puzzles that a search from both sides reaches."""
    for name, path in shipped().items():
        if path.parent.name == "permutation":
            for start in read(path).optimal:
                marks = [pytest.mark.slow] if (name, start) in LONG else []
                if (name, start) not in PROVED_ELSEWHERE | {("dino", "farthest")}:
                    yield pytest.param(name, start, marks=marks, id=f"{name}-{start}")


@pytest.mark.parametrize(("name", "start"), list(turned_starts()))
def test_optimal_lengths_of_permutation_puzzles(name, start):
    facts = read(shipped()[name])
    assert isinstance(facts, TurnsFacts)
    assert meeting(facts.start(start), facts.goals, turns(facts)) == facts.optimal[start]


def test_the_farthest_discs():
    facts = read(shipped()["topspin"])
    found = layers(facts.goals, turns(facts))
    assert (len(found), max(found.values())) == (181_440, facts.optimal["farthest"])


def test_the_easy_fifteen_puzzle_meets_its_goal_half_way():
    facts = read(shipped()["fifteen"])
    half = facts.optimal["easy"] // 2
    successors = slides(facts.neighbors)
    ahead = layers([facts.start("easy")], successors, half)
    back = layers(facts.goals, successors, half)
    assert min(ahead[state] + back[state] for state in ahead if state in back) == facts.optimal["easy"] == 24


def test_published_optimal_lengths():
    for (name, start), length in PUBLISHED.items():
        assert read(shipped()[name]).optimal[start] == length
