"""The fence of an engine for programs that are not trusted: when it stands, what it leaves, what it says."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from pybridge.errors import PrologError
from pybridge.facts import find
from pybridge.facts.catalogue import prolog_folder
from pybridge.limits import Limits
from pybridge.swipl import Atom, Engine

HARMLESS = "double(X, Y) :- Y is 2 * X.\n"


@pytest.fixture
def harmless(tmp_path):
    path = tmp_path / "harmless.pl"
    path.write_text(HARMLESS)
    return path


@pytest.fixture(scope="module")
def fenced():
    with Engine(fenced=True) as engine:
        yield engine


def layers_of_this_system():
    """What a fresh process can raise; the kernel is asked in another way than the fence asks it."""
    with open("/proc/self/status") as status:
        return "Seccomp:" in status.read()


def test_an_engine_is_fenced_when_its_first_program_comes(harmless):
    with Engine(isolate=True) as engine:
        assert not engine.fenced
        assert engine.fences == ()
        facts = engine.load_facts(find("eight"))
        engine.define("triple", lambda number: 3 * number)
        program = engine.load_program(harmless, beside=facts)
        assert engine.fenced
        assert engine.restarts == 0
        assert program.once("double(2, X), neighbor(0, Cells)") == {"X": 4, "Cells": [1, 3]}
        assert engine.once("triple(5, X)") == {"X": 15}
        assert ("seccomp" in engine.fences) == layers_of_this_system()


def test_at_exit_a_process_ends_before_its_folder_goes(python):
    """One that was still loading complained of that."""
    script = """
import os
from pybridge.swipl import process
kill = process.Worker.kill
def noted(worker):
    print(os.path.isdir(worker._folder))
    kill(worker)
process.Worker.kill = noted
worker = process.Worker(process.find_installation(), None, [])
"""
    done = python(script)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")


@pytest.mark.slow
def test_it_still_computes(fenced):
    assert fenced.once("use_module(library(ugraphs)), vertices_edges_to_ugraph([a], [], X)") is not None
    assert fenced.once("call_with_time_limit(1, true), thread_create(true, _T), thread_join(_T)") == {}
    assert fenced.once("garbage_collect, garbage_collect_atoms, garbage_collect_clauses") == {}
    assert fenced.once("length(L, 300000), msort(L, M), length(M, N)", Limits(seconds=20))["N"] == 300_000
    assert fenced.once("format(atom(A), '~w~a', [1, b])") == {"A": Atom("1b")}


def test_its_environment_and_folder_are_empty(fenced):
    variables = {each.args[0].name for each in fenced.once("environ(X)")["X"]}
    assert variables <= {"LIBSWIPL_PATH", "SWI_HOME_DIR", "LC_CTYPE", "LD_LIBRARY_PATH"}
    folder = Path(fenced.once("working_directory(D, D)")["D"].name)
    assert list(folder.iterdir()) == []
    assert folder != Path.cwd()


def test_a_killed_process_is_replaced_by_a_fenced_one(harmless):
    with Engine(fenced=True) as engine:
        program = engine.load_program(harmless)
        job = program.start("double(2, _)")
        job.result(10)
        stubborn = engine.start("sleep(60)")
        stubborn.cancel()
        stubborn.result(10)
        assert program.once("double(2, X)") == {"X": 4}
        assert engine.fences


def test_trusted_files_beside_untrusted_programs(harmless, tmp_path):
    trusted = [tmp_path / name for name in ("first.pl", "second.pl")]
    for path in trusted:
        path.write_text(f"trusted({path.stem}).\n" if path.stem == "first" else "again(X) :- trusted(X).\n")
    with Engine(isolate=True) as engine:
        engine.consult(trusted[0])
        program = engine.load_program(harmless)
        assert engine.fenced
        engine.consult(trusted[1])
        assert engine.once("again(X)") == {"X": Atom("first")}
        assert program.once("double(2, X)") == {"X": 4}
        with pytest.raises(PrologError, match="No permission"):
            engine.once("open(F, read, _)", values={"F": str(harmless)})


def test_the_commands_run_a_program_behind_the_fence(tmp_path):
    """A program cannot be made to break out here, so look at the process that it runs in."""
    text = (prolog_folder() / "seven.pl").read_text(encoding="utf-8")
    program = tmp_path / "mine.pl"
    loop = "endless(N) :- M is N + 1, endless(M).\n"
    program.write_text(text.replace("ids_low :-", "ids_low :-\n    endless(0).\nids_low :-") + loop)
    command = [sys.executable, "-m", "pybridge", "ids_low", "eight", "--program", str(program), "--time-limit", "20"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        status = next(_statuses_of_descendants(process.pid))
    finally:
        process.terminate()
        process.wait(20)
    assert "NoNewPrivs:\t1" in status
    assert "Seccomp:\t2" in status


def _statuses_of_descendants(parent):
    """The status of a process that this one has started, or one of those, once it runs Prolog."""
    for _ in range(600):
        for child in _descendants(parent):
            status = Path(f"/proc/{child}/status").read_text()
            if "Threads:\t1\n" not in status and "Seccomp:\t2" in status:
                yield status
        time.sleep(0.05)


def _descendants(parent):
    for children in Path(f"/proc/{parent}/task").glob("*/children"):
        for child in children.read_text().split():
            yield child
            yield from _descendants(child)
