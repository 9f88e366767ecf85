"""The boards to measure, a puzzle's named starts or random ones, and the heuristics to measure by default."""

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
"""The number of consecutive unsolvable random states after which drawing stops."""

Start = tuple[str, tuple[int, ...]]

_SMALL, _MIDDLE = 12, 16
"""The most cells for which `manhattan` is fast enough, and for which Takahashi's bounds are."""


@dataclass(frozen=True, slots=True)
class Boards:
    """Starts of a puzzle by name; `seed` is set if they are random."""

    facts: SlidingFacts
    starts: tuple[Start, ...]
    seed: int | None = None

    @property
    def optimal(self) -> Mapping[str, int]:
        """The known shortest lengths."""
        return self.facts.optimal if self.seed is None else {}


def named(facts: PuzzleFacts, most: int | None = None) -> Boards:
    """A puzzle's starts, or the first `most` of them. Raises UnavailableProgramError for another domain."""
    board: SlidingFacts = _measured(facts)
    return Boards(board, board.starts[:most])


def random_boards(facts: PuzzleFacts, number: int, seed: int) -> Boards:
    """Solvable starts r1, r2 ..., each state as likely as any other; the same for the same seed on every machine.

    Raises UnavailableProgramError for another domain, UnknownStartError if hardly any state is solvable.
    """
    board: SlidingFacts = _measured(facts)
    drawn = _solvable(board, random.Random(seed))
    return Boards(board, tuple((f"r{k}", next(drawn)) for k in range(1, number + 1)), seed)


def _solvable(facts: SlidingFacts, source: random.Random) -> Iterator[tuple[int, ...]]:
    """An endless sequence of random solvable states."""
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
        f"none of {MOST_REJECTED:,} random states of {facts.name} can reach a goal; add starts to its file instead"
    )


def _measured(facts: PuzzleFacts) -> Any:
    """The facts, if their domain can be measured."""
    if rules(facts).shuffled is None:
        raise UnavailableProgramError(f"bench has no boards of {facts.domain}, the domain of {facts.name}")
    return facts


def heuristics_for(facts: SlidingFacts) -> tuple[str, ...]:
    """Heuristics worth comparing on a board. None takes minutes for a typical start of a common size."""
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
