"""Shell completion in a real bash: installed by the command, it completes commands, options and names of puzzles."""

import os
import sys
from pathlib import Path

import pexpect
import pytest

from pybridge.cli.app import COMMANDS
from tests.cli.conftest import Command

ROOT = Path(__file__).parents[2]


def test_bash_completes_after_installing(tmp_path: Path) -> None:
    program = tmp_path / "bin" / "pybridge"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m pybridge "$@"\n')
    program.chmod(0o755)
    environment = {**os.environ, "HOME": str(tmp_path), "PATH": f"{program.parent}:{os.environ['PATH']}", "PS1": "$ "}
    bash = pexpect.spawn("bash", ["--norc"], env=environment, cwd=str(tmp_path), encoding="utf-8", timeout=60)
    try:
        bash.sendline("pybridge --install-completion bash 2>&1 || pybridge --install-completion")
        bash.expect("completion installed in")
        bash.expect("restart the terminal")
        bash.sendline(f"source {tmp_path}/.bashrc")
        for typed, completed in (
            ("pybridge cen\t", "sus "),
            ("tri\t", "angle "),
            ("--mem\t", "ory-limit "),
        ):
            bash.send(typed)
            bash.expect(completed)
        bash.sendcontrol("u")  # empties the line: a signal could take what is typed next with it
        bash.send("bin/pybridge exp\t")
        bash.expect("ort ")
    finally:
        bash.close(force=True)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("pybridge ", set(COMMANDS)),
        ("pybridge solve eig", {"eight", "eight_rules"}),
        ("pybridge tables ", {"build", "fetch", "list", "verify", "remove"}),
        ("pybridge check --w", {"--watch"}),
    ],
)
def test_what_may_follow(command: Command, monkeypatch: pytest.MonkeyPatch, words: str, expected: set[str]) -> None:
    monkeypatch.setenv("_PYBRIDGE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
    result = command()
    assert (result.code, result.err) == (0, "")
    assert set(result.out.split()) == expected


def test_an_empty_variable_asks_for_nothing(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_PYBRIDGE_COMPLETE", "")
    assert "8-puzzle" in command("puzzles", "eight").out
