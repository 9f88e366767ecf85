"""A model as PDDL: one domain, and a problem for each goal, in plain STRIPS with types.

Only turns, which move many pieces at once, need conditional effects, too.
"""

from collections.abc import Iterable, Iterator, Mapping

from pybridge.witnesses.model import Action, Atom, DomainRules, Effect, Model, Typed

_WIDTH = 100


def domain(rules: DomainRules) -> str:
    """The domain, which is the same for all puzzles of a kind."""
    extra = " :conditional-effects" if any(action.changes for action in rules.actions) else ""
    types = "".join(f"\n    {name} - {above}" for name, above in rules.types.items())
    predicates = "".join(f"\n    ({name} {_typed(variables)})" for name, variables in rules.predicates.items())
    named = "".join(f"\n    {part}" for part in _objects(rules.constants))
    constants = f"  (:constants{named})\n" if named else ""
    return (
        f"(define (domain {rules.name})\n  (:requirements :strips :typing{extra})\n  (:types{types})\n{constants}"
        f"  (:predicates{predicates})\n" + "\n".join(map(_action, rules.actions)) + ")\n"
    )


def problems(model: Model) -> list[str]:
    """A problem for each goal. The shortest plan of all of them is a shortest one of the puzzle."""
    return [_problem(model, goal) for goal in model.goals]


def _problem(model: Model, goal: tuple[Atom, ...]) -> str:
    objects = "".join(f"\n    {part}" for part in _objects(model.objects))
    initial = "".join(f"\n    {line}" for line in _lines(map(_atom, model.initial)))
    wanted = "".join(f"\n    {line}" for line in _lines(map(_atom, goal)))
    return (
        f"(define (problem {model.name})\n  (:domain {model.rules.name})\n  (:objects{objects})\n"
        f"  (:init{initial})\n  (:goal (and{wanted})))\n"
    )


def _objects(objects: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for kind, names in objects.items():
        if names:
            lines = list(_lines(names))
            yield from lines[:-1]
            yield f"{lines[-1]} - {kind}"


def _action(action: Action) -> str:
    needs = _all(map(_atom, action.needs))  # empty or not: some readers want it
    effects = [_atom(atom) for atom in action.adds] + [f"(not {_atom(atom)})" for atom in action.deletes]
    effects += [_change(change) for change in action.changes]
    head = f"  (:action {action.name}\n    :parameters ({_typed(action.variables)})"
    return f"{head}\n    :precondition {needs}\n    :effect {_all(effects)})"


def _change(change: Effect) -> str:
    when = f"(and {_atom(change.when)} {_atom(change.before)})"
    effect = f"(and (not {_atom(change.before)}) {_atom(change.after)})"
    return f"(forall ({_typed(change.variables)})\n      (when {when}\n        {effect}))"


def _typed(variables: Typed) -> str:
    return " ".join(f"?{name} - {kind}" for name, kind in variables)


def _atom(atom: Atom) -> str:
    return f"({' '.join(atom)})"


def _all(parts: Iterable[str]) -> str:
    return f"({' '.join(('and', *parts))})"


def _lines(words: Iterable[str]) -> Iterator[str]:
    """Words in lines that can be read."""
    line = ""
    for word in words:
        if line and len(line) + len(word) >= _WIDTH:
            yield line
            line = ""
        line = f"{line} {word}".lstrip()
    if line:
        yield line
