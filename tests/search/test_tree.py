"""The tree of one iteration: against a recursion written here, and against the counters of searches."""

from dataclasses import replace

import pytest

from pybridge.engines import draw_tree
from pybridge.errors import UnavailableProgramError
from pybridge.facts import find, read, read_text
from pybridge.heuristics.registry import Spec
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import Pruning
from pybridge.search.limited import iterative_deepening
from pybridge.search.plain import tree
from pybridge.search.tally import Tally
from pybridge.search.task import Task
from pybridge.search.tree import End, Extent, LeftOut
from tests.samples import sample
from tests.solving import solve

SEVEN = read(find("seven"))
BLOCKS = read(find("blocks3"))
ALL = Extent(most=10**6)


def task(facts, program, threshold=None, **options):
    name, start = facts.starts[0]
    return Task(facts=facts, start_name=name, start=start, program=program, last_threshold=threshold, **options)


def drawn(facts, program, threshold=None, extent=ALL, **options):
    return draw_tree(task(facts, program, threshold, **options), "python", extent)


def recursion(facts, threshold):
    """The nodes of ids_low: moves so far, board, estimate, and how each ends; nothing of pybridge but the facts."""
    found = []

    def visit(g, board, came_from):
        h = sum(facts.distances[tile][cell] for cell, tile in enumerate(board) if tile)
        end = "goal" if board in facts.goals else "f over the threshold" if g + h > threshold else None
        found.append((g, board, h, end))
        if end:
            return end == "goal"
        blank = board.index(0)
        for cell in facts.neighbors[blank]:
            if cell != came_from:
                after = list(board)
                after[blank], after[cell] = after[cell], 0
                if visit(g + 1, tuple(after), blank):
                    return True
        return False

    visit(0, facts.starts[0][1], None)
    return found


@pytest.fixture(scope="module")
def counted():
    """The iterations of ids_low on the 7-puzzle by their thresholds, as plain Python counts them."""
    return {each.threshold: each for each in solve(SEVEN, "ids_low", engine="python").iterations}


@pytest.mark.parametrize("threshold", sample(range(16, 37), quick=(16, 17, 18, 24, 30, 36)))
def test_every_node_of_the_seven_puzzle(threshold, counted):
    found = drawn(SEVEN, "ids_low", threshold)
    nodes = recursion(SEVEN, threshold)
    assert [(node.g, node.state, node.h, node.end and node.end.value) for node in found.nodes] == nodes
    assert (found.visited, found.iteration.generated) == (len(nodes), len(nodes) - 1)
    assert found.iteration.expanded == sum(end is None for *_, end in nodes)
    mine, theirs = found.iteration, counted[threshold]
    assert (mine.expanded, mine.generated) == (theirs.expanded, theirs.generated)
    assert found.outcome is (Outcome.SOLVED if threshold == 36 else Outcome.NO_SOLUTION_WITHIN_LIMIT)


def test_the_first_threshold_is_the_default():
    found = drawn(SEVEN, "ids_low")
    assert [str(node.move) for node in found.nodes] == ["None", "7 to 0", "4 to 0", "3 to 4"]
    assert [node.left_out for node in found.nodes] == [(), (), (((4, 0, 4), LeftOut.INVERSE),), ()]


CASES = [
    ("ids", "seven", {}, 12), ("ids", "blocks3", {}, 4), ("ids", "pocket", {}, 3), ("ids_low", "pocket", {}, 4),
    ("ida_star", "seven", {}, 26), ("ida_star", "blocks4", {}, None),
    ("ida_star", "blocks4", {"pruning": Pruning.INVERSE}, None), ("ids_low", "torus", {}, None),
    ("ida_star", "pocket", {"heuristic": Spec("points")}, 5), ("ids_low", "honeycomb", {}, None),
]  # fmt: skip


