"""Answers one by one: computed when asked for, abandoned at will, side by side with other goals."""

import gc
import itertools
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from pybridge.errors import PrologError, PrologLimitError
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.swipl import Atom
from tests.swipl.conftest import until


def left(engine):
    """How many iterators Prolog still has; what was dropped is dropped before."""
    return engine.once("aggregate_all(count, pybridge_iterators:iterator(_, _, _), N)")["N"]


@contextmanager
def cancelled_by(cancel):
    """Cancel again and again, since what has not begun cannot be cancelled."""
    over = threading.Event()

    def cancelling():
        while not over.wait(0.01):
            cancel()

    thread = threading.Thread(target=cancelling)
    thread.start()
    yield
    over.set()
    thread.join(10.0)


def test_the_answers_in_order(engine):
    assert list(engine.iterate('member(X, [a, 1, "s"])')) == [{"X": Atom("a")}, {"X": 1}, {"X": "s"}]
    assert list(engine.iterate("fail")) == []
    assert list(engine.iterate("true")) == [{}]
    assert list(engine.iterate("member(X, Xs)", values={"Xs": [1, 2]})) == [{"X": 1}, {"X": 2}]


def test_as_all_answers_at_once(engine):
    goal = "append(X, Y, [1, 2, 3]), length(X, N)"
    assert tuple(engine.iterate(goal)) == tuple(engine.all(goal))


def test_computed_when_asked_for(engine):
    calls = []
    engine.define("called", lambda x: calls.append(x) or x)
    answers = engine.iterate("between(1, inf, X), called(X, _)")
    assert calls == []
    assert next(answers) == {"X": 1}
    assert calls == [1]
    assert [each["X"] for each in itertools.islice(answers, 3)] == [2, 3, 4]
    assert calls == [1, 2, 3, 4]
    answers.close()


def test_the_engine_is_free_in_between(engine):
    answers = engine.iterate("between(1, inf, X)")
    for number in range(1, 20):
        assert next(answers) == {"X": number}
        assert engine.once(f"Y = {number}") == {"Y": number}
    answers.close()


def test_interleaved(engine):
    several = [engine.iterate("between(Low, inf, X)", values={"Low": low}) for low in range(8)]
    for turn in range(5):
        assert [next(each)["X"] for each in several] == [low + turn for low in range(8)]
    for each in several[::2]:
        each.close()
    assert [next(each)["X"] for each in several[1::2]] == [6, 8, 10, 12]
    for each in several:
        each.close()


def test_one_keeps_its_own_state(engine):
    one, other = (engine.iterate("b_setval(mine, V0), nb_setval(kept, K), between(1, 3, X), nb_getval(kept, Y)",
                                 values={"V0": n, "K": n}) for n in (1, 2))  # fmt: skip
    assert [(next(one)["Y"], next(other)["Y"]) for _ in range(3)] == [(1, 2)] * 3


def test_exhausted(engine):
    answers = engine.iterate("member(X, [1])")
    assert list(answers) == [{"X": 1}]
    for _ in range(3):
        with pytest.raises(StopIteration):
            next(answers)
    answers.close()
    assert left(engine) == 0


def test_an_error_ends_it(engine):
    answers = engine.iterate("member(X, [1, 0, 2]), Y is 1 / X")
    assert next(answers) == {"X": 1, "Y": 1}
    with pytest.raises(PrologError, match="zero"):
        next(answers)
    assert list(answers) == []
    assert left(engine) == 0


@pytest.mark.parametrize("goal", ["X = ", "1", "_", "foo)", "true, 1"])
def test_what_is_no_goal(engine, goal):
    with pytest.raises(PrologError):
        next(engine.iterate(goal))
    assert left(engine) == 0


def test_closed(engine):
    answers = engine.iterate("repeat")
    next(answers)
    for _ in range(3):
        answers.close()
    assert list(answers) == []
    assert left(engine) == 0


