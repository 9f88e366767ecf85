"""However Python ends, it ends cleanly: the right exit code, nothing on standard error, nothing left running."""

import pytest

from tests.samples import sample

STATES = {
    "nothing asked": "",
    "goal answered": "engine.once('X = 1')",
    "goal running": "job = engine.start('repeat, fail')",
    "goal that catches everything": "job = engine.start('catch((repeat, fail), _, (repeat, fail))')",
    "goal waiting": "job = engine.start('thread_get_message(never)')",
    "iterator abandoned": "answers = engine.iterate('between(1, inf, X)'); next(answers)",
    "iterator running": "import threading; answers = engine.iterate('member(X, [1]) ; repeat, fail'); next(answers); "
    "threading.Thread(target=lambda: next(answers), daemon=True).start()",
    "iterator dropped": "next(engine.iterate('between(1, inf, X)'))",
    "goal cancelled": "job = engine.start('repeat, fail'); job.cancel()",
    "engine closed": "engine.close()",
    "engine closed while running": "job = engine.start('repeat, fail'); engine.close()",
    "engine dropped": "engine = None",
    "engine dropped while running": "job = engine.start('repeat, fail'); engine = None",
    "limit reached": "engine.start('repeat, fail', Limits(seconds=0.01)).result()",
    "error": "engine.start('throw(ball)')",
    "function running": "import time; engine.define('slow', lambda: time.sleep(60)); job = engine.start('slow(_)')",
}


@pytest.mark.parametrize("isolate", [False, True], ids=["here", "isolated"])
@pytest.mark.parametrize(
    "state",
    sample(STATES, quick=("goal answered", "goal running", "iterator abandoned", "engine dropped", "limit reached")),
)
def test_the_exit_code(python, state, isolate):
    script = f"""
import sys
from pybridge.swipl import Engine, Limits
engine = Engine(isolate={isolate})
{STATES[state]}
sys.exit(7)
"""
    done = python(script)
    assert (done.returncode, done.stdout, done.stderr) == (7, "", "")


@pytest.mark.parametrize("isolate", [False, True], ids=["here", "isolated"])
@pytest.mark.parametrize(
    "state", sample(["goal running", "iterator abandoned", "function running"], quick=("goal running",))
)
def test_an_exception(python, state, isolate):
    script = f"""
from pybridge.swipl import Engine, Limits
engine = Engine(isolate={isolate})
{STATES[state]}
raise ValueError("mine")
"""
    done = python(script)
    assert done.returncode == 1
    assert done.stderr.endswith("ValueError: mine\n")
    assert done.stderr.count("\n") < 8


@pytest.mark.slow
@pytest.mark.parametrize("isolate", [False, True], ids=["here", "isolated"])
@pytest.mark.parametrize("workers", ["0", "2"], ids=["pytest", "pytest -n 2"])
def test_under_pytest(python, tmp_path, isolate, workers):
    """Tests that leave goals running and iterators open, one of them failing."""
    (tmp_path / "test_some.py").write_text(
        f"""
import pytest
from pybridge.swipl import Engine

@pytest.fixture(scope="session")
def engine():
    return Engine(isolate={isolate})

@pytest.mark.parametrize("number", range(6))
def test_answer(engine, number):
    assert engine.once(f"X is {{number}} + 1") == {{"X": number + 1}}
    keep.append(engine.iterate("between(1, inf, X)"))
    assert next(keep[-1]) == {{"X": 1}}

def test_wrong(engine):
    assert engine.once("X = 1") == {{"X": 2}}

def test_running():
    keep.append(Engine(isolate={isolate}).start("repeat, fail"))

keep = []
""",
        encoding="utf-8",
    )
    script = f"""
import sys, pytest
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "-n", "{workers}", "-W", "error", {str(tmp_path)!r}]))
"""
    done = python(script, timeout=120)
    assert done.returncode == 1
    assert "1 failed, 7 passed" in done.stdout
    assert "warning" not in done.stdout.lower()
    assert done.stderr == ""


@pytest.mark.parametrize("isolate", [False, True], ids=["here", "isolated"])
def test_warnings_are_no_secret(python, isolate):
    """Nothing is left open that Python would complain of, if asked to complain."""
    script = f"""
import gc
from pybridge.swipl import Engine
for _ in range(3):
    with Engine(isolate={isolate}) as engine:
        next(engine.iterate("between(1, inf, X)"))
engine = Engine(isolate={isolate})
engine.start("repeat, fail")
gc.collect()
"""
    done = python(f"import sys\nsys.warnoptions.append('always')\n{script}", PYTHONWARNINGS="always", PYTHONDEVMODE="1")
    assert (done.returncode, done.stderr) == (0, "")
