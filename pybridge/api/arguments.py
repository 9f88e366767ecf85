"""What a caller passes, checked before anything is done with it: an unsuitable argument is a typed error."""

from collections.abc import Callable, Sequence
from os import PathLike, fspath
from typing import Any, TypeAlias

from pybridge.api.function import FunctionHeuristic
from pybridge.engines import start_state
from pybridge.errors import ArgumentError, UnfitHeuristicError, UnknownPuzzleError
from pybridge.facts import PuzzleFacts, State, find, read
from pybridge.facts.given_state import listed_state
from pybridge.heuristics.protocol import Heuristic
from pybridge.heuristics.registry import Spec, parse
from pybridge.limits import MOST, Limits
from pybridge.puzzles import Pruning
from pybridge.search.task import A_STAR, ONE, BestFirst
from pybridge.summary import is_number

Puzzle: TypeAlias = str | PathLike[str] | PuzzleFacts
"""A shipped puzzle's name, the path of a fact file, or facts."""
Start: TypeAlias = str | Sequence[Any] | None
"""A start's name, a state as text or as a sequence, `random N`, or None for the puzzle's first start."""
Guide: TypeAlias = str | Heuristic | Callable[[State], int] | None
"""A heuristic's name, an object, a function from a state to a whole number, or None for one chosen for the puzzle."""

_METHODS = {"estimate": "estimate(state)", "after": "after(h, move, state)"}
_FIELDS = {"name": str, "source": str, "admissible": bool, "consistent": bool}


def facts_of(puzzle: Puzzle) -> PuzzleFacts:
    """The facts of a puzzle. Raises UnknownPuzzleError, FactFileError."""
    if isinstance(puzzle, PuzzleFacts):
        return puzzle
    if isinstance(puzzle, str | PathLike):
        return read(find(fspath(puzzle)))
    raise UnknownPuzzleError(f"{shown(puzzle)} is not a puzzle; give a name, a path, or what read() returns")


def start_of(facts: PuzzleFacts, start: Start) -> tuple[str, State]:
    """A start's name and state. Raises UnknownStartError."""
    if start is None or isinstance(start, str):
        return start_state(facts, start)
    return "given", listed_state(facts, start)


def guide_of(facts: PuzzleFacts, heuristic: Guide | Spec) -> Spec | Heuristic | None:
    """The heuristic that is named or given. Raises UnfitHeuristicError for an object that lacks something.

    A function is made one, which searches in plain Python ask for h of each state.
    """
    if heuristic is None or isinstance(heuristic, Spec):
        return heuristic
    if isinstance(heuristic, str):
        return parse(heuristic)
    if isinstance(heuristic, type):
        raise UnfitHeuristicError(f"{heuristic.__name__} is a class; pass an object of it")
    if callable(heuristic) and not hasattr(heuristic, "estimate"):
        heuristic = FunctionHeuristic(heuristic)
    own = _required(heuristic)
    h: Any = own.estimate(facts.any_state)
    which = "a goal" if facts.goals else "a start"
    if not hasattr(h, "__index__") or h < 0:
        raise UnfitHeuristicError(f"{own.name} estimates {shown(h)} for {which}; h is a whole number, 0 or more")
    if h and own.admissible and facts.goals:
        raise UnfitHeuristicError(f"{own.name} estimates {h} for a goal, so it is not admissible")
    return own if isinstance(h, int) else _whole(own)


def _whole(own: Heuristic) -> Heuristic:
    """A heuristic whose numbers, perhaps those of NumPy, are Python's: others overflow, and are no JSON."""
    found = FunctionHeuristic(own.estimate)
    found.name, found.source, found.admissible, found.consistent = own.name, own.source, own.admissible, own.consistent
    return found


def _required(heuristic: Any) -> Heuristic:
    """An object that has all that a heuristic needs. Raises UnfitHeuristicError for one that lacks something."""
    for name, form in _METHODS.items():
        if not callable(getattr(heuristic, name, None)):
            raise UnfitHeuristicError(f"{shown(heuristic)} is not a heuristic: it has no method {form}")
    for name, kind in _FIELDS.items():
        if not isinstance(getattr(heuristic, name, None), kind):
            raise UnfitHeuristicError(f"{shown(heuristic)} is not a heuristic: its {name} must be a {kind.__name__}")
    found: Heuristic = heuristic
    return found


def whole(what: str, value: object, least: int = 0, most: int = MOST) -> int:
    """A whole number within bounds. Raises ArgumentError."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ArgumentError(f"{what} is a whole number from {least:,} to {most:,}, not {shown(value)}")
    return value


def optional(what: str, value: object, least: int = 0, most: int = MOST) -> int | None:
    """A whole number within bounds, or None. Raises ArgumentError."""
    return None if value is None else whole(what, value, least, most)


def limits_of(
    time_limit: float | None = None, inference_limit: int | None = None, memory_limit: int | None = None
) -> Limits:
    """The limits. Raises ArgumentError."""
    if time_limit is not None and not (is_number(time_limit) and time_limit > 0):
        raise ArgumentError(f"time_limit is a number above 0, not {shown(time_limit)}")
    return Limits(
        time_limit, optional("inference_limit", inference_limit, 1), optional("memory_limit", memory_limit, 1)
    )


def best_first_of(weight: float, batch: int, programs: Sequence[str]) -> BestFirst:
    """How A* searches, which must be among the programs if it is to search in its own way. Raises ArgumentError."""
    if not is_number(weight) or not 1 <= weight <= 10:
        raise ArgumentError(f"weight is a number from 1 to 10, not {shown(weight)}")
    how = BestFirst(round(weight * ONE), whole("batch", batch, 1, 1 << 20))
    if how != A_STAR and "a_star" not in programs:
        raise ArgumentError(f"{'--weight' if how.weight != ONE else '--batch'} requires --program a_star")
    return how


def pruning_named(pruning: "str | Pruning | None") -> Pruning | None:
    """The pruning of that name. Raises ArgumentError."""
    if pruning is None or isinstance(pruning, Pruning):
        return pruning
    names = [each.value for each in Pruning]
    if pruning not in names:
        raise ArgumentError(f"pruning is one of {', '.join(names)}, not {shown(pruning)}")
    return Pruning(pruning)


def names_of(what: str, names: str | Sequence[str]) -> list[str]:
    """One name or several, each once. Raises ArgumentError."""
    listed = [names] if isinstance(names, str) else names
    if not isinstance(listed, Sequence) or not listed or not all(isinstance(each, str) for each in listed):
        raise ArgumentError(f"{what} is a name or a list of names, not {shown(names)}")
    return list(dict.fromkeys(listed))


def shown(value: object) -> str:
    """A value as a message shows it."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
