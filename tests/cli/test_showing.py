"""How a result is shown: moves in several ways, the result alone, the result at the top, a picture's file name."""

import re
from dataclasses import replace

import pytest

from pybridge.facts import find, read
from pybridge.puzzles import PieceMove
from pybridge.render.console import ASCII, UNICODE
from pybridge.render.tiles import arrow_moved


def test_arrows_tell_equal_tiles_apart(command):
    arrows, cells = (
        command("solve", "box_eight", "--quiet", "--moves-as", way).out.partition("✓")[0].split()[1:]
        for way in ("arrows", "cells")
    )
    steps = {"↑": -3, "↓": 3, "←": -1, "→": 1}
    assert len(arrows) == 30
    assert [int(target) - int(source) for source, target in (cell.split("→") for cell in cells)] == [
        steps[arrow] for arrow in arrows
    ]


@pytest.mark.parametrize(
    ("puzzle", "source", "target", "arrow"),
    [
        ("torus", 2, 8, "↑"), ("torus", 6, 8, "←"), ("torus", 4, 5, "→"), ("cylinder", 4, 7, "←"),
        ("honeycomb", 0, 1, "→"), ("honeycomb", 0, 2, "↙"), ("honeycomb", 6, 3, "↖"), ("honeycomb", 0, 3, "↘"),
    ],
)  # fmt: skip
def test_an_arrow_points_where_the_tile_moves(puzzle, source, target, arrow):
    class Pen:
        signs = UNICODE

    facts = read(find(puzzle))
    assert target in facts.neighbors[source]
    assert arrow_moved(facts, PieceMove(1, source, target), Pen) == arrow
    Pen.signs = ASCII
    assert arrow_moved(facts, PieceMove(1, source, target), Pen).isascii()


def test_a_move_over_a_cell_is_none_around_the_edge():
    class Pen:
        signs = UNICODE

    facts = read(find("cylinder"))
    first, second, third, *others = facts.neighbors
    linked = replace(facts, neighbors=((*first, 2), second, (0, *third), *others))
    assert arrow_moved(linked, PieceMove(1, 0, 3), Pen) == "←"
    assert arrow_moved(linked, PieceMove(1, 0, 2), Pen) == "0→2"


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ("solve blocks3 --moves-as arrows", 2, "moves of blocks3 are written in one way only; leave out --moves-as"),
        ("solve pocket --moves-as tiles", 2, "moves of pocket are written in one way only"),
        ("ids eight --moves-as words", 2, "'words' is not a way to write moves; choose tiles, arrows, cells"),
        ("solve seven --svg out.png", 43, "out.png: --svg writes SVG; name a file that ends in .svg"),
    ],
)
def test_what_cannot_be_shown_is_refused_before_a_search(command, arguments, code, told):
    result = command(*arguments.split())
    assert (result.code, result.out, len(result.err.splitlines())) == (code, "", 1)
    assert told in result.err


def test_quiet_prints_the_result_and_the_checks_only(command):
    lines = command("ids", "sussman", "--engine", "python", "--quiet").out.splitlines()
    assert lines[0].startswith("moves  ")
    assert lines[1].startswith("✓ replay")
    assert lines[-1] == "✓ solved in 3 moves"
    assert len(lines) == 4


def test_a_long_result_stands_at_the_top_of_a_screen_too(shown_on):
    assert shown_on(height=100).count("✓ solved in 12 moves") == 1
    lines = shown_on(height=20)
    assert [number for number, line in enumerate(lines) if line == "✓ solved in 12 moves"] == [3, len(lines) - 1]


@pytest.fixture
def shown_on():
    """The lines of a trace on a terminal of some height."""
    from io import StringIO

    from rich.console import Console

    from pybridge.engines import solve_checked, start_state
    from pybridge.render.console import THEME
    from pybridge.render.search import SearchReport
    from pybridge.report import report
    from pybridge.search.task import Task

    facts = read(find("eight"))
    name, state = start_state(facts, "easy")
    task = Task(facts=facts, start_name=name, start=state, program="ids_low")
    told = report(task, *solve_checked(task, "python"))

    def lines(height):
        file = StringIO()
        console = Console(file=file, theme=THEME, width=80, height=height, highlight=False, markup=False)
        console.print(SearchReport(told, on_screen=True))
        return file.getvalue().splitlines()

    return lines


@pytest.mark.slow
def test_without_room_for_tables_it_says_which_heuristic_does(command, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("mine")
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path / "file" / "tables"))
    result = command("solve", "eight", "--json")
    assert result.code == 0
    assert result.err == (
        f"pybridge: {tmp_path}/file/tables cannot keep tables, so the heuristic is manhattan, which needs none; "
        "set PYBRIDGE_TABLES to a folder that can be written and has room\n"
    )
    assert command("solve", "pancake", "--quiet").out.endswith("✓ solved in 8 moves\n")


def test_each_word_of_a_picture_stands_at_its_column():
    """So that columns are right in viewers that have no monospaced font or do not know textLength."""
    from rich.text import Text

    from pybridge.render.console import svg

    drawn = svg(Text("   three & four\n\n  電卓 x"), "indented")
    column = 12.04
    words = re.findall(r'x="([0-9.]+)" y="([0-9.]+)" textLength="([0-9.]+)">([^<]*)<', drawn)
    assert [(round(float(x) / column, 2), round(float(wide) / column, 2), text) for x, _, wide, text in words] == [
        (3, 5, "three"), (9, 1, "&amp;"), (11, 4, "four"), (2, 4, "電卓"), (7, 1, "x"),
    ]  # fmt: skip
    assert [float(y) for _, y, _, _ in words] == [20, 20, 20, 68.8, 68.8]
    dark = svg(Text("three"), "dark", dark=True)
    assert "#fafaf8" in drawn
    assert "#fafaf8" not in dark
    assert "#16181d" in dark


@pytest.mark.slow
def test_doctor_compiles_the_searches(command):
    assert "ok    searches: compiled, or found compiled, in " in command("doctor", "--warm").out
