"""What `check` finds wrong with a sound file of facts by the moves of its puzzle."""

import re
from dataclasses import replace

import pytest

from pybridge.boards.generate import rectangle
from pybridge.facts import find, shipped, write
from pybridge.outcome import Outcome
from pybridge.puzzles import faults
from pybridge.puzzles.faults import checked_facts


def found(path, text):
    path.write_text(text, encoding="utf-8")
    return [(fault.line, fault.column, fault.kind.exit_code, fault.message) for fault in checked_facts(path)[1]]


def test_starts_without_a_way_to_the_goal(tmp_path):
    swapped = "start(swapped, [2, 1, 3, 4, 5, 6, 7, 0])."
    text = find("seven").read_text(encoding="utf-8").replace("goal(", f"{swapped}\ngoal(", 1)
    line = text.split("\n").index(swapped) + 1
    ((at, column, code, message),) = found(tmp_path / "it.pl", text)
    assert (at, column, code) == (line, 1, Outcome.UNSOLVABLE.exit_code)
    assert "the start swapped cannot reach a goal" in message


@pytest.mark.parametrize(
    ("name", "start", "claimed", "told"),
    [
        ("eight", "near", 3, "1 move"),
        ("eight", "near", 0, "1 move"),
        ("eight", "easy", 5, "12 moves"),
        ("eight", "farthest_1", 19, "more than 19 moves"),
        ("sussman", None, 4, "3 moves"),
        ("pancake", None, 1, "8 moves"),
    ],
)
def test_lengths_near_the_goal(tmp_path, name, start, claimed, told):
    facts, _ = checked_facts(find(name))
    start = start or facts.starts[0][0]
    text = find(name).read_text(encoding="utf-8")
    if name == "eight":
        text = text.replace("goal(", "start(near, [1, 2, 3, 4, 5, 6, 7, 0, 8]).\noptimal(near, 1).\ngoal(", 1)
    assert f"optimal({start}, " in text
    wrong = re.sub(rf"optimal\({start}, \d+\)", f"optimal({start}, {claimed})", text)
    ((line, column, _, message),) = found(tmp_path / "it.pl", wrong)
    assert wrong.split("\n")[line - 1][column - 1 :].startswith(f"optimal({start}, {claimed}).")
    assert message == f"the shortest solution of {start} has {told}, and optimal/2 says {claimed}"
    assert not found(tmp_path / "it.pl", text)


def test_no_length_beyond_the_last_whole_distance_is_wrong(tmp_path, monkeypatch):
    """However few moves are made, right lengths stay right, and a wrong one is found or passed over."""
    text = find("eight").read_text(encoding="utf-8")
    for most in (0, 1, 5, 40, 300):
        monkeypatch.setattr(faults, "_MOST_MOVES", most)
        assert not found(tmp_path / "it.pl", text)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, path in shipped().items() if path.parent.name != "rules"])
def test_every_shipped_puzzle_passes(name):
    assert checked_facts(find(name))[1] == []


def test_the_only_length_of_a_file(tmp_path):
    def blamed(state, claimed):
        text = write(replace(rectangle(2, 2), starts=(("it", state),), optimal={"it": claimed}))
        return [text.split("\n")[line - 1].split("(")[0] for line, *_ in found(tmp_path / "it.pl", text)]

    lengths = [blamed((1, 2, 0, 3), claimed) for claimed in (0, 1, 2, 99)]
    assert lengths == [["optimal"], [], ["optimal"], ["optimal"]]
    assert [blamed((2, 1, 3, 0), claimed) for claimed in (0, 1, 99)] == [["start"]] * 3  # it cannot reach the goal


SWITCHES = """puzzle(switches, rules, "Two switches").
start(off, [0, 0]).
optimal(off, 3).
goal([1, {second}]).
hello.
move([A, B], a, [C, B]) :- C is 1 - A.
move([A, B], b, [A, C]) :- C is 1 - B.
"""


def test_what_two_searches_find_is_told_once(tmp_path):
    ((line, *_, message),) = found(tmp_path / "it.pl", SWITCHES.format(second=1))
    assert (line, message) == (3, "the shortest solution of off has 2 moves, and optimal/2 says 3")
    ((line, *_, message),) = found(tmp_path / "it.pl", SWITCHES.format(second=2))
    assert line == 4
    assert "no state that the moves can make is a goal" in message
