"""The judge: play a solution move by move from the facts alone.

It shares no code with the engines, and knows nothing of successors, boards as tuples, or heuristics.
"""

from collections.abc import Iterable

from pybridge.errors import DisagreementError
from pybridge.facts import BlocksFacts, PuzzleFacts, SlidingFacts, State
from pybridge.puzzles.protocol import Move


def replay(facts: PuzzleFacts, start: State, moves: Iterable[Move]) -> list[State]:
    """The states that the moves lead through, the start first and a goal last.

    Raises DisagreementError at the first move that the facts do not allow, and if the end is no goal.
    """
    states = [start]
    for number, move in enumerate(moves, start=1):
        try:
            states.append(_step(facts, states[-1], move))
        except ValueError as error:
            raise DisagreementError(f"move {number} ({move.piece} to {move.target}) is not allowed: {error}") from error
    if states[-1] not in facts.goals:
        raise DisagreementError(f"the moves end in {list(states[-1])}, which is no goal")
    return states


def _step(facts: PuzzleFacts, state: State, move: Move) -> State:
    if isinstance(facts, SlidingFacts):
        return _slide(facts, state, move)
    if isinstance(facts, BlocksFacts):
        return _carry(facts, state, move)
    raise TypeError(f"no judge for {type(facts).__name__}")


def _slide(facts: SlidingFacts, state: State, move: Move) -> State:
    lies: dict[int | str, int] = dict(enumerate(state))
    if lies.get(move.target) != 0:
        raise ValueError(f"cell {move.target} is not blank")
    if lies.get(move.source) != move.piece:
        raise ValueError(f"tile {move.piece} is not on cell {move.source}")
    if (move.source, move.target) not in {(a, b) for a, cells in enumerate(facts.neighbors) for b in cells}:
        raise ValueError(f"cells {move.source} and {move.target} do not touch")
    lies[move.target], lies[move.source] = int(move.piece), 0
    return tuple(lies[cell] for cell in range(len(lies)))


def _carry(facts: BlocksFacts, state: State, move: Move) -> State:
    stands = dict(state)
    if stands.get(str(move.piece)) != move.source:
        raise ValueError(f"{move.piece} does not stand on {move.source}")
    if move.target not in {*facts.blocks, *facts.places, facts.table} - {move.piece, None}:
        raise ValueError(f"{move.target} cannot carry it")
    if move.target == move.source:
        raise ValueError(f"it stands on {move.target} already")
    for thing in (move.piece, move.target):
        if thing in stands.values() and thing != facts.table:
            raise ValueError(f"{thing} is not clear")
    stands[str(move.piece)] = str(move.target)
    return tuple(stands.items())
