"""The maximum of heuristics: as large as the largest, as good as the worst of its promises."""

import pytest

from pybridge.facts import find, read
from pybridge.heuristics import Manhattan
from pybridge.heuristics.protocol import Maximum
from pybridge.heuristics.takahashi import InversionDistance, WalkingDistance, grid, walking_recipes
from tests.heuristics.rectangles import distances, named, prove, rectangle, steps


class Toy:
    """Estimates what it is given."""

    def __init__(self, name="toy", value=0, admissible=True, consistent=True, source="us, now"):
        self.name, self.value, self.source = name, value, source
        self.admissible, self.consistent = admissible, consistent

    def estimate(self, state):
        return self.value

    def after(self, h, move, state):
        return self.value


def both(facts):
    tables = [recipe.build(lambda phrase: None) for recipe in walking_recipes(grid(facts))]
    return WalkingDistance(facts, *tables), InversionDistance(facts)


@pytest.mark.parametrize(
    "board",
    [
        (2, 2, (0, 1)),
        (2, 3, (0, 2)),
        (3, 2, (1, 0)),
        pytest.param((2, 4, (1, 1)), marks=pytest.mark.slow),
        (1, 4, (0, 2)),
    ],
    ids=named,
)
def test_admissible_and_consistent_on_every_state(board):
    facts = rectangle(*board)
    members = both(facts)
    for state, h in prove(facts, Maximum(members)).items():
        assert h == max(member.estimate(state) for member in members)


def test_after_holds_though_the_largest_changes():
    """On some moves another heuristic becomes the largest, which the maximum alone cannot follow."""
    facts = rectangle(2, 4, (0, 3))
    one, other = both(facts)
    highest = Maximum([one, other])
    changes = 0
    for state in list(distances(facts))[::8]:
        ahead = one.estimate(state) - other.estimate(state)
        for move, after in steps(facts, state):
            changes += ahead * (one.estimate(after) - other.estimate(after)) <= 0
            assert highest.after(highest.estimate(state), move, after) == highest.estimate(after)
    assert changes


def test_name_and_source():
    facts = read(find("fifteen"))
    highest = Maximum([Manhattan(facts), *both(facts)])
    assert highest.name == "max(manhattan,walking,inversion)"
    assert highest.source == f"{Manhattan.source}; {WalkingDistance.source}"
    assert Maximum([Toy("a"), highest]).name == "max(a,max(manhattan,walking,inversion))"


@pytest.mark.parametrize("promise", ["admissible", "consistent"])
def test_it_promises_what_all_promise(promise):
    assert getattr(Maximum([Toy(), Toy()]), promise)
    assert not getattr(Maximum([Toy(), Toy(**{promise: False})]), promise)


def test_of_one_and_of_none():
    assert Maximum([Toy(value=7)]).estimate(()) == 7
    with pytest.raises(ValueError, match="at least one"):
        Maximum([])
