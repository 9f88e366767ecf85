"""The words and the lists in a line that a program of the user's prints."""

import re
from collections.abc import Iterator

_JAPANESE = "\u3040-\u30ff\u4e00-\u9fff"
WORD = re.compile(rf"[^\W{_JAPANESE}]+'?|[{_JAPANESE}]+")
"""Japanese has no spaces between words."""


def words_in(line: str) -> Iterator[str]:
    """The words of a line, each with its arguments if it has some."""
    end = 0
    while word := WORD.search(line, end):
        end, depth = word.end(), 0
        while line[end : end + 1] == "(" or depth:
            depth += (line[end : end + 1] == "(") - (line[end : end + 1] in (")", ""))
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
