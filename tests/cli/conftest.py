"""Commands as a user types them: in this process for speed, or in one of their own where that matters."""

import contextlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import psutil
import pytest

from pybridge.cli import run
from pybridge.cli.hints import CALLED


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


Command = Callable[..., Result]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run a command in this process, as if it was called by its name, however the tests were."""
    monkeypatch.setenv(CALLED, "pybridge")

    def call(*arguments: str) -> Result:
        code = run(arguments)
        printed = capsys.readouterr()
        return Result(code, printed.out, printed.err)

    return call


@pytest.fixture
def process() -> Command:
    """Run a command in a process of its own, without a terminal."""

    def call(*arguments: str, **environment: str) -> Result:
        done = subprocess.run(
            [sys.executable, "-m", "pybridge", *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
            env={**os.environ, **environment},
        )
        return Result(done.returncode, done.stdout, done.stderr)

    return call


def has_computed(process: "subprocess.Popen[str]", seconds: float) -> None:
    """Wait until a command and its children have computed for this long, however busy the machine is, or it is over."""
    first, spent = psutil.Process(process.pid), 0.0
    while process.poll() is None and spent < seconds:
        time.sleep(0.05)
        with contextlib.suppress(psutil.NoSuchProcess):
            spent = sum(each.cpu_times().user for each in [first, *first.children(recursive=True)])


def data_of(path) -> dict:
    """The data of a page in a file."""
    return json.loads(re.search(r'id="data">(.*?)</script>', path.read_text(encoding="utf-8"), re.S)[1])
