"""The session with Prolog that a puzzle of rules has: a fenced process in which its rules are loaded, once a text."""

import os
from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple

from pybridge.errors import (
    Edit,
    FactFileError,
    Fault,
    FaultKind,
    PrologCrashError,
    PrologError,
    PrologLimitError,
    PybridgeError,
)
from pybridge.facts.terms import Atom
from pybridge.limits import Limits
from pybridge.rules.compiled import WHOLE, Compiled, Operator, Pairs, Row
from pybridge.rules.meant import meant
from pybridge.swipl.engine import Engine
from pybridge.swipl.exchange import Compound
from pybridge.swipl.goals import file_atom
from pybridge.swipl.process import prepare_fenced

PATIENCE = Limits(seconds=20.0, memory=512 << 20)
"""For reading rules and trying their first moves."""
_EXPANDING = Limits(seconds=20.0, memory=1 << 30)
_MODULE = "rules"

Expanded = tuple[bool, int, list[tuple[str, list[str]]]]
"""Whether a state is a goal, its own bound or -1, and its moves with the leaves of the next states."""


class RulesReport:
    """What reading the rules gave: the facts as (name, line, column, arguments), and (name, state) of each start.

    Of what is asked when it is wanted, such as goal/1, there is the place of its first clause, without
    arguments; and of start/2 those of all, with their names. Hints are (line, column, what is likely to be wrong there
    if there is no solution, or no end).
    """

    def __init__(self, facts: list[Any], starts: list[Any], hints: list[Any]) -> None:
        self.hints: list[tuple[int, int, str]] = [(line, column, said) for line, column, said in hints]
        self.facts = [
            (name.name, line, column, [Given(*each) for each in given]) for name, line, column, given in facts
        ]
        self.starts = [(name.name, str(state)) for name, state in starts]

    def place(self, name: str, first: str | None = None) -> tuple[int, int]:
        """The line and column of the first fact with this name, and with that atom as its first argument if given."""
        for each, line, column, arguments in self.facts:
            if each == name and (first is None or (arguments and arguments[0].value == Atom(first))):
                return line, column
        return 1, 1


class Given(NamedTuple):
    """An argument of a fact: an Atom, a string or a number, or an empty list for any other term; and its text."""

    value: Any
    text: str


