"""Answers are exact values, whatever their kind."""

import math
from fractions import Fraction

import pytest

from pybridge.errors import PrologError
from pybridge.facts.terms import Atom
from pybridge.swipl import Compound
from pybridge.swipl.exchange import Other, read_value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("-1", -1),
        ("9223372036854775807", 2**63 - 1),
        ("9223372036854775808", 2**63),
        ("-9223372036854775809", -(2**63) - 1),
        ("1.5", 1.5),
        ("1.0", 1.0),
        ("0.1", 0.1),
        ("1.7976931348623157e308", 1.7976931348623157e308),
        ("a", Atom("a")),
        ("'A b'", Atom("A b")),
        ("''", Atom("")),
        ("'[]'", Atom("[]")),
        ("'1'", Atom("1")),
        ("true", Atom("true")),
        ("null", Atom("null")),
        ('"a"', "a"),
        ('""', ""),
        (r'''"\"quoted\" \\ \n\t\x01\"''', '"quoted" \\ \n\t\x01'),
        ("'日本 ┌─┐ é 😀'", Atom("日本 ┌─┐ é 😀")),
        ('"日本 ┌─┐ é 😀"', "日本 ┌─┐ é 😀"),
        ("[]", []),
        ("[1, a, \"a\", [2, []]]", [1, Atom("a"), "a", [2, []]]),
        ("f(x)", Compound("f", (Atom("x"),))),
        ("f()", Compound("f", ())),
        ("'F g'(1, \"s\", [y], g(h(2.5)))",
         Compound("F g", (1, "s", [Atom("y")], Compound("g", (Compound("h", (2.5,)),))))),
        ("1-2", Compound("-", (1, 2))),
        ("(a=b)", Compound("=", (Atom("a"), Atom("b")))),
        ("{x}", Compound("{}", (Atom("x"),))),
        ("[a|b]", Compound("[|]", (Atom("a"), Atom("b")))),
        ("atom(a)", Compound("atom", (Atom("a"),))),
        ("functor(f, args)", Compound("functor", (Atom("f"), Atom("args")))),
    ],
)  # fmt: skip
def test_terms(engine, text, value):
    found = engine.once(f"X = {text}")["X"]
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("goal", "value"),
    [
        ("X is 2**200", 2**200),
        ("X is -(7**300)", -(7**300)),
        ("X is 1 rdiv 3", Fraction(1, 3)),
        ("X is -(2**100) rdiv (3**50)", Fraction(-(2**100), 3**50)),
        ("X is inf", math.inf),
        ("X is -inf", -math.inf),
        ("X is 5.0e-324", 5e-324),
        ("atom_length('日本', X)", 2),
        ("atom_codes(X, [0x1F600, 0xE9])", Atom("😀é")),
        ("string_codes(X, [0])", "\0"),
        ("numlist(1, 50000, X)", list(range(1, 50001))),
    ],
)
def test_results(engine, goal, value):
    found = engine.once(goal)["X"]
    assert found == value
    assert type(found) is type(value)


def test_not_a_number(engine):
    assert math.isnan(engine.once("X is nan")["X"])


def test_signed_zero(engine):
    assert math.copysign(1, engine.once("X is -0.0")["X"]) == -1


def test_a_tower_of_terms(engine):
    found = engine.once(f"X = {'f(' * 300}x{')' * 300}")["X"]
    depth = 0
    while found != Atom("x"):
        assert found.functor == "f"
        (found,) = found.args
        depth += 1
    assert depth == 300


def test_what_python_has_no_word_for(engine):
    found = engine.once("X = f(_), current_output(S)")
    assert isinstance(found["X"].args[0], Other)
    assert found["X"].args[0].text.startswith("_")
    assert found["S"].text.startswith("<stream>")


def test_cyclic_terms_are_refused(engine):
    with pytest.raises(PrologError) as caught:
        engine.once("X = f(X)")
    assert "acyclic" in caught.value.term
    assert engine.once("X = 1") == {"X": 1}


def test_no_variables(engine):
    assert engine.once("true") == {}
    assert engine.once("fail") is None
    assert engine.all("member(_, [a, b])") == ({}, {})
    assert engine.all("fail") == ()


def test_variables_by_name(engine):
    assert engine.once("X = 1, Yy = X, _Hidden = 2, Ünï = 3") == {"X": 1, "Yy": 1, "Ünï": 3}
    assert engine.all("member(X-Y, [1-a, 2-b])") == ({"X": 1, "Y": Atom("a")}, {"X": 2, "Y": Atom("b")})


def test_once_is_the_first_answer(engine):
    assert engine.once("between(1, inf, X)") == {"X": 1}


def test_a_comment_at_the_end(engine):
    assert engine.once("X = 1 % one") == {"X": 1}


def test_as_read_from_text():
    assert read_value('{"functor":"f","args":[{"atom":"a"},{"rational":[1,2]},{"other":"_1"},"s",[]]}') == Compound(
        "f", (Atom("a"), Fraction(1, 2), Other("_1"), "s", [])
    )
