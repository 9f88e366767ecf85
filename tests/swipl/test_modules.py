"""Facts and programs, each in a module of its own."""

import pytest

from pybridge.errors import FactFileError, FaultKind, ProgramError, PrologError, PrologLimitError
from pybridge.facts import find
from pybridge.facts.catalogue import prolog_folder
from pybridge.limits import Limits
from pybridge.swipl import Atom, Engine


@pytest.fixture
def program(tmp_path):
    """Write a program and return its path."""

    def write(text, name="program.pl"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_two_puzzles_with_the_same_predicates(engine):
    with engine.load_facts(find("seven")) as seven, engine.load_facts(find("eight")) as eight:
        assert seven.once("neighbor(0, X)") == {"X": [1, 4]}
        assert eight.once("neighbor(0, X)") == {"X": [1, 3]}
        assert [module.once("puzzle(X, _, _)") for module in (seven, eight)] == [
            {"X": Atom("seven")},
            {"X": Atom("eight")},
        ]
        with pytest.raises(PrologError):
            engine.once("neighbor(0, X)")


def test_the_same_file_twice(engine):
    one, other = (engine.load_facts(find("seven")) for _ in range(2))
    assert one.name != other.name
    one.unload()
    assert len(other.all("neighbor(Cell, Cells)")) == 8
    other.unload()


def test_answers_of_every_kind(engine):
    with engine.load_facts(find("seven")) as seven:
        assert len(seven.all("neighbor(Cell, _)")) == 8
        assert [answer["Cell"] for answer in seven.iterate("neighbor(Cell, _)")] == list(range(8))
        assert seven.start("neighbor(7, X)").result().answers == ({"X": [3, 6]},)
        assert seven.once("neighbor(Cell, Cells)", values={"Cell": 1}) == {"Cells": [0, 2, 5]}
        with pytest.raises(PrologLimitError):
            seven.once("repeat, fail", Limits(inferences=1000))


def test_faults_of_a_fact_file(engine, tmp_path):
    path = tmp_path / "bad.pl"
    path.write_text(":- initialization(halt).\npuzzle(x, sliding_tiles).\nfoo(1)\n", encoding="utf-8")
    with pytest.raises(FactFileError) as caught:
        engine.load_facts(path)
    assert caught.value.faults[0].kind is FaultKind.NOT_A_FACT
    assert len(caught.value.faults) >= 3
    with pytest.raises(FactFileError, match="cannot read"):
        engine.load_facts(tmp_path / "none.pl")


def test_an_unloaded_module_is_gone(engine):
    seven = engine.load_facts(find("seven"))
    answers = seven.iterate("neighbor(Cell, _)")
    assert next(answers) == {"Cell": 0}
    seven.unload()
    with pytest.raises(PrologError):
        seven.once("neighbor(0, X)")
    with pytest.raises(PrologError):
        seven.unload()
    with pytest.raises((PrologError, StopIteration)):
        next(answers)


def test_a_name_that_a_goal_has_taken(engine):
    seven = engine.load_facts(find("seven"))
    seven.unload()
    with engine.load_facts(find("seven")) as again:
        assert again.name == seven.name
    engine.once(f"catch({seven.name}:neighbor(_, _), _, true), assertz({seven.name}:taken(1))")
    with engine.load_facts(find("seven")) as again:
        assert again.name != seven.name
        assert again.once("neighbor(0, X)") == {"X": [1, 4]}


def test_many_loads_leave_nothing(engine):
    count = (
        "garbage_collect_atoms, statistics(atoms, Atoms), statistics(functors, Functors), statistics(modules, Modules)"
    )
    for _ in range(5):
        engine.load_facts(find("seven")).unload()
    before = engine.once(count)
    for _ in range(100):
        engine.load_facts(find("seven")).unload()
    after = engine.once(count)
    assert all(after[name] - before[name] < 10 for name in before)


@pytest.fixture(scope="module")
def isolated():
    with Engine(isolate=True) as prolog:
        yield prolog


def test_a_program_beside_facts(isolated, program):
    with isolated.load_facts(find("seven")) as seven:
        path = program("degree(Cell, Degree) :- neighbor(Cell, Cells), length(Cells, Degree).\n")
        assert isolated.load_program(path, beside=seven) is seven
        assert seven.once("degree(1, X)") == {"X": 3}
        with pytest.raises(PrologError):
            isolated.once("degree(1, X)")


def test_a_classic_program_as_a_users_own(isolated):
    with isolated.load_facts(find("eight")) as eight:
        isolated.load_program(prolog_folder() / "seven.pl", beside=eight)
        assert eight.once("start(easy, B), nth0(Z, B, 0), calc_distance(B, 0, 0, Low)")["Low"] > 0


UNSAFE = {
    "go :- shell('touch {mark}').": 1,
    "go.\\n\\ngo(X) :- open('{mark}', write, S), close(S), X = 1.": 3,
    ":- initialization(shell('touch {mark}')).": 1,
    ":- shell('touch {mark}').": 1,
    "go.\\n:- use_module(library(process)).": 2,
    ":- use_module('{mark}').": 1,
    "go :- halt.": 1,
    "go :- assertz(user:owned).": 1,
    "go :- assertz(system:owned).": 1,
    "user:owned.": 1,
    "term_expansion(X, Y) :- X = Y.": 1,
    "user:goal_expansion(_, true).": 1,
    "go :- G =.. [shell, 'touch {mark}'], call(G).": 1,
    "go :- atom_to_term('shell(''touch {mark}'')', G, _), G.": 1,
    ":- if(shell('touch {mark}')).\\n:- endif.": 1,
    ":- [user].": 1,
    ":- include('/etc/passwd').": 1,
    "go :- nb_setval(pybridge_job, 7).": 1,
    "go :- thread_create(true, _).": 1,
    "go :- pybridge:python(_, _, _).": 1,
    "go :- @(shell('touch {mark}'), user).": 1,
    "go :- format('~@', [shell('touch {mark}')]).": 1,
    "go :- read_term(_, []).": 1,
    "go(": 1,
}


@pytest.mark.parametrize("text", UNSAFE)
def test_an_unsafe_program_is_refused(isolated, program, tmp_path, text):
    path = program(text.replace("\\n", "\n").replace("{mark}", str(tmp_path / "mark")))
    with pytest.raises(ProgramError) as caught:
        isolated.load_program(path)
    assert str(caught.value).startswith(f"{path}:{UNSAFE[text]}:")
    assert caught.value.exit_code == 53
    assert not (tmp_path / "mark").exists()
    assert isolated.once("catch(user:owned, _, fail)") is None
    assert isolated.restarts == 0


@pytest.mark.parametrize("goal", ["shell(true)", "G = halt, G", "assertz(user:x)", "user:halt", "open(x, write, S)"])
def test_an_unsafe_goal_is_refused(isolated, program, goal):
    with isolated.load_program(program("fine(1).\n")) as module:
        with pytest.raises(ProgramError):
            module.once(goal)
        assert module.once("fine(X)") == {"X": 1}


@pytest.mark.parametrize(
    "ball",
    [
        "format('~@', [{goal}])",
        "error(format('~@', [{goal}]), _)",
        "unhandled_exception(format('~@', [{goal}]))",
        "format('~W', [x, [portray_goal([_, _]>>{goal}), portray(true)]])",
        "frame(1, backtrace, 1)",
    ],
)
def test_what_a_program_throws_is_only_told(isolated, program, tmp_path, ball):
    mark = tmp_path / "mark"
    ball = ball.replace("{goal}", f"shell('touch {mark}')")
    with isolated.load_program(program(f"go :- throw({ball}).\n")) as module:
        for goal in ("go", f"throw({ball})"):
            with pytest.raises(PrologError) as caught:
                module.once(goal)
            assert str(caught.value)
        assert module.once("X = 1") == {"X": 1}
    assert not mark.exists()
    assert isolated.restarts == 0


def test_every_fault_of_a_program_is_told(isolated, program):
    path = program("a :- shell(x).\nb :- .\nuser:c.\nd(\n")
    with pytest.raises(ProgramError) as caught:
        isolated.load_program(path)
    assert [line.split(":")[1] for line in str(caught.value).splitlines()][:2] == ["2", "3"]


def test_a_program_that_is_not_text(isolated, tmp_path):
    path = tmp_path / "program.pl"
    for data, message in (
        (b"a.\xff", "UTF-8"),
        (b"a.\0", "NUL"),
        (b"x" * 2_000_000, "1 MiB"),
        (b"a(" * 2000, "brackets"),
    ):
        path.write_bytes(data)
        with pytest.raises(ProgramError, match=message):
            isolated.load_program(path)


def test_a_program_needs_isolation_or_a_word(program):
    path = program("fine(1).\n")
    with Engine() as engine:
        with pytest.raises(ProgramError, match="isolate=True"):
            engine.load_program(path)
        with engine.load_program(path, in_process=True) as module:
            assert module.once("fine(X)") == {"X": 1}


def test_an_endless_program_is_stopped(isolated, program):
    with isolated.load_program(program("go :- go.\n")) as module, pytest.raises(PrologLimitError):
        module.once("go", Limits(seconds=0.1))


def test_consult(engine, program):
    path = program("pybridge_consulted(1).\npybridge_consulted(2).\n")
    engine.consult(path)
    assert engine.all("pybridge_consulted(X)") == ({"X": 1}, {"X": 2})
    program("pybridge_consulted(3).\n")
    engine.consult(path)
    assert engine.all("pybridge_consulted(X)") == ({"X": 3},)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a(1).\nb(.\nc(1).\n", 2, "syntax"),
        ("a(1).\n:- no_such_directive.\n", 2, "no_such_directive"),
        ("a(1).\n\n:- fail.\n", 3, "fail"),
        (":- use_module(library(no_such_library)).\n", 1, "no_such_library"),
        ("a(1).\n:- include(no_such_file).\n", 1, "no_such_file"),
    ],
)
def test_what_is_wrong_with_a_consulted_file(engine, program, capfd, text, line, message):
    path = program(text, "it's 日本.pl")
    with pytest.raises(ProgramError) as caught:
        engine.consult(path)
    assert str(caught.value).startswith(f"{path}:{line}:")
    assert message in str(caught.value).lower()
    assert engine.once("catch(a(_), _, fail)") is None
    assert capfd.readouterr().err == ""


