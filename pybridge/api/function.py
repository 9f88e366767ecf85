"""A plain function, from a state to a number, as a heuristic."""

from collections.abc import Callable
from contextlib import suppress
from inspect import signature
from operator import index

from pybridge.errors import UnfitHeuristicError
from pybridge.facts import State
from pybridge.heuristics.protocol import FromScratch


class FunctionHeuristic(FromScratch):
    """A heuristic that asks a function of the user's for h of each state.

    It is called `NAME()`, so that nobody takes it for one of ours. Only a function whose attribute `admissible` is True
    counts as a lower bound: of others no search claims a shortest solution.
    """

    source = "a function of your own"
    consistent = False

    def __init__(self, function: Callable[[State], int]) -> None:
        """Raises UnfitHeuristicError if it takes no state, or if its `admissible` is neither True nor False."""
        self.name = f"{getattr(function, '__name__', type(function).__name__)}()"
        self.admissible = getattr(function, "admissible", False)
        if not isinstance(self.admissible, bool):
            raise UnfitHeuristicError(f"{self.name} is not a heuristic: its admissible must be a bool")
        with suppress(ValueError):  # a signature that Python does not know
            try:
                signature(function).bind(())
            except TypeError as error:
                raise UnfitHeuristicError(f"{self.name} is not a heuristic: called with a state, {error}") from None
        self._function = function

    def estimate(self, state: State) -> int:
        """h of a state. Raises UnfitHeuristicError if the function returns something else."""
        found = self._function(state)
        try:
            h = index(found)
        except TypeError:
            h = -1
        if h < 0:
            given, where = repr(found)[:60], repr(state)[:120]
            raise UnfitHeuristicError(f"{self.name} returns {given} for {where}; h is a whole number, 0 or more")
        return h
