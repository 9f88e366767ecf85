"""What the facts of a puzzle of rules are to the rest: how it is read, drawn, written, and what people type."""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256

from pybridge.facts.domain import ArgumentType, Domain, Section, common_vocabulary
from pybridge.facts.model import State
from pybridge.facts.terms import JOINER, Atom, replaced, write_term
from pybridge.facts.wording import display_width, pad_right, several
from pybridge.rules.compiled import Values
from pybridge.rules.facts import RulesFacts
from pybridge.rules.finding import FORMAT
from pybridge.rules.pieces import board_of, glyph_of, values_on
from pybridge.rules.reading import given_state, overview, read_rules

_ANY = ArgumentType("a ground term", lambda node: True)


def draw(facts: RulesFacts, state: Values) -> Iterator[str]:
    """A state as lines without trailing spaces: by picture/2, by cell/3 with glyph/2, or as the term that it is."""
    if facts.drawn and (picture := _picture(facts, state)):
        yield from _shown(picture)
    elif shown := values_on(facts, state):
        yield from _board(facts, shown, state)
    else:
        yield facts.form.text(state)


_MOST_LINES, _MOST_COLUMNS = 200, 500
"""Of a picture; what else picture/2 draws is left out."""


def _shown(picture: str) -> Iterator[str]:
    """The lines of a picture, without what commands a terminal."""
    for line in picture.split("\n", _MOST_LINES)[:_MOST_LINES]:
        part = line[:_MOST_COLUMNS].expandtabs()
        yield replaced(part, lambda each: each if each == JOINER else "�").rstrip()  # it joins letters, too


def _picture(facts: RulesFacts, state: Values) -> str:
    """What picture/2 draws; asked of Prolog once."""
    prepare_pictures(facts, [state])
    return facts.pictures[state]


def prepare_pictures(facts: RulesFacts, states: Iterable[Values]) -> None:
    """Ask Prolog for the pictures of many states at once."""
    new = [state for state in dict.fromkeys(states) if state not in facts.pictures]
    drawn = facts.session.pictures([facts.form.text(state) for state in new]) if new else []
    facts.pictures.update(zip(new, map(str, drawn), strict=True))


def _board(facts: RulesFacts, values: Mapping[int, str], state: Values) -> Iterator[str]:
    shown = {cell: glyph_of(facts, value) for cell, value in values.items()}
    width = max(map(display_width, shown.values()), default=1)
    at = {place: shown[cell] for cell, place in facts.cells.items()}
    for row in range(1 + max(row for row, _ in at)):
        columns = [column for each, column in at if each == row]
        texts = (pad_right(at.get((row, column), ""), width) for column in range(1 + max(columns, default=-1)))
        yield (" " * (width > 1)).join(texts).rstrip()
    task, board = facts.task, board_of(facts).values()
    if rest := [task.domains[n][value] for n, value in enumerate(state) if n not in board] if task and board else []:
        yield " ".join(rest)


def written(facts: RulesFacts) -> str:
    """The text of the file, with starts that it has not, or that are to be the first, before its first one."""
    known = [name for name, _ in facts.session.report.starts]
    first = known.index(facts.starts[0][0]) if facts.starts[0][0] in known else 0
    new = [(name, state) for name, state in facts.starts if name not in known or (first and name == known[first])]
    if not new:
        return facts.text
    lines = facts.text.split("\n")
    line, column = facts.session.report.place("start")
    at, before, fact = line - 1, lines[line - 1][: column - 1], lines[line - 1][column - 1 :]
    if not fact.startswith(("start", "'start'")):
        at = next((number for number, each in enumerate(lines) if each.startswith("start(")), len(lines))
    elif before.strip():
        lines[at : at + 1] = [before.rstrip(), fact]
        at += 1
    added = [f"start({write_term(Atom(name))}, {facts.form.text(state)})." for name, state in new]
    return "\n".join([*lines[:at], *added, *lines[at:]])


def _sections(facts: RulesFacts) -> tuple[Section, ...]:
    digest = sha256(facts.text.encode("utf-8")).hexdigest()  # comments may have characters that no fact has
    return (Section("", (("rules", (digest, FORMAT)),)),)


def _example(facts: RulesFacts) -> str:
    return facts.form.text(facts.starts[0][1])


def _unscrambled(facts: RulesFacts, text: str) -> tuple[State, str | None]:
    return (), f"moves of rules need not lead away from a goal; use --start with a state such as {_example(facts)}"


def _size(facts: RulesFacts) -> str:
    task = facts.task
    if task is None:
        return "no operators" if facts.form.why else "rules"
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
    typed=lambda facts, state: facts.form.text(state),
    scrambled=_unscrambled,
    size=_size,
    read=read_rules,
    text=written,
    overview=overview,
    slow=_slow,
)
