"""Why a clause is not a fact: one plain message for each thing that a fact file may not hold."""

from pybridge.errors import FaultKind
from pybridge.facts.lexer import Kind, Token
from pybridge.facts.terms import visible


class Rejection(Exception):
    """Ends the reading of one clause."""

    def __init__(self, offset: int, kind: FaultKind, message: str) -> None:
        super().__init__(message)
        self.offset, self.kind, self.message = offset, kind, message


def beginning(token: Token) -> Rejection:
    """A clause begins with something other than a fact's name."""
    if token.kind is Kind.SYMBOL and token.text in (":-", "?-"):
        return _not_a_fact(
            token, f"{token.text} begins a directive; a fact file holds facts only, and nothing in it is run"
        )
    if token.kind is Kind.END:
        return _ill_formed(token, "a full stop without a fact before it")
    return _other(token) or _not_a_fact(token, f"a fact begins with its name, not with {_shown(token)}")


def following(token: Token) -> Rejection:
    """Something other than a full stop follows a complete fact."""
    if token.kind is Kind.SYMBOL and token.text == ":-":
        return _not_a_fact(token, ":- makes this a rule; a fact file holds facts only: end the fact with a full stop")
    if token.kind is Kind.SYMBOL and token.text == "-->":
        return _not_a_fact(token, "--> makes this a grammar rule; a fact file holds facts only")
    if token.kind is Kind.MARK and token.text == "(":
        return _ill_formed(token, "no space between the name and its (")
    return _other(token) or _ill_formed(token, f"a full stop is expected after the fact, not {_shown(token)}")


def argument(token: Token) -> Rejection:
    """Something stands where a term is expected."""
    if token.kind in (Kind.END, Kind.EOF):
        return _ill_formed(token, "the fact ends in the middle; a term is expected here")
    if token.kind is Kind.MARK and token.text == "(":
        return _not_a_fact(token, "no parentheses around a term")
    return _other(token) or _ill_formed(token, f"a term is expected here, not {_shown(token)}")


def separator(token: Token, opened: str, closing: str) -> Rejection:
    """Something other than a comma or the closing bracket follows a term."""
    if token.kind is Kind.MARK and token.text == "|":
        return _not_a_fact(token, "| makes a partial list; write all elements: [a, b, c]")
    return _other(token) or _ill_formed(token, f"expected , or {closing} ({opened}), not {_shown(token)}")


def _other(token: Token) -> Rejection | None:
    """The answers that do not depend on where the token stands."""
    if token.kind is Kind.BAD:
        return Rejection(token.fault_at, token.fault_kind, token.text)
    if token.kind is Kind.VARIABLE:
        return _not_a_fact(
            token,
            f"{_shown(token)} is a variable; a fact's name and atoms begin with a small letter or stand in quotes",
        )
    if token.kind is Kind.SYMBOL:
        return _not_a_fact(
            token, f"{_shown(token)} is an operator; a fact holds atoms, integers, strings and lists only"
        )
    return None


def _shown(token: Token) -> str:
    names = {Kind.END: "a full stop", Kind.EOF: "the end of the file", Kind.STRING: "a string"}
    return names.get(token.kind) or visible(token.text)


def _not_a_fact(token: Token, message: str) -> Rejection:
    return Rejection(token.start, FaultKind.NOT_A_FACT, message)


def _ill_formed(token: Token, message: str) -> Rejection:
    return Rejection(token.start, FaultKind.ILL_FORMED, message)
