"""What a domain defines: its vocabulary, its rules, and how its facts become a value, a drawing and text again.

The vocabulary is data: the arity of each fact and the types of its arguments. A rule checks each well-formed fact by
itself, and runs only if the facts that it relies on have no faults, so one mistake is reported once.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TypedDict, cast

from pybridge.domains import Floor
from pybridge.errors import Edit, Fault, FaultKind
from pybridge.facts.model import Facts, State
from pybridge.facts.parser import MOST_FAULTS, UNKNOWN_NAME
from pybridge.facts.terms import Atom, Fact, Node, Term, write_fact, write_term
from pybridge.facts.wording import certain, did_you_mean, listed, shorten

FARTHEST_PLACE = 999
"""The largest row or column in a drawing."""


@dataclass(frozen=True, slots=True)
class ArgumentType:
    """What an argument must be: `expected` in words, a test of the term itself, and the type of list elements.

    `choices` are the atoms that it can be, if there are few.
    """

    expected: str
    accepts: Callable[[Node], bool]
    element: "ArgumentType | None" = None
    choices: tuple[str, ...] = ()

    def offender(self, node: Node) -> "tuple[Node, str] | None":
        """The first term, in reading order, that has the wrong type, and what is expected; None if there is none."""
        if not self.accepts(node):
            return node, self.expected
        of = self.element
        if of is None or not isinstance(node.value, tuple):
            return None
        if of.element is None and all(map(of.accepts, node.items)):
            return None
        return next(filter(None, map(of.offender, node.items)), None)


@dataclass(frozen=True, slots=True)
class Signature:
    """One fact of the vocabulary: its form in words, and the types of its arguments."""

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
INTEGER = ArgumentType("an integer such as -3", lambda node: isinstance(node.value, int))
PAIR = ArgumentType("a pair [Block, Under] of atoms", _is_pair, ATOM)
PAIRS = ArgumentType("a list of pairs [Block, Under]", _is_list, PAIR)
PUZZLE = Signature("puzzle(Name, Domain, Title)", (ATOM, ATOM, TEXT))


def renamed(place: Node | Fact, old: str, new: str) -> tuple[Edit, ...]:
    """The change of a name at a place in the text; none if there is no new name."""
    return (Edit(place.line, place.column, write_term(Atom(old)), write_term(Atom(new))),) if new else ()


def on_line_after(fact: Fact, name: str, *arguments: Term) -> Edit:
    """A new fact on the line after another one."""
    last: Node = fact.arguments[-1]
    while isinstance(last.value, tuple) and last.items:
        last = last.items[-1]
    return Edit(last.line + 1, 1, "", write_fact(name, *arguments) + "\n")


def common_vocabulary(state: ArgumentType) -> dict[str, Signature]:
    """The facts that every domain has, for a domain with states of the given type."""
    return {
        "puzzle": PUZZLE,
        "source": Signature("source(Text)", (TEXT,)),
        "start": Signature("start(Name, State)", (ATOM, state)),
        "optimal": Signature("optimal(Name, Length)", (ATOM, NATURAL)),
        "goal": Signature("goal(State)", (state,)),
    }


@dataclass(frozen=True, slots=True)
class FactBase:
    """The well-formed facts of a file by name. A fault of the whole file is reported at `head`."""

    path: str
    head: Fact
    by_name: Mapping[str, tuple[Fact, ...]]

    def named(self, name: str) -> tuple[Fact, ...]:
        """The facts with this name."""
        return self.by_name.get(name, ())

    def fault(self, place: Node | Fact, kind: FaultKind, message: str, fix: tuple[Edit, ...] = ()) -> Fault:
        """A fault at this term or fact."""
        return Fault(self.path, place.line, place.column, kind, message, fix)


@dataclass(frozen=True, slots=True)
class Rule:
    """A search for faults, the facts that it needs without faults, and those that count as faulty if it finds any."""

    find: Callable[[FactBase], Iterable[Fault]]
    needs: tuple[str, ...] = ()
    spoils: tuple[str, ...] = ()


def apply_rules(rules: Iterable[Rule], base: FactBase, unsound: Iterable[str]) -> Iterator[Fault]:
    """The faults that the rules find, in the order of the rules. `unsound` names the facts that already have faults."""
    spoiled = set(unsound)
    if UNKNOWN_NAME in spoiled:
        return
    for rule in rules:
        if spoiled.isdisjoint(rule.needs):
            found = list(islice(rule.find(base), MOST_FAULTS + 1))
            if found:
                spoiled.update(rule.spoils)
            yield from found


def repeated(base: FactBase, nodes: Iterable[Node], what: str) -> Iterator[Fault]:
    """A fault for each term that occurs twice; `what` begins the message, e.g. `two start states are named`."""
    seen: dict[Term, Node] = {}
    for node in nodes:
        first = seen.setdefault(node.term, node)
        if first is not node:
            message = f"{what} {shorten(node.term)}; the other is on line {first.line}: change or remove one"
            yield base.fault(node, FaultKind.REPEATED_FACT, message)


def once(name: str, what: str, *spoils: str) -> Rule:
    """The rule that no two facts of a name begin with the same term."""
    return Rule(lambda base: repeated(base, (fact.arguments[0] for fact in base.named(name)), what), (), spoils)


def _puzzle(base: FactBase) -> Iterator[Fault]:
    for fact in base.named("puzzle")[1:]:
        yield base.fault(fact, FaultKind.REPEATED_FACT, "a second puzzle/3; remove it, the first fact is the only one")


def required(name: str, message: str) -> Rule:
    """The rule that there is a fact of a name."""

    def find(base: FactBase) -> Iterator[Fault]:
        if not base.named(name):
            yield base.fault(base.head, FaultKind.MISSING_FACT, message)

    return Rule(find, (name,), (name,))


def every(name: str, check: Callable[[FactBase, Fact], Iterator[Fault]], needs: tuple[str, ...], *spoils: str) -> Rule:
    """The rule that every fact of a name passes a check."""
    return Rule(lambda base: (fault for fact in base.named(name) for fault in check(base, fact)), needs, spoils)


def _optimal(base: FactBase) -> Iterator[Fault]:
    names = {fact.arguments[0].atom: fact for fact in base.named("start")}
    for node in (fact.arguments[0] for fact in base.named("optimal")):
        if node.atom not in names:
            hint = did_you_mean(node.atom, names) or f"; expected one of {listed(names)}"
            message = f"no start state is named {shorten(node.term)}{hint}"
            fix = renamed(node, node.atom, certain(node.atom, names))
            yield base.fault(node, FaultKind.WRONG_ARGUMENT, message, fix)


def odd_goal(states: Iterable[tuple[int, ...]], goals: Sequence[tuple[int, ...]]) -> bool:
    """Whether the only goal is what is wrong: all starts agree, have as many entries, and other ones."""
    counted = [Counter(state) for state in states]
    agreed = len(goals) == 1 and len(counted) > 0 and counted.count(counted[0]) == len(counted)
    return agreed and counted[0] != Counter(goals[0]) and counted[0].total() == len(goals[0])


def too_many_and_few(here: Counter[int], right: Counter[int]) -> str:
    """What must change in a state, e.g. `too many of 6, missing 5: write 5 for one 6`."""
    extra, missing = (sorted(rest.elements()) for rest in (here - right, right - here))
    hint = f": write {missing[0]} for one {extra[0]}" if len(extra) == len(missing) == 1 else ""
    return f"too many of {listed(extra)}, missing {listed(missing)}{hint}"


COMMON_RULES = (
    Rule(_puzzle),
    required("start", "no start state: add start(Name, State)"),
    required("goal", "no goal state: add goal(State)"),
    once("start", "two start states are named"),
    once("goal", "this goal is repeated:"),
    once("optimal", "two optimal lengths for start"),
    Rule(_optimal, ("start",)),
)


@dataclass(frozen=True, slots=True)
class Section:
    """Facts that are written together: a comment, and the name and arguments of each fact.

    `searched` says whether they can change a search, and so are part of the fingerprint.
    """

    comment: str
    facts: tuple[tuple[str, tuple[Term, ...]], ...]
    searched: bool = True


class Common(TypedDict):
    """The fields that the facts of every domain have, as keywords of a PuzzleFacts."""

    name: str
    title: str
    sources: tuple[str, ...]
    starts: tuple[tuple[str, State], ...]
    optimal: Mapping[str, int]
    goals: tuple[State, ...]
    path: str


@dataclass(frozen=True, slots=True)
class Domain(Generic[Facts]):
    """A family of puzzles. `build` gets facts without faults. `state_of` and `term_of` convert between states and
    Prolog terms, where these differ.

    `rules` find the faults that the vocabulary cannot, beside COMMON_RULES, which hold for every domain: the name of a
    start is used once, and a file has a goal.

    `given` parses a state that a user typed and returns (state, None), or an empty state and what is wrong. `example`
    is the first goal as a user types it, and `typed` any state, in full. Without these, users type states as in a fact
    file. `scrambled` returns what moves, as text, make of the goal, and what is wrong with the text. `size` describes
    how large a puzzle is. `read` reads the text of a file of some name, and `text` writes it, where a file has more
    than facts; `read` raises FactFileError. `overview` reads only what a list of puzzles shows, and runs nothing.
    `slow` says why searches of a puzzle are slow, and what would help; empty if they are not.
    """

    name: str
    vocabulary: Vocabulary
    rules: tuple[Rule, ...]
    build: Callable[[FactBase, Common], Facts]
    draw: Callable[[Facts, State], Iterator[str]]
    sections: Callable[[Facts], tuple[Section, ...]]
    state_comment: str
    state_of: Callable[[Term], State] = lambda term: cast(State, term)
    term_of: Callable[[State], Term] = lambda state: state
    given: Callable[[Facts, str], tuple[State, str | None]] | None = None
    example: Callable[[Facts], str] | None = None
    typed: Callable[[Facts, State], str] | None = None
    scrambled: Callable[[Facts, str], tuple[State, str | None]] | None = None
    size: Callable[[Facts], str] = lambda facts: ""
    read: Callable[[str, str], Facts] | None = None
    text: Callable[[Facts], str] | None = None
    overview: Callable[[str, str], Facts] | None = None
    slow: Callable[[Facts], str] = lambda facts: ""


DOMAINS: Mapping[str, Domain[Any]] = Floor("facts")
"""The domains that a fact file can belong to, by name."""


def comment_line(line: str) -> str:
    """A line of a drawing as a comment in a fact file."""
    return f"%| {line}".rstrip()
