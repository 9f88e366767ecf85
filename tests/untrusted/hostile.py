"""The corpus of hostile programs: files of programs, a family each, with a line `==== NAME` before each program."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
FAMILIES = sorted(path.stem for path in FOLDER.glob("*.txt"))
_MARKER = "==== "


@dataclass(frozen=True)
class Hostile:
    """A program that tries to do more than compute. In `text`, {mark} and its like stand for what it aims at."""

    name: str
    text: str

    def aimed(self, **targets: str) -> str:
        """The text with names of real things in it."""
        text = self.text
        for name, target in targets.items():
            text = text.replace(f"{{{name}}}", target)
        return text


def family(name: str) -> list[Hostile]:
    """The programs of a family, in the order of its file."""
    return list(_programs((FOLDER / f"{name}.txt").read_text(encoding="utf-8")))


def _programs(text: str) -> Iterator[Hostile]:
    for part in f"\n{text}".split(f"\n{_MARKER}")[1:]:
        name, _, program = part.partition("\n")
        yield Hostile(name.strip(), program + "\n")
