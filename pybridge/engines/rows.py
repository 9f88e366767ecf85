"""What a domain has in Prolog: what its row on this floor holds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pybridge.domains import Floor
from pybridge.facts import PuzzleFacts, State
from pybridge.puzzles import Move
from pybridge.search.rows import pruning_of
from pybridge.search.task import Prune, Task

Facts = TypeVar("Facts", bound=PuzzleFacts)
Solutions = tuple[tuple[Move, ...], ...]


@dataclass(frozen=True, slots=True)
class InProlog(Generic[Facts]):
    """The programs of each engine, and `solutions`, which reads the paths that a search found, last state first.

    `lacks` says what the facts lack for a program, and what to do about it; None if they lack nothing. `fenced`: its
    files have more than facts, so that all runs are behind the fence. `low` is the
    heuristic that ids_low goes by, if it is not Manhattan distance. `guided`: IDA* takes a heuristic, and does not go
    by one of its own. `pruning` is what IDA* leaves out; it raises UnavailableProgramError for what Prolog lacks.
    `visited` reads a visit: from the state before, the state as Prolog has it, and the last move if the program names
    it, to the last move and the state. `template` is the form of states as terms, if solutions have them, and `moves`
    the file of how a puzzle moves, if not that of its domain.
    """

    programs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    solutions: Callable[[Facts, State, Sequence[Any]], Solutions] = lambda facts, start, found: ()
    lacks: Callable[[Facts, str], str | None] = lambda facts, program: None
    fenced: bool = False
    low: str | None = None
    guided: bool = True
    pruning: Callable[[Task], Prune] = pruning_of
    visited: Callable[[Facts, State | None, Any, Any], tuple[Move | None, State]] = lambda facts, before, term, last: (
        None,
        term,
    )
    template: Callable[[Facts], str | None] = lambda facts: None
    moves: Callable[[Facts], str | None] = lambda facts: None


DOMAINS: Mapping[str, InProlog[Any]] = Floor("engines")
"""The rows by the name of the domain."""


def in_prolog(domain: str) -> InProlog[Any]:
    """The row of a domain; an empty one if it has none."""
    return DOMAINS.get(domain, InProlog())
