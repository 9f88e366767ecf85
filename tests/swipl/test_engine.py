"""Goals that go wrong, are limited, are cancelled, run side by side."""

import contextlib
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from pybridge.errors import PrologError, PrologLimitError
from pybridge.facts.terms import Atom
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.swipl import Compound, Engine
from tests.swipl.conftest import until


@pytest.mark.parametrize(
    ("goal", "term", "message"),
    [
        ("no_such_predicate(1)", "error(existence_error(procedure,no_such_predicate/1)", "no_such_predicate/1"),
        ("atom_length(X, _)", "error(instantiation_error", "instantiated"),
        ("X is foo + 1", "error(type_error(evaluable,foo/0)", "foo/0"),
        ("X is 1 / 0", "error(evaluation_error(zero_divisor)", "zero"),
        ("throw(my('Ball', \"日本\"))", "my('Ball',\"日本\")", "my("),
        ("throw(time_is_up)", "time_is_up", "time_is_up"),
    ],
)
def test_errors_carry_their_term(engine, goal, term, message):
    with pytest.raises(PrologError) as caught:
        engine.once(goal)
    assert caught.value.term.startswith(term)
    assert message in str(caught.value)
    assert caught.value.exit_code == 52
    assert engine.once("X = 1") == {"X": 1}


@pytest.mark.parametrize("goal", ["X = ", "f(", "a b", "X = 'abc", 'X = "abc', "X = [1, 2", "foo)", "", "X = {", "))("])
def test_syntax_errors(engine, goal):
    with pytest.raises(PrologError) as caught:
        engine.once(goal)
    assert "syntax_error" in caught.value.term
    assert str(caught.value).startswith("Syntax error: ")
    assert "request(" not in str(caught.value)
    assert engine.once("X = 1") == {"X": 1}


@pytest.mark.parametrize("goal", ["X = 1.", "X = 1. Y = 2", "X = 1. foo(", "% nothing"])
def test_nothing_after_a_full_stop_is_left_out_silently(engine, goal):
    with pytest.raises(PrologError, match=r"^Syntax error: a goal is one term, without a full stop\n"):
        engine.once(goal)


@pytest.mark.parametrize("goal", ["true), (true", "true)), true", "true)) true"])
def test_a_goal_cannot_break_out_of_its_request(engine, goal):
    with pytest.raises(PrologError, match=r"(?s)^Syntax error: .*true"):
        engine.once(goal)


def test_a_mistake_is_shown_behind_given_values(engine):
    with pytest.raises(PrologError, match=r"^Syntax error: Operator expected\nY = X\n\*\* here \*\*\n Z \.$"):
        engine.once("Y = X Z", values={"X": ["a,(b','c", "\n))"]})


@pytest.mark.parametrize("goal", ["halt", "halt(3)", "catch(halt, _, true)"])
def test_halt_does_not_end_python(engine, goal):
    with contextlib.suppress(PrologError):
        engine.start(goal).result(10.0)
    assert engine.once("X = 1") == {"X": 1}


@pytest.mark.clock
def test_the_answer_tells_its_cost(engine):
    few = engine.start("true").result()
    many = engine.start("between(1, 100000, X), X >= 100000").result()
    assert few.outcome is many.outcome is Outcome.SOLVED
    assert many.answers == ({"X": 100000},)
    assert 100_000 < many.inferences - few.inferences < 300_000
    assert many.seconds > few.seconds >= 0


def test_two_engines_at_once():
    with Engine() as one, Engine() as other:
        assert one.once("thread_self(_), thread_send_message(main, x) ; true") is not None
        waiting = one.start("thread_self(Me), thread_property(Me, id(N)), nb_setval(mine, 1), "
                            "message_queue_create(_, [alias(pybridge_test)]), "
                            "thread_get_message(pybridge_test, X)")  # fmt: skip
        until(lambda: other.once("message_queue_property(Q, alias(pybridge_test))"))
        assert not waiting.done()
        assert other.once("thread_send_message(pybridge_test, hello)") is not None
        assert waiting.result(10.0).answers[0]["X"] == Atom("hello")
        other.once("message_queue_destroy(pybridge_test)")
        threads = [each.once("thread_self(T), thread_property(T, id(N))")["N"] for each in (one, other)]
        assert len(set(threads)) == 2


