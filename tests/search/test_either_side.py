"""A search from either side: its solutions are shortest; compiled and cut anywhere, it is the one in plain Python."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from pybridge.facts import find, read
from pybridge.facts.cycles import inverse, moved, moves
from pybridge.facts.places import places
from pybridge.heuristics.projection_choice import _choice, recipes
from pybridge.heuristics.projections import Projections
from pybridge.heuristics.registry import make, parse
from pybridge.puzzles import Pruning, replay
from pybridge.puzzles.turns import TurnMove
from pybridge.search import turns
from pybridge.search.either_side import EitherSide, Sides, inverses, reversed_words
from pybridge.search.native.turns.search import TurnsSearch
from pybridge.search.packets import Ledger
from pybridge.search.tally import Tally
from pybridge.search.task import Task
from pybridge.tables.sequences.machine import DEAD
from pybridge.tables.sequences.turns import forbidden, machine
from tests.folding import cube_recipe, recipe_of
from tests.turning import layers, moves_of, scrambled

WRITTEN = {
    "pocket": "places[{0} {1} {2} {3}]*ways[{0} {1} {2} {3} {4} {5} {6}]",
    "skewb": "places[{0} {1}]*ways[{3} {4} {5}]",
    "pyraminx": "places[{1} {2}]*ways[{1} {2} {3}]",
}


def bounds(facts, *, folded):
    """Projections of a puzzle, tiny ones for the cube; a folded one if wanted."""
    firsts = [place[0] + 1 for orbit in places(facts) for place in orbit.places]
    if folded:
        found = [cube_recipe(3)[1] if facts.name == "cube" else recipe_of(facts.name, 2)[1]]
    elif facts.name == "cube":
        found = _choice(facts).recipes(2000)
    else:
        found = recipes(facts, WRITTEN[facts.name].format(*firsts))
    return Projections(facts, {each: each.build(lambda phrase: None) for each in found}, "projection")


def task_of(facts, heuristic, state):
    named = {"facts": facts, "start_name": "scrambled", "start": state, "program": "ida_star"}
    return Task(**named, heuristic=heuristic, pruning=Pruning.SEQUENCE)


def plainly(task, ready):
    """The solution, and what each threshold took."""
    tally = Tally()
    sides = turns.sides_of(ready, task.facts, task.start)
    (solution,) = EitherSide(task.facts, task.start, ready.heuristic, sides, tally).search(None)
    return solution, tally


@pytest.mark.parametrize(
    ("name", "folded"), [*((name, False) for name in WRITTEN), ("skewb", True), ("pyraminx", True)]
)
def test_solutions_are_shortest(name, folded):
    facts, draw = read(find(name)), random.Random(name)
    heuristic, levels = bounds(facts, folded=folded), layers(facts.goals[0], moves_of(facts), 5)
    for length in (0, 1, 2, 4, 5, 5):
        state = scrambled(facts, draw, length)
        task = task_of(facts, heuristic, state)
        solution, _ = plainly(task, turns.prepare(task, lambda phrase: None))
        replay(facts, state, solution)
        assert len(solution) == next(depth for depth, level in enumerate(levels) if state in level)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "length", "folded"), [("cube", 8, False), ("skewb", 7, False), ("cube", 5, True)])
def test_cut_anywhere_it_is_the_search_in_plain_python(name, length, folded, monkeypatch):
    monkeypatch.setattr("pybridge.search.native.turns.search.BUDGET", 4)
    monkeypatch.setattr("pybridge.search.native.turns.stack._TOGETHER", 2)
    facts, draw = read(find(name)), random.Random(name)
    heuristic, cuts, both = bounds(facts, folded=folded), 0, False
    for seed in range(4):
        state = scrambled(facts, draw, length)
        task = task_of(facts, heuristic, state)
        ready = turns.prepare(task, lambda phrase: None)
        sides = turns.sides_of(ready, task.facts, task.start)
        solution, tally = plainly(task, ready)
        start = TurnsSearch(task, lambda phrase: None).start(task, sides)
        for iteration in tally.iterations:
            ledger, searcher = Ledger(), start.searchers(None)(iteration.threshold)()
            while not ledger.over:
                packet = ledger.take(draw.randint(1, 3))
                searcher.begin(packet.paths)
                both |= any(move >= len(ready.names) for path in packet.paths for move in path)
                for _ in range(draw.randint(1, 3)):
                    if not searcher.over:
                        searcher.run()
                ledger.settle(packet, searcher.surrender())
            cuts += ledger.packets
            assert (ledger.best is None) == iteration.completed
            later = 0 if ledger.best is None else start.later(ledger.best)
            done = ledger.counts
            assert (done.expanded, done.generated - later) == (iteration.expanded, iteration.generated)
        found = sides.solution(ledger.best)
        assert tuple(TurnMove(ready.names[move]) for move in found) == solution, seed
    assert cuts > 30
    assert both == (name == "cube")  # no move keeps the other projection


class Blind:
    """Knows nothing: every distance is 0, and every move leaves it so."""

    def estimate(self, state):
        return 0

    def values(self, sides):
        return [0], [0]

    def too_far(self, values, side, move, left):
        return False


def test_no_solution_is_longer_than_the_threshold(monkeypatch):
    """Where all distances are 0, a node at the threshold has children; one move too many, they are not solutions."""
    monkeypatch.setattr("pybridge.search.either_side.Projections", Blind)
    facts = read(find("pocket"))
    known = moves(facts)
    machines = machine(forbidden(known), len(known))
    behind = machine(reversed_words(forbidden(known), known), len(known))
    heuristic = Blind()
    for length in (1, 2, 3):
        tally = Tally()
        state = scrambled(facts, random.Random(length), length)
        levels = layers(facts.goals[0], moves_of(facts), 3)
        sides = Sides((machines, behind), inverses(known))
        (solution,) = EitherSide(facts, state, heuristic, sides, tally).search(None)
        assert len(solution) == next(depth for depth, level in enumerate(levels) if state in level)
        assert len(solution) == tally.iterations[-1].threshold


@pytest.mark.parametrize("name", WRITTEN)
def test_puzzles_of_more_points_than_a_vector_holds(name, monkeypatch):
    """Their points are numbers of 16 bits; a puzzle of fewer points can be held like that, too."""
    monkeypatch.setattr("pybridge.tables.ranks.reading.POINTS", 0)
    facts, draw = read(find(name)), random.Random(name)
    heuristic = bounds(facts, folded=False)
    for length in (3, 6):
        task = task_of(facts, heuristic, scrambled(facts, draw, length))
        ready = turns.prepare(task, lambda phrase: None)
        sides = turns.sides_of(ready, task.facts, task.start)
        solution, tally = plainly(task, ready)
        start = TurnsSearch(task, lambda phrase: None).start(task, sides)
        assert start.entries.form.kind.itemsize == 2
        searcher = start.searchers(None)(len(solution))()
        searcher.begin([()])
        while not searcher.over:
            searcher.run()
        _, path = searcher.surrender().found
        assert tuple(TurnMove(ready.names[move]) for move in sides.solution(path)) == solution
        assert tally.iterations[-1].threshold == len(path)


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_rejected_behind_has_a_sequence_that_is_not(name):
    """Of all sequences that make a permutation, the first of the shortest is accepted read from behind, too."""
    known = moves(read(find(name)))
    words = forbidden(known)
    following = machine(reversed_words(words, known), len(known))
    back = inverses(known)
    assert all(inverse(known[move].sources) == known[other].sources for move, other in enumerate(back))
    start = tuple(range(len(known[0].sources)))
    seen, level = {start}, {start: ()}
    for _ in range(3):
        fresh = {}
        for made, word in level.items():
            for move, turn in enumerate(known):
                after = moved(made, turn.sources)
                if after not in seen:
                    seen.add(after)
                    fresh[after] = (*word, move)
        level = fresh
        for word in level.values():
            state = 0
            for move in reversed(word):
                state = int(following[state, back[move]])
                assert state != DEAD


def test_the_moves_of_both_sides_in_their_order():
    back = (1, 0, 2)
    sides = Sides((machine([], 3),) * 2, back)
    assert sides.solution((0, 3, 2, 4)) == (0, 2, back[1], back[0])
    assert sides.solution(()) == ()


def test_only_where_inverses_are_looked_up_a_search_goes_from_either_side():
    """Not where pieces look alike, where a move has no inverse among the moves, or by inverse pruning alone."""
    pocket, clover = read(find("pocket")), read(Path(__file__).parents[2] / "examples" / "clover.pl")
    oneway = replace(pocket, metric=(1,), distances=(), optimal={})

    def sides(facts, text="pieces[1 2 4]", pruning=Pruning.SEQUENCE):
        heuristic = make(facts, parse(f"projection:{text}"), built(facts, text))
        task = task_of(facts, heuristic, facts.goals[0])
        return turns.prepare(replace(task, pruning=pruning), lambda phrase: None).behind

    assert sides(pocket) is not None
    assert sides(pocket, pruning=Pruning.INVERSE) is None
    assert sides(oneway) is None
    assert sides(clover, "small") is None


def built(facts, text):
    return {each: each.build(lambda phrase: None) for each in recipes(facts, text)}
