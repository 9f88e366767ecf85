"""A process that has SWI-Prolog loaded, and forks those that are fenced: a fork takes a tenth of the time of loading.

It runs only our own files, in one thread, and never leaves its parent. Each process that it forks raises its fence
before it serves its engine (`worker.py`). It needs to hear of their ends (`os.pidfd_open`, Linux 5.3); where that is
missing, a fenced process loads SWI-Prolog itself.
"""

import contextlib
import json
import os
import resource
import select
import selectors
import shutil
import signal
import socket
import struct
import subprocess
import threading
import weakref
from collections.abc import Sequence
from typing import NoReturn

from pybridge.errors import PybridgeError
from pybridge.interpreters import python
from pybridge.swipl.host import Host
from pybridge.swipl.thread import SameThread
from pybridge.swipl.worker import serve_engine

_PATIENCE = 30.0  # seconds to load SWI-Prolog
_GOODBYE = 1.0  # seconds to report the end of a process
_MESSAGE = 1 << 20  # bytes; more than any message has
_CODE = struct.Struct("i")
ALONE = ("-I", "-S")
"""The options of a Python that looks at nothing of the user's."""


class Forked:
    """A process that `Forks` has forked, with the methods of `subprocess.Popen` for its end."""

    def __init__(self, pid: int, process: int, ended: socket.socket) -> None:
        """`process` is a descriptor of it (pidfd_open(2)), and `ended` gives its exit code."""
        self.pid = pid
        self.returncode: int | None = None
        self._process, self._ended = process, ended
        self._close = weakref.finalize(self, os.close, process)  # once
        self._looking = threading.Lock()

    def poll(self) -> int | None:
        """Its exit code, or None while it runs."""
        return self._look(0.0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its exit code. Raises subprocess.TimeoutExpired after `timeout` seconds."""
        code = self._look(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("fork", timeout or 0.0)
        return code

    def kill(self) -> None:
        """Kill it, if it runs."""
        with self._looking, contextlib.suppress(ProcessLookupError):
            if self.returncode is None:
                signal.pidfd_send_signal(self._process, signal.SIGKILL)

    def leave(self) -> None:
        """Close the descriptors: it has ended, or it is the parent's after a fork."""
        self._close()
        self._ended.close()

    def _look(self, seconds: float | None) -> int | None:
        ready = select.poll()
        with self._looking:
            if self.returncode is None:
                ready.register(self._process, select.POLLIN)
                if ready.poll(None if seconds is None else 1000 * seconds):
                    self.returncode = self._code()
                    self.leave()
            return self.returncode

    def _code(self) -> int:
        """The exit code, which only the process that forks can know."""
        try:
            return int(_CODE.unpack(self._ended.recv(_CODE.size))[0])
        except (OSError, struct.error):  # that has ended, or has stopped
            return -signal.SIGKILL


def inherited(environment: dict[str, str]) -> tuple[object, ...]:
    """What a process inherits that the calling thread starts with this environment, except for its priority."""
    ids = os.getresuid(), os.getresgid(), os.getgroups()
    limits = [resource.getrlimit(getattr(resource, name)) for name in dir(resource) if name.startswith("RLIMIT_")]
    return environment, ids, os.sched_getaffinity(0), limits


class Forks:
    """The parent's side of such a process."""

    possible = hasattr(os, "pidfd_open")
    _program = "from pybridge.swipl import forks; forks.serve({number})"

    def __init__(self, environment: dict[str, str]) -> None:
        """Start it, with this environment."""
        self.inherited = inherited(environment)
        self.works: bool | None = None
        """Whether it has forked, or could not."""
        self._asking = threading.Lock()
        self._requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                python(self._program.format(number=theirs.fileno()), *ALONE),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env=environment,
                cwd="/",
                process_group=0,
            )
        self._requests.settimeout(_PATIENCE)

    def over(self) -> bool:
        """Whether another one may do better: it has ended, and not before its first fork."""
        return self.works is not False and (self._requests.fileno() < 0 or self._process.poll() is not None)

    def load(self, files: Sequence[str]) -> None:
        """Load files of ours, without waiting for it. Raises OSError."""
        with self._asking:
            self._requests.send(json.dumps([files]).encode())

    def fork(
        self, files: Sequence[str], ends: Sequence[int], folder: str, memory: int | None, readable: Sequence[str]
    ) -> Forked:
        """Load files of ours, then fork a process that serves an engine.

        It works in `folder`; `ends` are its connections, its output, and its output of errors. Raises OSError.
        """
        request = json.dumps([files, folder, memory, readable]).encode(errors="surrogatepass")
        ours, theirs = socket.socketpair()
        ours.settimeout(_GOODBYE)
        try:
            with theirs:
                pid, process = self._ask(request, [*ends, theirs.fileno()])
        except BaseException as error:
            self.works = self.works or (False if isinstance(error, OSError) else None)
            ours.close()
            raise
        self.works = True
        return Forked(pid, process, ours)

    def _ask(self, request: bytes, ends: Sequence[int]) -> tuple[int, int]:
        """The number of a new process, and a descriptor of it. Raises OSError."""
        try:
            with self._asking:
                socket.send_fds(self._requests, [request], ends)
                reply, processes, _, _ = socket.recv_fds(self._requests, _MESSAGE, 1)
            if not reply:
                raise ConnectionResetError("the process that forks has ended")
        except BaseException:
            self.close()  # an answer that comes late is for nobody
            raise
        if not processes:
            raise OSError(reply.decode())
        return int(reply), processes[0]

    def close(self) -> None:
        """Ask nothing more: it ends when all that it has forked have ended. One that has never forked ends now."""
        self._requests.close()
        if self.works:
            threading.Thread(target=self._process.wait, name="pybridge-forks", daemon=True).start()
        else:
            self._process.kill()
            self._process.wait()

    def leave(self) -> None:
        """Ask nothing more, as this process ends, or is a fork of the one that has it. Nobody waits for its end."""
        self._requests.close()
        self._process.returncode = 0


