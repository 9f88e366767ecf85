"""The learned heuristic in plain form: exact to the last bit, margins, parity, and which network is used."""

import os
from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from pybridge.cli import run
from pybridge.errors import BrokenTableError, UnfitHeuristicError
from pybridge.facts import find, read
from pybridge.heuristics.learned import learned
from pybridge.heuristics.registry import fits, make, parse
from pybridge.outcome import Outcome
from pybridge.puzzles import features_of, puzzle_from, random_state
from pybridge.store.store import Store
from pybridge.tables.network import network_file
from tests.networks import active, network, value
from tests.solving import solve

PUZZLES = ["eight", "torus", "cross", "fifteen", "pocket", "skewb", "pancake"]


@pytest.fixture(autouse=True)
def store(tmp_path, monkeypatch):
    """An empty store, which is the default one."""
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path / "tables"))
    return Store()


def expected(facts, table, state, margin=0):
    """h, from what it is said to be."""
    features = features_of(facts)
    on = active(features, features.contents(state))
    base = sum(features.base[number] for number in on) if features.base else 0
    total = base + Fraction(value(table.arrays, on), 256) - margin
    found = max(total.numerator // total.denominator, base, 0)
    if features.odd and found % 2 != sum(features.odd[number] for number in on) % 2:
        found += 1
    return found


@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize(("margin", "text"), [(0, "learned"), (3, "learned:3"), (Fraction(5, 4), "learned:1.25")])
def test_estimates_are_exact(name, margin, text, store):
    facts = read(find(name))
    recipe, table = network(facts, spread=2)
    store.keep(recipe, table)
    heuristic = make(facts, parse(text), {})
    assert (heuristic.name, heuristic.admissible, heuristic.consistent) == (text, False, False)
    values = set()
    for seed in range(40):
        state = random_state(facts, seed)
        if state not in facts.goals:
            values.add(heuristic.estimate(state))
            assert heuristic.estimate(state) == expected(facts, table, state, margin)
    assert len(values) > 3
    assert heuristic.estimate(facts.goals[0]) == 0


def test_rows_of_states_at_once(store):
    facts = read(find("fifteen"))
    store.keep(*network(facts))
    heuristic = make(facts, parse("learned"), {})
    states = [random_state(facts, seed) for seed in range(100)]
    assert heuristic.estimates(np.array(states)).tolist() == [heuristic.estimate(state) for state in states]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["eight", "torus", "pocket", "pancake"])
@pytest.mark.parametrize("text", ["learned", "learned:2"])
def test_plain_search_finds_a_solution_and_proves_nothing(name, text, store):
    facts = read(find(name))
    store.keep(*network(facts, unit=2))
    puzzle, source = puzzle_from(facts, facts.goals[0]), Random(4)
    state = puzzle.start
    for _ in range(6):
        _, state = source.choice(list(puzzle.successors(state, None)))
    found = solve(facts, "ida_star", engine="python", heuristic=text, start=str(list(state)))
    assert (found.outcome, found.heuristic, found.shortest, found.lower_bound) == (Outcome.SOLVED, text, False, None)


def test_the_newest_network_that_fits(store, tmp_path):
    eight, fifteen = read(find("eight")), read(find("fifteen"))
    other, old, new = network(fifteen, 1), network(eight, 2), network(eight, 3)
    for number, (recipe, table) in enumerate((new, old, other)):
        store.keep(recipe, table)
        entry = next(each for each in store.entries() if each.manifest.identity == recipe.identity)
        os.utime(entry.files.manifest, (1e9 - number, 1e9 - number))
    heuristic = learned(eight, "", "learned")
    assert np.array_equal(heuristic.table.arrays["first"], new[1].arrays["first"])
    store.keep(*old)
    assert np.array_equal(learned(eight, "", "learned").table.arrays["first"], old[1].arrays["first"])


def test_a_puzzle_of_another_name_or_start_is_the_same(store):
    facts = read(find("eight"))
    store.keep(*network(facts))
    other = replace(facts, name="mine", starts=facts.starts[:1])
    assert learned(other, "", "learned").estimate(facts.starts[0][1]) == learned(facts, "", "learned").estimate(
        facts.starts[0][1]
    )


