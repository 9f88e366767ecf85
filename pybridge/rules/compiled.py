"""The two forms of a puzzle of rules that Python searches: a task of variables and operators, or listed states.

In a `Compiled` task a state is a tuple of small numbers, the values of its variables; its operators were found by
narrowing (`prolog/narrowing/`). Where that refuses, a state is its text, and Prolog says what follows: `Listed`.
"""

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar, NamedTuple

Values = tuple[Any, ...]
"""A state: the number of each variable's value; the text of a state that is listed."""
Pairs = tuple[tuple[int, int], ...]
"""Variables and a value of each."""
_LEAF = re.compile(r"Leaf_(\d+)_")
ACTIONS = "actions"
"""The template of states that are lists of what holds."""
WHOLE = "state"
"""The template of a state that is one value."""


class RuleMove(NamedTuple):
    """A move by its name, the text of a Prolog term."""

    name: str

    def __str__(self) -> str:
        return self.name


class Operator(NamedTuple):
    """What one solution of move/3 does: where the variables `before` have these values, those of `after` get theirs."""

    name: str
    before: Pairs
    after: Pairs


class UnknownValueError(ValueError):
    """A part of a state has a value that no state can have; the message is a sentence about it."""


@dataclass(frozen=True)
class Compiled:
    """A task. `domains` are the texts of each variable's values, and operators are in the order of the rules.

    `template` is the text of a state with `Leaf_0_` for variable 0 and so on. `conditions` are alternatives, each of
    which makes a goal. `continues` has the pairs of moves of which the second continues from the first, by name; None
    where each step counts as a move. `raising` are alternatives, too: where one holds, the rules may raise an error,
    and operators have no move for it.
    """

    why: ClassVar[str] = ""

    template: str
    domains: tuple[tuple[str, ...], ...]
    operators: tuple[Operator, ...]
    conditions: tuple[Pairs, ...]
    continues: frozenset[tuple[str, str]] | None = None
    raising: tuple[Pairs, ...] = ()

    @cached_property
    def goals(self) -> tuple[Values, ...]:
        """The goal states, if each condition names one; otherwise none."""
        if any(len(condition) < len(self.domains) for condition in self.conditions):
            return ()
        return tuple(tuple(value for _, value in sorted(condition)) for condition in self.conditions)

    @cached_property
    def written(self) -> tuple[frozenset[int], ...]:
        """The variables that each operator gives a value."""
        return tuple(frozenset(variable for variable, _ in operator.after) for operator in self.operators)

    @cached_property
    def one_way(self) -> bool:
        """Whether some operator has no other that surely undoes it, or goals cannot be counted from."""
        if self.continues is not None or not self.goals or self.template == ACTIONS:
            return True
        writing: dict[frozenset[tuple[int, int]], list[Operator]] = {}
        for each in self.operators:
            writing.setdefault(frozenset(each.after), []).append(each)
        return not all(_is_undone(each, writing) for each in self.operators)

    @cached_property
    def _numbers(self) -> tuple[dict[str, int], ...]:
        return tuple({text: number for number, text in enumerate(domain)} for domain in self.domains)

    @cached_property
    def _pieces(self) -> list[str]:
        """The template cut at its variables: text, number, text, and so on."""
        return _LEAF.split(self.template)

    @property
    def shape(self) -> str:
        """A state without its values, such as `pos(_,_)`."""
        return _LEAF.sub("_", self.template)

    def state(self, leaves: Sequence[str]) -> Values:
        """The state whose leaves have these texts. Raises UnknownValueError."""
        if self.template == ACTIONS:
            return self._holding(leaves)
        if len(leaves) != len(self.domains):
            raise UnknownValueError(f"it has another form than {self.shape}")
        for number, (leaf, known) in enumerate(zip(leaves, self._numbers, strict=True)):
            if leaf not in known:
                raise UnknownValueError(
                    f"its part {number + 1} is {leaf}, and from the starts of the file it is always "
                    f"{alternatives(self.domains[number])}; write it into the file as a start"
                )
        return tuple(known[leaf] for leaf, known in zip(leaves, self._numbers, strict=True))

    def _holding(self, things: Sequence[str]) -> Values:
        """The state in which these things hold, and no others."""
        known = {text: variable for variable, (text,) in enumerate(self.domains)}
        for thing in things:
            if thing not in known:
                raise UnknownValueError(
                    f"{thing} never holds from the starts of the file; write the state into the file as a start"
                )
        holding = {known[thing] for thing in things}
        return tuple(int(variable in holding) for variable in range(len(self.domains)))

    def text(self, state: Values) -> str:
        """The state as a Prolog term."""
        if self.template == ACTIONS:
            return f"[{','.join(text for (text,), holds in zip(self.domains, state, strict=True) if holds)}]"
        pieces = list(self._pieces)
        for at in range(1, len(pieces), 2):
            variable = int(pieces[at])
            pieces[at] = self.domains[variable][state[variable]]
        return "".join(pieces)

    def is_goal(self, state: Values) -> bool:
        """Whether one of the conditions holds."""
        return any(all(state[variable] == value for variable, value in each) for each in self.conditions)

    @cached_property
    def _masks(self) -> list[tuple[int, list[int]]]:
        """For each variable that an operator has a condition on, the operators that each value allows, a bit each."""
        everything = (1 << len(self.operators)) - 1
        needing: dict[int, int] = {}
        for number, operator in enumerate(self.operators):
            for variable, _ in operator.before:
                needing[variable] = needing.get(variable, 0) | 1 << number
        masks = []
        for variable, needed in sorted(needing.items()):
            allowed = [everything & ~needed] * self.sizes[variable]
            for number, operator in enumerate(self.operators):
                for other, value in operator.before:
                    if other == variable:
                        allowed[value] |= 1 << number
            masks.append((variable, allowed))
        return masks

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many values each variable has."""
        return tuple(2 if self.template == ACTIONS else len(domain) for domain in self.domains)

    def applicable(self, state: Values) -> Iterator[int]:
        """The numbers of the operators whose conditions hold, in order."""
        allowed = (1 << len(self.operators)) - 1
        for variable, masks in self._masks:
            allowed &= masks[state[variable]]
        while allowed:
            lowest = allowed & -allowed
            yield lowest.bit_length() - 1
            allowed ^= lowest

    def after(self, state: Values, operator: int) -> Values:
        """The state after an operator."""
        values = list(state)
        for variable, value in self.operators[operator].after:
            values[variable] = value
        return tuple(values)

    def successors(self, state: Values) -> list[tuple[RuleMove, Values]]:
        """The moves from a state, in the order of the rules; chains of steps where steps continue from each other."""
        if self.continues is not None:
            return list(self._chains(state, self.continues))
        return [(RuleMove(self.operators[each].name), self.after(state, each)) for each in self.applicable(state)]

    def _chains(self, state: Values, continues: frozenset[tuple[str, str]]) -> Iterator[tuple[RuleMove, Values]]:
        """The shortest chain to each other state, breadth first.

        Where chains meet they are followed by their last steps: what continues from one need not from another.
        """
        found: dict[Values, tuple[str, ...]] = {}
        waiting: list[tuple[Values, tuple[str, ...]]] = [(state, ())]
        ends = set[tuple[Values, str]]()
        for here, steps in waiting:
            for each in self.applicable(here):
                name, after = self.operators[each].name, self.after(here, each)
                follows = not steps or (steps[-1], name) in continues
                if follows and after != state and (after, name) not in ends:
                    ends.add((after, name))
                    waiting.append((after, (*steps, name)))
                    found.setdefault(after, (*steps, name))
        for here, steps in found.items():
            yield RuleMove(steps[0] if len(steps) == 1 else f"[{','.join(steps)}]"), here


def _is_undone(operator: Operator, writing: Mapping[frozenset[tuple[int, int]], Sequence[Operator]]) -> bool:
    """Whether another operator is surely possible afterwards and undoes this one. `writing` has them by effects."""
    before = dict(operator.before)
    if any(variable not in before for variable, _ in operator.after):
        return False
    back = frozenset((variable, before[variable]) for variable, _ in operator.after)
    known = (before | dict(operator.after)).items()
    return any(set(other.before) <= known for other in writing.get(back, ()))


def parts_of(text: str) -> Iterator[str]:
    """The parts of a text between commas that are in no brackets and no quotes."""
    depth, quote, begin, escaped = 0, "", 0, False
    for at, sign in enumerate(text):
        if escaped:
            escaped = False
        elif quote:
            quote, escaped = "" if sign == quote else quote, sign == "\\"
        elif sign in "'\"`":
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif sign == "," and depth == 0:
            yield text[begin:at]
            begin = at + 1
    yield text[begin:]


def alternatives(texts: Sequence[str], most: int = 8) -> str:
    """`a, b or c`, and no more than `most` of them."""
    if len(texts) > most:
        return f"{', '.join(texts[:most])} or {len(texts) - most} more"
    return " or ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))


Row = tuple[bool, list[tuple[str, str]]]
"""Of a state: whether it is a goal, and the names of its moves with the texts of the next states."""


_MOST_TEXT = 1 << 20
"""Characters of the states that are asked about together."""
_FIRST = 16
"""States that are asked about together at first."""
_SHORT, _LONG = 0.1, 0.3
"""Seconds: after a shorter answer twice as many states are asked about together, after a longer one half as many.

