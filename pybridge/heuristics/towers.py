"""A lower bound for blocks world: blocks that are not where they shall stay, and those that must move twice."""

from collections.abc import Iterator, Mapping

from pybridge.facts import BlocksFacts
from pybridge.puzzles.protocol import Move

Stands = tuple[tuple[str, str], ...]


class Towers:
    """The moves that the blocks need at least, each for itself; of several goals, the least.

    A block is settled if it stands on what it stands on in the goal, and that is the table, a place or settled itself.
    A block that is not settled counts once, and twice if

    (a) a block that is not settled stands below it, now and in the goal; or
    (b) its tower stands on a place, now and in the goal, and the bottom block of the tower now is not settled.

    Admissible: a move moves one block, so what each block needs adds up. Of the blocks of a tower that are not settled
    the lowest stands on a wrong thing and must move, and before it all that stand on it: each counts once. In (a) let c
    be that block below: b goes before c first moves, and comes back above c only after c last moved. In (b) the bottom
    block leaves the place, which then is empty; b has gone before, or is that block, and comes back to its tower.

    Consistent: what is below other blocks than the one that moves stays as it is, so only the moving block's own count
    changes; and not by two, for neither (a) nor (b) can hold when one move settles it or has just unsettled it.
    """

    name = "towers"
    source = "after Gupta and Nau, 1992"
    admissible = True
    consistent = True

    def __init__(self, facts: BlocksFacts) -> None:
        self._goals = [_Goal(dict(goal), facts) for goal in facts.goals]

    def estimate(self, state: Stands) -> int:
        """h of a state, from scratch."""
        stands = dict(state)
        return min(sum(goal.moves(stands, block) for block in stands) for goal in self._goals)

    def after(self, h: int, move: Move, state: Stands) -> int:
        """h of `state`, to which `move` led from a state whose h is given."""
        if len(self._goals) > 1:
            return self.estimate(state)
        (goal,), block, stands = self._goals, str(move.piece), dict(state)
        now = goal.moves(stands, block)
        stands[block] = str(move.source)
        return h + now - goal.moves(stands, block)


class _Goal:
    """What each block stands on in a goal, what is anywhere below it, and on which ground its tower is."""

    def __init__(self, stands: Mapping[str, str], facts: BlocksFacts) -> None:
        self._stands, self._places = stands, frozenset(facts.places)
        self._below = {block: frozenset(_down(stands, stands[block])) for block in stands}

    def moves(self, stands: Mapping[str, str], block: str) -> int:
        """How often the block moves at least: 0, 1 or 2."""
        ground, *tower = reversed([block, *_down(stands, stands[block])])
        loose = len(tower)  # where the blocks begin that are not settled
        under = ground
        for height, each in enumerate(tower):
            if self._stands[each] != under:
                loose = height
                break
            under = each
        if loose == len(tower):
            return 0
        bottom_leaves = loose == 0 and ground in self._places and ground in self._below[block]
        return 2 if bottom_leaves or not self._below[block].isdisjoint(tower[loose:]) else 1


def _down(stands: Mapping[str, str], thing: str) -> Iterator[str]:
    """A thing and all below it, down to the ground."""
    yield thing
    while thing in stands:
        thing = stands[thing]
        yield thing
