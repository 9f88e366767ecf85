"""Fast Downward and clingo, in processes of their own: their commands, and what they write.

They come with the extra `planners`. Nothing of theirs is imported here.
"""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from pybridge.errors import PlannerError, installing

_LOOK = 0.02
"""Seconds between two looks at a process."""
_OUTPUT = "output.txt"


@dataclass(frozen=True, slots=True)
class Planner:
    """A planner: the form of its files, its package and project, and the command for two files and a search.

    `plan` is the file that it writes the plan to, and `none` has the exit codes that say that there is no plan.
    """

    name: str
    form: str
    package: str
    project: str
    command: Callable[[Sequence[str], str], list[str]]
    plan: str
    none: tuple[int, ...] = ()

    @property
    def missing(self) -> str | None:
        """What to install, if anything."""
        if find_spec(self.package):
            return None
        return f"{self.name} is not installed; {installing(self.project)}"


@dataclass(frozen=True, slots=True)
class Ended:
    """How a planner ended: its exit code, the plan or None, and what it printed."""

    code: int
    plan: str | None
    output: str

    def counted(self, what: str) -> int | None:
        """A counter of Fast Downward, as in `Expanded 7 state(s).`"""
        match = re.search(rf"\b{what} ([0-9]+) state", self.output)
        return int(match[1]) if match else None

    def error(self, name: str) -> PlannerError:
        """The error of a planner that ended without an answer."""
        lines = [line.strip() for line in self.output.splitlines() if line.strip()]
        last = f": {lines[-1][:200]}" if lines else ""
        ended = f"was ended by signal {-self.code}" if self.code < 0 else f"ended with code {self.code}"
        return PlannerError(f"{name} {ended} and found no plan{last}")


def _fast_downward(files: Sequence[str], search: str) -> list[str]:
    found = find_spec("up_fast_downward")
    folders = found.submodule_search_locations if found else None
    driver = Path(next(iter(folders or ["."]))) / "downward" / "fast-downward.py"
    return [sys.executable, str(driver), *files, "--search", f"astar({search}())"]


def _clingo(files: Sequence[str], search: str) -> list[str]:
    return [sys.executable, str(Path(__file__).with_name("horizons.py")), *files, "answer.txt"]


_NO_PLAN = (10, 11)
"""Exit codes of Fast Downward: its translator or its search has proved that there is no plan."""
FAST_DOWNWARD = Planner(
    "fast-downward", "pddl", "up_fast_downward", "up-fast-downward", _fast_downward, "sas_plan", _NO_PLAN
)
CLINGO = Planner("clingo", "asp", "clingo", "clingo", _clingo, "answer.txt")


def run(
    planner: Planner, files: Sequence[str], search: str, folder: Path, look: Callable[[], None], memory: int | None
) -> Ended:
    """Run a planner on two files of a folder. `look` is called all the time, and raises to end the process.

    `memory` limits each of its processes, in bytes. Raises PlannerError if it cannot be started.
    """
    command = planner.command(files, search)
    if memory is not None:
        command = ["/bin/sh", "-c", f'ulimit -v {max(1, memory // 1024)}; exec "$@"', "sh", *command]
    (folder / planner.plan).unlink(missing_ok=True)
    with open(folder / _OUTPUT, "wb") as output:
        code = _wait(command, folder, output.fileno(), look, planner.name)
    plan = folder / planner.plan
    text = plan.read_text(encoding="utf-8", errors="replace") if plan.exists() else None
    return Ended(code, text, (folder / _OUTPUT).read_text(encoding="utf-8", errors="replace"))


def _wait(command: Sequence[str], folder: Path, output: int, look: Callable[[], None], name: str) -> int:
    """The exit code of a command, which is killed with all its children if `look` raises."""
    try:
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True
        )
    except OSError as error:
        raise PlannerError(f"{name} cannot be started: {error.strerror}") from error
    try:
        while process.poll() is None:
            look()
            time.sleep(_LOOK)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    return process.returncode
