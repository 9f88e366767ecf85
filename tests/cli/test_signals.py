"""SIGTERM and SIGHUP end a command as Ctrl-C does, and the exit code says which of them it was."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pexpect
import pytest

from tests.cli.conftest import Command, has_computed

ENDS = {signal.SIGTERM: 143, signal.SIGHUP: 129}
COUNT = ["--method", "plain"]


@pytest.fixture
def large(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The path of a board of 2 x 5, of which plain Python counts for ten seconds; nothing is kept of it."""
    path = str(tmp_path / "nine.pl")
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path / "tables"))
    assert command("facts", "2x5", "--out", path).code == 0
    return path


def defaults() -> None:
    """The parent of the tests may ignore signals, and so would its children."""
    for number in (signal.SIGINT, *ENDS):
        signal.signal(number, signal.SIG_DFL)


def begin(*arguments: str) -> "subprocess.Popen[str]":
    """A command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "pybridge", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=defaults,
    )


@pytest.mark.clock
@pytest.mark.slow
@pytest.mark.parametrize("number", ENDS)
def test_a_census_is_kept_and_gone_on_with(number: signal.Signals, command: Command, large: str) -> None:
    process = begin("census", large, *COUNT, "--json")
    try:
        has_computed(process, 2.5)
        process.send_signal(number)
        process.send_signal(number)  # `timeout` and a logout send two
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    told = json.loads(out)
    assert (process.returncode, told["outcome"], told["kept"]) == (ENDS[number], "interrupted", True)
    assert "Traceback" not in err
    went_on = command("census", large, *COUNT, "--time-limit", "0.5")
    assert f"resumed after distance {told['levels'][-1]['distance']}" in " ".join(went_on.out.split())


@pytest.mark.clock
@pytest.mark.parametrize(
    ("number", "arguments"),
    [
        (signal.SIGTERM, ["ids"]),
        pytest.param(signal.SIGHUP, ["ids", "--engine", "python"], marks=pytest.mark.slow),
        pytest.param(signal.SIGTERM, ["ids", "--isolate"], marks=pytest.mark.slow),
        pytest.param(signal.SIGHUP, ["compare", "seven", "--program", "ids"], marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_searches_tell_what_is_proved(number: signal.Signals, arguments: list[str]) -> None:
    process = begin(*arguments)
    try:
        has_computed(process, 1.5)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, err) == (ENDS[number], "")
    assert "interrupted" in out


@pytest.mark.clock
@pytest.mark.slow
def test_a_build_leaves_nothing(large: str, tmp_path: Path) -> None:
    process = begin("tables", "build", "fifteen", "--heuristic", "pdb:7-8")
    try:
        has_computed(process, 1.0)
        process.terminate()
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    lines = [line for line in err.splitlines() if "compiling for the first use" not in line]
    assert (process.returncode, out, lines) == (143, "", ["pybridge: interrupted"])
    assert not list((tmp_path / "tables").glob("*.part"))


@pytest.mark.clock
@pytest.mark.slow
def test_a_closed_terminal_loses_nothing(command: Command, large: str) -> None:
    census = ["-m", "pybridge", "census", large, *COUNT]
    child = pexpect.spawn(sys.executable, census, encoding="utf-8", timeout=60, preexec_fn=defaults)
    child.expect("1,814,400 states, .* Ctrl-C stops")
    child.expect(r"distance \d+")
    time.sleep(3)
    os.close(child.child_fd)
    _, status = os.waitpid(child.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 129
    went_on = command("census", large, *COUNT, "--time-limit", "0.5")
    assert "resumed after distance" in " ".join(went_on.out.split())


def test_what_is_to_be_ignored_is_ignored() -> None:
    program = """
import os, signal, sys
signal.signal(signal.SIGHUP, signal.SIG_IGN)
from pybridge.cli import EndingSignals
signals = EndingSignals()
os.kill(os.getpid(), signal.SIGHUP)
try:
    os.kill(os.getpid(), signal.SIGTERM)
except KeyboardInterrupt:
    print(signals.exit_code(130), signals.exit_code(0), signals.exit_code(60))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, preexec_fn=defaults)
    assert (done.returncode, done.stdout, done.stderr) == (0, "143 0 60\n", "")


