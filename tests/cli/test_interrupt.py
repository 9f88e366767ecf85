"""Ctrl-C: at any time, with what is proved so far, and never a traceback."""

import signal
import subprocess
import sys
import time

import pytest


def interrupted(engine: str, after: float) -> tuple[int, str, str]:
    """The exit code, output and error output of a search that hears Ctrl-C after some seconds."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pybridge", "ids", "--engine", engine],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    return process.returncode, out, err


@pytest.mark.parametrize("engine", ["prolog", "python"])
@pytest.mark.parametrize("after", [0.1, 0.4])
def test_interrupt_ends_a_search(engine: str, after: float) -> None:
    code, _, err = interrupted(engine, after)
    starting = "Traceback" in err  # then Python itself has not reached our code yet
    assert not starting or "__main__.py" not in err
    assert starting or code in (130, -signal.SIGINT)


@pytest.mark.clock
@pytest.mark.slow
@pytest.mark.parametrize("engine", ["prolog", "python"])
def test_an_interrupted_search_says_what_is_proved(engine: str) -> None:
    after, code, out = 1.5, 0, ""
    while "interrupted; no solution is shorter than" not in out:
        assert after < 15
        code, out, err = interrupted(engine, after)
        assert (code, "Traceback" in err) == (130, False)
        after *= 2


def test_the_end_does_not_look_for_garbage() -> None:
    program = """
import atexit, gc, sys
atexit.register(lambda: print("frozen:", gc.get_freeze_count() > 0))
sys.argv[1:] = ["census", "blocks3", "--json"]
from pybridge.__main__ import main
main()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("frozen: True\n")
