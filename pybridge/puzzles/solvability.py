"""Whether a start can reach a goal, told without a search, and if not, why."""

from pybridge.facts import PuzzleFacts, State
from pybridge.puzzles.orbits import orbits
from pybridge.puzzles.reason import Reason


def why_unsolvable(facts: PuzzleFacts, state: State) -> Reason | None:
    """The reason why no goal can be reached from the state; None if one can. The state must be legal.

    With several goals the reason is of the first one.
    """
    known = orbits(facts)
    mine = known.orbit(state)
    if any(known.orbit(goal) == mine for goal in facts.goals):
        return None
    reason, others = known.why_apart(state, facts.goals[0]), len(facts.goals) - 1
    if others == 0:
        return reason
    rest = "nor can the other goal" if others == 1 else f"nor can any of the {others} other goals"
    return reason.after(f"the first goal cannot be reached, {rest}: ")