def test_with(engine):
    with engine.iterate("between(1, inf, X)") as answers:
        for answer in answers:
            if answer["X"] == 3:
                break
    assert list(answers) == []
    assert left(engine) == 0
    with pytest.raises(ValueError, match="mine"), engine.iterate("repeat") as answers:
        raise ValueError("mine")
    assert left(engine) == 0


def test_cleaned_up_when_dropped(engine):
    engine.once("nb_setval(cleaned, no)")
    engine.once("message_queue_create(_, [alias(pybridge_cleaned)])")
    answers = engine.iterate("setup_call_cleanup(true, repeat, thread_send_message(pybridge_cleaned, yes))")
    next(answers)
    answers.close()
    found = engine.once("thread_get_message(pybridge_cleaned, X, [timeout(5)])")
    engine.once("message_queue_destroy(pybridge_cleaned)")
    assert found == {"X": Atom("yes")}


def test_abandoned(engine):
    for _ in range(100):
        next(engine.iterate("repeat"))
    gc.collect()
    assert left(engine) == 0


def test_abandoned_in_other_threads_while_goals_run(engine):
    def abandon():
        for _ in range(30):
            next(engine.iterate("between(1, inf, X)"))

    threads = [threading.Thread(target=abandon) for _ in range(4)]
    for each in threads:
        each.start()
    found = [engine.once(f"numlist(1, 100, L), sum_list(L, S), X = {number}")["X"] for number in range(60)]
    for each in threads:
        each.join(30.0)
    gc.collect()
    assert found == list(range(60))
    assert left(engine) == 0


def test_abandoned_in_the_midst_of_a_call(engine):
    """As a collector of garbage may do in the engine's own thread, at any moment."""
    answers = [engine.iterate("repeat")]
    next(answers[0])

    def drop():
        answers.clear()
        gc.collect()
        return engine.once("X = inner")["X"]

    engine.define("drop", drop)
    assert engine.once("drop(X), Y = outer") == {"X": Atom("inner"), "Y": Atom("outer")}
    assert left(engine) == 0


def test_one_iterator_in_several_threads(engine):
    answers = engine.iterate("between(1, 200, X)")
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda _: [each["X"] for each in answers], range(4))
        assert sorted(itertools.chain(*found)) == list(range(1, 201))


def test_closed_in_another_thread_while_it_is_used(engine):
    for _ in range(20):
        answers, found = engine.iterate("repeat"), []
        using = threading.Thread(target=lambda answers=answers, found=found: found.append(sum(1 for _ in answers)))
        using.start()
        until(lambda answers=answers: answers._job)
        answers.close()
        using.join(10.0)
        assert len(found) == 1
    assert left(engine) == 0


def test_an_engine_that_a_goal_misses(engine):
    answers = engine.iterate("engine_create(x, true, E), engine_destroy(E), engine_next(E, _)")
    with pytest.raises(PrologError, match="does not exist"):
        next(answers)


def test_cancel(engine):
    answers = engine.iterate("between(1, inf, X), (X < 3 -> true ; repeat, fail)")
    answers.cancel()  # nothing to cancel yet
    assert [next(answers)["X"], next(answers)["X"]] == [1, 2]
    with cancelled_by(answers.cancel), pytest.raises(PrologLimitError) as caught:
        next(answers)
    assert caught.value.outcome is Outcome.INTERRUPTED
    assert list(answers) == []
    assert engine.once("X = 1") == {"X": 1}
    assert left(engine) == 0


def test_cancel_of_one_leaves_the_others(engine):
    patient = engine.iterate("between(1, inf, X)")
    assert next(patient) == {"X": 1}
    for _ in range(20):
        stopped = engine.iterate("member(_, [1, 2]), repeat, fail")
        with cancelled_by(engine.cancel), pytest.raises(PrologLimitError):
            next(stopped)
    assert [next(patient)["X"] for _ in range(20)] == list(range(2, 22))
    patient.close()


