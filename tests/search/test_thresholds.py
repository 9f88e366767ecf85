"""All engines go by the same thresholds, on boards where they grow by one and on those where they grow by two."""

from collections import Counter
from random import Random

import pytest

from pybridge.agreement import compare
from pybridge.boards.generate import rectangle
from tests.solving import solve

SEARCHES = [
    ("python", "ida_star"), ("native", "ida_star"), ("prolog-compiled", "ida_star"), ("prolog", "ids_low"),
    ("prolog-terms", "ids_low"), ("prolog-compiled", "ids_low"), ("python", "ids_low"),
]  # fmt: skip
HEURISTIC = {"ida_star": "manhattan"}


def boards(seed, number):
    """Small random boards: wrapped, of hexagons, or plain."""
    random = Random(seed)
    shapes = [
        ((2, 3), {"wrap": "columns"}), ((2, 3), {"hexagonal": True}), ((3, 2), {"wrap": "rows"}),
        ((3, 2), {"hexagonal": True}), ((2, 3), {}),
    ]  # fmt: skip
    for _ in range(number):
        (rows, columns), kind = random.choice(shapes)
        blank = random.choice(["first", "last"])
        yield rectangle(rows, columns, seed=random.randrange(10**6), blank=blank, **kind)


def steps(seed, number):
    """Have all engines solve random boards; by how much thresholds grew, counted."""
    grew = Counter()
    for facts in boards(seed, number):
        solutions = [
            solve(facts, program, engine=engine, nodes=False, heuristic=HEURISTIC.get(program))
            for engine, program in SEARCHES
        ]
        comparison = compare(facts, *facts.starts[0], solutions)
        assert [check.difference for check in comparison.checks if check.difference] == [], facts.starts
        tried = {
            tuple(each.threshold for each in found.iterations) for found in solutions if found.program == "ida_star"
        }
        assert len(tried) == 1
        grew[solutions[1].step] += 1
    return grew


def test_a_few_boards():
    assert steps(1, 3)[1] >= 1


@pytest.mark.slow
def test_many_boards():
    assert steps(2, 80)[1] >= 55
