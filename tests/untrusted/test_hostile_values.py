"""Goals asked from Python of a module with a program that is not trusted: judged with the values they are given."""

from pathlib import Path

import pytest

from pybridge.errors import ProgramError, PrologError
from pybridge.facts import find
from pybridge.limits import Limits
from pybridge.swipl import Atom, Compound, Engine
from tests.samples import sample

LIMITS = Limits(seconds=2)
PROGRAM = """:- dynamic f/1, g/0.
p(X) :- X = X.
q(X, X).
"""


def shell(mark):
    return Compound("shell", (Atom(f"touch {mark}"),))


def in_user(goal):
    return Compound(":", (Atom("user"), goal))


# What a goal is given as `G`, from the name of a file that must not come to be.
GOALS = {
    "a goal": shell,
    "a goal in a module": lambda mark: in_user(shell(mark)),
    "a goal behind another": lambda mark: Compound(",", (Atom("true"), shell(mark))),
    "a goal behind an if": lambda mark: Compound(";", (Compound("->", (Atom("fail"), Atom("true"))), shell(mark))),
    "a goal behind a bar": lambda mark: Compound("|", (Atom("fail"), shell(mark))),
    "a goal behind a soft if": lambda mark: Compound("*->", (Atom("true"), shell(mark))),
    "a negated goal": lambda mark: Compound("\\+", (shell(mark),)),
    "a called goal": lambda mark: Compound("call", (Atom("shell"), Atom(f"touch {mark}"))),
    "a goal called with many arguments": lambda mark: Compound("call", (*[Atom("call")] * 8, shell(mark))),
    "a goal in a context": lambda mark: Compound("@", (shell(mark), Atom("user"))),
    "a goal in a lambda": lambda mark: Compound(">>", ([], shell(mark))),
    "a goal in a free lambda": lambda mark: Compound("/", (Compound("{}", (1,)), shell(mark))),
    "a goal in a search": lambda mark: Compound("findall", (1, shell(mark), [])),
    "a goal in a cleanup": lambda mark: Compound("call_cleanup", (Atom("true"), shell(mark))),
    "a goal in a grammar": lambda mark: Compound("phrase", (Compound("{}", (shell(mark),)), [])),
    "a goal in a format": lambda mark: Compound("format", ("~@", [shell(mark)])),
    "a goal in a list of characters": lambda mark: Compound("format", ([Atom("~"), Atom("@")], [shell(mark)])),
    "a goal in a list of codes": lambda mark: Compound("format", ([126, 64], [shell(mark)])),
    "a goal in options of a format": lambda mark: Compound(
        "format", ("~W", [1, [Compound("portray", (Atom("true"),)), Compound("portray_goal", (Atom("shell"),))]])
    ),
    "a rule that is asserted": lambda mark: Compound("assertz", (Compound(":-", (Atom("g"), shell(mark))),)),
    "a committed rule that is asserted": lambda mark: Compound("assertz", (Compound("=>", (Atom("g"), shell(mark))),)),
    "a choice rule that is asserted": lambda mark: Compound("assertz", (Compound("?=>", (Atom("g"), shell(mark))),)),
    "a fact of another module": lambda mark: Compound("assertz", (in_user(Compound("owned", (1,))),)),
    "a fact of the puzzle": lambda mark: Compound("assertz", (Compound("neighbor", (0, [8])),)),
    "a list as a goal": lambda mark: [Atom(mark)],
    "a text as a goal": lambda mark: f"shell('touch {mark}')",
    "a number as a goal": lambda mark: 1,
    "no goal": lambda mark: None,
    "a file as a goal": lambda mark: Compound("open", (Atom(mark), Atom("write"), Compound("q", (1, 1)))),
    "an end of Prolog": lambda mark: Atom("halt"),
    "a report": lambda mark: Compound(":", (Atom("pybridge"), Compound("report", (1,)))),
    "an operator": lambda mark: Compound("op", (700, Atom("xfx"), in_user(Atom("evil")))),
    "a flag": lambda mark: Compound("set_prolog_flag", (Atom("unknown"), Atom("fail"))),
}

