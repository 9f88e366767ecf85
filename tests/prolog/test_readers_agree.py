"""Prolog's reader of fact files (`prolog/bridge/fact_file.pl`) and Python's take the same texts for the same facts."""

import pytest

from pybridge.errors import FactFileError
from pybridge.facts import read, read_text
from pybridge.facts.parser import parse
from pybridge.facts.terms import Atom, write_term
from pybridge.swipl import Compound, Engine
from tests.samples import FACT_FILES

SOUND = """\
puzzle(line, sliding_tiles, "Three cells").
start(far, [0, 1, 2]).
goal([1, 2, 0]).
cell(0, 0, 0). cell(1, 0, 1). cell(2, 0, 2).
neighbor(0, [1]). neighbor(1, [0, 2]). neighbor(2, [1]).
distance(1, [0, 1, 2]). distance(2, [1, 0, 1]).
"""

ILL_FORMED = {
    "rule": "optimal(far, 2) :- true.",
    "rule with a variable": "goal(X) :- start(_, X).",
    "directive": ":- true.",
    "goal": "?- true.",
    "grammar rule": "source --> [].",
    "initialization": ":- initialization(halt).",
    "operator": ":- op(700, xfx, ===>).",
    "lone variable": "X.",
    "variable": "source(X).",
    "anonymous variable": "optimal(far, _).",
    "variable in a list": "goal([1, X, 0]).",
    "unknown fact": 'weight(1, "red").',
    "unknown fact without arguments": "foo.",
    "too few arguments": "optimal(far).",
    "too many arguments": "source(a, b).",
    "known name without arguments": "goal.",
    "no arguments": "source().",
    "number": "1.",
    "text": '"source".',
    "list": "[1, 2].",
    "conjunction": "optimal(far, 2), optimal(near, 1).",
    "float": "optimal(far, 2.0).",
    "sum": "optimal(far, 1+1).",
    "compound argument": "source(by(me)).",
    "compound in a list": "goal([f(1), 2, 0]).",
    "partial list": "goal([1, 2|0]).",
    "negated atom": "source(- a).",
    "braces": "source({a}).",
    "codes": "source(`abc`).",
    "dictionary": "source(_{a: 1}).",
    "open bracket": "goal([1, 2, 0).",
    "open parenthesis": "source(a.",
    "closing parenthesis": "source(a)).",
    "open quotation": 'source("abc).',
    "open atom": "source('abc).",
    "open comment": "/* source(a).",
    "no full stop": "source(a)",
    "two words": "source(a b).",
    "empty argument": "source(a, ).",
    "trailing comma": "goal([1, 2, 0, ]).",
    "unknown escape": r'source("\q").',
    "prefix operator": "dynamic foo.",
    "module-qualified": "user:source(a).",
    "quoted functor unknown": "'Goal'([1, 2, 0]).",
    "space before the parenthesis": "source (a).",
}


@pytest.fixture(scope="module")
def engine():
    with Engine() as prolog:
        yield prolog


@pytest.fixture
def in_prolog(engine, tmp_path):
    """The facts and faults that Prolog reads in a text."""

    def read_facts(text: str):
        path = tmp_path / "it.pl"
        path.write_text(text, encoding="utf-8")
        return facts_and_faults(engine, path)

    return read_facts


def facts_and_faults(engine, path):
    read = f"pybridge_fact_file:read_facts({write_term(Atom(str(path)))}, Facts, Faults)"
    answer = engine.once(f"pybridge:prepare(bridge/fact_file), {read}")
    return answer["Facts"], answer["Faults"]


def as_read_by_prolog(term):
    """A term of Python's reader as Prolog's values are."""
    return [as_read_by_prolog(part) for part in term] if isinstance(term, tuple) else term


def as_facts(text: str) -> list[Compound]:
    parsed = parse(text)
    assert not parsed.faults
    return [
        Compound(fact.name, tuple(as_read_by_prolog(argument.term) for argument in fact.arguments))
        for fact in parsed.facts
    ]


@pytest.mark.parametrize("path", FACT_FILES.values(), ids=lambda path: path.stem)
def test_shipped_files(engine, path):
    facts, faults = facts_and_faults(engine, path)
    assert not faults
    assert len(facts) > 5
    assert facts == as_facts(path.read_text(encoding="utf-8"))
    assert read(path)


def test_the_sound_text_is_sound(in_prolog):
    facts, faults = in_prolog(SOUND)
    assert not faults
    assert facts == as_facts(SOUND)
    assert read_text(SOUND).name == "line"


@pytest.mark.parametrize("line", ILL_FORMED.values(), ids=ILL_FORMED)
def test_ill_formed(in_prolog, line):
    text = SOUND + line + "\n"
    with pytest.raises(FactFileError) as caught:
        read_text(text)
    assert caught.value.faults[0].line == SOUND.count("\n") + 1
    facts, faults = in_prolog(text)
    assert faults
    assert facts == as_facts(SOUND)


@pytest.mark.parametrize("end", ["end_of_file.", "'end_of_file'."])
def test_nothing_hides_behind_an_end_of_file(in_prolog, end):
    text = f"{SOUND}{end}\n:- halt.\n"
    with pytest.raises(FactFileError):
        read_text(text)
    _, faults = in_prolog(text)
    assert faults


DANGEROUS = [
    ":- {touch}.",
    "?- {touch}.",
    ":- initialization(({touch})).",
    "term_expansion(_, _) :- {touch}.\ngoal([1]).",
    "goal(X) :- {touch}, X = 1.\n:- goal(_).",
    "user:portray(_) :- {touch}.",
    ":- multifile prolog_load_file/2.\nprolog_load_file(_, _) :- {touch}.",
    "goal([1]) --> {{ {touch} }}.\n:- phrase(goal([1]), _).",
]


@pytest.mark.parametrize("text", DANGEROUS)
def test_reading_runs_nothing(engine, in_prolog, tmp_path, text):
    mark = tmp_path / "mark"
    touch = f"open({write_term(Atom(str(mark)))}, write, S), close(S)"
    engine.once(touch)
    assert mark.exists(), "the goal must be able to do it"
    mark.unlink()
    hostile = SOUND + text.format(touch=touch) + "\n"
    with pytest.raises(FactFileError):
        read_text(hostile)
    _, faults = in_prolog(hostile)
    assert faults
    assert not mark.exists()
