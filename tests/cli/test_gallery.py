"""`gallery`: a page for each puzzle, and a first page with all of them; files with faults are left out and named."""

import re
import shutil
from dataclasses import replace

import pytest

from pybridge.facts import find
from pybridge.outcome import Outcome
from pybridge.render.page.gallery import LESSON
from tests.cli.conftest import data_of


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "facts"
    made.mkdir()
    for name in ("box_eight", "blocks3", "fifteen"):
        shutil.copy(find(name), made)
    return made


def test_each_puzzle_has_a_page(command, folder, tmp_path):
    out = tmp_path / "new" / "pages"
    done = command("gallery", str(folder), "--out", str(out))
    assert (done.code, done.err) == (0, "")
    assert sorted(path.name for path in out.iterdir()) == [
        "blocks3.html",
        "box_eight.html",
        "fifteen.html",
        "index.html",
        LESSON,
    ]
    entries = data_of(out / "index.html")["gallery"]
    assert [(each["page"], each["kind"], each["longest"]) for each in entries] == [
        ("box_eight.html", "Sliding tiles", 30),
        ("fifteen.html", "Sliding tiles", 72),
        ("blocks3.html", "Blocks world", 5),
    ]
    assert [each["census"] for each in entries] == [
        {"states": 90720, "largest_distance": 30}, None, {"states": 60, "largest_distance": 7},
    ]  # fmt: skip
    for each in entries:
        parts = data_of(out / each["page"])["parts"]
        assert [part["start"] for part in parts] == each["puzzle"]["starts"]
        assert [number for number, part in enumerate(parts) if "census" in part] == ([0] if each["census"] else [])


def test_puzzles_without_known_lengths_are_as_long_as_their_census(command, tmp_path):
    for name in ("honeycomb", "blocks3", "ten_blocks"):
        text = re.sub(r"(?m)^optimal\(.*\n", "", find(name).read_text(encoding="utf-8"))
        (tmp_path / f"{name}.pl").write_text(text, encoding="utf-8")
    (tmp_path / "honeycomb.pl").rename(tmp_path / "what? 100%#.pl")
    assert command("gallery", str(tmp_path), "--out", str(tmp_path / "out")).code == 0
    entries = data_of(tmp_path / "out" / "index.html")["gallery"]
    assert [(each["page"], each["longest"]) for each in entries] == [
        ("what%3F%20100%25%23.html", entries[0]["census"]["largest_distance"]),
        ("blocks3.html", 7),
        ("ten_blocks.html", None),
    ]
    assert data_of(tmp_path / "out" / "blocks3.html")["links"] == [
        ["All puzzles", "index.html"],
        ["Previous: Seven hexagons", "what%3F%20100%25%23.html"],
        ["Next: ten blocks on an open table", "ten_blocks.html"],
    ]


@pytest.mark.parametrize(
    ("write", "code", "told"),
    [
        ({"out/index.html": ""}, 43, "index.html exists; --force replaces it"),
        ({"out": ""}, 43, "out is not a folder"),
    ],
)
def test_nothing_is_half_written(command, folder, tmp_path, write, code, told):
    for name, text in write.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    before = sorted(tmp_path.rglob("*"))
    done = command("gallery", str(folder), "--out", str(tmp_path / "out"))
    assert done.code == code
    assert told in done.err
    assert sorted(tmp_path.rglob("*")) == before


def test_an_interrupt_is_for_the_command_and_writes_nothing(command, folder, tmp_path, monkeypatch):
    """A census takes it for itself, and says that it was interrupted."""
    from pybridge.engines import census

    count = census.census_of
    monkeypatch.setattr(census, "census_of", lambda facts: replace(count(facts), outcome=Outcome.INTERRUPTED))
    out = tmp_path / "pages"
    assert command("gallery", str(folder), "--out", str(out)).code == 130
    assert not out.exists()


def test_a_folder_without_puzzles(command, tmp_path):
    for given, wrong in ((tmp_path, "has no fact files"), (find("eight"), "is not a folder")):
        done = command("gallery", str(given), "--out", str(tmp_path / "out"))
        assert (done.code, (tmp_path / "out").exists()) == (40, False)
        assert f"{given} {wrong}; give a folder" in done.err


def test_files_with_faults_are_left_out(command, folder, tmp_path):
    (folder / "a_wrong.pl").write_text("puzzle(a, sliding_tiles")
    (folder / "many.pl").write_text("one(1).\ntwo(2).\n" + find("seven").read_text(encoding="utf-8"))
    (folder / "no_file.pl").mkdir()
    out = tmp_path / "out"
    done = command("gallery", str(folder), "--out", str(out))
    assert done.code == 21
    said = [line for line in done.err.splitlines() if not line.startswith("    ")]  # without lines of files and carets
    places = [line.removeprefix(str(folder)).split(" ")[0] for line in said]
    assert places == ["/a_wrong.pl:1:24:", "/many.pl:1:1:", "/no_file.pl:1:1:"]
    assert "(and 2 more faults)" in said[1]
    assert done.out.endswith("index.html and 3 pages written\n")
    assert sorted(path.stem for path in out.iterdir()) == [
        "blocks3",
        "box_eight",
        "fifteen",
        "index",
        LESSON.removesuffix(".html"),
    ]
    assert [each["page"] for each in data_of(out / "index.html")["gallery"]] == [
        "box_eight.html", "fifteen.html", "blocks3.html",
    ]  # fmt: skip


def test_no_page_takes_the_place_of_another_and_a_wrong_length_leaves_out_one(command, folder, tmp_path):
    shutil.copy(find("blocks3"), folder / "index.pl")
    wrong = find("eight").read_text(encoding="utf-8").replace("optimal(easy, 12)", "optimal(easy, 14)")
    (folder / "wrong.pl").write_text(wrong, encoding="utf-8")
    out = tmp_path / "out"
    done = command("gallery", str(folder), "--out", str(out))
    assert done.code == 21
    assert "index.pl:1:1: the gallery has a page of its own of that name; rename the file" in done.err
    assert "wrong.pl:1:1: eight, start easy: 12 moves by the census, 14 by its fact file" in done.err
    pages = {each["page"] for each in data_of(out / "index.html")["gallery"]}
    assert pages == {"blocks3.html", "box_eight.html", "fifteen.html"}


def test_faults_alone_write_nothing(command, tmp_path):
    (tmp_path / "no_file.pl").mkdir()
    done = command("gallery", str(tmp_path), "--out", str(tmp_path / "out"))
    assert (done.code, done.out, (tmp_path / "out").exists()) == (20, "", False)
