"""Boards of every shape through every command that takes a puzzle."""

import json

import pytest

from pybridge.facts import SlidingFacts, find, read, shipped

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
    assert isinstance(facts, SlidingFacts)
    assert f"sound, sliding_tiles, {len(facts.cells)} cells" in done.out


@pytest.mark.parametrize("name", BOARDS)
def test_searches_find_the_known_length(command, name):
    facts = read(find(name))
    start = min(facts.optimal, key=facts.optimal.__getitem__)
    length = facts.optimal[start]
    known = ["ids_low", "solve", *(["ids"] if name in BY_DEEPENING else [])]
    for arguments in ([program, name, "--start", start, "--json"] for program in known):
        done = command(*arguments)
        assert done.code == 0, (arguments, done.err)
        assert json.loads(done.out)["length"] == length


@pytest.mark.parametrize("name", BOARDS)
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
