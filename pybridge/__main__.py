"""`python -m pybridge`."""

import gc
import io
import os
import sys
from typing import TextIO

NEW_OBJECTS = 50_000
"""New objects before Python looks for garbage among them. It would look often while modules are imported."""


def main() -> None:
    """Run the command line; an interrupt, also while our modules are still imported, ends it without a traceback."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the caller
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    _ready_output()
    _choose_language()
    gc.set_threshold(NEW_OBJECTS)
    signals, code = None, 130
    try:
        from pybridge.cli import EndingSignals

        signals = EndingSignals()
        from pybridge.cli import run

        _print_log()
        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        print("pybridge: interrupted", file=sys.stderr)
    if signals:
        code = signals.exit_code(code)
    for stream in (sys.stdout, sys.stderr):
        _drop(stream)
    gc.freeze()  # Python would look for garbage among all that compiled kernels brought, for a third of a second
    sys.exit(code)


def _ready_output() -> None:
    """Have standard output write the code of a sign that its encoding lacks, and raise an error if it takes no more.

    Without a buffer (PYTHONUNBUFFERED), Python would lose the rest and say nothing.
    """
    out = sys.stdout
    if not isinstance(out, io.TextIOWrapper):
        return
    encoding, errors = out.encoding, "backslashreplace" if out.errors == "strict" else out.errors
    if isinstance(out.buffer, io.RawIOBase):
        buffer = io.BufferedWriter(out.detach())
        buffered = io.TextIOWrapper(buffer, encoding=encoding, errors=errors, line_buffering=True)
        for name in ("stdout", "__stdout__"):  # the second one is asked how wide it is
            setattr(sys, name, buffered)
    else:
        out.reconfigure(errors=errors)


def _drop(stream: TextIO) -> None:
    """Print what is left, or discard it where nobody reads it or it does not fit: Python would fail again, with 120."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _choose_language() -> None:
    """Messages are in English where the output cannot write Japanese."""
    try:
        for stream in (sys.stdout, sys.stderr):
            "日本語".encode(stream.encoding)
    except (UnicodeEncodeError, LookupError):
        os.environ["PYBRIDGE_LANG"] = "en"


def _print_log() -> None:
    """Print what is logged on standard error, unless that is a terminal, on which progress is drawn."""
    if not sys.stderr.isatty():
        import logging

        log, printed = logging.getLogger("pybridge"), logging.StreamHandler(sys.stderr)
        printed.setFormatter(logging.Formatter("pybridge: %(message)s"))
        log.addHandler(printed)
        log.setLevel(logging.INFO)


if __name__ == "__main__":
    main()
