"""Which way of taking a census suits a puzzle, and what it will need, told before it begins."""

import contextlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pybridge.errors import UnavailableProgramError
from pybridge.facts import PuzzleFacts, State
from pybridge.search.census.levels import Counter

_HASHED = {"sliding_tiles": 8e6, "blocks_world": 2.5e6}
"""States a second."""
_PLAIN = {"sliding_tiles": (200e3, 100, 5), "blocks_world": (30e3, 280, 10)}
"""States a second; bytes a state, and for each of its entries. Measured were 54 to 142 of the first, 224 to 302 of the
second: only the last levels are held, which are a smaller part of the states where there are many levels."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a census will be taken: how many `states` there are, bytes of `memory`, `seconds`, and how many `threads`."""

    method: str
    states: int
    memory: int
    seconds: float
    threads: int


def _bits(facts: PuzzleFacts, states: int, threads: int) -> Plan:
    from pybridge.search.census.bit_space import make_space

    return Plan("bits", states, make_space(facts).memory, _seconds(states, 300e6 * threads), threads)


def _hashed(facts: PuzzleFacts, states: int, threads: int) -> Plan:
    from pybridge.search.census.hashed import memory

    try:
        needed = memory(facts, states)
    except UnavailableProgramError as error:
        raise UnavailableProgramError(f"{error}; --method plain holds any") from None
    return Plan("hashed", states, needed, _seconds(states, _HASHED[facts.domain]), 1)


def _plain(facts: PuzzleFacts, states: int, threads: int) -> Plan:
    rate, fixed, entry = _PLAIN[facts.domain]
    return Plan("plain", states, (fixed + entry * len(facts.goals[0])) * states, _seconds(states, rate), 1)


def _seconds(states: int, rate: float) -> float:
    """About how long it takes."""
    return 0.1 + min(states, 10**300) / rate


_PLANS: dict[str, Callable[[PuzzleFacts, int, int], Plan]] = {"bits": _bits, "hashed": _hashed, "plain": _plain}
METHODS = tuple(_PLANS)
_SPARSE = 8
"""Bit arrays pay where no more than so many numbers of states are there for each one that can be reached."""


def plan(facts: PuzzleFacts, method: str | None = None, threads: int | None = None) -> Plan:
    """The plan of a census by a method, or by the one that suits; with that many threads, or one a processor.

    Raises UnavailableProgramError for a method that does not exist or does not fit the puzzle.
    """
    if method is not None and method not in METHODS:
        raise UnavailableProgramError(f"no method is called {method!r}; there are {', '.join(METHODS)}")
    from pybridge.puzzles.solvability import count_states

    states = count_states(facts)
    return _PLANS[method or _suits(facts, states)](facts, states, threads or os.cpu_count() or 1)


def _suits(facts: PuzzleFacts, states: int) -> str:
    """The method that needs least: bits where most of them are used, else a hash table, if that holds the puzzle."""
    from pybridge.search.census.bit_space import make_space
    from pybridge.search.packed.choose import packed

    with contextlib.suppress(UnavailableProgramError):
        if make_space(facts).numbers <= _SPARSE * states:
            return "bits"
    with contextlib.suppress(UnavailableProgramError):
        packed(facts)
        return "hashed"
    return "plain"


def counter(chosen: Plan, facts: PuzzleFacts, starts: Sequence[State]) -> Counter:
    """The census of a plan, ready to begin. Raises MemoryError."""
    if chosen.method == "bits":
        from pybridge.search.census.bits import BitCounter

        return BitCounter(facts, starts, chosen.threads)
    if chosen.method == "hashed":
        from pybridge.search.census.hashed import HashedCounter

        return HashedCounter(facts, starts, chosen.states)
    from pybridge.search.census.plain import PlainCounter

    return PlainCounter(facts, starts)
