"""What a person is told who is asked something: sentences, and examples side by side."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pybridge.render.layout import folded, padded

_MARGIN, _GAP = 2, 5


class Prose:
    """Sentences, each from a line of its own on and folded between words."""

    def __init__(self, *sentences: str) -> None:
        self.sentences = sentences

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for sentence in self.sentences:
            yield from folded(Text(sentence), options.max_width, console)


@dataclass(frozen=True, slots=True)
class Example:
    """A few lines of text and what they are an example of."""

    caption: str
    text: str

    @property
    def lines(self) -> tuple[Text, ...]:
        """The caption and, a little to the right, the text."""
        return Text(self.caption), *(Text(f"  {line}") for line in self.text.split("\n"))

    @property
    def width(self) -> int:
        """Columns of the widest line."""
        return max(line.cell_len for line in self.lines)


class Examples:
    """Examples side by side, as many as fit beside each other, below a common line."""

    def __init__(self, *examples: Example) -> None:
        self.examples = examples

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for number, shelf in enumerate(self._shelves(options.max_width)):
            if number:
                yield Text("")
            yield from _beside(shelf)

    def _shelves(self, width: int) -> Iterator[Sequence[Example]]:
        shelf: list[Example] = []
        for example in self.examples:
            taken = _MARGIN + sum(each.width + _GAP for each in shelf)
            if shelf and taken + example.width > width:
                yield shelf
                shelf = []
            shelf.append(example)
        yield shelf


def _beside(examples: Sequence[Example]) -> Iterator[Text]:
    for level in range(max(len(example.lines) for example in examples)):
        row = Text(" " * _MARGIN)
        for example in examples:
            line = example.lines[level] if level < len(example.lines) else Text("")
            row = Text.assemble(row, padded(line, example.width + _GAP))
        row.rstrip()
        yield row
