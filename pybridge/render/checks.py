"""The checks of an agreement."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pybridge.compare import Check
from pybridge.render.console import Pen
from pybridge.render.layout import folded, padded

_LEAST = 36
"""The least room for text beside its subject; with less it goes below."""


class CheckList:
    """Each check with a tick and what was compared, or a cross and the first difference."""

    def __init__(self, checks: Sequence[Check]) -> None:
        self.checks = checks

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        subject = max((cell_len(check.subject) for check in self.checks), default=0)
        for check in self.checks:
            yield from _lines(check, subject, console, options.max_width)


def _lines(check: Check, subject: int, console: Console, width: int) -> list[Text]:
    """A check in as many lines as it needs, the text beside its subject, or below it where that is too narrow."""
    signs = Pen(console).signs
    head = Text(f"{signs.tick if check.agrees else signs.cross} ", "good" if check.agrees else "bad")
    margin = head.cell_len + subject + 2
    beside = width - margin >= _LEAST
    lines = folded(Text(check.difference or check.detail), width - (margin if beside else 2), console)
    if not beside:
        return [head + Text(check.subject), *(Text("  ") + line for line in lines)]
    first, *others = lines
    top = Text.assemble(head, padded(Text(check.subject), subject + 2), first)
    return [top, *(Text(" " * margin) + line for line in others)]
