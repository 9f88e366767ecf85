"""The files that a start is exported to, by form."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from pybridge.facts import PuzzleFacts, State
from pybridge.witnesses import asp, pddl
from pybridge.witnesses.model import Model
from pybridge.witnesses.names import file_name, mangled
from pybridge.witnesses.rows import witnessed

Files = dict[str, str]
"""Texts by what their names end with."""


def _pddl(model: Model) -> Files:
    problems = pddl.problems(model)
    numbers = [""] if len(problems) == 1 else [f"-{number}" for number in range(1, len(problems) + 1)]
    texts = {f"-problem{number}.pddl": text for number, text in zip(numbers, problems, strict=True)}
    return {"-domain.pddl": pddl.domain(model.rules), **texts}


def _asp(model: Model) -> Files:
    return {"-rules.lp": asp.rules(model.rules), "-instance.lp": asp.instance(model)}


FORMS: Mapping[str, tuple[str, Callable[[Model], Files]]] = {"pddl": (";", _pddl), "asp": ("%", _asp)}
"""How each form begins a comment, and its files."""


def exported(facts: PuzzleFacts, start_name: str, start: State, form: str) -> Files:
    """The texts of the files by name. Raises UnavailableProgramError for a domain that has no model."""
    mark, write = FORMS[form]
    model = witnessed(facts).model(facts, start)
    model = replace(model, name=f"{model.name}-{mangled('start', start_name)}")
    name = file_name(facts.name)
    return {
        f"{name}{end}": f"{mark} {_ascii(f'{name}{end}: {facts.name}, start {start_name}, by pybridge')}\n{text}"
        for end, text in write(model).items()
    }


def _ascii(text: str) -> str:
    text = text.encode("ascii", "backslashreplace").decode()
    return "".join(each if each.isprintable() else "?" for each in text)
