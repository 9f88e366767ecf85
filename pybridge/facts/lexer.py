"""The text of a fact file as tokens.

The language is a strict subset of what SWI-Prolog reads, kept small so that both surely see the same facts: whatever
could be read in two ways is a token of kind BAD that carries its own fault.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto

from pybridge.errors import FaultKind
from pybridge.facts.terms import printable

MOST_DIGITS = 18


class Kind(Enum):
    """The kinds of token."""

    ATOM = auto()
    STRING = auto()
    INTEGER = auto()
    MARK = auto()
    SYMBOL = auto()
    VARIABLE = auto()
    END = auto()
    BAD = auto()
    EOF = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A token from offset `start` to `stop`; `text` is decoded; a BAD one tells its fault."""

    kind: Kind
    start: int
    stop: int
    text: str
    fault_kind: FaultKind = FaultKind.ILL_FORMED
    fault_at: int = -1


@dataclass(frozen=True, slots=True)
class Scan:
    """All tokens, the last being EOF, and the offsets and texts of the `%|` lines of the drawing."""

    tokens: tuple[Token, ...]
    drawing: tuple[tuple[int, str], ...]


_TOKEN = re.compile(
    r"""(?P<layout>(?:[ \t\n]|\r\n|/\*(?s:.*?)\*/)+)
    | (?P<comment>%[^\n]*)
    | (?P<open_comment>/\*)
    | (?P<end>\.(?=[ \t\n%]|\r\n|\Z))
    | (?P<code>-?0'(?:\\?.)?)
    | (?P<number>-?[0-9]\w*(?:\.[0-9]\w*)?)
    | (?P<word>[^\W\d]\w*)
    | (?P<quoted>'(?:[^'\\\n]|\\[^\n]|'')*'|"(?:[^"\\\n]|\\[^\n]|"")*")
    | (?P<open_quote>['"`])
    | (?P<mark>[()\[\],|])
    | (?P<symbol>[-+*/\\^<>=~:.?@\#&$!;{}]+)
    | (?P<other>(?s:.))
    """,
    re.VERBOSE,
)
_INTEGER = re.compile(r"-?[0-9]+\Z")
_PLAIN = re.compile(r"[a-z]\w*\Z", re.ASCII)
_VARIABLE = re.compile(r"[A-Z_]")
_INSIDE = {quote: re.compile(rf"\\(?P<escape>.)|(?P<plain>{quote}{quote}|.)") for quote in "'\""}
_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", "'": "'", '"': '"'}


def scan(text: str) -> Scan:
    """Cut the text into tokens. Never raises: what cannot be a token becomes a BAD one."""
    tokens: list[Token] = []
    drawing: list[tuple[int, str]] = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        assert match is not None
        group = match.lastgroup or ""
        position = match.end()
        if group == "comment":
            if match[0].startswith("%|") and text[max(0, match.start() - 1) : match.start()] in ("", "\n"):
                drawing.append((match.start(), match[0].rstrip()))
        elif group != "layout":
            found = list(_READERS[group](match))
            tokens.extend(found)
            position = found[-1].stop
    tokens.append(Token(Kind.EOF, len(text), len(text), ""))
    return Scan(tuple(tokens), tuple(drawing))


def _bad(match: re.Match[str], kind: FaultKind, message: str, at: int | None = None) -> Token:
    return Token(Kind.BAD, match.start(), match.end(), message, kind, match.start() if at is None else at)


def _simple(kind: Kind) -> Callable[[re.Match[str]], Iterator[Token]]:
    def read(match: re.Match[str]) -> Iterator[Token]:
        yield Token(kind, match.start(), match.end(), match[0])

    return read


def _open_comment(match: re.Match[str]) -> Iterator[Token]:
    bad = _bad(match, FaultKind.ILL_FORMED, "this comment is never closed; close it with */")
    yield replace(bad, stop=len(match.string))


def _code(match: re.Match[str]) -> Iterator[Token]:
    yield _bad(match, FaultKind.NOT_A_FACT, f"{match[0]} is a character code; write the number itself")


def _number(match: re.Match[str]) -> Iterator[Token]:
    text = match[0]
    if not _INTEGER.match(text):
        what = "a float" if "." in text or "e" in text.lower() else "not a decimal integer"
        yield _bad(match, FaultKind.NOT_A_FACT, f"{text[:40]} is {what}; numbers are integers such as 12 or -3")
    elif len(text.lstrip("-")) > MOST_DIGITS:
        yield _bad(
            match, FaultKind.ILL_FORMED, f"an integer has at most {MOST_DIGITS} digits; this one is {text[:24]}..."
        )
    else:
        yield Token(Kind.INTEGER, match.start(), match.end(), text)


def _word(match: re.Match[str]) -> Iterator[Token]:
    text = match[0]
    if _PLAIN.match(text):
        yield Token(Kind.ATOM, match.start(), match.end(), text)
    elif _VARIABLE.match(text):
        yield Token(Kind.VARIABLE, match.start(), match.end(), text)
    else:
        yield _bad(match, FaultKind.ILL_FORMED, f"an atom outside a-z, A-Z, 0-9 and _ stands in quotes: '{text[:40]}'")


def _quoted(match: re.Match[str]) -> Iterator[Token]:
    characters = []
    for part in _INSIDE[match[0][0]].finditer(match[0], 1, len(match[0]) - 1):
        at = match.start() + part.start()
        if part["escape"] is not None and part["escape"] not in _ESCAPES:
            message = f"unknown escape {part[0]}; known are \\n \\t \\\\ \\' \\\""
            yield _bad(match, FaultKind.ILL_FORMED, message, at)
            return
        if part["plain"] is not None and not printable(part["plain"][0]):
            message = f"the character U+{ord(part[0]):04X} cannot stand between quotes"
            yield _bad(match, FaultKind.ILL_FORMED, message, at)
            return
        characters.append(_ESCAPES[part["escape"]] if part["escape"] else part["plain"][0])
    kind = Kind.ATOM if match[0][0] == "'" else Kind.STRING
    yield Token(kind, match.start(), match.end(), "".join(characters))


def _open_quote(match: re.Match[str]) -> Iterator[Token]:
    text = match.string
    newline = text.find("\n", match.end())
    stop = len(text) if newline < 0 else newline
    message = "this quote is not closed on its line" if match[0] != "`" else 'no backquotes; write text as "text"'
    yield replace(_bad(match, FaultKind.ILL_FORMED, message), stop=stop)


def _other(match: re.Match[str]) -> Iterator[Token]:
    character = match[0]
    shown = f"{character} (U+{ord(character):04X})" if printable(character) else f"U+{ord(character):04X}"
    yield _bad(match, FaultKind.ILL_FORMED, f"the character {shown} stands only between quotes or in a comment")


_READERS: dict[str, Callable[[re.Match[str]], Iterator[Token]]] = {
    "open_comment": _open_comment,
    "end": _simple(Kind.END),
    "code": _code,
    "number": _number,
    "word": _word,
    "quoted": _quoted,
    "open_quote": _open_quote,
    "mark": _simple(Kind.MARK),
    "symbol": _simple(Kind.SYMBOL),
    "other": _other,
}
