"""Blocks world: one clear block moves at a time, onto a clear block, a clear place or the table."""

from collections.abc import Iterator

from pybridge.facts import BlocksFacts
from pybridge.puzzles.protocol import Move, Pruning

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
                    yield Move(block, under, target), (*state[:index], (block, target), *state[index + 1 :])


class OtherBlocks(BlocksPuzzle):
    """A blocks world in which a block never moves twice in a row, as in every shortest solution."""

    pruning = Pruning.INVERSE_MOVE

    def successors(self, state: Towers, last: Move | None) -> Iterator[tuple[Move, Towers]]:
        """Moves as in `BlocksPuzzle`, except of the block that moved last."""
        for move, successor in super().successors(state, last):
            if last is None or move.piece != last.piece:
                yield move, successor
