"""The boards to measure on, a puzzle's named starts or random ones, and networks to measure by default."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pybridge.engines.census import starts_of
from pybridge.facts import PuzzleFacts, State
from pybridge.heuristics.choice import compared
from pybridge.heuristics.learned import trained
from pybridge.heuristics.protocol import Heuristic
from pybridge.limits import OnProgress, silent
from pybridge.puzzles import has_at_most, random_states

Start = tuple[str, State]

_BETWEEN = 100
"""Boards drawn between two reports."""
_MANY = 10**14
"""The most states of a puzzle whose lower bounds solve a typical start in seconds."""
_MARGINS = ("learned", "learned:0.5", "learned:1", "learned:2", "learned:3")


@dataclass(frozen=True, slots=True)
class Boards:
    """Starts of a puzzle by name; `seed` is set if they are random."""

    facts: PuzzleFacts
    starts: tuple[Start, ...]
    seed: int | None = None

    @property
    def optimal(self) -> Mapping[str, int]:
        """The known shortest lengths: not of another state that has the name of a start."""
        own, known = dict(self.facts.starts), self.facts.optimal if self.seed is None else {}
        return {name: known[name] for name, state in self.starts if name in known and own.get(name, state) == state}


def named(facts: PuzzleFacts, most: int | None = None, texts: Sequence[str] = ()) -> Boards:
    """The starts that `texts` ask for as --start does, by default all of a puzzle, or the first `most` of them.

    Raises UnknownStartError.
    """
    return Boards(facts, tuple(starts_of(facts, texts))[:most])


def random_boards(facts: PuzzleFacts, number: int, seed: int, report: OnProgress = silent) -> Boards:
    """Solvable starts r1, r2 ..., each state as likely as any other; the same for the same seed on every machine.

    `report` is called now and then with how many are drawn. Raises UnavailableProgramError if the domain draws no
    states, or hardly any state is solvable, and what `report` raises.
    """
    drawn, starts = random_states(facts, seed), []
    for k in range(1, number + 1):
        starts.append((f"r{k}", next(drawn)))
        if k % _BETWEEN == 0:
            report(f"{k:,} of {number:,}")
    return Boards(facts, tuple(starts), seed)


def learned_for(facts: PuzzleFacts, recipe: str | None = None) -> tuple[str | Heuristic, ...]:
    """A network with several margins, or all that a recipe has trained, beside lower bounds.

    The lower bounds are those that solve a typical start in seconds, if there are any. Raises UnfitHeuristicError if
    the recipe has trained none.
    """
    networks = trained(facts, recipe) if recipe else _MARGINS
    return (*(compared(facts) if has_at_most(facts, _MANY) else ()), *networks)
