"""Published figures of searches: sound rows, true to the boards they speak of, and found by heuristic."""

from itertools import pairwise
from statistics import fmean

import pytest

from pybridge.engines import begin
from pybridge.facts import find, read
from pybridge.published import published_for
from pybridge.puzzles import Pruning
from pybridge.search.task import FIRST, Task

HEURISTICS = ("manhattan", "max(walking,inversion)", "pdb:5-5-5", "pdb:6-6-3", "pdb:7-8", "pdb:6-6-6-6", "learned")
PUZZLES = ("fifteen", "korf100", "hard15", "korf24")


def rows(name):
    return [row for heuristic in HEURISTICS for row in published_for(name, heuristic)]


@pytest.mark.parametrize("name", PUZZLES)
def test_every_row_says_something_and_where_it_is_from(name):
    found = rows(name)
    assert found
    for row in found:
        assert row.label
        assert row.source
        assert row.boards
        assert row.nodes or row.seconds


@pytest.mark.parametrize("name", PUZZLES)
def test_what_is_told_of_a_start_is_true_of_ours(name):
    facts = read(find(name))
    optimal = facts.optimal
    for row in rows(name):
        if row.boards in optimal:
            assert row.length == optimal[row.boards]
        elif row.boards.startswith("these"):
            assert row.length == fmean(optimal.values())
    told = {row.boards for row in rows(name)} - set(optimal)
    assert told <= {"1,000 random", "100 random", "these hundred", "these fifty"}


def test_korfs_mean_estimate_is_that_of_the_facts():
    facts = read(find("korf100"))
    (row,) = [row for row in published_for("korf100", "manhattan") if row.boards == "these hundred"]
    assert row.h == fmean(
        sum(facts.distances[tile][cell] for cell, tile in enumerate(state)) for _, state in facts.starts
    )


@pytest.mark.clock
def test_the_better_bound_takes_fewer_nodes_and_less_time():
    random = sorted((row for row in rows("fifteen") if row.boards == "1,000 random"), key=lambda row: row.h)
    assert len(random) == 5
    for worse, better in pairwise(random):
        assert worse.nodes > better.nodes
        assert worse.seconds > better.seconds


def test_no_network_exceeds_the_largest_of_each_published_figure():
    *named, largest = (row for row in rows("fifteen") if row.heuristic == "learned")
    assert "largest" in largest.label
    assert len({row.label for row in named}) == 3
    for name in ("nodes", "seconds", "optimal", "excess"):
        assert all(0 < getattr(row, name) <= getattr(largest, name) for row in named)


def test_nothing_is_made_up():
    assert published_for("seven", "manhattan") == ()
    assert published_for("korf100", "pdb:4-4-4-3") == ()
    assert published_for("korf24", "manhattan") == ()


@pytest.mark.parametrize("word", ["max(walking,inversion)", "max(inversion,walking)", "max(inversion, walking)"])
def test_the_order_in_a_maximum_does_not_matter(word):
    (row,) = published_for("hard15", word)
    assert (row.label, row.boards, row.seconds) == ("Takahashi 2001", "takahashi", 77_565)


def test_our_ida_star_generates_as_many_nodes_as_korfs():
    """His count for the seventy-ninth board, 540,860, has the start in it."""
    facts = read(find("korf100"))
    start = facts.start("k79")
    task = Task(facts=facts, start_name="k79", start=start, program="ida_star", wanted=FIRST, pruning=Pruning.INVERSE)
    run = begin(task, "python")
    assert run.wait(300.0)
    assert sum(iteration.generated for iteration in run.result().iterations) + 1 == 540_860
