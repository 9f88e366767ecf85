"""The fact vocabulary as data: each fact's arity and the types of its arguments."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pybridge.facts.nodes import Node
from pybridge.facts.terms import Atom


@dataclass(frozen=True, slots=True)
class ArgumentType:
    """What an argument must be: `expected` in words, a test of the term itself, and the type of a list's elements."""

    expected: str
    accepts: Callable[[Node], bool]
    element: "ArgumentType | None" = None

    def offender(self, node: Node) -> "tuple[Node, str] | None":
        """The first term, in reading order, that is not as it must be, with what it must be; None if all is well."""
        if not self.accepts(node):
            return node, self.expected
        of = self.element
        if of is None or (of.element is None and all(map(of.accepts, node.items))):
            return None
        return next(filter(None, map(of.offender, node.items)), None)


@dataclass(frozen=True, slots=True)
class Signature:
    """One fact of the vocabulary: how it is written, and the types of its arguments."""

    usage: str
    types: tuple[ArgumentType, ...]


Vocabulary = Mapping[str, Signature]


def _is_list(node: Node) -> bool:
    return isinstance(node.value, tuple)


def _is_pair(node: Node) -> bool:
    return isinstance(node.value, tuple) and len(node.value) == 2


def _is_name(node: Node) -> bool:
    return isinstance(node.value, Atom) and node.value.name != "" and _one_line(node.value.name)


def _is_line(node: Node) -> bool:
    return isinstance(node.value, str) and _one_line(node.value)


def _one_line(text: str) -> bool:
    return "\n" not in text and "\t" not in text


ATOM = ArgumentType("an atom such as red or 'two words'", _is_name)
TEXT = ArgumentType('a string of one line such as "text"', _is_line)
NATURAL = ArgumentType("an integer of 0 or more", lambda node: isinstance(node.value, int) and node.value >= 0)
NATURALS = ArgumentType("a list of integers such as [0, 1, 2]", _is_list, NATURAL)
PAIR = ArgumentType("a pair [Block, Under] of atoms", _is_pair, ATOM)
PAIRS = ArgumentType("a list of pairs [Block, Under]", _is_list, PAIR)
PUZZLE = Signature("puzzle(Name, Domain, Title)", (ATOM, ATOM, TEXT))


def common_vocabulary(state: ArgumentType) -> dict[str, Signature]:
    """The facts that every domain has, for a domain whose states are of the given type."""
    return {
        "puzzle": PUZZLE,
        "source": Signature("source(Text)", (TEXT,)),
        "start": Signature("start(Name, State)", (ATOM, state)),
        "optimal": Signature("optimal(Name, Length)", (ATOM, NATURAL)),
        "goal": Signature("goal(State)", (state,)),
    }
