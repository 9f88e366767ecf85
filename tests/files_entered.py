"""Count the files and functions of pybridge that a command enters: what a reader who follows it has to open.

    .venv/bin/python tests/files_entered.py ids_low seven
    .venv/bin/python tests/files_entered.py --once

With `--once` it follows `Engine().once("true")` instead of a command. Class bodies, and modules that are only imported,
do not count; kernels, which run as machine code, cannot be seen.
"""

import contextlib
import inspect
import io
import sys
import threading
from pathlib import Path
from types import FrameType

PACKAGE = str(Path(__file__).resolve().parent.parent / "pybridge")


def main(arguments: list[str]) -> None:
    """Run what the arguments say, and print how many files and functions it entered."""
    entered: set[tuple[str, str]] = set()

    def look(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        is_function = code.co_flags & inspect.CO_OPTIMIZED and not code.co_name.startswith("<")
        if event == "call" and is_function and code.co_filename.startswith(PACKAGE):
            entered.add((code.co_filename, code.co_qualname))

    threading.setprofile(look)
    sys.setprofile(look)
    with contextlib.redirect_stdout(io.StringIO()):
        run(arguments)
    sys.setprofile(None)
    files = sorted({Path(file).relative_to(PACKAGE).as_posix() for file, _ in entered})
    print("\n".join(files))
    print(f"{len(files)} files, {len(entered)} functions")


def run(arguments: list[str]) -> None:
    """A command of pybridge, or one goal."""
    if arguments == ["--once"]:
        from pybridge.swipl import Engine

        with Engine() as engine:
            engine.once("true")
    else:
        from pybridge.cli import run as command

        command(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
