"""The one SWI-Prolog of this process: started by us, before pyswip can, and driven from threads with a large stack.

Prolog's first thread is the *host*: it starts Prolog, loads `prolog/bridge.pl`, and from then on answers short calls:
cancel a job, look at one. Jobs themselves run in the threads of engines. No other Python thread ever enters Prolog.
"""

import atexit
import contextlib
import ctypes
import functools
import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

from pybridge.errors import PrologError, PrologMissingError
from pybridge.facts.catalogue import prolog_folder
from pybridge.swipl.library import Installation, find_installation, how_to_install
from pybridge.swipl.thread import PrologThread

_ARGUMENTS = ("--quiet", "--no-signals", "-f", "none", "--no-packs", "--stack-limit=512m")


class Host:
    """SWI-Prolog in this process. Use `host()`, there can be only one."""

    def __init__(self) -> None:
        self.installation = find_installation()
        self._thread = PrologThread("pybridge-host", self._start)

    def _start(self) -> None:
        self._core, self._arguments = _load(self.installation)
        self._library = ctypes.CDLL(self.installation.library)
        self._library.PL_put_chars.argtypes = (ctypes.c_size_t, ctypes.c_int, ctypes.c_size_t, ctypes.c_char_p)
        self._library.PL_get_nchars.argtypes = (
            ctypes.c_size_t,
            ctypes.POINTER(ctypes.c_size_t),
            ctypes.POINTER(ctypes.c_void_p),
            ctypes.c_uint,
        )
        self._library.PL_get_nchars.restype = ctypes.c_bool
        self._library.PL_put_int64.argtypes = (ctypes.c_size_t, ctypes.c_int64)
        bridge = prolog_folder() / "bridge.pl"
        self.call("system", "load_files", str(bridge))
        self.call("pybridge", "embed")

    def attach(self) -> None:
        """Make the calling thread a Prolog thread, for good."""
        if self._core.PL_thread_attach_engine(None) < 0:
            raise PrologError("SWI-Prolog gives out no more threads")

    def detach(self) -> None:
        """End what `attach` began; without it the process cannot end cleanly."""
        self._library.PL_thread_destroy_engine()

    def submit(self, call: Callable[[], Any]) -> "Future[Any]":
        """Have a function run in the host's thread."""
        return self._thread.submit(call)

    def ask_nothing(self, predicate: str, *args: int | str) -> None:
        """Call `pybridge:predicate(Args...)` in the host's thread, and do not wait for it."""
        self._thread.submit(lambda: self.call("pybridge", predicate, *args))

    def call(self, module: str, predicate: str, *args: int | str, reply: bool = False) -> str:
        """Call a predicate in the calling thread, which must be a Prolog thread.

        With `reply` the predicate has one argument more and the text it is bound to is returned, else "".
        Raises PrologError if the call fails or throws.
        """
        core = self._core
        arity = len(args) + reply
        frame = core.PL_open_foreign_frame()
        try:
            terms = core.PL_new_term_refs(arity)
            for term, arg in enumerate(args, start=terms):
                self._put(term, arg)
            procedure = core.PL_predicate(predicate, arity, module)
            if not core.PL_call_predicate(None, core.PL_Q_CATCH_EXCEPTION, procedure, terms):
                raise PrologError(f"{module}:{predicate}/{arity} failed in SWI-Prolog {self.installation.version_text}")
            return self._text(terms + arity - 1) if reply else ""
        finally:
            core.PL_discard_foreign_frame(frame)

    def _put(self, term: int, value: int | str) -> None:
        if isinstance(value, int):
            self._library.PL_put_int64(term, value)
        else:
            text = value.encode()
            self._library.PL_put_chars(term, self._core.PL_STRING | self._core.REP_UTF8, len(text), text)

    def _text(self, term: int) -> str:
        length, address = ctypes.c_size_t(), ctypes.c_void_p()
        flags = self._core.CVT_STRING | self._core.REP_UTF8
        if not self._library.PL_get_nchars(term, ctypes.byref(length), ctypes.byref(address), flags):
            raise PrologError("a reply from Prolog is not text")
        return ctypes.string_at(address.value or 0, length.value).decode()


_starting = threading.Lock()


def host() -> Host:
    """The SWI-Prolog of this process, started at the first call, in whichever thread that comes.

    Raises PrologMissingError or PrologTooOldError.
    """
    with _starting:
        return _only_host()


@functools.cache
def _only_host() -> Host:
    return Host()


def prepare() -> None:
    """Start SWI-Prolog in the background, to be there sooner; what goes wrong is raised by `host`."""

    def start() -> None:
        with contextlib.suppress(Exception):
            host()

    threading.Thread(target=start, name="pybridge-prepare").start()


def _load(installation: Installation) -> tuple[Any, Any]:
    """Start Prolog with our own arguments and only then import pyswip, which would start it with its own.

    Left to itself, pyswip's start reads the user's init file, and pyswip replaces `sys.exit` and cleans up at exit.
    Returns `pyswip.core` and the arguments, which Prolog goes on using.
    """
    try:
        library = ctypes.CDLL(installation.library, mode=ctypes.RTLD_GLOBAL)
    except OSError as error:
        raise PrologMissingError(f"{installation.library} cannot be loaded ({error}): {how_to_install()}") from error
    words = [part.encode() for part in (installation.executable or "swipl", *_ARGUMENTS)]
    arguments = (ctypes.c_char_p * (len(words) + 1))(*words, None)
    leave, argv = sys.exit, sys.argv
    sys.argv = argv[:1]  # pyswip encodes all of them, and not every argument can be
    with _environment(LIBSWIPL_PATH=installation.library, SWI_HOME_DIR=installation.home):
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
