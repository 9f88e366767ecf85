"""The plain searches on the shipped puzzles, against counts that share no code with them."""

from collections import Counter
from dataclasses import replace

import pytest

from pybridge.facts import find, read
from pybridge.outcome import Outcome
from pybridge.puzzles import puzzle_from, replay
from pybridge.search.plain import breadth_first
from pybridge.search.tally import Tally
from pybridge.search.task import ALL
from tests.samples import sample
from tests.solving import solve

# How many states are at each distance from the goal. Sources: OEIS A090035; OEIS A089473; M. Hiroi's page of equal
# pieces, recounted; M. Hiroi's page of three blocks, recounted from its start.
DISTANCES = {
    "seven": [
        *(1, 2, 3, 6, 10, 14, 19, 28, 42, 61, 85, 119, 161, 215, 293, 396, 506, 632, 788),
        *(985, 1194, 1414, 1664, 1884, 1999, 1958, 1770, 1463, 1076, 667, 361, 190, 88, 39, 19, 7, 1),
    ],
    "eight": [
        *(1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529),
        *(10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2),
    ],
    "box_eight": [
        *(1, 4, 8, 8, 16, 32, 60, 72, 136, 200, 376, 512, 944, 1232, 2188, 2756, 4786, 5648, 8934),
        *(9024, 12664, 10596, 12164, 7328, 6405, 2540, 1564, 344, 148, 24, 6),
    ],
}
FROM_THE_START = {"blocks3": [1, 2, 4, 12, 17, 16, 7, 1]}

SOLUTIONS = {("seven", "page"): (36, 24), ("box_eight", "page"): (30, 16), ("blocks3", "page"): (5, 1)}

SEVEN = [7, 2, 1, 5, 6, 1, 2, 7, 4, 3, 1, 2, 5, 6, 2, 5, 7, 4, 3, 1, 5, 2, 6, 7, 4, 3, 1, 5, 2, 6, 7, 4, 3, 2, 6, 7]


@pytest.mark.parametrize("name", sample(DISTANCES, slow=("eight",)))
def test_distances_from_the_goal(name):
    facts = read(find(name))
    (goal,) = facts.goals
    tally = Tally()
    assert breadth_first(puzzle_from(replace(facts, goals=()), goal), tally) == []
    assert [iteration.expanded for iteration in tally.iterations] == DISTANCES[name]
    assert [iteration.threshold for iteration in tally.iterations] == list(range(len(DISTANCES[name])))


@pytest.mark.parametrize("name", FROM_THE_START)
def test_distances_from_the_start(name):
    facts = read(find(name))
    tally = Tally()
    assert breadth_first(puzzle_from(replace(facts, goals=()), facts.starts[0][1]), tally) == []
    assert [iteration.expanded for iteration in tally.iterations] == FROM_THE_START[name]


@pytest.mark.parametrize(
    ("name", "program"),
    sample(
        [
            ("seven", "ids_low"),
            ("seven", "ida_star"),
            ("seven", "breadth_first"),
            ("box_eight", "ids_low"),
            ("box_eight", "ida_star"),
            ("box_eight", "breadth_first"),
            ("blocks3", "ids"),
            ("blocks3", "breadth_first"),
        ],
        slow=(("seven", "ids_low"), ("box_eight", "ids_low"), ("box_eight", "breadth_first")),
    ),
)
def test_all_shortest_solutions(name, program):
    facts = read(find(name))
    length, count = SOLUTIONS[name, "page"]
    solution = solve(facts, program, engine="python", wanted=ALL)
    assert solution.outcome is Outcome.SOLVED
    assert {len(moves) for moves in solution.solutions} == {length}
    assert len(set(solution.solutions)) == len(solution.solutions) == count
    for moves in solution.solutions:
        assert len(replay(facts, facts.start("page"), moves)) == length + 1
    first = solve(facts, program, engine="python")
    assert first.solutions == solution.solutions[:1]


STARTS = [(name, start) for name in ("eight", "blocks4", "sussman") for start, _ in read(find(name)).starts]


@pytest.mark.parametrize(("name", "start"), [*STARTS, ("fifteen", "easy"), ("fifteen", "qiita")])
def test_known_lengths(name, start):
    facts = read(find(name))
    programs = ["ids_low", "ida_star"] if facts.domain == "sliding_tiles" else ["ids", "breadth_first"]
    for program in programs:
        solution = solve(facts, program, engine="python", start=start)
        assert solution.length == facts.optimal[start]
        assert (solution.lower_bound or 0) == solution.length
        completed = [iteration.threshold for iteration in solution.iterations if iteration.completed]
        assert not completed or completed[-1] + solution.step == solution.length
        assert len(replay(facts, facts.start(start), solution.moves)) == solution.length + 1


