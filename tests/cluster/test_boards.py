"""Boards on a cluster: the counters of one process, though boards are cut and several are searched at once."""

import pickle

import pytest

from pybridge.bench.boards import Boards, random_boards
from pybridge.bench.boards import named as starts_of
from pybridge.bench.processes import solver_for
from pybridge.bench.search import SearchBench
from pybridge.cluster import keys, settings
from pybridge.cluster.boards import ClusterBoards
from pybridge.cluster.link import Link
from pybridge.cluster.processes import Scheduler, Workers
from pybridge.cluster.sent import sent_task
from pybridge.facts import find, read
from pybridge.heuristics.registry import parse
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import Pruning
from pybridge.search.tally import Stopped
from pybridge.search.task import Task
from tests.cluster.running import dying

KORF = read(find("korf100"))


def named(*names):
    return Boards(KORF, tuple((name, KORF.start(name)) for name in names))


def counted(boards, heuristic, elsewhere=None, pruning=None):
    """What was counted of each board."""
    bench = SearchBench(boards, [heuristic], elsewhere=elsewhere, pruning=pruning)
    bench.wait(None)
    assert bench.disagreements() == []
    (account,) = bench.accounts()
    return [
        (each.start, each.length, each.expanded, each.generated, each.iterations, each.completed_generated)
        for each in account.boards
    ]


def on(link, found):
    """What measures boards on a cluster, and is found afterwards."""

    def elsewhere(task):
        found.append(ClusterBoards(link, sent_task(task)))
        return found[-1]

    return elsewhere


@pytest.mark.slow
def test_boards_are_cut_for_workers_that_have_nothing_to_do(monkeypatch):
    monkeypatch.setattr("pybridge.cluster.pool._YOUNG", 0.05)
    long = KORF.start("k3")  # twice: a worker that is ready late still finds a search to share
    boards, found = Boards(KORF, (("k42", KORF.start("k42")), ("k3", long), ("again", long))), []
    with Link("local:2") as link:
        link.require_workers()
        assert counted(boards, "manhattan", on(link, found)) == counted(boards, "manhattan")
    assert found[0].shared > 0
    assert found[0].done == 3


@pytest.mark.slow
def test_a_worker_of_several_threads(monkeypatch):
    """The threads of a worker share a packet, or have a board each."""
    monkeypatch.setattr("pybridge.cluster.pool._YOUNG", 0.05)
    settings.set_dask()
    scheduler, found, boards = Scheduler(), [], named("k3", "k42", "k55")
    monkeypatch.setenv(keys.TLS_VARIABLE, str(scheduler.key))
    workers = Workers(scheduler.address, 2, scheduler.key, settings.NEARBY, threads=3)
    try:
        with Link(scheduler.address) as link:
            link.require_workers()
            assert counted(boards, "manhattan", on(link, found)) == counted(boards, "manhattan")
            assert max(link.threads().values()) == 3
    finally:
        workers.end()
        scheduler.end()
    assert found[0].shared > 0


RULES = "hanoi eight_rules rush_unit jugs"


def a_hundred():
    """Boards of all domains, with a heuristic and pruning."""
    yield named("k3", "k42", "k55"), "manhattan", None
    yield random_boards(read(find("eight")), 55, 1), "manhattan", None
    yield random_boards(read(find("pocket")), 30, 2), "projection:small", None
    for name in ("skewb", "pyraminx"):
        yield starts_of(read(find(name))), "projection:small", None
    yield starts_of(read(find("ten_blocks"))), "towers", Pruning.INVERSE
    for name in RULES.split():
        yield starts_of(read(find(name))), "abstraction", None


@pytest.mark.slow
def test_machines_die_join_and_leave(monkeypatch):
    """A hundred boards of all domains, while a worker is killed every two seconds and others come and go."""
    settings.set_dask()
    scheduler, guests, found, searched = Scheduler(), [], [], 0
    monkeypatch.setenv(keys.TLS_VARIABLE, str(scheduler.key))
    workers = Workers(scheduler.address, 2, scheduler.key, settings.NEARBY)

    def come_or_go():
        if guests:
            guests.pop().end()
        else:
            guests.append(Workers(scheduler.address, 1, scheduler.key, settings.NEARBY, threads=2))

    def pool():
        return found[-1]._pool if found else None

    try:
        with Link(scheduler.address) as link:
            link.require_workers()
            with dying(monkeypatch, workers, pool, seed=5, seconds=2, beside=come_or_go) as killed:
                for boards, heuristic, pruning in a_hundred():
                    searched += len(boards.starts)
                    together = counted(boards, heuristic, on(link, found), pruning)
                    assert together == counted(boards, heuristic, pruning=pruning), boards.facts.name
    finally:
        for each in (*guests, workers, scheduler):
            each.end()
    assert searched >= 100
    assert killed


@pytest.mark.parametrize(("name", "heuristic", "pruning", "shared"), [
    ("korf100", "manhattan", None, True), ("pocket", "projection:small", None, True),
    ("ten_blocks", "towers", Pruning.INVERSE, True), ("ten_blocks", "towers", None, False),
    ("hanoi", "abstraction", None, False),
])  # fmt: skip
def test_only_what_others_can_go_on_with_is_cut(name, heuristic, pruning, shared):
    """What depends on all that was searched before, or on whether a path was as long as a threshold, stays whole."""
    facts = read(find(name))
    start, state = facts.starts[0]
    task = Task(
        facts=facts, start_name=start, start=state, program="ida_star", heuristic=parse(heuristic), pruning=pruning
    )
    assert sent_task(task).ready(lambda phrase: None).is_shared(state) is shared


@pytest.mark.slow
def test_packets_of_rules_that_lead_nowhere_do_not_end_a_search():
    """Another worker may have reached the threshold before."""
    facts = read(find("hanoi"))
    start, state = facts.starts[0]
    task = Task(facts=facts, start_name=start, start=state, program="ida_star", heuristic=parse("abstraction"))
    searchers = sent_task(task).ready(lambda phrase: None).searchers(state)
    nowhere = searchers(5)()
    nowhere.begin([])
    nowhere.surrender()
    assert searchers(6)


def test_the_end_of_a_search_travels():
    error = pickle.loads(pickle.dumps(Stopped(Outcome.TIME_LIMIT)))
    assert (type(error), error.outcome) == (Stopped, Outcome.TIME_LIMIT)


@pytest.mark.slow
def test_a_board_that_goes_on_has_the_time_that_is_left():
    bench = SearchBench(named("k3"), ["manhattan"], limits=Limits(60))
    bench.wait(None)
    solver = solver_for(bench._tasks[0], lambda phrase: None)
    start = ("k3", KORF.start("k3"))
    measured, fault = bench._measured(solver, bench._tasks[0], start, (), 59.99)
    assert fault is None
    assert measured.outcome is Outcome.TIME_LIMIT
    assert measured.seconds >= 59.99
