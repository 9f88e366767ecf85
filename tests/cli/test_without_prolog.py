"""Without SWI-Prolog on the PATH: what needs it says so in one line, and everything else runs."""

import json
import os
import subprocess
import sys

import pytest

SCRIPT = """
import contextlib, io, json, os, sys
from pybridge.cli import run
results = []
for words in json.load(sys.stdin):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(words)
    results.append([code, err.getvalue()])
print("RESULTS" + json.dumps(results))
"""


@pytest.fixture
def codes(tmp_path):
    """What commands end with, and their standard error, in a process where no swipl is found."""
    (tmp_path / "apt-get").write_text("#!/bin/sh\n")
    (tmp_path / "apt-get").chmod(0o755)
    hidden = ("LIBSWIPL_PATH", "SWI_HOME_DIR")
    environment = {name: value for name, value in os.environ.items() if name not in hidden} | {"PATH": str(tmp_path)}

    def run(*lines):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], input=json.dumps([line.split() for line in lines]), text=True,
            capture_output=True, env=environment, cwd=tmp_path, timeout=300,
        )  # fmt: skip
        assert "RESULTS" in done.stdout, done.stderr
        return json.loads(done.stdout.partition("RESULTS")[2])

    return run


QUICK = ["puzzles", "check eight", "solve eight --engine python", "tables list", "--version", "-h"]
SLOW = [
    "solve eight --html eight.html", "census eight", "ids_low eight --engine python", "new 2x2 --out own.pl",
    "facts 2x3 --out board.pl", "export blocks3 --to asp", "compare eight --engine python,native",
    "trace eight --threshold 12", "bench eight", "train eight --labels 500 --steps 20",
]  # fmt: skip


@pytest.mark.parametrize("lines", [QUICK, pytest.param(SLOW, marks=pytest.mark.slow)], ids=["quick", "slow"])
def test_what_needs_no_prolog_runs(codes, lines):
    assert dict(zip(lines, (code for code, _ in codes(*lines)), strict=True)) == dict.fromkeys(lines, 0)


def test_what_needs_prolog_says_how_to_get_it(codes):
    lines = [
        "ids_low",
        "ids blocks3",
        "compare eight",
        "compile eight",
        "solve eight --engine prolog-compiled",
        "bench engine",
        "check jugs",
        "solve jugs",
        "ids jugs",
        "census jugs",
        "compare jugs",
        "trace jugs",
        "export jugs --to pddl",
        "puzzles jugs",
        "bench puzzle jugs",
        "tables build jugs",
        "train jugs",
        "new --rules --out pegs.pl",
    ]
    for line, (code, error) in zip(lines, codes(*lines), strict=True):
        assert (code, error.count("\n")) == (50, 1), (line, error)
        assert error.startswith("pybridge: SWI-Prolog is not installed (no swipl on the PATH): "), line
        assert error.endswith("apt-get install --no-install-recommends swi-prolog-nox\n"), line


@pytest.mark.slow
def test_a_gallery_leaves_out_what_needs_prolog(codes, tmp_path):
    ((code, error),) = codes("gallery --out pages")
    assert (code, error.count("\n")) == (50, 1), error
    assert (tmp_path / "pages" / "eight.html").exists()
    assert not (tmp_path / "pages" / "jugs.html").exists()
