"""Puzzles of rules for planners: each operator of the task is an action without variables.

The values of a variable exclude each other, and the state has one of them: that is its group.
"""

import re
from collections.abc import Sequence

from pybridge.errors import UnavailableProgramError
from pybridge.facts.wording import visible
from pybridge.puzzles import Move
from pybridge.rules.compiled import Compiled, Operator, RuleMove, Values
from pybridge.rules.facts import RulesFacts
from pybridge.witnesses.model import Action, Atom, DomainRules, Group, Model
from pybridge.witnesses.names import mangled
from pybridge.witnesses.rows import Witnessed, word_by_word

_VALUE = ("value", "value")


def lacks(facts: RulesFacts) -> str | None:
    """Why planners cannot be given a puzzle; None if they can."""
    if facts.task is None:
        return f"{facts.name} has no operators to give to a planner: {facts.form.why}"
    if facts.task.continues is not None:
        return f"moves of {facts.name} are chains of steps, which planners do not know; leave out continues/2"
    return None


def model(facts: RulesFacts, start: Values) -> Model:
    """A start of a puzzle of rules. Raises UnavailableProgramError if it has no operators."""
    if (why := lacks(facts)) or facts.task is None:
        raise UnavailableProgramError(why or "")
    task = facts.task
    return Model(
        mangled("puzzle", facts.name),
        _rules(facts, task),
        {},
        tuple(_is(variable, value) for variable, value in enumerate(start)),
        tuple(tuple(_is(*pair) for pair in condition) for condition in task.conditions),
    )


def _rules(facts: RulesFacts, task: Compiled) -> DomainRules:
    return DomainRules(
        mangled("rules", facts.name),
        {"value": "object"},
        {f"x{variable}": (_VALUE,) for variable in range(len(task.sizes))},
        tuple(_action(task, number, operator) for number, operator in enumerate(task.operators)),
        tuple(Group((), ((f"x{variable}", "?value"),)) for variable in range(len(task.sizes))),
        {"value": tuple(f"v{value}" for value in range(max(task.sizes, default=0)))},
    )


def _is(variable: int, value: int) -> Atom:
    return f"x{variable}", f"v{value}"


def _action(task: Compiled, number: int, operator: Operator) -> Action:
    before = dict(operator.before)
    deletes: list[Atom] = []
    for variable, value in operator.after:
        gone = [before[variable]] if variable in before else range(task.sizes[variable])
        deletes += [_is(variable, each) for each in gone if each != value]
    return Action(
        f"op{number}",
        (),
        needs=tuple(_is(*pair) for pair in operator.before),
        deletes=tuple(deletes),
        adds=tuple(_is(*pair) for pair in operator.after),
    )


def move(facts: RulesFacts, action: str, objects: Sequence[str]) -> Move:
    """The move of an action."""
    assert facts.task
    return RuleMove(facts.task.operators[int(action.removeprefix("op"))].name)


def typed(facts: RulesFacts, state: Values, word: str) -> Move:
    """A move by its name, or by what only one of them is like: without quotes, operators and capital letters.

    PDDL has `pick-up`, and `(is a b)` for `a is b`. Raises ValueError.
    """
    moves = [move for move, _ in facts.form.successors(state)]
    for close in (_close, _unquoted, _applied, lambda name: _applied(name).lower()):
        found = [each for each in moves if close(each.name) == close(word)]
        if len({each.name for each in found}) == 1:
            return found[0]
    known = ", ".join(each.name for each in moves[:8]) or "none"
    raise ValueError(f"{visible(word)} is not a move here; there are {known}")


def _close(name: str) -> str:
    return "".join(name.split()).removesuffix(".")


def _unquoted(name: str) -> str:
    return _close(name).replace("'", "")


def _applied(name: str) -> str:
    """The name, with a named operator before its arguments: `a is b` is `is(a,b)`, and `table a` is `table(a)`."""
    bare = name.replace("'", "")
    match re.findall(r"[\w-]+", bare) if re.fullmatch(r"[\w\s()-]+", bare) else []:
        case [functor, only]:
            return f"{functor}({only})"
        case [first, functor, second]:
            return f"{functor}({first},{second})"
    return _close(bare)


WITNESSED = Witnessed(
    None, model, move, word_by_word(typed), search="blind", words=lambda facts: r"\S[^\n]*", lacks=lacks
)
"""A move is a term, so it has a line of its own."""
