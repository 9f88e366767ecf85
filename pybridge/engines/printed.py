"""Solutions that a program of the user's prints in a way of its own: as states, or as the pieces that move."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from pybridge.errors import DisagreementError
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.domain import DOMAINS
from pybridge.facts.parser import parse
from pybridge.facts.terms import Term
from pybridge.facts.wording import moves_text, shorten
from pybridge.puzzles import Move, puzzle_from
from pybridge.translation import Said, said


class Printed(tuple[Move, ...]):
    """A solution that is read from what a program prints, as moves."""


class Reader(Protocol):
    """Lines of a run as solutions."""

    def solutions(self, lines: Sequence[str]) -> list[Printed]:
        """The solutions that lines give, which come after those asked about before.

        Raises DisagreementError if states are printed that no moves join.
        """

    def wrong(self) -> list[Printed]:
        """What looked most like a solution and is none, if anything did. Raises DisagreementError."""


class TermReader:
    """Lists as states and moves of one puzzle."""

    def __init__(self, facts: PuzzleFacts, start: State) -> None:
        self._facts, self._start = facts, start
        self._puzzle = puzzle_from(facts, start)
        self._term_of = DOMAINS[facts.domain].term_of
        self._goals = {self._term_of(goal) for goal in facts.goals}

    def solutions(self, lines: Sequence[str]) -> list[Printed]:
        """The solutions that lines give: one list a state, a list of states, or a list of pieces or moves in order.

        States may come last one first. Other lists are left out. Raises DisagreementError.
        """
        found: list[Printed] = []
        path: list[Term] = []
        for term in (each for line in lines for each in _terms(line)):
            if self.ends(term) or path:
                path.append(term)
                if len(path) > 1 and self.ends(term) and {path[0], path[-1]} != {path[0]}:
                    found.append(self.joined(path))
                    path = []
            elif isinstance(term, tuple) and term and self.ends(term[0]) and self.ends(term[-1]):
                found.append(self.joined(list(term)))
            elif moved := self.moved(term):
                found.append(moved)
        return found

    def wrong(self) -> list[Printed]:
        """None: lists that are not solutions may be anything."""
        return []

    def ends(self, term: Term) -> bool:
        """Whether a term is the start or a goal."""
        return term == self._term_of(self._start) or term in self._goals

    def joined(self, path: Sequence[Term]) -> Printed:
        """The moves between states. Raises DisagreementError where there is none."""
        forward = list(path) if path[0] == self._term_of(self._start) else list(reversed(path))
        state: Any = self._start
        moves: list[Move] = []
        for term in forward[1:]:
            ways = [(move, after) for move, after in self._successors(state) if self._term_of(after) == term]
            if not ways:
                raise DisagreementError(not_joined(len(moves), shorten(term)))
            move, state = ways[0]
            moves.append(move)
        return Printed(moves)

    def moved(self, term: Term) -> Printed | None:
        """The moves to a goal that move pieces, or have names, in this order; None if there are none."""
        ways: dict[Any, tuple[Move, ...]] = {self._start: ()}
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


def not_joined(made: int, printed: str) -> Said:
    """What to say about a program that prints something to which no move leads, after this many moves."""
    return said(
        "what it prints is not a solution: after {moves} it prints {printed}, which no move makes",
        moves=moves_text(made), printed=printed,
    )  # fmt: skip


def _terms(line: str) -> Iterator[Term]:
    """The outermost lists of a line."""
    for text in outer_lists(line):
        for fact in parse(f"printed({text}).").facts:
            yield from (argument.term for argument in fact.arguments)


def outer_lists(line: str) -> Iterator[str]:
    """The texts of the outermost lists of a line."""
    depth = begun = 0
    for at, character in enumerate(line):
        if character == "[":
            begun = at if depth == 0 else begun
            depth += 1
        elif character == "]" and depth:
            depth -= 1
            if depth == 0:
                yield line[begun : at + 1]
