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


@pytest.mark.parametrize("seconds", [0.005, 0.02, 0.03, 0.04, 0.06, 0.1])
def test_an_interrupt_while_prolog_starts(python, seconds):
    """As in a notebook, whose cell is run again."""
    script = f"""
import os, signal, threading
from pybridge.swipl import Engine
threading.Timer({seconds}, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    Engine()
    threading.Event().wait(10)
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(Engine().once("X = 1"))
"""
    done = python(script)
    assert (done.returncode, done.stdout) == (0, "interrupted\n{'X': 1}\n")


@pytest.mark.parametrize("isolate", [False, True], ids=["here", "isolated"])
def test_nobody_waits_while_python_ends(python, isolate):
    script = f"""
from pybridge.swipl import Engine
engine = Engine(isolate={isolate})
class Late:
    def __del__(self):
        engine.once("X = 1")
late = Late()
"""
    done = python(script)
    assert done.returncode == 0
    assert "Python is ending, and SWI-Prolog with it" in done.stderr


@pytest.mark.parametrize(("folder", "says"), [
    ("os.chdir(above); os.rmdir(above)", "a folder that was deleted"),
    ('os.mkdir(name := os.fsencode(above) + bytes([47, 255])); os.chdir(name)',
     "a folder whose name is not text in this locale"),
])  # fmt: skip
def test_a_folder_where_prolog_cannot_start(python, folder, says):
    script = f"""
import os, tempfile
from pybridge.swipl import Engine
from pybridge.errors import PrologError
above = tempfile.mkdtemp()
{folder}
try:
    Engine()
except PrologError as error:
    print(error)
print(Engine(isolate=True).once("X = 1"))
os.chdir("/")
print(Engine().once("X = 2"))
"""
    done = python(script)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        f"SWI-Prolog cannot start in {says}: change to another one",
        "{'X': 1}",
        "{'X': 2}",
    ]


def test_no_memory_for_a_thread(python):
    script = """
import resource
from pybridge.swipl import Engine
from pybridge.errors import PrologError
resource.setrlimit(resource.RLIMIT_AS, (300 << 20,) * 2)
try:
    Engine()
except PrologError as error:
    print(error)
"""
    done = python(script)
    assert done.stdout == "there is no memory for a thread of SWI-Prolog, which needs 256 MB of stack\n"


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
