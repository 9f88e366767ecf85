"""States as plain text, and the check of the goal drawing that a fact file carries in its `%|` comments."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from pybridge.errors import Fault, FaultKind
from pybridge.facts.domain import Domain
from pybridge.facts.domains import DOMAINS
from pybridge.facts.model import PuzzleFacts, State
from pybridge.facts.nodes import Comment

WIDEST_LINE = 1000


def drawing(facts: PuzzleFacts, state: State) -> list[str]:
    """The state as lines of text without trailing spaces, as a fact file draws its goal."""
    return list(DOMAINS[facts.domain].draw(facts, state))


def comment_line(line: str) -> str:
    """A line of the drawing as a fact file holds it."""
    return f"%| {line}".rstrip()


def drawing_faults(domain: Domain[Any], facts: PuzzleFacts, comments: Sequence[Comment]) -> Iterator[Fault]:
    """A fault for each `%|` line that differs from the first goal's drawing; none where there is no drawing."""
    if not comments:
        return
    lines = len(comments)
    expected = map(comment_line, domain.draw(facts, facts.goals[0]))
    for count, (comment, right) in enumerate(zip_longest(comments, expected)):
        if comment is None:
            message = f"the drawing of the goal ends too early; the next line would be: {_cut(right)}"
            yield Fault(facts.path, comments[-1].line, 1, FaultKind.WRONG_DRAWING, message)
            return
        if right is None:
            lines = min(lines, count)
            message = f"the drawing of the goal has {lines} lines; remove this one"
            yield Fault(facts.path, comment.line, 1, FaultKind.WRONG_DRAWING, message)
        elif comment.text != right:
            message = f"this is not the goal that the facts give; the line would be: {_cut(right)}"
            yield Fault(facts.path, comment.line, 1, FaultKind.WRONG_DRAWING, message)


def _cut(line: str) -> str:
    return line if len(line) <= WIDEST_LINE else f"{line[:WIDEST_LINE]} ..."
