"""A PDDL domain and problem as a puzzle of rules: one clause of action/4 for each action.

What no action changes and no goal asks for becomes `always/1`, and a body of a clause joins it: so Prolog grounds.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from pybridge.errors import FactFileError, Fault, FaultKind
from pybridge.facts.terms import Atom, Node, write_fact, write_term
from pybridge.witnesses.lisp import fault, forms
from pybridge.witnesses.strips import Literal, StripsAction, StripsDomain, StripsProblem
from pybridge.witnesses.strips_reader import StripsReader

Names = dict[str, str]
"""Variables of an action, as Prolog writes them."""


def imported(texts: Sequence[tuple[str, str]]) -> str:
    """The rules of a domain and a problem, in one text or in two, each with the name that a fault gives it.

    Raises FactFileError.
    """
    found: dict[str, tuple[str, Node]] = {}
    for text, path in texts:
        for form in forms(text, path):
            kind, name = StripsReader(path).defined(form)
            if kind in found:
                raise fault(path, name, f"a second {kind}; import reads one domain and one problem")
            found[kind] = path, form
    for kind in ("domain", "problem"):
        if kind not in found:
            message = f"no file has a {kind}; give a domain and a problem"
            raise FactFileError([Fault(texts[0][1], 1, 1, FaultKind.MISSING_FACT, message)])
    (path, form), (its, other) = found["domain"], found["problem"]
    domain = StripsReader(path).domain(form)
    return "\n".join(_Rules(domain, StripsReader(its).problem(other, domain)).lines()) + "\n"


class _Rules:
    """The text of the rules."""

    def __init__(self, domain: StripsDomain, problem: StripsProblem) -> None:
        self._domain, self._problem = domain, problem
        wanted = {atom.items[0].text for _, atom in problem.goal}
        self._static = {name for name in domain.predicates if domain.static(name) and name not in wanted}

    def lines(self) -> Iterator[str]:
        """The lines of the file."""
        problem, name = self._problem, self._problem.name.text
        yield write_fact("puzzle", Atom(name), Atom("rules"), f"{name}, a problem of {self._domain.name}")
        holding = [atom for atom in problem.initial if not self._is_static(atom)]
        yield f"\nstart(initial, {_listed((True, atom) for atom in holding)})."
        equal = [literal for literal in problem.goal if literal[1].items[0].value == "="]
        false = any(holds != (atom.items[1].term == atom.items[2].term) for holds, atom in equal)
        goal = _listed(literal for literal in problem.goal if literal not in equal)
        yield f"goal({goal}){' :- fail' * false}."
        yield "\n% action(Name, Preconditions, Added, Deleted)"
        for action in self._domain.actions:
            yield from self._action(action)
        yield "\n% What never changes.\n:- dynamic always/1, object/2."
        yield from (f"always({_atom(atom)})." for atom in problem.initial if self._is_static(atom))
        kinds = dict.fromkeys(kind for action in self._domain.actions for kind in action.variables.values())
        for kind in kinds:
            members = (each for each, its in problem.objects.items() if self._domain.fits(its, kind))
            yield from (write_fact("object", Atom(kind), Atom(each)) for each in members)

    def _is_static(self, atom: Node) -> bool:
        return atom.items[0].text in self._static

    def _action(self, action: StripsAction) -> Iterator[str]:
        names = _variables(action)
        tests = [literal for literal in action.needs if self._is_test(literal)]
        needs = [literal for literal in action.needs if not self._is_test(literal)]
        added = [literal for literal in action.effects if literal[0]]
        deleted = [(True, atom) for holds, atom in action.effects if not holds]
        head = write_term(Atom(action.name)) + (f"({', '.join(names.values())})" if names else "")
        body = list(self._body(action, tests, names))
        yield f"action({head},\n       {_listed(needs, names)},\n       {_listed(added, names)},"
        yield f"       {_listed(deleted, names)}){' :-' if body else '.'}"
        if body:
            yield f"    {', '.join(body)}."

    def _is_test(self, literal: Literal) -> bool:
        return literal[1].items[0].value == "=" or self._is_static(literal[1])

    def _body(self, action: StripsAction, tests: Sequence[Literal], names: Names) -> Iterator[str]:
        """What never changes comes first, then types, and then what only tests."""
        joined = [atom for holds, atom in tests if holds and atom.items[0].value != "="]
        yield from (f"always({_atom(atom, names)})" for atom in joined)
        bound = {node.value for atom in joined for node in atom.items[1:]}
        for variable, kind in action.variables.items():
            if kind != "object" or variable not in bound:
                yield f"object({write_term(Atom(kind))}, {names[variable]})"
        for holds, atom in tests:
            if atom.items[0].value == "=":
                left, right = (_operand(_word(node, names)) for node in atom.items[1:])
                yield f"{left} {'==' if holds else chr(92) + '=='} {right}"
            elif not holds:
                yield f"\\+ always({_atom(atom, names)})"


def _variables(action: StripsAction) -> Names:
    found: Names = {}
    for variable in action.variables:
        text = re.sub(r"[^a-z0-9]", "_", variable.removeprefix("?"))
        text = text.capitalize() if text[0].isalpha() else f"V{text}"
        while text in found.values():
            text += "_"
        found[variable] = text
    return found


def _listed(literals: Iterable[Literal], names: Names | None = None) -> str:
    return f"[{', '.join(('' if holds else chr(92) + '+ ') + _atom(atom, names) for holds, atom in literals)}]"


def _atom(atom: Node, names: Names | None = None) -> str:
    head, *given = atom.items
    return write_term(Atom(head.text)) + (f"({', '.join(_word(node, names) for node in given)})" if given else "")


def _operand(word: str) -> str:
    """A word beside an operator: one that is a prefix operator itself is an operand in parentheses alone."""
    return f"({word})" if word in _PREFIX else word


_PREFIX = {
    "discontiguous", "dynamic", "initialization", "meta_predicate", "module_transparent", "multifile", "public",
    "table", "thread_initialization", "thread_local", "volatile",
}  # fmt: skip


def _word(node: Node, names: Names | None) -> str:
    return (names or {}).get(node.text) or write_term(Atom(node.text))
