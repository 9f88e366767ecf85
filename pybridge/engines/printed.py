"""Solutions that a program of the user's prints in a way of its own: as states, or as the pieces that move."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import reduce
from typing import Any, Protocol

from pybridge.diagnosis import after_moves
from pybridge.engines.printed_boards import with_boards
from pybridge.engines.printed_plan import NamedMoves, Plans, Printed, Ways, not_joined
from pybridge.engines.printed_words import WORD, outer_lists
from pybridge.errors import DisagreementError
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.parser import parse
from pybridge.facts.terms import Term, write_term
from pybridge.facts.wording import shorten
from pybridge.puzzles import Move
from pybridge.translation import Said, said

MOST_LINES = 2000
"""The last lines, which may give a solution in words."""
_BEHIND = 200
"""States behind a solution that may belong to it."""


class Reader(Protocol):
    """Lines of a run as solutions."""

    def solutions(self, lines: Sequence[str], *, last: bool) -> list[Printed]:
        """The solutions that lines give, which come after those asked about before.

        `last`: the run has ended by itself. Raises DisagreementError if states are printed that no moves join.
        """

    def named(self, names: Sequence[str]) -> Printed | None:
        """The moves to a goal that these names name in order, each one; None if there are none."""

    def nearest(self) -> list[Printed]:
        """What the last lines that were read give in words, or what looked most like a solution and is none.

        Raises DisagreementError.
        """


class TermReader:
    """Lists as states and moves of one puzzle."""

    def __init__(self, facts: PuzzleFacts, start: State) -> None:
        self._start = start
        self._moves = NamedMoves(facts, start)
        self._term_of = self._moves.term_of
        self._goals = {self._term_of(goal) for goal in facts.goals}
        self._lines: list[tuple[str, list[Term]]] = []
        """The last lines without boards, and the states that are printed behind each."""
        self._words = Counter(WORD.findall(write_term(self._term_of(start))))
        moving = (str(part) for move, _ in self._moves.successors(start) for part in move)
        self._known = frozenset(moving).union(self._words)
        self._wrong: tuple[Move, ...] = ()
        self._refused: str | None = None
        self._apart: DisagreementError | None = None

    def solutions(self, lines: Sequence[str], *, last: bool) -> list[Printed]:
        """The solutions that lines give: a list or a board for each state, a list of states, or one of pieces or moves.

        They may come last one first. States behind a solution belong to it, if moves join them; other lists are left
        out. Raises DisagreementError.
        """
        boards = with_boards(lines, self._term_of(self._start))
        self._keep(boards, set(lines))
        found: list[Printed] = []
        path: list[Term] = []
        done: list[Term] = []
        for term in _terms_of(boards):
            if done and term != done[0] and self._resembles(term):
                done.append(term)
                found[-1] = self._longer(done) or found[-1]
                done = done if len(done) <= len(found[-1]) + _BEHIND else []
                continue
            if self.ends(term) or (path and self._resembles(term)):
                path.append(term)
                if len(path) > 1 and self.ends(term) and {path[0], path[-1]} != {path[0]}:
                    moves = self._along_states(path, sure=bool(found) and len(path) > 2)
                    found += [moves] if moves else []
                    path, done = ([], path[-len(moves) - 1 :]) if moves else ([term], [])
            elif listed := self._listed(term):
                found.append(listed)
                done = []
        if len(path) > 1 and last and not found and (moves := self._along_states(path)):
            self._wrong, self._refused = moves, None
        return found

    def _keep(self, lines: Sequence[str], given: Container[str]) -> None:
        """Keep the last lines, of which those that were not `given` are boards."""
        for line in lines:
            states = {text: term for text in outer_lists(line) for term in _terms(text) if self._resembles(term)}
            if line in given:
                self._lines.append((reduce(lambda text, state: text.replace(state, ""), states, line), []))
            if self._lines:
                self._lines[-1][1].extend(states.values())
        del self._lines[:-MOST_LINES]

    def _listed(self, term: Term) -> Printed | None:
        """The moves of a list of all states, or of pieces or moves. Raises DisagreementError."""
        if isinstance(term, tuple) and term and self.ends(term[0]) and self.ends(term[-1]):
            return self.joined(list(term))
        return self.moved(term)

    def _along_states(self, path: Sequence[Term], *, sure: bool = False) -> Printed | None:
        """The moves between all states, or those from where the first one is printed again; None if none join them.

        A program may print the start and a goal first, or each state that it visits. If it is `sure` that these are a
        solution, raises DisagreementError.
        """
        again = len(path) - 1 - list(reversed(path)).index(path[0])
        for first in dict.fromkeys((0, again)):
            try:
                return self.joined(path[first:])
            except DisagreementError as error:
                if sure and first == again:
                    raise
                self._apart = error
        return None

    def _longer(self, done: Sequence[Term]) -> Printed | None:
        """The moves through the states of a solution and those behind it, from either end; None if none join them."""
        if self._term_of(self._start) not in (done[0], done[-1]):
            return None
        try:
            return self.joined(done)
        except DisagreementError:
            return None

    def _resembles(self, term: Term) -> bool:
        """Whether a term looks like a state: as many lists as the start, or all parts of it but one."""
        start = self._term_of(self._start)
        if not isinstance(start, tuple) or not isinstance(term, tuple) or len(start) != len(term):
            return False
        if any(isinstance(part, tuple) for part in start):
            return all(isinstance(part, tuple) for part in term)
        return (Counter(start) - Counter(term)).total() < 2

    def nearest(self) -> list[Printed]:
        """The moves that the last lines name in order, as in `red -> y`, `move tile 4` or `4 5 8`.

        If there are none, those of the list of pieces of which most can move in order. Raises DisagreementError.
        """
        plans = Plans(self._moves, self._lines, self._known)
        if moved := plans.found():
            return [moved]
        wrong, refused = self._wrong, self._refused
        if len(plans.wrong) > len(wrong) or (not wrong and plans.refused is not None):
            wrong, refused = plans.wrong, plans.refused
        if refused is not None:
            raise DisagreementError(_not_possible(len(wrong), refused))
        if self._apart is not None and not wrong:
            raise self._apart
        return [Printed(wrong)] if wrong else []

    def ends(self, term: Term) -> bool:
        """Whether a term is the start or a goal."""
        return term == self._term_of(self._start) or term in self._goals

    def joined(self, path: Sequence[Term]) -> Printed:
        """The moves between states. Raises DisagreementError where there is none."""
        forward = list(path) if path[0] == self._term_of(self._start) else list(reversed(path))
        state: Any = self._start
        moves: list[Move] = []
        for term in forward[1:]:
            ways = [(move, after) for move, after in self._moves.successors(state) if self._term_of(after) == term]
            if not ways:
                raise DisagreementError(not_joined(len(moves), shorten(term)))
            move, state = ways[0]
            moves.append(move)
        return Printed(moves)

    def moved(self, term: Term) -> Printed | None:
        """The moves to a goal that move pieces, or have names, in this order or the other; None if there are none."""
        names = [str(getattr(item, "name", item)) for item in term] if isinstance(term, tuple) else []
        return self.named(names) or self.named(names[::-1])

    def named(self, names: Sequence[str]) -> Printed | None:
        """The moves to a goal that have these first parts. Notes what is wrong with most moves that have not."""
        ways = self._moves.begun()
        for name in names:
            following = self._moves.followed(ways, [name])
            if not following:
                self._note(ways, names, name)
                return None
            ways = following
        if not (reached := self._moves.reached(ways)):
            self._note(ways, names, None)
        return reached

    def _note(self, ways: Ways, names: Sequence[str], refused: str | None) -> None:
        """Note the moves up to a name that is not possible, or to no goal, unless others made more moves.

        Names that are a state, or not all of pieces or moves, are not noted.
        """
        moves = next(iter(ways.values()))
        if len(moves) > len(self._wrong) and self._known.issuperset(names) and Counter(names) != self._words:
            self._wrong, self._refused = moves, refused


def _not_possible(made: int, printed: str) -> Said:
    return said(
        "what it prints is not a solution: {after} it prints {printed}, which is not a possible move",
        after=after_moves(made), printed=printed,
    )  # fmt: skip


def _terms_of(lines: Iterable[str]) -> Iterator[Term]:
    """The outermost lists of lines, without the first of a line that repeats the last one before, as in `A -> B`."""
    before: Term | None = None
    for line in lines:
        terms = list(_terms(line))
        yield from terms[len(terms) > 1 and terms[0] == before :]
        before = terms[-1] if terms else before


def _terms(line: str) -> Iterator[Term]:
    """The outermost lists of a line."""
    for text in outer_lists(line):
        for fact in parse(f"printed({text}).").facts:
            yield from (argument.term for argument in fact.arguments)
