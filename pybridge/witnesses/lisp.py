"""The text of PDDL as nested nodes: words in lower case and lists, each with its line and column."""

import re

from pybridge.errors import FactFileError, Fault, FaultKind
from pybridge.facts.terms import Node, Term
from pybridge.facts.wording import visible

_TOKEN = re.compile(r"\n|;[^\n]*|[()]|[^\s();]+")
_DEEPEST = 20
_MOST_SHOWN = 60


def forms(text: str, path: str) -> tuple[Node, ...]:
    """The forms of a text, without comments. Raises FactFileError for parentheses that do not match."""
    stack: list[tuple[list[Node], int, int]] = [([], 1, 1)]
    line, begin = 1, 0
    for match in _TOKEN.finditer(text):
        word, column = match[0], match.start() - begin + 1
        if word == "\n":
            line, begin = line + 1, match.end()
        elif word == "(":
            stack.append(([], line, column))
            if len(stack) > _DEEPEST:
                raise fault(path, Node("", line, column), f"more than {_DEEPEST - 1} levels of parentheses")
        elif word == ")":
            if len(stack) == 1:
                raise fault(path, Node("", line, column), "this ) closes nothing; remove it")
            items, *place = stack.pop()
            stack[-1][0].append(Node(tuple(items), *place))
        elif not word.startswith(";"):
            stack[-1][0].append(Node(word.lower(), line, column))
    if len(stack) > 1:
        raise fault(path, Node("", *stack[-1][1:]), "this ( is not closed; add the ) that is missing")
    return tuple(stack[0][0])


def shown(term: Term) -> str:
    """A form as text for a message."""
    text = _text(term)
    return visible(text, _MOST_SHOWN) + (" ..." if len(text) > _MOST_SHOWN else "")


def _text(term: Term) -> str:
    return f"({' '.join(map(_text, term))})" if isinstance(term, tuple) else str(term)


def fault(path: str, node: Node, message: str) -> FactFileError:
    """The error of a fault at a node."""
    return FactFileError([Fault(path, node.line, node.column, FaultKind.ILL_FORMED, message)])
