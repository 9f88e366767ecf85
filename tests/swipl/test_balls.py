"""What a goal throws is its own error, whatever it looks like: a limit only where one was set and reached."""

import threading

import pytest

from pybridge.errors import PrologError, PrologLimitError
from pybridge.limits import NO_LIMITS, Limits
from pybridge.outcome import Outcome
from pybridge.swipl import Atom, Compound, Engine, Other

BALLS = [
    "time_limit_exceeded",
    "time_limit_exceeded(1)",
    "inference_limit_exceeded",
    "error(resource_error(x), _)",
    "error(resource_error(stack), _)",
    "error(resource_error(open_files), context(system:open/3, _))",
    "error(permission_error(limit, stacks, 1000), _)",
    "'$aborted'",
    "unwind(abort)",
    "unwind(halt(0))",
    "pybridge_cancelled(1)",
    "pybridge_stop(time_limit, 1)",
    "pybridge_stop(cancelled, _)",
]
GENEROUS = Limits(seconds=60, inferences=10**9, memory=400_000_000)
ASK = {
    "once": lambda engine, goal, limits: engine.once(goal, limits),
    "all": lambda engine, goal, limits: engine.all(f"true ; {goal}", limits),
    "iterate": lambda engine, goal, limits: list(engine.iterate(f"true ; {goal}", limits)),
}


@pytest.mark.parametrize("limits", [NO_LIMITS, GENEROUS], ids=["no limits", "generous"])
@pytest.mark.parametrize("ask", ASK)
@pytest.mark.parametrize("ball", BALLS)
def test_a_ball_that_looks_like_a_limit(engine, ball, ask, limits):
    with pytest.raises(PrologError) as caught:
        ASK[ask](engine, f"throw({ball})", limits)
    assert type(caught.value) is PrologError
    assert ("aborted" if ball == "'$aborted'" else ball.split("(")[0]) in str(caught.value) + caught.value.term
    assert engine.once("X = 1") == {"X": 1}


@pytest.mark.parametrize("ask", ASK)
@pytest.mark.parametrize(
    ("goal", "limits", "outcome"),
    [
        ("repeat, fail", Limits(seconds=0.1), Outcome.TIME_LIMIT),
        ("repeat, fail", Limits(inferences=10_000), Outcome.INFERENCE_LIMIT),
        ("numlist(1, 10000000, L), L = [_|_]", Limits(memory=4_000_000), Outcome.MEMORY_LIMIT),
        ("true", Limits(memory=1000), Outcome.MEMORY_LIMIT),
        ("repeat, fail", Limits(seconds=0.1, inferences=10**12, memory=10**8), Outcome.TIME_LIMIT),
    ],
)
def test_a_limit_that_is_reached(engine, ask, goal, limits, outcome):
    with pytest.raises(PrologLimitError) as caught:
        ASK[ask](engine, goal, limits)
    assert caught.value.outcome is outcome


def test_a_limit_that_the_goal_has_set_itself(engine):
    for limits in (NO_LIMITS, GENEROUS):
        with pytest.raises(PrologError) as caught:
            engine.once("call_with_time_limit(0.05, (repeat, fail))", limits)
        assert (type(caught.value), caught.value.term) == (PrologError, "time_limit_exceeded")


def test_a_limit_of_prolog_is_told_as_one(engine):
    """The stacks have one, whatever set it."""
    goal = "current_prolog_flag(stack_limit, B), setup_call_cleanup(set_prolog_flag(stack_limit, 4000000), "
    goal += "(numlist(1, 1000000, L), L = [_|_]), set_prolog_flag(stack_limit, B))"
    with pytest.raises(PrologLimitError) as caught:
        engine.once(goal)
    assert caught.value.outcome is Outcome.MEMORY_LIMIT


WITHIN = {
    "one signal is enough": "repeat, fail",
    "only a ball that cannot be caught is": "repeat, catch((repeat, fail), _, fail)",
}


@pytest.mark.parametrize("isolate", [False, True])
@pytest.mark.parametrize("goal", [pytest.param(goal, id=name) for name, goal in WITHIN.items()])
def test_a_goal_within_one_that_is_cancelled(goal, isolate):
    """However it had to be stopped, as on a busy machine, it was cancelled, too."""
    caught, running = [], threading.Event()

    def within():
        try:
            running.set()
            engine.once(goal)
        except PrologError as error:
            caught.append(error)
            raise

    with Engine(isolate=isolate) as engine:
        engine.define("within", within)
        job = engine.start("within(_)")
        assert running.wait(60)
        while job.progress() == 0:
            pass
        job.cancel()
        assert job.result(10.0).outcome is Outcome.INTERRUPTED
        assert [getattr(error, "outcome", error) for error in caught] == [Outcome.INTERRUPTED]


