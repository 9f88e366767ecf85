"""The judge: replay a solution move by move using only the facts.

It shares no code with the engines: no successors, no board tuples, no heuristics.
"""

from collections.abc import Iterable

from pybridge.errors import DisagreementError
from pybridge.facts import PuzzleFacts, State
from pybridge.puzzles.domains import rules
from pybridge.puzzles.protocol import Move


def replay(facts: PuzzleFacts, start: State, moves: Iterable[Move]) -> list[State]:
    """The states on the path of the moves, from the start to a goal.

    Raises DisagreementError at the first move that the facts do not allow, or if the path does not end at a goal.
    """
    states, step = [start], rules(facts).step
    for number, move in enumerate(moves, start=1):
        try:
            states.append(step(facts, states[-1], move))
        except ValueError as error:
            raise DisagreementError(f"move {number} ({move}) is not allowed: {error}") from error
    if states[-1] not in facts.goals:
        raise DisagreementError(f"the moves end in {list(states[-1])}, which is not a goal")
    return states
