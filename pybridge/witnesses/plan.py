"""Plans of other programs as moves: PDDL actions, an answer of clingo, or moves as people write them.

Each step keeps its place in the file, and the judge's rules try it. So the first wrong step is named with its line.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pybridge.errors import FactFileError, Fault, FaultKind
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.wording import several, visible
from pybridge.puzzles import Move
from pybridge.puzzles.rows import transitions
from pybridge.witnesses.model import Action, Model
from pybridge.witnesses.rows import WORDS, Witnessed, witnessed

_ACTION = re.compile(r"(?:[0-9.]+\s*:\s*)?\(([^()]*)\)\s*(?:\[[^\]]*\]\s*)?")
_PDDL = re.compile(rf"\s*(?:{_ACTION.pattern})+\Z")
_BEGINS_PDDL = re.compile(r"\s*(?:[0-9.]+\s*:)?\s*\(")
_OCCURS = re.compile(r"occurs\((\w+)(?:\(([^()]*)\))?,(\d+)\)")
_CLINGO = re.compile(
    r"occurs\(|^(?:(?:py)?clingo version|Solving\.\.\.|Answer:|(?:UN)?SATISFIABLE$|UNKNOWN$)", re.MULTILINE
)
_NO_ANSWER = {
    "UNSATISFIABLE": "clingo says that there is no plan",
    "UNKNOWN": "clingo was stopped before it found a plan",
    "SATISFIABLE": "clingo did not print its answer; run it without --quiet",
}
_COMMENTS = (";", "%", "#")


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One step of a plan, and where it stands; `action` is empty for a word that a person wrote."""

    text: str
    action: str
    objects: tuple[str, ...]
    line: int
    column: int


def plan_of(facts: PuzzleFacts, start: State, text: str, path: str = "<text>") -> tuple[Move, ...]:
    """The moves of a plan, all of them allowed, and at a goal after the last one.

    Raises FactFileError with the first fault, which gives `path` as the name of the text, and UnavailableProgramError
    for a domain that has no plans.
    """
    row = witnessed(facts)
    rules = row.rules or (None if row.lacks(facts) else row.model(facts, start).rules)
    known = {action.name: action for action in rules.actions} if rules else {}
    found = [_by_name(each, known, own=row.rules is None) for each in steps(text, path, row.words(facts))]
    read, state, moves, is_goal = row.reader(facts), start, list[Move](), transitions(facts).goal
    reached = 0 if is_goal(facts, start) else None
    for number, step in enumerate(found, 1):
        try:
            before = state
            for move in [_move(facts, row, known, step)] if step.action else read(state, step.text):
                state = transitions(facts).step(facts, state, move)
                moves.append(move)
            if step.action:  # several actions can make the same move, and not all of them everywhere
                _require_possible(row.model(facts, before), known[step.action], step.objects)
        except ValueError as error:
            raise _fault(path, step.line, step.column, f"step {number}, {visible(step.text)}: {error}") from error
        reached = number if is_goal(facts, state) else reached
    if not is_goal(facts, state):
        line, column = (found[-1].line, found[-1].column) if found else (1, 1)
        raise _fault(path, line, column, _no_goal(len(found), reached))
    return tuple(moves)


def steps(text: str, path: str = "<text>", words: str = WORDS) -> list[PlanStep]:
    """The steps of a plan, whichever way it is written; `words` finds those of a line that a person wrote.

    Raises FactFileError for a line that is not a step.
    """
    if _CLINGO.search(text):
        return _answer(text, path)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    lines = [(number, line) for number, line in lines if not _is_comment(line.lstrip(), words)]
    begins = _BEGINS_PDDL if words.endswith(WORDS) else _PDDL  # a term may begin with a bracket, too
    if any(begins.match(line.split(";")[0]) for _, line in lines):
        return [step for number, line in lines for step in _actions(number, line.split(";")[0], path)]
    return [step for number, line in lines for step in _words(number, line, words)]


def _is_comment(line: str, words: str) -> bool:
    """Whether a line is one; #(1) is a move of rules that have the operator #."""
    return line.startswith(_COMMENTS) and (words.endswith(WORDS) or not line.startswith("#("))


