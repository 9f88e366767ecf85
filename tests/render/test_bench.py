"""Measurements as tables at every width, and as a picture."""

from dataclasses import replace

import pytest

from pybridge.bench.account import Account, Measured
from pybridge.bench.boards import named
from pybridge.bench.comparison import beside
from pybridge.bench.search import Moment
from pybridge.facts import find, read
from pybridge.outcome import Outcome
from pybridge.render.bench import BenchMoment, BenchReport
from pybridge.render.plot import excess_picture, nodes_picture
from pybridge.search.solution import Iteration
from pybridge.search.task import BestFirst

MACHINE = {
    "processor": "abacus",
    "cpus": 2,
    "random_reads_per_second": 61_000_000,
    "load": 0.5,
    "python": "3.11",
    "numba": None,
}


def board(start, length, generated, seconds, outcome=Outcome.SOLVED):
    return Measured(start, (), outcome, 40, length, generated // 2, generated, 4, seconds)


@pytest.fixture(scope="module")
def boards():
    return named(read(find("korf100")), 3)


@pytest.fixture(scope="module")
def accounts():
    quick = [board("k1", 57, 10_000, 0.0012), board("k2", 55, 30_000, 0.0102), board("k3", 59, 20_000, 0.0042)]
    slow = [board("k1", 57, 1_000_000, 0.2), board("k2", None, 9_000_000, 1.0, Outcome.TIME_LIMIT)]
    return [
        Account("pdb:7-8", "somebody", "sequence", 1.0, 3, tuple(quick)),
        Account("manhattan", "nobody", "sequence", 1.0, 3, tuple(slow)),
    ]


@pytest.fixture(scope="module")
def report(boards, accounts):
    return BenchReport(boards, accounts, beside(boards, accounts), MACHINE)


def test_means_worst_boards_and_what_is_missing(report, shown):
    lines = shown(report, width=120)
    assert lines[1] == "korf100 · 3 boards · ida_star with pruning sequence · native"
    rows = [line.split() for line in lines]
    assert ["pdb:7-8", "3", "57.00", "40.00", "10,000", "20,000", "5.20", "10.20", "k2", "3.8", "0.02"] in rows
    assert ["manhattan", "1", "57.00", "40.00", "500,000", "1,000,000", "200.0", "200.0", "k1", "8.3", "1.20"] in rows
    assert "manhattan: 1 board of 3: time limit reached" in lines
    assert "manhattan: 1 board of 3: not searched" in lines
    assert lines[-1] == "abacus · 2 processors · 61 M random reads/s from memory · Python 3.11 · load 0.5 before"


def test_a_program_of_the_users_has_neither_pruning_nor_machine_code(boards, accounts, shown):
    own = replace(accounts[0], heuristic="its own", program="mine.pl", pruning="")
    beside_others = shown(BenchReport(boards, [*accounts, own], [], MACHINE), width=120)
    assert beside_others[1] == "korf100 · 3 boards · ida_star with pruning sequence · native · mine.pl"
    assert shown(BenchReport(boards, [own], [], MACHINE), width=120)[1] == "korf100 · 3 boards · mine.pl"


def test_published_figures_stand_below_with_their_sources(report, shown):
    text = "\n".join(shown(report, width=140))
    assert "363,028,080" in text
    assert "Korf 1985: Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985" in text
    assert text.index("here") < text.index("Korf 1985")


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_nothing_is_wider_than_the_console_and_the_means_are_always_there(report, shown, width, encoding):
    lines = shown(report, width=width, encoding=encoding)
    assert max(map(len, lines)) <= width
    text = " ".join(lines)
    for needed in ("pdb:7-8", "20,000", "5.20", "10.20", "k2", "Korf 1985", "time limit reached"):
        assert needed in text


def test_columns_that_are_left_out_are_named(report, shown):
    lines = shown(report, width=80)
    assert any(line.startswith("not shown: ") and "total s" in line for line in lines)
    assert not any("not shown" in line for line in shown(report, width=200))


def test_a_measurement_that_had_no_time_for_any_board(boards, shown):
    lines = shown(BenchReport(boards, [], [], MACHINE))
    assert lines[1] == "korf100 · 3 boards · ida_star · native"
    assert "interrupted before the first board was finished" in lines


def test_moments(shown):
    assert shown(BenchMoment(Moment("pdb:7-8", "level 3", "", 0, 100, None), 2.0)) == [
        "pdb:7-8 · preparing: level 3 · 2.0 s · Ctrl-C stops"
    ]
    moment = Moment("walking", None, "k7", 7, 100, Iteration(50, False, 0.1, 600, 1234))
    assert shown(BenchMoment(moment, 2.0), width=120) == [
        "walking · board 7 of 100, k7 · threshold 50, 1,234 generated · 2.0 s · Ctrl-C stops"
    ]


def test_the_same_measurement_makes_the_same_picture(boards, accounts):
    published = beside(boards, accounts)
    pictures = [nodes_picture(boards, accounts, published, "svg") for _ in range(2)]
    assert pictures[0] == pictures[1]
    text = pictures[0].decode()
    for label in (
        "pdb:7-8",
        "manhattan",
        "20,000",
        "stopped unsolved",
        "Korf 1985, these hundred",
        "mean of solved boards",
    ):
        assert label in text


@pytest.fixture(scope="module")
def networks():
    """A network by two programs, beside a lower bound."""
    close = [replace(board(start, length, 2_000, 0.002), shortest=False, evaluated=1_900) for start, length in LONGER]
    return [
        Account("pdb:7-8", "somebody", "sequence", 1.0, 3, tuple(board(f"k{n}", 50, 9_000, 0.01) for n in (1, 2, 3))),
        Account("learned", "a network", "sequence", 1.0, 3, tuple(close)),
        Account("learned:1", "a network", "", 1.0, 3, tuple(close), "a_star", BestFirst(weight=150, batch=9)),
    ]


LONGER = (("k1", 50), ("k2", 54), ("k3", 52))


def test_lengths_over_the_shortest(boards, networks, shown):
    random = replace(boards, seed=1)
    lines = shown(BenchReport(random, networks, [], MACHINE), width=200)
    assert "ida_star with pruning sequence, a_star with weight 1.5 in batches of 9 · native" in lines[1]
    rows = [line.split() for line in lines]
    start = ["learned:1", "a_star", "3", "52.00", "33", "%", "2.00", "4", "40.00", "1,000", "2,000", "1,900"]
    assert start in [row[: len(start)] for row in rows]
    assert "moves over the shortest length" in "".join(lines)
    unproved = "".join(shown(BenchReport(random, networks[1:], [], MACHINE), width=200))
    assert "which may not be the shortest" in unproved


def test_nodes_against_excess(boards, networks):
    pictures = [excess_picture(replace(boards, seed=1), networks, "svg") for _ in range(2)]
    assert pictures[0] == pictures[1]
    text = pictures[0].decode()
    for label in ("network, a_star", "network, ida_star", "lower bound", "learned:1", "mean moves over the shortest"):
        assert label in text
    assert "least length of this run" in excess_picture(replace(boards, seed=1), networks[1:], "svg").decode()
