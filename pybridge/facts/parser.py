"""The text of a fact file as facts whose every term knows its line and column.

After a fault, reading goes on behind the next full stop, so one reading finds the faults of the whole file.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator

from pybridge.errors import FaultKind
from pybridge.facts import rejections
from pybridge.facts.lexer import Kind, Token, scan
from pybridge.facts.nodes import UNKNOWN_NAME, Comment, Fact, Node, Parsed, SyntaxFault
from pybridge.facts.rejections import Rejection
from pybridge.facts.terms import Atom, visible

DEEPEST_NESTING = 100
MOST_FAULTS = 1000


class Locator:
    """Turns offsets of one text into lines and columns."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text)), len(text) + 1]
        self._line, self._start, self._next = 1, 0, self._starts[1]

    def locate(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1, of an offset."""
        if not self._start <= offset < self._next:
            self._line = bisect_right(self._starts, offset)
            self._start, self._next = self._starts[self._line - 1 : self._line + 1]
        return self._line, offset - self._start + 1


def parse(text: str) -> Parsed:
    """Read all facts of a text. Never raises: faults are part of the answer, and more than MOST_FAULTS end it."""
    locator = Locator(text)
    lines: list[tuple[int, str]] = []
    parser = _Parser(scan(text, lines), locator, text)
    while parser.token.kind is not Kind.EOF and len(parser.faults) <= MOST_FAULTS:
        parser.clause()
    drawing = tuple(Comment(locator.locate(offset)[0], line) for offset, line in lines)
    return Parsed(tuple(parser.facts), tuple(parser.faults), drawing)


class _Parser:
    def __init__(self, tokens: Iterator[Token], locator: Locator, text: str) -> None:
        self._tokens, self._locator, self._text = tokens, locator, text
        self._previous = self.token = next(tokens)
        self.facts: list[Fact] = []
        self.faults: list[SyntaxFault] = []

    def clause(self) -> None:
        first = self.token
        name = first.text if first.kind is Kind.ATOM else UNKNOWN_NAME
        try:
            fact = self._fact()
            self._full_stop(name)
            self.facts.append(fact)
        except Rejection as rejected:
            self._fault(rejected.offset, rejected.kind, rejected.message, name)
            self._skip(first)

    def _fault(self, offset: int, kind: FaultKind, message: str, name: str) -> None:
        self.faults.append(SyntaxFault(*self._locator.locate(offset), kind, message, name))

    def _skip(self, first: Token) -> None:
        """On to the next clause: behind a full stop, or where a line begins with a fact's name and a bracket."""
        while self.token.kind not in (Kind.END, Kind.EOF):
            if self.token is not first and self._begins_line():
                return
            self._next()
        if self.token.kind is Kind.END:
            self._next()

    def _begins_line(self) -> bool:
        if self.token.kind is not Kind.ATOM or self._locator.locate(self.token.start)[1] != 1:
            return False
        return self._text.startswith("(", self.token.stop)

    def _next(self) -> Token:
        self._previous, self.token = self.token, next(self._tokens)
        return self._previous

    def _at(self, mark: str) -> bool:
        return self.token.kind is Kind.MARK and self.token.text == mark

    def _fact(self) -> Fact:
        head = self.token
        if head.kind is not Kind.ATOM:
            raise rejections.beginning(head)
        self._next()
        arguments: tuple[Node, ...] = ()
        if self._at("(") and self.token.start == head.stop:
            arguments = self._sequence(self._next(), ")", 0)
        elif head.text == "end_of_file":
            message = "end_of_file ends the file for Prolog; leave it out"
            raise Rejection(head.start, FaultKind.NOT_A_FACT, message)
        return Fact(head.text, arguments, *self._locator.locate(head.start))

    def _full_stop(self, name: str) -> None:
        previous, token = self._previous, self.token
        if token.kind is Kind.END:
            self._next()
            return
        message = "the fact is complete; a full stop is missing here"
        new_line = self._locator.locate(token.start)[0] > self._locator.locate(previous.start)[0]
        if token.kind is Kind.EOF or (token.kind is Kind.ATOM and new_line):
            self._fault(previous.stop, FaultKind.ILL_FORMED, message, name)
        else:
            raise rejections.following(token)

    def _sequence(self, opening: Token, closing: str, depth: int) -> tuple[Node, ...]:
        nodes = [self._term(depth)]
        while not self._at(closing):
            if not self._at(","):
                line, column = self._locator.locate(opening.start)
                raise rejections.separator(
                    self.token, f"for the {opening.text} of line {line}, column {column}", closing
                )
            self._next()
            nodes.append(self._term(depth))
        self._next()
        return tuple(nodes)

    def _term(self, depth: int) -> Node:
        token = self.token
        place = self._locator.locate(token.start)
        if token.kind is Kind.MARK and token.text == "[":
            if depth == DEEPEST_NESTING:
                message = f"lists are nested more than {DEEPEST_NESTING} deep"
                raise Rejection(token.start, FaultKind.ILL_FORMED, message)
            self._next()
            if self._at("]"):
                self._next()
                return Node((), *place)
            return Node(self._sequence(token, "]", depth + 1), *place)
        if token.kind not in (Kind.ATOM, Kind.INTEGER, Kind.STRING):
            raise rejections.argument(token)
        self._next()
        if token.kind is Kind.INTEGER:
            return Node(int(token.text), *place)
        if token.kind is Kind.STRING:
            return Node(token.text, *place)
        if self._at("(") and self.token.start == token.stop:
            message = (
                f"{visible(token.text)}(...) is a compound term; an argument is an atom, an integer, a string or a list"
            )
            raise Rejection(token.start, FaultKind.NOT_A_FACT, message)
        return Node(Atom(token.text), *place)
