"""Work that is cut anywhere and done in any order: the same sums, and the first solution in move order."""

import random
import threading
from dataclasses import dataclass
from functools import partial
from itertools import takewhile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybridge.boards.generate import blocks_world
from pybridge.facts import find, read
from pybridge.heuristics.registry import make, parse
from pybridge.puzzles import Pruning, puzzle_from
from pybridge.puzzles.blocks import BlocksPuzzle
from pybridge.search import packets, threads, turns
from pybridge.search.blocks import numbers
from pybridge.search.ida_star import OfPairs, _search
from pybridge.search.kernels.packed.blocks import MOVE_BITS
from pybridge.search.native.blocks import search as block_worker
from pybridge.search.native.networks.arrays import NetworkArrays
from pybridge.search.native.networks.searcher import NetworkSearcher
from pybridge.search.native.networks.walks import of_tiles, of_turns
from pybridge.search.native.tiles.heuristics import plan
from pybridge.search.native.tiles.plan import ways
from pybridge.search.native.tiles.search import TilesSearcher
from pybridge.search.native.turns.search import TurnsSearch
from pybridge.search.packets import Done, Ledger, Left, Rest, StrayPath
from pybridge.search.solution import NOTHING, Counts
from pybridge.search.tally import Tally
from pybridge.search.task import Task
from pybridge.search.threads import Threads
from pybridge.search.tiles import _pruned, first_cells, first_threshold, prepare
from pybridge.store.store import Store
from tests.networks import network, walked
from tests.turning import scrambled


@dataclass
class Tree:
    """A tree of nodes, some of them goals; a goal is not expanded."""

    goal: bool = False
    children: tuple["Tree", ...] = ()

    def at(self, path):
        for move in path:
            self = self.children[move]
        return self

    def walk(self, path=()):
        yield path, self
        if not self.goal:
            for move, child in enumerate(self.children):
                yield from child.walk((*path, move))


trees = st.recursive(
    st.builds(Tree, st.booleans()),
    lambda below: st.builds(Tree, st.just(False), st.lists(below, max_size=3).map(tuple)),
    max_leaves=25,
)


class Toy:
    """A searcher of a tree: a step is a node. What it draws may come after the first solution."""

    def __init__(self, tree, draw=None):
        self._tree, self._draw, self._found, self._left, self._ends = tree, draw, None, [], []

    @property
    def over(self):
        return not self._left

    def begin(self, paths):
        self._found, self._ends = None, [NOTHING] * len(paths)
        self._left = [Left(number, path) for number, path in enumerate(paths)]

    def run(self):
        """Search a node: the first one, or any other."""
        at = self._draw.randrange(len(self._left)) if self._draw else 0
        number, path, before = self._left.pop(at)
        node = self._tree.at(path)
        if node.goal:
            self._found, self._ends[number] = (number, path), before
            del self._left[at:]
            return NOTHING
        done = Counts(1, len(node.children))
        self._left[at:at] = [Left(number, (*path, move)) for move in range(len(node.children))]
        if at < len(self._left) and self._left[at].number == number:
            self._left[at] = self._left[at].after(before.plus(done))
        else:
            self._ends[number] = self._ends[number].plus(before).plus(done)
        return done

    def surrender(self):
        left, self._left = self._left, []
        return Done(self._ends, left, self._found)


class ToyMachine:
    """The same by several toys, which share the packet among themselves."""

    def __init__(self, tree, draw, places):
        self._tree, self._draw, self._places = tree, draw, places

    @property
    def over(self):
        return self._ledger.over

    def begin(self, paths):
        self._ledger = Ledger(Rest.below(paths), apart=True)
        self._ledger._room = self._places

    def run(self):
        packet, toy = self._ledger.take(self._draw.randint(1, 3)), Toy(self._tree, self._draw)
        toy.begin(packet.paths)
        for _ in range(self._draw.randint(1, 3)):
            if not toy.over:
                toy.run()
        self._ledger.settle(packet, toy.surrender())

    def surrender(self):
        return self._ledger.surrender()


def truth(tree):
    """What one search without cuts finds: the nodes before the first goal and their children, and that goal."""
    nodes = list(tree.walk())
    first = next((path for path, node in nodes if node.goal), None)
    before = list(takewhile(lambda each: not each[1].goal, nodes))
    return len(before), sum(len(node.children) for _, node in before), first


