"""What a fenced process prints arrives where this process prints, whole and in order; no open file is shared."""

import os
import pty
import re
import signal
import subprocess
import sys

import pytest

PRINTING = """
import os, sys
from pybridge.errors import PrologError, PrologLimitError
from pybridge.limits import Limits
from pybridge.swipl import Engine

def attempt(goal, limits=Limits(seconds=2)):
    try:
        return engine.once(goal, limits)
    except PrologError as error:
        return error

with Engine(fenced=True) as engine:
    os.write(1, b"first\\n")
"""

# What would move, read or overwrite the output of the parent if its open files were shared.
MOVES = [
    "stream_property(S, alias(user_output)), seek(S, 0, bof, _), format(S, 'over', []), flush_output(S)",
    "stream_property(S, alias(user_error)), seek(S, 0, bof, _), format(S, 'over', []), flush_output(S)",
    "open('/proc/self/fd/1', read, S), read_string(S, 5, _)",
    "open('/proc/self/fd/2', read, S), read_string(S, 5, _)",
    "open('/dev/stdout', read, S), read_string(S, 5, _)",
]


def start(body, **streams):
    """A process that runs `body` with a fenced engine, after it has printed a line."""
    return subprocess.Popen([sys.executable, "-c", PRINTING + body], text=True, **streams)


@pytest.mark.parametrize("goal", MOVES)
def test_a_goal_does_not_move_output_that_goes_to_a_file(tmp_path, goal):
    path = tmp_path / "out"
    with path.open("w") as out:
        process = start(f"    attempt({goal!r})\n    os.write(1, b'last\\n')\n", stdout=out, stderr=out)
        assert process.wait(60) == 0
    assert path.read_text() == "first\nlast\n"


@pytest.mark.parametrize("goal", MOVES)
def test_a_goal_does_not_take_output_from_a_pipe(goal):
    process = start(
        f"    attempt({goal!r})\n    os.write(1, b'last\\n')\n", stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    process.wait(60)  # nobody reads until it has ended
    assert process.communicate() == ("first\nlast\n", None)


OPEN_FILES = """
    def opened(process):
        status = [os.stat(f"/proc/{process}/fd/{number}") for number in (0, 1, 2, *range(3, 100))
                  if os.path.exists(f"/proc/{process}/fd/{number}")]
        return {(each.st_dev, each.st_ino) for each in status}

    process = engine.once("current_prolog_flag(pid, P)")["P"]
    nothing = os.stat(os.devnull)
    shared = opened(os.getpid()) & opened(process) - {(nothing.st_dev, nothing.st_ino)}
    os.write(1, b"shared\\n" if shared else b"none\\n")
"""


@pytest.mark.parametrize("kind", ["file", "pipe", "terminal"])
def test_no_open_file_is_shared(tmp_path, kind):
    """So nothing that is set for one, as whether a terminal waits for input, is set for the other."""
    if kind == "terminal":
        reading, writing = pty.openpty()
    elif kind == "pipe":
        reading, writing = os.pipe()
    else:
        writing = os.open(tmp_path / "out", os.O_WRONLY | os.O_CREAT)
        reading = os.open(tmp_path / "out", os.O_RDONLY)
    assert start(OPEN_FILES, stdout=writing, stderr=writing).wait(60) == 0
    assert os.read(reading, 1000).split() == [b"first", b"none"]
    os.close(reading)
    os.close(writing)


def test_the_filter_lets_no_flags_of_open_files_be_set(python):
    done = python("""
import fcntl
from pybridge.swipl.fence import raise_fence
layers = raise_fence([])
assert fcntl.fcntl(1, fcntl.F_GETFL) >= 0
try:
    fcntl.fcntl(1, fcntl.F_SETFL, fcntl.fcntl(1, fcntl.F_GETFL))
    print("set", "seccomp" in layers)
except PermissionError:
    print("refused", "seccomp" in layers)
""")
    assert done.stdout in ("refused True\n", "set False\n"), done.stderr


LONG = "format('~`xt~300000|~n')"
ALTERNATELY = (
    "forall(between(1, 5000, N), ((N mod 2 =:= 0 -> S = user_output ; S = user_error), format(S, '~d~n', [N])))"
)


def test_what_goes_to_one_place_keeps_its_order():
    body = f"    attempt({ALTERNATELY!r})\n    os.write(1, b'last\\n')\n"
    process = start(body, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert process.communicate(timeout=60)[0].split() == ["first", *map(str, range(1, 5001)), "last"]


@pytest.mark.parametrize("blocking", [True, False])
def test_what_goes_to_two_places_is_whole(blocking):
    body = f"    os.set_blocking(1, {blocking})\n    attempt({ALTERNATELY!r})\n    attempt({LONG!r})\n"
    process = start(body, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = process.communicate(timeout=60)
    assert out.split() == ["first", *map(str, range(2, 5001, 2)), "x" * 300_000]
    assert err.split() == [*map(str, range(1, 5001, 2))]


def test_what_was_printed_before_a_crash_arrives():
    body = f"""
    engine.define("end", lambda process: os.kill(process, {int(signal.SIGSEGV)}))
    print(attempt("format('~`xt~50000|~n'), flush_output, current_prolog_flag(pid, P), end(P, _), repeat, fail"))
    """
    out, _ = start(body, stdout=subprocess.PIPE).communicate(timeout=60)
    assert out == f"first\n{'x' * 50_000}\nthe process of SWI-Prolog was ended by SIGSEGV\n"


ENDLESS = "repeat, format('~`xt~1000|~n'), fail"


def test_output_that_nobody_reads_can_be_stopped():
    body = f"    error = attempt({ENDLESS!r}, Limits(seconds=0.2))\n    print(error.outcome, file=sys.stderr)\n"
    process = start(body, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stderr.read() == "Outcome.TIME_LIMIT\n"
    assert process.stdout.read(6 + 1001) == "first\n" + "x" * 1000 + "\n"
    assert process.communicate(timeout=60)[1] == ""
    assert process.returncode == 0


def test_output_whose_reader_has_gone_ends_the_goal():
    body = f"    print(attempt({ENDLESS!r}, Limits(seconds=50)), engine.once('X = 1'), file=sys.stderr)\n"
    process = start(body, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read()
    assert re.search("io_error.write,.*(Broken pipe|Connection reset by peer)", err)
    assert err.endswith("{'X': 1}\n")
    assert process.wait(60) == 0


def test_output_may_be_closed():
    body = "    os.close(1)\n    os.close(2)\n    engine.fence(['/dev/zero'])\n    engine.once('print(x), nl')\n"
    process = start(body + "    os._exit(engine.once('X = 42')['X'])\n", stdout=subprocess.PIPE)
    assert process.communicate(timeout=60)[0] == "first\n"
    assert process.returncode == 42
