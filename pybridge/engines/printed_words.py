"""The words and the lists in a line that a program of the user's prints."""

import re
from collections.abc import Iterator, Sequence

_MOST_TEXT = 1_000_000
"""Characters of printed lines that are read; those before the last ones are left out."""
_JAPANESE = "\u3040-\u30ff\u4e00-\u9fff"
WORD = re.compile(rf"[^\W{_JAPANESE}]+'?|[{_JAPANESE}]+")
"""Japanese has no spaces between words."""
_LAYOUT = re.compile(r"[\s'\"]")
_WORD_OR_LIST = re.compile(rf"{WORD.pattern}|\[")


def key_of(text: str) -> str:
    """A text without layout and quotes, as write/1 may print it."""
    return _LAYOUT.sub("", text)


def words_in(line: str) -> Iterator[str]:
    """The words of a line, each with its arguments if it has some, and its lists."""
    end = 0
    while word := _WORD_OR_LIST.search(line, end):
        end, depth = word.end(), int(word[0] == "[")
        while depth or line[end : end + 1] == "(":
            depth += (line[end : end + 1] in ("(", "[")) - (line[end : end + 1] in (")", "]", ""))
            end += 1
        yield line[word.start() : end]


def outer_lists(line: str) -> Iterator[str]:
    """The texts of the outermost lists of a line."""
    depth = begun = 0
    for at, character in enumerate(line):
        if character == "[":
            begun = at if depth == 0 else begun
            depth += 1
        elif character == "]" and depth:
            depth -= 1
            if depth == 0:
                yield line[begun : at + 1]


def last_of(lines: Sequence[str]) -> list[str]:
    """The last lines, as many as are read."""
    left, taken = _MOST_TEXT, 0
    for line in reversed(lines):
        left -= len(line)
        if left < 0:
            break
        taken += 1
    return list(lines[len(lines) - taken :])
