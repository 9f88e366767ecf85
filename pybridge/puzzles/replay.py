"""The judge: play a solution move by move from the facts alone.

It shares no code with the engines, and knows nothing of successors, boards as tuples, or heuristics.
"""

from collections.abc import Iterable

from pybridge.errors import DisagreementError
from pybridge.facts import PuzzleFacts, State
from pybridge.puzzles.domains import rules
from pybridge.puzzles.protocol import Move


def replay(facts: PuzzleFacts, start: State, moves: Iterable[Move]) -> list[State]:
    """The states that the moves lead through, the start first and a goal last.

    Raises DisagreementError at the first move that the facts do not allow, and if the end is no goal.
    """
    states, step = [start], rules(facts).step
    for number, move in enumerate(moves, start=1):
        try:
            states.append(step(facts, states[-1], move))
        except ValueError as error:
            raise DisagreementError(f"move {number} ({move.piece} to {move.target}) is not allowed: {error}") from error
    if states[-1] not in facts.goals:
        raise DisagreementError(f"the moves end in {list(states[-1])}, which is no goal")
    return states
