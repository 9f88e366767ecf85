"""Boards of every shape through every command that takes a puzzle."""

import json

import pytest

from pybridge.facts import TilesFacts, find, read, shipped
from tests.samples import sample

SMALL = 9
BY_DEEPENING = {"ring", "cross", "tee", "rooms", "cylinder"}
"""Those on which iterative deepening without a bound ends within a second or two."""
PUZZLES = [name for name, path in shipped().items() if path.parent.name == "sliding_tiles"]
BOARDS = [name for name in PUZZLES if len(read(find(name)).cells) <= SMALL or name == "rooms"]


@pytest.mark.parametrize("name", PUZZLES)
def test_check(command, name):
    done = command("check", name)
    assert (done.code, done.err) == (0, "")
    facts = read(find(name))
    assert isinstance(facts, TilesFacts)
    assert f"sound, sliding_tiles, {len(facts.cells)} cells" in done.out


@pytest.mark.parametrize("name", sample(BOARDS, quick=("eight", "cross", "honeycomb", "ring", "tee")))
def test_searches_find_the_known_length(command, name):
    facts = read(find(name))
    start = min(facts.optimal, key=facts.optimal.__getitem__)
    length = facts.optimal[start]
    known = ["ids_low", "solve", *(["ids"] if name in BY_DEEPENING else [])]
    for arguments in ([program, name, "--start", start, "--json"] for program in known):
        done = command(*arguments)
        assert done.code == 0, (arguments, done.err)
        assert json.loads(done.out)["length"] == length


@pytest.mark.parametrize("name", sample(BOARDS, slow=("seven", "box_eight", "walls")))
def test_engines_agree(command, name):
    facts = read(find(name))
    start = min(facts.optimal, key=facts.optimal.__getitem__)
    done = command("compare", name, "--start", start, "--engine", "prolog,python,native")
    assert (done.code, done.err) == (0, ""), done.out


@pytest.mark.parametrize("name", ["cross", "tee", "ring", "rooms", "torus", "honeycomb", "cylinder", "walls"])
def test_traces_show_the_shape(command, name):
    facts = read(find(name))
    start = min(facts.optimal, key=facts.optimal.__getitem__)
    done = command("ids_low", name, "--start", start, "--engine", "python")
    shown = {"torus": "↑", "cylinder": "←", "honeycomb": "╲"}.get(name, "╯")
    assert done.out.count(shown) >= facts.optimal[start]
    assert "also neighbors" not in done.out


@pytest.mark.parametrize(
    ("options", "name", "edges"),
    [
        (("3x4", "--wrap", "columns"), "cylinder_3x4", 20),
        (("3x4", "--wrap", "rows"), "cylinder_3x4", 21),
        (("3x4", "--wrap", "both", "--blank", "first"), "torus_3x4", 24),
        (("3x4", "--hex", "--seed", "5"), "hexagons_3x4", 23),
        (("--drawing", "board.txt", "--wrap", "both", "--name", "mine"), "mine", 6),
        (("--drawing", "board.txt", "--title", "Mine"), "board", 4),
        (("--drawing", "hex.txt", "--hex"), "hex", 12),
        (("--drawing", "walls.txt", "--blank", "first"), "walls", 3),
    ],
)
def test_facts_of_every_shape(command, tmp_path, monkeypatch, options, name, edges):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.txt").write_text(" o\nooo\n o\n", encoding="utf-8")
    (tmp_path / "hex.txt").write_text(" o o\no o o\n o o\n", encoding="utf-8")
    (tmp_path / "walls.txt").write_text("+-+-+\n|o|o|\n+ + +\n|o o|\n+-+-+\n", encoding="utf-8")
    made = command("facts", *options)
    assert made.code == 0, made.err
    (tmp_path / "made.pl").write_text(made.out, encoding="utf-8")
    assert command("check", "made.pl").code == 0
    facts = read(find("made.pl"))
    assert isinstance(facts, TilesFacts)
    assert facts.name == name
    assert sum(map(len, facts.neighbors)) == 2 * edges
    assert (facts.goals[0][0] == 0) == ("first" in options)


def test_hexagons_do_not_wrap_around(command):
    done = command("facts", "3x3", "--hex", "--wrap", "rows")
    assert (done.code, done.err.count("\n")) == (21, 1)
    assert "does not wrap around" in done.err


def test_a_board_copied_out_of_a_trace_is_read_back(command, tmp_path):
    shown = command("puzzles", "walls").out.split("goal")[0]
    (tmp_path / "walls.txt").write_text(shown[shown.index("╭") :], encoding="utf-8")
    made = command("facts", "--drawing", str(tmp_path / "walls.txt"))
    assert made.code == 0, made.err
    neighbors = [line for line in made.out.splitlines() if line.startswith("neighbor(")]
    shipped_text = find("walls").read_text(encoding="utf-8")
    assert neighbors == [line for line in shipped_text.splitlines() if line.startswith("neighbor(")]
