"""What only a search of states finds wrong with a puzzle of rules: of all where there are few, or of some."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from pybridge.errors import FactFileError, Fault, FaultKind, PrologError
from pybridge.facts.board_graph import reached
from pybridge.facts.wording import several
from pybridge.limits import Check
from pybridge.rules.compiled import Compiled, Values
from pybridge.rules.facts import RulesFacts
from pybridge.rules.pieces import wrong_cells

MOST_STATES = 2_000
"""No more states than these are searched."""
_PATIENCE = 5.0
"""Seconds; a space that takes longer is not searched."""
_BATCH = 500
_FIRST, _MOST_TOGETHER, _SHORT = 8, 256, 0.2
"""States that Prolog is asked about together, at first and at most, and after how many seconds they are fewer."""

Nexts = Mapping[Values, tuple[Values, ...]]
"""Each state with those that its moves lead to."""


class StateLayer(NamedTuple):
    """The goals of a layer, and how many states it has."""

    goals: list[Values]
    states: int


def searched_faults(facts: RulesFacts) -> Iterator[Fault]:
    """Starts from which no goal can be reached, wrong lengths of shortest solutions, and a bound/2 that is too large.

    Before them, cells that no state has, and errors that the rules raise in some state. If there are more than
    `MOST_STATES` states, or if they take long, there are only cells. That no state can be a goal is the only fault.
    """
    if facts.goalless:
        yield facts.goalless
        return
    if wrong := wrong_cells(facts):
        yield Fault(facts.path, *facts.session.report.place("cell"), FaultKind.WRONG_ARGUMENT, wrong)
    try:
        nexts = _explored(facts)
        if nexts is None:
            _require_no_error_soon(facts)
            return
        distances = _distances(facts, nexts)
        wrong_bounds = list(_wrong_bounds(facts, nexts, distances))
    except (FactFileError, PrologError) as error:
        yield from _told(facts, error)
        return
    yield from _wrong_starts(facts, nexts, distances)
    yield from wrong_bounds


def require_lower_bound(facts: RulesFacts) -> None:
    """Raise FactFileError if bound/2 says more than the distance of some state, or no number of moves.

    Where there are few states, all are compared. Whatever else is wrong in some state is left to the search, which may
    never reach it.
    """
    try:
        nexts = _explored(facts)
        wrong = list(_wrong_bounds(facts, nexts, _distances(facts, nexts))) if nexts else []
    except FactFileError as error:
        wrong = [fault for fault in error.faults if "bound/2" in fault.message]
    except PrologError:
        return
    if wrong:
        raise FactFileError(wrong)


def raising(facts: RulesFacts) -> RulesFacts | None:
    """The same facts with the states as goals in which the rules may raise an error; None if there are none."""
    task = facts.task
    return replace(facts, form=replace(task, conditions=task.raising)) if task and task.raising else None


def plain_layers(facts: RulesFacts, starts: Sequence[Values], last: int | None, check: Check) -> Iterator[StateLayer]:
    """The layers of states around the starts, less than `last` moves away. Raises what `check` raises."""
    form, layer, moves = facts.form, list(dict.fromkeys(starts)), 0
    seen = set(layer)
    while layer and moves != last:
        goals = []
        for state in layer:
            check()
            if form.is_goal(state):
                goals.append(state)
        yield StateLayer(goals, len(layer))
        moves += 1
        found = dict[Values, None]()
        for state in layer if moves != last else ():
            check()
            found.update(dict.fromkeys(after for _, after in form.successors(state) if after not in seen))
        seen.update(found)
        layer = list(found)


def require_no_error(facts: RulesFacts, states: Iterable[Values], check: Check) -> None:
    """Ask Prolog for the moves of these states, of each once.

    Raises FactFileError where the rules raise an error, PrologError, and what `check` raises.
    """
    known = facts.once(_sound)
    new = [state for state in states if state not in known]
    at, together = 0, _FIRST
    while at < len(new):
        check()
        some, begun = new[at : at + together], time.monotonic()
        facts.session.expand(facts.template, [facts.form.text(state) for state in some])
        known.update(some)
        at += together
        together = min(2 * together, _MOST_TOGETHER) if time.monotonic() - begun < _SHORT else max(1, together // 2)


def _sound(facts: RulesFacts) -> set[Values]:
    """The states in which Prolog has raised no error, as far as it was asked."""
    return set()


def _require_no_error_soon(facts: RulesFacts) -> None:
    """The same for the states from the starts that can be looked at in some seconds."""
    end = time.monotonic() + _PATIENCE

    def check() -> None:
        if time.monotonic() > end:
            raise TimeoutError

    if wanted := facts.once(raising):
        with suppress(TimeoutError):
            for layer in plain_layers(wanted, [state for _, state in facts.starts], None, check):
                require_no_error(facts, layer.goals, check)


def errors_in_states(facts: RulesFacts) -> list[Fault]:
    """What goes wrong in some state, of a puzzle of which no state is a goal."""
    try:
        nexts = _explored(facts)
        if nexts is None:
            _require_no_error_soon(facts)
        return list(_wrong_bounds(facts, nexts or {}, {}))
    except (FactFileError, PrologError) as error:
        return list(_told(facts, error))


def _told(facts: RulesFacts, error: FactFileError | PrologError) -> Iterator[Fault]:
    if isinstance(error, FactFileError):
        yield from error.faults
    else:
        message = str(error).removeprefix(f"{facts.path}: ")
        yield Fault(facts.path, *facts.session.report.place("move"), FaultKind.WRONG_RULE, message)


def _explored(facts: RulesFacts) -> Nexts | None:
    """All states that moves make of the starts; None if there are too many."""
    form, task, begun = facts.form, facts.task, time.monotonic()
    if task and task.continues is not None and _steps_lead_far(facts, task):
        return None
    nexts: dict[Values, tuple[Values, ...]] = {}
    waiting = list(dict.fromkeys(state for _, state in facts.starts))
    seen = set(waiting)
    for state in waiting:
        if len(waiting) > MOST_STATES or time.monotonic() - begun > _PATIENCE:
            return None
        nexts[state] = tuple(after for _, after in form.successors(state))
        new = [after for after in dict.fromkeys(nexts[state]) if after not in seen]
        seen.update(new)
        waiting += new
    return nexts


def _steps_lead_far(facts: RulesFacts, task: Compiled) -> bool:
    """Whether single steps reach too many states: then chains of steps, which take longer, are not made."""
    starts = (state for _, state in facts.starts)
    met = reached(starts, lambda state: (task.after(state, each) for each in task.applicable(state)))
    return any(True for _ in islice(met, MOST_STATES, None))


def _distances(facts: RulesFacts, nexts: Nexts) -> dict[Values, int]:
    """The fewest moves to a goal, of each state that has any."""
    before: dict[Values, list[Values]] = {state: [] for state in nexts}
    for state, afters in nexts.items():
        for after in afters:
            before[after].append(state)
    waiting = [state for state in nexts if facts.form.is_goal(state)]
    distances = dict.fromkeys(waiting, 0)
    for state in waiting:
        for other in before[state]:
            if other not in distances:
                distances[other] = distances[state] + 1
                waiting.append(other)
    return distances


def _wrong_starts(facts: RulesFacts, nexts: Nexts, distances: Mapping[Values, int]) -> Iterator[Fault]:
    for name, state in facts.starts:
        if state not in distances:
            states = sum(1 for _ in reached([state], nexts.__getitem__))
            found = "it is the only state" if states == 1 else f"its moves lead to {several(states, 'state')}"
            message = f"the start {name} cannot reach a goal: {found}, and none is a goal; change the start or the goal"
            yield Fault(facts.path, *facts.session.report.place("start", name), FaultKind.UNSOLVABLE_START, message)
        elif facts.optimal.get(name, distances[state]) != distances[state]:
            shortest = several(distances[state], "move")
            message = f"the shortest solution of {name} has {shortest}, and optimal/2 says {facts.optimal[name]}"
            yield Fault(facts.path, *facts.session.report.place("optimal", name), FaultKind.WRONG_ARGUMENT, message)


def _wrong_bounds(facts: RulesFacts, nexts: Nexts, distances: Mapping[Values, int]) -> Iterator[Fault]:
    """A fault for the first state of which bound/2 says more than its distance. Prolog is asked for all states.

    Raises FactFileError if its rules do something wrong in one.
    """
    place = facts.session.report.place("bound")
    states = list(nexts)
    for at in range(0, len(states), _BATCH):
        texts = [facts.form.text(state) for state in states[at : at + _BATCH]]
        rows = facts.session.expand(facts.template, texts)
        for state, text, (_, bound, _) in zip(states[at:], texts, rows, strict=False):
            distance = distances.get(state)
            if distance is not None and bound > distance:
                wrong = f"bound/2 says {bound} of {text}, which is {several(distance, 'move')} from a goal"
                yield Fault(facts.path, *place, FaultKind.WRONG_RULE, wrong)
                return