Nothing else happens meanwhile, so that an interrupt waits; and Prolog is stopped after 20.
"""


class Listed:
    """States that Prolog expands: each is its text alone.

    A state is asked about together with others that were met and not asked about yet, since an exchange with Prolog
    costs more than a state.
    """

    template = WHOLE
    one_way = True
    goals: tuple[Values, ...] = ()

    def __init__(self, why: str, ask: Callable[[list[str]], list[Row]], *, batch: int = 256) -> None:
        """`why` there is no task; `ask` returns a row for each text of a state."""
        self.why = why
        self._ask, self._batch, self._together = ask, batch, min(batch, _FIRST)
        self._rows: dict[str, tuple[bool, list[tuple[RuleMove, Values]]]] = {}
        self._waiting: dict[str, None] = {}

    def state(self, leaves: Sequence[str]) -> Values:
        """The state with this text, which is its only leaf."""
        (text,) = leaves
        if text not in self._rows:
            self._waiting[text] = None
        return (text,)

    def text(self, state: Values) -> str:
        """The state as a Prolog term."""
        return str(state[0])

    def is_goal(self, state: Values) -> bool:
        """Whether it is a goal."""
        return self._row(str(state[0]))[0]

    def successors(self, state: Values) -> list[tuple[RuleMove, Values]]:
        """The moves from a state with the next states."""
        return self._row(str(state[0]))[1]

    def _row(self, text: str) -> tuple[bool, list[tuple[RuleMove, Values]]]:
        if text not in self._rows:
            # Long texts are asked about alone.
            most = max(0, min(self._together, _MOST_TEXT // (len(text) + 1)) - 1)
            texts = [text, *islice((each for each in self._waiting if each != text), most)]
            begun = time.monotonic()
            rows = self._ask(texts)
            if (took := time.monotonic() - begun) < _SHORT:
                self._together = min(self._batch, 2 * self._together)
            elif took > _LONG:
                self._together = max(1, self._together // 2)
            for each, (is_goal, moves) in zip(texts, rows, strict=True):
                self._rows[each] = is_goal, [(RuleMove(name), self.state([after])) for name, after in moves]
            for each in texts:  # last, since moves lead from one of them to another
                self._waiting.pop(each, None)
        return self._rows[text]


RulesForm = Compiled | Listed
"""What a search needs of a puzzle's states. `why` there are no operators, empty where there are; in `one_way` puzzles
nothing says that moves can be undone; `goals` are the goal states, if they are all known."""