def test_from_a_file(tmp_path):
    facts, path = read(find("eight")), tmp_path / "net.npz"
    recipe, table = network(facts, spread=2)
    path.write_bytes(network_file(recipe, table))
    state = random_state(facts, 3)
    for text, margin in ((f"learned:{path}", 0), (f"learned:{path}:2", 2), (f" learned:{path}:0.5", Fraction(1, 2))):
        assert make(facts, parse(text), {}).estimate(state) == expected(facts, table, state, margin)
        assert parse(parse(text).name) == parse(text)


def test_what_is_refused_in_a_line(tmp_path, store):
    eight, seven = read(find("eight")), read(find("seven"))
    path = tmp_path / "net.npz"
    path.write_bytes(network_file(*network(seven)))
    for text, error, told in (
        ("learned", UnfitHeuristicError, "no network for eight; train one: pybridge train eight"),
        (f"learned:{path}", UnfitHeuristicError, "a network of another puzzle than eight"),
        (f"learned:{path}:1001", UnfitHeuristicError, "the margin 1001 is more than"),
        (f"learned:{tmp_path / 'none.npz'}", UnfitHeuristicError, "there is no file"),
        (f"learned:{tmp_path}", BrokenTableError, "it is not a regular file"),
    ):
        with pytest.raises(error, match=told) as caught:
            make(eight, parse(text), {})
        assert len(str(caught.value).splitlines()) == 1
    mine = tmp_path / "mine.pl"
    mine.write_text(find("eight").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(UnfitHeuristicError, match=f"train one: pybridge train {mine}"):
        make(read(mine), parse("learned"), {})
    assert not fits(read(find("sussman")), parse("learned"))
    assert fits(eight, parse("learned"))


def test_the_newest_is_the_one_that_was_trained_last(store):
    """Not the one whose file is the newest: it may have been fetched from another machine."""
    facts = read(find("eight"))
    recipe, table = network(facts)
    for seed, when in ((1, "2025-11-27T10:00:00.000+00:00"), (2, "2025-11-26T10:00:00.000+00:00")):
        store.keep(replace(recipe, seed=seed), replace(table, title=str(seed), about={"trained": when}))
    assert learned(facts, "", "learned").table.title == "1"
    old = replace(recipe, seed=3)
    store.keep(old, replace(table, title="3"))
    assert learned(facts, "", "learned").table.title == "3"  # it says nothing, and its file is from now
    os.utime(store.files(old).manifest, (0, 0))
    assert learned(facts, "", "learned").table.title == "1"


def test_a_changed_network_in_the_store(store):
    facts = read(find("eight"))
    store.keep(*network(facts))
    (entry,) = store.entries()
    data = bytearray(entry.path.read_bytes())
    data[100] ^= 1
    entry.path.write_bytes(data)
    with pytest.raises(BrokenTableError, match="the payload was modified"):
        learned(facts, "", "learned")


@pytest.mark.slow
def test_command_line(store, capsys, tmp_path):
    assert run(["solve", "eight", "--heuristic", "learned", "--engine", "python"]) == 44
    assert "pybridge train eight\n" in capsys.readouterr().err
    store.keep(*network(read(find("eight")), unit=1))
    assert run(["solve", "eight", "--heuristic", "learned:1", "--engine", "python"]) == 0
    assert "learned:1" in capsys.readouterr().out
    assert run(["tables", "verify", "network"]) == 0
    assert run(["solve", "sussman", "--heuristic", "learned"]) == 44
    assert run(["solve", "seven", "--heuristic", "max(learned,manhattan)", "--engine", "python"]) == 44


def test_the_network_of_the_package():
    """It was trained for the 15-puzzle, and its solutions are hardly longer than the shortest."""
    facts, excess = read(find("fifteen")), []
    for name in facts.optimal:
        solution = solve(facts, "a_star", engine="native", start=name, heuristic="learned:1")
        assert not solution.shortest
        excess.append(solution.length - facts.optimal[name])
    assert min(excess) >= 0
    assert sum(excess) <= len(excess)
