"""What a program of the user's prints about a puzzle of rules, as solutions: states and moves that are any terms."""

import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, islice, repeat
from typing import Any

from pybridge.engines.printed import MOST_LINES
from pybridge.engines.printed_plan import Printed, not_joined
from pybridge.engines.printed_words import Texts, key_of, last_of, texts_of, unquoted, words_in
from pybridge.errors import DisagreementError, PybridgeError
from pybridge.facts.wording import shorten
from pybridge.rules.compiled import RuleMove, UnknownValueError, Values
from pybridge.rules.facts import RulesFacts

Ways = dict[Values, tuple[RuleMove, ...]]
"""The states where a reader may be, and the moves that lead to each."""


@dataclass(frozen=True, slots=True)
class PrintedPart:
    """A printed term: its text, the state that it is if it is one, whether it looks like one, and its own parts."""

    text: str
    state: Values | None
    shaped: bool
    parts: tuple["PrintedPart", ...]

    @property
    def key(self) -> str:
        """The text as `key_of` has it."""
        return key_of(self.text)


class RulesReader:
    """Lines as states and moves of a puzzle of rules.

    A solution is a list, or one line after the other, of moves, of states, or of both; lists may come last one first.
    """

    def __init__(self, facts: RulesFacts, start: Values) -> None:
        self._facts, self._start = facts, start
        self._ways: Ways = {start: ()}
        self._wrong: tuple[int, Printed | DisagreementError] | None = None
        self._broken_off: str | None = None
        self._lines: list[str] = []
        self._names = frozenset(key_of(each.name) for each in facts.task.operators) if facts.task else frozenset()

    def solutions(self, lines: Sequence[str], *, last: bool) -> list[Printed]:
        """The solutions that lines give. What is neither a move nor a state is left out.

        If `last`, moves behind the last solution belong to it, which then may not end at a goal.
        """
        self._lines = [*self._lines, *filter(str.strip, lines)][-MOST_LINES:]
        found: list[Printed] = []
        goal, run = Ways(), list[PrintedPart]()
        self._broken_off = None
        for part in self._read(self._texts_of(line) for line in last_of(lines) if line.strip()):
            solution = whole = self._whole(part) if part.parts and not self._continues(part, goal) else None
            if whole is None and self._follow(part, run):
                solution = self._reached(self._ways) if self._broken_off is None else None
                alone = [each for each in run if each.key in self._names] if solution else []
                if len(alone) < len(run) and (shorter := self._path(alone)):  # behind states that were visited
                    solution, self._ways = shorter, self._along(alone)[0]
            elif goal and whole is None and self._is_known(part):
                run.append(part)  # perhaps a move from the goal
            if solution is not None:
                found.append(solution)
                goal, self._ways, run = {} if whole else self._ways, {self._start: ()}, []
        if last and found and (further := self._further(goal, run)):
            found[-1] = further
        elif not found and (backward := self._path(run[::-1])):
            found.append(backward)
        elif not found and run and self._broken_off is None:
            self._note(self._ways)
        self._ways = {self._start: ()}
        return found

    def _continues(self, part: PrintedPart, goal: Ways) -> bool:
        """Whether a line with parts that begins with a state, not the start, continues the lines before it."""
        begun = [ways for ways in (self._ways, goal) if any(ways.values())]
        elsewhere = part.parts[0].state not in (None, self._start)
        return elsewhere and any(self._after(ways, part) for ways in begun)

    def _further(self, goal: Ways, run: Sequence[PrintedPart]) -> Printed | None:
        """The moves to a goal and all those behind them, if there are any, up to one that is not possible."""
        ways = goal
        for part in run:
            moves = next(iter(ways.values()), ())
            following = self._after(ways, part)
            if following is None and part.parts:
                continue  # it says something else
            ways = following or {}
            if moves and not ways and part.key in self._names:
                return Printed((*moves, RuleMove(part.text)))
        moves = next(iter(ways.values()), ())
        if len(moves) <= max(map(len, goal.values()), default=0):
            return None
        return self._reached(ways) or self._joined(moves)

    def named(self, names: Sequence[str]) -> Printed | None:
        """The moves to a goal that have these names; None if there are none."""
        return self._path(list(map(_text, names)))

    def nearest(self) -> list[Printed]:
        """The moves to a goal that the last lines name amid other words, or else what came nearest, for the judge.

        Raises DisagreementError for states.
        """
        if worded := self._worded():
            return [worded]
        if self._wrong is None:
            return []
        _, wrong = self._wrong
        if isinstance(wrong, DisagreementError):
            raise wrong
        return [wrong]

    def _worded(self) -> Printed | None:
        """The moves along all states and names of moves from some line on, in either order within the lines.

        They do not begin amid lines with the same other words, and a line that is a term with parts says other things.
        """
        terms = self._read_whole(self._texts_of(line)[0] for line in self._lines)
        words = [list(words_in(line)) for line in self._lines]
        parts = iter(self._read_whole([word] for line in words for word in line))
        lines = [list(zip(line, parts, strict=False)) for line in words]
        told = [[part for _, part in line if self._is_told(part) and (term.state is not None or not term.parts)]
                for line, term in zip(lines, terms, strict=True)]  # fmt: skip
        others = [[word for word, part in line if not (self._is_told(part) or word.isdigit())] for line in lines]
        firsts = [at for at, line in enumerate(told) if line and (at == 0 or others[at] != others[at - 1])]
        for order in (1, -1):
            rows = [_text("", tuple(line[::order])) for line in told]
            for first in firsts:
                ways, other = self._along([row for row in rows[first:] if row.parts])
                if other is None and (found := self._reached(ways)):
                    return found
                if len(next(iter(ways.values()))) > 1:  # else these words say something else
                    self._note(ways, other and other.parts[-1])
        return None

    def _is_told(self, word: PrintedPart) -> bool:
        """Whether a word in a sentence is the name of a move, or a state, or looks like one and like no other."""
        return word.state is not None or word.key in self._names or (word.shaped and word.text[-1] in ")]")

    def told(self, last_first: Sequence[str]) -> Printed:
        """The moves of a list that a program prints as a solution. Raises DisagreementError."""
        parts = self._read_whole([text] for text in last_first)
        found = self._path(parts[::-1]) or self._path(parts)
        if found is not None:
            return found
        self._blame(parts[::-1])
        wrong = self.nearest()
        return wrong[0] if wrong else Printed(RuleMove(part.text) for part in parts[::-1])

    def _blame(self, parts: Sequence[PrintedPart]) -> None:
        """Note what is wrong with a list of states and moves that is not a solution, if it is such a list."""
        if not all(map(self._is_known, parts)):
            return
        forward = parts[::-1] if self._is(parts[-1], self._start) else parts
        self._note(*self._along(forward))

    def _is_known(self, part: PrintedPart) -> bool:
        """Whether it looks like a state, or is the name of some move, though perhaps of none that is possible here."""
        return part.shaped or part.key in self._names or (bool(part.parts) and any(map(self._is_known, part.parts)))

    def _follow(self, part: PrintedPart, run: list[PrintedPart]) -> bool:
        """Go on by a line; false if it is neither a move nor a state. Notes where no move leads on.

        What comes behind that in the same form, states or moves, is not a solution, unless it begins at the start.
        """
        ways = self._after(self._ways, part)
        form = "state" if part.shaped else "move" if part.key in self._names else "other"
        if self._broken_off != form or self._is(part, self._start):
            self._broken_off = None
        if ways is None and part.parts and part.state is None:
            self._blame(part.parts)
            return False
        if ways is None and not self._is_known(part):
            return False
        run.append(part)
        if ways is None and not self._is(part, self._start):
            self._note(self._ways, part)
            self._broken_off = form
        self._ways = ways or {self._start: ()}
        return True

    def _note(self, ways: Ways, part: PrintedPart | None = None) -> None:
        """Note a path that ends at no goal, or at a part to which no move leads, unless a longer one is noted."""
        moves = next(iter(ways.values()))
        if self._wrong is None or len(moves) > self._wrong[0]:
            wrong: Printed | DisagreementError = Printed(moves)
            if part is not None and part.key in self._names:
                wrong = Printed((*moves, RuleMove(part.text)))
            elif part is not None:
                wrong = DisagreementError(not_joined(len(moves), shorten(part.text)))
            self._wrong = len(moves), wrong

    def _whole(self, part: PrintedPart) -> Printed | None:
        """A list as a solution, from either end."""
        return self._path(part.parts) or self._path(part.parts[::-1])

    def _path(self, parts: Sequence[PrintedPart]) -> Printed | None:
        """The moves to a goal along all these parts."""
        ways, other = self._along(parts)
        return None if other else self._reached(ways)

    def _along(self, parts: Sequence[PrintedPart]) -> tuple[Ways, PrintedPart | None]:
        """Where parts lead, up to the first to which no move leads. Neither does one to the same state again."""
        ways: Ways = {self._start: ()}
        for part, before in zip(parts, [None, *parts], strict=False):
            after = None if _is_repeated(part, before) else self._after(ways, part)
            if after is None:
                return ways, part
            ways = after
        return ways, None

    def _reached(self, ways: Ways) -> Printed | None:
        """The moves to a goal, if one is reached."""
        return next((self._joined(each) for at, each in ways.items() if each and self._facts.form.is_goal(at)), None)

    def _joined(self, moves: tuple[RuleMove, ...]) -> Printed:
        """The moves from the start; steps that continue from each other are put together, as a search counts them."""
        task = self._facts.task
        if task is None or task.continues is None:
            return Printed(moves)
        joined, state, first = list[RuleMove](), self._start, 0
        while first < len(moves):
            chains = {after: move for move, after in task.successors(state)}
            here = state
            for end in range(first, len(moves)):
                if end > first and (moves[end - 1].name, moves[end].name) not in task.continues:
                    break
                following = [after for move, after in task.successors(here) if move.name == moves[end].name]
                if len(following) != 1:  # of several states, the name does not say which
                    return Printed(moves)
                (here,) = following
                if here in chains:
                    longest = chains[here], here, end + 1
            move, state, first = longest
            joined.append(move)
        return Printed(joined)

    def _after(self, ways: Ways, part: PrintedPart, before: Ways | None = None, named: bool = False) -> Ways | None:
        """Where a part leads: it is a state, a move, or has parts that are; None if it is nothing that can be there.

        Within a line, a state from `before` its move may be printed behind that; in one with `named` moves, no other.
        """
        if here := {state: moves for state, moves in ways.items() if self._is(part, state)}:
            return here
        if before and any(self._is(part, state) for state in before):
            return ways
        found: Ways = {}
        for state, moves in ways.items():
            for move, after in self._facts.form.successors(state):
                if part.key == key_of(move.name) or (not named and self._is(part, after)):
                    found.setdefault(after, (*moves, move))
        if found or not part.parts or any(map(_is_repeated, part.parts[1:], part.parts)):
            return found or None
        inner, named = ways, named or any(each.key in self._names for each in part.parts)
        for each in part.parts:
            following = self._after(inner, each, before or ways, named)
            if following is None and not each.text.isdigit():
                return None
            inner = following or inner
        return None if inner is ways else inner

    def _is(self, part: PrintedPart, state: Values) -> bool:
        if part.state is not None:
            return part.state == state
        return part.key == key_of(self._facts.form.text(state))

    def _read_whole(self, texts: Iterable[Sequence[str]]) -> list[PrintedPart]:
        """As `_read`, of what each line may be as a whole alone."""
        return self._read((each, (), ()) for each in texts)

    def _read(self, texts: Iterable[Texts]) -> list[PrintedPart]:
        """Of what each line may be the first that is a state or a move, or else a term; otherwise as text.

        Of a line that is no term, but has lists, all states and names of moves.
        """
        given = list(texts)
        try:
            asked = [text for each in given for text in chain(*each)]
            rows = iter(self._facts.session.parts(self._facts.template, asked))
        except PybridgeError:
            rows = repeat([])
        found = list[PrintedPart]()
        for each in given:
            terms, others, words = ([self._part(row) for row in islice(rows, len(texts)) if row] for texts in each)
            known = [part for part in terms if part.shaped or part.key in self._names]
            told = tuple(filter(self._is_told, words))
            joint = [_text(" ".join(each[2]), told)] if len(told) > 1 and not terms else []
            named = [_text(text, tuple(map(_text, names))) for text, names in unquoted(each[0], self._names)]
            found.append(next(iter([*known, *named, *terms, *joint, *others]), _text(each[0][0])))
        return found

    def _texts_of(self, line: str) -> Texts:
        """What a line may be. Where names of states and moves are not known, words before them begin with a capital."""
        task = self._facts.task
        return texts_of(line, lambda word: key_of(word) not in self._names if task else word[0].isupper())

    def _part(self, row: Sequence[Any]) -> PrintedPart:
        text, leaves, parts = row
        task, state = self._facts.task, None
        if leaves and task:
            with contextlib.suppress(UnknownValueError):
                state = task.state(list(map(str, leaves)))
        shaped = state is not None or (bool(leaves) and not parts and task is not None)
        return PrintedPart(str(text), state, shaped, tuple(map(self._part, parts)))


def _text(text: str, parts: tuple[PrintedPart, ...] = ()) -> PrintedPart:
    return PrintedPart(text, None, False, parts)


def _is_repeated(part: PrintedPart, before: PrintedPart | None) -> bool:
    return before is not None and part.state is not None and part.state == before.state
