"""What Prolog must not do to the process it lives in, each in a Python of its own."""

import pytest

from tests.samples import sample

PREPARE = "from pybridge.swipl import Engine\nengine = Engine()\n"


@pytest.mark.parametrize("variable", ["HOME", "XDG_CONFIG_HOME"])
def test_the_users_init_file_is_not_loaded(python, tmp_path, variable):
    mark = tmp_path / "mark"
    folder = tmp_path / (".config/swi-prolog" if variable == "HOME" else "swi-prolog")
    folder.mkdir(parents=True)
    init = folder / "init.pl"
    init.write_text(f":- open('{mark}', write, S), close(S).\n")
    variables = {"XDG_CONFIG_HOME": None, variable: str(tmp_path)}
    done = python(PREPARE + "print(engine.once('X = 1'))", **variables)
    assert (done.returncode, done.stdout, done.stderr) == (0, "{'X': 1}\n", "")
    assert not mark.exists()
    plain = python("import subprocess; subprocess.run(['swipl', '-g', 'true', '-t', 'halt'])", **variables)
    assert plain.returncode == 0
    assert mark.exists(), "plain swipl would have loaded it"


@pytest.mark.parametrize("code", sample([0, 7, 130], quick=(7,)))
@pytest.mark.parametrize("goal", ["repeat, fail", "catch((repeat, fail), _, (repeat, fail))", "true"])
def test_the_exit_code_is_kept(python, code, goal):
    script = f"{PREPARE}import sys\njob = engine.start({goal!r})\nengine.once  # never asked\nsys.exit({code})"
    done = python(script)
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")


def test_an_exception_ends_python_as_ever(python):
    done = python(PREPARE + "engine.start('repeat, fail')\nraise ValueError('mine')")
    assert done.returncode == 1
    assert done.stderr.endswith("ValueError: mine\n")
    assert "WARNING" not in done.stderr


def test_sys_exit_is_left_alone(python):
    done = python("import sys\nleave = sys.exit\n" + PREPARE + "print(sys.exit is leave)")
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_nothing_of_pyswip_runs_at_exit(python):
    script = """
import atexit
registered = []
keep = atexit.register
atexit.register = lambda function: (registered.append(function), keep(function))[1]
unregistered = []
drop = atexit.unregister
atexit.unregister = lambda function: (unregistered.append(function), drop(function))[1]
from pybridge.swipl import Engine
Engine().once("true")
pyswips = [each for each in registered if each.__module__.startswith("pyswip")]
print(len(pyswips) > 0, all(each in unregistered for each in pyswips))
"""
    assert python(script).stdout == "True True\n"


@pytest.mark.parametrize("locale", ["C", "POSIX", "C.UTF-8"])
def test_any_locale(python, locale, tmp_path):
    path = tmp_path / "日本.pl"
    path.write_text("block('赤い'). glyph(1, \"┌\").\n", encoding="utf-8")
    script = f"""
import sys
sys.stdout.reconfigure(encoding="utf-8")
{PREPARE}
print(engine.once("X = '日本', atom_length(X, N), string_codes(S, [0x250C])"))
engine.once("pybridge:prepare(bridge/fact_file)")
print(engine.once("pybridge_fact_file:read_facts({str(path)!r}, Facts, Faults)"))
"""
    done = python(script, LC_ALL=locale, LANG=None, PYTHONUTF8="1")
    assert not done.stderr
    assert done.stdout.splitlines() == [
        "{'X': Atom(name='日本'), 'N': 2, 'S': '┌'}",
        "{'Facts': [Compound(functor='block', args=(Atom(name='赤い'),)), "
        "Compound(functor='glyph', args=(1, '┌'))], 'Faults': []}",
    ]


def test_the_environment_is_left_alone(python):
    script = "import os\nbefore = dict(os.environ)\n" + PREPARE + "print(dict(os.environ) == before)"
    assert python(script, LIBSWIPL_PATH=None, SWI_HOME_DIR=None).stdout == "True\n"


@pytest.mark.clock
def test_interrupt_reaches_python_while_prolog_runs(python):
    script = """
import os, signal, threading, time
from pybridge.swipl import Engine
engine = Engine()
engine.once("true")
threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
begun = time.monotonic()
try:
    engine.once("repeat, fail")
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - begun < 2)
print(engine.once("X = 1"))
"""
    assert python(script).stdout == "interrupted True\n{'X': 1}\n"


def test_prolog_never_reads_standard_input(python):
    done = python(PREPARE + "print(engine.once('catch(no_such_thing, _, true)'))")
    assert (done.returncode, done.stdout) == (0, "{}\n")


def test_stack_size_of_other_threads_is_left_alone(python):
    done = python("import threading\n" + PREPARE + "print(threading.stack_size())")
    assert done.stdout == "0\n"
