"""What pybridge returns and raises can be sent from one process to another, and arrives as it was."""

import dataclasses
import importlib
import inspect
import pickle
import pkgutil
import subprocess
import sys
from fractions import Fraction

import pytest

import pybridge
from pybridge import census, errors
from pybridge.agreement import compare
from pybridge.engines import begin
from pybridge.errors import Fault, FaultKind, PybridgeError
from pybridge.facts import find, read, read_text
from pybridge.heuristics.manhattan import explain
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import PieceMove, Pruning, Reason
from pybridge.report import report
from pybridge.search.task import Task
from pybridge.swipl import Atom, Compound, Engine, Other, find_installation
from tests.solving import solve

EIGHT = read(find("eight"))
BLOCKS = read(find("blocks3"))
TERM = Compound("error", (Compound("type_error", (Atom("integer"), "text")), Other("_123")))
FAULTS = [Fault("a.pl", 3, 7, FaultKind.UNKNOWN_CELL, "no such cell"), Fault("a.pl", 4, 1, FaultKind.WRONG_TILES, "2")]
ERRORS = [
    *(kind("what is wrong, and what is right") for kind in (PybridgeError, *PybridgeError.__subclasses__())
      if kind is not errors.FactFileError),
    errors.FactFileError(FAULTS),
    errors.FactFileError(FAULTS[1:]),
    *(kind("Type error: `integer' expected", "error(type_error(integer,\"text\"),_)", TERM)
      for kind in (errors.PrologError, errors.ProgramError, errors.PrologCrashError)),
    *(errors.PrologLimitError(outcome, [{"X": 1, "Y": TERM}]) for outcome in Outcome if outcome.exit_code),
]  # fmt: skip


def family(kind):
    """The class and all that inherit from it."""
    return {kind}.union(*map(family, kind.__subclasses__()))


def modules():
    for module in pkgutil.walk_packages(pybridge.__path__, "pybridge."):
        if not module.name.endswith(".__main__"):
            yield importlib.import_module(module.name)


def value_classes():
    """All dataclasses and named tuples of pybridge of which there can be values."""
    for each in {each for module in modules() for each in vars(module).values() if inspect.isclass(each)}:
        ours = each.__module__.startswith("pybridge.") and not inspect.isabstract(each)
        if ours and (dataclasses.is_dataclass(each) or hasattr(each, "_fields")):
            yield each


def fields_of(kind):
    return kind._fields if hasattr(kind, "_fields") else [each.name for each in dataclasses.fields(kind)]


def everything_of(error):
    return type(error), error.args, str(error), vars(error), error.exit_code


def test_every_error_has_an_example():
    assert len(list(modules())) > 100
    assert {type(error) for error in ERRORS} == family(PybridgeError)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_errors(protocol):
    again = pickle.loads(pickle.dumps(ERRORS, protocol))
    alone = [pickle.loads(pickle.dumps(error, protocol)) for error in ERRORS]
    assert [*map(everything_of, alone)] == [*map(everything_of, again)] == [*map(everything_of, ERRORS)]


POOL = """
import multiprocessing, pickle, sys

def fail(error):
    raise error

def again(pool, error):
    try:
        pool.apply(fail, (error,))
    except type(error) as raised:
        return raised

if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        errors = pickle.load(file)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        errors = [again(pool, error) for error in errors]
    for error in errors:
        error.__cause__ = None
    with open(sys.argv[1], "wb") as file:
        pickle.dump(errors, file)
"""


def test_errors_raised_in_a_pool(tmp_path):
    script, sent = tmp_path / "pool.py", tmp_path / "errors"
    script.write_text(POOL)
    sent.write_bytes(pickle.dumps(ERRORS))
    done = subprocess.run([sys.executable, script, sent], capture_output=True, encoding="utf-8", timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert [*map(everything_of, pickle.loads(sent.read_bytes()))] == [*map(everything_of, ERRORS)]


def test_every_kind_of_value():
    """Whatever the fields hold: here their names."""
    kinds = list(value_classes())
    assert {Task, Compound, Fault, PieceMove} < set(kinds)
    for kind in kinds:
        names = fields_of(kind)
        value = kind(*names) if issubclass(kind, tuple) else object.__new__(kind)
        if not issubclass(kind, tuple):
            for name in names:
                object.__setattr__(value, name, name)
        again = pickle.loads(pickle.dumps(value))
        assert (type(again), [getattr(again, name) for name in names]) == (kind, [*names])


def results():
    """What calls return, with all that is in it."""
    task = Task(
        facts=EIGHT,
        start_name=EIGHT.starts[0][0],
        start=EIGHT.starts[0][1],
        program="ida_star",
        limits=Limits(9.0, None, 1 << 40),
        pruning=Pruning.INVERSE,
    )
    run = begin(task, "python")
    while not run.wait(0.1):
        pass
    solution = run.result()
    yield from (EIGHT, BLOCKS, task, run.progress(), solution)
    yield compare(EIGHT, *EIGHT.starts[0], [solution, solve(EIGHT, "ids_low", engine="python")])
    yield report(task, solution, compare(EIGHT, *EIGHT.starts[0], [solution]))
    yield solve(EIGHT, "ids_low", start="2 1 3 4 5 6 7 8 0")
    yield census(read(find("seven")), method="plain", most=3)
    yield census(BLOCKS, method="plain")
    yield explain(EIGHT, EIGHT.starts[0][1], 0, 12)
    yield find_installation()
    with Engine() as prolog:
        yield prolog.start("X = f(-1, 2.5, 1r3, \"s\", 'A', [1, _])").result()


def test_results():
    for value in results():
        again = pickle.loads(pickle.dumps(value))
        assert (type(again), again) == (type(value), value)
        assert repr(again) == repr(value)


def test_a_reason_keeps_both_its_wordings():
    reason = Reason("tile A cannot reach cell 3", "tile 1 cannot reach cell 3", names_cells=True)
    again = pickle.loads(pickle.dumps(reason))
    assert (type(again), str(again), vars(again)) == (Reason, str(reason), vars(reason))


def test_numbers_that_python_writes_unwillingly():
    for value in (10**5000, Fraction(1, 3**9000), Compound("f", (2**70, float("inf")))):
        assert pickle.loads(pickle.dumps(value)) == value


def test_faults_of_a_file_that_was_read():
    with pytest.raises(errors.FactFileError) as raised:
        read_text("puzzle(a, sliding_tiles, X).\nfoo(1).\n")
    assert everything_of(pickle.loads(pickle.dumps(raised.value))) == everything_of(raised.value)
