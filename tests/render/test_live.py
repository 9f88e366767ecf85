"""The live view, in a pipe and on a real terminal."""

import os
import pty
import subprocess
import sys
import threading
import time
from io import StringIO
from pathlib import Path

import pexpect
import pytest
from rich.console import Console

import pybridge
from pybridge.render.console import THEME, console_on
from pybridge.render.live import FRAME, SearchMoment, stage, watch
from pybridge.search.solution import Iteration
from pybridge.search.task import Progress

HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"

SCRIPT = """
import sys, time
from pybridge.render.console import stderr_console
from pybridge.render.live import watch
from pybridge.search.solution import Iteration
from pybridge.search.task import Progress

class Run:
    waits = 0
    def wait(self, timeout):
        time.sleep(min(timeout, 0.02))
        self.waits += 1
        if self.waits == int(sys.argv[1]):
            raise KeyboardInterrupt
        return self.waits > 12
    def progress(self):
        done = tuple(Iteration(t, True, 0.1, 1000 + t, 2000 + t) for t in range(20, 20 + self.waits))
        return Progress(done, Iteration(20 + self.waits, False, 0.1, 77777, 88888), 123456789)

try:
    watch(Run(), stderr_console())
except KeyboardInterrupt:
    print("stopped by hand")
print("result")
"""


class Run:
    """A search that is over after this many waits."""

    def __init__(self, waits):
        self.waits = waits

    def wait(self, timeout):
        self.waits -= 1
        return self.waits <= 0

    def progress(self):
        return Progress((), None)


def on_terminal(interrupt_at):
    """What a script with a live view writes to a terminal and to its stdout, a pipe."""
    master, slave = pty.openpty()
    checkout = str(Path(pybridge.__file__).parent.parent)
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", "PYTHONPATH": checkout}
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(interrupt_at)], stdout=subprocess.PIPE, stderr=slave, env=environment
    )
    os.close(slave)
    seen = []
    reader = threading.Thread(target=_drain, args=(master, seen))
    reader.start()
    out, _ = process.communicate(timeout=60)
    reader.join(timeout=5)
    os.close(master)
    return b"".join(seen).decode(), out.decode()


def _drain(master, seen):
    try:
        while data := os.read(master, 65536):
            seen.append(data)
    except OSError:  # Linux: the other end is closed
        return


def test_a_pipe_stays_silent():
    file = StringIO()
    watch(Run(3), console_on(file))
    assert file.getvalue() == ""


