"""Faults on purpose: the parent lives, and the next answer is right."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time

import pytest

from pybridge.errors import PrologCrashError, PrologError, PrologLimitError, PrologMissingError
from pybridge.facts import find
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.swipl import Engine, find_installation
from tests.samples import sample
from tests.swipl.conftest import until


@pytest.fixture
def isolated():
    with Engine(isolate=True) as prolog:
        yield prolog
        assert prolog.once("X is 6 * 7") == {"X": 42}


def worker(engine):
    return engine.once("current_prolog_flag(pid, P)")["P"]


def gone(process):
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, 0)
        return False
    return True


def provoke(engine, what):
    """Have a defined function do something to the process that Prolog runs in, while it runs."""
    engine.define("provoke", lambda process: os.kill(process, what))
    engine.once("current_prolog_flag(pid, P), provoke(P, _), repeat, fail")


@pytest.mark.parametrize("goal", ["halt", "halt(3)", "catch(halt, _, true)", "thread_create(halt, T), thread_join(T)"])
def test_halt(isolated, goal):
    before = worker(isolated)
    with contextlib.suppress(PrologError):
        isolated.once(goal, Limits(seconds=10))
    assert worker(isolated) == before


@pytest.mark.parametrize(
    "what",
    sample(
        [signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL, signal.SIGBUS, signal.SIGTERM],
        quick=(signal.SIGSEGV, signal.SIGKILL),
    ),
)
def test_signals_that_end_a_process(isolated, what):
    before = worker(isolated)
    with pytest.raises(PrologCrashError, match=f"was ended by {what.name}") as caught:
        provoke(isolated, what)
    assert caught.value.exit_code == 54
    until(lambda: gone(before))
    assert worker(isolated) != before
    assert isolated.restarts == 1


def test_a_worker_that_ends_while_idle(isolated):
    os.kill(worker(isolated), signal.SIGKILL)
    time.sleep(0.1)
    assert isolated.once("X = 1") == {"X": 1}


def test_a_worker_that_is_stopped(isolated):
    """A process that does not even answer is killed for a cancelled goal."""
    process = worker(isolated)
    job = isolated.start("repeat, fail")
    until(lambda: job.progress() > 0)
    os.kill(process, signal.SIGSTOP)
    job.cancel()
    assert job.result(10.0).outcome is Outcome.INTERRUPTED


def test_the_pipe_is_closed(isolated):
    process = worker(isolated)
    isolated._place._worker._calls._socket.shutdown(socket.SHUT_RDWR)
    with contextlib.suppress(PrologCrashError):  # unless the worker has ended before it is asked
        assert isolated.once("X = 1") == {"X": 1}
    until(lambda: gone(process))


@pytest.mark.slow
@pytest.mark.parametrize("isolate", [False, True])
def test_stack_overflow(isolate):
    with Engine(isolate=isolate) as engine:
        with pytest.raises(PrologLimitError, match="memory"):
            engine.once("numlist(1, 100000000, L)")
        assert engine.once("X = 1") == {"X": 1}
        assert engine.restarts == 0


@pytest.mark.slow
def test_terms_so_deep_that_c_recurses(isolated):
    """Prolog may or may not survive it; the engine does."""
    with contextlib.suppress(PrologError):
        isolated.once("numlist(1, 100000, L), foldl([_, A, f(A)]>>true, L, x, T), copy_term(T, U), T == U, X = U")


ENDLESS_OUTPUT = """
import time
from pybridge.swipl import Engine, Limits
engine = Engine(isolate={isolate})
job = engine.start("repeat, write(abcdefghijklmnopqrstuvwxyz), fail")
time.sleep(0.3)
job.cancel()
print("outcome", job.result(10.0).outcome.value, flush=True)
print("then", engine.once("X = 1"), flush=True)
"""


@pytest.mark.parametrize("isolate", [False, True])
def test_endless_output(python, isolate):
    done = python(ENDLESS_OUTPUT.format(isolate=isolate))
    assert done.returncode == 0
    assert done.stdout.endswith("outcome interrupted\nthen {'X': 1}\n")
    assert len(done.stdout) > 10_000


def test_endless_output_that_nobody_reads():
    """Prolog is stuck in writing, where no signal reaches it; under isolation it is killed."""
    script = ENDLESS_OUTPUT.format(isolate=True).replace("flush=True", "flush=True, file=__import__('sys').stderr")
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr.read() == b"outcome interrupted\nthen {'X': 1}\n"
        process.stdout.close()
        assert process.wait(10) == 0


@pytest.mark.parametrize("isolate", [False, True])
@pytest.mark.parametrize("error", [ValueError("mine"), KeyboardInterrupt(), SystemExit(3), RecursionError("deep")])
def test_exception_in_a_function_that_prolog_calls(isolate, error):
    def fails():
        raise error

    with Engine(isolate=isolate) as engine:
        engine.define("fails", fails)
        with pytest.raises(PrologError) as caught:
            engine.once("fails(_)")
        assert str(caught.value) == f"{type(error).__name__}: {error}"
        assert caught.value.term.startswith(f'error(python_error("{type(error).__name__}",')
        assert engine.once("catch(fails(_), error(python_error(Kind, _), _), true)") == {"Kind": type(error).__name__}


FORK = """
import os, sys, warnings
warnings.simplefilter("ignore")  # Python 3.12 and later warn of forks where there are threads
from pybridge.errors import PrologError
from pybridge.swipl import Engine, Limits
engine, apart = Engine(), Engine(isolate=True)
print(engine.start("repeat, fail", Limits(seconds=0.05)).result().outcome.value, flush=True)
child = os.fork()
if not child:
    for each in (lambda: engine, lambda: apart, Engine):
        try:
            each().once("X = 1", Limits(seconds=1))
        except PrologError as error:
            print("child:", error, flush=True)
    with Engine(isolate=True) as fresh:
        print("child:", fresh.start("repeat, fail", Limits(seconds=0.05)).result().outcome.value, flush=True)
    sys.exit(7)
