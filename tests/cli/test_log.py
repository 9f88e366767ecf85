"""`solve --log FILE`: JSON lines for monitoring a long search."""

import json
import os
import shutil
from pathlib import Path

import pytest

from pybridge.cli import log
from pybridge.facts import find
from tests.cli.conftest import Command


def test_each_completed_threshold_is_a_line(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "EVERY", 0.01)
    file = tmp_path / "log.jsonl"
    file.write_text('{"before": true}\n')
    result = command(
        "solve", "eight", "--start", "farthest_1", "--heuristic", "manhattan", "--json", "--log", str(file)
    )
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert lines[0] == {"before": True}
    words = "pybridge solve eight --start farthest_1 --heuristic manhattan --json --log "
    assert (lines[1]["command"], lines[1]["seed"]) == (f"{words}{file}", None)
    times = [line.pop("elapsed") for line in lines[1:]]
    assert times == sorted(times)
    assert all(line.pop("time").endswith("+00:00") for line in lines[1:])
    iterations = json.loads(result.out)["iterations"]
    assert [line for line in lines if line.get("completed")] == [each for each in iterations if each["completed"]]


def test_a_log_that_cannot_be_written(command: Command, tmp_path: Path) -> None:
    result = command("solve", "eight", "--log", str(tmp_path / "none" / "log.jsonl"))
    assert (result.code, result.out) == (43, "")
    assert "none/log.jsonl cannot be written: No such file or directory" in result.err


def test_names_and_files_that_are_none(command: Command, tmp_path: Path) -> None:
    result = command("solve", "eight", "--log", "-")
    assert (result.code, result.err) == (43, "pybridge: - is no file; give a path\n")
    name = os.fsdecode(bytes(tmp_path) + b"/\xff.pl")
    shutil.copy(find("eight"), name)
    log_file = tmp_path / "log.jsonl"
    result = command("solve", name, "--quiet", "--log", str(log_file))
    assert (result.code, result.err) == (0, "")
    assert "?.pl" in json.loads(log_file.read_text(encoding="utf-8").splitlines()[0])["command"]


def test_a_full_disk_does_not_end_the_search(command: Command) -> None:
    result = command("solve", "eight", "--start", "farthest_1", "--heuristic", "manhattan", "--log", "/dev/full")
    assert result.code == 0
    assert result.err == "pybridge: /dev/full does not have all of the log: No space left on device\n"
