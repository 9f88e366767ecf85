"""A worker that cannot search is left out, with its machine and the reason, and the others search on."""

import json
import os
import pickle
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import dask
import pytest

from pybridge.bench.processes import measure_one
from pybridge.cli import run
from pybridge.cluster import keys, ready, sources
from pybridge.cluster.boards import ClusterBoards
from pybridge.cluster.link import Link
from pybridge.cluster.processes import Scheduler, Workers
from pybridge.cluster.sent import FaultyWorker, Made, fault_of, sent_task
from pybridge.cluster.sources import version
from pybridge.cluster.tasks import Judged, Searched, make_ready, measure
from pybridge.cluster.tasks import search as search_packet
from pybridge.errors import ClusterError, TableSpaceError
from pybridge.facts import prolog_folder
from pybridge.search import threads
from pybridge.search.run import new_tally
from pybridge.search.tally import Tally
from tests.cluster.boards import board, shared, solved

GOOD, FAILING, OTHER, STRANGE, FULL = (f"tcp://10.0.0.{each}:1" for each in range(1, 6))
FAULTS = {
    OTHER: FaultyWorker(OTHER, "node3", "it has pybridge 0.1"),
    STRANGE: ModuleNotFoundError("No module named 'pybridge'"),
    FULL: FaultyWorker(FULL, "node5", "no space left"),
}


class Client:
    """A cluster in this process: each worker does at once what it is sent, and notes it; some are at fault."""

    status = "running"

    def __init__(self, workers):
        self.workers, self.sent, self.dying = list(workers), [], False
        self.tasks, self.listeners, self.messages = {}, {}, []

    def nthreads(self):
        return dict.fromkeys(self.workers, 1)

    def subscribe_topic(self, topic, call):
        self.listeners[topic] = call

    def map(self, function, *arguments, key, **options):
        self.messages.append((function, len(key), len(pickle.dumps(arguments))))
        where = dask.get_annotations()["workers"]
        tasks = zip(key, *arguments, strict=True)
        return [self.submit(function, *each, workers=[where(name)], key=name) for name, *each in tasks]

    def submit(self, function, *arguments, workers, key, **options):
        worker, result = workers[len(self.sent) % len(workers)], None
        if function is make_ready:
            error = self.killed() if self.dying else FAULTS.get(worker)
            self.tasks[arguments[0].digest] = arguments[0]
        else:
            self.sent.append(worker)
            error = FaultyWorker(FAILING, "node2", "out of memory") if worker == FAILING else None
            result = None if error else self.done(function, self.tasks[arguments[0]], *arguments[1:])
        if function in (search_packet, measure) and not error:
            self.listeners[key[0]]((0.0, pickle.dumps((key, result))))
        future = SimpleNamespace(
            status="error" if error else "finished", key=key, exception=lambda timeout: error,
            result=lambda timeout: result, release=lambda: None,
        )  # fmt: skip
        future.add_done_callback = lambda call: call(future)
        return future

    def killed(self):
        from distributed.scheduler import KilledWorker

        return KilledWorker("ready", None, 0)

    def done(self, function, sent, *arguments):
        ready = sent.ready(lambda phrase: None)
        if function is measure:
            return Judged(*measure_one(ready.solver, ready.task, arguments, new_tally(ready.task)))
        start, threshold, paths, *_ = arguments
        searcher = ready.searchers(start)(threshold)()
        searcher.begin(paths)
        while not searcher.over:
            searcher.run()
        return Searched(searcher.surrender(), 0.0)

    def cancel(self, futures, force):
        """Nothing is under way."""


def linked(*workers):
    link = Link.__new__(Link)
    link.client, link.address = Client(workers), "tcp://10.0.0.1:8786"
    return link


LEFT_OUT = (
    "1 worker on node3: it has pybridge 0.1; 1 worker on 10.0.0.4: ModuleNotFoundError: No module named 'pybridge'; "
    "1 worker on node5: no space left; 1 worker on node2: out of memory"
)


def test_faulty_workers_are_left_out_of_a_search(monkeypatch):
    monkeypatch.setattr(threads, "SOON_REMOTE", 0.005)
    task = board()
    link = linked(OTHER, STRANGE, FAILING, FULL, GOOD)
    pool, workers = shared(link, task)
    alone, together = solved(task), solved(replace(task, remote=workers))
    assert together.solutions == alone.solutions
    completed = [[each.generated for each in found.iterations if each.completed] for found in (alone, together)]
    assert completed[0] == completed[1]
    assert set(link.client.sent) == {FAILING, GOOD}
    assert link.client.sent.count(FAILING) == pool.lost == 1
    assert sorted(pool.left_out().split("; ")) == sorted(LEFT_OUT.split("; "))
    assert workers.status().endswith(f"; left out: {pool.left_out()}")


