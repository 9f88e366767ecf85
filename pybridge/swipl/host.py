"""The SWI-Prolog of this process: started here, before pyswip can, and used from threads with a large stack.

Prolog's first thread is the *host*: it starts Prolog, loads `engine/pybridge.pl`, and then answers short calls, e.g. to
cancel or inspect a job. Jobs run in the threads of engines. No other Python thread ever enters Prolog.
"""

import atexit
import contextlib
import ctypes
import os
import sys
import threading
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Protocol

from pybridge.errors import PrologCrashError, PrologError, PrologMissingError
from pybridge.facts.catalogue import prolog_folder
from pybridge.swipl.interface import Foreign, Functions, Interface
from pybridge.swipl.library import Installation, find_installation, folder_fault, how_to_install
from pybridge.swipl.thread import ForkedLock, PrologThread, Reply, SameThread, T, start_thread

Arguments = int | str

_FORCED = 0x9000  # FF_FORCE and FF_READONLY of SWI-Prolog.h: to set a flag that stays as it is
_ARGUMENTS = ("--quiet", "--no-signals", "-f", "none", "--no-packs", "--stack-limit=512m")


class Host:
    """SWI-Prolog in this process. Use `host()`, as there can be only one."""

    def __init__(self, thread: type[PrologThread] | type[SameThread] = PrologThread) -> None:
        """Start it, in a thread of its own or in the calling one."""
        if fault := folder_fault():
            raise PrologError(f"SWI-Prolog cannot start in {fault}: change to another one")
        self.installation = find_installation()
        self._still = threading.Lock()  # held while the host's thread is in Prolog
        self._thread = thread("pybridge-host", self._start)

    def _start(self) -> None:
        self._core, self._arguments = _load(self.installation)
        self._interface = Interface(self.installation, self._core)
        self._interface.call("system", "load_files", str(prolog_folder() / "engine" / "pybridge.pl"))
        self._interface.call("pybridge", "embed")
        self.functions = Functions()
        self.foreign = Foreign(self._interface, self.functions.call)

    def prepare(self, file: str) -> None:
        """Have the host's thread load a file of ours that not every engine needs, such as `bridge/classic`."""

        def load() -> None:
            with self._still:
                self._interface.call("pybridge", "prepare", file)

        self._thread.submit(load).result()

    def before_fork(self) -> None:
        """End the threads of SWI-Prolog's own, which a fork would lack; they begin again when there is work."""
        self._interface.call("pybridge", "end_own_threads")

    def after_fork(self, folder: str) -> None:
        """Have Prolog know that this process was forked, and works in `folder`."""
        self._interface.call("system", "chdir", folder)
        number = ctypes.c_ssize_t(os.getpid())
        self._interface.library.PL_set_prolog_flag(b"pid", self._core.PL_INTEGER | _FORCED, number)

    def require_process(self) -> None:
        """Raise PrologError if this process was forked after Prolog started."""
        self._thread.require_process()

    def attach(self) -> None:
        """Make the calling thread a Prolog thread permanently."""
        # A new thread inherits the output of Prolog's first thread, which must not be a temporary string stream.
        with self._still:
            number = self._core.PL_thread_attach_engine(None)
        if number < 0:
            raise PrologError("SWI-Prolog cannot create more threads")
        self._interface.call("pybridge", "allow_large_integers")

    def detach(self) -> None:
        """Undo `attach`; without this, the process cannot exit cleanly."""
        self._core._lib.PL_thread_destroy_engine()

    def call(self, predicate: str, *args: int | str) -> str:
        """Call `pybridge:predicate(Args..., Text)` in the calling thread, which must be attached."""
        return self._interface.call("pybridge", predicate, *args, reply=True)

    def aside(self, work: Callable[[Callable[..., str]], T]) -> Reply[T]:
        """Run `work(call)` in the host's thread, while other threads run goals."""

        def call() -> T:
            with self._still:
                return work(self.call)

        return self._thread.submit(call)


def host() -> Host:
    """The SWI-Prolog of this process, started at the first call from any thread.

    Raises PrologMissingError or PrologTooOldError, and PrologError if this process was forked after Prolog started.
    """
    started = _only.host()
    started.require_process()
    return started


