"""`check` reports how many states of a sound file can reach a goal, and why a start cannot."""

import json
import re
from pathlib import Path

import pytest

from pybridge.facts import find
from pybridge.facts.wording import display_width
from tests.cli.conftest import Command


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("seven", "8 cells, 1 start; 20,160 of 40,320 arrangements can reach a goal"),
        ("box_eight", "; all 90,720 arrangements can reach a goal"),
        ("fifteen", "; 10,461,394,944,000 of 20,922,789,888,000 arrangements can reach a goal"),
        ("korf24", "; 7.76e24 of 1.55e25 arrangements can reach a goal"),
        ("blocks3", "; all 60 arrangements can reach a goal"),
    ],
)
def test_states_that_can_reach_a_goal(command: Command, name: str, says: str) -> None:
    result = command("check", name)
    assert result.code == 0
    assert result.out.rstrip().endswith(says)


def test_one_arrangement(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "one.pl"
    path.write_text('puzzle(one, blocks_world, "One").\nstart(s, [[a, t]]).\ngoal([[a, t]]).\nblock(a).\ntable(t).\n')
    result = command("check", str(path))
    assert (result.code, result.out.split("; ")[1]) == (0, "its only arrangement is a goal\n")


def test_numbers_in_json(command: Command, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.pl"
    wrong.write_text("goal(X).\n")
    swapped = tmp_path / "swapped.pl"
    text = find("seven").read_text(encoding="utf-8")
    swapped.write_text(text.replace("goal(", "start(swapped, [2, 1, 3, 4, 5, 6, 7, 0]).\ngoal(", 1), encoding="utf-8")
    result = command("check", "korf24", str(wrong), str(swapped), "--json")
    sound, unread, unsolvable = json.loads(result.out)
    assert sound["states"] == 7755605021665492992000000
    assert sound["arrangements"] == 2 * sound["states"]
    assert (unread["sound"], unread["states"], unread["arrangements"]) == (False, None, None)
    assert (unsolvable["sound"], unsolvable["states"]) == (False, 20_160)
    assert "with tiles 1 and 2 exchanged it would be solvable" in unsolvable["faults"][0]["message"]


@pytest.mark.slow
def test_more_digits_than_python_writes(command: Command, tmp_path: Path) -> None:
    cells = 16_000
    goal = [1 + cell % 2 for cell in range(cells - 1)] + [0]
    path = tmp_path / "long.pl"
    path.write_text(
        f"""puzzle(long, sliding_tiles, "A long row").
start(one, {goal}).
goal({goal}).
"""
        + "".join(f"cell({cell},{cell // 999},{cell % 999}).\n" for cell in range(cells))
        + "".join(f"neighbor({cell},{[n for n in (cell - 1, cell + 1) if 0 <= n < cells]}).\n" for cell in range(cells))
        + f"distance(1, {[0] * cells}).\ndistance(2, {[0] * cells}).\n".replace(" ", "")
    )
    assert command("check", str(path)).out.rstrip().split("; ")[1] == (
        "16,000 of 1.52e4818 arrangements can reach a goal"
    )
    (form,) = json.loads(command("check", str(path), "--json").out)
    assert (form["states"], form["arrangements"]) == (16_000, None)


def rooms(command: Command, tmp_path: Path, start: str) -> Path:
    """A board of letters in two rooms with a dead end, and one start."""
    drawing, path = tmp_path / "rooms.txt", tmp_path / "rooms.pl"
    drawing.write_text("a b c d\n# e f .\n")
    assert command("facts", "--drawing", str(drawing), "--out", str(path)).code == 0
    path.write_text(re.sub(r"start\(.*", f"start(s, {start}).", path.read_text(encoding="utf-8")), encoding="utf-8")
    return path


def test_a_reason_calls_tiles_as_they_are_drawn_and_the_cells_are_numbered_below(
    command: Command, tmp_path: Path
) -> None:
    path = rooms(command, tmp_path, "[2, 1, 3, 4, 5, 6, 0]")
    result = command("check", str(path))
    fault, line, caret, *drawn = result.out.splitlines()
    assert result.code == 10
    assert (line, caret) == ("    start(s, [2, 1, 3, 4, 5, 6, 0]).", "    ^")
    assert "tile b is on cell 0, and the goal has tile a there" in fault
    assert drawn[:4] == ["", "the numbers of the cells", "╭───────────╮", "│ 0   1 2 3 │"]
    assert command("compare", str(path)).out.count("tile b is on") == 1
    (form,) = json.loads(command("check", str(path), "--json").out)
    assert form["faults"][0]["message"] in fault


def test_no_cells_are_numbered_where_a_reason_names_none(command: Command, tmp_path: Path) -> None:
    text = find("seven").read_text(encoding="utf-8")
    whole = tmp_path / "whole.pl"
    whole.write_text(text.replace("goal(", "start(swapped, [2, 1, 3, 4, 5, 6, 7, 0]).\ngoal(", 1), encoding="utf-8")
    assert len(command("check", str(whole)).out.splitlines()) == 3  # the fault, its line and a caret


def test_the_highest_code_of_several_files(command: Command, tmp_path: Path) -> None:
    unsolvable, faulty = rooms(command, tmp_path, "[2, 1, 3, 4, 5, 6, 0]"), tmp_path / "faulty.pl"
    faulty.write_text(unsolvable.read_text(encoding="utf-8").replace("goal(", "gaol("), encoding="utf-8")
    for files in ([unsolvable, faulty], [faulty, unsolvable]):
        assert command("check", "seven", *map(str, files)).code == 21
    assert command("check", "seven", str(unsolvable)).code == 10


WRONG = """\
puzzle(p, rules, "P").
start(s, a(0)).
goal(a(1)).
move(a(0), go, a(1)).
"""


def check(command: Command, path: Path, text: str) -> list[str]:
    """The lines that are printed below the message of the only fault."""
    path.write_bytes(text.encode())
    result = command("check", str(path))
    message, *below = result.out.splitlines()
    assert result.code == 21
    assert message.startswith(f"{path}:")
    return below


@pytest.mark.parametrize(
    ("line", "shown", "caret"),
    [
        ("move(a(0), back, a(X)).", "move(a(0), back, a(X)).", 19),
        ("\tmove(a(0),\tback, a(X)).", "        move(a(0),      back, a(X)).", 32),
        ("color('日本', red). move(a(X), back, a(0)).", "color('日本', red). move(a(X), back, a(0)).", 27),
        ("color('e\u0301', red). move(a(X), back, a(0)).", "color('e\u0301', red). move(a(X), back, a(0)).", 24),
        ("move(a(0), back, a(X)).\r", "move(a(0), back, a(X)).", 19),
    ],
)
def test_a_caret_is_under_the_column(command: Command, tmp_path: Path, line: str, shown: str, caret: int) -> None:
    text = WRONG.replace("\n", "\r\n") + line + "\n" if line.endswith("\r") else WRONG + line + "\n"
    assert check(command, tmp_path / "it.pl", text) == [f"    {shown}", " " * (4 + caret) + "^"]


def test_a_long_line_is_cut_around_the_column(command: Command, tmp_path: Path) -> None:
    long = "color('" + "日" * 300 + "', red). move(a(X), back, a(0)). " + "color(a, red). " * 20
    line, caret = check(command, tmp_path / "it.pl", WRONG + long.rstrip() + "\n")
    assert line.startswith("    ...日")
    assert line.endswith("...")
    assert "', red). move(a(X), back, a(0)). color(" in line
    assert sum(map(display_width, line)) <= 110
    assert display_width(line[: line.index("X")]) == caret.index("^")


def test_what_would_command_a_terminal_is_not_shown(command: Command, tmp_path: Path) -> None:
    line, caret = check(command, tmp_path / "it.pl", WRONG + "move(a(0), '\x1b[2J', a(X)).\n")
    assert (line, caret) == ("    move(a(0), '?[2J', a(X)).", " " * 25 + "^")


def test_carets_of_fact_files_and_of_the_end(command: Command, tmp_path: Path) -> None:
    assert check(command, tmp_path / "it.pl", "puzzle(row, sliding_tiles, 'Row').\n")[:2] == [
        "    puzzle(row, sliding_tiles, 'Row').",
        " " * 31 + "^",
    ]
    assert check(command, tmp_path / "it.pl", WRONG + "color(a, red)")[:2] == ["    color(a, red)", " " * 17 + "^"]


def test_no_line_where_none_can_be_read(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "it.pl"
    for data in (b"", b"goal(\0).\n", b"goal(a).\n" * (1 << 17)):
        path.write_bytes(data)
        assert len(command("check", str(path)).out.splitlines()) == 1
    assert len(command("check", str(tmp_path / "none.pl")).out.splitlines()) == 1


def test_a_byte_that_is_no_text_is_shown_where_it_is(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "it.pl"
    path.write_bytes(b"goal(\xff).\n")
    assert command("check", str(path)).out.splitlines()[1:] == ["    goal(\ufffd).", "         ^"]


def test_json_has_no_lines_and_other_commands_print_them(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "it.pl"
    path.write_text(WRONG + "move(a(0), back, a(X)).\n")
    (form,) = json.loads(command("check", str(path), "--json").out)
    assert form["faults"] == [
        {"line": 5, "column": 20, "kind": "singleton", "message": "X occurs only once: write _X, or correct it"}
    ]
    result = command("solve", str(path))
    assert (result.code, result.out) == (21, "")
    assert result.err.splitlines()[1:] == ["    move(a(0), back, a(X)).", " " * 23 + "^"]
