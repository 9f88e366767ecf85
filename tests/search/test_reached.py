"""The tree of a search that knows states again: against searches written here, and against the counters of engines."""

import pytest

from pybridge.engines import draw_tree
from pybridge.errors import UnavailableProgramError
from pybridge.facts import find, read
from pybridge.facts.reader import read_text
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import puzzle_from
from pybridge.search.task import Task
from pybridge.search.tree import End, Extent, LeftOut
from tests.samples import sample
from tests.solving import solve

ALL = Extent(most=10**6)
EIGHT = read(find("eight"))


def drawn(facts, program, threshold=None, extent=ALL, start=0, **options):
    name, start = facts.starts[start]
    task = Task(facts=facts, start_name=name, start=start, program=program, last_threshold=threshold, **options)
    return draw_tree(task, "python", extent)


def in_order(tree):
    return sorted(tree.nodes, key=lambda node: node.number)


def slides(facts):
    """What gives the boards after each move of a sliding puzzle, in move order; nothing of pybridge but the facts."""

    def after(board):
        blank = board.index(0)
        for cell in facts.neighbors[blank]:
            moved = list(board)
            moved[blank], moved[cell] = moved[cell], 0
            yield tuple(moved)

    return after


def moves_of(facts):
    puzzle = puzzle_from(facts, facts.starts[0][1])
    return lambda state: [successor for _, successor in puzzle.successors(state, None)]


def layers(start, after, depth):
    """The nodes of a breadth-first search down to a depth: g, state, number of the parent, states known, if new."""
    nodes, known, layer, numbers = [(0, start, None, 1, True)], {start}, [start], {start: 1}
    for g in range(1, depth + 1):
        following = []
        for state in layer:
            for successor in after(state):
                new = successor not in known
                known.add(successor)
                nodes.append((g, successor, numbers[state], len(known), new))
                if new:
                    numbers[successor] = len(nodes)
                    following.append(successor)
        layer = following
    return nodes


def parents(nodes):
    """The number of each node's parent by the node's own, from their depths: each stands before those below it."""
    found, path = {}, []
    for node in nodes:
        del path[node.g :]
        found[node.number] = path[-1] if path else None
        path.append(node.number)
    return found


@pytest.mark.parametrize(
    "name",
    sample(
        ["eight", "blocks3", "blocks4", "pocket", "farmer", "jugs", "box_eight", "torus", "pancake"],
        quick=["eight", "blocks3", "farmer", "pancake"],
    ),
)
def test_every_node_of_a_breadth_first_search(name):
    facts = read(find(name))
    depth = min(5, solve(facts, "breadth_first", engine="python").length)
    found = drawn(facts, "breadth_first", depth - 1)
    after = slides(facts) if facts.domain == "sliding_tiles" else moves_of(facts)
    wanted, above = layers(facts.starts[0][1], after, depth), parents(found.nodes)
    assert [
        (each.g, each.state, above[each.number], each.states, each.end is not End.SEEN) for each in in_order(found)
    ] == wanted
    assert [each.number for each in in_order(found)] == list(range(1, len(wanted) + 1))
    assert (found.visited, found.different) == (len(wanted), wanted[-1][3])
    assert {each.end for each in found.nodes if each.g < depth} <= {None, End.SEEN}
    assert {each.end for each in found.nodes if each.g == depth} <= {End.WAITING, End.SEEN}
    assert (found.outcome, found.step) == (Outcome.NO_SOLUTION_WITHIN_LIMIT, 1)


CASES = [("breadth_first", "eight"), ("a_star", "eight"),  ("a_star", "farmer"),
         ("breadth_first", "farmer"), ("breadth_first", "pocket"), ("a_star", "pancake")]  # fmt: skip


@pytest.mark.parametrize(("program", "name"), CASES)
def test_the_counters_are_those_of_the_search(program, name):
    facts = read(find(name))
    solution, found = solve(facts, program, engine="python"), drawn(facts, program)
    assert (found.iteration.expanded, found.iteration.generated) == (solution.expanded, solution.generated)
    assert found.visited == len(found.nodes) == solution.generated + 1
    assert sum(node.end is None for node in found.nodes) == solution.expanded
    assert [sum(level) for level in zip(*((each.expanded, each.ended) for each in found.levels), strict=True)] == [
        solution.expanded, found.visited - solution.expanded,
    ]  # fmt: skip
    goal = next(node for node in found.nodes if node.end is End.GOAL)
    assert moves_to(found, goal) == list(solution.moves)
    assert (found.outcome, goal.g, found.step) == (Outcome.SOLVED, solution.length, 0)
    assert found.different == len({node.state for node in found.nodes})


def moves_to(tree, goal):
    """The moves from the start to a node."""
    by_number, above, moves, number = {node.number: node for node in tree.nodes}, parents(tree.nodes), [], goal.number
    while above[number]:
        moves.insert(0, by_number[number].move)
        number = above[number]
    return moves