@pytest.mark.slow
def test_the_facts_travel_once_and_all_shares_at_once(monkeypatch):
    """A message for all workers has the facts; after that a message has the paths of all idle ones, and a digest."""
    monkeypatch.setattr(threads, "SOON_REMOTE", 0.005)
    task = board()
    link = linked(*(f"tcp://10.0.1.{each}:1" for each in range(100)))
    solved(replace(task, remote=shared(link, task)[1]))
    (prepare, workers, large), *shares = link.client.messages
    assert (prepare, workers) == (make_ready, 100)
    facts = len(pickle.dumps(sent_task(task)))
    assert facts < large < facts + 4000
    assert {function for function, _, _ in shares} == {search_packet}
    assert len(shares) < len(link.client.sent) / 10
    assert all(size < 400 + 300 * packets for _, packets, size in shares)


def test_a_worker_keeps_what_it_needs(monkeypatch):
    """Searches that take turns at a worker are sent once each; the one not needed for longest is forgotten first."""
    monkeypatch.setattr("pybridge.cluster.sent._KEPT", 2)
    made, sent = [], [sent_task(board(start=start)) for start, _ in board().facts.starts[:3]]
    kept = Made(lambda sent, report: made.append(sent.start_name) or sent)
    digests = [kept.keep(each) for each in sent[:2]]
    for _ in range(2):
        assert [kept.of(each, None) for each in digests] == sent[:2]
    assert kept.of(digests[1], None) == sent[1]
    assert made == [each.start_name for each in sent[:2]] * 2
    kept.of(digests[0], None)
    kept.keep(sent[2])
    assert kept.of(digests[0], None) == sent[0]
    with pytest.raises(ClusterError, match="forgotten"):
        kept.of(digests[1], None)


def test_faulty_workers_are_left_out_of_a_measurement():
    task = board("eight", "farthest_1")
    starts = task.facts.starts
    link = linked(FULL, FAILING, GOOD)
    boards = ClusterBoards(link, sent_task(task))
    found = {number: board for number, board, _ in boards.measure(starts, Tally(), None)}
    assert [found[number].start for number in range(len(starts))] == [name for name, _ in starts]
    assert all(found[number].length for number in found)
    assert boards.done == len(starts)
    assert sorted(boards.left_out().split("; ")) == [
        "1 worker on node2: out of memory",
        "1 worker on node5: no space left",
    ]


@pytest.mark.parametrize("addresses", [[FULL, OTHER], [FAILING], [FULL, FAILING]])
def test_the_search_ends_when_no_worker_is_left(addresses, monkeypatch):
    monkeypatch.setattr(threads, "SOON_REMOTE", 0.005)
    monkeypatch.setattr(ready, "_SPARE", 0.0)
    task = board()
    pool, workers = shared(linked(*addresses), task)
    with pytest.raises(ClusterError) as raised:
        solved(replace(task, remote=workers))
    assert str(raised.value) == f"no worker of tcp://10.0.0.1:8786 is left: {pool.left_out()}"
    assert len(pool.left_out().split("; ")) == len(addresses)


def test_workers_that_end_as_they_begin_end_the_search():
    link = linked(GOOD)
    link.client.dying = True
    boards = ClusterBoards(link, sent_task(board()))
    with pytest.raises(ClusterError, match="3 workers ended while they loaded or built tables"):
        list(boards.measure([("rosetta", board().start)], Tally(), None))


def test_a_reason_is_one_line():
    assert fault_of(TableSpaceError("no\nroom"), "a", "here").reason == "no room"
    assert fault_of(OSError("no\nroom"), "a", "here").reason == "OSError: no room"
    assert fault_of(MemoryError(), "a", "here").reason == "MemoryError"


def test_a_version_is_that_of_the_sources(tmp_path, monkeypatch):
    """One letter in a program makes another one; puzzles are sent, so they may differ."""
    made = version()
    assert re.fullmatch(r"\d+\.\d+.*\+[0-9a-f]{12}", made)
    copy = Path(shutil.copytree(prolog_folder(), tmp_path / "prolog"))
    monkeypatch.setattr(sources, "prolog_folder", lambda: copy)
    assert version.__wrapped__() == made
    (copy / "puzzles" / "mine.pl").write_text("puzzle(mine).\n")
    assert version.__wrapped__() == made
    with (copy / "seven.pl").open("a") as file:
        file.write("\n")
    assert version.__wrapped__() != made