@pytest.mark.slow
def test_no_signal_is_taken_from_who_uses_the_library() -> None:
    program = """
import signal, sys
from pybridge import census
from tests.solving import solve
from pybridge.cli import run
from pybridge.facts import find, read
facts = read(find("blocks3"))
census(facts), solve(facts, "ids", engine="prolog"), run(["puzzles", "--json"])
print([signal.getsignal(number) == signal.SIG_DFL for number in (signal.SIGTERM, signal.SIGHUP)], file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, preexec_fn=defaults)
    assert (done.returncode, done.stderr) == (0, "[True, True]\n")


def test_only_the_main_thread_takes_signals() -> None:
    from pybridge.cli import EndingSignals

    before = [signal.getsignal(number) for number in ENDS]
    codes: list[int] = []
    thread = threading.Thread(target=lambda: codes.append(EndingSignals().exit_code(130)))
    thread.start()
    thread.join()
    assert codes == [130]
    assert [signal.getsignal(number) for number in ENDS] == before


@pytest.mark.parametrize(("number", "code"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_a_signal_that_python_ignores_is_sent_again(number: str, code: int) -> None:
    """Python cannot raise in a callback of a garbage collection, of an import or of C."""
    program = f"""
import os, signal, time, weakref
from pybridge.cli import EndingSignals
class Referred: pass
def collected(_):
    os.kill(os.getpid(), signal.{number})
    came.append(1)
signals, referred, came = EndingSignals(), Referred(), []
reference = weakref.ref(referred, collected)
try:
    del referred
    came.append(2)
    time.sleep(10)
except KeyboardInterrupt:
    print("interrupted", came, signals.exit_code(130))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, preexec_fn=defaults)
    assert (done.stdout, done.stderr) == (f"interrupted [2] {code}\n", "")


def test_a_signal_is_not_lost_while_one_is_ignored() -> None:
    """Where a busy machine stops Python for longer than it takes to send the signal again."""
    program = """
import os, signal, threading, time, weakref
from pybridge.cli import EndingSignals
class Referred: pass
start = threading.Thread.start
def slowly(thread):
    start(thread)
    threading.Thread.start = start
    for _ in range(30):
        time.sleep(0.01)
threading.Thread.start = slowly
signals, referred = EndingSignals(), Referred()
reference = weakref.ref(referred, lambda _: os.kill(os.getpid(), signal.SIGTERM))
try:
    del referred
    time.sleep(10)
except KeyboardInterrupt:
    print("interrupted", signals.exit_code(130))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, preexec_fn=defaults)
    assert (done.stdout, done.stderr) == ("interrupted 143\n", "")


def test_a_handler_takes_no_lock() -> None:
    """It would wait for ever if another signal interrupted it while it has the lock."""
    program = """
import os, signal, threading
from pybridge.cli import EndingSignals
signals, notify_all = EndingSignals(), threading.Condition.notify_all
def interrupted(condition):
    os.kill(os.getpid(), signal.SIGHUP)
    notify_all(condition)
threading.Condition.notify_all = interrupted
try:
    os.kill(os.getpid(), signal.SIGTERM)
    print("not interrupted")
except KeyboardInterrupt:
    print("interrupted", signals.exit_code(130))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, preexec_fn=defaults, timeout=20
    )
    assert (done.stdout, done.stderr) == ("interrupted 143\n", "")


def test_signals_after_the_end_do_not_change_the_exit_code() -> None:
    program = """
import os, subprocess, sys
from pybridge.cli import EndingSignals
code = EndingSignals().exit_code(130)
subprocess.Popen(["sh", "-c", f"while kill -INT {os.getpid()}; do :; done"], stdout=-3, stderr=-3)
sys.exit(code)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, preexec_fn=defaults)
    assert (done.returncode, done.stderr) == (130, "")


def test_what_else_python_ignores_is_told() -> None:
    program = """
from pybridge.cli import EndingSignals
signals = EndingSignals()
class Failing:
    def __del__(self): raise ValueError("told")
del [Failing()][0]
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "ValueError: told" in done.stderr


def test_an_interrupt_in_a_text_that_python_runs_ends_with_a_code(tmp_path):
    """With -m, Python by itself kills itself by SIGINT. Named tuples and machine code are made by such texts."""
    (tmp_path / "command.py").write_text(
        "import sys\n"
        "from pybridge.cli import EndingSignals\n"
        "signals = EndingSignals()\n"
        "try:\n"
        "    exec('raise KeyboardInterrupt')\n"
        "except KeyboardInterrupt:\n"
        "    sys.exit(signals.exit_code(130))\n"
    )
    ended = subprocess.run([sys.executable, "-m", "command"], cwd=tmp_path, timeout=60)
    assert ended.returncode == 130
