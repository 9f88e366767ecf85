"""The rules of each domain, one row per domain; and random states, for domains that only know how to shuffle pieces."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from pybridge.errors import UnavailableProgramError
from pybridge.facts import BlocksFacts, PuzzleFacts, State, TilesFacts, TurnsFacts
from pybridge.puzzles.blocks import BlocksOrbits, BlocksPuzzle, carry
from pybridge.puzzles.features import Features, of_tiles, of_turns
from pybridge.puzzles.protocol import Move, Orbits, Puzzle
from pybridge.puzzles.tiles import TilesOrbits, TilesPuzzle, slide
from pybridge.puzzles.turns import TurnsOrbits, TurnsPuzzle, random_state, turn

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


@dataclass(frozen=True, slots=True)
class Rules:
    """How the states of a domain change.

    `puzzle` makes a puzzle from facts and a legal start. `step` is the judge's move: it returns the state after a move
    or raises ValueError. `reversible` declares whether each move of a puzzle is undone by one move; it is asked of each
    puzzle, since a domain may have both kinds. `orbits` partitions the states into sets that moves connect; None if
    nobody knows how many states there are and which are connected. Nobody asks it where moves cannot be undone.
    `random` draws a state that can reach a goal, all of them equally likely. `features` is how a network sees the
    states, if it can.
    """

    puzzle: Callable[[Any, State], Puzzle]
    step: Callable[[Any, State, Move], State]
    reversible: Callable[[Any], bool]
    orbits: Callable[[Any], Orbits] | None = None
    random: Callable[[Any, Random], State] | None = None
    features: Callable[[Any], Features] | None = None


def _shuffled(state: State, source: Random) -> State:
    """The pieces in random order. Only `random` is the same in every Python, so that it alone is asked."""
    pieces = list(state)
    for last in range(len(pieces) - 1, 0, -1):
        other = int(source.random() * (last + 1))
        pieces[last], pieces[other] = pieces[other], pieces[last]
    return tuple(pieces)


def _slidden(facts: TilesFacts, source: Random) -> State:
    return drawn(facts, source, _shuffled, TilesOrbits, TilesPuzzle)


def _always(facts: PuzzleFacts) -> bool:
    """Neighbors are neighbors both ways, a block is carried back, and a metric has the inverse of each move."""
    return True


RULES: dict[str, Rules] = {
    TilesFacts.domain: Rules(TilesPuzzle, slide, _always, TilesOrbits, _slidden, of_tiles),
    BlocksFacts.domain: Rules(BlocksPuzzle, carry, _always, BlocksOrbits),
    TurnsFacts.domain: Rules(TurnsPuzzle, turn, _always, TurnsOrbits, random_state, of_turns),
}
"""The rows by domain name. A new domain adds its own."""


def rules(facts: PuzzleFacts) -> Rules:
    """The row for the domain of the facts. Raises UnavailableProgramError if there is none."""
    try:
        return RULES[facts.domain]
    except KeyError:
        raise UnavailableProgramError(f"the domain {facts.domain} of {facts.name} has no rules") from None
