"""On a real terminal: the live view comes, goes, and leaves the trace; nothing is wider than the terminal."""

import sys

import pexpect
import pytest
from rich.text import Text

from tests.samples import sample


@pytest.mark.slow
@pytest.mark.parametrize("columns", sample([50, 80, 160], quick=(80,)))
def test_live_view_and_trace(columns: int) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "pybridge", "ids", "--time-limit", "1.5"],
        dimensions=(40, columns),
        encoding="utf-8",
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm-256color", "HOME": "/nonexistent"},
        timeout=30,
    )
    child.expect("Ctrl-C stops")
    child.expect("time limit reached")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 12


def test_colour_on_a_terminal_and_none_without() -> None:
    text, status = pexpect.run(
        f"{sys.executable} -m pybridge ids blocks3",
        withexitstatus=True,
        encoding="utf-8",
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm-256color"},
    )
    assert status == 0
    assert "\x1b[" in text
    assert "solved in 5 moves" in Text.from_ansi(text.replace("\r\n", "\n")).plain
    text, status = pexpect.run(
        f"{sys.executable} -m pybridge ids blocks3",
        withexitstatus=True,
        encoding="utf-8",
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm-256color", "NO_COLOR": "1"},
    )
    assert status == 0
    assert "\x1b[3" not in text
