"""The files that a start is exported to, by form."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from pybridge.facts import PuzzleFacts, State
from pybridge.facts.terms import Atom, Term, write_fact
from pybridge.witnesses import asp, pddl
from pybridge.witnesses.model import Model
from pybridge.witnesses.names import file_name, mangled
from pybridge.witnesses.rows import witnessed

REMARK = ";|"
"""How a line of PDDL begins that has a fact which planners do not need, and `import` does."""

Files = dict[str, str]
"""Texts by what their names end with."""


def _pddl(model: Model, remarks: str) -> Files:
    problems = pddl.problems(model)
    numbers = [""] if len(problems) == 1 else [f"-{number}" for number in range(1, len(problems) + 1)]
    texts = {f"-problem{number}.pddl": remarks + text for number, text in zip(numbers, problems, strict=True)}
    return {"-domain.pddl": pddl.domain(model.rules), **texts}


def _asp(model: Model, remarks: str) -> Files:
    return {"-rules.lp": asp.rules(model.rules), "-instance.lp": asp.instance(model)}


FORMS: Mapping[str, tuple[str, Callable[[Model, str], Files]]] = {"pddl": (";", _pddl), "asp": ("%", _asp)}
"""How each form begins a comment, and its files."""


def exported(facts: PuzzleFacts, start_name: str, start: State, form: str) -> Files:
    """The texts of the files by name. Raises UnavailableProgramError for a domain that has no model."""
    mark, write = FORMS[form]
    model = problem_of(facts, start_name, start)
    remarks = "".join(f"{REMARK} {line}\n" for line in _remarks(facts, start_name, start))
    name = file_name(facts.name)
    return {
        f"{name}{end}": f"{mark} {_ascii(f'{name}{end}: {facts.name}, start {start_name}, by pybridge')}\n{text}"
        for end, text in write(model, remarks).items()
    }


def _ascii(text: str) -> str:
    text = text.encode("ascii", "backslashreplace").decode()
    return "".join(each if each.isprintable() else "?" for each in text)


def problem_of(facts: PuzzleFacts, start_name: str, start: State) -> Model:
    """The model of a start, named after the puzzle and the start. Raises UnavailableProgramError if there is none."""
    model = witnessed(facts).model(facts, start)
    return replace(model, name=f"{model.name}-{mangled('start', start_name)}")


def _remarks(facts: PuzzleFacts, start_name: str, start: State) -> Iterator[str]:
    """The facts that the model does not have, as lines of a fact file."""
    lines: list[tuple[str, tuple[Term, ...]]] = [("puzzle", (Atom(facts.name), Atom(facts.domain), facts.title))]
    lines += [("source", (source,)) for source in facts.sources]
    if start_name in facts.optimal and facts.start(start_name) == start:
        lines.append(("optimal", (Atom(start_name), facts.optimal[start_name])))
    for name, arguments in (*lines, *witnessed(facts).remarks(facts)):
        with suppress(ValueError):  # a text that no fact file can have is lost
            yield write_fact(name, *arguments)
