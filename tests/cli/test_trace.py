"""`trace`: what it prints, its exit codes, and that its counters are those of the engines."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command


def test_the_counters_are_those_of_prolog(command: Command) -> None:
    """Prolog counts the nodes of its own program; here up to the threshold 30, and with no bound at all up to 12."""
    for program, last in (("ids_low", "30"), ("ids", "12")):
        searched = json.loads(command(program, "seven", "--last", last, "--no-check", "--json").out)
        assert len(searched["iterations"]) > 12
        for iteration in searched["iterations"]:
            threshold = str(iteration["threshold"])
            result = command("trace", "seven", "--program", program, "--threshold", threshold, "--json")
            form = json.loads(result.out)
            assert result.code == 0
            for counter in ("threshold", "completed", "expanded", "generated"):
                assert form[counter] == iteration[counter]


def test_json_of_the_first_iteration(command: Command) -> None:
    form = json.loads(command("trace", "--json").out)
    assert (form["program"], form["engine"], form["outcome"]) == ("ids_low", "python", "no solution within the limit")
    assert form["nodes"][2] == {
        "g": 1, "move": [4, 4, 0], "state": [4, 7, 2, 1, 0, 3, 6, 5], "h": 15, "f": 16, "end": None,
        "left_out": [{"move": [4, 0, 4], "why": "inverse move"}], "below": 1, "folded": 0,
        "number": 3, "states": 3,
    }  # fmt: skip
    assert form["nodes"][3]["end"] == "f over the threshold"


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("trace seven --threshold 36", 0, "goal found"),
        ("trace blocks3", 0, "limit 0: 1 node visited"),
        ("trace pancake --program ida_star --heuristic points --pruning inverse", 0, "heuristic points"),
        ("trace seven --program ids --threshold 40 --time-limit 0.2", 12, "limit reached: the tree is not complete"),
        ("trace seven --program ids --threshold 30 --engine prolog --time-limit 0.2", 12, "not complete"),
        ("trace eight --start farthest_1 --threshold 3 --depth 1 --most 9", 42, "does not try the threshold 3 "),
        ("trace seven --threshold 15", 42, "it tries 16, 17, 18, ..."),
        ("trace seven --engine native", 42, "native cannot show its nodes"),
        ("trace seven --program breadth_first --threshold 3", 0, "layers 0 to 3: 33 nodes visited"),
        ("trace seven --program breadth_first --engine prolog", 42, "prolog has no tree of breadth_first"),
        ("trace eight --program a_star", 0, "30 nodes visited, 15 expanded, 29 generated; goal found"),
        ("trace eight --program a_star --threshold 12", 42, "a_star has one iteration, without a threshold"),
        ("trace seven --program ids,ids_low", 2, "give one program"),
        ("trace seven --heuristic manhattan", 42, "heuristic and pruning are for"),
        ("trace seven --most 0", 2, "not a whole number"),
    ],
)  # fmt: skip
def test_exit_codes(command: Command, line: str, code: int, says: str) -> None:
    result = command(*line.split())
    assert (result.code, says in result.out + result.err) == (code, True)
    assert len(result.err.splitlines()) == (code in (2, 42))


def test_without_nodes_no_file_is_written(command: Command, tmp_path: Path) -> None:
    trace, gif = tmp_path / "it.trace.json", tmp_path / "it.gif"
    line = f"trace seven --program ids --threshold 30 --engine prolog --time-limit 0.2 --trace {trace} --picture {gif}"
    result = command(*line.split())
    assert (result.code, "not complete" in result.out, "no node was visited" in result.err) == (12, True, True)
    assert not list(tmp_path.iterdir())
