"""`check --fix` changes what is certain and nothing else; `check --watch` looks again when a file has changed."""

import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pybridge.facts import find, read_text
from pybridge.facts.fixes import fixed
from tests.cli.conftest import Command
from tests.samples import FACT_FILES

CERTAIN = [
    ("seven", "neighbor(3,", "neighbour(3,"),
    ("seven", "neighbor(3, [2, 7]).", "neighbor(3, [2, 7])"),
    ("seven", "sliding_tiles", "sliding_tile"),
    ("seven", "optimal(page, 36)", "optimal(pag, 36)"),
    ("seven", "puzzle(seven,", "puzle(seven,"),
    ("seven", "distance(4, [3, 2, 1, 0, 4, 3, 2, 1]).\n", ""),
    ("seven", "distance(6, [2, 1, 2, 3, 1, 0, 1, 2]).\ndistance(7, [3, 2, 1, 2, 2, 1, 0, 1]).\n", ""),
    ("blocks3", "[[red, blue], [blue, green], [green, x]]", "[[green, x], [red, blue], [blue, green]]"),
    ("blocks3", "block(green).", "block(gren)."),
    ("blocks3", "block(green).\n", ""),
    ("blocks3", "block(blue).\n", ""),
    ("blocks3", "block(red).\n", ""),
    ("blocks3", "[blue, green], [green, x]", "[bleu, green], [green, x]"),
    ("blocks3", "[blue, green], [green, x]", "[blue, gren], [green, x]"),
    ("pancake", "distance(4, [1, 1, 1, 0, 2, 2, 2]).\n", ""),
    ("pancake", "metric(half)", "metric(hlaf)"),
    ("pocket", "colour(4, white)", "colur(4, white)"),
    ("farmer", "across(F0, F), safe(F, W, G, C)", "acros(F0, F), safe(F, W, G, C)"),
    ("farmer", "goal(banks(east", "gaol(banks(east"),
]
UNCERTAIN = [
    ("seven", "goal([1, 2, 3, 4, 5, 6, 7, 0])", "goal([1, 2, 3, 4, 5, 7, 6, 0])"),
    ("seven", "cell(5, 1, 1).", "cell(5, 1, 0)."),
    ("seven", "neighbor(3, [2, 7]).", "neighbor(3, [2])."),
    ("seven", "%| 1 2 3 4", "%| 1 2 4 3"),
    ("seven", "neighbor(3, [2, 7]).", "nobody(3, [2, 7])."),
    ("seven", "optimal(page, 36)", "optimal(page_2, 36)"),
    ("eight", "start(farthest_2", "start(farthest_3"),
    ("blocks3", "[blue, green], [green, x]", "[blue, green], [green, w]"),
    ("pancake", "metric(half)", "metric(full)"),
    ("farmer", "across(west, east).", "across(west, East)."),
]


IN_THE_WAY = ["/* a comment\nof two lines */", "% a comment\n/*\n*/", "/* x */ /* y\nz */"]
LAST = "distance(7, [3, 2, 1, 2, 2, 1, 0, 1])."


@pytest.mark.parametrize("comment", IN_THE_WAY)
def test_no_fact_is_written_into_a_comment(comment: str) -> None:
    text = find("seven").read_text(encoding="utf-8")
    broken = text.replace(LAST, "").replace("3, 1, 0, 1, 2]).\n", f"3, 1, 0, 1, 2]). {comment}\n")
    assert broken.count(comment) >= 1
    made, faults = fixed(broken.replace("neighbor(3,", "neighbour(3,"))
    assert "neighbor(3," in made, "what else is certain is fixed"
    assert len(faults) == len({fault.message for fault in faults})
    assert fixed(made) == (made, [])


def test_no_fact_is_written_into_another_one() -> None:
    text = find("seven").read_text(encoding="utf-8")
    apart = text.replace(LAST, "").replace("[2, 1, 2, 3, 1, 0, 1, 2]).", "[2, 1, 2, 3, 1, 0, 1, 2\n  ]).")
    made, _ = fixed(apart.replace("neighbor(3,", "neighbour(3,"))
    assert "neighbor(3," in made
    assert "0, 1, 2\n  ])." in made
    assert fixed(made) == (made, [])


def test_a_misplaced_puzzle_goes_to_the_beginning_and_nothing_is_lost() -> None:
    text = find("seven").read_text(encoding="utf-8")
    head = 'puzzle(seven, sliding_tiles, "7-puzzle, 2 x 4").\n'
    apart = head.replace(", ", ",\n    ", 2) + "% a comment below it\n"
    moved, made = fixed(text.replace(head, "") + apart)
    assert read_text(moved) == read_text(text)
    assert sorted(moved.split()) == sorted((text.replace(head, "") + apart).split())
    assert [fault.message for fault in made] == [
        "move puzzle(Name, Domain, Title) to the beginning of the file; it is on line 42"
    ]