@pytest.mark.parametrize(("program", "name", "options", "last"), CASES)
def test_the_counters_are_those_of_the_iterations(program, name, options, last):
    """And of the nodes; a state that is already on the path is generated, though not visited."""
    facts = read(find(name))
    solution = solve(facts, program, engine="python", last_threshold=last, **options)
    for iteration in solution.iterations[-3:]:
        found = drawn(facts, program, iteration.threshold, **options)
        counters = found.iteration.expanded, found.iteration.generated
        assert counters == (iteration.expanded, iteration.generated)
        back = sum(why is LeftOut.PATH for node in found.nodes for _, why in node.left_out)
        assert counters == (sum(node.end is None for node in found.nodes), len(found.nodes) - 1 + back)
        assert (found.outcome is Outcome.SOLVED) is not iteration.completed


def test_every_way_in_which_a_node_ends():
    ends = {node.end for node in drawn(read(find("ten_on_three")), "ida_star", 14).nodes}
    assert ends == {None, End.THRESHOLD, End.IN_VAIN}
    assert {node.end for node in drawn(BLOCKS, "ids", 3).nodes} == {None, End.LIMIT}
    assert drawn(BLOCKS, "ids", 5).nodes[-1].end is End.GOAL
    turned = drawn(read(find("pocket")), "ida_star", 5, heuristic=Spec("points"), pruning=Pruning.SEQUENCE)
    assert {why for node in turned.nodes for _, why in node.left_out} == {LeftOut.INVERSE, LeftOut.SEQUENCE}


def test_a_move_that_the_search_had_not_come_to_is_not_left_out():
    nodes = drawn(SEVEN, "ids_low", 36, Extent(depth=0)).nodes
    assert [node.g for node in nodes] == list(range(37))
    assert nodes[0].left_out == ()
    tried = {node.g: [move.piece for move, _ in node.left_out] for node in nodes if not node.folded}
    assert tried[5] == []  # what undoes the last move is the third of its moves, and the first led to the goal
    assert tried[1] == [7]


@pytest.mark.parametrize(
    "extent", [Extent(), Extent(3), Extent(0), Extent(most=1), Extent(most=7), Extent(5, 20), Extent(most=28)]
)
@pytest.mark.parametrize("threshold", [18, 30, 36])
def test_what_is_folded_is_counted(extent, threshold):
    every, found = drawn(SEVEN, "ids_low", threshold), drawn(SEVEN, "ids_low", threshold, extent)
    assert len(found.nodes) + sum(node.folded for node in found.nodes) == found.visited == len(every.nodes)
    assert (found.iteration.expanded, found.iteration.generated) == (
        every.iteration.expanded,
        every.iteration.generated,
    )
    depth = max((node.g for node in found.nodes if node.end is not None and node.g < 36), default=0)
    kept = [node for node in every.nodes if node.g <= depth]
    assert {(node.g, node.state, node.below) for node in kept} <= {
        (node.g, node.state, node.below) for node in found.nodes
    }
    if threshold != 36:
        assert len(found.nodes) <= extent.most
        assert extent.depth is None or depth <= extent.depth


def test_a_search_that_is_stopped_shows_what_it_has():
    stopped = task(SEVEN, "ids", 40, limits=Limits(seconds=0.2))
    found = draw_tree(stopped, "python", Extent(most=30))
    assert (found.outcome, found.whole) == (Outcome.TIME_LIMIT, False)
    assert len(found.nodes) + sum(node.folded for node in found.nodes) == found.visited > 1000
    tally = Tally()
    tally.cancel()
    nothing = tree(replace(stopped), tally, tally.report, ALL)
    assert (nothing.nodes, nothing.outcome, nothing.visited) == ((), Outcome.INTERRUPTED, 0)


@pytest.mark.parametrize("engine", ["python", "prolog"])
def test_an_interrupt_ends_it(engine):
    def interrupt(run):
        while not (now := run.progress().current) or now.seconds < 0.2:
            run.wait(0.01)
        raise KeyboardInterrupt

    found = draw_tree(task(SEVEN, "ids", 60), engine, Extent(), watch=interrupt)
    assert (found.outcome, found.iteration.threshold) == (Outcome.INTERRUPTED, 60)


def test_a_visit_by_hand(integers):
    seen = []
    found = iterative_deepening(
        integers(0, (3,)), Tally(), first=2, visit=lambda last, state, g, h: seen.append((state, g, h))
    )
    assert [[move.target for move in moves] for moves in found] == [[1, 3]]
    assert seen == [(0, 0, None), (1, 1, None), (2, 2, None), (3, 2, None)]