# What a goal is written as; `{}` is a goal given as a value, or the same as text.
TEXTS = [
    "G",
    "call(G)",
    "\\+ \\+ G",
    "findall(X, G, _)",
    "forall(G, true)",
    "( p(1) -> G ; true )",
    "catch(G, _, true)",
    "freeze(Y, G), Y = 1",
    "p(1), G",
]


@pytest.fixture(scope="module")
def module(tmp_path_factory):
    """A program beside facts, in a process of its own."""
    path = tmp_path_factory.mktemp("values") / "program.pl"
    path.write_text(PROGRAM)
    with Engine(isolate=True) as engine:
        yield engine.load_program(path, beside=engine.load_facts(find("eight")))


@pytest.mark.parametrize("name", GOALS)
def test_a_goal_given_as_a_value_is_judged(module, tmp_path, name):
    mark = str(tmp_path / "mark")
    goal = GOALS[name](mark)
    for text in TEXTS:
        with pytest.raises(ProgramError):
            module.once(text, LIMITS, values={"G": goal})
    for ask in (module.all, module.iterate):
        with pytest.raises(ProgramError):
            ask("G", LIMITS, values={"G": goal})
    assert not Path(mark).exists()
    assert module.once("neighbor(0, X)") == {"X": [1, 3]}


@pytest.mark.parametrize("name", GOALS)
def test_the_same_values_as_data_are_harmless(module, tmp_path, name):
    mark = str(tmp_path / "mark")
    value = GOALS[name](mark)
    given = module.once("p(G), q(G, X), assertz(f(G)), retract(f(Y))", LIMITS, values={"G": value})
    expected = Atom("null") if value is None else value
    assert given == {"X": expected, "Y": expected}
    assert not Path(mark).exists()


@pytest.mark.parametrize(
    "text",
    [
        "true), shell('touch {mark}'",
        "true)), (shell('touch {mark}')",
        "true\n)), ((shell('touch {mark}')",
        "true). :- shell('touch {mark}'). x(",
        "{|shell||touch|}",
        "user:shell('touch {mark}')",
        "[user]",
        "G = shell('touch {mark}'), G",
        "call(call, shell, 'touch {mark}')",
        "'|'(fail, shell('touch {mark}'))",
        "(a => shell('touch {mark}'))",
        "maplist([X]>>shell(X), ['touch {mark}'])",
        "given([X], 'shell'), X",
        'answer(1, user, "request(once,[],[],halt)", X)',
        "%",
        "/*",
        "'",
        "true %",
    ],
)
def test_the_text_of_a_goal_stays_a_goal(module, tmp_path, text):
    mark = str(tmp_path / "mark")
    try:
        module.once(text.replace("{mark}", mark), LIMITS, values={"N": 1})
    except PrologError:
        pass
    else:
        assert text == "true %"
    assert not Path(mark).exists()
    assert module.once("p(1)") == {}


@pytest.mark.parametrize(
    ("declaration", "goal"),
    [
        (":- dynamic (=>)/2, g/0.", "a committed rule that is asserted"),
        ("call(_, _, _, _, _, _, _, _, _).", "a goal called with many arguments"),
        (":- dynamic (>>)/2, (>>)/3, (/)/2.", "a goal in a lambda"),
        *sample(
            [
                (":- dynamic (?=>)/2, g/0.", "a choice rule that is asserted"),
                (":- dynamic call/9.", "a goal called with many arguments"),
                (":- dynamic '|'/2.", "a goal behind a bar"),
                ("'|'(_, _).", "a goal behind a bar"),
                (":- dynamic (@)/2.", "a goal in a context"),
            ],
            quick=(),
        ),
    ],
)
def test_what_a_program_declares_makes_no_goal_of_its_own(tmp_path, declaration, goal):
    mark = str(tmp_path / "mark")
    path = tmp_path / "program.pl"
    path.write_text(f"{declaration}\np.\n")
    with Engine(isolate=True) as engine, pytest.raises(ProgramError):
        engine.load_program(path).once("G", LIMITS, values={"G": GOALS[goal](mark)})
    assert not Path(mark).exists()
