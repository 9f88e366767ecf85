"""A learned heuristic, A* and a proof on the command line."""

import json

import pytest

from pybridge.cli import run
from pybridge.facts import find, read
from pybridge.store.store import Store
from tests.networks import network, walked
from tests.solving import solve


@pytest.fixture(autouse=True)
def store(tmp_path, monkeypatch):
    """A store with a network of random weights, which finds solutions that are too long."""
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    for name in ("eight", "pocket"):
        Store().keep(*network(read(find(name)), seed=3, unit=4, spread=2))
    return Store()


def near(name, moves, seed):
    return str(list(walked(read(find(name)), moves, seed)))


def solved(capsys, *words):
    """The JSON of `solve`."""
    assert run(["solve", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "moves"), [("eight", 24), ("pocket", 4)])
def test_a_proof(name, moves, capsys):
    for seed in range(3):
        start = near(name, moves, seed)
        true = (
            solve(read(find(name)), "breadth_first", engine="python", start=start).length if name == "eight" else None
        )
        for program in ("ida_star", "a_star"):
            words = (name, "--start", start, "--heuristic", "learned", "--program", program)
            found = solved(capsys, *words)
            assert (found["program"], found["engine"], found["lower_bound"]) == (program, "native", None)
            proof = solved(capsys, *words, "--prove")
            assert proof["lower_bound"] == proof["length"] <= found["length"]
            assert true in (proof["length"], None)
            assert proof["heuristic"].startswith("learned, then ")


@pytest.mark.slow
def test_a_proof_that_is_stopped_keeps_what_was_found(capsys):
    fifteen = read(find("fifteen"))
    Store().keep(*network(fifteen, seed=3, unit=4, spread=2))
    words = [
        "solve",
        "fifteen",
        "--start",
        "random 1",
        "--heuristic",
        "learned",
        "--program",
        "a_star",
        "--weight",
        "9",
    ]
    code = run([*words, "--prove", "--time-limit", "0.001", "--json"])
    assert code in (12, 0)
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ("--weight", "2"), ("--batch", "3"), ("--program", "a_star", "--batch", "0"),
        ("--program", "a_star", "--weight", "0.5"),
        ("--program", "a_star", "--weight", "nan"), ("--program", "a_star", "--weight", "11"),
    ],
)  # fmt: skip
def test_options_of_another_program(words, capsys):
    assert run(["solve", "eight", *words]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_star_by_a_lower_bound(capsys):
    found = solved(capsys, "eight", "--program", "a_star")
    assert (found["engine"], found["length"], found["lower_bound"], found["heuristic"]) == (
        "python",
        12,
        12,
        "manhattan",
    )
    assert found["evaluated"] <= found["generated"] + 1
    assert run(["solve", "eight", "--program", "a_star", "--heuristic", "learned:1", "--weight", "1.5"]) == 0
    assert "a shorter one may exist" in capsys.readouterr().out


@pytest.mark.slow
def test_what_is_not_proved_is_said_where_little_is_said(capsys):
    """A network may overestimate; a lower bound does not."""
    for heuristic, said in (
        ("learned", "solved in 12 moves; a shorter one may exist"),
        ("manhattan", "solved in 12 moves"),
    ):
        assert run(["solve", "eight", "--heuristic", heuristic, "--quiet"]) == 0
        assert capsys.readouterr().out.splitlines()[-1].endswith(said)


def test_a_batch_expands_more_and_finds_nothing_longer_here(capsys):
    words = ("eight", "--start", "farthest_1", "--program", "a_star", "--heuristic", "learned", "--weight", "3")
    alone, together = solved(capsys, *words), solved(capsys, *words, "--batch", "500")
    assert together["expanded"] > alone["expanded"]
    assert together["length"] <= alone["length"]