@pytest.mark.parametrize(
    ("engine", "program", "threshold", "says"),
    [
        ("python", "ids_low", 12, "ids_low does not try the threshold 12 for this start; it tries 16, 17, 18, ..."),
        ("python", "ida_star", 17, "it tries 16, 18, 20, ..."),
        ("prolog", "breadth_first", None, "prolog has no tree of breadth_first; it has those of ids, ids_low"),
        ("native", "ida_star", None, "native cannot show its nodes one by one; prolog and python can"),
        ("prolog", "ids_low", 38, "ids_low does not try the threshold 38 for this start; it is solved at 36"),
        ("prolog-terms", "ids_low", None, "prolog-terms cannot show its nodes one by one"),
    ],
)
def test_what_has_no_tree(engine, program, threshold, says):
    with pytest.raises(UnavailableProgramError, match=says):
        draw_tree(task(SEVEN, program, threshold), engine, ALL)


@pytest.mark.parametrize(
    ("name", "program", "threshold", "extent"),
    sample(
        [
            *(("seven", "ids_low", threshold, ALL) for threshold in (*range(16, 32), 36)),
            *(("seven", "ids_low", 36, extent) for extent in (Extent(), Extent(0), Extent(6, 30), Extent(most=300))),
            ("seven", "ids", 13, ALL), ("seven", "ids", 13, Extent(most=100)), ("blocks3", "ids", 5, ALL),
            ("blocks4", "ids", 4, ALL), ("pocket", "ids", 3, ALL), ("pocket", "ids_low", 5, ALL),
            ("pocket", "ids_low", 5, Extent(most=50)), ("pancake", "ids_low", None, ALL),
            ("cylinder", "ids_low", None, ALL), ("box_eight", "ids_low", 24, Extent(most=200)),
            ("eight", "ids_low", None, ALL),
        ],
        quick=[("seven", "ids_low", 18, ALL), ("seven", "ids_low", 36, Extent(6, 30)), ("blocks3", "ids", 5, ALL),
               ("pocket", "ids_low", 5, Extent(most=50)), ("cylinder", "ids_low", None, ALL)],
    ),
)  # fmt: skip
def test_prolog_visits_the_same_nodes(name, program, threshold, extent):
    facts = read(find(name))
    mine, theirs = (
        drawn(facts, program, threshold, extent),
        draw_tree(task(facts, program, threshold), "prolog", extent),
    )
    assert theirs.nodes == mine.nodes
    assert (theirs.visited, theirs.outcome) == (mine.visited, mine.outcome)
    counters = [
        (each.iteration.threshold, each.iteration.expanded, each.iteration.generated) for each in (mine, theirs)
    ]
    assert counters[0] == counters[1]


LINE = """
puzzle(line, rules, "Line with bound").
start(a, p(0)).
start(trapped, p(-5)).
goal(p(3)).
move(p(A), right, p(B)) :- n(A, B).
move(p(A), left, p(B)) :- n(B, A).
move(p(-5), fall, p(-6)).
n(0, 1). n(1, 2). n(2, 3). n(3, 4). n(-1, 0). n(-2, -1).
bound(p(A), B) :- B is max(0, abs(3 - A) - 1).
"""


def test_rules_say_why_moves_were_left_out_and_nodes_not_expanded():
    facts = read_text(LINE)
    task = Task(facts=facts, start_name="a", start=facts.start("a"), program="ids_low", last_threshold=2)
    tree = draw_tree(task, "python", Extent())
    told = [({str(move): why for move, why in each.left_out}, each.end) for each in tree.nodes]
    assert told == [({"left": LeftOut.THRESHOLD}, None), ({"left": LeftOut.PATH}, None), ({}, End.LIMIT)]
    assert tree.step == 1


def test_a_tree_of_which_nothing_was_left_announces_no_next_iteration():
    facts = read_text(LINE)
    start = facts.start("trapped")
    task = Task(facts=facts, start_name="trapped", start=start, program="ids", last_threshold=5)
    assert draw_tree(task, "python", Extent()).step == 0
    assert draw_tree(replace(task, last_threshold=1), "python", Extent()).step == 1
