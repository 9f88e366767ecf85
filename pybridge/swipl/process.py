"""The process of an isolated engine, seen from the engine's side."""

import atexit
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

from pybridge.errors import PrologCrashError, PrologError
from pybridge.swipl.host import Arguments
from pybridge.swipl.interface import Functions
from pybridge.swipl.library import Installation
from pybridge.swipl.wire import CALL, FAILED, PYTHON, RETURN, VALUE, Wire

_PATIENCE = 30.0  # seconds for a worker to start
_GOODBYE = 1.0  # seconds for a worker to end by itself


class Worker:
    """A process with SWI-Prolog, ready for calls. Raises PrologCrashError if it does not start."""

    def __init__(self, installation: Installation, memory: int | None, readable: list[str] | None) -> None:
        """Start the process; with `readable`, fenced but able to read these files."""
        fenced = readable is not None
        ours, theirs = zip(*(socket.socketpair() for _ in range(2)), strict=True)
        self._calls, self._control = map(Wire, ours)
        numbers = [end.fileno() for end in theirs]
        path = [str(Path(__file__).resolve().parents[2]), *sys.path]
        call = f"worker.main(*{numbers}, {memory}, {readable!r})"
        code = f"import sys; sys.path[:] = {path!r}; from pybridge.swipl import worker; {call}"
        self._folder = tempfile.TemporaryDirectory(prefix="pybridge-") if fenced else None  # its own, and empty
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", code],
            stdin=subprocess.DEVNULL,
            pass_fds=numbers,
            env=_environment(installation, fenced),
            cwd=self._folder.name if self._folder else None,
            process_group=0,  # Ctrl-C is for this process alone
        )
        for end in theirs:
            end.close()
        _workers.add(self)
        ours[0].settimeout(_PATIENCE)
        kind, text = self._receive()
        ours[0].settimeout(None)
        if kind != RETURN:
            self.end()
            raise PrologError(text)
        self.layers = tuple(text.split(", ")) if text else ()

    def alive(self) -> bool:
        """Whether the process is running."""
        return self.process.poll() is None

    def call(self, functions: Functions, predicate: str, *args: Arguments) -> str:
        """Call a predicate, and the Python functions that it calls. Raises PrologCrashError if the process ends."""
        with self._mourning():
            self._calls.send(CALL, json.dumps([predicate, args]))
            while True:
                kind, text = self._receive()
                if kind == RETURN:
                    return text
                if kind == FAILED:
                    raise PrologError(text)
                assert kind == PYTHON
                self._calls.send(VALUE, functions.call(*json.loads(text)))

    def ask(self, predicate: str, *args: Arguments) -> str:
        """Call a predicate while another one runs, from one thread. Raises PrologCrashError."""
        try:
            self._control.send(CALL, json.dumps([predicate, args]))
            return self._control.receive()[1]
        except (EOFError, OSError) as error:
            raise PrologCrashError("the process of SWI-Prolog has ended") from error

    def end(self) -> None:
        """Close the wires and end the process."""
        self.hang_up()
        try:
            self.process.wait(_GOODBYE)
        except subprocess.TimeoutExpired:
            self.kill()
            self.process.wait()
        if self._folder:
            self._folder.cleanup()

    def kill(self) -> None:
        """Kill the process and all processes that goals started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def hang_up(self) -> None:
        """Close the wires; the process ends when no other process has them open."""
        _workers.discard(self)
        self._calls.close()
        self._control.close()

    def _receive(self) -> tuple[bytes, str]:
        with self._mourning():
            return self._calls.receive()

    @contextlib.contextmanager
    def _mourning(self) -> Iterator[None]:
        """Convert a lost connection to a PrologCrashError that says how the process ended."""
        try:
            yield
        except (EOFError, OSError) as error:
            if _ending.is_set():
                threading.Event().wait()  # Python is exiting, and this thread ends with it
            self.end()
            raise PrologCrashError(f"the process of SWI-Prolog {_how(self.process.returncode)}") from error


def _environment(installation: Installation, fenced: bool) -> dict[str, str]:
    """The environment of the process: for a fenced one, only the library paths."""
    kept = {name: value for name, value in os.environ.items() if not fenced or name in _LIBRARY_PATHS}
    return {**kept, "LIBSWIPL_PATH": installation.library, "SWI_HOME_DIR": installation.home}


_LIBRARY_PATHS = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH")


def _how(code: int) -> str:
    if code >= 0:
        return f"has ended, with exit code {code}"
    with contextlib.suppress(ValueError):
        return f"was ended by {signal.Signals(-code).name}"
    return f"was ended by signal {-code}"


_workers: "weakref.WeakSet[Worker]" = weakref.WeakSet()


_ending = threading.Event()


@atexit.register
def _end_all() -> None:
    _ending.set()
    for worker in list(_workers):
        worker.kill()
        worker.end()


def _leave_to_parent() -> None:
    """After a fork, leave the workers to the parent process."""
    for worker in list(_workers):
        worker.hang_up()


os.register_at_fork(after_in_child=_leave_to_parent)
