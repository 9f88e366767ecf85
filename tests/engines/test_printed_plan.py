"""A plan in words, whatever a program prints before and behind it."""

import pytest

from pybridge import solve
from pybridge.engines.printed_plan import NamedMoves, Plans
from pybridge.facts import find, read


@pytest.mark.parametrize("before", [[], ["Solution found"], ["Looking at 3 blocks", "now it moves them"]])
@pytest.mark.parametrize("behind", [[], ["done"]])
def test_a_plan_is_found_among_other_lines(before, behind):
    facts = read(find("blocks3"))
    moves = solve(facts).moves
    known = frozenset(str(part) for move in moves for part in move)
    lines = [*before, *(" ".join(map(str, move)) for move in moves), *behind]
    plans = Plans(NamedMoves(facts, facts.starts[0][1]), [(line, []) for line in lines], known)
    assert plans.found() == moves
