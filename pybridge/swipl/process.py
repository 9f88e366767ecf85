"""SWI-Prolog in a process of its own, fenced or not."""

import atexit
import contextlib
import fcntl
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import weakref
from collections.abc import Iterator
from typing import NoReturn

from pybridge.errors import PrologCrashError, PrologError
from pybridge.interpreters import python
from pybridge.priority import share_priority
from pybridge.swipl.forks import ALONE, Forked, Forks, inherited
from pybridge.swipl.host import Arguments
from pybridge.swipl.interface import Functions
from pybridge.swipl.library import Installation, find_installation, folder_fault
from pybridge.swipl.output import Output
from pybridge.swipl.thread import ForkedLock
from pybridge.swipl.worker import CALL, FAILED, PYTHON, RETURN, VALUE, Wire

FENCED_MEMORY = 5 << 30
"""Bytes of address space of a fenced process: stacks of 1 GiB while they grow, as many clauses, atoms, and Python."""
_PATIENCE = 30.0  # seconds for a worker to start
_GOODBYE = 1.0  # seconds for a worker to end by itself


def _working_folder() -> str:
    """The folder that this process works in, or the root if SWI-Prolog cannot start there."""
    return "/" if folder_fault() else os.getcwd()


class Worker:
    """A process with SWI-Prolog, ready for calls. Raises PrologCrashError if it does not start."""

    def __init__(self, installation: Installation, memory: int | None, readable: list[str] | None) -> None:
        """Start the process; with `readable`, fenced but able to read these files."""
        fenced = readable is not None
        if fenced and memory is None:
            memory = FENCED_MEMORY
        self._memory, self._killed = memory, False
        if _ending.is_set() and threading.current_thread() is not threading.main_thread():
            _end_with_python()
        self._folder: str | None = None
        self._remove: weakref.finalize[..., Worker] | None = None
        if fenced:
            self._folder = tempfile.mkdtemp(prefix="pybridge-")  # its own, and empty
            self._remove = weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        self._output = Output() if fenced else None
        environment = _environment(installation, fenced)
        self.process = self._begun(environment, readable)
        if self._output:
            self._output.started(self._replies)
        _workers.add(self)
        self._replies.settimeout(_PATIENCE)
        kind, text = self._receive()
        self._replies.settimeout(None)
        if kind != RETURN:
            self.end()
            raise PrologError(text)
        self.layers = tuple(text.split(", ")) if text else ()
        if isinstance(self.process, Forked):
            share_priority(self.process.pid)

    @contextlib.contextmanager
    def _connected(self) -> Iterator[list[int]]:
        """Make the wires, and give descriptors of their other ends, which are closed here after the body."""
        (self._replies, calls), (ours, control) = socket.socketpair(), socket.socketpair()
        self._calls, self._control = Wire(self._replies), Wire(ours)
        with calls, control:
            numbers = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 3) for end in (calls, control)]  # no standard stream's
        try:
            yield numbers
        finally:
            for number in numbers:
                os.close(number)

    def _begun(self, environment: dict[str, str], readable: list[str] | None) -> "Forked | subprocess.Popen[bytes]":
        """Start the process. Raises PrologError if the system has no room for it."""
        if readable is not None and Forks.possible:
            with contextlib.suppress(OSError), self._connected() as wires:
                return self._fork(wires, environment, readable)
        try:
            with self._connected() as wires:  # others, which no process can have that was forked too late
                return self._start(wires, environment, readable)
        except OSError as error:
            raise PrologError(f"cannot start SWI-Prolog in a separate process: {error}") from error

    def _start(
        self, wires: list[int], environment: dict[str, str], readable: list[str] | None
    ) -> "subprocess.Popen[bytes]":
        """Start a process that loads SWI-Prolog itself."""
        call = f"worker.serve_engine(host.host, *{wires}, {self._memory}, {readable!r})"
        return subprocess.Popen(
            python(f"from pybridge.swipl import host, worker; {call}", *ALONE),
            stdin=subprocess.DEVNULL,
            stdout=self._output.stdout if self._output else None,
            stderr=self._output.stderr if self._output else None,
            pass_fds=wires,
            env=environment,
            cwd=self._folder or _working_folder(),
            process_group=0,  # Ctrl-C is for this process alone
        )

    def _fork(self, wires: list[int], environment: dict[str, str], readable: list[str]) -> Forked:
        """Fork a process that has loaded it. Raises OSError."""
        assert self._folder
        assert self._output
        with open(os.devnull, "wb") as nowhere:
            output, errors = self._output.stdout, self._output.stderr
            output = nowhere.fileno() if output == subprocess.DEVNULL else output
            errors = {subprocess.DEVNULL: nowhere.fileno(), subprocess.STDOUT: output}.get(errors, errors)
            ends = [*wires, output, errors]
            return _forks(environment).fork([*_preloaded], ends, self._folder, self._memory, readable)

    def alive(self) -> bool:
        """Whether the process is running, and was not killed, which takes a moment."""
        return not self._killed and self.process.poll() is None

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
        if self._output:
            self._output.close()
        if self._remove:
            self._remove()

    def kill(self) -> None:
        """Kill the process and all processes that goals started."""
        self._killed = True
        if self._output:
            self._output.abandon()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if isinstance(self.process, Forked):
                self.process.kill()  # whose goals can start none
            else:
                os.killpg(self.process.pid, signal.SIGKILL)

    def leave(self) -> None:
        """In a fork of this process, leave it to the parent."""
        self.hang_up()
        if isinstance(self.process, Forked):
            self.process.leave()
        if self._output:
            self._output.leave()
        if self._remove:
            self._remove.detach()

    def hang_up(self) -> None:
        """Close the wires; the process ends when no other process has them open."""
        _workers.discard(self)
        self._calls.close()
        self._control.close()

    def _receive(self) -> tuple[bytes, str]:
        with self._mourning():
            if self._output:
                self._output.wait()
            return self._calls.receive()

    @contextlib.contextmanager
    def _mourning(self) -> Iterator[None]:
        """Convert a lost connection to a PrologCrashError that says how the process ended."""
        try:
            yield
        except (EOFError, OSError) as error:
            if _ending.is_set():
                _end_with_python()
            self.end()
            how = _how(self.process.wait())
            if self._memory and self.process.returncode == -signal.SIGABRT:
                how += f", probably since it needed more than {self._memory / (1 << 30):.3g} GiB"
            raise PrologCrashError(f"the process of SWI-Prolog {how}") from error


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
_preloaded: dict[str, None] = {}  # a set in order
_forking: dict[Forks, int] = {}  # and its priority, which is that of the thread that started it
_starting_forks = ForkedLock()


