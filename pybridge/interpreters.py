"""Other Pythons with the modules of this one: how they are started, and ended."""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path


def python(code: str, *options: str) -> list[str]:
    """The command that runs code in another Python, with the modules of this one and nothing else."""
    path = [str(Path(__file__).resolve().parents[1]), *sys.path]
    return [sys.executable, *options, "-c", f"import sys; sys.path[:] = {path!r}; {code}"]


def end(process: "subprocess.Popen[bytes]") -> int:
    """End a process at once, and close its pipes; returns its status, which is below 0 for a signal."""
    process.kill()
    status = process.wait()
    for pipe in filter(None, (process.stdin, process.stdout)):
        with suppress(OSError):  # of what was left to send
            pipe.close()
    return status
