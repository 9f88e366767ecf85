"""Random states that can reach a goal, for domains that only know how to put the pieces in random order."""

from collections.abc import Callable
from random import Random
from typing import Any

from pybridge.errors import UnavailableProgramError
from pybridge.facts import PuzzleFacts, State
from pybridge.puzzles.protocol import Orbits, Puzzle

MOST_TRIED = 1_000
"""How many arrangements are drawn for one that can reach a goal."""
MOST_LISTED = 200_000
"""States that can reach a goal, if those are few among all arrangements: they are listed, and one is drawn."""


def drawn(
    facts: PuzzleFacts,
    source: Random,
    shuffled: Callable[[State, Random], State],
    orbits: Callable[[Any], Orbits],
    puzzle: Callable[[Any, State], Puzzle],
) -> State:
    """A state that can reach a goal; all such states are equally likely. Raises UnavailableProgramError."""
    known = orbits(facts)
    goals = {known.orbit(goal): goal for goal in facts.goals}
    states = sum(map(known.size, goals.values()))
    if states * MOST_TRIED // 10 < known.arrangements() and states <= MOST_LISTED:
        listed = sorted(state for goal in goals.values() for state in _joined(puzzle(facts, goal)))
        return tuple(listed[int(source.random() * len(listed))])
    for _ in range(MOST_TRIED):
        state = shuffled(facts.goals[0], source)
        if known.orbit(state) in goals:
            return state
    message = f"{facts.name}: none of {MOST_TRIED:,} random arrangements can reach a goal"
    raise UnavailableProgramError(f"{message}; use --start with a name or a state")


def _joined(puzzle: Puzzle) -> set[Any]:
    """All states that moves lead to."""
    known: set[Any] = {puzzle.start}
    queue = [puzzle.start]
    for state in queue:
        fresh = {after for _, after in puzzle.successors(state, None)} - known
        known |= fresh
        queue += fresh
    return known
