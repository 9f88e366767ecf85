"""A lower bound for blocks worlds: count the blocks that must move, and those that must move twice."""

from collections.abc import Iterator, Mapping

from pybridge.facts import BlocksFacts
from pybridge.puzzles.protocol import Move

Stands = tuple[tuple[str, str], ...]


class Towers:
    """The sum of the fewest moves that each block needs; the minimum over several goals.

    A block is settled if it is on the same support as in the goal, and that support is the table, a place or a settled
    block. An unsettled block b counts once, but twice if

    (a) an unsettled block is below b, now and in the goal; or
    (b) the tower of b is on the same place now and in the goal, and the bottom block of the tower is now unsettled.

    Admissible: a move moves one block, so the counts add up. The lowest unsettled block of a tower is on the wrong
    support and must move, and all blocks above it must move first, so each counts once. In (a), let c be the block
    below: b moves away before the first move of c, and returns above c only after the last move of c. In (b), the
    bottom block leaves the place, which is then empty; b left before, or is that block, and returns to its tower.

    Consistent: a move does not change what is below other blocks, so only the count of the moving block changes; and
    it does not change by two, as neither (a) nor (b) holds when one move settles the block or has just unsettled it.
    """

    name = "towers"
    source = "after Gupta and Nau, 1992"
    admissible = True
    consistent = True

    def __init__(self, facts: BlocksFacts) -> None:
        self._goals = [_Goal(dict(goal), facts) for goal in facts.goals]

    def estimate(self, state: Stands) -> int:
        """Compute h of a state from scratch."""
        stands = dict(state)
        return min(sum(goal.moves(stands, block) for block in stands) for goal in self._goals)

    def after(self, h: int, move: Move, state: Stands) -> int:
        """h of `state` after `move`, given the h of the state before."""
        if len(self._goals) > 1:
            return self.estimate(state)
        (goal,), block, stands = self._goals, str(move.piece), dict(state)
        now = goal.moves(stands, block)
        stands[block] = str(move.source)
        return h + now - goal.moves(stands, block)


class _Goal:
    """The support of each block in a goal, and everything below it."""

    def __init__(self, stands: Mapping[str, str], facts: BlocksFacts) -> None:
        self._stands, self._places = stands, frozenset(facts.places)
        self._below = {block: frozenset(_down(stands, stands[block])) for block in stands}

    def moves(self, stands: Mapping[str, str], block: str) -> int:
        """The fewest moves of a block: 0, 1 or 2."""
        ground, *tower = reversed([block, *_down(stands, stands[block])])
        loose = len(tower)  # height of the lowest unsettled block
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
    """Yield a block and everything below it, down to the ground."""
    yield thing
    while thing in stands:
        thing = stands[thing]
        yield thing