class _OnlyHost:
    """Starts SWI-Prolog once, in a thread of its own: a caller whose wait was interrupted may ask again."""

    def __init__(self) -> None:
        self._starting = ForkedLock()
        self._started: Reply[Host] | None = None
        self._thread: threading.Thread | None = None

    def host(self) -> Host:
        """Wait for it. Raises what starting it raises, and tries again at the next call."""
        with self._starting:
            failed = self._started is not None and self._started.failed()
            if self._thread is None or self._thread.ident is None or failed:
                started = self._started = Reply[Host]()
                self._thread = threading.Thread(target=lambda: started.work(Host), name="pybridge-start", daemon=True)
                start_thread(self._thread)
            reply = self._started
        assert reply is not None
        return reply.result()


_only = _OnlyHost()


def prepare(file: str) -> None:
    """Start SWI-Prolog in the background and load a file of ours, to have it ready sooner; `host` raises any error."""

    def start() -> None:
        with contextlib.suppress(Exception):
            host().prepare(file)

    threading.Thread(target=start, name="pybridge-prepare").start()


class Place(Protocol):
    """A Prolog that one thread calls, while others may inspect and signal. Predicates are in `engine/pybridge.pl`."""

    functions: Functions
    restarts: int

    def enter(self) -> None:
        """Prepare for `call`, in the thread that will use it."""

    def leave(self) -> None:
        """Undo `enter`, in the same thread."""

    def ready(self) -> object:
        """Replace a process that has ended, so that this does not count as time of the next job."""

    def call(self, job: int, predicate: str, *args: Arguments) -> str:
        """Call `predicate(Args..., Reply)` for a job. Raises PrologCrashError if Prolog crashes."""

    def aside(self, work: Callable[[Callable[..., str]], T]) -> Reply[T]:
        """Run `work(ask)` in another thread than the job's; `ask(predicate, *args)` calls a predicate immediately."""

    def kill(self, job: int) -> None:
        """End a running job that ignores all signals, if possible."""


class Here:
    """SWI-Prolog in this process. Raises PrologMissingError or PrologTooOldError."""

    def __init__(self) -> None:
        self._host = host()
        self.functions = self._host.functions
        self.enter = self._host.attach
        self.leave = self._host.detach
        self.aside = self._host.aside
        self.restarts = 0
        self.abandon: Callable[[Callable[[], bool], Exception], None] = lambda wanted, error: None
        self._running: list[int] = []  # nested, innermost last

    def ready(self) -> None:
        """SWI-Prolog ends only with this process."""

    def call(self, job: int, predicate: str, *args: Arguments) -> str:
        """Call the predicate in the calling thread."""
        running = self._running
        running.append(job)
        try:
            return self._host.call(predicate, *args)
        finally:
            running.pop()

    def kill(self, job: int) -> None:
        """Abandon the thread if it runs the job, as a thread cannot be killed."""

        def forget() -> bool:
            runs = job in self._running
            if runs:
                self._running = []
                self.restarts += 1
            return runs

        self.abandon(forget, PrologCrashError("the goal could not be stopped, so its thread was abandoned"))


def _load(installation: Installation) -> tuple[ModuleType, object]:
    """Start Prolog with our own arguments, and only then import pyswip, which would start it with its own.

    By default, pyswip reads the user's init file, replaces `sys.exit` and cleans up at exit. Returns `pyswip.core` and
    the arguments, which Prolog keeps using.
    """
    try:
        library = ctypes.CDLL(installation.library, mode=ctypes.RTLD_GLOBAL)
    except OSError as error:
        raise PrologMissingError(f"{installation.library} cannot be loaded ({error}): {how_to_install()}") from error
    if not hasattr(library, "PL_initialise"):
        raise PrologMissingError(
            f"{installation.library} is not the library of SWI-Prolog: unset LIBSWIPL_PATH, or set it to libswipl"
        )
    words = [part.encode() for part in (installation.executable or "swipl", *_ARGUMENTS)]
    arguments = (ctypes.c_char_p * (len(words) + 1))(*words, None)
    leave, argv = sys.exit, sys.argv
    sys.argv = argv[:1]  # pyswip encodes all arguments, and some cannot be encoded
    # Python writes names of files in UTF-8 where the locale has no letters but those of ASCII.
    letters = {"LC_ALL": "C.UTF-8"} if sys.flags.utf8_mode else {}
    with _environment(LIBSWIPL_PATH=installation.library, SWI_HOME_DIR=installation.home, **letters):
        if not library.PL_initialise(len(words), arguments):
            raise PrologMissingError(f"{installation.library} does not start: {how_to_install()}")
        import pyswip.core as core
    sys.exit, sys.argv = leave, argv
    atexit.unregister(core.cleanupProlog)
    return core, arguments


@contextlib.contextmanager
def _environment(**variables: str) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
