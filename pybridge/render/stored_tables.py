"""Draw the tables on disk: a list, one table in full, and a verdict."""

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.text import Text

from pybridge.errors import BrokenTableError
from pybridge.facts.wording import count
from pybridge.render.console import Pen
from pybridge.render.layout import Folded, spaced
from pybridge.render.table import Column, Row, TextTable
from pybridge.store.entry import Entry
from pybridge.store.manifest import canonical
from pybridge.store.table import TableForm

_BAR = 40
_NUMBERS = {"states": "{:,} states", "links": "{:,} links", "depth": "walks of up to {:,} moves",
            "forbidden": "{:,} forbidden walks", "step": "counted by {}"}  # fmt: skip
_BY_VALUE = {"distribution": ("moves", "entries"), "lengths": ("moves", "forbidden walks")}


def entry_list(entries: Sequence[Entry], last: str, done: Mapping[str, str]) -> Group:
    """A row for each table on disk, with what was done to it if known, and a last line."""
    columns = (
        Column("kind"), Column("key"), Column("table", wraps=True), Column("entries", number=True, must=False),
        Column("size", number=True), Column("built in", number=True), Column("now"),
    )  # fmt: skip
    table = TextTable(columns, [_row(entry, done.get(entry.key, "")) for entry in entries])
    return Group(*spaced([*([table] if entries else []), Folded(Text(last, "quiet"))]))


def _row(entry: Entry, done: str) -> Row:
    about = entry.about or {}
    title = Text(entry.title)
    if entry.fault:
        title = Text.assemble(title, ": " if entry.title else "", (entry.fault, "bad"))
    return (entry.kind, entry.key, title, count(_entries(about)), size(entry.bytes), _built_in(about), done)


class EntryDetail:
    """One table in full: what it depends on, its figures, and the number of entries with each value."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        entry, pen = self.entry, Pen(console)
        about = entry.about or {}
        facts = [entry.kind, entry.key, size(entry.bytes), *_figures(entry)]
        lines = [Text(entry.title or str(entry.path), "headline"), Text(f" {pen.signs.dot} ".join(facts))]
        if entry.fault:
            lines.append(Text(f"{pen.signs.cross} {entry.fault}", "bad"))
        lines.append(Text.assemble(("file ", "label"), str(entry.path)))
        lines += [Text.assemble((f"{name} ", "label"), words) for name, words in _identity(entry)]
        yield Folded(*lines)
        for member, titles in _BY_VALUE.items():
            if counts := _counts(about.get(member)):
                yield Text("")
                yield _bars(titles, counts, pen)


class Verdict:
    """The result of verifying one table."""

    def __init__(self, entry: Entry, fault: str | None, how: str) -> None:
        self.entry, self.fault, self.how = entry, fault, how

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        signs = Pen(console).signs
        sign = (f"{signs.cross} ", "bad") if self.fault else (f"{signs.tick} ", "good")
        if self.entry.unfinished and not self.fault:
            sign = f"{signs.dot} ", "quiet"
        title = f" {self.entry.title}" if self.entry.title else ""
        yield Folded(Text.assemble(sign, f"{self.entry.kind} {self.entry.key}{title}: ", self.fault or self.how))


def size(number: int) -> str:
    """A number of bytes with its unit."""
    if number < 10**3:
        return f"{number} B"
    return f"{number / 10**3:.1f} kB" if number < 10**6 else f"{number / 10**6:,.1f} MB"


def _entries(about: Mapping[str, object]) -> int | None:
    """The number of entries or states of a table, if known."""
    states = about.get("states")
    return states if type(states) is int else sum(_counts(about.get("distribution"))) or None


def _built_in(about: Mapping[str, object]) -> str:
    seconds = about.get("seconds")
    if not isinstance(seconds, int | float):
        return ""
    return f"{seconds:,.1f} s" if seconds >= 1 else f"{1000 * seconds:.0f} ms"


def _counts(value: object) -> list[int]:
    """The value if it is a list of counts, otherwise an empty list: a manifest may contain anything."""
    fits = isinstance(value, list) and all(type(each) is int and each >= 0 for each in value)
    return value if fits and isinstance(value, list) else []


def _figures(entry: Entry) -> Iterator[str]:
    """The figures that a table has."""
    about = entry.about or {}
    yield from (words.format(about[name]) for name, words in _NUMBERS.items() if type(about.get(name)) is int)
    entries = _entries(about)
    if entries and entry.manifest:
        bits = about["bits"] if type(about.get("bits")) is int else round(8 * entry.manifest.size / entries)
        yield f"{bits:,} bits per {'state' if 'states' in about else 'entry'}"
    if built := _built_in(about):
        yield f"built in {built}"


def _identity(entry: Entry) -> Iterator[tuple[str, str]]:
    """What a table depends on, in words."""
    from pybridge.tables.kinds import KINDS, form_of

    if entry.manifest is None or entry.kind not in KINDS:
        return
    try:
        yield from _words(form_of(entry.kind, entry.manifest.identity))
    except BrokenTableError:
        yield "identity", canonical(entry.manifest.identity)


def _words(recipe: TableForm) -> Iterator[tuple[str, str]]:
    from pybridge.tables.pattern.recipe import PatternRecipe
    from pybridge.tables.sequences.walks import SequenceRecipe

    if isinstance(recipe, PatternRecipe):
        pattern = recipe.pattern
        for cells, blank in pattern.goals:
            homes = [(label, str(cell)) for label, cell in zip(pattern.labels, cells, strict=True)]
            alike = [
                "+".join(cell for other, cell in homes if other == label) for label in dict.fromkeys(pattern.labels)
            ]
            yield "goal", f"pieces in cells {', '.join(alike)}; the blank in any cell it can reach from cell {blank}"
        yield "neighbors", _board(pattern.neighbors)
    elif isinstance(recipe, SequenceRecipe):
        yield "bounds", f"{recipe.most_effects:,} effects, {recipe.most_states:,} states"
        yield "neighbors in move order", _board(recipe.neighbors)


def _board(neighbors: Sequence[Sequence[int]]) -> str:
    return ", ".join(f"{cell}: {' '.join(map(str, near))}" for cell, near in enumerate(neighbors))


def _bars(titles: tuple[str, str], counts: Sequence[int], pen: Pen) -> TextTable:
    """A bar for the number of entries with each value."""
    sign, most = pen.signs.across[-1], max(counts) or 1
    rows = [(str(value), f"{number:,}", sign * round(_BAR * number / most)) for value, number in enumerate(counts)]
    return TextTable((Column(titles[0], number=True), Column(titles[1], number=True), Column("", must=False)), rows)
