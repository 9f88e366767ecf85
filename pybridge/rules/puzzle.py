"""A puzzle of rules as states and moves, and the judge, which asks Prolog for the moves of each state."""

from collections.abc import Iterator, Sequence

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


_Answer = tuple[bool, list[tuple[str, list[str]]]]
"""Whether a state is a goal, and its moves with the leaves of the states after them."""
_KEPT, _AT_ONCE = 4096, 512
"""States of which the judge keeps what Prolog says, and moves of which it asks together."""


class _Judge:
    """What asks Prolog, once about each of the last states: a solution is checked, and then drawn."""

    def __init__(self, facts: RulesFacts) -> None:
        self._facts = facts
        self._known: dict[Values, _Answer] = {}

    def is_goal(self, state: Values) -> bool:
        """Whether the state is a goal."""
        return self._asked(state, ())[0]

    def walk(self, state: Values, moves: Sequence[Move]) -> Iterator[Values]:
        """The state after each move. Raises ValueError at one that is not possible."""
        for number, move in enumerate(moves):
            _, after = self._asked(state, moves[number : number + _AT_ONCE])
            state = self._after(after, move)
            yield state

    def _asked(self, state: Values, moves: Sequence[Move]) -> _Answer:
        """What is known of a state; where nothing is, Prolog is asked about those after the next moves, too."""
        if found := self._known.get(state):
            return found
        facts, names = self._facts, [move.name for move in moves]
        if len(self._known) > _KEPT:
            self._known.clear()
        rows, here = facts.session.walk(facts.template, facts.form.text(state), names), state
        for number, (is_goal, _, after) in enumerate(rows, start=1):
            self._known[here] = is_goal, after
            if number < len(rows):
                here = self._after(after, moves[number - 1])
        is_goal, _, after = rows[0]
        return is_goal, after

    def _after(self, moves: list[tuple[str, list[str]]], move: Move) -> Values:
        """The state after a move, which is among these, with the leaves after them. Raises ValueError."""
        for name, leaves in moves:
            if name == move.name:
                return self._facts.form.state(leaves)
        if not moves:
            raise ValueError(said("the rules have no move there"))
        raise ValueError(
            said("the rules have no such move; they have {moves}", moves=", ".join(name for name, _ in moves))
        )


def judged(facts: RulesFacts, state: Values, move: Move) -> Values:
    """The state after a move, by the rules as Prolog runs them."""
    return next(facts.once(_Judge).walk(state, (move,)))


TRANSITIONS = Transitions(
    RulesPuzzle,
    judged,
    lambda facts: not facts.form.one_way,
    goal=lambda facts, state: facts.once(_Judge).is_goal(state),
    faults=searched_faults,
    goalless=lambda facts: facts.goalless.message if facts.goalless else None,
    walk=lambda facts, state, moves: facts.once(_Judge).walk(state, moves),
)
"""A form says whether each move is surely undone by one move, and all goals are known."""