def test_a_keyboard_interrupt_passes_through_a_pipe_too():
    run = Run(3)
    run.wait = lambda timeout: (_ for _ in ()).throw(KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        watch(run, console_on(StringIO()))


def test_the_live_view_shows_counters_and_leaves_nothing():
    seen, out = on_terminal(interrupt_at=0)
    assert "now" in seen
    assert "77,777" in seen
    assert "123,456,789 inferences" in seen
    assert seen.count(HIDE) == 1
    assert HIDE in seen[: seen.rindex(SHOW)]
    assert seen.rindex("\x1b[2K") > seen.rindex("inferences")
    assert out == "result\n"


def test_an_interrupt_gives_the_cursor_back():
    seen, out = on_terminal(interrupt_at=6)
    assert HIDE in seen[: seen.rindex(SHOW)]
    assert out == "stopped by hand\nresult\n"


def test_a_moment_shows_the_last_iterations_and_keeps_their_growth(shown):
    done = tuple(Iteration(t, True, 0.5, 2 ** (t // 2)) for t in range(10, 40))
    drawn = shown(SearchMoment(Progress(done, Iteration(40, False, 0.5, 7)), 3.25))
    assert drawn[0] == "19 earlier iterations"
    assert drawn[3].split() == ["29", "16,384", "2.00", "0.500"]
    assert drawn[-2].split() == ["40", "7", "0.500", "now"]
    assert drawn[-1].endswith(" to expand · 3.2 s · Ctrl-C stops")


@pytest.mark.parametrize("height", [2, 3, 5, 7, 8, 12, 30])
@pytest.mark.parametrize("width", [30, 40, 60, 100])
def test_a_moment_is_less_high_than_the_terminal(width, height):
    done = tuple(Iteration(t, True, 0.5, 2 ** (t // 2), 3**20) for t in range(10, 40))
    moment = SearchMoment(Progress(done, Iteration(40, False, 0.5, 7, 3**20), 10**9), 3.25)
    console = Console(width=width, height=height, file=StringIO(), theme=THEME)
    lines = console.render_lines(moment, pad=False)
    assert len(lines) < height
    assert height < 12 or any("now" in segment.text for line in lines for segment in line)


@pytest.mark.parametrize("height", [1, 2, 3])
def test_a_moment_before_the_first_iteration_fits_too(height):
    moment = SearchMoment(Progress((), None, preparing="tables of many tiles"), 3.25, "a puzzle with a long name")
    console = Console(width=20, height=height, file=StringIO(), theme=THEME)
    assert len(console.render_lines(moment, pad=False)) == max(1, height - 1)


def test_ctrl_z_gives_the_cursor_back():
    """In a shell with jobs; the program goes on when it is in the foreground again."""
    checkout = str(Path(pybridge.__file__).parent.parent)
    environment = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": checkout, "PS1": "$ "}
    bash = pexpect.spawn("bash", ["--norc", "-i"], env=environment, encoding="utf-8", timeout=60)
    try:
        bash.sendline(f"{sys.executable} -m pybridge ids_low fifteen --start rosetta --engine python")
        bash.expect_exact(HIDE)
        bash.expect_exact("Ctrl-C stops")
        bash.sendcontrol("z")
        bash.expect_exact(SHOW)
        bash.expect("Stopped")
        bash.sendline("fg")
        bash.expect_exact(HIDE)
        bash.expect_exact("Ctrl-C stops")
        bash.sendcontrol("c")
        bash.expect_exact(SHOW)
        bash.expect("interrupted")
    finally:
        bash.close(force=True)


def test_a_moment_before_the_first_iteration(shown):
    assert shown(SearchMoment(Progress((), None, 12), 0.5)) == ["12 inferences · 0.5 s · Ctrl-C stops"]
    assert shown(SearchMoment(Progress((), None, preparing="level 3"), 0.5)) == ["level 3 · 0.5 s · Ctrl-C stops"]


def test_what_is_searched_is_said_until_the_search_begins(shown):
    before = SearchMoment(Progress((), None, preparing="level 3"), 0.5, "cube, start four")
    assert shown(before) == ["cube, start four · level 3 · 0.5 s · Ctrl-C stops"]
    begun = shown(SearchMoment(Progress((), Iteration(4, False, 0.0, 7)), 0.5, "cube, start four"))
    assert begun[-1] == "0.5 s · Ctrl-C stops"


def test_a_moment_estimates_the_iteration_from_its_growth(shown):
    done = tuple(Iteration(threshold, True, 0.1, nodes, nodes) for threshold, nodes in ((20, 1_000), (22, 6_000)))
    drawn = shown(SearchMoment(Progress(done, Iteration(24, False, 2.0, 9_000, 50_000)), 2.2))
    # Source: 6,000 * 6 = 36,000, of which 9,000 are a quarter; 50,000 in 2 s.
    assert "25 % of about 36,000 to expand" in " ".join(drawn)
    assert "25,000 generated per second" in " ".join(drawn)


def test_a_file_that_gets_colors_gets_no_view(monkeypatch):
    """FORCE_COLOR, as many services for continuous integration set it, asks for colors alone."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    file = StringIO()
    watch(Run(5), console_on(file))
    with stage("Building a table"):
        time.sleep(2 * FRAME)
    assert file.getvalue() == ""


@pytest.mark.clock
def test_a_quick_search_draws_nothing():
    class Terminal(StringIO):
        def isatty(self):
            return True

    file = Terminal()
    begun = time.monotonic()
    watch(Run(1), console_on(file))
    assert file.getvalue() == ""
    assert time.monotonic() - begun < 1