@pytest.mark.clock
@pytest.mark.slow
def test_a_limit_of_time_is_for_what_the_answers_take(engine):
    answers = engine.iterate("between(1, inf, X), (X < 4 -> true ; repeat, fail)", Limits(seconds=1.0))
    for number in range(1, 4):
        time.sleep(0.4)
        assert next(answers) == {"X": number}
    begun = time.monotonic()
    with pytest.raises(PrologLimitError) as caught:
        next(answers)
    assert caught.value.outcome is Outcome.TIME_LIMIT
    assert time.monotonic() - begun < 5.0
    assert list(answers) == []


def test_a_limit_of_inferences_is_for_all_answers(engine):
    answers = engine.iterate("between(1, inf, X), numlist(1, 1000, _)", Limits(inferences=20_000))
    found = []
    with pytest.raises(PrologLimitError) as caught:
        list(map(found.append, answers))
    assert caught.value.outcome is Outcome.INFERENCE_LIMIT
    assert 3 < len(found) < 25
    assert list(answers) == []


def test_a_limit_of_memory(engine):
    answers = engine.iterate("member(N, [10, 10000000]), length(X, N), msort(X, _)", Limits(memory=4_000_000))
    next(answers)
    with pytest.raises(PrologLimitError) as caught:
        next(answers)
    assert caught.value.outcome is Outcome.MEMORY_LIMIT
    assert engine.once("numlist(1, 100000, X), length(X, N)")["N"] == 100_000


def test_it_closes_itself(engine):
    its = []
    engine.define("close_it", lambda: its[0].close() or 1)
    its.append(engine.iterate("between(1, 3, X), close_it(_)"))
    assert next(its[0]) == {"X": 1}
    assert list(its[0]) == []
    assert left(engine) == 0


def test_it_asks_itself(engine):
    its = []
    engine.define("next_of_it", lambda: next(its[0])["X"])
    its.append(engine.iterate("between(1, 3, X), next_of_it(_)"))
    with pytest.raises(PrologError, match="resume"):
        next(its[0])
    assert engine.once("X = 1") == {"X": 1}
    assert left(engine) == 0


@pytest.mark.parametrize("yielded", ["x", "[]", "_", "answer(_)", "answer([])", "answer([1|_])", "answer([1, 2])"])
def test_what_it_yields_besides_is_refused(engine, yielded):
    with pytest.raises(PrologError, match="answer"):
        next(engine.iterate(f"engine_yield({yielded}), X = 1"))
    assert engine.once("X = 1") == {"X": 1}


@pytest.mark.parametrize("goal", ["halt", "abort", "thread_exit(x)", "thread_self(X), throw(X)"])
def test_what_would_end_it(engine, goal):
    answers = engine.iterate(f"member(X, [1, 2]), (X < 2 -> true ; {goal})")
    assert next(answers)["X"] == 1
    with pytest.raises((PrologError, StopIteration)):
        next(answers)
    assert engine.once("X = 1") == {"X": 1}


def test_a_process_that_ends_in_between(apart):
    answers = apart.iterate("between(1, inf, X)")
    next(answers)
    apart._place._worker.process.kill()
    apart._place._worker.process.wait()
    with pytest.raises(PrologError, match="iterator"):
        next(answers)
    assert list(answers) == []
    assert list(apart.iterate("X = 1")) == [{"X": 1}]
    assert apart.restarts == 1


class Alarm(Exception):
    """What a handler of a signal raises."""


@pytest.mark.parametrize("error", [KeyboardInterrupt, Alarm])
def test_an_interrupt_in_the_midst(engine, error):
    def interrupt(number, frame):
        raise error

    answers = engine.iterate("between(1, inf, X), (X < 2 -> true ; repeat, fail)")
    next(answers)
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(error):
            next(answers)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert list(answers) == []
    assert engine.once("X = 1") == {"X": 1}


@pytest.mark.clock
def test_waiting_for_other_goals_does_not_count(engine):
    answers = engine.iterate("between(1, inf, X)", Limits(seconds=1.0))
    assert next(answers) == {"X": 1}
    other = engine.start("sleep(1.5)")
    assert [next(answers)["X"], next(answers)["X"]] == [2, 3]
    assert other.result().outcome is Outcome.SOLVED
