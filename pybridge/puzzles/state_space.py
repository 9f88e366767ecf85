"""How many states a puzzle has, told without a search."""

from pybridge.facts import PuzzleFacts
from pybridge.puzzles.orbits import orbits


def states_text(number: int) -> str:
    """A number of states in full as long as it can be read, else as in 4.67e157."""
    from decimal import Decimal

    return f"{number:,}" if number < 10**15 else f"{Decimal(number):.2e}".replace("e+", "e")


def count_states(facts: PuzzleFacts) -> int:
    """How many states can reach a goal."""
    known = orbits(facts)
    goals = {known.orbit(goal): goal for goal in facts.goals}
    return sum(map(known.size, goals.values()))


def count_arrangements(facts: PuzzleFacts) -> int:
    """How many states there are, also those that can reach no goal."""
    return orbits(facts).arrangements()
