"""Variables are given values from Python, and come back as the same values."""

import enum
import math
import struct
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pybridge.errors import PrologError
from pybridge.swipl import Atom, Compound, Other
from pybridge.swipl.exchange import read_value, write_value
from tests.samples import sample

MEMBERS = 1
"""Most of these take a second: without slow tests, one of each family runs."""

# Prolog reads every character but the surrogates.
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    ["", "[]", "{}", "!", ";", ",", "|", ".", "-", ":-", "?-", "-->", "dynamic", "is", "\\", "\\+", "'", '"', "`", "0'",
     "a b", "A", "_", "/*", "*/", "%", "\n", "\r\n", "\t", "\0", "\x7f", "\x85", "\u2028", "\ufeff", "\u3000", "日本",
     "😀", "~w", "%s", "\\c", "\\x41\\", "1e10", "1.5NaN", "end_of_file", "[|]", "$VAR"]
)  # fmt: skip
NUMBERS = (
    st.integers()
    | st.integers(-(2**70), 2**70)
    | st.integers(1, 10**6).map(lambda number: number**200)
    | st.floats(allow_nan=False)
    | st.fractions().filter(lambda fraction: fraction.denominator != 1)
)
FLAT = NUMBERS | TEXT | TEXT.map(Atom)
# A list cell of Prolog is a list in Python, and so is never a compound with a list in it.
FUNCTORS = TEXT.filter(lambda name: name != "[|]")


def nested(inner):
    several = st.lists(inner, max_size=4)
    return several | st.builds(lambda name, args: Compound(name, tuple(args)), FUNCTORS, several)


VALUES = st.recursive(FLAT, nested, max_leaves=12)
QUICK = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


