"""Fenced processes are forked from one that has SWI-Prolog loaded, or load it themselves: nobody sees a difference."""

import gc
import os
import resource
import signal
import subprocess
import sys
import time

import pytest

from pybridge.errors import PrologCrashError, PrologError
from pybridge.facts import find
from pybridge.limits import Limits
from pybridge.priority import BEHIND, LAST
from pybridge.rules.session import Session
from pybridge.swipl import Atom, Engine, process
from pybridge.swipl.forks import Forked, Forks

QUESTIONS = (
    "X = f(Y, [1, \"two\", 'Three']), Y = 4",
    "findall(N, between(1, 5, N), Ns), sum_list(Ns, Sum)",
    "current_prolog_flag(stack_limit, Most), current_prolog_flag(double_quotes, Quotes)",
    "findall(F, (member(F, [pid, home, executable]), \\+ current_prolog_flag(F, _)), Fs)",
    "catch(atom_length(X, _), error(E, _), true)",
    "findall(N, environ(N), Ns), length(Ns, Count)",
    "thread_create(true, _T), thread_join(_T, Status)",
)


@pytest.fixture(autouse=True)
def forking(monkeypatch):
    """Processes that fork of a test's own, and none of those that it may end."""
    found = {}
    monkeypatch.setattr(process, "_forking", found)
    yield found
    for each in list(found):
        each.close()


@pytest.fixture
def forked():
    with Engine(fenced=True) as engine:
        assert isinstance(engine._place._worker.process, Forked)
        yield engine


def server() -> Forks:
    """The one that forks for this thread."""
    return process._forks(process._environment(process.find_installation(), fenced=True))


def test_both_answer_alike(monkeypatch, forked):
    monkeypatch.setattr(Forks, "possible", False)
    with Engine(fenced=True) as loaded:
        assert isinstance(loaded._place._worker.process, subprocess.Popen)
        for question in QUESTIONS:
            assert forked.once(question) == loaded.once(question), question
        assert forked.fences == loaded.fences


def test_both_read_rules_alike(monkeypatch):
    text = find("farmer").read_text(encoding="utf-8")
    reports = []
    for possible in (True, False):
        monkeypatch.setattr(Forks, "possible", possible)
        session = Session(text, "farmer.pl")
        reports.append((session.report.facts, session.report.starts, session.task("narrowed", 20.0)))
        session.engine.close()
    assert reports[0][2].template
    assert reports[0] == reports[1]


def test_a_fork_knows_its_number_and_its_folder(forked):
    worker = forked._place._worker
    assert forked.once("current_prolog_flag(pid, Pid)") == {"Pid": worker.process.pid}
    assert forked.once("working_directory(D, D)")["D"] == Atom(worker._folder + "/")
    assert os.readlink(f"/proc/{worker.process.pid}/cwd") == worker._folder


def test_a_fork_has_nothing_of_the_others(forked):
    with Engine(fenced=True) as other:
        first, second = (
            sorted(os.readlink(f"/proc/{each._place._worker.process.pid}/fd/{number}") for number in numbers)
            for each in (forked, other)
            for numbers in [os.listdir(f"/proc/{each._place._worker.process.pid}/fd")]
        )
        assert len(first) == len(second)
        sockets = [{each for each in some if each.startswith("socket:")} for some in (first, second)]
        assert all(sockets)
        assert not sockets[0] & sockets[1]
        assert not any("pidfd" in each or "epoll" in each for each in first + second)


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGKILL])
def test_how_a_fork_ended_is_said(forked, number):
    job = forked.start("repeat, fail")
    while not job.progress():
        pass
    os.kill(forked._place._worker.process.pid, number)
    with pytest.raises(PrologCrashError, match=signal.Signals(number).name):
        job.result(10)
    assert forked.once("X = 1") == {"X": 1}


def test_how_a_fork_ended_is_said_where_ends_of_processes_are_ignored():
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        with Engine(fenced=True) as engine:
            forked = engine._place._worker.process
            forked.kill()
            assert forked.wait(10) == -signal.SIGKILL
            assert engine.once("X = 1") == {"X": 1}
            assert isinstance(engine._place._worker.process, Forked)
    finally:
        signal.signal(signal.SIGCHLD, before)


def test_a_signal_is_for_nobody_else():
    """The number of a process that has ended may be another's: signals go by its descriptor."""
    with Engine(fenced=True) as engine:
        forked = engine._place._worker.process
        assert forked.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            forked.wait(0.01)
        forked.kill()
        assert forked.wait(10) == forked.poll() == -signal.SIGKILL
        for _ in range(500):
            if not os.path.exists(f"/proc/{forked.pid}"):  # not a zombie either
                break
            time.sleep(0.01)
        else:
            pytest.fail("its number is kept")
        forked.kill()


