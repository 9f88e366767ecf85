"""Hostile programs run by the command line, in a process of their own: nothing happens, and no lie is accepted."""

import json
import time

import pytest

from pybridge.cli import run
from tests.samples import sample
from tests.untrusted.hostile import family

# No solution within the limit, a limit, an error in Prolog, a program refused, a disagreement with the judge.
QUICK = {
    "a choice rule that changes what the goal is",
    "a cleanup that runs when the program is gone",
    "a forged limit of time",
    "a goal suspended in a solution",
    "a print of a solution that is dynamic",
    "an invalid solution",
}
HONEST = {11, 12, 52, 53, 60}


@pytest.mark.clock
@pytest.mark.parametrize(
    "program",
    sample(family("commands"), quick=[program for program in family("commands") if program.name in QUICK]),
    ids=lambda program: program.name,
)
def test_the_command_line_believes_no_lie(tmp_path, capfd, program):
    canaries = tmp_path / "canaries"
    canaries.mkdir()
    path = tmp_path / "program.pl"
    path.write_text(program.aimed(mark=f"{canaries}/mark", folder=str(canaries)), encoding="utf-8")
    begun = time.monotonic()
    code = run(["ids_low", "eight", "--program", str(path), "--time-limit", "3", "--json"])
    told = capfd.readouterr()
    assert list(canaries.iterdir()) == [], told.err
    assert canaries.is_dir()
    assert code in HONEST, told.err
    assert "/etc/passwd" not in told.err
    assert code != 12 or time.monotonic() - begun >= 3
    if told.out:
        json.loads(told.out)
