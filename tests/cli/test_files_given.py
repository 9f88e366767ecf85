"""Files that are given to be read: endless, huge, binary or no files at all, they are a line and an exit code."""

import io
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import NamedTuple

import pytest

from pybridge.facts import find, read
from pybridge.facts.reader import MOST_BYTES
from pybridge.heuristics.pattern_database import partition
from tests.cli.conftest import Command
from tests.samples import sample

READERS = {
    "drawing": "facts --drawing FILE",
    "start": "facts 2x2 --start-drawing FILE",
    "new": "new --drawing FILE --out OUT",
    "new start": "new 2x2 --start-drawing FILE --out OUT",
    "partition": "solve eight --heuristic pdb:FILE",
    "partition in a maximum": "bench eight --heuristic max(manhattan,pdb:FILE)",
    "tables": "tables build eight --heuristic pdb:FILE",
    "compiled": "compile eight --heuristic pdb:FILE",
    "check": "check FILE",
    "search": "ids_low FILE --engine python",
    "program": "ids_low seven --program FILE",
}
"""Whatever reads a file, with the commands that do."""
BAD = {
    "huge": b"1 2\n" * MOST_BYTES,
    "binary": bytes(range(256)) * 16,
    "Latin-1": "ü 1\n2 .\n".encode("latin-1"),
    "NUL": b"1 2\n3 .\0\n",
    "UTF-16": "1 2\n3 .\n".encode("utf-16"),
    "an old Mac's": b"1 2\r3 .\r",
}
CODES = {20, 21, 44, 53}


def words(line: str, file: object, folder: Path) -> list[str]:
    out = str(folder / "out.pl")
    return [word.replace("FILE", str(file)).replace("OUT", out) for word in line.split()]


def is_one_line(code: int, said: str) -> bool:
    """One error, perhaps with the line of the file and a caret below it."""
    first, *excerpt = said.splitlines()
    is_short = len(excerpt) in (0, 2) and all(line.startswith("    ") for line in excerpt) and len(said) < 500
    return code in CODES and is_short and not first.startswith(" ") and "Traceback" not in said


@pytest.mark.parametrize("content", sample(BAD, quick=("binary", "huge")))
@pytest.mark.parametrize("reader", READERS)
def test_a_bad_file(command: Command, tmp_path: Path, reader: str, content: str) -> None:
    path = tmp_path / "given"
    path.write_bytes(BAD[content])
    result = command(*words(READERS[reader], path, tmp_path))
    assert is_one_line(result.code, result.out + result.err), result
    assert not (tmp_path / "out.pl").exists()


@pytest.mark.parametrize(
    "path",
    sample(
        ["/dev/zero", "/dev/urandom", "/proc/self/mem", "/", "nowhere/at/all", "./" + "x" * 5000],
        quick=("/dev/zero", "nowhere/at/all"),
    ),
)
@pytest.mark.parametrize("reader", READERS)
def test_no_file(command: Command, tmp_path: Path, reader: str, path: str) -> None:
    result = command(*words(READERS[reader], path, tmp_path))
    assert result.code in CODES
    assert len((result.out + result.err).splitlines()) == 1


class Endless(NamedTuple):
    path: Path
    written: list[int]
    over: threading.Event


@pytest.fixture
def endless(tmp_path: Path) -> Endless:
    """A pipe by name into which somebody writes for ever, until its reader goes."""
    pipe = Endless(tmp_path / "pipe", [], threading.Event())
    os.mkfifo(pipe.path)

    def write() -> None:
        with open(pipe.path, "wb", buffering=0) as file:
            try:
                while len(pipe.written) < 200:
                    pipe.written.append(file.write(b"1 2\n" * 16_384))
            except BrokenPipeError:
                pipe.over.set()

    threading.Thread(target=write, daemon=True).start()
    return pipe


@pytest.mark.parametrize("reader", READERS)
def test_no_more_is_read_than_has_room(command: Command, tmp_path: Path, endless: Endless, reader: str) -> None:
    result = command(*words(READERS[reader], endless.path, tmp_path))
    assert is_one_line(result.code, result.out + result.err), result
    assert "1 MiB" in result.out + result.err
    assert endless.over.wait(10)
    assert sum(endless.written) < 2 * MOST_BYTES


@pytest.mark.parametrize("line", ["facts --drawing -", "facts 2x2 --start-drawing -", "new --drawing - --out OUT"])
def test_standard_input(
    command: Command, tmp_path: Path, endless: Endless, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    with open(endless.path, "rb", buffering=0) as pipe:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(pipe)))
        result = command(*words(line, "", tmp_path))
    assert is_one_line(result.code, result.err)
    assert result.err.startswith("standard input:1:1:")
    assert endless.over.wait(10)
    assert sum(endless.written) < 2 * MOST_BYTES


@pytest.mark.parametrize("line", ["facts --drawing -", "new"])
def test_standard_input_may_be_closed(line: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m pybridge {line} <&-', sys.executable],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode in (2, 21)
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("text", ["1 2 3\n4 5 .\n", "\ufeff1 2 3\r\n4 5 .\r\n"])
def test_a_drawing_may_have_what_editors_write(command: Command, tmp_path: Path, text: str) -> None:
    path = tmp_path / "board"
    path.write_bytes(text.encode())
    plain = command("facts", "2x3", "--name", "board").out
    assert command("facts", "--drawing", str(path)).code == 0
    drawn = command("facts", "--drawing", str(path), "--name", "board").out
    one, other = ([line for line in text.splitlines() if line.startswith("neighbor")] for text in (drawn, plain))
    assert one == other


def test_a_partition_may_have_what_editors_write(tmp_path: Path) -> None:
    path, eight = tmp_path / "partition", read(find("eight"))
    path.write_bytes("\ufeffa a a\r\na b b\r\nb b .\r\n".encode())
    assert partition(eight, str(path)) == ((1, 2, 3, 4), (5, 6, 7, 8))


def test_checking_a_file_that_can_be_read_once(command: Command, tmp_path: Path) -> None:
    """A start that cannot reach a goal is found in the text that was read, not in what the file holds later."""
    sound = command("facts", "2x2").out
    start = next(line for line in sound.splitlines() if line.startswith("start("))
    pipe = tmp_path / "pipe.pl"
    os.mkfifo(pipe)
    text = sound.replace(start, "start(odd, [2, 1, 3, 0]).")
    threading.Thread(target=pipe.write_text, args=(text,), daemon=True).start()
    result = command("check", str(pipe))
    assert (result.code, result.err) == (10, "")
    assert "cannot reach a goal" in result.out


@pytest.mark.parametrize(
    "line", ["ids_low FILE", "ids FILE --no-check", "ids_low FILE --isolate", "solve FILE", "compare FILE"]
)
def test_a_puzzle_that_can_be_read_once(command: Command, tmp_path: Path, line: str) -> None:
    """As a shell passes it with `<(...)`, or with /dev/stdin."""
    reader, writer = os.pipe()
    try:
        with open(writer, "w", encoding="utf-8") as pipe:
            pipe.write(command("facts", "2x2", "--seed", "1").out)
        result = command(*words(line, f"/dev/fd/{reader}", tmp_path))
    finally:
        os.close(reader)
    assert (result.code, result.err) == (0, "")
