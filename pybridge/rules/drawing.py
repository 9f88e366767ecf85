"""A state of rules as lines of text: by picture/2, by cell/3 with glyph/2, or as the term that it is."""

from collections.abc import Iterator

from pybridge.facts.wording import display_width, pad_right
from pybridge.rules.compiled import Compiled, Values
from pybridge.rules.facts import RulesFacts


def lines(facts: RulesFacts, state: Values) -> Iterator[str]:
    """A state as lines without trailing spaces."""
    if facts.drawn and (picture := _picture(facts, state)):
        yield from (line.rstrip() for line in picture.split("\n"))
    elif facts.cells and facts.task:
        yield from _board(facts, facts.task, state)
    else:
        yield facts.form.text(state)


def _picture(facts: RulesFacts, state: Values) -> str:
    """What picture/2 draws; asked of Prolog once."""
    memory = facts.memory
    key = "picture", state
    if key not in memory:
        (memory[key],) = facts.session.pictures([facts.form.text(state)])
    return str(memory[key])


def cell_texts(facts: RulesFacts, state: Values) -> dict[int, tuple[str, str]]:
    """For each cell that is drawn, the value of its part and what is drawn for it.

    Cell N is variable N of a state that is a list, and of another one variable N of its longest list.
    """
    task = facts.task
    assert task
    first = first_cell(task, len(facts.cells))
    found = {}
    for cell in facts.cells:
        if first + cell < len(task.domains):
            value = task.domains[first + cell][state[first + cell]]
            found[cell] = value, facts.glyphs.get(value, value)
    return found


def first_cell(task: Compiled, cells: int) -> int:
    """The variable of cell 0: where the first list of the template begins that has at least that many."""
    before, _, _ = task.template.partition("[")
    return before.count("Leaf_") if len(task.domains) - before.count("Leaf_") >= cells else 0


def _board(facts: RulesFacts, task: Compiled, state: Values) -> Iterator[str]:
    shown = {cell: glyph for cell, (_, glyph) in cell_texts(facts, state).items()}
    width = max(map(display_width, shown.values()), default=1)
    at = {place: shown[cell] for cell, place in facts.cells.items() if cell in shown}
    for row in range(1 + max((row for row, _ in at), default=0)):
        columns = [column for each, column in at if each == row]
        texts = (pad_right(at.get((row, column), ""), width) for column in range(1 + max(columns, default=-1)))
        yield (" " * (width > 1)).join(texts).rstrip() if width == 1 else " ".join(texts).rstrip()
    rest = [task.domains[number][value] for number, value in enumerate(state[: first_cell(task, len(facts.cells))])]
    if rest:
        yield " ".join(rest)
