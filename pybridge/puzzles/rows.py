"""How the states of a domain change: what its row on this floor holds."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic

from pybridge.domains import Floor
from pybridge.errors import Fault, UnavailableProgramError
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.model import Facts
from pybridge.puzzles.features import Features
from pybridge.puzzles.protocol import Move, Orbits, Puzzle


@dataclass(frozen=True, slots=True)
class Transitions(Generic[Facts]):
    """How the states of a domain change.

    `puzzle` makes a puzzle from facts and a legal start. `step` is the judge's move: it returns the state after a move
    or raises ValueError. `reversible` declares whether each move of a puzzle is undone by one move; it is asked of each
    puzzle, since a domain may have both kinds. `orbits` partitions the states into sets that moves connect; None if
    nobody knows how many states there are and which are connected. Nobody asks it where moves cannot be undone.
    `random` draws a state that can reach a goal, all of them equally likely. `features` is how a network sees the
    states, if it can. `goal` is the judge's goal test. `faults` finds what else is wrong with a sound file for `check`.
    `goalless` says why no state at all can be a goal, where that is known. `walk` makes several moves as `step` makes
    each, for a domain where that is faster; `states` does so for any.
    """

    puzzle: Callable[[Facts, State], Puzzle]
    step: Callable[[Facts, State, Move], State]
    reversible: Callable[[Facts], bool]
    orbits: Callable[[Facts], Orbits] | None = None
    random: Callable[[Facts, Random], State] | None = None
    features: Callable[[Facts], Features] | None = None
    goal: Callable[[Facts, State], bool] = lambda facts, state: state in facts.goals
    faults: Callable[[Facts], Iterable[Fault]] = lambda facts: ()
    goalless: Callable[[Facts], str | None] = lambda facts: None
    walk: Callable[[Facts, State, Sequence[Move]], Iterator[State]] | None = None

    def states(self, facts: Facts, state: State, moves: Sequence[Move]) -> Iterator[State]:
        """The state after each move, by the judge. Raises ValueError at one that is not possible."""
        if self.walk:
            yield from self.walk(facts, state, moves)
            return
        for move in moves:
            state = self.step(facts, state, move)
            yield state


def always(facts: PuzzleFacts) -> bool:
    """For a domain in which each move is undone by one move."""
    return True


DOMAINS: Mapping[str, Transitions[Any]] = Floor("puzzles")
"""The rows by the name of the domain."""


def transitions(facts: PuzzleFacts) -> Transitions[Any]:
    """The row for the domain of the facts. Raises UnavailableProgramError if there is none."""
    try:
        return DOMAINS[facts.domain]
    except KeyError:
        raise UnavailableProgramError(f"the domain {facts.domain} of {facts.name} has no moves") from None
