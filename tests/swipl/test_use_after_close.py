"""A closed engine says so, and never hangs; an engine that nobody holds is closed."""

import gc
import threading
import weakref

import pytest

from pybridge.errors import PrologError
from pybridge.outcome import Outcome
from pybridge.swipl import Engine
from tests.samples import sample
from tests.swipl.conftest import until

ISOLATE = pytest.mark.parametrize("isolate", [False, True])


@pytest.fixture(params=[False, True])
def closed(request):
    with Engine(isolate=request.param) as engine:
        engine.once("true")
    return engine


@pytest.mark.parametrize(
    "use",
    [
        lambda engine: engine.once("true"),
        lambda engine: engine.all("true"),
        lambda engine: engine.start("true"),
        lambda engine: engine.iterate("true"),
        lambda engine: engine.define("f", lambda: 1),
        lambda engine: engine.load_facts("prolog/puzzles/sliding_tiles/eight.pl"),
    ],
)
def test_a_closed_engine_says_so(closed, use, request, monkeypatch):
    monkeypatch.chdir(request.config.rootpath)
    for _ in range(2):
        with pytest.raises(PrologError, match="the engine is closed"):
            use(closed)


def test_what_is_harmless_stays_so(closed):
    closed.cancel()
    closed.close()
    closed.close()
    assert closed.restarts == 0


@ISOLATE
def test_jobs_outlive_their_engine(isolate):
    engine = Engine(isolate=isolate)
    jobs = [engine.start("between(1, 300000, X), X >= 300000"), engine.start("pybridge:report(m(1)), X = 2")]
    engine.close()
    assert [job.result(20.0).answers for job in jobs] == [({"X": 300_000},), ({"X": 2},)]
    until(lambda: engine._thread._over)
    for job in jobs:
        assert job.progress() == 0
        job.cancel()
        assert job.result(0.0).outcome is Outcome.SOLVED
    assert len(jobs[1].marks) == 1


@ISOLATE
def test_a_goal_that_runs_when_its_engine_is_closed_can_be_cancelled(isolate):
    engine = Engine(isolate=isolate)
    job = engine.start("repeat, fail")
    queued = engine.start("X = 1")
    engine.close()
    with pytest.raises(PrologError, match="closed"):
        engine.once("true")
    with pytest.raises(TimeoutError):
        job.result(0.05)
    job.cancel()
    assert job.result(10.0).outcome is Outcome.INTERRUPTED
    assert queued.result(10.0).answers == ({"X": 1},)
    until(lambda: engine._thread._over)


@ISOLATE
def test_an_iterator_of_a_closed_engine(isolate):
    with Engine(isolate=isolate) as engine:
        answers, other = engine.iterate("repeat"), engine.iterate("repeat")
        next(answers)
    with pytest.raises(PrologError, match="closed"):
        next(answers)
    assert list(answers) == []
    answers.close()
    other.close()
    del answers, other
    gc.collect()


@ISOLATE
def test_closed_from_within(isolate):
    engine = Engine(isolate=isolate)

    def close():
        engine.close()
        with pytest.raises(PrologError, match="closed"):
            engine.once("true")
        return 1

    engine.define("close_engine", close)
    assert engine.once("close_engine(X), Y = 2") == {"X": 1, "Y": 2}
    until(lambda: engine._thread._over)


@ISOLATE
def test_closed_by_several_threads_while_others_ask(isolate):
    engine, outcomes = Engine(isolate=isolate), []

    def ask():
        for number in range(50):
            try:
                outcomes.append(engine.once("X = Y", values={"Y": number}) == {"X": number})
            except PrologError as error:
                outcomes.append("closed" in str(error))

    threads = [threading.Thread(target=ask) for _ in range(3)] + [threading.Thread(target=engine.close)] * 1
    for each in threads:
        each.start()
    for each in threads:
        each.join(20.0)
    assert outcomes == [True] * 150


@ISOLATE
def test_an_engine_that_nobody_holds_is_closed(isolate):
    engine = Engine(isolate=isolate)
    engine.once("X = 1")
    process = engine._place._worker.process if isolate else None
    thread, gone = engine._thread, weakref.ref(engine)
    del engine
    gc.collect()
    assert gone() is None
    until(lambda: thread._over)
    if process:
        until(lambda: process.poll() is not None)


@ISOLATE
def test_an_iterator_holds_its_engine(isolate):
    answers = Engine(isolate=isolate).iterate("between(1, 3, X)")
    gc.collect()
    assert [each["X"] for each in answers] == [1, 2, 3]


@ISOLATE
def test_a_job_of_an_engine_that_nobody_holds(isolate):
    job = Engine(isolate=isolate).start("between(1, 300000, X), X >= 300000")
    gc.collect()
    assert job.result(20.0).answers == ({"X": 300_000},)


@ISOLATE
def test_a_job_of_an_engine_that_nobody_holds_can_be_cancelled(isolate):
    job = Engine(isolate=isolate).start("repeat, fail")
    gc.collect()
    job.cancel()
    assert job.result(10.0).outcome is Outcome.INTERRUPTED


@pytest.mark.parametrize("isolate", sample([False, True], slow=(True,)))
def test_many_engines_come_and_go(isolate):
    turns = 6 if isolate else 40
    threads = threading.active_count()
    for turn in range(turns):
        assert Engine(isolate=isolate).once(f"X = {turn}") == {"X": turn}
    engines = [Engine(isolate=isolate) for _ in range(turns)]
    assert [engine.once(f"X = {number}")["X"] for number, engine in enumerate(engines)] == list(range(turns))
    for engine in engines:
        engine.close()
    del engine, engines

    def fewer():
        gc.collect()
        return threading.active_count() <= threads

    until(fewer)


def test_an_engine_that_cannot_start_leaves_nothing():
    threads = threading.active_count()
    for _ in range(2):
        with pytest.raises(PrologError, match="SWI-Prolog"):
            Engine(isolate=True, memory=1_000_000)
    until(lambda: threading.active_count() <= threads)
