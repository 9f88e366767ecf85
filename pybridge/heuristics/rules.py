"""Lower bounds of puzzles of rules: none, and the bound/2 of the rules themselves."""

from pybridge.errors import UnavailableProgramError, UnfitHeuristicError
from pybridge.heuristics.explanation import Explanation, Share
from pybridge.heuristics.protocol import NEVER, FromScratch
from pybridge.rules.compiled import Values
from pybridge.rules.counting import count_of
from pybridge.rules.distances import require_lower_bound
from pybridge.rules.facts import RulesFacts


class Blind(FromScratch):
    """No lower bound but 0."""

    name, source, admissible, consistent = "blind", "no lower bound", True, True

    def estimate(self, state: Values) -> int:
        """Nothing is known of any state."""
        return 0


class Counted(FromScratch):
    """What each move changes by one, if the rules have such a thing: all solutions of a start have one length."""

    name, source, admissible, consistent = "counting", "a sum that grows by one with each move", True, True

    def __init__(self, facts: RulesFacts) -> None:
        """Raises UnfitHeuristicError for rules without such a sum."""
        found = count_of(facts.task) if facts.task else None
        if found is None:
            raise UnfitHeuristicError(f"no sum over the parts of a state grows by one with each move of {facts.name}")
        self._count = found

    def length(self, state: Values) -> int | None:
        """How many moves each solution has; None if there is none."""
        return self._count.moves_from(state)

    def estimate(self, state: Values) -> int:
        """The same; more than any solution has where there is none."""
        length = self.length(state)
        return NEVER if length is None else length


def explain(facts: RulesFacts, state: Values, g: int, threshold: int, which: str = "") -> Explanation:
    """The rules' own bound of a state that was reached by g moves. Raises UnavailableProgramError without bound/2."""
    if not facts.bounded:
        raise UnavailableProgramError(f"--why explains bound/2 of the rules, and {facts.name} has none")
    share = Share(0, 0, OwnBound(facts).estimate(state))
    return Explanation(state, threshold, g, (share,), which, words=None)


class OwnBound(FromScratch):
    """The bound/2 of the rules, asked of Prolog for a state and all that its moves lead to at once.

    It is compared with all distances where there are few states. Nobody knows whether it is consistent.
    """

    name, source, admissible, consistent = "bound", "bound/2 of the rules", True, False

    def __init__(self, facts: RulesFacts) -> None:
        """Raises UnfitHeuristicError for rules without bound/2, FactFileError where it is known to be too large."""
        if not facts.bounded:
            raise UnfitHeuristicError(f"the heuristic bound is bound/2 of the rules, and {facts.name} has none")
        facts.once(require_lower_bound)
        self._facts, self._known = facts, dict[Values, int]()

    def estimate(self, state: Values) -> int:
        """What bound/2 says."""
        if state not in self._known:
            form = self._facts.form
            states = [state, *(after for _, after in form.successors(state) if after not in self._known)]
            rows = self._facts.session.expand(self._facts.template, [form.text(each) for each in states])
            self._known.update((each, bound) for each, (_, bound, _) in zip(states, rows, strict=True))
        return self._known[state]
