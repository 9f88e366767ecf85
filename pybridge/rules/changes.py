"""What the last move changed, as far as the state after it shows, and moves in short words."""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import groupby

from pybridge.puzzles.protocol import Move
from pybridge.rules.compiled import Compiled, Operator, Values, parts_of
from pybridge.rules.facts import RulesFacts
from pybridge.rules.pieces import joins, pieces, values_on


def changed(facts: RulesFacts, state: Values, move: Move) -> frozenset[int]:
    """The variables that the move to this state surely changed; several moves of its name may lead there."""
    task = facts.task
    if task is None:
        return frozenset()
    known = facts.once(_by_name)
    before = {state}
    for step in reversed(steps_of(task, str(move), known)):
        before = {each for after in before for each in _undone(after, known.get(step, ()))}
    if len(before) > 1 and joins(facts):
        whole = _piece_values(facts, state)
        before = {each for each in before if _piece_values(facts, each) == whole} or before
    differing = [{at for at, value in enumerate(state) if each[at] != value} for each in before]
    return frozenset(set.intersection(*differing) if differing else ())


def _piece_values(facts: RulesFacts, state: Values) -> Counter[tuple[str, ...]]:
    """The values on the cells of each piece: moves keep pieces whole."""
    shown = values_on(facts, state)
    return Counter(tuple(shown[cell] for cell in piece) for piece in pieces(facts, shown))


def _by_name(facts: RulesFacts) -> dict[str, list[Operator]]:
    """The operators of each name."""
    found: dict[str, list[Operator]] = {}
    for operator in facts.task.operators if facts.task else ():
        found.setdefault(operator.name, []).append(operator)
    return found


def _undone(state: Values, operators: Sequence[Operator]) -> Iterator[Values]:
    """The states before one of these operators made a state; what they do not need to know stays as it is."""
    for before, after in ((dict(each.before), dict(each.after)) for each in operators):
        made = all(state[variable] == value for variable, value in after.items())
        if made and all(state[variable] == value for variable, value in before.items() if variable not in after):
            values = list(state)
            for variable in after:
                values[variable] = before.get(variable, values[variable])
            yield tuple(values)


def steps_of(task: Compiled, name: str, known: Container[str]) -> list[str]:
    """The steps of a move: those of a list where steps continue from each other, unless it is `known` as one step."""
    is_chain = task.continues is not None and name.startswith("[") and name not in known
    return list(parts_of(name[1:-1])) if is_chain else [name]


def told(facts: RulesFacts, move: Move, times: str = "×") -> str:
    """A move by its name; of a move of several steps, each step once with the number of times in a row."""
    task = facts.task
    if task is None:
        return str(move)
    runs = [(step, len(list(same))) for step, same in groupby(steps_of(task, str(move), facts.once(_by_name)))]
    return "+".join(step if number == 1 else f"{step}{times}{number}" for step, number in runs)