def prepare_fenced(*files: str) -> None:
    """Have files of ours, such as `rules/puzzle`, loaded in all fenced processes from now on, the first of them soon.

    They are loaded in the background, where processes can be forked.
    """
    _preloaded.update(dict.fromkeys(files))
    if Forks.possible and not _forking:
        threading.Thread(target=_prepare, name="pybridge-prepare", daemon=True).start()


def _prepare() -> None:
    with contextlib.suppress(Exception):  # the first process says what is wrong
        _forks(_environment(find_installation(), fenced=True)).load([*_preloaded])


def _forks(environment: dict[str, str]) -> Forks:
    """A process that forks for the calling thread: it has the same priority or a higher one."""
    nice = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    given = inherited(environment)
    with _starting_forks:
        for found, its in list(_forking.items()):
            if its <= nice and found.inherited == given and not found.over():
                return found
        for found in [found for found in _forking if found.inherited != given or found.over()]:
            del _forking[found]
            found.close()
        found = Forks(environment)
        _forking[found] = nice
        return found


_ending = threading.Event()

# What removes folders at exit is registered with the first finalizer: before `_end_all`, so it runs after it.
weakref.finalize(_workers, _workers.clear)


@atexit.register
def _end_all() -> None:
    _ending.set()
    for worker in list(_workers):
        worker.kill()
        worker.end()
    for each in list(_forking):
        each.leave() if each.works else each.close()


def _end_with_python() -> NoReturn:
    """Python is exiting, and this thread ends with it."""
    while True:
        threading.Event().wait()


def _leave_to_parent() -> None:
    """After a fork, leave the workers to the parent process."""
    for worker in list(_workers):
        worker.leave()
    for each in _forking:
        each.leave()
    _forking.clear()


os.register_at_fork(after_in_child=_leave_to_parent)
