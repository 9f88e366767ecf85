"""The command line. Commands import what they need when they run, which keeps `--help` fast.

SIGTERM and SIGHUP end a command the way Ctrl-C does: `timeout`, a logout or a shutdown sends them. No signal is lost:
Python ignores what a handler raises within certain callbacks of an import or of a compiler, so it is sent again.
"""

import os
import signal
import sys
import threading
import time
from types import FrameType
from typing import TYPE_CHECKING

from pybridge.lazy import attributes
from pybridge.outcome import Outcome

if TYPE_CHECKING:
    from pybridge.cli.app import run as run

if not TYPE_CHECKING:  # with __getattr__ a type checker accepts any name
    __getattr__, __dir__ = attributes(__name__, {"cli.app": "run"})

_SIGNALS = (signal.SIGTERM, signal.SIGHUP)
_ONE_END = 1.0
"""Seconds; signals within this time count as one, because `timeout` and a logout send two."""
_SOON = 0.01
"""Seconds until a signal that Python ignored is sent again."""


class EndingSignals:
    """Handlers that let signals interrupt the main thread, except signals that this process ignores."""

    def __init__(self) -> None:
        self._number: int | None = None
        self._heard: int = signal.SIGINT
        self._came, self._lost, self._over = False, False, threading.Event()
        self._last = -_ONE_END
        self._terminals = [output for output in (1, 2) if os.isatty(output)]
        if threading.current_thread() is threading.main_thread():
            for number in _SIGNALS:
                if signal.getsignal(number) == signal.SIG_DFL:
                    signal.signal(number, self._interrupt)
            if signal.getsignal(signal.SIGINT) == signal.default_int_handler:
                signal.signal(signal.SIGINT, self._interrupt)
            self._others, sys.unraisablehook = sys.unraisablehook, self._ignored

    def _ignored(self, what: "sys.UnraisableHookArgs") -> None:
        """An exception that Python cannot raise where it came up."""
        if not issubclass(what.exc_type, KeyboardInterrupt):
            self._others(what)
            return
        self._last, self._lost = -_ONE_END, True
        threading.Thread(target=self._send_again, name="pybridge-signal", daemon=True).start()

    def _send_again(self) -> None:
        """Send the signal to this process again, until it comes while Python can raise an exception."""
        while not self._over.wait(_SOON) and self._lost:
            self._came = False
            os.kill(os.getpid(), self._heard)
            while not self._came and not self._over.wait(_SOON):
                pass

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self._heard, self._lost = number, self._is_ignored(frame)
        self._came = True  # a lock, as an event has, might be held by what the signal interrupts
        if self._lost:
            return
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        self._leave_lost_terminals()
        before, self._last = self._last, time.monotonic()
        if self._last - before < _ONE_END:
            return
        self._number = self._number or number
        raise KeyboardInterrupt

    def _is_ignored(self, frame: FrameType | None) -> bool:
        """Whether a frame is in a call of `_ignored`, where Python would ignore another exception, too."""
        while frame is not None and frame.f_code is not EndingSignals._ignored.__code__:
            frame = frame.f_back
        return frame is not None

    def _leave_lost_terminals(self) -> None:
        """Discard output to a closed terminal: an error would hide why the command ends."""
        for output in self._terminals:
            if not os.isatty(output):
                os.dup2(os.open(os.devnull, os.O_WRONLY), output)

    def exit_code(self, code: int) -> int:
        """The exit code of a command that is over: if one of these signals has ended it, 128 plus the signal number.

        The signal that came is ignored from now on: Python that ends leaves it to the system, which kills the process.
        """
        self._over.set()
        if threading.current_thread() is threading.main_thread():
            signal.signal(self._heard, signal.SIG_IGN)
        # After an interrupt in a text that Python runs, as it does for a named tuple, it would end by SIGINT, whatever
        # the code. Running another text undoes that.
        eval("0")
        if self._number is None or code != Outcome.INTERRUPTED.exit_code:
            return code
        return 128 + self._number