def same(one, other):
    """Equal, and of equal kinds all the way down; zeros of one sign."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, Compound):
        return one.functor == other.functor and same(list(one.args), list(other.args))
    return struct.pack("d", one) == struct.pack("d", other) if isinstance(one, float) else one == other


def back(engine, value):
    return engine.once("X = Given", values={"Given": value})["X"]


@QUICK
@given(value=VALUES)
@example(value=-0.0)
@example(value=[-1, -1.5, math.inf, -math.inf, 5e-324, 1e22, 1e-7, Fraction(-1, 3)])
@example(value=Compound("-", (1,)))
@example(value=Compound("-", (Atom("-"), Compound("-", (-1,)))))
@example(value=Compound(",", (Atom(","), Atom("|"))))
@example(value=Compound(":-", (Atom(":-"), Compound("dynamic", (Atom("dynamic"),)))))
@example(value=Compound("{}", (Compound("{}", ()), Atom("{}"))))
@example(value=Compound("[]", (Compound("[]", ()), Atom("[]"), [])))
@example(value=Compound("$VAR", (1,)))
@example(value="\U000d8000")  # SWI-Prolog 9.0.4 does not read it as \xd8000\
@example(value=[Compound("", ()), Atom(""), ""])
def test_any_value_comes_back(engine, value):
    assert same(back(engine, value), value)


@QUICK
@given(values=st.dictionaries(st.sampled_from(["A", "B", "_C", "Été", "X1_y"]), VALUES, max_size=4))
def test_several_values_do_not_mix(engine, values):
    names = list(values)
    found = engine.once(f"X = [{', '.join(names)}]", values=values)
    assert same(found["X"], [values[name] for name in names])
    assert list(found) == ["X"]


@pytest.mark.parametrize(
    "value", [10**4299, 10**4300, -(10**20_000), 2**100_000, Fraction(10**5000, 3), Fraction(-1, 7**9000)], ids=type
)
def test_numbers_of_many_digits(engine, value):
    assert back(engine, value) == value
    assert back(engine, [value, Compound("f", (value, "s", -1))]) == [value, Compound("f", (value, "s", -1))]


def test_not_a_number(engine):
    assert math.isnan(back(engine, math.nan))


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ((1, (2,)), [1, [2]]),
        ((), []),
        (True, Atom("true")),
        (False, Atom("false")),
        (None, Atom("null")),
        (Fraction(4, 2), 2),
        (Compound("[|]", (1, [2])), [1, 2]),
    ],
)
def test_what_comes_back_as_something_else(engine, given, found):
    assert same(back(engine, given), found)


class Level(enum.IntEnum):
    HIGH = 3


class Odd(float):
    def __repr__(self):
        return "odd"


class Name(str):
    def __repr__(self):
        return "name"


@pytest.mark.parametrize(("given", "found"), [(Level.HIGH, 3), (Odd(1.5), 1.5), (Name("x"), "x")])
def test_subclasses_count_as_what_they_are(engine, given, found):
    assert same(back(engine, given), found)


DEPTH = 20_000


def tower(kind):
    value = 0
    for _ in range(DEPTH):
        value = [value] if kind is list else Compound("f", (value,))
    return value


@pytest.mark.parametrize("kind", [list, Compound])
def test_nested_more_deeply_than_python_recurses(engine, kind):
    found = back(engine, tower(kind))
    for _ in range(DEPTH):
        (found,) = found if kind is list else found.args
    assert found == 0


def test_the_stepwise_reader_reads_the_same():
    deep, long = "[" * 5000 + "]" * 5000, "1" * 5000
    text = (
        '[{"functor":"f \\"[]{},:\\\\","args":[{"atom":"a"},{"rational":[-1,2]},{"other":"_1"},"","\\u0000",[],-5,'
        '1.5,-1.5e-7,Infinity,-Infinity,{"functor":"g","args":[]}]}]'
    )
    found = read_value(f"[{text},{long},{deep}]")
    assert found[0] == read_value(text)
    assert found[1] == (10**5000 - 1) // 9
    assert read_value(f"-{long}") == -found[1]
    assert math.isnan(read_value(f"[{deep},NaN]")[1])


@pytest.mark.parametrize("text", ["", "[", "nonsense", "[1"])
def test_what_is_no_json_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        read_value(text)


def test_integers_of_numpy(engine):
    assert engine.once("X = Y", values={"Y": [np.int8(-3), np.uint64(2**64 - 1)]}) == {"X": [-3, 2**64 - 1]}
    with pytest.raises(TypeError, match=r"^numpy\.bool"):
        engine.once("true", values={"X": np.True_})


@pytest.mark.parametrize("value", [object(), {1: 2}, {1}, b"x", 1j, Other("_1"), len, [[object()]], iter([])])
def test_what_prolog_has_no_word_for(engine, value):
    with pytest.raises(TypeError, match="no counterpart"):
        engine.once("true", values={"X": value})


@pytest.mark.parametrize("value", ["\ud800", Atom("a\udfff"), [Compound("\udc80", (1,))]])
def test_surrogates_are_refused(engine, value):
    with pytest.raises(ValueError, match="surrogate U\\+D"):
        engine.once("true", values={"X": value})


def test_a_surrogate_that_prolog_makes_arrives(engine):
    assert engine.once("atom_codes(X, [0xD800, 34, 0])") == {"X": Atom('\ud800"\0')}


def test_a_list_that_holds_itself(engine):
    endless = [1]
    endless.append(Compound("f", (endless,)))
    for value in (endless, (endless,)):
        with pytest.raises(ValueError, match="contains itself"):
            engine.once("true", values={"X": value})


def test_a_list_that_is_there_twice(engine):
    twice = [1, []]
    assert back(engine, [twice, twice, (), ()]) == [[1, []], [1, []], [], []]
    assert write_value([twice, twice]) == "[[1,[]],[1,[]]]"


@pytest.mark.parametrize("name", ["x", "", "1X", "X Y", "X=1,Y", "X\n", "²", "a", "-", "élan"])
def test_names_that_no_variable_has(engine, name):
    with pytest.raises(ValueError, match="not a Prolog variable"):
        engine.once("true", values={name: 1})


def test_given_variables_are_no_answers(engine):
    assert engine.once("true", values={"X": 1}) == {}
    assert engine.all("member(Y, Xs)", values={"Xs": [1, "a"], "Unused": 0}) == ({"Y": 1}, {"Y": "a"})
    assert engine.once("X = 2", values={"X": 1}) is None


HOSTILE = [
    "set_prolog_flag(double_quotes, codes)",
    "set_prolog_flag(double_quotes, atom)",
    "op(0, xfx, =), op(0, fy, -), op(200, xfy, x), op(700, xfx, abc)",
    "set_prolog_flag(occurs_check, error)",
    "set_prolog_flag(prefer_rationals, true)",
    "set_prolog_flag(float_format, '~2f')",
    "set_prolog_flag(iso, true)",
]


@pytest.mark.parametrize("goal", sample(HOSTILE, quick=(HOSTILE[0], HOSTILE[2])))
@pytest.mark.parametrize("isolate", [False, True])
def test_flags_and_operators_of_the_user_change_nothing(python, goal, isolate):
    """In a Python of its own, which they do not outlive."""
    script = f"""
from fractions import Fraction
from pybridge.swipl import Atom, Compound, Engine
values = ["abc", Atom("abc"), -1, -0.0, 0.123456789, Fraction(1, 3), Compound("=", (Atom("="), Atom("x")))]
with Engine(isolate={isolate}) as engine:
    engine.define("echo", lambda *args: list(args), len(values) + 1)
    engine.once({goal!r})
    names = [f"V{{number}}" for number in range(len(values))]
    print(engine.once("copy_term(Given, X)", values={{"Given": values}}) == {{"X": values}})
    print(engine.once(f"echo({{', '.join(names)}}, X)", values=dict(zip(names, values))) == {{"X": values}})
"""
    done = python(script)
    assert (done.stdout, done.stderr) == ("True\nTrue\n", "")


def test_a_value_is_no_goal_and_no_code(engine):
    for value in ["halt", "X), halt, (true", "'),halt,('", "\\'),halt,(", '"']:
        assert back(engine, value) == value
        assert back(engine, Atom(value)) == Atom(value)
    with pytest.raises(PrologError, match="abc"):
        engine.once("call(G)", values={"G": Atom("abc")})
