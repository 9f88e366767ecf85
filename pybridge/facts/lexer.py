"""Split the text of a fact file into tokens.

The language is a strict subset of SWI-Prolog's, kept small so that both readers see the same facts: anything ambiguous
becomes a token of kind BAD that carries its own fault.
"""

import re
from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import NamedTuple

from pybridge.errors import FaultKind
from pybridge.facts.terms import printable, unprintable
from pybridge.facts.wording import visible

MOST_DIGITS = 18


class Kind(Enum):
    """Kinds of tokens."""

    ATOM = auto()
    STRING = auto()
    INTEGER = auto()
    MARK = auto()
    SYMBOL = auto()
    VARIABLE = auto()
    END = auto()
    BAD = auto()
    EOF = auto()


class Token(NamedTuple):
    """A token from offset `start` to `stop`. `text` is decoded; for a BAD token, it is the message."""

    kind: Kind
    start: int
    stop: int
    text: str
    fault_kind: FaultKind = FaultKind.ILL_FORMED
    fault_at: int = -1


# No possessive quantifiers: they are broken in Python 3.11.2.
_TOKEN = re.compile(
    rf"""(?P<mark>[()\[\],|])
    | (?P<code>-?0'(?:\\?.)?)
    | (?P<integer>-?[0-9]{{1,{MOST_DIGITS}}}(?!\w|\.[0-9]))
    | (?P<atom>[a-z][a-zA-Z0-9_]*(?!\w))
    | (?P<layout>(?:[ \t\n]+|\r\n|/\*[^*/]*(?:(?:\*(?!/)|/(?!\*))[^*/]*)*\*/)+)
    | (?P<comment>%[^\n]*)
    | (?P<nested_comment>/\*(?s:.*?)\*/)
    | (?P<open_comment>/\*(?s:.*))
    | (?P<end>\.(?=[ \t\n%]|\r\n|\Z))
    | (?P<number>-?[0-9]\w*(?:\.[0-9]\w*)?)
    | (?P<word>[^\W\d]\w*)
    | (?P<quoted>'[^'\\\n]*(?:(?:\\[^\n]|'')[^'\\\n]*)*'(?!')|"[^"\\\n]*(?:(?:\\[^\n]|"")[^"\\\n]*)*"(?!"))
    | (?P<open_quote>['"`][^\n]*)
    | (?P<symbol>[-+*/\\^<>=~:.?@\#&$!;{{}}]+)
    | (?P<other>(?s:.))
    """,
    re.VERBOSE,
)
_INTEGER = re.compile(r"-?[0-9]+\Z")
_VARIABLE = re.compile(r"[A-Z_]")
_INSIDE = {quote: re.compile(rf"\\(?P<escape>.)|(?P<plain>{quote}{quote}|.)") for quote in "'\""}
_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", "'": "'", '"': '"'}


def scan(text: str, drawing: list[tuple[int, str]]) -> Iterator[Token]:
    """Yield the tokens of a text, ending with EOF, and append the offset and text of each `%|` line to `drawing`.

    Never raises: anything that is not a token becomes a BAD one.
    """
    for match in _TOKEN.finditer(text):
        group = match.lastgroup or ""
        if group in _SIMPLE:
            yield Token(_SIMPLE[group], match.start(), match.end(), match[0])
        elif group == "comment":
            if match[0].startswith("%|") and text[max(0, match.start() - 1) : match.start()] in ("", "\n"):
                drawing.append((match.start(), match[0].rstrip()))
        elif group != "layout":
            yield _READERS[group](match)
    yield Token(Kind.EOF, len(text), len(text), "")


def _bad(match: re.Match[str], kind: FaultKind, message: str, at: int | None = None) -> Token:
    return Token(Kind.BAD, match.start(), match.end(), message, kind, match.start() if at is None else at)


def _nested_comment(match: re.Match[str]) -> Token:
    at = match.string.index("/*", match.start() + 2)
    message = "/* inside a comment; remove it, as Prolog readers disagree about nested comments"
    return _bad(match, FaultKind.ILL_FORMED, message, at)


def _open_comment(match: re.Match[str]) -> Token:
    return _bad(match, FaultKind.ILL_FORMED, "this comment is not closed; close it with */")


def _code(match: re.Match[str]) -> Token:
    return _bad(match, FaultKind.NOT_A_FACT, f"{visible(match[0])} is a character code; write the number itself")


def _number(match: re.Match[str]) -> Token:
    text = match[0]
    if not _INTEGER.match(text):
        what = "a float" if "." in text or "e" in text.lower() else "not a decimal integer"
        message = f"{visible(text)} is {what}; numbers are integers such as 12 or -3"
        return _bad(match, FaultKind.NOT_A_FACT, message)
    message = f"an integer has at most {MOST_DIGITS} digits; this one is {text[:24]}..."
    return _bad(match, FaultKind.ILL_FORMED, message)


def _word(match: re.Match[str]) -> Token:
    text = match[0]
    if _VARIABLE.match(text):
        return Token(Kind.VARIABLE, match.start(), match.end(), text)
    message = f"quote an atom with characters other than a-z, A-Z, 0-9 and _: '{visible(text)}'"
    return _bad(match, FaultKind.ILL_FORMED, message)


def _quoted(match: re.Match[str]) -> Token:
    quote, inner = match[0][0], match[0][1:-1]
    kind = Kind.ATOM if quote == "'" else Kind.STRING
    if inner.isprintable() and "\\" not in inner and quote not in inner:
        return Token(kind, match.start(), match.end(), inner)
    characters, odd = [], set(unprintable(inner))
    for part in _INSIDE[quote].finditer(match[0], 1, len(match[0]) - 1):
        at = match.start() + part.start()
        if part["escape"] is not None and part["escape"] not in _ESCAPES:
            message = f"unknown escape {visible(part[0])}; use one of \\n \\t \\\\ \\' \\\""
            return _bad(match, FaultKind.ILL_FORMED, message, at)
        if part["plain"] is not None and part.start() - 1 in odd:
            message = f"the character U+{ord(part[0]):04X} is not allowed between quotes"
            return _bad(match, FaultKind.ILL_FORMED, message, at)
        characters.append(_ESCAPES[part["escape"]] if part["escape"] else part["plain"][0])
    return Token(kind, match.start(), match.end(), "".join(characters))


def _open_quote(match: re.Match[str]) -> Token:
    backquote = match[0].startswith("`")
    message = 'no backquotes; write text as "text"' if backquote else "this quote is not closed on its line"
    return _bad(match, FaultKind.ILL_FORMED, message)


def _other(match: re.Match[str]) -> Token:
    character = match[0]
    number = f"U+{ord(character):04X}"
    shown, right = (f"{character} ({number})", "") if printable(character) else (number, "; remove it")
    return _bad(match, FaultKind.ILL_FORMED, f"the character {shown} is allowed only in quotes or comments{right}")


_SIMPLE = {"atom": Kind.ATOM, "integer": Kind.INTEGER, "mark": Kind.MARK, "end": Kind.END, "symbol": Kind.SYMBOL}
_READERS: dict[str, Callable[[re.Match[str]], Token]] = {
    "nested_comment": _nested_comment,
    "open_comment": _open_comment,
    "code": _code,
    "number": _number,
    "word": _word,
    "quoted": _quoted,
    "open_quote": _open_quote,
    "other": _other,
}