def serve(number: int) -> NoReturn:
    """Be that process, with requests over a socket that has this number."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # ignored, as the parent may have it, ends would not be reported
    os.close(os.pidfd_open(os.getpid()))  # where the kernel has none, end before the first fork
    os.set_inheritable(number, False)
    _Server(socket.socket(fileno=number)).serve()


class _Server:
    """Forks processes and reports their ends. It ends when there is nothing left to wait for.

    What fails is that one fork: those that it has forked may be in use.
    """

    def __init__(self, requests: socket.socket) -> None:
        self._requests = requests
        self._prolog = Host(SameThread)
        self._selector = selectors.DefaultSelector()
        self._selector.register(requests, selectors.EVENT_READ)

    def serve(self) -> NoReturn:
        while self._selector.get_map():
            for key, _ in self._selector.select():
                if key.fileobj is self._requests:
                    self._answer()
                else:
                    self._report(key.fd, *key.data)
        os._exit(0)

    def _answer(self) -> None:
        try:
            message, ends, _, _ = socket.recv_fds(self._requests, _MESSAGE, 5)
        except OSError:
            message = b""
        if not message:  # there are no more
            self._selector.unregister(self._requests)
            return
        files, *rest = json.loads(message.decode(errors="surrogatepass"))
        reply: str | int
        try:
            for file in files:
                self._prolog.prepare(file)
            reply, processes = self._fork(ends, *rest) if rest else ("", [])
        except (PybridgeError, OSError) as error:
            reply, processes = f"cannot fork: {error}", []
            for end in ends:
                os.close(end)
        if rest:
            with contextlib.suppress(OSError):  # nobody waits for it any longer; then it ends by itself
                socket.send_fds(self._requests, [str(reply).encode()], processes)

    def _fork(self, ends: list[int], folder: str, memory: int | None, readable: list[str]) -> tuple[int, list[int]]:
        """Its number and a descriptor of it. Raises OSError."""
        self._prolog.before_fork()
        if len(os.listdir("/proc/self/task")) > 1:  # a fork lacks the others, and what they have locked stays so
            raise OSError("SWI-Prolog has more than one thread")
        if len(ends) < 5:
            raise OSError("there are too many open files")
        calls, control, output, errors, ended = ends
        pid = os.fork()
        if not pid:
            try:
                self._begin(output, errors, folder)
                os.close(ended)
                serve_engine(lambda: self._prolog, calls, control, memory, readable)
            finally:
                os._exit(1)
        try:
            process = os.pidfd_open(pid)
        except OSError:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            raise
        for end in ends[:-1]:
            os.close(end)
        self._selector.register(process, selectors.EVENT_READ, (pid, ended, folder))
        return pid, [process]

    def _begin(self, output: int, errors: int, folder: str) -> None:
        """In a new process: leave the others, and have its own output, folder and group."""
        for key in self._selector.get_map().values():
            if key.data:
                os.close(key.fd)
                os.close(key.data[1])
        self._selector.close()
        self._requests.close()
        os.setpgid(0, 0)
        os.dup2(output, 1)
        os.dup2(errors, 2)
        for end in {output, errors}:
            os.close(end)
        self._prolog.after_fork(folder)

    def _report(self, process: int, pid: int, ended: int, folder: str) -> None:
        found = os.waitid(os.P_PID, pid, os.WEXITED)
        assert found
        self._selector.unregister(process)
        os.close(process)
        with contextlib.suppress(OSError):
            os.write(ended, _CODE.pack(found.si_status if found.si_code == os.CLD_EXITED else -found.si_status))
        os.close(ended)
        shutil.rmtree(folder, ignore_errors=True)  # its parent may have been killed