def test_jobs_of_one_engine_run_one_after_the_other(engine):
    jobs = [engine.start(f"X = {number}") for number in range(50)]
    assert [job.result(10.0).answers for job in jobs] == [({"X": number},) for number in range(50)]


def test_call_from_several_threads(engine):
    def square(number):
        return [engine.once(f"X is {number} * {number + turn}")["X"] for turn in range(20)]

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(square, range(16)))
    assert found == [[number * (number + turn) for turn in range(20)] for number in range(16)]


def test_engines_made_in_several_threads():
    def power(number):
        with Engine() as mine:
            return mine.once(f"X is {number} ** 50")["X"]

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(power, range(12))) == [number**50 for number in range(12)]


def test_closed_engines_leave_no_threads(here):
    count = "findall(T, thread_property(T, status(running)), Ts), length(Ts, N)"
    before, threads = here.once(count)["N"], threading.active_count()
    for _ in range(10):
        with Engine() as other:
            other.once("true")
    until(lambda: threading.active_count() <= threads and here.once(count)["N"] <= before)


@pytest.mark.clock
@pytest.mark.parametrize(
    ("limits", "goal", "outcome"),
    [
        (Limits(seconds=0.05), "repeat, fail", Outcome.TIME_LIMIT),
        (Limits(seconds=0.05), "findall(X, repeat, _)", Outcome.TIME_LIMIT),
        (Limits(inferences=10_000), "repeat, fail", Outcome.INFERENCE_LIMIT),
        (Limits(inferences=10_000), "numlist(1, 100000, X)", Outcome.INFERENCE_LIMIT),
        (Limits(memory=4_000_000), "numlist(1, 10000000, X)", Outcome.MEMORY_LIMIT),
        (Limits(memory=4_000_000), "length(X, 10000000)", Outcome.MEMORY_LIMIT),
        (Limits(seconds=30.0, inferences=10**9, memory=100_000_000), "X = 1", Outcome.SOLVED),
        (Limits(seconds=30.0, inferences=1000, memory=100_000_000), "repeat, fail", Outcome.INFERENCE_LIMIT),
        (Limits(seconds=0.05, inferences=10**12), "repeat, fail", Outcome.TIME_LIMIT),
    ],
)
def test_limits(engine, limits, goal, outcome):
    begun = time.monotonic()
    answer = engine.start(goal, limits).result(20.0)
    assert answer.outcome is outcome
    assert time.monotonic() - begun < 5.0
    assert engine.once("numlist(1, 100000, X), length(X, N)")["N"] == 100_000


def test_a_limit_is_an_error_to_who_wants_an_answer(engine):
    with pytest.raises(PrologError, match="time limit"):
        engine.once("repeat, fail", Limits(seconds=0.05))
    with pytest.raises(PrologError, match="inference limit"):
        engine.all("repeat, fail", Limits(inferences=1000))


@pytest.mark.clock
def test_a_time_limit_is_kept(engine):
    begun = time.monotonic()
    answer = engine.start("repeat, fail", Limits(seconds=0.2)).result(10.0)
    assert answer.outcome is Outcome.TIME_LIMIT
    assert 0.19 < time.monotonic() - begun < 5.0


def test_an_inference_limit_is_kept(engine):
    answer = engine.start("repeat, fail", Limits(inferences=200_000)).result(10.0)
    assert 200_000 <= answer.inferences < 201_000


def test_waiting_has_an_end(engine):
    job = engine.start("repeat, fail")
    with pytest.raises(TimeoutError):
        job.result(0.05)
    assert not job.done()
    job.cancel()
    assert job.result(10.0).outcome is Outcome.INTERRUPTED


ENDLESS = [
    "repeat, fail",
    "between(1, inf, X), X < 0",
    "findall(X, repeat, _)",
    "findall(X, (repeat, fail), _)",
    "forall(repeat, true)",
    "\\+ (repeat, fail)",
    "length(L, N), N < 0",
    "numlist(1, 1000, L), repeat, maplist([X, Y]>>(Y is X * X), L, M), msort(M, _), fail",
    "message_queue_create(Q), thread_get_message(Q, _)",
    "call_with_inference_limit((repeat, fail), 1000000000000, _)",
    "call_with_time_limit(1000, (repeat, fail))",
    "freeze(X, (repeat, fail)), X = 1",
    "setup_call_cleanup(true, (repeat, fail), true)",
    "catch((repeat, fail), my_ball, true)",
    "catch((repeat, fail), error(_, _), (repeat, fail))",
]