@given(trees, st.integers(0, 1 << 30), st.integers(1, 4))
@pytest.mark.parametrize("places", [1, packets._ROOM])
def test_cut_anywhere_in_any_order(places, tree, seed, most):
    """Several packets are under way at a time; one may be lost, and the whole ledger written down and read again.

    What was done before the first goal counts, and nothing else, also where it is added up after some `places`.
    """
    draw, ledger, taken = random.Random(seed), Ledger(), []
    ledger._room = places
    while not ledger.over:
        if ledger.open and (not taken or draw.random() < 0.7):
            taken.append(ledger.take(draw.randint(1, most)))
        packet = taken.pop(draw.randrange(len(taken))) if taken else None
        if packet and draw.random() < 0.1:
            ledger.put_back(packet)
        elif packet:
            toy = draw.choice([Toy(tree), Toy(tree, draw), ToyMachine(tree, draw, places)])
            toy.begin(packet.paths)
            for _ in range(draw.randint(1, 5)):
                if not toy.over:
                    toy.run()
            ledger.settle(packet, toy.surrender())
        if draw.random() < 0.1:
            ledger, taken = Ledger(ledger.rest()), []
    expanded, generated, first = truth(tree)
    assert ledger.best == first
    assert ledger.counts == (expanded, generated, 0)


def trial(depth, draw, goals=0.0):
    """A large tree of a fixed depth."""
    if depth == 0:
        return Tree(draw.random() < goals)
    return Tree(False, tuple(trial(depth - 1, draw, goals) for _ in range(draw.randint(1, 3))))


@pytest.mark.parametrize("goals", [0.0, 0.01])
@pytest.mark.parametrize(("jobs", "seconds"), [(1, 1e-4), (2, 1e-3), (3, 60.0), (8, 1e-5)])
def test_hands_in_threads(jobs, seconds, goals, monkeypatch):
    monkeypatch.setattr(threads, "SOON", 0.0)
    tree, spent, lock = trial(9, random.Random(jobs), goals), [NOTHING], threading.Lock()

    def spend(counts):
        with lock:
            spent[0] = spent[0].plus(counts)

    ledger = Ledger()
    at_work = Threads(ledger, lambda: Toy(tree), spend, jobs, seconds=seconds)
    at_work.search()
    expanded, generated, first = truth(tree)
    assert ledger.over
    assert ledger.best == first
    assert ledger.counts == (expanded, generated, 0)
    assert spent[0] == ledger.counts if first is None else spent[0].expanded >= expanded


class Enough(Exception):
    """What ends a search."""


@pytest.mark.parametrize("jobs", [1, 3])
def test_what_was_done_before_an_error_is_in_the_ledger(jobs, monkeypatch):
    monkeypatch.setattr(threads, "SOON", 0.0)
    tree, ledger, left = trial(8, random.Random(1)), Ledger(), [50]

    def spend(counts):
        left[0] -= counts.expanded
        if left[0] < 0:
            raise Enough

    while not ledger.over:
        left[0] = 200
        try:
            Threads(ledger, lambda: Toy(tree), spend, jobs).search()
        except Enough:
            ledger = Ledger(ledger.rest())
    assert ledger.counts[:2] == truth(tree)[:2]


def test_a_packet_that_fails_counts_nothing_and_ends_all():
    class Broken(Toy):
        def run(self):
            raise MemoryError

    ledger = Ledger()
    with pytest.raises(MemoryError):
        Threads(ledger, lambda: Broken(Tree()), lambda counts: None, 1).search()
    assert (ledger.counts, ledger.rest()) == (NOTHING, Rest())


CASES = [
    ("eight", "farthest_1", "manhattan", Pruning.INVERSE),
    ("seven", "page", "takahashi", Pruning.SEQUENCE),
    ("box_eight", "page", "pdb:4-4", Pruning.SEQUENCE),
]


def prepared(name, start, heuristic, pruning):
    facts = read(find(name))
    return Task(
        facts=facts, start_name=start, start=facts.start(start), program="ida_star", heuristic=parse(heuristic),
        pruning=pruning,
    )  # fmt: skip


def workers(task):
    """The first threshold, how to make a native searcher to one, and how many siblings come after a path."""
    ready = prepare(task, lambda phrase: None)
    every, blank = ways(task.facts.neighbors, ready.machine), task.start.index(0)
    cells = first_cells(task.facts, task.start, ready.mirrorings)
    prepared, (moves, state) = plan(task.facts, ready.heuristic, every), every.beginning(blank, cells)
    start = prepared.start(task.start, state)
    first = first_threshold(task.facts, task.start, start.h)
    return (
        first,
        lambda threshold: TilesSearcher(prepared, moves, start.frame(threshold), threshold),
        partial(moves.later, state),
    )


def board(name, start, heuristic, pruning):
    """A task of sliding tiles, its native searchers, and what plain Python needs; a move is the cell it comes from.

    Last is how many siblings come after the nodes of a path, where a node generates all its successors at once.
    """
    task = prepared(name, start, heuristic, pruning)
    ready = prepare(task, lambda phrase: None)
    pruned = _pruned(task.facts, puzzle_from(task.facts, task.start), ready, task.start)
    first, worker, later = workers(task)
    return first, 2, worker, (pruned, OfPairs(ready.heuristic)), lambda move: move.source, later


