"""What the marks of a run in Prolog tell: its iterations with their counters, and its solutions.

A program of the user's may print its solutions in a way of its own: as states, or as the pieces that move.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pybridge.errors import DisagreementError
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.domain import DOMAINS
from pybridge.facts.parser import parse
from pybridge.facts.terms import Term
from pybridge.facts.wording import several, shorten
from pybridge.puzzles import Move, puzzle_from
from pybridge.search.solution import Iteration
from pybridge.swipl.exchange import Compound, Value

_BOUNDARIES = ("limit", "stopped", "ended")


@dataclass(frozen=True, slots=True)
class Figures:
    """A thread's counters at a mark; `nodes` is (expanded, generated)."""

    inferences: int
    seconds: float
    nodes: tuple[int, int]


def figures(mark: Compound) -> Figures:
    """The counters of a mark: its last argument."""
    inferences, seconds, expanded, generated = mark.args[-1].args
    return Figures(inferences, seconds, (expanded, generated))


def iterations(marks: Sequence[Compound], now: Figures | None = None) -> list[Iteration]:
    """The iterations between the marks, with inferences, seconds and the run's own node counts.

    The last one, if no mark ends it yet, is computed up to `now`, or left out without it.
    """
    found = []
    begun: Compound | None = None
    solved = False
    for mark in marks:
        if mark.functor == "solved":
            solved = True
        if mark.functor in _BOUNDARIES:
            if begun:
                completed = mark.functor != "ended" and not solved
                found.append(_iteration(begun, figures(mark), completed))
            begun, solved = (mark if mark.functor == "limit" else None), False
    if begun and now:
        found.append(_iteration(begun, now, completed=False))
    return found


def _iteration(begun: Compound, end: Figures, completed: bool) -> Iteration:
    start = figures(begun)
    return Iteration(
        begun.args[0],
        completed,
        max(0.0, end.seconds - start.seconds),
        end.nodes[0] - start.nodes[0],
        end.nodes[1] - start.nodes[1],
        end.inferences - start.inferences,
    )


def paths(marks: Sequence[Compound]) -> list[Value]:
    """The solutions in the order found, each as the search marked it: last state first."""
    return [mark.args[0] for mark in marks if mark.functor == "solved"]


class Printed(tuple[Move, ...]):
    """A solution that is read from what a program prints, as moves."""


def with_solutions(facts: PuzzleFacts, start: State, marks: Sequence[Compound]) -> Sequence[Compound]:
    """The marks of a run, with a mark `solved` in place of printed lines that tell a solution.

    Only numbers that grow are thresholds; what comes after a solution may be its length. Raises DisagreementError if
    states are printed that no moves join.
    """
    if not any(mark.functor == "printed" for mark in marks):
        return marks
    found: list[Compound] = []
    lines: list[str] = []
    last = -1
    solved = False
    for mark in marks:
        if mark.functor == "printed":
            lines.append(mark.args[0])
            continue
        if mark.functor in ("limit", "stopped", "ended") and lines:
            told = solutions(facts, start, lines)
            found += [Compound("solved", (each, mark.args[-1])) for each in told]
            lines, solved = [], solved or bool(told)
        if mark.functor != "limit" or (mark.args[0] > last and not solved):
            last = mark.args[0] if mark.functor == "limit" else last
            found.append(mark)
    return found


def solutions(facts: PuzzleFacts, start: State, lines: Sequence[str]) -> list[Printed]:
    """The solutions that lines tell: one list a state, a list of states, or a list of pieces or moves in their order.

    States may come last one first. Lists that are none of these are left out.
    """
    reader = _Reader(facts, start)
    found: list[Printed] = []
    path: list[Term] = []
    for term in (each for line in lines for each in _lists(line)):
        if reader.ends(term) or path:
            path.append(term)
            if len(path) > 1 and reader.ends(term) and {path[0], path[-1]} != {path[0]}:
                found.append(reader.joined(path))
                path = []
        elif isinstance(term, tuple) and term and reader.ends(term[0]) and reader.ends(term[-1]):
            found.append(reader.joined(list(term)))
        elif moved := reader.moved(term):
            found.append(moved)
    return found


def _lists(line: str) -> Iterator[Term]:
    """The outermost lists of a line."""
    depth = begun = 0
    for at, character in enumerate(line):
        if character == "[":
            begun = at if depth == 0 else begun
            depth += 1
        elif character == "]" and depth:
            depth -= 1
            if depth == 0:
                facts = parse(f"printed({line[begun : at + 1]}).").facts
                yield from (argument.term for fact in facts for argument in fact.arguments)


class _Reader:
    """Terms as states and moves of one puzzle."""

    def __init__(self, facts: PuzzleFacts, start: State) -> None:
        self._facts, self._start = facts, start
        self._puzzle = puzzle_from(facts, start)
        self._term_of = DOMAINS[facts.domain].term_of
        self._goals = {self._term_of(goal) for goal in facts.goals}

    def ends(self, term: Term) -> bool:
        """Whether a term is the start or a goal."""
        return term == self._term_of(self._start) or term in self._goals

    def joined(self, path: Sequence[Term]) -> Printed:
        """The moves between states. Raises DisagreementError where there is none."""
        forward = list(path) if path[0] == self._term_of(self._start) else list(reversed(path))
        state: State = self._start
        moves: list[Move] = []
        for term in forward[1:]:
            ways = [(move, after) for move, after in self._successors(state) if self._term_of(after) == term]
            if not ways:
                where = f"after {several(len(moves), 'move')} it prints {shorten(term)}"
                raise DisagreementError(f"what it prints is not a solution: {where}, which no move makes")
            move, state = ways[0]
            moves.append(move)
        return Printed(moves)

    def moved(self, term: Term) -> Printed | None:
        """The moves to a goal that move pieces, or have names, in this order; None if there are none."""
        ways: dict[State, tuple[Move, ...]] = {self._start: ()}
        for item in term if isinstance(term, tuple) else ():
            name = str(getattr(item, "name", item))
            ways = {
                after: (*moves, move)
                for state, moves in ways.items()
                for move, after in self._successors(state)
                if str(move[0]) == name
            }
        return next((Printed(moves) for state, moves in ways.items() if moves and state in self._facts.goals), None)

    def _successors(self, state: State) -> list[tuple[Move, State]]:
        return list(self._puzzle.successors(state, None))
