"""A result in a notebook, as a small table of HTML that needs no extension, no script and no style of its own."""

from collections.abc import Sequence
from html import escape


def summary(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]], note: str = "") -> str:
    """A table under a title, with a note under it; numbers are grouped and to the right, and None is empty."""
    head = "".join(f'<th style="text-align:left">{escape(name)}</th>' for name in columns)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    text = f"<p>{escape(note)}</p>" if note else ""
    return f"<p><b>{escape(title)}</b></p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{text}"


def _cell(value: object) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f'<td style="text-align:right">{_number(value)}</td>'
    text = {None: "", True: "yes", False: "no"}[value] if value is None or isinstance(value, bool) else str(value)
    return f'<td style="text-align:left">{escape(text)}</td>'


def _number(value: int | float) -> str:
    """A whole number in full; another one with about four digits."""
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
