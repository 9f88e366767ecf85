"""The boards that a search is measured on, a puzzle's named starts or random ones, and with which heuristics."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pybridge.errors import UnavailableProgramError, UnknownStartError
from pybridge.facts import PuzzleFacts, SlidingFacts
from pybridge.heuristics.choice import sizes
from pybridge.heuristics.registry import fits, parse
from pybridge.puzzles import why_unsolvable
from pybridge.puzzles.domains import rules

MOST_REJECTED = 1000
"""Random states in a row that reach no goal, after which no more are drawn."""

Start = tuple[str, tuple[int, ...]]

_SMALL, _MIDDLE = 12, 16
"""Cells up to which distances alone will do, and up to which Takahashi's bounds will."""


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
    board: SlidingFacts = _measured(facts)
    return Boards(board, board.starts[:most])


def random_boards(facts: PuzzleFacts, number: int, seed: int) -> Boards:
    """Solvable starts r1, r2 ..., each state as likely as any other; the same for the same seed on every machine.

    Raises UnavailableProgramError for another domain, UnknownStartError where hardly any state is solvable.
    """
    board: SlidingFacts = _measured(facts)
    drawn = _solvable(board, random.Random(seed))
    return Boards(board, tuple((f"r{k}", next(drawn)) for k in range(1, number + 1)), seed)


def _solvable(facts: SlidingFacts, source: random.Random) -> Iterator[tuple[int, ...]]:
    """States drawn at random without end, those left out that reach no goal."""
    shuffled, rejected = rules(facts).shuffled, 0
    assert shuffled  # `_measured` has looked
    while rejected < MOST_REJECTED:
        state = shuffled(facts.goals[0], source)
        if why_unsolvable(facts, state) is None:
            rejected = 0
            yield state
        else:
            rejected += 1
    raise UnknownStartError(
        f"none of {MOST_REJECTED:,} random states of {facts.name} reaches a goal; name starts in its file instead"
    )


def _measured(facts: PuzzleFacts) -> Any:
    """The facts, if their domain's boards are measured."""
    if rules(facts).shuffled is None:
        raise UnavailableProgramError(f"bench has no boards of {facts.domain}, the domain of {facts.name}")
    return facts


def heuristics_for(facts: SlidingFacts) -> tuple[str, ...]:
    """Heuristics worth comparing on a board, none of which takes minutes for a mean start of a board of common size."""
    cells = len(facts.cells)
    if cells <= _SMALL:
        names: tuple[str, ...] = ("manhattan", "takahashi", f"pdb:{sizes(cells)}")
    elif cells == _MIDDLE:
        names = ("takahashi", "pdb:6-6-3", "pdb:7-8")
    elif cells < _MIDDLE:
        names = ("takahashi", f"pdb:{sizes(cells)}")
    else:
        names = ("pdb:6-6-6-6" if cells == 25 else f"pdb:{sizes(cells)}",)
    return tuple(name for name in names if fits(facts, parse(name))) or ("manhattan",)
