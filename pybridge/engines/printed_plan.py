"""A plan that a program of the user's prints in words, as in `red -> y`, `move tile 4` or `4 5 8`."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise, starmap, takewhile
from typing import Any

from pybridge.diagnosis import after_moves
from pybridge.engines.printed_words import Worded, are_alike, worded
from pybridge.errors import DisagreementError
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.domain import DOMAINS
from pybridge.facts.terms import Term
from pybridge.facts.wording import shorten
from pybridge.puzzles import Move, puzzle_from, replay
from pybridge.translation import Said, said

Ways = dict[Any, tuple[Move, ...]]
"""The states where a reader may be, and the moves that lead to each."""


class Printed(tuple[Move, ...]):
    """A solution that is read from what a program prints, as moves."""


class NamedMoves:
    """Where the moves that a program names lead from a start."""

    def __init__(self, facts: PuzzleFacts, start: State) -> None:
        self.facts, self.start = facts, start
        self.term_of = DOMAINS[facts.domain].term_of
        self._puzzle = puzzle_from(facts, start)

    def begun(self) -> Ways:
        """At the start."""
        return {self.start: ()}

    def successors(self, state: State) -> list[tuple[Move, State]]:
        """The moves from a state, each with the next state."""
        return list(self._puzzle.successors(state, None))

    def followed(self, ways: Ways, names: Sequence[str]) -> Ways:
        """Where the moves with this first part lead, with this first and last part, or with all these parts."""
        return {
            after: (*moves, move)
            for state, moves in ways.items()
            for move, after in self.successors(state)
            if [str(part) for part in (move if len(names) == 3 else (move[0], move[-1]))][: len(names)] == list(names)
        }

    def reached(self, ways: Ways) -> Printed | None:
        """The moves to a goal, if one is reached."""
        return next((Printed(moves) for state, moves in ways.items() if moves and state in self.facts.goals), None)


class Plans:
    """The plans in lines of words, each with the states that are printed behind it.

    `wrong` are the most moves in the same words that lead to no goal, and `refused` the line behind them that is no
    possible move; None if they end before.
    """

    def __init__(self, moves: NamedMoves, lines: Sequence[tuple[str, list[Term]]], known: frozenset[str]) -> None:
        self._moves, self._known = moves, known
        self._texts = [line.strip() for line, _ in lines]
        self._rows = [worded(line, known, states) for line, states in lines]
        self.wrong: tuple[Move, ...] = ()
        self.refused: str | None = None

    def found(self) -> Printed | None:
        """The moves that the lines name in order. Raises DisagreementError."""
        for first, row in enumerate(self._rows):
            if first and are_alike(self._rows[first - 1], row):
                continue  # amid moves
            for size in (1, 2, 3):
                if moved := self._from(first, size):
                    return moved
        return None

    def _from(self, first: int, size: int) -> Printed | None:
        """The moves to a goal that rows name, each by its first part, its first and last part, or all three.

        Moves behind them in the same words belong to them, unless those are more solutions. Then the moves may not end
        at a goal.
        """
        rows = self._rows[first:]
        ways = self._moves.begun()
        for at, row in enumerate(rows):
            if at and row.words == (str(at),) and row.others != rows[at - 1].others:
                return None  # the number of moves
            before, ways = ways, self._along(ways, [row], size)
            if found := self._moves.reached(ways):
                rest = list(takewhile(partial(are_alike, row), rows[at + 1 :]))
                if rest and rest[0].words == (str(at + 1),) and rest[0].others != row.others:
                    rest = []  # the number of moves
                if self._are_solutions(rest, size):
                    self._require_states(found, rows, at, size)
                    return found
                ways = self._along(ways, rest, size)
                return self._moves.reached(ways) or next(map(Printed, ways.values()), None)
            if not ways:
                self._note(before, rows, at, size, self._texts[first + at])
                return None
        self._note(ways, rows, len(rows), size, None)
        return None

    def _note(self, ways: Ways, rows: Sequence[Worded], end: int, size: int, refused: str | None) -> None:
        """Note the moves of the rows before an end, all in the same words, if they are the most that lead to no goal.

        The row at the end is `refused`, if it is in these words, too. Rows of one word may be anything, unless two of
        them are moves.
        """
        named = [row for row in rows[:end] if row.words]
        if refused is not None and (not named or are_alike(named[-1], rows[end])):
            named += [rows[end], *takewhile(partial(are_alike, rows[end]), rows[end + 1 :])]
        else:
            refused = None
        moves = next(iter(ways.values()))
        plan = all(len(row.words) == size and self._known.issuperset(row.words) for row in named)
        plan = plan and all(starmap(are_alike, pairwise(named))) and len(named) > 1
        more = len(moves) > len(self.wrong) or (not self.wrong and self.refused is None)
        if plan and more and (size > 1 or len(moves) > 1):
            self.wrong, self.refused = moves, refused

    def _require_states(self, moves: Printed, rows: Sequence[Worded], last: int, size: int) -> None:
        """Raise DisagreementError if one state is printed behind each move, or before each, and is not what they make.

        `last` is the row of the last move. A state that is printed behind that alone is any of theirs.
        """
        named = [at for at, row in enumerate(rows[: last + 1]) if row.words]
        end = next((at for at in range(last + 1, len(rows)) if rows[at].words), len(rows))
        behind = [[state for row in rows[at:to] for state in row.states] for at, to in pairwise([*named, end])]
        made = [self._moves.term_of(state) for state in replay(self._moves.facts, self._moves.start, moves)]
        behind = [states[len(states) > 1 and states[0] == mine :] for states, mine in zip(behind, made, strict=False)]
        each = all(len(rows[at].words) == size for at in named) and {*map(len, behind[:-1])} == {1}
        told = [*behind[:-1], behind[-1][:1]]
        before = each and told[0] == made[:1]
        shown = [[state] for state in (made[:-2] if before else made[1:-1])] if each else told[:-1]
        expected = [*map(set, shown), {made[-1]} if each and not before else set(made)]
        for number, (states, possible) in enumerate(zip(told, expected, strict=True), start=0 if before else 1):
            if not possible.issuperset(states):
                raise DisagreementError(not_joined(number, shorten(states[0])))

    def _are_solutions(self, rows: Sequence[Worded], size: int) -> bool:
        """Whether these rows are whole solutions, one after the other. They are if there are no rows."""
        ways = first = self._moves.begun()
        for row in rows:
            ways = self._along(ways, [row], size)
            ways = first if self._moves.reached(ways) else ways
        return ways == first

    def _along(self, ways: Ways, rows: Sequence[Worded], size: int) -> Ways:
        """Where the moves of rows lead: nowhere if a row has words for a part of a move."""
        if any(len(row.words) % size for row in rows):
            return {}
        for words in (row.words[at : at + size] for row in rows for at in range(0, len(row.words), size)):
            ways = self._moves.followed(ways, words)
        return ways


def not_joined(made: int, printed: str) -> Said:
    """What to say about a program that prints something to which no move leads, after this many moves."""
    return said(
        "what it prints is not a solution: {after} it prints {printed}, which no move makes",
        after=after_moves(made), printed=printed,
    )  # fmt: skip
