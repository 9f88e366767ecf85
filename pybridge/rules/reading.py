"""Read a puzzle of rules. Reading runs it, so Prolog reads behind the fence; Python gets facts, states and a task."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from pybridge.errors import FactFileError, Fault, FaultKind, PrologError, TableSpaceError
from pybridge.facts.terms import Atom, printable, unprintable
from pybridge.facts.wording import cut, did_you_mean, listed, visible
from pybridge.limits import silent
from pybridge.rules.compiled import ACTIONS, Compiled, Listed, RulesForm, UnknownValueError, Values, alternatives
from pybridge.rules.distances import errors_in_states
from pybridge.rules.facts import RulesFacts
from pybridge.rules.finding import found_task, task_found_soon
from pybridge.rules.session import Given, Session, session
from pybridge.swipl.goals import unsafe_place

_NATURAL = "a number, 0 or more"
_NO_GOAL = "no state that the moves can make is a goal"
_VARIABLE = re.compile(r"(?<!\w)_\d")


def read_rules(text: str, path: str = "<text>") -> RulesFacts:
    """The facts of a puzzle of rules. Raises FactFileError with all its faults, PrologMissingError and PrologError."""
    if wrong := unsafe_place(text):
        line, column, message = wrong
        raise FactFileError([Fault(path, line, column, FaultKind.ILL_FORMED, message)])
    asked = session(text, path)
    given = _Facts(asked, path)
    if faults := sorted(given.faults(), key=lambda fault: (fault.line, fault.column)):
        raise FactFileError(faults)
    form = _form(asked, given.one("puzzle")[0].value.name)
    facts = _facts(asked, given, form)
    if isinstance(form, Compiled) and not form.conditions:
        if faults := errors_in_states(facts) or given.likely_mistake():
            raise FactFileError(faults)
        return replace(facts, goalless=given.no_goal(form))
    return facts


def _facts(asked: Session, given: "_Facts", form: RulesForm) -> RulesFacts:
    starts = tuple((name, form.state(asked.leaves(form.template, state))) for name, state in asked.report.starts)
    return RulesFacts(
        name=given.one("puzzle")[0].value.name,
        title=given.one("puzzle")[2].value,
        sources=tuple(text.value for (text,) in given.arguments("source")),
        starts=starts,
        optimal={name.value.name: length.value for name, length in given.arguments("optimal")},
        goals=form.goals,
        path=asked.path,
        text=asked.text,
        form=form,
        cells={cell.value: (row.value, column.value) for cell, row, column in given.arguments("cell")},
        glyphs={value.text: glyph.value for value, glyph in given.arguments("glyph")},
        colours={
            value.text: getattr(colour.value, "name", colour.value)
            for name in ("color", "colour")
            for value, colour in given.arguments(name)
        },
        bounded=given.defines("bound"),
        drawn=given.defines("picture"),
    )


_PUZZLE = re.compile(r'^\s*puzzle\(\s*(\w+)\s*,\s*rules\s*,\s*"((?:[^"\\\n]|\\.)*)"\s*\)', re.MULTILINE)
_SOURCE = re.compile(r'^\s*source\(\s*"((?:[^"\\\n]|\\.)*)"\s*\)', re.MULTILINE)
_START = re.compile(r"^\s*start\(\s*(\w+)\s*,", re.MULTILINE)
_OPTIMAL = re.compile(r"^\s*optimal\(\s*(\w+)\s*,\s*(\d+)\s*\)", re.MULTILINE)


_MOST_TITLE = 1000


def overview(text: str, path: str) -> RulesFacts:
    """What a list of puzzles shows, as far as lines of facts tell. Nothing is run, and no state is known."""
    head = _PUZZLE.search(text)
    starts = tuple((name, ()) for name in dict.fromkeys(_START.findall(text)))
    return RulesFacts(
        name=head[1] if head else Path(path).stem,
        title=visible(head[2], _MOST_TITLE) if head else "",
        sources=tuple(visible(each, _MOST_TITLE) for each in _SOURCE.findall(text)),
        starts=starts,
        optimal={name: int(length) for name, length in _OPTIMAL.findall(text)},
        path=path,
        text=text,
        form=Listed("", lambda states: []),
    )


def _form(asked: Session, name: str) -> RulesForm:
    """The task: found at once, or kept on disk by an earlier search for it."""
    task = task_found_soon(asked) or _kept_task(asked, name)
    if isinstance(task, Compiled):
        return task
    return Listed(
        "; ".join([task, *(f"line {line}: {said}" for line, _, said in asked.report.hints[:1])]), asked.listed
    )


def _kept_task(asked: Session, name: str) -> Compiled | str:
    from pybridge.rules.recipe import TaskRecipe, task_in
    from pybridge.store.store import Store

    try:
        return task_in(Store().obtain(TaskRecipe(asked.text, name), silent))
    except TableSpaceError:  # then it is found again each time
        return found_task(asked)
    except FactFileError as error:  # of a text without its file
        raise FactFileError([replace(fault, path=asked.path) for fault in error.faults]) from None


def given_state(facts: RulesFacts, text: str) -> tuple[Values, str | None]:
    """A state that a user typed as a Prolog term, and what is wrong with it."""
    if wrong := unsafe_place(text):
        return (), f"it cannot be read: {wrong[2]}"
    try:
        leaves = facts.session.typed_leaves(facts.template, text)
        if leaves is None:
            return (), "it is one state with the operators of the rules, and another without: write it as f(a, b)"
        return facts.form.state(leaves), None
    except PrologError as error:
        if str(error).startswith("Arguments are not sufficiently"):
            return (), "a state has no variables; write all of its parts"
        return (), f"it cannot be read: {str(error).splitlines()[0]}"
    except UnknownValueError as error:
        return (), str(error)


class _Facts:
    """The facts of a report, and what is wrong with them."""

    def __init__(self, asked: Session, path: str) -> None:
        self._asked, self._report, self._path = asked, asked.report, path

    def arguments(self, name: str) -> list[list[Given]]:
        """The arguments of all facts of a name."""
        return [arguments for each, _, _, arguments in self._report.facts if each == name]

    def one(self, name: str) -> list[Given]:
        """Those of the only one."""
        return self.arguments(name)[0]

    def defines(self, name: str) -> bool:
        """Whether the rules have that predicate, of those that pybridge asks for."""
        return any(each == name for each, *_ in self._report.facts)

    def likely_mistake(self) -> list[Fault]:
        """What is probably wrong with rules if no state can be a goal."""
        return [
            Fault(self._path, line, column, FaultKind.WRONG_RULE, f"{said}; {_NO_GOAL}")
            for line, column, said in self._report.hints[:1]
        ]

    def no_goal(self, form: Compiled) -> Fault:
        """That no state can be a goal."""
        message = _NO_GOAL
        line, column = self._report.place("goal")
        unknown = "a value that goal/1 requires never occurs" if len(form.domains) > 1 else None
        never = (_never(form, leaves) for leaves in self._asked.goal_leaves(form.template))
        if why := next(filter(None, never), unknown):
            message += f": {why}"
        return Fault(self._path, line, column, FaultKind.WRONG_RULE, message)

    def faults(self) -> Iterator[Fault]:
        """Facts whose arguments are none of what they can be, or that are there twice."""
        seen: dict[tuple[str, Any], int] = {}
        starts = [name for name, _ in self._report.starts]
        if not self.arguments("puzzle"):
            message = 'puzzle/3 does not hold: write puzzle(Name, rules, "Title").'
            yield Fault(self._path, 1, 1, FaultKind.MISSING_FACT, message)
        if not starts:
            yield Fault(self._path, 1, 1, FaultKind.MISSING_FACT, "no start state: add start(Name, State)")
        for name in starts:
            if not _one_line(name):
                message = f"the name of a start must be text of one line, not {visible(name)}"
                yield Fault(self._path, *self._report.place("start", name), FaultKind.WRONG_ARGUMENT, message)
        for name, line, column, arguments in self._report.facts:
            if not arguments:
                continue
            if wrong := _wrong(name, arguments):
                told = wrong + _not_allowed([getattr(each.value, "name", each.value) for each in arguments])
                yield Fault(self._path, line, column, FaultKind.WRONG_ARGUMENT, told)
                continue
            key = name.replace("colour", "color"), (None if name == "puzzle" else arguments[0].text)
            if name in ("puzzle", "optimal", "cell", "glyph", "color", "colour") and key in seen:
                first = seen[key]
                message = f"a second {name}/{len(arguments)} of this; the first is on line {first}"
                yield Fault(self._path, line, column, FaultKind.REPEATED_FACT, message)
            seen.setdefault(key, line)
            if name == "optimal" and arguments[0].value not in map(Atom, starts):
                hint = did_you_mean(arguments[0].text, starts) or f"; expected one of {listed(starts)}"
                message = f"no start state is named {arguments[0].text}{hint}"
                yield Fault(self._path, line, column, FaultKind.WRONG_ARGUMENT, message)


def _never(form: Compiled, leaves: Sequence[str]) -> str | None:
    """What no state has of a goal with these leaves; None if none is seen."""
    if form.template == ACTIONS:
        things = set(chain.from_iterable(form.domains))
        missing = [leaf for leaf in leaves if leaf not in things and not leaf.startswith("\\+")]
        return f"goal/1 requires {cut(missing[0])}, which no start has and no action adds" if missing else None
    shape = cut(form.shape)
    name, _, _ = shape.partition("(")
    if len(leaves) != len(form.domains) or (len(leaves) == 1 and _is_whole(leaves[0], f"{name}(", form.domains[0])):
        return f"goal/1 has another form than {shape}"
    for number, (leaf, known) in enumerate(zip(leaves, form.domains, strict=True), start=1):
        if leaf not in known and not _VARIABLE.search(leaf):
            part = f" as part {number} of {shape}" if shape != "_" else ""
            occur = f"{cut(alternatives(known), 120)} {'occurs' if len(known) == 1 else 'occur'}"
            return f"goal/1 requires {cut(leaf)}{part}, where only {occur}{_other_type(leaf, known)}"
    return None


def _is_whole(leaf: str, begins: str, known: Sequence[str]) -> bool:
    """Whether the only part of a goal is all of it, since it has another form than states, all of which begin so."""
    return leaf.startswith(begins) and not any(value.startswith(begins) for value in known)


def _other_type(leaf: str, known: Sequence[str]) -> str:
    """What to do about a number that is whole here and not there, or text that is an atom there and a string here."""
    if (whole := leaf.removesuffix(".0")) != leaf or f"{leaf}.0" in known:
        other = whole if whole != leaf else f"{leaf}.0"
        return f"; {leaf} and {other} are two values: compare them with =:=" if other in known else ""
    quoted = leaf.startswith('"')
    other = leaf[1:-1] if quoted else f'"{leaf}"'
    return f"; write {cut(other)} {'without' if quoted else 'with'} quotes" if other in known else ""


def _wrong(name: str, arguments: list[Given]) -> str | None:
    """What an argument of a fact must be, if it is not."""
    values = [given.value for given in arguments]
    match name, values:
        case "puzzle", [Atom(name), Atom("rules"), str(title)] if _one_line(name) and _one_line(title):
            return None
        case "puzzle", [Atom(), Atom(domain), str()] if domain != "rules":
            return f'unknown domain {domain}; write puzzle(Name, rules, "Title") for a puzzle with move/3'
        case "puzzle", _:
            return 'write puzzle(Name, rules, "Title") with two atoms and a string, each of one line'
        case "source", [text]:
            return None if _one_line(text) else 'write source("Text") with a text of one line'
        case "optimal", [_, length]:
            return None if isinstance(length, int) and length >= 0 else f"the length must be {_NATURAL}"
        case "cell", _:
            natural = all(isinstance(each, int) and 0 <= each < 1000 for each in values)
            return None if natural else "cell, row and column must be numbers from 0 to 999"
        case "glyph", [_, text]:
            return None if _one_line(text) else 'write glyph(Value, "Text") with a text of one line'
        case "color" | "colour", [_, text]:
            named = _one_line(getattr(text, "name", text))
            return None if named else f"write {name}(Value, red), or another color"
    return None


def _one_line(text: object) -> bool:
    """Whether it is text without what commands a terminal."""
    return isinstance(text, str) and printable(text)


def _not_allowed(values: Sequence[object]) -> str:
    """Which character of these is not allowed, as it may be one that nobody sees; nothing if all are."""
    texts = [value for value in values if isinstance(value, str)]
    odd = next((text[at] for text in texts for at in unprintable(text)), None)
    return "" if odd is None else f"; the character U+{ord(odd):04X} is not allowed"
