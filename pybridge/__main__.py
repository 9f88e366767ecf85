"""`python -m pybridge`."""

import gc
import os
import sys


def main() -> None:
    """Run the command line; an interrupt, also while our modules are still imported, ends it without a traceback."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8"))
    try:
        from pybridge.cli import run
        from pybridge.cli.signals import EndingSignals

        signals = EndingSignals()
        code = signals.exit_code(run(sys.argv[1:]))
    except KeyboardInterrupt:
        print("pybridge: interrupted", file=sys.stderr)
        code = 130
    gc.freeze()  # Python would look for garbage among all that compiled kernels brought, for a third of a second
    sys.exit(code)


if __name__ == "__main__":
    main()
