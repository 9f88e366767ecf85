"""Engines in both places, and a Python of its own for what would change or end this one."""

import gc
import os
import subprocess
import sys
import time

import pytest

from pybridge.swipl import Engine


@pytest.fixture(scope="session", params=["here", "isolated"])
def engine(request):
    """An engine in each of the two places; what tests assert in it stays."""
    with Engine(isolate=request.param == "isolated") as prolog:
        yield prolog


@pytest.fixture(scope="session")
def here():
    """An engine in this process, whose database and threads are those of all others in it."""
    with Engine() as prolog:
        yield prolog


@pytest.fixture(params=["here", "isolated"])
def fresh(request):
    """An engine for one test, in each of the two places."""
    with Engine(isolate=request.param == "isolated") as prolog:
        yield prolog


@pytest.fixture
def apart():
    """An engine for one test, in a process that may end."""
    with Engine(isolate=True) as prolog:
        yield prolog


@pytest.fixture(scope="module", autouse=True)
def quick_collections():
    """Looking for garbage leaves out what other tests have left, which takes seconds."""
    gc.freeze()


@pytest.fixture
def python():
    """Run a script in another Python; further variables of the environment by name, None to leave one out."""
    return _python


def _python(script: str, timeout: float = 30.0, **variables: str | None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **{name: value for name, value in variables.items() if value is not None}}
    for name in [name for name, value in variables.items() if value is None]:
        environment.pop(name, None)
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", timeout=timeout, env=environment
    )


def until(condition, patience=10.0):
    """Wait until it holds."""
    deadline = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)
