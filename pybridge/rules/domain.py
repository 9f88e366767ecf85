"""What the facts of a puzzle of rules are to the rest: how it is read, drawn, written, and what people type."""

from collections.abc import Iterator

from pybridge.facts.domain import ArgumentType, Domain, Section, common_vocabulary
from pybridge.facts.model import State
from pybridge.facts.terms import Atom, write_term
from pybridge.facts.wording import several
from pybridge.rules.compiled import Values
from pybridge.rules.facts import RulesFacts
from pybridge.rules.finding import FORMAT
from pybridge.rules.reading import given_state, overview, read_rules

_ANY = ArgumentType("a ground term", lambda node: True)


def draw(facts: RulesFacts, state: Values) -> Iterator[str]:
    """A state as lines: by picture/2, by cell/3 and glyph/2, or as a term."""
    from pybridge.rules.drawing import lines

    yield from lines(facts, state)


def written(facts: RulesFacts) -> str:
    """The text of the file, with starts that it has not, or that are to be the first, before its first one."""
    known = [name for name, _ in facts.session.report.starts]
    first = known.index(facts.starts[0][0]) if facts.starts[0][0] in known else 0
    new = [(name, state) for name, state in facts.starts if name not in known or (first and name == known[first])]
    if not new:
        return facts.text
    lines = facts.text.split("\n")
    first = next((at for at, line in enumerate(lines) if line.startswith("start(")), len(lines))
    added = [f"start({write_term(Atom(name))}, {facts.form.text(state)})." for name, state in new]
    return "\n".join([*lines[:first], *added, *lines[first:]])


def _sections(facts: RulesFacts) -> tuple[Section, ...]:
    return (Section("", (("rules", (facts.text, FORMAT)),)),)


def _typed(facts: RulesFacts, state: Values) -> str:
    return facts.form.text(state)


def _example(facts: RulesFacts) -> str:
    return facts.form.text(facts.starts[0][1])


def _unscrambled(facts: RulesFacts, text: str) -> tuple[State, str | None]:
    return (), f"moves of rules need not lead away from a goal; use --start with a state such as {_example(facts)}"


def _size(facts: RulesFacts) -> str:
    task = facts.task
    if task is None:
        return "no operators"
    return f"{several(len(task.domains), 'variable')}, {several(len(task.operators), 'operator')}"


def _slow(facts: RulesFacts) -> str:
    why = facts.form.why
    return f"{facts.name} is searched in Python, which asks Prolog for each move: {why}" if why else ""


DOMAIN: Domain[RulesFacts] = Domain(
    "rules",
    common_vocabulary(_ANY),
    (),
    build=lambda base, common: read_rules("", base.path),
    draw=draw,
    sections=_sections,
    state_comment="",
    given=given_state,
    example=_example,
    typed=_typed,
    scrambled=_unscrambled,
    size=_size,
    read=read_rules,
    text=written,
    overview=overview,
    slow=_slow,
)
