"""Ctrl-C: at any time, with what is proved so far, and never a traceback."""

import signal
import subprocess
import sys
import time

import pytest

from tests.samples import sample


@pytest.mark.parametrize("engine", ["prolog", "python"])
@pytest.mark.parametrize("after", sample([0.1, 0.4, 1.5], slow=(1.5,)))
def test_interrupt_ends_a_search(engine: str, after: float) -> None:
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
        out, err = process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode in (130, -signal.SIGINT)  # the latter before Python has set up anything
    assert "Traceback" not in err or "in main" not in err  # on a busy machine Python itself may still be starting
    if after > 1:
        assert process.returncode == 130
        assert "interrupted; no solution is shorter than" in out


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
