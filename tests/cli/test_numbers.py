"""Every number that a command takes is bounded: one too large, or no number at all, is a line and exit code 2."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from pybridge.cli.app import application
from pybridge.limits import MOST
from tests.cli.conftest import Command
from tests.samples import sample

HOSTILE = ["99999999999999999999", "9" * 400, "9" * 5000, "-1", "-" + "9" * 30, "nan", "inf", "-inf", "1e400", "0x10",
           "²", "", " ", "1\n2", "99999999999999999999g", "." + "9" * 5000 + "e9"]  # fmt: skip
BORDER = [str(MOST), str(MOST + 1), str(2**31), str(2**32), str(2**62), str(2**63 - 1), str(2**63), str(2**64)]
NO_NUMBERS = {"str", "text", "choice", "bool", "boolean", "path", "file", "filename", "directory"}
"""What typer calls its other types, whichever its version."""


def options() -> Iterator[tuple[str, Any]]:
    """Every option and argument of every command, with the command's words."""

    def below(command: Any, words: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
        for name, each in getattr(command, "commands", {}).items():
            yield from below(each, (*words, name))
        yield from ((" ".join(words), option) for option in command.params)

    return below(typer.main.get_command(application()), ())


def numbers() -> dict[tuple[str, str], Any]:
    """Those that are numbers: what is neither text, nor a choice, nor a flag, nor a path."""
    return {(command, option.opts[0]): option for command, option in options() if option.type.name not in NO_NUMBERS}


def test_all_numbers_are_found() -> None:
    names = {name for _, name in numbers()}
    assert names == {
        "--last", "--time-limit", "--inference-limit", "--memory-limit", "--moves", "--threshold", "--most", "--jobs",
        "--processes",
        "--seed", "--any", "--depth", "--blocks", "--places", "--boards", "--tries", "--weight", "--batch",
        "--labels", "--steps", "--distance", "--origins", "--width", "--believed",
        "--workers", "--threads", "--simulate", "--seconds", "--nodes", "--port", "--dashboard", "number",
    }  # fmt: skip


@pytest.mark.parametrize("key", numbers(), ids=" ".join)
def test_what_reads_a_number_bounds_it(key: tuple[str, str]) -> None:
    option = numbers()[key]

    def told(text: str) -> str | float:
        try:
            return option.type.convert(text, option, None)
        except typer.BadParameter as error:
            return error.message

    for text in HOSTILE + BORDER:
        what = told(text)
        assert 10 < len(what) < 200 if isinstance(what, str) else 0 <= what <= MOST, text


BOARD = {
    "ids": "--no-check",
    "ids_low": "--no-check",
    "solve": "--all",
    "compare": "",
    "census": "--method plain",
    "trace": "",
}
"""Commands that search, with what has them end soon and take all of their options."""
WHOLE_LINES = {
    **{f"{command} BOARD {more} {name}": command for (command, name) in numbers() for more in [BOARD.get(command)]
       if more is not None and name not in ("--moves", "--threshold")},
    "ids_low BOARD --no-check --why": "",
    "ids_low BOARD --no-check --why 2 --threshold": "",
    "ids_low BOARD --why 1,2,3,0 --moves": "",
    "facts 2x3 --seed": "",
    "facts --blocks": "",
    "facts --blocks 3 --places": "",
    "facts --blocks 3 --seed": "",
    "bench random --puzzle BOARD --heuristic manhattan 2 --seed": "",
    "bench BOARD --heuristic manhattan --boards": "",
    "bench BOARD --heuristic manhattan --jobs": "",
    "bench BOARD --heuristic manhattan --processes": "",
}  # fmt: skip


@pytest.fixture
def board(command: Command, tmp_path: Path) -> Path:
    path = tmp_path / "two.pl"
    assert command("facts", "2x2", "--out", str(path)).code == 0
    return path


@pytest.mark.parametrize("line", sample(WHOLE_LINES, slow=("solve BOARD --all --most",)))
def test_the_largest_number_is_answered(command: Command, board: Path, line: str) -> None:
    for number in (str(MOST), "99999999999999999999", "1e400"):
        result = command(*line.replace("BOARD", str(board)).split(), number)
        assert result.code in (0, 2, 21, 41, 42), (number, result)
        assert len(result.err.splitlines()) == (result.code != 0), (number, result)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("facts 99999999999999999999x2", 2),
        ("facts 2 x " + "9" * 5000, 2),
        ("new 99999999999999999999x2 --out OUT", 2),
        ("solve BOARD --heuristic pdb:99999999999999999999", 44),
        ("solve BOARD --heuristic pdb:999-999", 44),
        ("ids_low BOARD --start 99999999999999999999,1,2,0", 41),
        ("ids_low BOARD --start [" + "9" * 5000 + "]", 41),
        ("bench random 99999999999999999999 --puzzle BOARD", 2),
        ("bench engine --tries 99999999999999999999", 2),
    ],
    ids=lambda value: str(value)[:40],
)
def test_numbers_within_texts(command: Command, board: Path, line: str, code: int) -> None:
    result = command(*line.replace("BOARD", str(board)).replace("OUT", str(board.parent / "new.pl")).split())
    assert (result.code, len(result.err.splitlines()), result.out) == (code, 1, "")
