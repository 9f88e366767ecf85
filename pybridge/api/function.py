"""Heuristics of the user's: a plain function from a state to a number, or an object. What they return is checked."""

from collections.abc import Callable
from contextlib import suppress
from inspect import signature
from operator import index
from typing import Any

from pybridge.errors import UnfitHeuristicError
from pybridge.facts import State
from pybridge.heuristics.protocol import FromScratch, Heuristic
from pybridge.puzzles import Move

_FIRST = 1000
"""Moves after which an object of the user's is compared with itself from scratch."""


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
        if wrong := why_not_called(function, 1):
            raise UnfitHeuristicError(f"{self.name} is not a heuristic: called with a state, {wrong}")
        self._function = function

    def estimate(self, state: State) -> int:
        """h of a state. Raises UnfitHeuristicError if the function returns something else."""
        return _whole(self.name, self._function(state), state)


class ObjectHeuristic:
    """A heuristic that asks an object of the user's, and makes numbers like those of NumPy Python's own.

    What it gives after a move has to be what it gives from scratch, which is looked at for the first moves.
    """

    def __init__(self, own: Heuristic) -> None:
        self.name, self.source, self.admissible, self.consistent = own.name, own.source, own.admissible, own.consistent
        self._own = own
        self._unseen = _FIRST

    def estimate(self, state: State) -> int:
        """h of a state. Raises UnfitHeuristicError if the object returns something else."""
        return _whole(self.name, self._own.estimate(state), state)

    def after(self, h: int, move: Move, state: State) -> int:
        """h of `state` after `move`. Raises UnfitHeuristicError if the object returns something else."""
        found = _whole(self.name, self._own.after(h, move, state), state)
        if self._unseen:
            self._unseen -= 1
            if found != (whole := self.estimate(state)):
                raise UnfitHeuristicError(
                    f"{self.name}: after({h}, {move}) gives {found} for {repr(state)[:120]}, and estimate gives {whole}"
                )
        return found


def why_not_called(function: Callable[..., Any], arguments: int) -> TypeError | None:
    """Why a function cannot be called with this many arguments, if that is known."""
    with suppress(ValueError):  # a signature that Python does not know
        try:
            signature(function).bind(*range(arguments))
        except TypeError as error:
            return error
    return None


def _whole(name: str, found: Any, state: State) -> int:
    try:
        h = index(found)
    except TypeError:
        h = -1
    if h < 0:
        given, where = repr(found)[:60], repr(state)[:120]
        raise UnfitHeuristicError(f"{name} returns {given} for {where}; h is a whole number, 0 or more")
    return h
