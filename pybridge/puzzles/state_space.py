"""How many states a puzzle has, told without a search."""

from pybridge.facts import PuzzleFacts
from pybridge.puzzles.orbits import orbits


def count_states(facts: PuzzleFacts) -> int:
    """How many states can reach a goal."""
    known = orbits(facts)
    goals = {known.orbit(goal): goal for goal in facts.goals}
    return sum(map(known.size, goals.values()))


def count_arrangements(facts: PuzzleFacts) -> int:
    """How many states there are, also those that can reach no goal."""
    return orbits(facts).arrangements()
