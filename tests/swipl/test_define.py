"""Python functions as predicates, whatever they do."""

import threading
from fractions import Fraction
from math import isqrt

import pytest

from pybridge.errors import PrologCrashError, PrologError, PrologLimitError
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.swipl import Atom, Compound, Engine, Other


def test_a_function_is_called_with_values(engine):
    seen = []
    engine.define("look", lambda *args: seen.append(args) or len(args), 8)
    goal = 'look(1, a, "s", 2.5, 1r3, [x, "y"], f(Z, _), N)'
    assert engine.once(goal)["N"] == 7
    (args,) = seen
    assert args[:6] == (1, Atom("a"), "s", 2.5, Fraction(1, 3), [Atom("x"), "y"])
    assert isinstance(args[6].args[0], Other)


@pytest.mark.parametrize(
    "value",
    [1, "s\0\n'\"\\", Atom("[]"), [], [1, [Compound("f", ())]], -0.5, Fraction(-1, 3), 10**5000, "日本 😀"],
    ids=type,
)
def test_what_it_returns_is_the_result(engine, value):
    engine.define("give", lambda: value)
    assert engine.once("give(X)") == {"X": value}
    assert engine.once("give(X), give(X)") == {"X": value}
    assert engine.once("give(no_such_thing)") is None


def test_the_result_is_unified(engine):
    engine.define("pair", lambda x: Compound("-", (x, [x])))
    assert engine.once("pair(1, A-[B])") == {"A": 1, "B": 1}
    assert engine.once("pair(1, A-[2])") is None


def test_arity(engine):
    engine.define("none", lambda: 0)
    engine.define("two", lambda a, b=1: a + b)
    engine.define("any", lambda *args: sum(args), 4)
    engine.define("root", isqrt)  # whose parameter has no name to be passed by
    assert engine.once("none(A), two(1, 2, B), any(1, 2, 3, C), root(9, D)") == {"A": 0, "B": 3, "C": 6, "D": 3}
    engine.define("two", lambda a: -a)  # beside the one with two arguments
    assert engine.once("two(1, 2, B), two(1, C)") == {"B": 3, "C": -1}
    for function in (lambda *args: 0, lambda *, named: 0, lambda **named: 0, max):
        with pytest.raises(ValueError, match="give the arity"):
            engine.define("unsaid", function)
    for arity in ("2", 2.0, True):
        with pytest.raises(TypeError, match=f"an arity is a whole number, not {arity!r}"):
            engine.define("unsaid", max, arity)
    with pytest.raises(ValueError, match="nothing needs an argument for its result"):
        engine.define("nothing", lambda: 0, 0)


def test_defined_anew(engine):
    for number in range(3):
        engine.define("edition", lambda number=number: number, 1)
        assert engine.all("edition(X)") == ({"X": number},)


@pytest.mark.parametrize(("name", "arity"), [("append", 3), ("atom_length", 2), ("is", 2), ("=", 2), ("call", 2)])
def test_what_is_something_else_stays_that(engine, name, arity):
    with pytest.raises(PrologError, match=r"[Pp]ermission"):
        engine.define(name, lambda *args: 0, arity)
    assert engine.once("append([1], [2], X), atom_length(abc, Y), Z is 1 + 1") == {"X": [1, 2], "Y": 3, "Z": 2}


@pytest.mark.parametrize("name", ["with space", "Upper", "日本", "it's", "a\\b", "[]", "f\0g"])
def test_any_name(engine, name):
    engine.define(name, lambda: name)
    assert engine.once("call(Name, X)", values={"Name": Atom(name)}) == {"X": name}


