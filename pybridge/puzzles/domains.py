"""The rules of each domain, one row per domain."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from pybridge.errors import UnavailableProgramError
from pybridge.facts import BlocksFacts, PermutationFacts, PuzzleFacts, SlidingFacts, State
from pybridge.puzzles.blocks_world import BlocksOrbits, BlocksPuzzle
from pybridge.puzzles.drawn import drawn
from pybridge.puzzles.groups import PermutationOrbits, random_state
from pybridge.puzzles.permutation import PermutationPuzzle, turn
from pybridge.puzzles.protocol import Move, Orbits, Puzzle
from pybridge.puzzles.sliding_tiles import SlidingOrbits, SlidingPuzzle
from pybridge.puzzles.steps import carry, slide


@dataclass(frozen=True, slots=True)
class Rules:
    """How the states of a domain change.

    `puzzle` makes a puzzle from facts and a legal start. `step` is the judge's move: it returns the state after a move
    or raises ValueError. `orbits` partitions the states into sets that moves connect. `shuffled` puts the pieces of a
    state in random order, where `bench` is to draw boards. `random` draws a state that can reach a goal, all of them
    equally likely.
    """

    puzzle: Callable[[Any, State], Puzzle]
    step: Callable[[Any, State, Move], State]
    orbits: Callable[[Any], Orbits]
    shuffled: Callable[[State, Random], State] | None = None
    random: Callable[[Any, Random], State] | None = None


def _shuffled(state: State, source: Random) -> State:
    """The pieces in random order. Only `random` is the same in every Python, so that it alone is asked."""
    pieces = list(state)
    for last in range(len(pieces) - 1, 0, -1):
        other = int(source.random() * (last + 1))
        pieces[last], pieces[other] = pieces[other], pieces[last]
    return tuple(pieces)


def _slidden(facts: SlidingFacts, source: Random) -> State:
    return drawn(facts, source, _shuffled, SlidingOrbits, SlidingPuzzle)


RULES: dict[str, Rules] = {
    SlidingFacts.domain: Rules(SlidingPuzzle, slide, SlidingOrbits, _shuffled, _slidden),
    BlocksFacts.domain: Rules(BlocksPuzzle, carry, BlocksOrbits),
    PermutationFacts.domain: Rules(PermutationPuzzle, turn, PermutationOrbits, random=random_state),
}
"""The rows by domain name. A new domain adds its own."""


def rules(facts: PuzzleFacts) -> Rules:
    """The row for the domain of the facts. Raises UnavailableProgramError if there is none."""
    try:
        return RULES[facts.domain]
    except KeyError:
        raise UnavailableProgramError(f"the domain {facts.domain} of {facts.name} has no rules") from None
