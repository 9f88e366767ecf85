"""A puzzle of rules as states and moves, and the judge, which asks Prolog for the moves of each state."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from pybridge.puzzles.protocol import Move, Pruning
from pybridge.puzzles.rows import Transitions
from pybridge.rules.compiled import RuleMove, Values
from pybridge.rules.distances import searched_faults
from pybridge.rules.facts import RulesFacts
from pybridge.translation import said


class RulesPuzzle:
    """One start of a puzzle of rules."""

    pruning = Pruning.PATH

    def __init__(self, facts: RulesFacts, start: Values) -> None:
        self.start = start
        self._form = facts.form

    def is_goal(self, state: Values) -> bool:
        """Whether the state is a goal."""
        return self._form.is_goal(state)

    def successors(self, state: Values, last: Move | None) -> list[tuple[RuleMove, Values]]:
        """The moves from a state, in the order of the rules; ignores `last`."""
        return self._form.successors(state)


Judge = Callable[[Values], tuple[bool, Sequence[tuple[str, list[str]]]]]
"""Whether a state is a goal, and its moves with the leaves of the states after them."""
_KEPT = 4096


def _judge(facts: RulesFacts) -> Judge:
    """What asks Prolog, once about each of the last states: a solution is checked, and then drawn."""

    @lru_cache(_KEPT)
    def judge(state: Values) -> tuple[bool, Sequence[tuple[str, list[str]]]]:
        ((is_goal, _, moves),) = facts.session.expand(facts.template, [facts.form.text(state)])
        return is_goal, moves

    return judge


def judged(facts: RulesFacts, state: Values, move: Move) -> Values:
    """The state after a move, by the rules as Prolog runs them."""
    _, moves = facts.once(_judge)(state)
    found = [leaves for name, leaves in moves if name == move.name]
    if not found:
        if not moves:
            raise ValueError(said("the rules have no move there"))
        raise ValueError(
            said("the rules have no such move; they have {moves}", moves=", ".join(name for name, _ in moves))
        )
    return facts.form.state(found[0])


TRANSITIONS = Transitions(
    RulesPuzzle,
    judged,
    lambda facts: not facts.form.one_way,
    goal=lambda facts, state: facts.once(_judge)(state)[0],
    faults=searched_faults,
    goalless=lambda facts: facts.goalless.message if facts.goalless else None,
)
"""A form says whether each move is surely undone by one move, and all goals are known."""
