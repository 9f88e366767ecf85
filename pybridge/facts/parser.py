"""Parse the text of a fact file into facts whose terms know their line and column.

After a fault, parsing continues after the next full stop, so one pass finds the faults of the whole file. A clause that
is not a fact gets a message that says which construct is not allowed.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from pybridge.errors import Edit, Fault, FaultKind
from pybridge.facts.lexer import Kind, Token, scan
from pybridge.facts.terms import Atom, Fact, Node
from pybridge.facts.wording import visible

DEEPEST_NESTING = 100
MOST_FAULTS = 1000
UNKNOWN_NAME = ""
GIVEN = "start(given, {})."
"""The fact that a typed state is checked in."""


@dataclass(frozen=True, slots=True)
class Comment:
    """One `%|` line of the drawing, without trailing spaces."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """The contents of a text, in order, and the text.

    `faults` are syntax errors, and `unsound` the names of the facts that have them, or UNKNOWN_NAME.
    """

    path: str
    text: str
    facts: tuple[Fact, ...]
    faults: tuple[Fault, ...]
    unsound: frozenset[str]
    drawing: tuple[Comment, ...]


def parse(text: str, path: str = "<text>") -> Parsed:
    """Parse all facts of a text. Never raises: faults are part of the result. Stops after MOST_FAULTS faults."""
    locator = _Locator(text)
    lines: list[tuple[int, str]] = []
    parser = _Parser(scan(text, lines), locator, text, path)
    while parser.token.kind is not Kind.EOF and len(parser.faults) <= MOST_FAULTS:
        parser.clause()
    drawing = tuple(Comment(locator.locate(offset)[0], line) for offset, line in lines)
    return Parsed(path, text, tuple(parser.facts), tuple(parser.faults), frozenset(parser.unsound), drawing)


def no_list(text: str) -> str | None:
    """Why a text is not a single list or other argument; None if it is."""
    opened, closed = text.count("["), text.count("]")
    if opened != closed:
        return "a [ is not closed" if opened > closed else "a ] has no ["
    parsed = parse(GIVEN.format(text))
    if len(parsed.facts) == 1 and not parsed.faults and len(parsed.facts[0].arguments) == 2:
        return None
    without_place = (each.message for each in parsed.faults if " on line " not in each.message)
    return next(without_place, "it is not a single list")


class _Locator:
    """Converts offsets of a text to lines and columns."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text)), len(text) + 1]
        self._line, self._start, self._next = 1, 0, self._starts[1]

    def locate(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset, counted from 1."""
        if not self._start <= offset < self._next:
            self._line = bisect_right(self._starts, offset)
            self._start, self._next = self._starts[self._line - 1 : self._line + 1]
        return self._line, offset - self._start + 1


class _Parser:
    def __init__(self, tokens: Iterator[Token], locator: _Locator, text: str, path: str) -> None:
        self._tokens, self._locator, self._text, self._path = tokens, locator, text, path
        self._previous = self.token = next(tokens)
        self.facts: list[Fact] = []
        self.faults: list[Fault] = []
        self.unsound: set[str] = set()

    def clause(self) -> None:
        first = self.token
        name = first.text if first.kind is Kind.ATOM else UNKNOWN_NAME
        try:
            fact = self._fact()
            self._full_stop(name)
            self.facts.append(fact)
        except _Rejection as rejected:
            self._fault(rejected.offset, rejected.kind, rejected.message, name)
            self._skip(first)

    def _fault(self, offset: int, kind: FaultKind, message: str, name: str, missing: str = "") -> None:
        line, column = self._locator.locate(offset)
        fix = (Edit(line, column, "", missing),) if missing else ()
        self.faults.append(Fault(self._path, line, column, kind, message, fix))
        self.unsound.add(name)

    def _skip(self, first: Token) -> None:
        """Skip to the next clause: after a full stop, or where a line begins with a name and a parenthesis."""
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
            raise _no_beginning(head)
        self._next()
        arguments: tuple[Node, ...] = ()
        if self._at("(") and self.token.start == head.stop:
            arguments = self._sequence(self._next(), ")", 0)
        elif head.text == "end_of_file":
            raise _not_a_fact(head, "end_of_file ends the file for Prolog; remove it")
        return Fact(head.text, arguments, *self._locator.locate(head.start))

    def _full_stop(self, name: str) -> None:
        previous, token = self._previous, self.token
        if token.kind is Kind.END:
            self._next()
            return
        if token.kind is Kind.SYMBOL and token.text == ".":
            message = "a new line or a space is missing after this full stop"
            self._fault(token.stop, FaultKind.ILL_FORMED, message, name, missing="\n")
            self._next()
            return
        message = "the fact is complete; a full stop is missing here"
        new_line = self._locator.locate(token.start)[0] > self._locator.locate(previous.start)[0]
        if token.kind is Kind.EOF or (token.kind is Kind.ATOM and new_line):
            self._fault(previous.stop, FaultKind.ILL_FORMED, message, name, missing=".")
        else:
            raise _no_end(token)

    def _sequence(self, opening: Token, closing: str, depth: int) -> tuple[Node, ...]:
        nodes = [self._term(depth)]
        while not self._at(closing):
            if not self._at(","):
                line, column = self._locator.locate(opening.start)
                raise _no_separator(self.token, f"to match the {opening.text} on line {line}, column {column}", closing)
            self._next()
            nodes.append(self._term(depth))
        self._next()
        return tuple(nodes)

    def _term(self, depth: int) -> Node:
        token = self.token
        place = self._locator.locate(token.start)
        if token.kind is Kind.MARK and token.text == "[":
            if depth == DEEPEST_NESTING:
                raise _ill_formed(token, f"lists are nested more than {DEEPEST_NESTING} levels deep")
            self._next()
            if self._at("]"):
                self._next()
                return Node((), *place)
            return Node(self._sequence(token, "]", depth + 1), *place)
        if token.kind not in (Kind.ATOM, Kind.INTEGER, Kind.STRING):
            raise _no_argument(token)
        self._next()
        if token.kind is Kind.INTEGER:
            return Node(int(token.text), *place)
        if token.kind is Kind.STRING:
            return Node(token.text, *place)
        if self._at("(") and self.token.start == token.stop:
            compound = f"{visible(token.text)}(...) is a compound term"
            raise _not_a_fact(token, f"{compound}; an argument is an atom, an integer, a string or a list")
        return Node(Atom(token.text), *place)


class _Rejection(Exception):
    """Ends the parsing of a clause."""

    def __init__(self, offset: int, kind: FaultKind, message: str) -> None:
        super().__init__(message)
        self.offset, self.kind, self.message = offset, kind, message


def _no_beginning(token: Token) -> _Rejection:
    """A clause begins with something other than a fact's name."""
    if token.kind is Kind.SYMBOL and token.text in (":-", "?-"):
        return _not_a_fact(
            token, f"{token.text} begins a directive; a fact file contains only facts, and pybridge does not run it"
        )
    if token.kind is Kind.END:
        return _ill_formed(token, "no fact before this full stop")
    drawing = "; `pybridge facts --drawing` makes facts of a drawing" * (token.kind is Kind.INTEGER)
    return _other(token) or _not_a_fact(token, f"a fact begins with its name, not with {_shown(token)}{drawing}")


def _no_end(token: Token) -> _Rejection:
    """Something other than a full stop follows a complete fact."""
    if token.kind is Kind.SYMBOL and token.text == ":-":
        wrong = ":- makes this a rule; only facts are allowed: end the fact with a full stop"
        return _not_a_fact(token, f'{wrong}; a file of rules has puzzle(Name, rules, "Title")')
    if token.kind is Kind.SYMBOL and token.text == "-->":
        return _not_a_fact(token, "--> makes this a grammar rule; a fact file contains only facts")
    if token.kind is Kind.MARK and token.text == "(":
        return _ill_formed(token, "remove the space between the name and its (")
    return _other(token) or _ill_formed(token, f"expected a full stop after the fact, not {_shown(token)}")


def _no_argument(token: Token) -> _Rejection:
    """Something stands where a term is expected."""
    if token.kind in (Kind.END, Kind.EOF):
        return _ill_formed(token, "the fact is incomplete; expected a term here")
    if token.kind is Kind.MARK and token.text == "(":
        return _not_a_fact(token, "remove the parentheses; a list has brackets, such as [1, 2]")
    return _other(token) or _ill_formed(token, f"expected a term here, not {_shown(token)}")


def _no_separator(token: Token, opened: str, closing: str) -> _Rejection:
    """Something other than a comma or the closing bracket follows a term."""
    if token.kind is Kind.MARK and token.text == "|":
        return _not_a_fact(token, "| makes a partial list; write out all elements: [a, b, c]")
    return _other(token) or _ill_formed(token, f"expected , or {closing} {opened}, not {_shown(token)}")


def _other(token: Token) -> _Rejection | None:
    """The faults that do not depend on the position of the token."""
    if token.kind is Kind.BAD:
        return _Rejection(token.fault_at, token.fault_kind, token.text)
    if token.kind is Kind.VARIABLE:
        return _not_a_fact(
            token,
            f"{_shown(token)} is a variable; start a name or an atom with a lowercase letter, or quote it",
        )
    if token.kind is Kind.SYMBOL:
        right = _MEANT.get(token.text, "a fact contains only atoms, integers, strings and lists")
        return _not_a_fact(token, f"{_shown(token)} is an operator; {right}")
    return None


_MEANT = {
    **dict.fromkeys(("#", "#!/", "##", "//", "--"), "a comment begins with %"),
    **dict.fromkeys((";", "..", "..."), "a fact ends with one full stop"),
}
"""What is right in place of an operator."""


def _shown(token: Token) -> str:
    names = {Kind.END: "a full stop", Kind.EOF: "the end of the file", Kind.STRING: "a string"}
    return names.get(token.kind) or visible(token.text)


def _not_a_fact(token: Token, message: str) -> _Rejection:
    return _Rejection(token.start, FaultKind.NOT_A_FACT, message)


def _ill_formed(token: Token, message: str) -> _Rejection:
    return _Rejection(token.start, FaultKind.ILL_FORMED, message)
