"""What a type checker says to a program of somebody else that uses pybridge."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import pybridge

pytest.importorskip("mypy")
RIGHT = """
from dataclasses import dataclass
import pybridge
from pybridge.errors import PrologLimitError
from pybridge.search.task import Advancing
from pybridge.swipl import Atom, Engine

def note(run: Advancing) -> None:
    while not run.wait(0.1):
        print(run.progress().preparing)

@dataclass(frozen=True)
class Frozen:
    name: str = "frozen"
    source: str = "a test"
    admissible: bool = True
    consistent: bool = True

    def estimate(self, state: tuple[int, ...]) -> int:
        return 0

    def after(self, h: int, move: object, state: tuple[int, ...]) -> int:
        return 0

class Computed:
    source, admissible, consistent = "a test", True, True

    @property
    def name(self) -> str:
        return "computed"

    def estimate(self, state: tuple[int, ...]) -> int:
        return 0

    def after(self, h: int, move: object, state: tuple[int, ...]) -> int:
        return 0

pybridge.solve("eight", heuristic=Frozen(), watch=note)
pybridge.Solver("eight", Computed(), watch=note)
pybridge.heuristic("eight", "manhattan", watch=note)
with Engine() as prolog:
    several: tuple[dict[str, object], ...] = prolog.all("true")
    marks = [mark.name for mark in prolog.start("true").marks if isinstance(mark, Atom)]
    try:
        prolog.once("true")
    except PrologLimitError as stopped:
        print(stopped.answers[0]["X"] + 1)
"""
WRONG = """
from pybridge import sovle
from pybridge.facts import raed
from pybridge.swipl import Engin
pybridge.sovle("eight")
"""


@pytest.mark.slow
def test_what_is_right_and_what_is_misspelled(tmp_path):
    """The file has only the errors of its last part."""
    (tmp_path / "theirs.py").write_text(RIGHT + WRONG, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--follow-imports=silent", "theirs.py"],
        cwd=tmp_path, capture_output=True, text=True, timeout=300,
        env={**os.environ, "MYPYPATH": str(Path(pybridge.__file__).parent.parent)},
    )  # fmt: skip
    assert not done.stderr
    errors = [line for line in done.stdout.splitlines() if "error:" in line]
    right = RIGHT.count("\n")
    assert [int(line.split(":")[1]) - right for line in errors] == [2, 3, 4, 5], done.stdout
    assert all("attribute" in line for line in errors)
