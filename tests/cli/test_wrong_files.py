"""Thirty mistakes in shipped files of every kind: each is one error, where it is, with what would be right."""

import re
from pathlib import Path

import pytest

from pybridge.facts import find
from pybridge.facts.wording import display_width
from tests.cli.conftest import Command

MISTAKES = {
    "seven": [
        ("start(page, [0, 7, 2, 1, 4, 3, 6, 5])", "start(page, [0, 7, 2, 1, 4, 3, 6, 6])", "11:35 missing 5: write 5"),
        ("start(page, [0, 7, 2, 1, 4, 3, 6, 5])", "start(page, [0, 7, 2, 1, 4, 3, 6])", "11:13 list the tile on each"),
        ("goal([1, 2, 3, 4, 5, 6, 7, 0])", "goal([1, 2, 3, 4, 5, 6, 7, 7])", "13:6 one entry must be 0"),
        ("goal([1, 2, 3, 4, 5, 6, 7, 0])", "goal([1, 2, 3, 4, 5, 6, 6, 0])", "13:25 missing 7: write 7 for one 6"),
        ("goal([1, 2, 3, 4, 5, 6, 7, 0])", "goal([1, 2, 3, 4, 5, 7, 6, 0])", "13:22 correct the goal or the dist"),
        ("cell(7, 1, 3).", "", "22:6 add cell(7, Row, Column)"),
        ("cell(5, 1, 1).", "cell(5, 1, 0).", "21:9 move one"),
        ("neighbor(3, [2, 7]).", "neighbour(3, [2, 7]).", "29:1 did you mean neighbor?"),
        ("neighbor(3, [2, 7]).", "neighbor(3, [2, 7, 5]).", "29:20 add 3 there or remove 5 here"),
        ("neighbor(3, [2, 7]).", "neighbor(3, [2 7]).", "29:16 expected , or ]"),
        ("distance(4,", "distance(3,", "39:10 change or remove one"),
        ("distance(4, [3, 2, 1, 0, 4,", "distance(4, [3, 2, 1, 0, 9,", "39:26 at most 4 keeps"),
        ("optimal(page, 36)", "optimal(pag, 36)", "12:9 did you mean page?"),
        ("%| 1 2 3 4", "%| 1 2 4 3", "4:1 this line is: %| 1 2 3 4"),
    ],
    "blocks3": [
        ("block(green).", "", "19:1 add block(green)"),
        ("block(green).", "block(gren).", "20:7 write block(green)"),
        ("place(x).", "", "13:50 expected one of red, blue, green, y, z"),
        ("page, [[red, blue], [blue, green]", "page, [[red, blue], [blue, red]", "13:14 put one of them on x, y, z"),
        ("start(page, [[red, blue], ", "start(page, [", "13:13 add a pair for red"),
    ],
    "pancake": [
        ("goal([1, 2, 3, 4, 5, 6, 7])", "goal([1, 2, 3, 4, 5, 6, 6])", "25:6 missing 7: write 7 for one 6"),
        ("generator(f4, [[1, 4], [2, 3]])", "generator(f4, [[1, 4], [2, 8]])", "30:28 the points 1 to 7"),
        ("generator(f4, [[1, 4], [2, 3]])", "generator(f4, [1, 4, 2, 3])", "30:16 is not a cycle such as [1, 2, 3]"),
        ("metric(half).", "", "12:1 add metric(half)"),
        ("start(swapped, [2, 1, 4, 3, 6, 5, 7])", 'start(swapped, "f2 f9")', "19:16 did you mean f7?"),
    ],
    "pocket": [
        ("colour(4, white)", "colour(25, white)", "114:8 its pieces are 1, 2, 3"),
        ("colour(4, white)", "colur(4, white)", "114:1 did you mean colour?"),
    ],
    "farmer": [
        ("across(west, east).", "across(west, East).", "20:14 write _East, or correct it"),
        ("optimal(west, 7)", "optimal(wset, 7)", "11:1 did you mean west?"),
        ("goal(banks(east, east, east, east)).", "gaol(banks(east, east, east, east)).", "12:1 meant to be goal?"),
        ("safe(Bank, _, Bank, _).", "safe(Bank, _, Bank, _)", "24:23 a full stop is missing here"),
    ],
}
CASES = [pytest.param(name, *case, id=f"{name} {case[2]}") for name, cases in MISTAKES.items() for case in cases]


def test_there_are_thirty() -> None:
    assert len(CASES) == 30


@pytest.mark.parametrize(("name", "right", "wrong", "expected"), CASES)
def test_a_mistake_is_one_error_with_its_line_and_a_caret(
    command: Command, tmp_path: Path, name: str, right: str, wrong: str, expected: str
) -> None:
    text, path = find(name).read_text(encoding="utf-8"), tmp_path / "it.pl"
    assert right in text
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    place, says = expected.split(" ", 1)
    line, column = map(int, place.split(":"))
    checked, solved = command("check", str(path)), command("solve", str(path))
    assert (checked.code, checked.err, solved.code, solved.out) == (21, "", 21, "")
    assert solved.err == checked.out, "every command reports the same"
    message, shown, caret = checked.out.splitlines()
    assert message.startswith(f"{path}:{line}:{column}: ")
    assert says in message
    source = path.read_text(encoding="utf-8").split("\n")[line - 1]
    if "..." not in shown:
        assert shown == f"    {source}".rstrip()
        assert len(caret) == 5 + display_width(source[: column - 1])
    assert re.fullmatch(r" {4,}\^", caret)


@pytest.mark.parametrize("arguments", ["ids_low", "trace", "compare", "compile", "census", "puzzles", "tables build"])
def test_other_commands_show_it_too(command: Command, tmp_path: Path, arguments: str) -> None:
    path = tmp_path / "it.pl"
    path.write_text(find("seven").read_text(encoding="utf-8").replace("cell(7, 1, 3).", "cell(7, 1, 3)"))
    result = command(*arguments.split(), str(path))
    assert (result.code, result.out) == (21, "")
    assert result.err.splitlines()[1:] == ["    cell(7, 1, 3)", " " * 17 + "^"]
