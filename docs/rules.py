"""The tables of the puzzles of rules: what is known of them (rules.md), and what narrowing finds (narrowing.md).

    docs/rules.py write      # measures how long narrowing takes, half a minute in all

A table is found by its first line. Figures are those of tests/rules/figures.py.
"""

import re
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pybridge.rules.session import Session  # noqa: E402
from tests.rules.figures import FIGURES, Figures  # noqa: E402

SHIPPED = {path.stem: path for path in sorted((ROOT / "prolog" / "puzzles" / "rules").glob("*.pl"))}
KNOWN = "| puzzle | what | shortest | states | dead ends | origin |"
FOUND = "| puzzle | variables | most values | operators | goals | seconds |"
_TIMES = 5
"""Narrowings of a puzzle, of which the median counts."""


def known(name: str) -> str:
    """What is known of a puzzle, as a row."""
    text = SHIPPED[name].read_text(encoding="utf-8")
    [title] = re.findall(r'^puzzle\(\w+, rules, "(.+)"\)\.$', text, re.MULTILINE)
    origin = "; ".join(re.findall(r'^source\("(.+)"\)\.$', text, re.MULTILINE)).replace("*", r"\*")
    figures = FIGURES[name]
    [states] = {each.states for each in figures}
    [ends] = {each.dead_ends for each in figures}
    told = [f"`{name}`", title, " ".join(map(_shortest, figures)), f"{states:,}", _ends(ends), origin]
    return f"| {' | '.join(told)} |"


def _shortest(figures: Figures) -> str:
    return str(figures.optimal) if figures.steps is None else f"{figures.optimal} ({figures.steps} steps)"


def _ends(ends: int | None) -> str:
    return f"{ends or 0:,}"


def found(name: str) -> tuple[str, float]:
    """What narrowing finds for a puzzle, as a row without its last cell, and the seconds that this takes."""
    asked = Session(SHIPPED[name].read_text(encoding="utf-8"), name)
    seconds = []
    for _ in range(_TIMES):
        begun = time.perf_counter()
        task = asked.task("narrowed", 10.0)
        seconds.append(time.perf_counter() - begun)
    assert not isinstance(task, str | None), task
    counts = len(task.domains), max(task.sizes), len(task.operators), len(task.conditions)
    return f"| `{name}` | {' | '.join(f'{each:,}' for each in counts)} |", statistics.median(seconds)


def rows(text: str, heading: str) -> list[str]:
    """The rows of the table with this heading."""
    _, _, rest = text.partition(f"{heading}\n")
    _, *lines = rest.split("\n\n")[0].splitlines()
    return lines


def write(page: Path, heading: str, lines: Iterator[str]) -> None:
    """Give the table with this heading other rows."""
    text = page.read_text(encoding="utf-8")
    before, after = f"{heading}\n|{'---|' * (heading.count('|') - 1)}\n", "\n".join(lines)
    old = "\n".join([*before.splitlines(), *rows(text, heading)])
    page.write_text(text.replace(old, before + after), encoding="utf-8")


def main() -> None:
    """Write both tables."""
    write(ROOT / "docs" / "rules.md", KNOWN, map(known, SHIPPED))
    write(ROOT / "docs" / "narrowing.md", FOUND, (f"{row} {seconds:.3f} |" for row, seconds in map(found, SHIPPED)))


if __name__ == "__main__":
    if sys.argv[1:] != ["write"]:
        sys.exit(__doc__)
    main()