def test_what_is_dropped_leaves_no_descriptor(forked):
    def opened():
        return len(os.listdir("/proc/self/fd"))

    before = opened()
    engine = Engine(fenced=True)
    process = engine._place._worker.process
    assert opened() > before
    process.kill()
    process.wait(10)
    process.leave()  # again
    engine.close()
    del engine, process
    gc.collect()
    for _ in range(500):  # the engine's thread closes them
        if opened() == before:
            return
        time.sleep(0.01)
    pytest.fail("some are open")


def test_what_cannot_be_forked_now_costs_the_others_nothing(forked):
    """Where there are too many processes, a new one is loaded, which may be possible, and the others stay."""
    forked.once("assertz(seen(1))")
    forks = server()
    loading = resource.prlimit(forks._process.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(forks._process.pid, resource.RLIMIT_NOFILE, (3, loading[1]))  # no descriptor for one more
    with Engine(fenced=True) as other:
        assert isinstance(other._place._worker.process, subprocess.Popen)
        assert other.once("X = 1") == {"X": 1}
    assert forks._process.poll() is None
    resource.prlimit(forks._process.pid, resource.RLIMIT_NOFILE, loading)
    with Engine(fenced=True) as other:
        assert isinstance(other._place._worker.process, Forked)
    assert forked.once("seen(X)") == {"X": 1}
    assert forked.restarts == 0


def test_engines_outlive_the_process_that_forked_them(forked):
    forked.once("assertz(seen(1))")
    gone = server()
    os.kill(gone._process.pid, signal.SIGKILL)
    gone._process.wait()
    assert forked.once("seen(X)") == {"X": 1}
    worker = forked._place._worker
    forked.start("thread_signal(main, (repeat, fail)), repeat, fail", Limits(inferences=10**14))
    worker.end()
    assert worker.process.returncode == -signal.SIGKILL


LEFT = """
import sys, time
from pybridge.swipl import Engine
from pybridge.limits import Limits
from pybridge.swipl.forks import Forks
Forks.possible = sys.argv[1] == "forked"
engine = Engine(fenced=True)
job = engine.start("thread_signal(main, (repeat, fail)), repeat, fail", Limits(inferences=10**14))
worker = engine._place._worker
print(worker.process.pid, worker._folder, flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("how", ["forked", "loaded"])
def test_nothing_stays_of_a_python_that_is_killed(how):
    """Whatever Prolog is doing in its first thread, which listens to the engine."""
    with subprocess.Popen([sys.executable, "-c", LEFT, how], stdout=subprocess.PIPE, text=True) as python:
        number, folder = python.stdout.readline().split()
        time.sleep(0.2)
        python.kill()
    for _ in range(500):
        if not runs(number) and not (how == "forked" and os.path.exists(folder)):
            return
        time.sleep(0.01)
    os.kill(int(number), signal.SIGKILL)
    pytest.fail("it runs still, or its folder is there")


def runs(number):
    try:
        with open(f"/proc/{number}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_fork_of_python_leaves_all_to_its_parent(python):
    script = """
import os, sys
from pybridge.swipl import Engine
first = Engine(fenced=True)
folder = first._place._worker._folder
child = os.fork()
with Engine(fenced=True) as engine:
    assert engine.once("X = 1") == {"X": 1}
if not child:
    sys.exit(0)
assert os.waitpid(child, 0)[1] == 0
assert os.path.isdir(folder)
assert first.once("X = 1") == {"X": 1}
assert first.restarts == 0
"""
    shown = "import warnings; warnings.simplefilter('error', ResourceWarning)"
    hidden = "; warnings.simplefilter('ignore', DeprecationWarning)"  # of Python 3.12: it has threads
    done = python(shown + hidden + script)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_fork_of_python_waits_for_no_lock_of_its_parent(python):
    script = """
import os, threading
from pybridge.swipl import Engine, host, library, process, thread
for lock in (library._ASKING, host._only._starting, process._starting_forks, thread._creating):
    held = threading.Event()
    threading.Thread(target=lambda: (lock.__enter__(), held.set()), daemon=True).start()
    held.wait()
if not os.fork():
    with Engine(fenced=True) as engine:
        os._exit(engine.once("X = 1") != {"X": 1})
os._exit(os.waitstatus_to_exitcode(os.wait()[1]))
"""
    assert python(script).returncode == 0


def test_a_fork_has_the_processors_and_limits_of_its_python(forked):
    processors, limit = os.sched_getaffinity(0), resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        os.sched_setaffinity(0, {min(processors)})
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit[0] - 1, limit[1]))
        with Engine(fenced=True) as engine:
            number = engine._place._worker.process.pid
            assert os.sched_getaffinity(number) == {min(processors)}
            assert resource.prlimit(number, resource.RLIMIT_NOFILE)[0] == limit[0] - 1
    finally:
        os.sched_setaffinity(0, processors)
        resource.setrlimit(resource.RLIMIT_NOFILE, limit)


def test_a_process_that_forks_no_more_is_replaced(forked):
    gone = server()
    os.kill(gone._process.pid, signal.SIGKILL)
    gone._process.wait()
    assert forked.once("X = 1") == {"X": 1}  # nobody needed it any longer
    with Engine(fenced=True) as engine:
        assert isinstance(engine._place._worker.process, Forked)
        assert engine.once("X = 2") == {"X": 2}
    assert server() is not gone


def test_what_cannot_be_forked_is_loaded(monkeypatch):
    def fails(*arguments):
        raise ConnectionResetError

    monkeypatch.setattr(Forks, "fork", fails)
    with Engine(fenced=True) as engine:
        assert isinstance(engine._place._worker.process, subprocess.Popen)
        assert engine.once("X = 1") == {"X": 1}
        assert engine.fences


def test_what_fails_before_its_first_fork_is_not_tried_again(monkeypatch):
    monkeypatch.setattr(Forks, "_program", "raise SystemExit")
    tried = set()
    for _ in range(3):
        with Engine(fenced=True) as engine:
            assert isinstance(engine._place._worker.process, subprocess.Popen)
            assert engine.once("X = 1") == {"X": 1}
            tried.add(server())
    assert len(tried) == 1


def test_a_fork_has_the_priority_of_its_thread_and_one_process_forks_for_all(forked):
    """One that was begun by a thread that gives way is of no use to the others."""
    found = {}

    def look(name):
        with Engine(fenced=True) as engine:
            found[name] = os.getpriority(os.PRIO_PGRP, engine._place._worker.process.pid)

    with Engine(fenced=True, background=True) as engine:
        found["background"] = os.getpriority(os.PRIO_PGRP, engine._place._worker.process.pid)
    look("here")
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    assert found == {"background": min(LAST, ours + BEHIND), "here": ours}
    assert [nice for each, nice in process._forking.items() if not each.over()] == [ours]


def test_helpers_of_a_nice_process_are_nicer_than_it():
    program = """if True:
        import os, threading
        from pybridge.priority import give_way

        def told():
            give_way()
            print(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

        os.nice(7)
        threading.Thread(target=told).start()
    """
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert int(done.stdout) == min(LAST, os.getpriority(os.PRIO_PROCESS, 0) + 7 + BEHIND)


def test_engines_outlive_the_environment_that_they_were_begun_in(monkeypatch):
    with Engine(fenced=True) as first:
        first.once("assertz(seen(1))")
        before = server()
        monkeypatch.setenv("LD_LIBRARY_PATH", "/nowhere")
        with Engine(fenced=True) as second:
            assert server() is not before
            assert second.once("getenv('LD_LIBRARY_PATH', Path)") == {"Path": Atom("/nowhere")}
        assert first.once("seen(X)") == {"X": 1}
        assert first.restarts == 0
        number = first._place._worker.process.pid
    del first
    gc.collect()
    assert before._process.wait(10) == 0
    assert not os.path.exists(f"/proc/{number}")


def test_files_are_loaded_once_for_all(monkeypatch):
    process.prepare_fenced("rules/puzzle", "bridge/classic")
    loaded = "module_property(pybridge_rules_puzzle, file(_)), module_property(pybridge_classic, file(_))"
    for _ in range(2):
        with Engine(fenced=True) as engine:
            assert engine.once(loaded) == {}
            assert isinstance(engine._place._worker.process, Forked)
    assert len(process._forking) == 1


@pytest.mark.slow
def test_a_limit_of_memory_is_that_of_the_fork_alone(forked):
    with Engine(fenced=True, memory=1 << 30) as small:
        with open(f"/proc/{small._place._worker.process.pid}/limits") as limits:
            line = next(line for line in limits if line.startswith("Max address space"))
        assert line.split()[3] == str(1 << 30)
        with pytest.raises(PrologError):
            small.once("numlist(1, 100000000, L), length(L, N)", Limits(memory=8 << 30))
    assert forked.once("X = 1") == {"X": 1}