def _answer(text: str, path: str) -> list[PlanStep]:
    """The actions of the first answer of clingo, by their times; none if it is empty."""
    lines = text.splitlines()
    answers = [number for number, line in enumerate(lines, 2) if line.startswith("Answer:")][:1]
    answers = answers or [number for number, line in enumerate(lines, 1) if "occurs(" in line]
    if not answers:
        status = [(number, line.strip()) for number, line in enumerate(lines, 1) if line.strip() in _NO_ANSWER]
        number, why = status[0] if status else (len(lines), "")
        raise _fault(path, number, 1, _NO_ANSWER.get(why, "the output of clingo ends before its answer"))
    told = [
        (number, each) for number in answers if number <= len(lines) for each in _OCCURS.finditer(lines[number - 1])
    ]
    found, times = [], set()
    for number, each in sorted(told, key=lambda each: int(each[1][3])):
        objects = tuple(filter(None, (each[2] or "").split(",")))
        found.append(PlanStep(each[0], each[1], objects, number, each.start() + 1))
        if each[3] in times:
            raise _fault(path, number, each.start() + 1, f"{each[0]} is a second action at the time {each[3]}")
        times.add(each[3])
    return found


def _actions(number: int, line: str, path: str) -> Iterator[PlanStep]:
    found = list(_ACTION.finditer(line)) if _PDDL.match(line) else []
    if not found or not all(each[1].split() for each in found):
        raise _fault(path, number, 1, f"{visible(line.strip())} is not an action such as (slide t1 c0 c1)")
    for each in found:
        name, *objects = each[1].split()
        yield PlanStep(f"({each[1].strip()})", name, tuple(objects), number, each.start(1))


def _by_name(step: PlanStep, known: Container[str], *, own: bool) -> PlanStep:
    """A step, whose action has no capital letters.

    In rules, which have names of their `own`, one that is not `known` is the name of a move: `(drive t1 a)` is
    `drive(t1,a)`.
    """
    if not step.action or not own or step.action.lower() in known:
        return replace(step, action=step.action.lower(), objects=tuple(each.lower() for each in step.objects))
    term = f"{step.action}({','.join(step.objects)})" if step.objects else step.action
    return replace(step, text=term, action="")


def _words(number: int, line: str, words: str) -> Iterator[PlanStep]:
    for match in re.finditer(words, line):
        yield PlanStep(match[0], "", (), number, match.start() + 1)


def _move(facts: PuzzleFacts, row: Witnessed[PuzzleFacts], known: Mapping[str, Action], step: PlanStep) -> Move:
    """The move of a step that is an action. Raises ValueError."""
    if step.action not in known:
        raise ValueError(f"{visible(step.action)} is not an action; {facts.domain} has {', '.join(known)}")
    expected = len(known[step.action].variables)
    if len(step.objects) != expected:
        raise ValueError(f"{step.action} takes {several(expected, 'object')}, not {len(step.objects)}")
    return row.move(facts, step.action, step.objects)


def _require_possible(model: Model, action: Action, objects: Sequence[str]) -> None:
    """Raise ValueError for objects of other types than those of the action, and for a condition that does not hold."""
    rules, kinds = model.rules, dict[str, set[str]]()
    for kind, names in (*rules.constants.items(), *model.objects.items()):
        for name in names:
            kinds.setdefault(name, set()).update(_with_supertypes(kind, rules.types))
    named = {f"?{variable}": name for (variable, _), name in zip(action.variables, objects, strict=True)}
    for variable, kind in action.variables:
        if kind not in kinds.get(named[f"?{variable}"], ()):
            raise ValueError(f"the {variable} of {action.name} is a {kind}, which {named[f'?{variable}']} is not")
    for atom in action.needs:
        needed = tuple(named.get(word, word) for word in atom)
        if needed not in model.initial:
            raise ValueError(f"it needs ({' '.join(needed)}), which does not hold here")


def _with_supertypes(kind: str, types: Mapping[str, str]) -> Iterator[str]:
    yield kind
    if kind in types:
        yield from _with_supertypes(types[kind], types)


def _no_goal(number: int, reached: int | None) -> str:
    if not number:
        return "there is no plan in this file, and the start is not a goal"
    if reached is None:
        return f"the plan ends after {several(number, 'step')} and is not at a goal there"
    return f"the plan reaches a goal after {several(reached, 'step')}, but continues and does not end at one"


def _fault(path: str, line: int, column: int, message: str) -> FactFileError:
    return FactFileError([Fault(path, line, column, FaultKind.WRONG_PLAN, message)])