class Session:
    """A fenced process with the rules of one text, in `engine`; another one takes its place if it ends.

    One thread at a time is answered, since the process may be replaced.
    """

    def __init__(self, text: str, path: str) -> None:
        """Read the rules. Raises FactFileError with all faults, PrologError, PrologMissingError."""
        self.text, self.path, self._asking = text, path, Lock()
        prepare_fenced("rules/puzzle")
        self.report = self._begin()

    def _begin(self) -> RulesReport:
        """Read the rules in a process that knows nothing of them."""
        engine = Engine(fenced=True)
        try:
            report = self._open(engine)
        except BaseException:
            engine.close()
            raise
        self.engine = engine
        return report

    def _open(self, engine: Engine) -> RulesReport:
        values = {"Name": file_atom(self.path), "Text": self.text}
        engine.once("pybridge:prepare(rules/puzzle)")
        goal = f"pybridge_rules_puzzle:open_rules({_MODULE}, Name, Text, RulesReport)"
        try:
            report = self._once(engine, goal, PATIENCE, values)["RulesReport"]
        except PrologError as error:
            too_much = isinstance(error, PrologCrashError | PrologLimitError)
            message = f"reading the rules {'takes too long or too much memory' if too_much else 'fails'}: {error}"
            raise FactFileError([Fault(self.path, 1, 1, FaultKind.WRONG_RULE, message)]) from None
        if report.functor == "faults":
            raise FactFileError(self._faults(report.args[0]))
        return RulesReport(*report.args)

    def _faults(self, found: list[Any]) -> list[Fault]:
        made = [self._fault(*each.args) for each in found]
        return sorted(dict.fromkeys(made), key=lambda fault: (fault.line, fault.column))

    def _fault(self, kind: Atom, line: int, column: int, said: Any) -> Fault:
        message, old, new = meant(said)
        fix = (Edit(line, column, old, new),) if new else ()
        return Fault(self.path, line, column, FaultKind(kind.name), message, fix)

    def _answer(self, goal: str, limits: Limits, values: dict[str, Any]) -> dict[str, Any]:
        with self._asking:
            try:
                answer = self._once(self.engine, goal, limits, values)
            except PrologError:
                if not self.engine.restarts:
                    raise
            if not self.engine.restarts:
                return answer
            self.engine.close()  # its process has ended, and the next one never had the rules
            self._begin()
            return self._once(self.engine, goal, limits, values)

    def _once(self, engine: Engine, goal: str, limits: Limits, values: dict[str, Any]) -> dict[str, Any]:
        answer = engine.once(f"pybridge_printing:unheard(({goal}))", limits, values=values)
        if answer is None:
            raise PrologError(f"{self.path}: {goal} failed")
        return answer

    def _asked(self, of: str, goal: str, values: dict[str, Any]) -> dict[str, Any]:
        """The answer of a goal that calls some of the rules. Raises PrologError, FactFileError for a wrong move."""
        try:
            return self._answer(goal, _EXPANDING, values)
        except (PrologCrashError, PrologLimitError) as error:
            raise PrologError(f"{self.path}: {of} does not end for some state: {error}") from None
        except PrologError as error:
            match getattr(error, "value", None):
                case Compound("wrong_rule", (Atom(name), said)):
                    place = self.report.place(name)
                    raise FactFileError([Fault(self.path, *place, FaultKind.WRONG_RULE, str(said))]) from None
            raise PrologError(f"{self.path}: {of} fails for some state: {error}") from None

    def task(self, how: str, seconds: float) -> Compiled | str | None:
        """The task if it is found within some seconds: that of narrowing, or with `listed` of all states as they are.

        Otherwise why there is none, in words that say what would help; None if it was not found within the seconds, or
        if there are too many states to list.
        """
        goal = f"pybridge_rules_puzzle:task_of_rules({_MODULE}, {how}, Task)"
        try:
            task = self._answer(goal, Limits(seconds, memory=1 << 30), {})["Task"]
        except PrologLimitError:
            return None
        except PrologError as error:
            return _refusal(error, self, how)
        template, domains, operators, goals, continues, raising = task
        return Compiled(
            str(template),
            tuple(tuple(map(str, domain)) for domain in domains),
            tuple(Operator(str(name), _pairs(before), _pairs(after)) for name, before, after in operators),
            tuple(map(_pairs, goals)),
            frozenset((str(a), str(b)) for a, b in continues) if isinstance(continues, list) else None,
            tuple(map(_pairs, raising)),
        )

    @property
    def help(self) -> str:
        """What helps where there are too many operators: a helper with a cut has to know all that it is given."""
        goal, fewer = "pybridge_rules_late:cut_in(Text, Cut)", "let rules look at fewer parts at once"
        try:
            found = self._answer(f"ignore({goal})", PATIENCE, {"Text": self.text})["Cut"]
        except PrologError:
            return fewer
        match found:
            case Compound("/", (Atom(name), arity)):
                return f"write a condition in place of the cut in {name}/{arity}, or {fewer}"
        return fewer

    def expand(self, template: str, states: Sequence[str]) -> list[Expanded]:
        """For each state, whether it is a goal, its own bound or -1, and its moves with the leaves of the next states.

        Raises FactFileError if the rules do something wrong there, PrologError.
        """
        try:
            return self.rows(template, states)
        except PrologError as error:
            raise self._placed(states, error) from None

    def rows(self, template: str, states: Sequence[str]) -> list[Expanded]:
        """The same, but where the rules raise an error, that is the PrologError."""
        goal = f"pybridge_rules_states:expand_states({_MODULE}, Template, States, Rows)"
        return self._rows(goal, {"Template": template, "States": list(states)}, states)

    def walk(self, template: str, state: str, moves: Sequence[str]) -> list[Expanded]:
        """The rows of a state and of those after each move, up to a move that is not there, or to an error.

        Raises as `expand` does for the first state.
        """
        goal = f"pybridge_rules_states:walk_states({_MODULE}, Template, State, Moves, Rows)"
        try:
            return self._rows(goal, {"Template": template, "State": state, "Moves": list(moves)}, [state])
        except PrologError as error:
            raise self._placed([state], error) from None

    def _rows(self, goal: str, values: dict[str, Any], states: Sequence[str]) -> list[Expanded]:
        try:
            rows = self._asked("move/3, goal/1 or bound/2", goal, values)["Rows"]
        except FactFileError as error:
            raise self._placed(states, error) from None
        return [
            (goal == 1, bound, [(str(name), list(map(str, leaves))) for name, leaves in moves])
            for goal, bound, moves in rows
        ]

    def _placed(self, states: Sequence[str], error: PybridgeError) -> PybridgeError:
        """The error of rules asked about these states, with its place if it is found."""
        values = {"Text": self.text, "States": list(states)}
        goal = f"pybridge_rules_late:faults_of_states({_MODULE}, Text, States, Faults)"
        try:
            faults = self._faults(self._answer(goal, PATIENCE, values)["Faults"])
        except PrologError:
            return error
        return FactFileError(faults) if faults else error

    def listed(self, states: list[str]) -> list[Row]:
        """The same where a state is one value."""
        return [
            (is_goal, [(name, leaves[0]) for name, leaves in moves]) for is_goal, _, moves in self.expand(WHOLE, states)
        ]

    def leaves(self, template: str, state: str) -> list[str]:
        """The texts of the leaves of a state of the report. Raises PrologError."""
        goal = f"pybridge_rules_puzzle:leaves_of({_MODULE}, Template, State, Leaves)"
        return [str(leaf) for leaf in self._answer(goal, PATIENCE, {"Template": template, "State": state})["Leaves"]]

    def goal_leaves(self, template: str) -> list[list[str]]:
        """The texts of the leaves of the first goals that are facts, with variables as `_12`. Raises PrologError."""
        leaves = "pybridge_rules_states:leaves(Template, S, Ts)"
        goal = f"findnsols(9, Ts, (clause({_MODULE}:goal(S), true), {leaves}), All)"
        return [[str(leaf) for leaf in each] for each in self._answer(goal, PATIENCE, {"Template": template})["All"]]

    def typed_leaves(self, template: str, state: str) -> list[str] | None:
        """The same of a state that a user typed; None if it is another one by the operators of the rules.

        Raises PrologError.
        """
        goal = f"once((pybridge_rules_puzzle:typed_leaves({_MODULE}, Template, State, Leaves) ; Leaves = none))"
        leaves = self._answer(goal, PATIENCE, {"Template": template, "State": state})["Leaves"]
        return [str(leaf) for leaf in leaves] if isinstance(leaves, list) else None

    def parts(self, template: str, texts: Sequence[str]) -> list[list[Any]]:
        """For each text that is a term [text, leaves, parts], each part again so; [] for others.

        The leaves are those of a state, if the term has its form; the parts are those of a list, or both sides of a
        sign such as `-`. Raises PrologError.
        """
        goal = f"pybridge:prepare(rules/own), pybridge_rules_own:parts_of({_MODULE}, Template, Texts, Rows)"
        values = {"Template": template, "Texts": list(texts)}
        return list(self._answer(goal, PATIENCE, values)["Rows"])

    def work(self, start: str, states: int) -> int:
        """The most inferences that the rules take to expand one of the first states from a start."""
        goal = f"pybridge:prepare(rules/own), pybridge_rules_own:work_of({_MODULE}, Start, Most, Work)"
        return int(self._answer(goal, PATIENCE, {"Start": start, "Most": states})["Work"])

    def pictures(self, states: Sequence[str]) -> list[str]:
        """What picture/2 draws of some states; empty where it draws nothing. Raises PrologError."""
        goal = f"pybridge_rules_puzzle:pictures({_MODULE}, States, Pictures)"
        return [str(each) for each in self._asked("picture/2", goal, {"States": list(states)})["Pictures"]]


