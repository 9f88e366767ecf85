"""The text of a program that is not trusted, and names of modules to load it into."""

import heapq
import re
import threading
from pathlib import Path

from pybridge.errors import FactFileError, ProgramError

_MOST_DIGITS = 4000
"""In a number, which takes the square of its length to read, in any base and however its digits are grouped."""
# Wherever it stands, as no comment and no quotes are recognised here: a line of text is not that long. A letter may be
# a digit of `36'zz`, a space stand between groups of digits, and after an underscore even lines and comments.
_NUMBER = re.compile(r"\d(?:[^\W_]|'| (?=[^\W_])|_(?:\s|%[^\n]*|/\*(?s:.*?)(?:\*/|\Z))*)*")
_NESTING = 1000  # brackets within brackets; a reader that recurses needs some bound


def program_text(path: str | Path) -> str:
    """The text of a program, with nothing in it that a reader of Prolog may stumble over. Raises ProgramError."""
    from pybridge.facts.reader import load_text

    try:
        text = load_text(path)
    except FactFileError as error:
        raise ProgramError(str(error)) from error
    long = next((each for each in _NUMBER.finditer(text) if len(each[0]) >= _MOST_DIGITS), None)
    if long:
        at = long.start()
        row, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        raise ProgramError(f"{path}:{row}:{column}: a number has fewer than {_MOST_DIGITS:,} digits")
    depth = 0
    for number, line in enumerate(text.split("\n"), start=1):
        for column, character in enumerate(line, start=1):
            depth = max(0, depth + (character in "([{") - (character in ")]}"))
            if depth > _NESTING:
                raise ProgramError(f"{path}:{number}:{column}: more than {_NESTING} brackets within brackets")
    return text


class Names:
    """Names of modules, used again, so that Prolog never has many of them."""

    def __init__(self) -> None:
        self._changing = threading.Lock()
        self._free: list[int] = []
        self._next = 1

    def take(self) -> str:
        with self._changing:
            if self._free:
                return f"pybridge_{heapq.heappop(self._free)}"
            self._next += 1
            return f"pybridge_{self._next - 1}"

    def give_back(self, name: str) -> None:
        with self._changing:
            heapq.heappush(self._free, int(name.removeprefix("pybridge_")))


NAMES = Names()