@pytest.mark.parametrize(("name", "right", "wrong"), CERTAIN)
def test_what_is_certain_is_fixed(command: Command, tmp_path: Path, name: str, right: str, wrong: str) -> None:
    text, path = find(name).read_text(encoding="utf-8"), tmp_path / "it.pl"
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    result = command("check", str(path), "--fix")
    assert (result.code, result.err) == (0, "")
    assert path.read_text(encoding="utf-8") == text
    first, second, *changes = result.out.splitlines()
    assert (first, second) == (f"--- {path}", f"+++ {path} (fixed)")
    changed = [line for line in changes if line.startswith(("-", "+"))]
    assert changed
    assert all(line[1:] in text.split("\n") for line in changed if line.startswith("+"))
    assert f"{path}: sound, " in changes[-1]


@pytest.mark.parametrize(("name", "right", "wrong"), UNCERTAIN)
def test_the_rest_is_left_and_reported(command: Command, tmp_path: Path, name: str, right: str, wrong: str) -> None:
    text, path = find(name).read_text(encoding="utf-8"), tmp_path / "it.pl"
    assert right in text
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    before = path.stat().st_mtime_ns, path.read_bytes()
    checked, result = command("check", str(path)), command("check", str(path), "--fix")
    assert (path.stat().st_mtime_ns, path.read_bytes()) == before
    assert result.code == 21
    assert result.out == "not changed, because it is not certain what is right:\n" + checked.out


def test_both_at_once_with_comments_ends_of_lines_mode_and_link(command: Command, tmp_path: Path) -> None:
    text = find("seven").read_text(encoding="utf-8").replace("\n", "\r\n").removesuffix("\r\n")
    wrong = text.replace("neighbor(3, [2, 7]).", "neighbour(3, [2, 7]). % mine")
    wrong = wrong.replace("\r\ndistance(7, [3, 2, 1, 2, 2, 1, 0, 1]).", "").replace("6, 5])", "6, 6])")
    path, link = tmp_path / "it.pl", tmp_path / "link.pl"
    path.write_bytes(wrong.encode())
    path.chmod(0o640)
    link.symlink_to(path)
    result = command("check", str(link), "--fix")
    expected = text.replace("neighbor(3, [2, 7]).", "neighbor(3, [2, 7]). % mine").replace("6, 5])", "6, 6])")
    assert path.read_bytes().decode().removesuffix("\r\n") == expected
    assert (result.code, link.is_symlink(), stat.S_IMODE(path.stat().st_mode)) == (21, True, 0o640)
    assert sorted(tmp_path.iterdir()) == [path, link]
    assert "2 errors fixed" in result.out
    assert "missing 5: write 5 for one 6" in result.out
    assert "\r" not in result.out


def test_json_lists_what_was_fixed(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "it.pl"
    path.write_text(find("seven").read_text(encoding="utf-8").replace("metric", "").replace("optimal", "optimall"))
    (form,) = json.loads(command("check", str(path), "--fix", "--json").out)
    assert (form["sound"], form["faults"]) == (True, [])
    assert [each["line"] for each in form["fixed"]] == [12]
    (again,) = json.loads(command("check", str(path), "--json").out)
    assert again["fixed"] == []


@pytest.mark.parametrize("name", FACT_FILES)
def test_sound_files_stay_as_they_are(name: str) -> None:
    if FACT_FILES[name].stat().st_size < 20_000:
        text = FACT_FILES[name].read_text(encoding="utf-8")
        assert fixed(text) == (text, [])


def test_a_pipe_is_checked_only(command: Command, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.pl"
    os.mkfifo(pipe)
    with subprocess.Popen(["cp", str(find("seven")), str(pipe)]):
        assert command("check", str(pipe), "--fix").code == 0
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("other", ["--fix", "--json"])
def test_watching_goes_alone(command: Command, other: str) -> None:
    result = command("check", "seven", "--watch", other)
    assert (result.code, result.out) == (2, "")
    assert f"--watch and {other} cannot be used together; give one of them" in result.err


@pytest.mark.clock
@pytest.mark.slow
def test_a_changed_file_is_checked_again_until_ctrl_c(tmp_path: Path) -> None:
    text, path, log = find("seven").read_text(encoding="utf-8"), tmp_path / "it.pl", tmp_path / "log"
    path.write_text(text.replace("optimal(page", "optimal(pag"))
    with log.open("wb") as out:
        watching = subprocess.Popen(
            [sys.executable, "-m", "pybridge", "check", str(path), "--watch"], stdout=out, stderr=subprocess.STDOUT
        )
    try:
        until(log, "Ctrl-C ends this", 1)
        assert "12:9: no start state is named pag" in log.read_text()
        replaced = tmp_path / "new.pl"
        replaced.write_text(text)
        replaced.replace(path)  # as many editors save
        until(log, "Ctrl-C ends this", 2)
        assert "sound, sliding_tiles" in log.read_text()
        path.unlink()
        until(log, "Ctrl-C ends this", 3)
        assert "cannot read the file" in log.read_text()
        path.write_text(text)
        until(log, "Ctrl-C ends this", 4)
        watching.send_signal(signal.SIGINT)
        assert watching.wait(10) == 130
        assert log.read_text().endswith("pybridge: interrupted\n")
    finally:
        watching.kill()
        watching.wait()


def until(log: Path, text: str, number: int) -> None:
    """Wait until a log has a text this often."""
    end = time.monotonic() + 30
    while log.read_text().count(text) < number:
        assert time.monotonic() < end, log.read_text()
        time.sleep(0.02)