def test_a_consulted_file_that_is_not_there(engine, tmp_path):
    with pytest.raises(PrologError, match="does not exist"):
        engine.consult(tmp_path / "none.pl")


def test_a_users_module_may_have_the_name_of_any_of_our_files(python, tmp_path):
    folders = [prolog_folder() / name for name in ("bridge", "compiled", "engine")]
    names = [path.stem for folder in folders for path in folder.glob("*.pl") if path.stem != "pybridge"]
    for name in names:
        (tmp_path / f"{name}.pl").write_text(f":- module({name}, [mine_{name}/1]).\nmine_{name}(yes).\n")
    done = python(f"""
from tests.solving import solve
from pybridge.facts import find, read
from pybridge.swipl import Engine
with Engine() as engine:
    for name in {names}:
        engine.consult({str(tmp_path)!r} + f"/{{name}}.pl")
        assert engine.once(f"mine_{{name}}(X)"), name
print(solve(read(find("seven")), "ids_low", engine="prolog-compiled").length)
""")
    assert done.stdout == "36\n", done.stderr


def test_what_a_user_defines_does_not_take_the_place_of_a_program(python, tmp_path):
    own = ["first_state(_, _)", "move(_, _, _)", "basic_move(_, _, _)", "compile_moves", "puzzle(_, _, _)"]
    (tmp_path / "mine.pl").write_text("".join(f"{head} :- throw(mine).\n" for head in own))
    done = python(f"""
from tests.solving import solve
from pybridge.facts import find, read
from pybridge.swipl import Engine
with Engine() as engine:
    engine.consult({str(tmp_path / "mine.pl")!r})
for program in ("ids", "breadth_first"):
    print(solve(read(find("pancake")), program, engine="prolog").length)
""")
    assert done.stdout == "8\n8\n", done.stderr
