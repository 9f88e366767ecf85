"""What a domain has in Prolog: what its row on this floor holds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from pybridge.domains import Floor
from pybridge.engines.printed import Reader, TermReader
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.model import Facts
from pybridge.facts.terms import Atom, Term
from pybridge.puzzles import Move, Pruning
from pybridge.search.rows import pruning_of
from pybridge.search.task import Task
from pybridge.swipl.exchange import Value

Solutions = tuple[tuple[Move, ...], ...]


def _as_it_is(facts: PuzzleFacts, before: State | None, term: Value, last: Value) -> tuple[Move | None, State]:
    return None, term


def _pruning_alone(task: Task) -> list[str]:
    return [f"pruning({pruning_of(task).value})"] if task.pruning else []


@dataclass(frozen=True, slots=True)
class InProlog(Generic[Facts]):
    """The programs of each engine, and `solutions`, which reads the paths that a search found, last state first.

    `lacks` says what the facts lack for a program, and what to do about it; None if they lack nothing. `fenced`: its
    files have more than facts, so that all runs are behind the fence. `low` is the heuristic that ids_low uses, if
    it is not Manhattan distance. `guided`: IDA* takes a heuristic, and does not go by one of its own. `pruning` is what
    IDA* leaves out; it raises UnavailableProgramError for what Prolog lacks. `compiled` are the compiler's options for
    the heuristic and the pruning of a task; it raises UnfitHeuristicError for what no program can be compiled with.
    `visited` reads a visit: from the state before, the state as Prolog has it, and the last move if the program names
    it, to the last move and the state. `path` are the states of a path as a program of the user's gets them, `seen` is
    what it reports of a state that it visits, and `printed` reads what it prints. `work` are the inferences that the
    moves of a node need, if they are many. `template` is the form of states as terms, if solutions have them, and
    `moves` the file of how a puzzle moves, if not that of its domain.
    """

    programs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    solutions: Callable[[Facts, State, Sequence[Value]], Solutions] = lambda facts, start, found: ()
    lacks: Callable[[Facts, str], str | None] = lambda facts, program: None
    fenced: bool = False
    low: str | None = None
    guided: bool = True
    pruning: Callable[[Task], Pruning] = pruning_of
    compiled: Callable[[Task], list[str]] = _pruning_alone
    visited: Callable[[Facts, State | None, Value, Value], tuple[Move | None, State]] = _as_it_is
    path: Callable[[Facts, Sequence[State]], Term] = lambda facts, states: as_term(tuple(states))
    seen: Callable[[Facts, Value], State | str] = lambda facts, term: as_state(term)
    printed: Callable[[Facts, State], Reader] = TermReader
    work: Callable[[Facts, State], int] = lambda facts, start: 0
    template: Callable[[Facts], str | None] = lambda facts: None
    moves: Callable[[Facts], str | None] = lambda facts: None


def as_term(value: object) -> Term:
    """A state, or a list of states, as a term."""
    if isinstance(value, str):
        return Atom(value)
    if isinstance(value, tuple):
        return tuple(map(as_term, value))
    assert isinstance(value, int)
    return value


def as_state(term: Value) -> Value:
    """A state that Prolog reports as the facts have it."""
    if isinstance(term, list):
        return tuple(map(as_state, term))
    return getattr(term, "name", term)


DOMAINS: Mapping[str, InProlog[Any]] = Floor("engines")
"""The rows by the name of the domain."""


def in_prolog(domain: str) -> InProlog[Any]:
    """The row of a domain; an empty one if it has none."""
    return DOMAINS.get(domain, InProlog())


def as_run(task: Task) -> Task:
    """The task with the pruning that IDA* in Prolog gives it; other programs take none."""
    return replace(task, pruning=in_prolog(task.facts.domain).pruning(task)) if task.program == "ida_star" else task
