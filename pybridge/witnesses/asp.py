"""A model as an answer set program for clingo: rules that know no sizes, and an instance of facts.

It is solved horizon by horizon, so that the first answer is a shortest plan. The lower half of the rules is the same
for all domains. What is `possible` and `able` is decided when a step is grounded: what cannot hold after t steps, such
as the blank on a cell of the wrong color, is not searched. The groups let the solver reason from the goal backward.
"""

from collections.abc import Iterator, Mapping

from pybridge.witnesses.model import Action, Atom, DomainRules, Group, Model

_PLANNING = """
size(G,N) :- group(G,_), N = #count { F : group(G,F), init(F) }.
lost(A,F) :- needs(A,E), group(G,E), group(G,F), E != F, size(G,1).
lost(A,F) :- deletes(A,F).
lost(A,F) :- changes(A,F,_).
holds(F,0) :- init(F).
possible(F,0) :- init(F).

#program step(t).
able(A,t) :- action(A), possible(F,t-1) : needs(A,F).
possible(F,t) :- able(A,t), adds(A,F).
possible(F,t) :- able(A,t), changes(A,B,F), possible(B,t-1).
possible(F,t) :- able(A,t), possible(F,t-1), not lost(A,F).
1 { occurs(A,t) : able(A,t) } 1.
:- occurs(A,t), needs(A,F), not holds(F,t-1).
:- occurs(A,t), takes(A,X), gave(X,t-1).
gave(X,t) :- occurs(A,t), gives(A,X).
gone(F,t) :- occurs(A,t), deletes(A,F).
gone(F,t) :- occurs(A,t), changes(A,F,_).
holds(F,t) :- occurs(A,t), adds(A,F).
holds(F,t) :- occurs(A,t), changes(A,B,F), holds(B,t-1).
holds(F,t) :- holds(F,t-1), possible(F,t), not gone(F,t).
:- size(G,N), not N { holds(F,t) : group(G,F), possible(F,t) } N.

#program check(t).
missing(G,t) :- goal(G,F), not holds(F,t).
:- query(t), missing(G,t) : goal(G).

#defined deletes/2. #defined changes/3. #defined needs/2. #defined adds/2. #defined init/1. #defined goal/2.
#defined gives/2. #defined takes/2. #defined gave/2.
#show occurs/2.
"""


def rules(rules: DomainRules) -> str:
    """The rules, which are the same for all puzzles of a kind."""
    kinds = "".join(f"{above}(X) :- {kind}(X).\n" for kind, above in rules.types.items() if above != "object")
    defined = " ".join(f"#defined {name}/1." for name in rules.types)
    defined += "".join(f" #defined {name}/{len(rules.predicates[name])}." for name in _static(rules))
    actions = "".join(f"{line}\n" for action in rules.actions for line in _action(action, rules))
    groups = "".join(
        f"{line}\n" for number, group in enumerate(rules.groups, 1) for line in _group(number, group, rules)
    )
    return f"#include <incmode>.\n\n#program base.\n{defined}\n{kinds}\n{actions}{groups}{_PLANNING}"


def instance(model: Model) -> str:
    """The facts of one start."""
    return "#program base.\n" + "".join(f"{fact}.\n" for fact in _facts(model))


def _facts(model: Model) -> Iterator[str]:
    fluents, wanted = model.rules.fluents, {atom[0] for goal in model.goals for atom in goal}
    for kind, names in (*model.rules.constants.items(), *model.objects.items()):
        if names:
            yield f"{kind}({';'.join(names)})"
    for atom in model.initial:
        if atom[0] not in fluents:
            yield _atom(atom)
        if atom[0] in fluents | wanted:  # a goal may name what no action changes
            yield f"init({_atom(atom)})"
    for number, goal in enumerate(model.goals, 1):
        yield f"goal({number})"
        yield from (f"goal({number},{_atom(atom)})" for atom in goal)


def _static(rules: DomainRules) -> list[str]:
    return [name for name in rules.predicates if name not in rules.fluents]


def _action(action: Action, rules: DomainRules) -> Iterator[str]:
    static = _static(rules)
    call = _atom((action.name, *(f"?{name}" for name, _ in action.variables)))
    conditions = [f"{kind}({name.capitalize()})" for name, kind in action.variables]
    conditions += [_atom(atom) for atom in action.needs if atom[0] in static]
    yield f"action({call}) :- {', '.join(conditions)}." if conditions else f"action({call})."
    parts: Mapping[str, tuple[Atom, ...]] = {
        "needs": tuple(atom for atom in action.needs if atom[0] not in static),
        "deletes": action.deletes,
        "adds": action.adds,
    }
    given = {"gives": action.gives, "takes": action.takes}
    yield from (f"{part}({call},{name.capitalize()}) :- action({call})." for part, name in given.items() if name)
    yield from (f"{part}({call},{_atom(atom)}) :- action({call})." for part, atoms in parts.items() for atom in atoms)
    for change in action.changes:
        kinds = [f"{kind}({name.capitalize()})" for name, kind in change.variables]
        conditions = [f"action({call})", _atom(change.when), *kinds]
        yield f"changes({call},{_atom(change.before)},{_atom(change.after)}) :- {', '.join(conditions)}."


def _group(number: int, group: Group, rules: DomainRules) -> Iterator[str]:
    name = _atom((f"g{number}", *(f"?{each}" for each, _ in group.variables))) if group.variables else f"g{number}"
    for atom in group.atoms:
        kinds = {word: kind for word, (_, kind) in zip(atom[1:], rules.predicates[atom[0]], strict=True)}
        kinds |= {f"?{each}": kind for each, kind in group.variables}
        yield f"group({name},{_atom(atom)}) :- {', '.join(_atom((kind, word)) for word, kind in kinds.items())}."


def _atom(atom: Atom) -> str:
    name, *arguments = atom
    words = [each.removeprefix("?").capitalize() if each.startswith("?") else each for each in arguments]
    return f"{name}({','.join(words)})" if words else name