class Untellable(Exception):
    def __str__(self):
        raise RuntimeError("mine")


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError('it\'s "bad" \\ \0 日本\n'), 'it\'s "bad" \\ \0 日本\n'),
        (KeyError("k"), "'k'"),
        (ZeroDivisionError(), ""),
        (SystemExit(3), "3"),
        (KeyboardInterrupt(), ""),
        (GeneratorExit(), ""),
        (StopIteration(1), "1"),
        (ValueError("\ud800"), "\\ud800"),
        (Untellable(), "no error message, as str() raised RuntimeError"),
        (PrologLimitError(Outcome.TIME_LIMIT), "the goal was stopped: time limit reached"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_what_it_raises_is_an_error_in_prolog(engine, error, text):
    def fail():
        raise error

    engine.define("fails", fail, 1)
    with pytest.raises(PrologError) as caught:
        engine.once("fails(_)")
    assert str(caught.value) == f"{type(error).__name__}: {text}"
    found = engine.once("catch(fails(_), error(python_error(Kind, Text), _), true)")
    assert found == {"Kind": type(error).__name__, "Text": text}
    assert engine.once("X = 1") == {"X": 1}


def endless():
    held = []
    held.append(held)
    return held


@pytest.mark.parametrize("isolate", [False, True])
def test_its_exception_is_the_cause(isolate):
    def wrong(number):
        return {}[number]

    with Engine(isolate=isolate) as prolog:
        prolog.define("wrong", wrong)
        prolog.define("within", lambda number: prolog.once("wrong(N, _)", values={"N": number}))
        for goal, depth in (("wrong(1, _)", 1), ("within(1, _)", 2)):
            with pytest.raises(PrologError) as caught:
                prolog.once(goal)
            error = caught.value
            for _ in range(depth):
                error = error.__cause__
            assert isinstance(error, KeyError)
            assert error.__traceback__.tb_next.tb_frame.f_code is wrong.__code__
        for goal in ("catch(wrong(1, _), _, atom_length(_, _))", "catch(wrong(1, _), _, true), atom_length(_, _)"):
            with pytest.raises(PrologError) as caught:
                prolog.once(goal)
            assert caught.value.__cause__ is None


@pytest.mark.parametrize(
    ("give", "kind"),
    [
        (object, "TypeError"),
        (dict, "TypeError"),
        (lambda: (number for number in [1]), "TypeError"),
        (lambda: b"x", "TypeError"),
        (lambda: [1, {2}], "TypeError"),
        (lambda: Other("_1"), "TypeError"),
        (lambda: "\ud800", "ValueError"),
        (endless, "ValueError"),
    ],
)
def test_what_has_no_counterpart_is_an_error_in_prolog(engine, give, kind):
    engine.define("strange", give, 1)
    assert engine.once("catch(strange(_), error(python_error(Kind, _), _), true)") == {"Kind": kind}
    assert engine.once("X = 1") == {"X": 1}


def test_a_cyclic_argument_is_refused(engine):
    engine.define("count", lambda x: 1)
    with pytest.raises(PrologError, match="acyclic"):
        engine.once("X = f(X), count(X, _)")


def test_a_function_asks_its_own_engine(engine):
    def factorial(n):
        return 1 if n == 0 else engine.once("N1 is N - 1, fac(N1, F), X is N * F", values={"N": n})["X"]

    engine.define("fac", factorial)
    assert engine.once("fac(20, X)") == {"X": 2432902008176640000}


def test_a_function_iterates_in_its_own_engine(engine):
    engine.define("squares", lambda n: [each["Y"] for each in engine.iterate("between(1, N, X), Y is X * X",
                                                                            values={"N": n})])  # fmt: skip
    assert engine.all("between(1, 3, N), squares(N, Xs)")[2] == {"N": 3, "Xs": [1, 4, 9]}
    assert [each["Xs"] for each in engine.iterate("member(N, [2, 1]), squares(N, Xs)")] == [[1, 4], [1]]


def test_a_function_asks_another_engine(engine):
    with Engine() as here, Engine(isolate=True) as there:
        there.define("inner", lambda x: here.once("Y is X + 1", values={"X": x})["Y"])
        engine.define("outer", lambda x: there.once("inner(X, Y)", values={"X": x})["Y"])
        assert engine.all("member(X, [1, 2]), outer(X, Y)") == ({"X": 1, "Y": 2}, {"X": 2, "Y": 3})


def test_an_error_within_passes_through(engine):
    engine.define("within", lambda: engine.once("throw(my)"), 1)
    with pytest.raises(PrologError, match=r"PrologError: .*my"):
        engine.once("within(_)")


@pytest.mark.parametrize("catches", [False, True])
def test_cancel_reaches_what_runs_within(engine, catches):
    inside = threading.Event()

    def endless():
        inside.set()
        try:
            return engine.once("repeat, fail")
        except PrologError:
            if not catches:
                raise
        return engine.once("repeat, fail")

    engine.define("endless", endless, 1)
    job = engine.start("endless(_)")
    assert inside.wait(10.0)
    job.cancel()
    assert job.result(10.0).outcome is Outcome.INTERRUPTED
    assert engine.once("X = 1") == {"X": 1}


def test_the_limit_of_the_outer_goal_holds_within(engine):
    engine.define("endless", lambda: engine.once("repeat, fail"), 1)
    assert engine.start("endless(_)", Limits(seconds=0.1)).result(10.0).outcome is Outcome.TIME_LIMIT
    assert engine.once("X = 1") == {"X": 1}


def test_a_limit_within_leaves_the_outer_goal(engine):
    def limited():
        try:
            engine.once("repeat, fail", Limits(seconds=0.05))
        except PrologLimitError as error:
            return error.outcome.name

    engine.define("limited", limited)
    assert engine.once("limited(X)", Limits(seconds=30.0)) == {"X": "TIME_LIMIT"}


def test_a_cancelled_job_within_leaves_the_outer_goal(engine):
    def cancelled():
        job = engine.start("X = 1")  # is over at once, here
        job.cancel()
        return job.result().answers[0]["X"]

    engine.define("cancelled", cancelled)
    assert engine.once("cancelled(X), Y = 2") == {"X": 1, "Y": 2}


def test_engines_of_one_process_share_functions_and_isolated_ones_do_not(here):
    here.define("shared", lambda: "mine")
    with Engine() as other, Engine(isolate=True) as apart:
        assert other.once("shared(X)") == {"X": "mine"}
        with pytest.raises(PrologError, match="shared/1"):
            apart.once("shared(X)")
        apart.define("shared", lambda: "theirs")
        assert apart.once("shared(X)") == {"X": "theirs"}
    assert here.once("shared(X)") == {"X": "mine"}


def test_it_is_called_in_the_engines_thread(engine):
    engine.define("where", threading.get_ident, 1)
    engine.define("where", lambda: threading.get_ident())
    found = {engine.once("where(X)")["X"] for _ in range(3)}
    assert len(found) == 1
    assert threading.get_ident() not in found


def test_a_process_that_ends_during_a_call(apart):
    apart.define("ends", lambda: apart._place._worker.process.kill() or apart._place._worker.process.wait())
    with pytest.raises(PrologCrashError, match="SIGKILL"):
        apart.once("ends(_)")
    apart.define("fine", lambda: 1)
    assert apart.once("fine(X)") == {"X": 1}
    assert apart.restarts == 1
    apart._place._worker.process.kill()
    apart._place._worker.process.wait()
    assert apart.once("fine(X)") == {"X": 1}
    assert apart.restarts == 2


def test_a_function_goes_on_in_a_fresh_process_when_the_old_one_has_ended(apart):
    later = []

    def ends():
        apart._place._worker.process.kill()
        apart._place._worker.process.wait()
        later.append(apart.once("X = 5"))
        return 1

    apart.define("ends", ends)
    with pytest.raises(PrologCrashError):
        apart.once("ends(_)")
    assert later == [{"X": 5}]
    assert apart.once("X = 6") == {"X": 6}
