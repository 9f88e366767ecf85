"""Searches by a network: the kernels against numpy, native against plain, node by node."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from pybridge import vectors
from pybridge.errors import UnavailableProgramError
from pybridge.facts import find, read
from pybridge.heuristics.registry import make, parse
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import Pruning, random_state, replay
from pybridge.search.kernels.networks import search as kernels
from pybridge.search.native.networks.arrays import aligned, control, scratch, steps, weights
from pybridge.search.task import ALL
from pybridge.store.store import Store
from tests.networks import network, walked
from tests.samples import sample
from tests.solving import solve

PUZZLES = {"eight": 10, "torus": 6, "honeycomb": 8, "cross": 10, "fifteen": 10, "pocket": 3, "cube": 2, "topspin": 6}
"""Random moves from the goal: plain Python takes 50 microseconds for an estimate."""
WIDTHS = [(16, 8, 8), (7, 5, 3), (40, 33, 64)]


@pytest.fixture(autouse=True)
def store(tmp_path_factory, monkeypatch):
    """An empty store, which is the default one."""
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path_factory.mktemp("tables")))
    return Store()


@pytest.mark.parametrize("widths", WIDTHS)
@pytest.mark.parametrize("name", ["eight", "cube", "torus"])
def test_kernels_compute_what_numpy_does(name, widths, store):
    facts = read(find(name))
    store.keep(*network(facts, widths=widths, spread=2))
    heuristic = make(facts, parse("learned:0.5"), {})
    found = weights(heuristic.table.arrays)
    tables, shared = steps(heuristic.features), control(heuristic)
    room = scratch(found, tables)
    accumulator = aligned(np.zeros(len(found.first_bias), np.int16))
    for seed in range(30):
        state = random_state(facts, seed)
        contents = np.array(heuristic.features.contents(state), np.int16)
        h, _, _ = kernels.begin(contents, accumulator, tables, found, shared, room)
        assert h == heuristic.estimates(contents[None])[0]


@pytest.mark.parametrize("own", [True, False], ids=["of this machine", "of any machine"])
@pytest.mark.parametrize("values", [8, 64])
def test_sums_of_products(own, values, monkeypatch):
    monkeypatch.setattr(vectors, "_HAS_AVX2", vectors._HAS_AVX2 and own)

    @njit
    def added(values, weights, sums):
        vectors.add_products(values, weights, sums)

    source = np.random.default_rng(1)
    for number in range(20):
        value = source.integers(0, 2048, values).astype(np.int16)
        matrix = source.integers(-(2**14), 2**14, (vectors.SUMS, values)).astype(np.int16)
        if number == 0:
            value[:], matrix[:] = 2047, -(2**14)
        sums = source.integers(-1000, 1000, vectors.SUMS).astype(np.int32)
        expected = sums + matrix.astype(np.int64) @ value
        added(value, np.ascontiguousarray(matrix.T.reshape(-1, 2, vectors.SUMS).transpose(0, 2, 1)).reshape(-1), sums)
        assert sums.tolist() == expected.tolist()


@pytest.mark.slow
@pytest.mark.parametrize("name", sample(PUZZLES, quick=["eight", "cross", "pocket", "cube"]))
@pytest.mark.parametrize("pruning", ["inverse", "sequence"])
def test_native_and_plain_count_the_same(name, pruning, store):
    facts = read(find(name))
    store.keep(*network(facts, seed=5, unit=2, spread=0.7))
    for seed, text in ((1, "learned"), (2, "learned:1.5"), (3, "learned:2")):
        start = str(list(walked(facts, PUZZLES[name], seed)))
        found = [
            solve(facts, "ida_star", engine=engine, heuristic=text, start=start, pruning=Pruning(pruning))
            for engine in ("python", "native")
        ]
        counts = [[(i.threshold, i.completed, i.expanded, i.generated) for i in each.iterations] for each in found]
        assert counts[0] == counts[1]
        assert found[0].solutions == found[1].solutions
        for each in found:
            assert (each.outcome, each.shortest, each.lower_bound, each.heuristic) == (
                Outcome.SOLVED, False, None, text
            )  # fmt: skip
            assert (each.pruning, each.step) == (pruning, found[0].step)


@pytest.mark.slow
@settings(max_examples=10)
@given(st.integers(0, 10**6), st.integers(0, 6), st.sampled_from(["eight", "cylinder", "topspin"]))
def test_random_networks_and_starts(seed, moves, name):
    facts = read(find(name))
    Store().keep(*network(facts, seed=seed, unit=2))
    start = str(list(walked(facts, moves, seed)))
    found = [solve(facts, "ida_star", engine=e, heuristic="learned:1", start=start) for e in ("python", "native")]
    assert [(i.threshold, i.expanded, i.generated) for i in found[0].iterations] == [
        (i.threshold, i.expanded, i.generated) for i in found[1].iterations
    ]
    assert found[0].solutions == found[1].solutions


@pytest.mark.slow
def test_limits_and_what_it_does_not_do(store):
    facts = read(find("fifteen"))
    store.keep(*network(facts, unit=1, spread=0.1))
    hard = str(list(random_state(facts, 1)))
    last = solve(facts, "ida_star", engine="native", heuristic="learned", start=hard, last_threshold=10)
    assert last.outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT
    found = solve(facts, "ida_star", engine="native", heuristic="learned", start=hard, limits=Limits(seconds=2))
    assert (found.outcome, found.lower_bound, found.solutions) == (Outcome.TIME_LIMIT, None, ())
    assert found.expanded > 0
    with pytest.raises(UnavailableProgramError, match="a learned heuristic"):
        solve(facts, "ida_star", engine="native", heuristic="learned", start=hard, wanted=ALL)


@pytest.mark.slow
def test_the_goal_itself(store):
    facts = read(find("eight"))
    store.keep(*network(facts))
    for engine in ("python", "native"):
        found = solve(facts, "ida_star", engine=engine, heuristic="learned", start=str(list(facts.goals[0])))
        assert (found.length, found.expanded, len(found.iterations)) == (0, 0, 1)
        assert replay(facts, facts.goals[0], found.moves) == [facts.goals[0]]