def test_the_first_solution_of_the_page():
    solution = solve(read(find("seven")), "ids_low", engine="python")
    assert [move.piece for move in solution.moves] == SEVEN


# The page's search, written once more: boards as dictionaries, distances from rows and columns.


def seven_by_lower_bound(threshold):
    """(expanded, generated, found) of one search of the 7-puzzle at a threshold."""
    sides = {
        (r, c): sorted((x, y) for x in (0, 1) for y in range(4) if abs(x - r) + abs(y - c) == 1)
        for r in (0, 1)
        for c in range(4)
    }
    home = {tile: divmod(tile - 1, 4) for tile in range(1, 8)}
    counts = {"expanded": 0, "generated": 0}

    def below(board, blank, came_from, depth):
        bound = sum(abs(r - home[t][0]) + abs(c - home[t][1]) for (r, c), t in board.items())
        if depth == threshold and bound == 0:
            return True
        if depth + bound > threshold:
            return False
        counts["expanded"] += 1
        for side in sides[blank]:
            if side == came_from:
                continue
            counts["generated"] += 1
            after = dict(board)
            after[blank] = after.pop(side)
            if below(after, side, blank, depth + 1):
                return True
        return False

    start = (7, 2, 1, 4, 3, 6, 5)
    board = {divmod(cell, 4): tile for cell, tile in enumerate(start, start=1)}
    found = below(board, (0, 0), None, 0)
    return counts["expanded"], counts["generated"], found


def test_counters_of_ids_low_on_seven():
    solution = solve(read(find("seven")), "ids_low", engine="python")
    assert [iteration.threshold for iteration in solution.iterations] == list(range(16, 37))
    assert [(i.expanded, i.generated, not i.completed) for i in solution.iterations] == [
        seven_by_lower_bound(threshold) for threshold in range(16, 37)
    ]


def walks_without_undoing(rows, columns, blank, length):
    """Walks of the blank of each length on a rectangle: what is on the cells does not matter to their number."""
    counts, ends = [1], Counter({(blank, None): 1})
    for _ in range(length):
        after = Counter()
        for ((row, column), before), many in ends.items():
            for side in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if 0 <= side[0] < rows and 0 <= side[1] < columns and side != before:
                    after[side, (row, column)] += many
        ends = after
        counts.append(ends.total())
    return counts


@pytest.mark.parametrize(
    ("name", "start", "rows", "columns", "last"),
    [("seven", "page", 2, 4, 18), ("eight", "farthest_1", 3, 3, 15), ("box_eight", "page", 3, 3, 15),
     ("fifteen", "takahashi", 4, 4, 11)],
)  # fmt: skip
def test_counters_of_ids(name, start, rows, columns, last):
    facts = read(find(name))
    solution = solve(facts, "ids", engine="python", start=start, last_threshold=last)
    assert solution.outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT
    assert solution.lower_bound == last + 1
    walks = walks_without_undoing(rows, columns, divmod(facts.start(start).index(0), columns), last)
    assert [(i.threshold, i.expanded, i.generated) for i in solution.iterations] == [
        (limit, sum(walks[:limit]), sum(walks[1 : limit + 1])) for limit in range(last + 1)
    ]


def simple_plans(start, places, length):
    """Plans of blocks that reach no state twice: per length (plans, moves possible after them)."""
    blocks = [block for block, _ in start]

    def ways_on(state):
        loaded = set(state.values())
        return [
            {**state, block: to}
            for block in blocks
            for to in (*blocks, *places)
            if block not in loaded and to not in loaded and to != block
        ]

    layer, counts = [(dict(start),)], []
    for _ in range(length):
        on = [(plan, after) for plan in layer for after in ways_on(plan[-1])]
        counts.append((len(layer), len(on)))
        layer = [(*plan, after) for plan, after in on if after not in plan]
    return counts


@pytest.mark.parametrize(("name", "start", "last"), [("blocks3", "page", 4), ("blocks4", "tower", 6)])
def test_counters_of_ids_on_blocks(name, start, last):
    facts = read(find(name))
    solution = solve(facts, "ids", engine="python", start=start, last_threshold=last)
    counts = simple_plans(facts.start(start), facts.places, last)
    assert [(i.threshold, i.expanded, i.generated) for i in solution.iterations] == [
        (limit, sum(plans for plans, _ in counts[:limit]), sum(on for _, on in counts[:limit]))
        for limit in range(last + 1)
    ]
