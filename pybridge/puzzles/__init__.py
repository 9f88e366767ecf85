"""The domains as states and moves, without any search: puzzles, the judge that replays solutions, solvability."""

from collections.abc import Iterable, Iterator
from random import Random

from pybridge.errors import DisagreementError, UnavailableProgramError, UnfitHeuristicError
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.given_state import shown
from pybridge.puzzles.features import Features
from pybridge.puzzles.protocol import Move, Orbits, PieceMove, Pruning, Puzzle, Reason
from pybridge.puzzles.rows import transitions
from pybridge.translation import joined, said, said_by

__all__ = ["Move", "PieceMove", "Pruning", "Puzzle", "Reason"]


def puzzle_from(facts: PuzzleFacts, start: State) -> Puzzle:
    """The puzzle that the facts describe, with a legal start state."""
    return transitions(facts).puzzle(facts, start)


def is_reversible(facts: PuzzleFacts) -> bool:
    """Whether each move is undone by one move, so that distances from a goal are distances to it."""
    return transitions(facts).reversible(facts)


def has_random_states(facts: PuzzleFacts) -> bool:
    """Whether `random_states` draws states of the puzzle."""
    return transitions(facts).random is not None


def random_states(facts: PuzzleFacts, seed: int) -> Iterator[State]:
    """States that can reach a goal, all of them equally likely, without end. Raises UnavailableProgramError."""
    draw, source = transitions(facts).random, Random(seed)
    if draw is None:
        message = f"{facts.name} has no random states, since its domain {facts.domain} does not draw any"
        raise UnavailableProgramError(f"{message}; use starts of its file, or states")
    while True:
        yield draw(facts, source)


def random_state(facts: PuzzleFacts, seed: int) -> State:
    """The first of the random states with that seed. Raises UnavailableProgramError."""
    return next(random_states(facts, seed))


def features_of(facts: PuzzleFacts) -> Features:
    """How a network sees the states of the puzzle. Raises UnfitHeuristicError if it cannot."""
    make = transitions(facts).features
    if make is None:
        raise UnfitHeuristicError(
            f"a network does not work for {facts.name}: its domain {facts.domain} has no features; "
            "use another heuristic, or breadth_first"
        )
    if len(facts.goals) > 1:
        raise UnfitHeuristicError(f"a network works for one goal, and {facts.name} has {len(facts.goals)}")
    return make(facts)


def replay(facts: PuzzleFacts, start: State, moves: Iterable[Move]) -> list[State]:
    """The states on the path of the moves, from the start to a goal.

    Raises DisagreementError at the first move that the facts do not allow, or if the path does not end at a goal.
    """
    states, moves = [start], list(moves)
    try:
        for state in transitions(facts).states(facts, start, moves):
            states.append(state)  # those before a move that is not allowed count
    except ValueError as error:
        number = len(states)
        told = said("move {number} ({move}) is not allowed", number=number, move=str(moves[number - 1]))
        raise DisagreementError(joined([told, said_by(error)], ": ")) from error
    if not transitions(facts).goal(facts, states[-1]):
        end = shown(facts, states[-1])
        raise DisagreementError(said("the moves end in {state}, which is not a goal", state=end))
    return states


def why_unsolvable(facts: PuzzleFacts, state: State) -> Reason | None:
    """Why no goal can be reached from a legal state; None if one can, or if only a search can find out.

    With several goals, the reason is about the first one.
    """
    if why := transitions(facts).goalless(facts):
        return Reason(why)
    known = _orbits(facts)
    if known is None:
        return None
    mine = known.orbit(state)
    if any(known.orbit(goal) == mine for goal in facts.goals):
        return None
    reason, others = known.why_apart(state, facts.goals[0]), len(facts.goals) - 1
    if others == 0:
        return reason
    rest = "nor can the other goal" if others == 1 else f"nor can any of the {others} other goals"
    return reason.after(f"the first goal cannot be reached, {rest}: ")


def knows_solvable(facts: PuzzleFacts) -> bool:
    """Whether it is known without a search from which states a goal can be reached."""
    return _orbits(facts) is not None


def count_states(facts: PuzzleFacts) -> int | None:
    """The number of states that can reach a goal; None if only counting them one by one can find out."""
    known = _orbits(facts)
    if known is None:
        return None
    goals = {known.orbit(goal): goal for goal in facts.goals}
    return sum(map(known.size, goals.values()))


def has_at_most(facts: PuzzleFacts, most: int) -> bool:
    """Whether it is known that at most this many states can reach a goal."""
    states = count_states(facts)
    return states is not None and states <= most


def count_arrangements(facts: PuzzleFacts) -> int | None:
    """The number of all states, including those that cannot reach a goal; None if it is not known."""
    known = _orbits(facts)
    return None if known is None else known.arrangements()


def _orbits(facts: PuzzleFacts) -> Orbits | None:
    """The orbits of the states; None where moves cannot be undone, or if the domain does not know them."""
    row = transitions(facts)
    return row.orbits(facts) if row.orbits and row.reversible(facts) else None