def turning(name, length, heuristic, pruning):
    """The same of a permutation puzzle; a move is its number."""
    facts = read(find(name))
    task = Task(
        facts=facts, start_name="random", start=scrambled(facts, random.Random(1), length), program="ida_star",
        heuristic=parse(heuristic), pruning=pruning,
    )  # fmt: skip
    ready = turns.prepare(task, lambda phrase: None)
    sides = turns.sides_of(ready, task.facts, task.start)
    plain = (
        turns._pruned(facts, puzzle_from(facts, task.start), turns.machine_of(ready, task.facts, task.start)),
        OfPairs(ready.heuristic),
    )
    start = TurnsSearch(task, lambda phrase: None).start(task, sides)
    searchers = start.searchers(None)
    first = ready.heuristic.estimate(task.start)

    def number(move):
        return ready.names.index(move.name)

    return first, 1, lambda threshold: searchers(threshold)(), plain, number, start.later


@pytest.mark.parametrize("case", CASES)
def test_lanes_need_no_room_for_what_they_have_still_to_search(case, monkeypatch):
    monkeypatch.setattr("pybridge.search.native.tiles.general._NEAR", 0)  # several lanes
    runs = []
    for room in (0, 1, 2):
        monkeypatch.setattr("pybridge.search.native.tiles.search._ROOM", room)
        runs.append(list(iterations(*workers(prepared(*case))[:2])))
    assert runs[0] == runs[1] == runs[2]
    assert sum(counts.expanded for counts in runs[0]) > 300


def iterations(threshold, worker):
    """What searchers count at each threshold, in the last one before the solution."""
    done = Done([])
    while not done.found:
        searcher = worker(threshold)
        searcher.begin([()])
        while not searcher.over:
            searcher.run()
        done = searcher.surrender()
        yield done.counts
        threshold += 2


def test_of_several_nodes_with_a_solution_the_first_one_counts():
    """A search that resumes, or a thread, takes several nodes at once."""
    threshold, step, worker, *_ = turning("pyraminx", 10, "projection:ways[1]", Pruning.INVERSE)

    def found(paths):
        searcher = worker(threshold)
        searcher.begin(paths)
        while not searcher.over:
            searcher.run()
        return searcher.surrender().found

    while not (whole := found([()])):
        threshold += step
    with_solution = [move for move in range(8) if found([(move,)])]
    assert len(with_solution) > 1
    assert found([(move,) for move in range(8)]) == (with_solution[0], whole[1])


class Stacks:
    """A blocks world whose states are pairs: of a state, and the block that moved last."""

    def __init__(self, facts, state):
        self._puzzle, self.start = BlocksPuzzle(facts, state), (state, None)

    def is_goal(self, pair):
        return self._puzzle.is_goal(pair[0])

    def successors(self, pair, last):
        for move, state in self._puzzle.successors(pair[0], None):
            if move.piece != pair[1]:
                yield move, (state, move.piece)


def stacking(seed, blocks, heuristic, pruning):
    """The same of a blocks world on three places; a move is its label."""
    facts = blocks_world(blocks, 3, table=False, seed=seed)
    state, number, bound = facts.starts[0][1], numbers(facts), make(facts, parse(heuristic), {})
    start = block_worker.BlocksStart(facts, state, pruning)

    def label(move):
        return number[move.piece] << MOVE_BITS | number[move.target]

    plain = Stacks(facts, state), OfPairs(bound)
    return bound.estimate(state), 1, lambda threshold: start.searchers(threshold)(), plain, label, None


def knowing(name, moves, heuristic, pruning):
    """The same by a network; a move is the number of its step."""
    facts = read(find(name))
    Store().keep(*network(facts, seed=5, unit=2, spread=0.7))
    task = Task(
        facts=facts, start_name="near", start=walked(facts, moves, 1), program="ida_star", heuristic=parse(heuristic),
        pruning=pruning,
    )  # fmt: skip
    if name == "eight":
        ready, prepare_walk = prepare(task, lambda phrase: None), of_tiles
        pruned = _pruned(facts, puzzle_from(facts, task.start), ready, task.start)
        pairs = [(near, cell) for cell, around in enumerate(facts.neighbors) for near in around]

        def number(move):
            return pairs.index((move.source, move.target))
    else:
        ready, prepare_walk = turns.prepare(task, lambda phrase: None), of_turns
        machine = turns.machine_of(ready, task.facts, task.start)
        pruned = turns._pruned(facts, puzzle_from(facts, task.start), machine)

        def number(move):
            return ready.names.index(move.name)

    walk = prepare_walk(task, lambda phrase: None)(task.start)
    arrays, first = NetworkArrays(walk.heuristic), walk.first(walk.heuristic.estimate(task.start))
    plain = pruned, OfPairs(ready.heuristic)
    return first, walk.grow, lambda threshold: NetworkSearcher(arrays, walk, task.start, threshold), plain, number, None


