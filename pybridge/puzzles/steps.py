"""The judge's move for each domain: the state after a move, using only the facts.

Nothing here is shared with the engines. A move that the facts do not allow raises ValueError with the reason.
"""

from pybridge.facts import BlocksFacts, SlidingFacts, State
from pybridge.puzzles.protocol import Move


def slide(facts: SlidingFacts, state: State, move: Move) -> State:
    """Move a tile into the blank next to it."""
    lies: dict[int | str, int] = dict(enumerate(state))
    if lies.get(move.target) != 0:
        raise ValueError(f"cell {move.target} is not blank")
    if lies.get(move.source) != move.piece:
        raise ValueError(f"tile {move.piece} is not on cell {move.source}")
    if (move.source, move.target) not in {(a, b) for a, cells in enumerate(facts.neighbors) for b in cells}:
        raise ValueError(f"cells {move.source} and {move.target} are not neighbors")
    lies[move.target], lies[move.source] = int(move.piece), 0
    return tuple(lies[cell] for cell in range(len(lies)))


def carry(facts: BlocksFacts, state: State, move: Move) -> State:
    """Move a clear block onto a clear block, a clear place or the table."""
    stands = dict(state)
    if stands.get(str(move.piece)) != move.source:
        raise ValueError(f"{move.piece} is not on {move.source}")
    if move.target not in {*facts.blocks, *facts.places, facts.table} - {move.piece, None}:
        raise ValueError(f"{move.target} cannot carry it")
    if move.target == move.source:
        raise ValueError(f"it is already on {move.target}")
    for thing in (move.piece, move.target):
        if thing in stands.values() and thing != facts.table:
            raise ValueError(f"{thing} is not clear")
    stands[str(move.piece)] = str(move.target)
    return tuple(stands.items())
