"""`gallery`: a page for each puzzle, and a first page with all of them; either all are written or none."""

import json
import re
import shutil

import pytest

from pybridge.facts import find


def data_of(path) -> dict:
    return json.loads(re.search(r'id="data">(.*?)</script>', path.read_text(encoding="utf-8"), re.S)[1])


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
    ]
    entries = data_of(out / "index.html")["gallery"]
    assert [each["page"] for each in entries] == ["blocks3.html", "box_eight.html", "fifteen.html"]
    assert [each["census"] for each in entries] == [
        {"states": 60, "largest_distance": 7}, {"states": 90720, "largest_distance": 30}, None,
    ]  # fmt: skip
    for each in entries:
        parts = data_of(out / each["page"])["parts"]
        assert [part["start"]["name"] for part in parts[: len(each["puzzle"]["starts"])]] == [
            start["name"] for start in each["puzzle"]["starts"]
        ]


@pytest.mark.parametrize(
    ("write", "code", "told"),
    [
        ({"out/index.html": ""}, 43, "index.html exists; --force replaces it"),
        ({"facts/wrong.pl": "puzzle(a"}, 21, "wrong.pl:1:"),
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


def test_a_folder_without_puzzles(command, tmp_path):
    done = command("gallery", str(tmp_path), "--out", str(tmp_path / "out"))
    assert (done.code, (tmp_path / "out").exists()) == (40, False)