class Plainly:
    """Plain Python as a searcher of native packets: a node in one run.

    Where a node generates its successors one by one, that of a path is counted when its turn comes, and otherwise
    `later` siblings of a solution are generated, too.
    """

    def __init__(self, puzzle, heuristic, threshold, number, later):
        self._puzzle, self._heuristic, self._threshold, self._number = puzzle, heuristic, threshold, number
        self._later, self._found, self._left, self._ends = later, None, [], []

    @property
    def over(self):
        return not self._left

    def begin(self, paths):
        self._found, self._left, self._ends = None, list(enumerate(paths)), [NOTHING] * len(paths)

    def run(self):
        number, path = self._left.pop(0)
        state = self._puzzle.start
        for number_of_move in path:
            successors = self._puzzle.successors(state, None)
            state = next(after for move, after in successors if self._number(move) == number_of_move)
        below, tally = Below(self._puzzle, state), Tally()
        found, _ = _search(below, self._heuristic, tally, self._threshold - len(path), False, None, None)
        more = 0 if self._later else bool(path)
        if found:
            solution = (*path, *map(self._number, found[0]))
            self._found, self._left = (number, solution), []
            more += self._later(solution) - self._later(path) if self._later else 0
        self._ends[number] = Counts(tally.expanded, tally.generated + more)
        return self._ends[number]

    def surrender(self):
        left, self._left = [Left(*each) for each in self._left], []
        return Done(self._ends, left, self._found)


class Below:
    """The puzzle below a node."""

    def __init__(self, puzzle, start):
        self.start, self.is_goal, self.successors = start, puzzle.is_goal, puzzle.successors


@pytest.mark.parametrize("make", [
    *[pytest.param(partial(board, *case), marks=pytest.mark.slow) for case in CASES[1:]],
    partial(board, *CASES[0]),
    pytest.param(partial(turning, "pyraminx", 8, "projection:ways[1]", Pruning.INVERSE), marks=pytest.mark.slow),
    partial(stacking, 4, 7, "towers", Pruning.INVERSE),
    partial(knowing, "eight", 60, "learned:2", Pruning.SEQUENCE),
    pytest.param(partial(knowing, "topspin", 12, "learned:2", Pruning.INVERSE), marks=pytest.mark.slow),
], ids=lambda make: f"{make.args[0]} {make.args[3].value}")  # fmt: skip
def test_plain_python_searches_what_a_native_search_gives_back(make, monkeypatch, tmp_path):
    """A path means the same to both. They search some of each iteration in turn, cut all the time."""
    monkeypatch.setattr("pybridge.search.native.tiles.search._BUDGET", 40)
    monkeypatch.setattr("pybridge.search.native.roots._BUDGET", 10)
    monkeypatch.setattr("pybridge.search.native.turns.search.BUDGET", 20)
    monkeypatch.setattr("pybridge.search.native.networks.searcher._BUDGET", 15)
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    threshold, step, worker, plain, number, later = make()
    native, cuts = None, 0
    while native is None:
        tally = Tally()
        solutions, _ = _search(*plain, tally, threshold, False, None, None)
        ledger, searchers = Ledger(), [worker(threshold), Plainly(*plain, threshold, number, later)]
        while not ledger.over:
            packet = ledger.take(2)
            searcher = searchers[packet.number % 3 == 2]
            searcher.begin(packet.paths)
            for _ in range(2):
                if not searcher.over:
                    searcher.run()
            ledger.settle(packet, searcher.surrender())
        native = ledger.best
        cuts += ledger.packets
        assert native == (tuple(map(number, solutions[0])) if solutions else None)
        generated = ledger.counts.generated - (later(native) if native and later else 0)
        assert (ledger.counts.expanded, generated) == (tally.expanded, tally.generated)
        threshold += step
    assert cuts > 20


@pytest.mark.parametrize("path", [(1,), (1 << 20,), (8,) * 100, (0,)])
def test_a_path_that_breaks_a_rule_of_blocks_is_refused(path):
    threshold, _, worker, *_ = stacking(3, 7, "towers", Pruning.INVERSE)
    at_work = Threads(Ledger(Rest((path,))), lambda: worker(threshold), lambda counts: None, 1)
    with pytest.raises(StrayPath, match="cannot be followed"):
        at_work.search()


def test_a_path_that_leads_nowhere_is_refused():
    threshold, worker, _ = workers(prepared(*CASES[0]))
    for path in ((0, 0, 0), (7, 7), (63,), (300,), (5,) * 100):
        with pytest.raises(StrayPath, match="cannot be followed"):
            worker(threshold).begin([path])
