"""`compare`, `facts`, `puzzles`, `doctor`."""

import json
import re
from pathlib import Path

import pytest

from pybridge.facts import shipped
from tests.cli.conftest import Command


@pytest.mark.slow
def test_compare_counts_the_same_on_several_puzzles(command: Command) -> None:
    forms = json.loads(command("compare", "seven", "eight", "box_eight", "blocks3", "--json").out)
    assert [form["puzzle"] for form in forms] == ["seven", "eight", "box_eight", "blocks3"]
    for form in forms:
        prolog, python = form["searches"]
        assert form["agree"]
        assert (prolog["expanded"], prolog["generated"]) == (python["expanded"], python["generated"])
        assert prolog["solutions"] == python["solutions"]


@pytest.mark.slow
def test_compare_every_program_and_start(command: Command) -> None:
    result = command("compare", "cylinder", "--every-start", "--program", "ids_low,ida_star,breadth_first", "--json")
    assert result.code == 0
    lengths = [{search["length"] for search in form["searches"]} for form in json.loads(result.out)]
    assert lengths == [{16}, {19}]


@pytest.mark.slow
def test_compare_tells_which_engine_lacks_a_program(command: Command) -> None:
    result = command("compare", "seven", "--engine", "prolog-terms,native", "--program", "ida_star")
    assert result.err == "pybridge: prolog-terms has no ida_star for sliding_tiles; skipped\n"
    assert (result.code, "nothing to compare" in result.out) == (0, True)
    result = command("compare", "blocks3", "seven", "--engine", "prolog,prolog-terms")
    assert result.err == "pybridge: prolog-terms has no program for blocks_world; skipped\n"
    result = command("compare", "blocks3", "--engine", "prolog-terms,prolog-compiled")
    assert (result.code, result.err) == (
        42,
        "pybridge: no programs for blocks_world in prolog-terms, prolog-compiled\n",
    )


@pytest.mark.slow
def test_compare_gives_each_engine_its_own_program_where_none_is_asked_for(command: Command) -> None:
    result = command("compare", "seven", "--engine", "prolog,python,native", "--json")
    (form,) = json.loads(result.out)
    searches = [(each["engine"], each["program"], each["length"]) for each in form["searches"]]
    assert searches == [("prolog", "ids_low", 36), ("python", "ids_low", 36), ("native", "ida_star", 36)]
    assert (form["agree"], result.err) == (True, "")


def test_compare_shows_a_table(command: Command) -> None:
    out = command("compare", "seven", "blocks3").out
    assert "6,535,97" in out
    assert "all 2 comparisons agree" in out


def test_compare_ends_with_the_code_of_an_outcome_that_is_no_solution(command: Command) -> None:
    assert command("compare", "eight", "--start", "1 2 3 4 5 6 8 7 0").code == 10
    assert command("compare", "seven", "--last", "20").code == 11


@pytest.mark.slow
def test_a_disagreement_is_printed_with_its_first_difference(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    from pybridge.heuristics import Manhattan

    honest = Manhattan.after
    monkeypatch.setattr(
        Manhattan, "after", lambda self, h, move, state: honest(self, h, move, state) - (move.piece == 3)
    )
    result = command("compare", "seven")
    assert result.code == 60
    assert "expanded at threshold" in result.err
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize("drawing", ["ooo\no o\nooo\n", "1 2 #\n3 4 .\n", "a b\nb .\n", "oooo\n #o#\n #o#\n"])
def test_a_drawn_board_becomes_a_puzzle(command: Command, tmp_path: Path, drawing: str) -> None:
    source, target = tmp_path / "board.txt", tmp_path / "board.pl"
    source.write_text(drawing)
    assert command("facts", "--drawing", str(source), "--out", str(target)).code == 0
    assert command("check", str(target)).code == 0
    assert command("compare", str(target)).code == 0


@pytest.mark.parametrize("blank", ["first", "last"])
def test_a_rectangle_becomes_a_puzzle(command: Command, tmp_path: Path, blank: str) -> None:
    target = tmp_path / "board.pl"
    assert command("facts", "2x3", "--blank", blank, "--out", str(target)).code == 0
    goal = json.loads(command("puzzles", str(target), "--json").out)["goals"][0]
    assert goal.index(0) == (0 if blank == "first" else 5)
    assert command("compare", str(target)).code == 0


def test_facts_to_standard_output(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert command("facts", "2x2", "--out", "-") == command("facts", "2x2")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_puzzles_lists_what_is_shipped(command: Command) -> None:
    forms = json.loads(command("puzzles", "--json").out)
    assert {form["name"] for form in forms} == set(shipped())
    listed = command("puzzles").out
    assert all(name in listed for name in shipped())
    assert "no operators" not in listed  # their rules are not read here
    for name in {form["domain"]: form["name"] for form in forms}.values():
        assert command("puzzles", name).code == 0


@pytest.mark.slow
def test_check_of_every_shipped_puzzle(command: Command) -> None:
    assert command("check", *shipped()).code == 0


def test_doctor_finds_all_well(command: Command) -> None:
    findings = json.loads(command("doctor", "--json").out)
    assert [finding["error"] for finding in findings] == [None] * len(findings)
    assert command("doctor").out.count("ok ") == sum(finding["installed"] for finding in findings)


def test_doctor_lists_every_extra_for_users(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    import tomllib
    from importlib import metadata

    from pybridge.cli.doctor import EXTRAS

    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    listed = {
        name: [re.match(r"[\w-]+", each)[0] for each in needs]
        for name, needs in project["optional-dependencies"].items()
        if name not in ("test", "docs", "browser", "dev")
    }
    assert {name: [*packages] for name, (packages, _) in EXTRAS.items()} == listed
    right = metadata.version

    def without_clingo(name: str) -> str:
        if name == "clingo":
            raise metadata.PackageNotFoundError(name)
        return right(name) if name in ("pyswip", "rich", "typer") else "1.0"

    monkeypatch.setattr(metadata, "version", without_clingo)
    lines = {line[6:].split(":")[0]: line for line in command("doctor").out.splitlines()}
    assert (
        lines["extra plot"] == "ok    extra plot: matplotlib 1.0, pillow 1.0; for pictures as PNG and GIF, and --plot"
    )
    assert lines["extra planners"].startswith(
        "-     extra planners: up-fast-downward 1.0; clingo not installed; for compare --engine fast-downward,clingo; "
    )
    assert lines["extra planners"].endswith("pip install 'prolog-puzzles[planners]'")


def test_version(command: Command) -> None:
    assert command("--version").out.startswith("pybridge 0.")