@pytest.mark.clock
@pytest.mark.parametrize("goal", ENDLESS)
def test_cancel(engine, goal):
    job = engine.start(goal)
    until(lambda: job.progress() > 0)
    begun = time.monotonic()
    job.cancel()
    answer = job.result(10.0)
    assert time.monotonic() - begun < 2.0
    assert answer.outcome is Outcome.INTERRUPTED
    assert engine.once("X = 1") == {"X": 1}


@pytest.mark.parametrize(
    "goal",
    [
        "catch((repeat, fail), _, true)",
        "catch((repeat, fail), _, (repeat, fail))",
        "catch((repeat, fail), _, catch((repeat, fail), _, (repeat, fail)))",
        "ignore(catch((repeat, fail), _, fail))",
        "between(1, 5, _), catch((repeat, fail), _, fail)",
    ],
)
def test_cancel_whatever_the_goal_catches(engine, goal):
    job = engine.start(goal)
    until(lambda: job.progress() > 0)
    job.cancel()
    assert job.result(10.0).outcome is Outcome.INTERRUPTED
    assert engine.once("X = 1") == {"X": 1}


def test_what_an_aborted_goal_has_reported_is_kept_and_its_queue_goes(engine):
    job = engine.start("pybridge:report(before), repeat, catch((repeat, fail), _, true), fail")
    until(lambda: job.progress() > 0)
    job.cancel()
    assert job.result(10.0).outcome is Outcome.INTERRUPTED
    assert job.marks == [Atom("before")]
    queues = f"message_queue_property(_, alias(pybridge_marks_{job.number}))"
    until(lambda: engine.once(queues) is None)  # it is forgotten in the background


def test_cancel_before_it_begins(engine):
    first = engine.start("repeat, fail")
    second = engine.start("repeat, fail")
    second.cancel()
    first.cancel()
    assert first.result(10.0).outcome is Outcome.INTERRUPTED
    assert second.result(10.0).outcome is Outcome.INTERRUPTED


def test_what_waits_for_another_goal_is_cancelled_at_once(engine):
    first = engine.start("repeat, fail")
    job = engine.start("X = 1")
    job.cancel()
    assert job.result(timeout=5).outcome is Outcome.INTERRUPTED
    assert not first.done()
    first.cancel()
    assert engine.once("X = 1") == {"X": 1}
    assert first.result().outcome is Outcome.INTERRUPTED


@pytest.mark.parametrize(
    ("goal", "limits", "least"),
    [
        ("between(1, inf, X)", Limits(inferences=10_000), 1000),
        ("between(1, inf, X)", Limits(memory=5_000_000), 1000),
        ("between(1, 100000, X) ; repeat, fail", Limits(seconds=0.3), 100_000),
        ("between(1, 400000, X) ; repeat, fail", Limits(inferences=3_000_000), 400_000),
    ],
)
def test_a_limit_leaves_all_answers_until_then(engine, goal, limits, least):
    with pytest.raises(PrologLimitError) as caught:
        engine.all(goal, limits)
    numbers = [answer["X"] for answer in caught.value.answers]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= least


def test_so_does_a_cancellation(engine):
    job = engine.start("between(1, 100000, X) ; repeat, fail", kind="all")
    until(job.progress)
    begun = job.progress()
    until(lambda: job.progress() > begun + 1_000_000)
    job.cancel()
    assert len(job.result().answers) == 100_000


@pytest.mark.parametrize(
    ("wrong", "kind", "what", "values"),
    [
        (5, "once", TypeError, None),
        (b"X = 1", "once", TypeError, None),
        ("X = 1", "some", ValueError, None),
        ("X = 1", "once", ValueError, {"X²": 2}),
        ("X = 1", "once", TypeError, {5: 1}),
        ("X = 1", "once", TypeError, {"X": Atom(5)}),
        ("X = 1", "once", TypeError, {"X": Compound(Atom("f"), (1,))}),
    ],
)
def test_wrong_arguments(engine, wrong, kind, what, values):
    with pytest.raises(what):
        engine.start(wrong, kind=kind, values=values)


