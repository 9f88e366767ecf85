"""The words and the lists in a line that a program of the user's prints."""

import re
from bisect import bisect
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from pybridge.facts.terms import Term

_MOST_TEXT = 1_000_000
"""Characters of printed lines that are read; those before the last ones are left out."""
_JAPANESE = "\u3040-\u30ff\u4e00-\u9fff"
WORD = re.compile(rf"[^\W{_JAPANESE}]+'?|[{_JAPANESE}]+")
"""Japanese has no spaces between words."""
_LAYOUT = re.compile(r"[\s'\"]")
_WORD_OR_LIST = re.compile(rf"{WORD.pattern}|\[")

_STEP = re.compile(r"^\s*(?:(?:[A-Za-z]+\s+)?\d+(?:\s*(?:/|of)\s*\d+)?\s*[.:)]\s+|第?\d+\s*手目?[\s:：]*)")
_COUNTED = re.compile(r"\D*\b([2-9]|\d{2,4})\b[^\d:]*:")
"""Such as `Solved in 2 moves:`, where as many follow. `tile 1: 4 5` is a move of tile 1."""
_DIRECTION = re.compile(
    r"\b(?:left|right|up|down|north|south|east|west|[udlrnsew])\b|[左右上下]|[^\w\s.,;:!?()\[\]]+", re.IGNORECASE
)
"""What may differ from move to move, as one other word may: directions, and signs such as arrows."""
_NUMBERED = re.compile(
    r"^\s*(?:[-*>•]\s+)?(?:第?\d+\s*手目?\s*[:：]?\s*|(?:(?:step|move)\b)?\s*\d*\s*[.:)]?\s+)"
    r"|(?<![\s.,;])[\s.,;]+$",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"\s*([^\W\d][\w ]*+)\s*+[:=](?!\s*+\d*+\s*+$)\s*")
"""Such as `Solution: `, which Prolog would read as part of a term. A number alone behind it is a count."""
_BLANKS, _BRACKET = re.compile(r"(?<![,(\[\s])\s++"), re.compile(r"[()\[\]]")
Texts = tuple[Sequence[str], Sequence[str], Sequence[str]]
"""What a line may be as a whole, what may be within it, and its words if it has lists."""


def key_of(text: str) -> str:
    """A text without layout and quotes, as write/1 may print it."""
    return _LAYOUT.sub("", text)


def unquoted(texts: Iterable[str], names: Container[str]) -> Iterator[tuple[str, list[str]]]:
    """The texts that are a name or list some, as write/1 prints them, each with those that it lists. Names are keys."""
    for text in texts:
        if key_of(text) in names:
            yield text, []
            continue
        listed = _items(text.strip().removeprefix("[").removesuffix("]"))
        if (len(listed) > 1 or text.strip().startswith("[")) and all(key_of(each) in names for each in listed):
            yield text, listed


def _items(text: str) -> list[str]:
    """What commas separate outside of brackets; write/1 prints no quotes, so an apostrophe is a sign like others."""
    depth, ends = 0, [-1]
    for at, character in enumerate(text):
        depth += (character in "([") - (character in ")]")
        if character == "," and not depth:
            ends.append(at)
    return [text[one + 1 : other].strip() for one, other in zip(ends, [*ends[1:], len(text)], strict=True)]


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


def texts_of(line: str, is_label: Callable[[str], bool]) -> Texts:
    """What a line may be as a term: without a number before it and a full stop behind it, or a list in it.

    They may stand behind words that are a label, and moves may be separated by blanks.
    """
    text = _NUMBERED.sub("", line)
    labelled = _LABELLED.match(text)
    whole = [text[labelled.end() :], text] if labelled and is_label(labelled[1].rstrip()) else [text]
    inner = [each for each in outer_lists(line) if each not in whole]
    if inner:
        return whole, inner, list(words_in(whole[0]))
    apart = _apart(whole[0])
    return whole, [f"[{','.join(apart)}]"] if len(apart) > 1 else [], []


def _apart(text: str) -> list[str]:
    """The parts of a text that blanks separate, except where a bracket is closed behind them."""
    brackets = [each.start() for each in _BRACKET.finditer(text)]
    ends = [0]
    for blank in _BLANKS.finditer(text):
        following = bisect(brackets, blank.start())
        if following == len(brackets) or text[brackets[following]] not in ")]":
            ends += blank.span()
    return [text[one:other] for one, other in zip(ends[::2], [*ends[1::2], len(text)], strict=True)]


class Worded(NamedTuple):
    """The words of a line that may name moves, its other words without directions, and the states printed behind it."""

    words: tuple[str, ...]
    others: tuple[str, ...]
    states: Sequence[Term]


def worded(line: str, known: Container[str], states: Sequence[Term]) -> Worded:
    """A line by its words, of which numbers and known ones may name moves. The number of a move is left out."""
    line = _behind_count(_STEP.sub("", line), known)
    words = _naming(line, known)
    others = WORD.sub(lambda each: "" if each[0] in words else each[0], line)
    return Worded(words, tuple(_DIRECTION.sub("*", others).split()), states)


def _behind_count(line: str, known: Container[str]) -> str:
    """What follows a count of moves, if as many may follow; otherwise the line."""
    if not (counted := _COUNTED.match(line)):
        return line
    behind = line[counted.end() :]
    return behind if len(_naming(behind, known)) in [size * int(counted[1]) for size in (1, 2, 3)] else line


def _naming(line: str, known: Container[str]) -> tuple[str, ...]:
    return tuple(word for word in WORD.findall(line) if word in known or not word.isalpha())


def are_alike(one: Worded, other: Worded) -> bool:
    """Whether each of two lines may be a move, in the same words or all but one of several.

    Three numbers alone may be a row of a board.
    """
    most = 3 if one.others else 2
    if not 0 < len(one.words) == len(other.words) <= most or len(one.others) != len(other.others):
        return False
    return sum(this != that for this, that in zip(one.others, other.others, strict=True)) <= (len(one.others) > 1)
