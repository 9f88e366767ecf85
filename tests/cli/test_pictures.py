"""The options for pictures: what they write, and what is refused before anything is searched."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from tests.cli.conftest import Command

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are written here."""
    monkeypatch.chdir(tmp_path)


def words(path: str) -> list[str | None]:
    """The texts of an SVG."""
    return [each.text for each in ElementTree.parse(path).iter(f"{SVG}text")]


def test_chosen_steps_of_a_solution(command: Command) -> None:
    search = ("ids_low", "eight", "--engine", "python", "--quiet", "--moves-as", "arrows")
    result = command(*search, "--picture", "steps.svg", "--steps", "0,12,3", "--svg", "report.svg", "--dark")
    assert (result.code, result.err) == (0, "")
    captions = words("steps.svg")[8::9]
    assert captions[0] == "start"
    assert [caption[:-1] for caption in captions[1:] if caption] == ["12: ", "3: "]
    assert all(caption[-1] in "←→↑↓" for caption in captions[1:] if caption)
    assert "#16181d" in Path("steps.svg").read_text(encoding="utf-8")
    assert "#16181d" in Path("report.svg").read_text(encoding="utf-8")


def test_a_step_too_many_is_told_after_the_solution(command: Command) -> None:
    result = command("ids_low", "eight", "--engine", "python", "--picture", "x.png", "--steps", "3,13")
    assert result.code == 43
    assert "solved in 12 moves" in result.out
    assert result.err == "pybridge: --steps 13: x.png is not written; the boards are 0 to 12\n"
    assert not Path("x.png").exists()


def test_a_start_without_a_solution_is_one_board(command: Command) -> None:
    command("ids_low", "eight", "--engine", "python", "--last", "2", "--picture", "start.svg", "--json")
    assert words("start.svg")[8:] == ["start"]


def test_one_board(command: Command) -> None:
    given = ("puzzles", "eight", "--start", "8 6 7 / 2 5 4 / 3 0 1")
    result = command(*given, "--picture", "board.png", "--json")
    assert json.loads(result.out)["starts"] == [
        {"name": "given", "state": [8, 6, 7, 2, 5, 4, 3, 0, 1], "optimal": None}
    ]
    assert Image.open("board.png").format == "PNG"
    assert command(*given, "--picture", "board.svg").code == 0
    assert words("board.svg") == [*"86725431", "given"]
    assert command("puzzles", "eight", "--picture", "all.svg", "--svg", "printed.svg").code == 0
    assert words("all.svg")[8] == "goal"
    assert "8-puzzle," in words("printed.svg")


def test_the_farthest_states_and_levels(command: Command) -> None:
    pictures = ("--picture", "far.gif", "--plot", "levels.png", "--svg", "census.svg", "--dark")
    result = command("census", "honeycomb", "--method", "plain", *pictures, "--csv", "-")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("distance,states,exact")
    assert Image.open("far.gif").n_frames >= 12
    assert Image.open("levels.png").convert("RGB").getpixel((0, 0)) == (0x16, 0x18, 0x1D)
    assert "5,040" in words("census.svg")


def test_the_nodes_of_a_search(command: Command) -> None:
    files = ("--picture", "nodes.svg", "--steps", "0,2", "--svg", "tree.svg", "--trace", "eight.trace.json")
    assert command("trace", "eight", "--threshold", "12", *files).code == 0
    assert words("nodes.svg")[8::9] == ["0 + 12 = 12", "2 + 12 = 14, cut"]
    assert "cut:" in words("tree.svg")
    assert json.loads(Path("eight.trace.json").read_text(encoding="utf-8"))["version"] == "1.4.0"


def test_a_state_is_drawn_beside_its_bound(command: Command) -> None:
    """What files a search writes, `--why` with a state writes, too."""
    line = ["ids_low", "eight", "--engine", "python", "--why", "1 2 3 4 5 6 0 7 8"]
    result = command(*line, "--picture", "moves.svg", "--html", "moves.html")
    assert result.code == 0
    assert "kept: f = 2" in result.out
    assert len(words("moves.svg")[8::9]) == 13
    assert Path("moves.html").exists()


def test_engines_side_by_side(command: Command) -> None:
    assert command("compare", "blocks3", "--engine", "python", "--svg", "compared.svg", "--dark").code == 0
    assert "blocks3" in words("compared.svg")


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("solve eight --picture x.jpg", 43, "x.jpg is not *.svg, *.png or *.gif; choose one of these formats"),
        ("solve eight --picture /nowhere/x.png", 43, "/nowhere/x.png cannot be written"),
        (
            "solve eight --picture x.svg --svg ./x.svg",
            43,
            "--svg and --picture are the same file, x.svg; name two files",
        ),
        ("solve eight --html x.html --log x.html", 43, "--html and --log are the same file, x.html; name two files"),
        ("bench eight --plot x.svg --csv ./x.svg --force", 43, "--csv and --plot are the same file, x.svg; name two"),
        ("ids_low eight --why 1,2,3,4,5,6,0,7,8 --live", 2, "--live requires --html"),
        ("solve eight --steps 3", 2, "--steps requires --picture"),
        ("ids eight --picture x.svg --steps 1,,2", 2, "--steps takes numbers with commas between them, e.g. 0,12,36"),
        ("ids eight --dark", 2, "--dark requires a picture to write"),
        ("census eight --dark", 2, "--dark requires a picture to write"),
        ("bench eight --dark", 2, "--dark requires a picture"),
        ("puzzles --picture x.svg", 2, "--picture requires the name of a puzzle"),
        ("puzzles --start random", 2, "--start requires the name of a puzzle"),
        ("trace eight --trace x.json", 43, "x.json: Posthoc opens files that end in .trace.json; name one"),
        ("trace eight --trace /nowhere/x.trace.json", 43, "/nowhere/x.trace.json cannot be written"),
    ],
)
def test_what_is_refused(command: Command, line: str, code: int, says: str) -> None:
    result = command(*line.split())
    assert result.code == code
    assert says in result.err
    assert result.out == ""
    assert list(Path().iterdir()) == []


def test_without_matplotlib_svg_is_drawn_and_png_refused(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pybridge.render.picture.find_spec", lambda name: None)
    monkeypatch.setattr("sys.executable", "/my programs/python")
    result = command("puzzles", "eight", "--picture", "x.png")
    assert (result.code, result.out) == (43, "")
    assert (
        result.err
        == "pybridge: x.png needs matplotlib; install it with: '/my programs/python' -m pip install matplotlib\n"
    )
    assert command("puzzles", "eight", "--picture", "x.svg").code == 0


def test_a_picture_is_replaced_only_with_force(command: Command) -> None:
    assert command("puzzles", "blocks3", "--picture", "x.svg").code == 0
    assert "x.svg exists; --force replaces it" in command("puzzles", "blocks3", "--picture", "x.svg").err
    assert command("puzzles", "blocks3", "--picture", "x.svg", "--force").code == 0
