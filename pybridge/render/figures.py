"""Measurements as a table."""

from collections.abc import Sequence

from pybridge.bench import Figure
from pybridge.render.table import Column, Row, Table
from pybridge.render.words import count

_COLUMNS = (
    Column("what"),
    Column("tries", number=True),
    Column("median", number=True),
    Column("worst", number=True),
    Column("wrong", number=True),
)


def figure_table(figures: Sequence[Figure]) -> Table:
    """A row for each figure."""
    return Table(_COLUMNS, [_row(figure) for figure in figures])


def _row(figure: Figure) -> Row:
    worst = _amount(figure.worst, figure.unit) if figure.tries > 1 else ""
    return (figure.subject, count(figure.tries), _amount(figure.middle, figure.unit), worst, count(figure.wrong))


def _amount(value: float, unit: str) -> str:
    if unit != "s":
        return f"{value:.1f} {unit}"
    if value < 0.001:
        return f"{value * 1e6:.0f} µs"
    return f"{value * 1000:.1f} ms" if value < 1 else f"{value:.2f} s"