def test_what_cannot_be_distributed_is_refused(capsys):
    assert run(["solve", "rings", "--cluster", "local:1"]) == 42
    message = "a cluster needs the engine native, which does not search rings; leave out --cluster"
    assert capsys.readouterr().err == f"pybridge: {message}\n"


def test_a_heuristic_without_a_compiled_search_is_named(capsys):
    assert run(["solve", "eight", "--heuristic", "max(manhattan,learned)", "--cluster", "local:1"]) == 42
    message = "a cluster needs the engine native, which has no max(manhattan,learned) in ida_star; leave out --cluster"
    assert capsys.readouterr().err == f"pybridge: {message}\n"


def test_rules_are_searched_by_their_best_heuristic(capsys, monkeypatch):
    monkeypatch.setattr("pybridge.cluster.link.Link", lambda address: nullcontext(linked(GOOD)))
    assert run(["solve", "hanoi", "--program", "ida_star", "--json", "--cluster", GOOD]) == 0
    assert json.loads(capsys.readouterr().out)["heuristic"] == "abstraction"


def test_a_cluster_without_effect_says_so(capsys, monkeypatch):
    monkeypatch.setattr("pybridge.cluster.link.Link", lambda address: nullcontext(linked(GOOD)))
    assert run(["solve", "eight", "--quiet", "--cluster", GOOD]) == 0
    message = "--cluster had no effect: the run ended before a worker searched a packet"
    assert capsys.readouterr().err == f"pybridge: {message}\n"


def test_who_was_left_out_is_said_at_the_end(capsys, monkeypatch):
    monkeypatch.setattr(threads, "SOON_REMOTE", 0.005)
    monkeypatch.setattr("pybridge.cluster.link.Link", lambda address: nullcontext(linked(FULL, GOOD)))
    rosetta = ["fifteen", "--start", "rosetta", "--heuristic", "manhattan"]
    assert run(["solve", *rosetta, "--fresh", "--quiet", "--cluster", GOOD]) == 0
    assert capsys.readouterr().err == "pybridge: left out 1 worker on node5: no space left\n"


def worker(address, key, tree, **variables):
    """A worker of the sources in a tree, until its input ends."""
    code = f"import sys; sys.path.insert(0, {str(tree)!r}); from pybridge.cluster.nodes import main; main()"
    folder = tree / "folder"
    about = json.dumps({"address": address, "key": str(key), "host": "127.0.0.1", "folder": str(folder)})
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"} | variables
    return subprocess.Popen(
        [sys.executable, "-c", code, "worker", about], stdin=subprocess.PIPE, cwd="/", env=environment
    )


@pytest.mark.slow
def test_workers_of_other_sources_or_without_room(tmp_path, capsys, monkeypatch):
    """Real workers: one with another source, one that cannot keep tables, and one that searches."""
    monkeypatch.setattr(threads, "SOON_REMOTE", 0.01)
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path / "tables"))
    root, trees = prolog_folder().parent, [tmp_path / "same", tmp_path / "other"]
    for tree in trees:
        for part in ("pybridge", "prolog"):
            shutil.copytree(root / part, tree / part)
    with (trees[1] / "pybridge" / "limits.py").open("a") as file:
        file.write("# another version\n")
    scheduler = Scheduler()
    monkeypatch.setenv(keys.TLS_VARIABLE, str(scheduler.key))
    solve = [
        "solve",
        "korf100",
        "--start",
        "k3",
        "--heuristic",
        "pdb:4-4-4-3",
        "--quiet",
        "--cluster",
        scheduler.address,
    ]
    faulty = [
        worker(scheduler.address, scheduler.key, trees[0], PYBRIDGE_TABLES="/proc/nowhere"),
        worker(scheduler.address, scheduler.key, trees[1]),
    ]
    good = None
    try:
        with Link(scheduler.address) as link:
            while len(link.threads()) < 2:
                assert all(each.poll() is None for each in faulty)
        assert run(["doctor", "--cluster", scheduler.address]) == 56
        assert "install the same version" in capsys.readouterr().out
        assert run(solve) == 56
        assert "is left: 1 worker on" in capsys.readouterr().err
        good = Workers(scheduler.address, 1, scheduler.key, "127.0.0.1")
        assert run([*solve, "--fresh"]) == 0
        said = capsys.readouterr().err
        assert "pybridge: left out 1 worker on" in said
        assert "; install the same one" in said
        assert "cannot" in said
    finally:
        with ThreadPoolExecutor() as pool:
            list(pool.map(lambda each: each.communicate(), faulty))
        if good:
            good.end()
        scheduler.end()