@pytest.mark.parametrize("limits", [5, "5", Limits(seconds="1"), Limits(True), Limits(memory=b"1")])
def test_wrong_limits(engine, limits):
    with pytest.raises(TypeError, match=r"^(limits are Limits\(\.\.\.\)|a limit of \w+ is a number), not "):
        engine.once("true", limits)


def test_other_wrong_arguments(engine):
    with pytest.raises(TypeError, match=r"^5 is not a function$"):
        engine.define("five", 5, 1)
    with pytest.raises(TypeError):
        engine.load_facts(0)
    for memory in ("print(1)", -1, True, 1.5):
        with pytest.raises(ValueError, match=r"^memory is a number of bytes, not "):
            Engine(isolate=True, memory=memory)
    with pytest.raises(ValueError, match=r"^memory needs isolate=True$"):
        Engine(memory=1 << 30)


@pytest.mark.parametrize("isolate", [False, True])
def test_an_exception_cancels_the_goals_of_a_block(isolate):
    jobs = []

    def given_up():
        with Engine(isolate=isolate) as other:
            jobs.append(other.start("repeat, fail"))
            jobs[0].result(0.2)

    with pytest.raises(TimeoutError):
        given_up()
    assert jobs[0].result(10.0).outcome is Outcome.INTERRUPTED


def test_a_late_cancel_hits_no_other_job(engine):
    for number in range(200):
        over = engine.start("true")
        other = engine.start(f"numlist(1, 300, L), sum_list(L, S), X = {number}")
        over.cancel()
        assert other.result(10.0).outcome is Outcome.SOLVED
        over.result(10.0)


def test_cancel_of_one_engine_leaves_the_other(engine):
    with Engine() as other:
        mine, theirs = engine.start("repeat, fail"), other.start("between(1, 2000000, X), X >= 2000000")
        mine.cancel()
        assert mine.result(10.0).outcome is Outcome.INTERRUPTED
        assert theirs.result(20.0).answers == ({"X": 2_000_000},)


def test_cancel_twice_and_afterwards(engine):
    job = engine.start("X = 1")
    assert job.result(10.0).answers == ({"X": 1},)
    job.cancel()
    job.cancel()
    assert engine.once("X = 2") == {"X": 2}


def test_progress(engine):
    job = engine.start("repeat, fail")
    until(lambda: job.progress() > 0)
    first = job.progress()
    until(lambda: job.progress() > first)
    job.cancel()
    job.result(10.0)
    assert job.marks == []
    assert job.progress() == 0


def test_all_engines_share_the_database(here):
    with Engine() as other:
        here.once("assertz(pybridge_shared(1))")
        assert other.once("pybridge_shared(X)") == {"X": 1}
        other.once("retractall(pybridge_shared(_))")
        assert here.once("pybridge_shared(X)") is None


def test_deep_terms_do_not_overflow_the_stack(engine):
    depth = 20_000
    with pytest.raises(PrologError):  # reads it without falling over
        engine.once(f"X = {'f(' * depth}x{')' * depth}, throw(read)")


def test_a_goal_of_many_characters(engine):
    text = "日" * 100_000
    assert engine.once(f"atom_length('{text}', X)") == {"X": 100_000}


def test_what_a_goal_prints_can_be_had(engine):
    assert engine.once("with_output_to(string(S), format('~w ~q', ['┌', 'A b']))") == {"S": "┌ 'A b'"}


def test_compound_is_hashable():
    assert len({Compound("f", (1,)), Compound("f", (1,)), Compound("f", (2,))}) == 2


def test_a_limit_of_time_holds_for_a_goal_that_catches_everything(engine):
    answer = engine.start("catch((repeat, fail), _, (repeat, fail))", Limits(seconds=0.1)).result(timeout=20)
    assert answer.outcome is Outcome.TIME_LIMIT
    assert engine.once("X = 1") == {"X": 1}


def test_a_goal_that_catches_its_inference_limit_is_stopped_all_the_same(engine):
    engine.once("retractall(pybridge_test_loop), assertz((pybridge_test_loop :- pybridge_test_loop))")
    with pytest.raises(PrologLimitError) as stopped:
        engine.once("catch(pybridge_test_loop, _, true), pybridge_test_loop", Limits(inferences=100_000, seconds=60))
    assert stopped.value.outcome is Outcome.INFERENCE_LIMIT
    assert engine.once("X = 1") == {"X": 1}