print("exit code", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
for each in (engine, apart):
    print(each.start("repeat, fail", Limits(seconds=0.05)).result().outcome.value, each.once("X = 1"))
"""


def test_fork_after_a_time_limit(python):
    done = python(FORK)
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0] == "time limit reached"
    assert all("before this process was forked" in line for line in lines[1:4])
    assert lines[4:] == ["child: time limit reached", "exit code 7"] + ["time limit reached {'X': 1}"] * 2


@pytest.mark.parametrize("isolate", [False, True])
def test_wrong_home(monkeypatch, tmp_path, isolate):
    found = find_installation()
    with monkeypatch.context() as patch:
        patch.setenv("LIBSWIPL_PATH", found.library)
        patch.setenv("SWI_HOME_DIR", str(tmp_path))
        with pytest.raises(PrologMissingError, match=r"boot\.prc"):
            find_installation()
        if isolate:
            with pytest.raises(PrologMissingError):
                Engine(isolate=True)
    with Engine(isolate=isolate) as engine:
        assert engine.once("X = 1") == {"X": 1}


BIG_NUMBER = "X is powm(3, 2 ** 200000 - 1, 2 ** 200000 - 3)"


def is_stuck(job):
    """Whether it is within one call, which no signal stops: it makes no more inferences."""
    before = job.progress()
    time.sleep(0.05)
    return 0 < before == job.progress()


@pytest.mark.clock
@pytest.mark.parametrize("goal", sample([BIG_NUMBER, "sleep(60)", "shell('sleep 60')"], quick=(BIG_NUMBER,)))
def test_what_no_signal_stops_is_killed(isolated, goal):
    job = isolated.start(goal)
    until(lambda: is_stuck(job))
    begun = time.monotonic()
    job.cancel()
    assert job.result(10.0).outcome is Outcome.INTERRUPTED
    assert isolated.once("X = 1") == {"X": 1}
    assert time.monotonic() - begun < 5.0
    assert isolated.restarts == 1


def test_a_limit_of_time_that_no_signal_keeps(isolated):
    answer = isolated.start("sleep(60)", Limits(seconds=0.1)).result(10.0)
    assert answer.outcome is Outcome.TIME_LIMIT


def test_what_waits_behind_a_killed_goal_still_runs(isolated):
    stuck = isolated.start("sleep(60)")
    waiting = [isolated.start(f"X = {number}") for number in range(5)]
    stuck.cancel()
    assert stuck.result(10.0).outcome is Outcome.INTERRUPTED
    assert [job.result(10.0).answers for job in waiting] == [({"X": number},) for number in range(5)]


@pytest.mark.slow
def test_memory_of_the_process():
    with Engine(isolate=True, memory=2 << 30) as engine:
        with pytest.raises(PrologError):
            engine.once("format(string(S), '~t~w~10000000|', [x]), repeat, assertz(kept(S)), fail", Limits(seconds=60))
        assert engine.once("X = 1") == {"X": 1}


def test_a_fresh_process_has_what_was_loaded(isolated):
    isolated.define("double", lambda x: 2 * x)
    seven = isolated.load_facts(find("seven"))
    isolated.once("assertz(kept(1))")
    with pytest.raises(PrologCrashError):
        provoke(isolated, signal.SIGKILL)
    assert isolated.once("double(21, X)") == {"X": 42}
    assert seven.once("neighbor(0, Cells)") == {"Cells": [1, 4]}
    assert isolated.once("catch(kept(_), error(existence_error(_, _), _), fail)") is None


def test_no_worker_outlives_its_engine(isolated):
    with Engine(isolate=True) as engine:
        process = worker(engine)
        assert not gone(process)
    until(lambda: gone(process))


@pytest.mark.slow
def test_no_worker_outlives_the_process(python):
    script = """
import os
from pybridge.swipl import Engine
engine = Engine(isolate=True)
print(engine.once("current_prolog_flag(pid, P)")["P"], flush=True)
engine.start("repeat, fail")
os._exit(5)
"""
    done = python(script)
    assert done.returncode == 5
    until(lambda: gone(int(done.stdout)))


@pytest.mark.slow
def test_deep_answers_where_the_recursion_limit_is_high(python):
    """Python's own reader of JSON recurses, and would end the process."""
    script = """
import sys
from pybridge.swipl import Engine
sys.setrecursionlimit(10**6)
answer = Engine().once("numlist(1, 200000, _L), foldl([_, A, f(A)]>>true, _L, x, X)")
depth, term = 0, answer["X"]
while hasattr(term, "args"):
    depth, term = depth + 1, term.args[0]
print(depth)
"""
    done = python(script)
    assert (done.returncode, done.stdout, done.stderr) == (0, "200000\n", "")


STUBBORN = [
    "repeat, catch((repeat, fail), _, true), fail",
    "repeat, catch((repeat, fail), _, (repeat, fail)), fail",
    "repeat, catch(findall(X, repeat, _), _, true), fail",
    "catch(call_with_time_limit(100, (repeat, fail)), _, (repeat, catch((repeat, fail), _, true), fail))",
    "repeat, \\+ catch((repeat, fail), _, fail), fail",
    "between(1, inf, _), ignore(catch((repeat, fail), _, fail)), fail",
    "setup_call_cleanup((repeat, fail), true, true)",
    "setup_call_cleanup(true, true, (repeat, fail))",
    "setup_call_cleanup(true, (repeat, fail), (repeat, fail))",
    "setup_call_cleanup(true, fail, (repeat, catch((repeat, fail), _, true), fail))",
    "call_cleanup(throw(x), (repeat, fail))",
    "engine_create(x, (repeat, fail), E), engine_next(E, _)",
    "sleep(60)",
    "_ is powm(3, 2 ** 200000 - 1, 2 ** 200000 - 3)",
]

STOPPED = """
import time
from pybridge.errors import PrologLimitError
from pybridge.outcome import Outcome
from pybridge.swipl import Engine, Limits

with Engine() as engine:
    for goal in {goals}:
        begun = time.monotonic()
        try:
            print("not stopped", goal, engine.once(goal, Limits(seconds=0.2)))
        except PrologLimitError as stopped:
            assert stopped.outcome is Outcome.TIME_LIMIT
        assert time.monotonic() - begun < 4, goal
        assert engine.once("X is 6 * 7") == {{"X": 42}}
    assert engine.restarts > 0
    answers = engine.iterate("X = 1 ; setup_call_cleanup(true, true, (repeat, fail))", Limits(seconds=0.2))
    assert next(answers) == {{"X": 1}}
    try:
        next(answers)
    except PrologLimitError:
        pass
    assert engine.once("X = 1") == {{"X": 1}}
    job = engine.start("setup_call_cleanup(true, true, (repeat, fail))")
    later = engine.start("X = 2")
    job.cancel()
    assert job.result(20).outcome is Outcome.INTERRUPTED
    assert later.result(20).answers == ({{"X": 2}},)
    print("all stopped")
"""


@pytest.mark.clock
@pytest.mark.slow
def test_what_nothing_stops_is_left_behind(python):
    done = python(STOPPED.format(goals=STUBBORN), timeout=100)
    assert (done.stdout, done.returncode) == ("all stopped\n", 0), done.stderr


def test_a_function_of_python_that_asks_for_ever_is_left_behind_with_its_caller(python):
    done = python("""
from pybridge.errors import PrologError
from pybridge.swipl import Engine, Limits
with Engine() as engine:
    engine.define("ask", lambda: engine.once("setup_call_cleanup(true, true, (repeat, fail))", Limits(seconds=0.2)))
    try:
        engine.once("ask(X)")
    except PrologError as error:
        print(type(error).__name__)
    print(engine.once("X = 1"))
""")
    assert done.stdout == "PrologCrashError\n{'X': 1}\n", done.stderr
