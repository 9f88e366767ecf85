"""Blocks worlds: the puzzle, the judge's move, and the orbits: the sets of states that moves connect.

With a table, every tower can be taken down onto it, so all states are connected. The same holds for three or more
places: blocks can be gathered on two of them to bring any block to the bottom of the third. With two places, the
sequence of blocks up one tower and down the other never changes, only where it is split. With one, no block can move.
"""

from collections.abc import Iterator, Sequence
from math import comb, factorial

from pybridge.facts import BlocksFacts, State
from pybridge.facts.wording import visible
from pybridge.puzzles.parts import differing
from pybridge.puzzles.protocol import Move, PieceMove, Pruning, Reason
from pybridge.puzzles.rows import Transitions, always
from pybridge.translation import said

Towers = tuple[tuple[str, str], ...]


class BlocksPuzzle:
    """One start state of a blocks world. A state is a tuple of (block, under), in the order of the blocks."""

    pruning = Pruning.PATH

    def __init__(self, facts: BlocksFacts, start: Towers) -> None:
        self.start = start
        self._goals = frozenset(facts.goals)
        self._targets = facts.blocks + facts.grounds
        self._table = facts.table

    def is_goal(self, state: Towers) -> bool:
        """Whether the state is one of the goals."""
        return state in self._goals

    def successors(self, state: Towers, last: Move | None) -> Iterator[tuple[Move, Towers]]:
        """Moves of each clear block onto each clear block and place, then onto the table; ignores `last`."""
        carrying = {under for _, under in state}
        clear = [target for target in self._targets if target not in carrying or target == self._table]
        for index, (block, under) in enumerate(state):
            if block in carrying:
                continue
            for target in clear:
                if target != block and target != under:
                    yield PieceMove(block, under, target), (*state[:index], (block, target), *state[index + 1 :])


class OtherBlocks(BlocksPuzzle):
    """A blocks world in which a block never moves twice in a row, as in every shortest solution."""

    pruning = Pruning.INVERSE

    def successors(self, state: Towers, last: Move | None) -> Iterator[tuple[Move, Towers]]:
        """Moves as in `BlocksPuzzle`, except of the block that moved last."""
        for move, successor in super().successors(state, last):
            if last is None or move.piece != last.piece:
                yield move, successor


def carry(facts: BlocksFacts, state: State, move: Move) -> State:
    """Move a clear block onto a clear block, a clear place or the table."""
    stands = dict(state)
    if stands.get(str(move.piece)) != move.source:
        raise ValueError(said("{piece} is not on {place}", piece=move.piece, place=move.source))
    if move.target not in {*facts.blocks, *facts.places, facts.table} - {move.piece, None}:
        raise ValueError(said("{place} cannot carry it", place=move.target))
    if move.target == move.source:
        raise ValueError(said("it is already on {place}", place=move.target))
    for thing in (move.piece, move.target):
        if thing in stands.values() and thing != facts.table:
            raise ValueError(said("{thing} is not clear", thing=thing))
    stands[str(move.piece)] = str(move.target)
    return tuple(stands.items())


class BlocksOrbits:
    """The orbits of a blocks world."""

    def __init__(self, facts: BlocksFacts) -> None:
        self._blocks = len(facts.blocks)
        self._places = facts.places
        self._connected = facts.table is not None or len(facts.places) >= 3
        self._has_table = facts.table is not None

    def orbit(self, state: Towers) -> Towers | tuple[str, ...]:
        """A value that is the same for two states if and only if they are in the same orbit."""
        if self._connected:
            return ()
        return state if len(self._places) == 1 else tuple(_row(self._places, state))

    def size(self, state: Towers) -> int:
        """The number of states in the orbit of the state."""
        if self._connected:
            return self.arrangements()
        return 1 if len(self._places) == 1 else self._blocks + 1

    def arrangements(self) -> int:
        """The number of ways to stack the blocks on the places, and on the table in any number of towers.

        On p places, n blocks have n! orders, each split in C(n + p - 1, n) ways. A table adds k unordered towers:
        n! / k! * C(n + p - 1, n - k), the coefficients of exp(x / (1 - x)) / (1 - x)^p.
        """
        blocks, places = self._blocks, len(self._places)
        if not self._has_table:
            return factorial(blocks) * comb(blocks + places - 1, blocks)
        return sum(
            factorial(blocks) // factorial(towers) * comb(blocks + places - 1, blocks - towers)
            for towers in range(blocks + 1)
        )

    def why_apart(self, state: Towers, goal: Towers) -> Reason:
        """Why the goal is not in the orbit of the state."""
        if len(self._places) == 1:
            return Reason("with a single place and no table, no block can move")
        row, wanted = (_row(self._places, towers) for towers in (state, goal))
        up, down = map(visible, self._places)
        mine, theirs = differing(row, wanted, visible)
        return Reason(
            "with two places and no table, the blocks keep their order like beads on a string: "
            f"up {up} and down {down} they are {mine}, and in the goal {theirs}"
        )


def _row(places: Sequence[str], towers: Towers) -> list[str]:
    """The blocks up the first of two towers, then down the second."""
    above = {under: block for block, under in towers}
    stacks = []
    for place in places:
        stack = []
        while place in above:
            place = above[place]
            stack.append(place)
        stacks.append(stack)
    return stacks[0] + stacks[1][::-1]


TRANSITIONS = Transitions(BlocksPuzzle, carry, always, BlocksOrbits)
"""A block is carried back."""
