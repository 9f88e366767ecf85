"""What a caller passes, checked before anything is done with it: an unsuitable argument is a typed error."""

from collections.abc import Callable, Iterable, Sequence
from numbers import Integral
from os import PathLike, fspath
from typing import Any, TypeAlias

from pybridge.api.function import FunctionHeuristic, ObjectHeuristic, why_not_called
from pybridge.engines import start_state
from pybridge.errors import ArgumentError, UnfitHeuristicError, UnknownPuzzleError
from pybridge.facts import PuzzleFacts, State, find, read
from pybridge.facts.given_state import listed_state
from pybridge.facts.model import is_same_puzzle
from pybridge.facts.wording import as_given
from pybridge.heuristics.protocol import Heuristic, made_for
from pybridge.heuristics.registry import Spec, parse
from pybridge.limits import MOST, Limits
from pybridge.puzzles import Pruning
from pybridge.search.task import A_STAR, ONE, BestFirst
from pybridge.summary import is_number

Puzzle: TypeAlias = str | PathLike[str] | PuzzleFacts
"""A shipped puzzle's name, the path of a fact file, or facts."""
Start: TypeAlias = str | Iterable[Any] | None
"""A start's name, a state as text or as a sequence, `random N`, or None for the puzzle's first start."""
Guide: TypeAlias = str | Heuristic | Callable[[State], int] | None
"""A heuristic's name, an object, a function from a state to a whole number, or None for one chosen for the puzzle."""

_METHODS = {"estimate": ("estimate(state)", 1), "after": ("after(h, move, state)", 3)}
_FIELDS = {"name": str, "source": str, "admissible": bool, "consistent": bool}


def facts_of(puzzle: Puzzle) -> PuzzleFacts:
    """The facts of a puzzle. Raises UnknownPuzzleError, FactFileError."""
    if isinstance(puzzle, PuzzleFacts):
        return puzzle
    if isinstance(puzzle, str | PathLike):
        return read(find(fspath(puzzle)))
    raise UnknownPuzzleError(f"{as_given(puzzle)} is not a puzzle; give a name, a path, or what read() returns")


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
    if not type(own).__module__.startswith("pybridge."):
        own = ObjectHeuristic(own)
    _require_made_for(facts, own)
    h = own.estimate(facts.any_state)
    if h and own.admissible and facts.goals:
        raise UnfitHeuristicError(f"{own.name} estimates {h} for a goal, so it is not admissible")
    return own


def _require_made_for(facts: PuzzleFacts, heuristic: Heuristic) -> None:
    """Raise UnfitHeuristicError for one of pybridge's own that was made for another puzzle."""
    other = made_for(heuristic)
    if other is None or is_same_puzzle(other, facts):
        return
    name = heuristic.name
    raise UnfitHeuristicError(
        f"{name} was made for {other.title}, not for {facts.title}; give the name {name!r}, or make it for this puzzle"
    )


def _required(heuristic: Any) -> Heuristic:
    """An object that has all that a heuristic needs. Raises UnfitHeuristicError for one that lacks something."""
    for name, (form, arguments) in _METHODS.items():
        method = getattr(heuristic, name, None)
        if not callable(method) or why_not_called(method, arguments):
            raise UnfitHeuristicError(f"{as_given(heuristic)} is not a heuristic: it has no method {form}")
    for name, kind in _FIELDS.items():
        if not isinstance(getattr(heuristic, name, None), kind):
            raise UnfitHeuristicError(f"{as_given(heuristic)} is not a heuristic: its {name} must be a {kind.__name__}")
    found: Heuristic = heuristic
    return found


def whole(what: str, value: object, least: int = 0, most: int = MOST) -> int:
    """A whole number within bounds. Raises ArgumentError."""
    if isinstance(value, bool) or not isinstance(value, Integral) or not least <= int(value) <= most:
        raise ArgumentError(f"{what} is a whole number from {least:,} to {most:,}, not {as_given(value)}")
    return int(value)


def optional(what: str, value: object, least: int = 0, most: int = MOST) -> int | None:
    """A whole number within bounds, or None. Raises ArgumentError."""
    return None if value is None else whole(what, value, least, most)


def flag(what: str, value: object) -> bool:
    """True or False. Raises ArgumentError for anything else, whose truth may surprise."""
    if not isinstance(value, bool):
        raise ArgumentError(f"{what} is True or False, not {as_given(value)}")
    return value


def limits_of(time_limit: float | None, inference_limit: int | None = None, memory_limit: int | None = None) -> Limits:
    """The limits. Raises ArgumentError."""
    if time_limit is not None and not (is_number(time_limit) and time_limit > 0):
        raise ArgumentError(f"time_limit is a number above 0, not {as_given(time_limit)}")
    seconds = min(time_limit, MOST) if isinstance(time_limit, int) else time_limit and float(time_limit)
    return Limits(seconds, optional("inference_limit", inference_limit, 1), optional("memory_limit", memory_limit, 1))


def best_first_of(weight: float, batch: int, programs: Sequence[str]) -> BestFirst:
    """How A* searches, which must be among the programs if it is to search in its own way. Raises ArgumentError."""
    if not is_number(weight) or not 1 <= weight <= 10:
        raise ArgumentError(f"weight is a number from 1 to 10, not {as_given(weight)}")
    how = BestFirst(round(float(weight) * ONE), whole("batch", batch, 1, 1 << 20))
    if how != A_STAR and "a_star" not in programs:
        raise ArgumentError(f"{'--weight' if how.weight != ONE else '--batch'} requires --program a_star")
    return how


def pruning_named(pruning: "str | Pruning | None") -> Pruning | None:
    """The pruning of that name. Raises ArgumentError."""
    if pruning is None or isinstance(pruning, Pruning):
        return pruning
    names = [each.value for each in Pruning]
    if not isinstance(pruning, str) or pruning not in names:
        raise ArgumentError(f"pruning is one of {', '.join(names)}, not {as_given(pruning)}")
    return Pruning(pruning)


def names_of(what: str, names: str | Sequence[str]) -> list[str]:
    """One name or several, each once. Raises ArgumentError."""
    listed = [names] if isinstance(names, str) else names
    if not isinstance(listed, Sequence) or not listed or not all(isinstance(each, str) for each in listed):
        raise ArgumentError(f"{what} is a name or a list of names, not {as_given(names)}")
    return list(dict.fromkeys(listed))
