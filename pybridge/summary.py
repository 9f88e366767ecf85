"""A result in a notebook, as a small table of HTML that needs no extension, no script and no style of its own."""

from collections.abc import Sequence
from html import escape
from numbers import Real


def summary(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]], note: str = "") -> str:
    """A table under a title, with a note under it; numbers are grouped and to the right, and None is empty."""
    numbers = [any(is_number(row[place]) for row in rows) for place in range(len(columns))]
    head = "".join(_cell("th", name, right) for name, right in zip(columns, numbers, strict=True))
    body = [[_cell("td", _text(each), right) for each, right in zip(row, numbers, strict=True)] for row in rows]
    lines = "".join(f"<tr>{''.join(cells)}</tr>" for cells in body)
    text = f"<p>{escape(note)}</p>" if note else ""
    return f"<p><b>{escape(title)}</b></p><table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>{text}"


def _cell(tag: str, text: str, right: bool) -> str:
    return f'<{tag} style="text-align:{"right" if right else "left"}">{escape(text)}</{tag}>'


def is_number(value: object) -> bool:
    """Whether it is a number, and no bool."""
    return isinstance(value, Real) and not isinstance(value, bool)


def _text(value: object) -> str:
    """A whole number in full, another one with about four digits."""
    if value is None or isinstance(value, bool):
        return {None: "", True: "yes", False: "no"}[value]
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}" if abs(value) >= 1 else f"{value:.4f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
