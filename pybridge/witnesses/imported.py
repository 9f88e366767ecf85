"""Exported PDDL problems as facts again: what the problem says, and the remarks that planners do not read.

The facts are checked by the rules for fact files, with the lines and columns of the problem. Then they are turned into
a problem once more, and every object and atom of the file has to be there.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pybridge.errors import FactFileError, Fault, FaultKind
from pybridge.facts import PuzzleFacts
from pybridge.facts.parser import Parsed, parse
from pybridge.facts.reader import check, load_text
from pybridge.facts.terms import Atom, Fact, Node, Term
from pybridge.witnesses import pddl
from pybridge.witnesses.exported import REMARK, problem_of
from pybridge.witnesses.lisp import fault, forms, shown
from pybridge.witnesses.model import DomainRules
from pybridge.witnesses.names import unmangled
from pybridge.witnesses.problem import Problem, definition, domain_name, problem, sections
from pybridge.witnesses.rows import DOMAINS

_ONE = "problems that are given together differ only in their goals"


def imported(paths: Sequence[str | Path]) -> PuzzleFacts:
    """The facts of exported problems: of one start, with the goals of all files. Raises FactFileError."""
    return imported_texts([(str(path), load_text(path)) for path in paths])


def imported_texts(texts: Sequence[tuple[str, str]]) -> PuzzleFacts:
    """The same of texts, each with the name that a fault gives it."""
    found = [each for path, text in texts for each in _with_remarks(text, path)]
    if not found:
        message = "no file has a problem; also give the problem that `pybridge export --to pddl` has written"
        raise FactFileError([Fault(texts[0][0], 1, 1, FaultKind.MISSING_FACT, message)])
    domain, first, said = found[0]
    facts = _facts(domain, first, said)
    for other in found[1:]:
        _facts(*other)
        _require_one_puzzle(first, said, *other[1:])
    if len(found) == 1:
        return facts
    goals = tuple(goal for _, each, _ in found for goal in each.goals)
    return _facts(domain, replace(first, goals=goals), said)


def _problems(text: str, path: str) -> Iterator[tuple[str, Problem]]:
    """The problems of a text, each with the name of its domain. A domain has to be ours."""
    for form in forms(text, path):
        kind, name = definition(form, path)
        if kind == "domain":
            known = _with_rules()
            if name.value not in known:
                raise fault(
                    path,
                    name,
                    f"{name.text} is not a domain of pybridge that is read back; those are {', '.join(known)}",
                )
            _require_same_form(form, _ours(known[name.text]), path)
        else:
            parts = sections(form, path)
            domain = domain_name(parts[":domain"], path, _with_rules())
            yield domain, problem(name, parts, path, _with_rules()[domain])


def _with_rules() -> dict[str, DomainRules]:
    """The rules of the domains whose puzzles share them."""
    return {name: row.rules for name, row in DOMAINS.items() if row.rules}


def _ours(rules: DomainRules) -> Node:
    return forms(pddl.domain(rules), rules.name)[0]


def _require_same_form(form: Node, ours: Node, path: str) -> None:
    """Raise FactFileError at the first difference."""
    if not (isinstance(form.value, tuple) and isinstance(ours.value, tuple)):
        if form.term != ours.term:
            message = f"{shown(form.term)} is not in the domain of pybridge, which has {shown(ours.term)} here"
            raise fault(path, form, message)
        return
    for mine, its in zip(form.items, ours.items, strict=False):
        _require_same_form(mine, its, path)
    if len(form.items) > len(ours.items):
        extra = form.items[len(ours.items)]
        raise fault(path, extra, f"{shown(extra.term)} is not in the domain of pybridge; remove it")
    if len(form.items) < len(ours.items):
        missing = shown(ours.items[len(form.items)].term)
        raise fault(path, form, f"{missing} is missing here; the domain is the one that `pybridge export` writes")


def _with_remarks(text: str, path: str) -> Iterator[tuple[str, Problem, Parsed]]:
    """The problems of a text, each with the remarks before it; the last one has those after it, too."""
    lines, begin = text.split("\n"), 0
    found = list(_problems(text, path))
    for number, (domain, each) in enumerate(found, 1):
        end = each.name.line if number < len(found) else len(lines)
        yield domain, each, _said(lines, begin, end)
        begin = end


def _said(lines: Sequence[str], begin: int, end: int) -> Parsed:
    """The remarks in some of the lines, where they stand."""
    remarks = (f"  {line.removeprefix(REMARK)}" if line.startswith(REMARK) else "" for line in lines[begin:end])
    return replace(parse("\n" * begin + "\n".join(remarks)), drawing=())


def _plainly(fact: Fact) -> tuple[str, tuple[Term, ...]]:
    return fact.name, tuple(argument.term for argument in fact.arguments)


def _facts(domain: str, given: Problem, said: Parsed) -> PuzzleFacts:
    """The facts of a problem. Raises FactFileError with the first fault."""
    row, path = DOMAINS[domain], given.path
    name, start_name = _names(given)
    head = Fact("puzzle", (_at(given.name, Atom(name)), _at(given.name, Atom(domain)), _at(given.name, "")), 1, 1)
    heads = [fact for fact in said.facts if fact.name == "puzzle"] or [head]
    start, goals = row.state(given, given.initial), [row.state(given, goal) for goal in given.goals]
    states = [Fact("start", (_at(given.name, Atom(start_name)), start), start.line, start.column)]
    states += [Fact("goal", (goal,), goal.line, goal.column) for goal in goals]
    others = [fact for fact in said.facts if fact.name != "puzzle"]
    parsed = replace(said, facts=(*heads, *row.board(given, others), *states, *others))
    faults, facts = check(parsed, path)
    if facts is None:
        raise FactFileError(faults[:1])
    _require_same(given, facts, start_name)
    return facts


def _names(given: Problem) -> tuple[str, str]:
    """The names of the puzzle and of the start."""
    puzzle, _, start = given.name.text.partition("-")
    try:
        return unmangled("puzzle", puzzle), unmangled("start", start)
    except ValueError as error:
        message = f"{shown(given.name.text)} is not the name of an exported problem such as puzzle_seven-start_page"
        raise fault(given.path, given.name, message) from error


def _at(node: Node, value: Atom | str) -> Node:
    return Node(value, node.line, node.column)


def _require_same(given: Problem, facts: PuzzleFacts, start_name: str) -> None:
    """Raise FactFileError unless the problem is the one that the facts make."""
    path, model = given.path, problem_of(facts, start_name, facts.start(start_name))
    if given.name.text != model.name:
        raise fault(path, given.name, f"the problem is named {model.name}, because of the puzzle's name in {REMARK}")
    for kind in model.objects.keys() | given.objects.keys():
        mine = given.objects.get(kind, ())
        _require_equal(path, mine, model.objects.get(kind, ()), given.initial.node, f"in :objects as a {kind}")
    _require_equal(path, given.initial.atoms, model.initial, given.initial.node, "in :init")
    for part, goal in zip(given.goals, model.goals, strict=False):  # remarks may have more goals
        _require_equal(path, part.atoms, goal, part.node, "in :goal")


def _require_equal(path: str, mine: Iterable[Node], wanted: Iterable[Term], place: Node, where: str) -> None:
    """Raise FactFileError if something is there that the facts do not make, or if something is missing."""
    expected, found = dict.fromkeys(wanted), {node.term: node for node in mine}
    for term, node in found.items():
        if term not in expected:
            raise fault(path, node, f"{shown(term)} does not go with the rest of the problem; remove it")
    for term in expected:
        if term not in found:
            raise fault(path, place, f"{shown(term)} is missing {where}; add it")


def _require_one_puzzle(first: Problem, first_said: Parsed, other: Problem, said: Parsed) -> None:
    """Raise FactFileError unless two problems differ in nothing but their goals."""
    mine, its = _apart_from_goals(other, said), _apart_from_goals(first, first_said)
    for what, node in mine.items():
        if what not in its:
            raise fault(other.path, node, f"{shown(what)} is not in {first.path}; {_ONE}")
    if len(mine) < len(its):
        what = next(what for what in its if what not in mine)
        raise fault(other.path, other.name, f"{shown(what)} of {first.path} is not here; {_ONE}")


def _apart_from_goals(given: Problem, said: Parsed) -> Mapping[Term, Node]:
    nodes = [given.name, *given.initial.atoms, *(node for kind in given.objects.values() for node in kind)]
    remarks = {(fact.name, *_plainly(fact)[1]): Node("", fact.line, fact.column) for fact in said.facts}
    return {node.term: node for node in nodes} | remarks