def test_a_goal_within_one_whose_process_is_killed():
    caught = []

    def within():
        try:
            engine.once("X is powm(3, 2 ** 200000 - 1, 2 ** 200000 - 3)")
        except PrologError as error:
            caught.append(error)
            raise

    with Engine(isolate=True) as engine:
        engine.define("within", within)
        with pytest.raises(PrologLimitError) as stopped:
            engine.once("within(_)", Limits(seconds=0.1))
        outcomes = [getattr(error, "outcome", error) for error in (*caught, stopped.value)]
        assert outcomes == [Outcome.TIME_LIMIT, Outcome.TIME_LIMIT]
        assert engine.restarts == 0
        assert engine.once("X = 1") == {"X": 1}
        assert engine.restarts == 1


@pytest.mark.parametrize("goal", ["halt", "halt(3)", "X = 1, (halt ; X = 2)", "catch(halt, _, halt)"])
def test_halt_is_an_error_however_often(fresh, goal):
    for _ in range(30):  # SWI-Prolog itself can be kept from it nine times
        with pytest.raises(PrologError, match="No permission to halt process `python'"):
            fresh.once(goal)
    assert fresh.once("catch(halt, error(permission_error(halt, process, python), _), X = 1)") == {"X": 1}
    assert fresh.once("thread_create(catch(halt, _, true), T), thread_join(T, Status)")["Status"] == Atom("true")
    assert fresh.restarts == 0


def test_dicts_are_told_as_prolog_writes_them(engine):
    assert engine.once('X = t{a: 1, b: "s"}, Y = f(t{})') == {
        "X": Other('t{a:1,b:"s"}'),
        "Y": Compound("f", (Other("t{}"),)),
    }
    found = engine.once("X = _{a: 1}")["X"]
    assert isinstance(found, Other)
    assert found.text.endswith("{a:1}")
    with pytest.raises(PrologError) as caught:
        engine.once("throw(t{a: 1})")
    assert (caught.value.term, caught.value.value) == ("t{a:1}", Other("t{a:1}"))


DEEP = 100_000


def nested(depth: int) -> Compound:
    value = 1
    for level in range(depth):
        value = [value] if level % 2 else Compound("f", (value,))
    return value


def depth_of(value: object) -> int:
    depth = 0
    while value != 1:
        value, depth = value[0] if isinstance(value, list) else value.args[0], depth + 1
    return depth


@pytest.mark.slow
def test_deep_values_come_and_go(engine):
    assert depth_of(engine.once("X = Y", values={"Y": nested(DEEP)})["X"]) == DEEP
    engine.define("same", lambda value: value)
    assert depth_of(engine.once("same(Y, X)", values={"Y": nested(20_000)})["X"]) == 20_000


def test_deep_goals(engine):
    assert depth_of(engine.once(f"X = {'[' * DEEP}1{']' * DEEP}")["X"]) == DEEP
    assert engine.once(f"{'(true,' * DEEP}true{')' * DEEP}") == {}
    with pytest.raises(PrologError, match="yntax error"):
        engine.once(f"X = {'[' * DEEP}")


TOO_DEEP = 260_000
REFUSED = "more than 250,000 nested brackets"


@pytest.mark.slow
def test_what_might_end_the_process_is_refused(here):
    """In this process: Prolog reads by recursion in C, and twice as many would be too many for its stack."""
    for opening, closing in ("[]", ("f(", ")"), ("(true,", "true)")):
        for goal in (f"X = {opening * TOO_DEEP}1{closing * TOO_DEEP}", f"X = {opening * TOO_DEEP}"):
            with pytest.raises(PrologError, match=REFUSED):
                here.once(goal)
    with pytest.raises(PrologError, match=REFUSED):
        here.once("true", values={"X": nested(TOO_DEEP)})
    here.define("too_deep", lambda: nested(TOO_DEEP))
    with pytest.raises(PrologError, match=REFUSED):
        here.once("too_deep(_)")
    assert len(here.once(f"X = [{','.join(['(1)'] * TOO_DEEP)}]")["X"]) == TOO_DEEP


@pytest.mark.slow
def test_a_deep_ball_is_cut_short(here):
    """Prolog also writes by recursion in C; error_text.plt has more.

    No lambda: an earlier test of this process may have stopped library(yall) while it was loaded, and it stays so.
    """
    here.once("assertz(deeper(_, A, f(A)))")
    goal = f"numlist(1, {TOO_DEEP}, L), foldl(deeper, L, 1, T), type_error(integer, T)"
    with pytest.raises(PrologError) as caught:
        here.once(goal)
    assert len(str(caught.value)) < 1000
    assert caught.value.value.args[0].functor == "type_error", str(caught.value)
    assert depth_of(caught.value.value.args[0].args[1]) == TOO_DEEP


@pytest.mark.parametrize("ball", ["error(X, _)", "X", "f(X)", "error(type_error(X, X), X)"])
def test_a_goal_that_waits_for_the_ball_is_not_called(engine, ball):
    with pytest.raises(PrologError) as raised:
        engine.once(f"freeze(X, (write('[\"done\"]'), halt)), throw({ball})")
    assert raised.value.exit_code == 52
    assert engine.once("X = 1") == {"X": 1}