def test_a_star_follows_only_shorter_paths():
    """Each node that is generated is worth it exactly if its path is shorter than all before it to that state."""
    for facts in (EIGHT, read(find("pancake")), read(find("farmer"))):
        least = {}
        for node in in_order(found := drawn(facts, "a_star")):
            is_shorter = node.g < least.get(node.state, node.g + 1)
            assert (node.end is not End.SEEN) is is_shorter
            least[node.state] = min(node.g, least.get(node.state, node.g))
            assert node.states == len(least)
            assert node.f == node.g + node.h
        assert {node.end for node in found.nodes} <= {None, End.SEEN, End.LONGER, End.WAITING, End.GOAL}
    assert {why for node in drawn(EIGHT, "a_star").nodes for _, why in node.left_out} == {LeftOut.INVERSE}


GRAPH = """puzzle(graph, rules, "A graph").
start(one, s).
start(stuck, x).
goal(g).
move(s, a, a). move(s, b, b). move(a, c, c). move(c, d, d). move(b, d, d). move(d, e, e). move(e, g, g).
move(x, y, y). move(y, z, z). move(z, y, y).
"""


class Misleading:
    """An estimate that is high for some states."""

    name, source, admissible, consistent = "misleading", "", False, False

    def __init__(self, high):
        self.high = high

    def estimate(self, state):
        return self.high.get(state, 0)

    def after(self, h, move, state):
        return self.estimate(state)


def test_a_node_is_left_for_a_shorter_path():
    facts = read_text(GRAPH)
    after, start = moves_of(facts), facts.starts[0][1]
    _, b = after(start)
    (d,) = after(b)
    found = drawn(facts, "a_star", heuristic=Misleading({b: 3, d: 5}))
    names = [str(node.move) for node in in_order(found)[1:]]
    assert names == ["a", "b", "c", "d", "d", "e", "g"]
    ends = [None, None, None, None, End.LONGER, None, None, End.GOAL]
    assert [node.end for node in in_order(found)] == ends
    assert [node.states for node in in_order(found)] == [1, 2, 3, 4, 5, 5, 6, 7]
    assert [str(move) for move in moves_to(found, in_order(found)[-1])] == ["b", "d", "e", "g"]


@pytest.mark.parametrize("extent", [Extent(), Extent(3), Extent(0), Extent(most=1), Extent(most=7), Extent(5, 20)])
@pytest.mark.parametrize("program", ["breadth_first", "a_star"])
def test_what_is_folded_is_counted(extent, program):
    every, found = drawn(EIGHT, program), drawn(EIGHT, program, None, extent)
    whole = {node.number: (node.g, node.state, node.below, node.states, node.h) for node in every.nodes}
    mine = {node.number: (node.g, node.state, node.below, node.states, node.h) for node in found.nodes}
    assert mine.items() <= whole.items()
    assert len(mine) + sum(node.folded for node in found.nodes) == found.visited == len(whole)
    goal = next(node for node in every.nodes if node.end is End.GOAL)
    path = [moves_to(tree, next(each for each in tree.nodes if each.end is End.GOAL)) for tree in (every, found)]
    assert path[0] == path[1]
    depth = goal.g if extent.depth is None else extent.depth
    first = {number for number in whole if number <= extent.most and whole[number][0] <= depth}
    assert first <= mine.keys()
    assert len(mine) <= len(first) + goal.g + 1
    assert found.levels == every.levels


def test_below_adds_up():
    for program in ("breadth_first", "a_star"):
        found = drawn(EIGHT, program)
        above, below = parents(found.nodes), {node.number: 0 for node in found.nodes}
        for number in sorted(below, reverse=True):
            if above[number]:
                below[above[number]] += 1 + below[number]
        assert {node.number: node.below for node in found.nodes} == below


def test_a_search_that_is_stopped_shows_what_it_has():
    found = drawn(read(find("fifteen")), "breadth_first", limits=Limits(seconds=0.2), extent=Extent(most=30))
    assert (found.outcome, found.whole) == (Outcome.TIME_LIMIT, False)
    assert len(found.nodes) + sum(node.folded for node in found.nodes) == found.visited > 1000


def test_a_space_without_a_goal_has_no_next_iteration():
    facts = read_text(GRAPH)
    for program in ("breadth_first", "a_star"):
        found = drawn(facts, program, start=1)
        assert (found.outcome, found.step, found.visited) == (Outcome.NO_SOLUTION_WITHIN_LIMIT, 0, 4)
        assert [node.end for node in found.nodes] == [None, None, None, End.SEEN]


def test_a_star_has_no_threshold():
    with pytest.raises(UnavailableProgramError, match="a_star has one iteration, without a threshold"):
        drawn(EIGHT, "a_star", 12)