def session(text: str, path: str) -> Session:
    """The session of a text, which stays for further questions. Raises what `Session` raises."""
    return kept_session(text, path, os.getpid())


@lru_cache(maxsize=8)
def kept_session(text: str, path: str, process: int) -> Session:
    """The session of this process: that of the process from which it was forked cannot be asked here."""
    return Session(text, path)


def _pairs(flat: list[int]) -> Pairs:
    return tuple(zip(flat[::2], flat[1::2], strict=True))


def _refusal(error: PybridgeError, asked: Session, how: str) -> str | None:
    """Why narrowing refused, from what it threw, and what helps."""
    match getattr(error, "value", None):
        case Compound("narrowing", (Compound("too_many", _),)) if how == "listed":
            return None
        case Compound("narrowing", (Compound("too_many", (Atom(what), most)),)):
            states = "limit counters, and let all states have the same form, such as a list of cells"
            return f"it has more than {most:,} {what}; {states if what == 'states' else asked.help}"
        case Compound("narrowing", (Compound("unbound", (name,)),)):
            return f"a move leaves a part of the next state unknown: {name}"
        case Compound("narrowing", (Compound("waits", (Atom(what),)),)):
            return f"its rules wait for a variable, by {what}/2"
        case Compound("narrowing", (Compound("changes", (Compound("/", (Atom(what), arity)),)),)):
            return f"its rules change something in place, by {what}/{arity}"
    return f"its operators were not found: {error}"
