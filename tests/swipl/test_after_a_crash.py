"""What was loaded into a process that is gone can be let go, and hides no error."""

import os
import signal
import time
from pathlib import Path

import pytest

from pybridge.errors import PrologCrashError, PrologError
from pybridge.facts import find
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.swipl import Engine
from tests.samples import sample

CRASH = "current_prolog_flag(pid, Pid), format(atom(Kill), 'kill -9 ~w', [Pid]), shell(Kill)"


def kill(engine: Engine, *, seen: bool = True) -> None:
    """Kill the engine's process; unless it is `seen`, the next request is the first to notice."""
    process = engine._place._worker.process
    os.kill(process.pid, signal.SIGKILL)
    if seen:
        process.wait()


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "program.pl"
    path.write_text("degree(Cell, N) :- neighbor(Cell, Cells), length(Cells, N).\n")
    return path


@pytest.mark.parametrize("seen", sample([True, False], quick=(True,)))
def test_a_module_of_a_killed_process_is_unloaded(apart, seen):
    for _ in range(3):
        module = apart.load_facts(find("seven"))
        kill(apart, seen=seen)
        module.unload()
        with pytest.raises(PrologError, match="was unloaded"):
            module.once("true")
        assert apart.once("X = 1") == {"X": 1}


def test_only_that_module_is_unloaded(apart, program):
    seven, eight = apart.load_facts(find("seven")), apart.load_facts(find("eight"))
    apart.load_program(program, beside=eight)
    kill(apart)
    seven.unload()
    assert eight.once("degree(4, N)") == {"N": 4}
    assert apart.restarts == 1
    eight.unload()
    with apart.load_facts(find("eight")) as again:
        assert again.once("neighbor(0, X)") == {"X": [1, 3]}
        with pytest.raises(PrologError, match="degree"):
            again.once("degree(4, N)")


def test_one_that_was_loaded_again_is_unloaded(apart):
    module = apart.load_facts(find("seven"))
    kill(apart)
    assert module.once("neighbor(0, X)") == {"X": [1, 4]}
    module.unload()
    assert apart.once(f"current_module({module.name})") is None


@pytest.mark.clock
def test_starting_another_process_is_not_time_of_the_goal(apart, monkeypatch):
    kill(apart)
    monkeypatch.setattr(apart._place, "_new", lambda new=apart._place._new: time.sleep(1) or new())
    assert apart.start("X = 1", Limits(seconds=0.5)).result(60).outcome is Outcome.SOLVED
    assert apart.restarts == 1


class Mine(Exception):
    pass


def raise_within(block, act) -> None:
    """Raise an error within a block after having done something there."""
    with block as held:
        act(held)
        raise Mine


def test_what_a_block_raises_is_raised(apart):
    with pytest.raises(Mine):
        raise_within(apart.load_facts(find("seven")), lambda _: kill(apart))
    with pytest.raises(Mine):
        raise_within(apart.iterate("member(X, [1, 2])"), lambda answers: (next(answers), kill(apart)))
    with pytest.raises(PrologCrashError, match="SIGKILL"), apart.load_facts(find("seven")):
        apart.once(CRASH)


@pytest.mark.parametrize("isolate", [False, True])
def test_what_a_block_of_a_closed_engine_raises_is_raised(isolate):
    engine = Engine(isolate=isolate)
    module = engine.load_facts(find("seven"))
    for block in (module, engine):
        with pytest.raises(Mine):
            raise_within(block, lambda _: engine.close())


def test_a_module_may_be_unloaded_within_its_block(engine):
    with engine.load_facts(find("seven")) as seven:
        seven.unload()
    with pytest.raises(Mine):
        raise_within(engine.load_facts(find("seven")), lambda seven: seven.unload())


def test_iterators_of_a_module_of_a_killed_process(apart):
    module = apart.load_facts(find("seven"))
    answers = module.iterate("neighbor(Cell, _)")
    assert next(answers) == {"Cell": 0}
    kill(apart)
    module.unload()
    assert list(answers) == []


def test_no_goal_finds_half_of_what_was_loaded(apart, tmp_path):
    path = tmp_path / "trusted.pl"
    path.write_text("trusted(1).\n")
    apart.consult(path)
    module = apart.load_facts(find("seven"))
    away = path.rename(tmp_path / "away")
    kill(apart)
    for _ in range(2):
        with pytest.raises(PrologError, match="trusted"):
            module.once("neighbor(0, X)")
    Path(away).rename(path)
    assert module.once("neighbor(0, X)") == {"X": [1, 4]}
    assert apart.once("trusted(X)") == {"X": 1}
