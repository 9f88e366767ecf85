"""Check the text of an untrusted program, and name the modules to load it into."""

import heapq
import re
import threading
from pathlib import Path

from pybridge.errors import FactFileError, ProgramError

_MOST_DIGITS = 4000
"""The limit for digits of a number in any base or grouping, as reading takes quadratic time."""
# Also matches in comments and quotes, where lines are shorter. Digits may be letters, as in `36'zz`, and groups of
# digits may be separated by a space, or by an underscore with line ends and comments.
_NUMBER = re.compile(r"\d(?:[^\W_]|'| (?=[^\W_])|_(?:\s|%[^\n]*|/\*(?s:.*?)(?:\*/|\Z))*)*")
_NESTING = 1000  # nested brackets; a recursive parser needs a limit


def program_text(path: str | Path) -> str:
    """Read a program and check that Prolog can parse it safely. Raises ProgramError."""
    from pybridge.facts.reader import load_text

    try:
        text = load_text(path)
    except FactFileError as error:
        raise ProgramError(str(error)) from error
    long = next((each for each in _NUMBER.finditer(text) if len(each[0]) >= _MOST_DIGITS), None)
    if long:
        at = long.start()
        row, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        raise ProgramError(f"{path}:{row}:{column}: this number is too long; use fewer than {_MOST_DIGITS:,} digits")
    depth = 0
    for number, line in enumerate(text.split("\n"), start=1):
        for column, character in enumerate(line, start=1):
            depth = max(0, depth + (character in "([{") - (character in ")]}"))
            if depth > _NESTING:
                raise ProgramError(f"{path}:{number}:{column}: more than {_NESTING} nested brackets")
    return text


class Names:
    """Reusable names of modules, so that Prolog never has many of them."""

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
