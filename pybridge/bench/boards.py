"""The boards that a search is measured on: a puzzle's named starts, or random ones."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pybridge.errors import UnavailableProgramError, UnknownStartError
from pybridge.facts import PuzzleFacts, SlidingFacts
from pybridge.puzzles import why_unsolvable

MOST_REJECTED = 1000
"""Random states in a row that reach no goal, after which no more are drawn."""

Start = tuple[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Boards:
    """Starts of a puzzle by name; `seed` if they are random."""

    facts: SlidingFacts
    starts: tuple[Start, ...]
    seed: int | None = None

    @property
    def optimal(self) -> Mapping[str, int]:
        """The lengths that are known."""
        return self.facts.optimal if self.seed is None else {}


def named(facts: PuzzleFacts, most: int | None = None) -> Boards:
    """A puzzle's starts, or the first `most` of them. Raises UnavailableProgramError for another domain."""
    board = _sliding(facts)
    return Boards(board, board.starts[:most])


def random_boards(facts: PuzzleFacts, number: int, seed: int) -> Boards:
    """Solvable starts r1, r2 ..., each state as likely as any other; the same for the same seed on every machine.

    Raises UnavailableProgramError for another domain, UnknownStartError where hardly any state is solvable.
    """
    board = _sliding(facts)
    drawn = _solvable(board, random.Random(seed))
    return Boards(board, tuple((f"r{k}", next(drawn)) for k in range(1, number + 1)), seed)


def _solvable(facts: SlidingFacts, source: random.Random) -> Iterator[tuple[int, ...]]:
    """States drawn at random without end, those left out that reach no goal."""
    rejected = 0
    while rejected < MOST_REJECTED:
        state = _shuffled(facts.goals[0], source)
        if why_unsolvable(facts, state) is None:
            rejected = 0
            yield state
        else:
            rejected += 1
    raise UnknownStartError(
        f"none of {MOST_REJECTED:,} random states of {facts.name} reaches a goal; name starts in its file instead"
    )


def _shuffled(goal: tuple[int, ...], source: random.Random) -> tuple[int, ...]:
    """The pieces in random order. Only `random` is the same in every Python, so that it alone is asked."""
    state = list(goal)
    for last in range(len(state) - 1, 0, -1):
        other = int(source.random() * (last + 1))
        state[last], state[other] = state[other], state[last]
    return tuple(state)


def _sliding(facts: PuzzleFacts) -> SlidingFacts:
    if not isinstance(facts, SlidingFacts):
        raise UnavailableProgramError(f"the engine native is for sliding tiles; {facts.name} is of {facts.domain}")
    return facts
