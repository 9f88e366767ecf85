"""Searches on a cluster: the counters and the first solution of one thread, whatever happens to the workers."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import SimpleNamespace

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization

from pybridge.cli import run
from pybridge.cluster import keys, processes, settings
from pybridge.cluster.link import Link
from pybridge.cluster.processes import Scheduler, Workers
from pybridge.cluster.sent import SentTask, sent_task
from pybridge.cluster.tasks import make_ready
from pybridge.errors import ClusterError, UnavailableProgramError
from pybridge.interpreters import python
from pybridge.outcome import Outcome
from pybridge.search import threads
from pybridge.search.packets import Ledger
from pybridge.search.tally import Stopped
from pybridge.search.task import COUNT
from tests.cluster.boards import board, shared, solved
from tests.cluster.running import alive, begun, children, dying


@pytest.fixture(scope="module")
def link():
    with Link("local:2") as link:
        link.require_workers()
        yield link


def counters(solution):
    return [(each.expanded, each.generated) for each in solution.iterations if each.completed]


def test_counters_and_first_solution_are_those_of_one_thread(link, monkeypatch):
    monkeypatch.setattr(threads, "SOON_REMOTE", 0.005)
    task = board()
    pool, workers = shared(link, task)
    alone, together = solved(task), solved(replace(task, remote=workers))
    assert together.solutions == alone.solutions
    assert counters(together) == counters(alone)
    assert pool.done > 0


@pytest.mark.slow
def test_a_packet_is_cut_at_once_for_a_worker_that_has_nothing_to_do(link, monkeypatch):
    """The iteration is one packet without a time limit; the other worker gets a part of it."""
    monkeypatch.setattr("pybridge.cluster.workers._SHORT", 1000.0)
    (pool, workers), ledger = shared(link, board("korf100", "k60")), Ledger()
    busy, begun = set(), time.monotonic()

    def spend(counts):
        busy.update(job.worker for job in pool.flying.values() if pool.done)
        if len(busy) == 2 or time.monotonic() > begun + 60:
            raise Stopped(Outcome.INTERRUPTED)

    with pytest.raises(Stopped):
        workers.share(ledger, 64, spend, lambda: None)
    assert len(busy) == 2
    assert ledger.counts.generated > 0


def test_a_stopped_search_leaves_what_is_under_way_in_the_account(link, monkeypatch):
    monkeypatch.setattr("pybridge.cluster.pool._YOUNG", 1000.0)
    task, ledger = board("korf100", "k60"), Ledger()
    pool, workers = shared(link, task)
    begun = time.monotonic()

    def spend(counts):
        if pool.flying and time.monotonic() > begun + 0.2:
            raise Stopped(Outcome.INTERRUPTED)

    with pytest.raises(Stopped):
        workers.share(ledger, 64, spend, lambda: None)
    assert ledger.rest().paths == ((),)
    assert not pool.flying


@pytest.mark.slow
def test_boards_are_measured_as_in_processes(capsys):
    rows = []
    for where in (["--processes", "1"], ["--cluster", "local:1"]):
        assert run(["bench", "eight", "--heuristic", "manhattan", "--json", *where]) == 0
        boards = json.loads(capsys.readouterr().out)["heuristics"][0]["boards"]
        rows.append([(each["start"], each["length"], each["generated"]) for each in boards])
    assert rows[0] == rows[1]


def test_a_packet_that_ends_three_workers_is_named(link, monkeypatch):
    from distributed.scheduler import KilledWorker

    class Dead:
        status = "error"

        def exception(self, timeout):
            return KilledWorker("packet", None, 0)

    sent = []

    class Client:
        status = "running"

        def subscribe_topic(self, topic, call):
            """Nothing arrives."""

        def map(self, function, *arguments, **options):
            if function is make_ready:
                return [SimpleNamespace(status="finished")]
            sent.extend(arguments[4])
            return [Dead()]

        def nthreads(self):
            return {"tcp://one": 1}

        def cancel(self, futures, force):
            """Nothing is under way."""

    other = Link.__new__(Link)
    other.client, other.address = Client(), "tcp://one"
    ledger = Ledger()
    with pytest.raises(ClusterError, match="3 workers ended while they searched packet 3"):
        shared(other, board())[1].share(ledger, 52, lambda counts: None, lambda: None)
    assert sent == [2.0, 0.5, 0.125]
    assert ledger.rest().paths == ((),)


@pytest.mark.parametrize(("address", "message"), [
    ("tcp://127.0.0.1:1", "no scheduler answers at tcp://127.0.0.1:1: Connection refused"),
    ("tcp://nowhere", "has no host and port"),
    ("tcp://nowhere:²", "has no host and port"),
    ("local:0", "is not local:N"),
    (f"local:{'1' * 5000}", "is not local:N"),
    ("here", "'here' is neither local:N nor"),
    ("tls://127.0.0.1:1", "has no key for tls://127.0.0.1:1"),
])  # fmt: skip
def test_bad_addresses(address, message, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv(keys.TLS_VARIABLE, str(tmp_path))
    monkeypatch.setattr("pybridge.cluster.settings.REACHED", 0.5)
    assert run(["solve", "eight", "--cluster", address]) == 56
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert message in lines[0]


@pytest.mark.slow
@pytest.mark.parametrize("words", [b"", b"HTTP/1.0 400 Bad Request\r\n\r\n", b"\0" * 8])
def test_a_server_of_another_kind_is_told(words, capsys, monkeypatch):
    monkeypatch.setattr("pybridge.cluster.settings.REACHED", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer():
            peer, _ = server.accept()
            peer.sendall(words)
            peers.append(peer)

        peers = []
        threading.Thread(target=answer, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        assert run(["solve", "eight", "--cluster", address]) == 56
        for peer in peers:
            peer.close()
    message = f"what listens at {address} is not a Dask scheduler; give the address that `cluster start` prints"
    assert capsys.readouterr().err == f"pybridge: {message}\n"


def test_without_dask_one_line_says_what_to_install(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run(["solve", "eight", "--cluster", "local:2"]) == 56
    assert capsys.readouterr().err == f"pybridge: {settings.MISSING}\n"


@pytest.mark.parametrize("options", [
    ["--jobs", "2"], ["--engine", "python"], ["--all"], ["--program", "a_star", "--heuristic", "learned"],
])  # fmt: skip
def test_what_a_cluster_does_not_do(options, capsys):
    assert run(["solve", "fifteen", "--cluster", "local:1", *options]) in (2, 42)
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.slow
def test_a_task_has_everything_that_counters_depend_on():
    task = board()
    sent = sent_task(task)
    assert sent.task() == replace(task)
    with pytest.raises(ClusterError, match="install the same one"):
        replace(sent, version="0").task()
    with pytest.raises(UnavailableProgramError, match="one shortest solution"):
        sent_task(replace(task, wanted=COUNT))


@pytest.mark.slow
def test_searchers_of_a_task_search_its_packets():
    task = board("eight", "farthest_1")
    searcher = sent_task(task).ready(lambda phrase: None).searchers(task.start)(31)()
    searcher.begin([()])
    ledger = Ledger()
    packet = ledger.take(1)
    while not searcher.over:
        searcher.run()
    ledger.settle(packet, searcher.surrender())
    assert len(ledger.best) == 31
    assert isinstance(sent_task(task), SentTask)


@pytest.mark.clock
@pytest.mark.slow
def test_an_interrupt_leaves_nothing_running():
    process = subprocess.Popen(
        [sys.executable, "-m", "pybridge", "solve", "korf100", "--start", "k60", "--heuristic", "manhattan",
         "--cluster", "local:2", "--fresh"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    while len(children(process.pid)) < 3 and process.poll() is None:
        time.sleep(0.05)
    time.sleep(3)
    started = children(process.pid)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "✓ solved" not in out
    assert "interrupted" in out + err
    assert [line for line in err.splitlines() if not line.startswith("pybridge: ")] == []
    assert len(started) == 3
    assert not any(map(alive, started))


@pytest.mark.slow
def test_workers_join_a_scheduler(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv(keys.TLS_VARIABLE, str(tmp_path / "key"))
    file = tmp_path / "scheduler.json"
    scheduler, address = begun("start", "--port", "0", "--workers", "1", "--file", str(file))
    joined, told = begun("join", str(file), "--workers", "2")
    try:
        assert address.startswith("tls://127.0.0.1:")
        assert told == f"2 at {address}"
        with Link(str(file)) as link:
            while len(link.threads()) < 3:
                time.sleep(0.05)
        assert run(["solve", "fifteen", "--start", "rosetta", "--heuristic", "manhattan", "--cluster", address]) == 0
        assert "solved in 52 moves" in capsys.readouterr().out
        started = [*children(scheduler.pid), *children(joined.pid)]
    finally:
        for process in (joined, scheduler):
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 130
    assert len(started) == 4
    assert not any(map(alive, started))
    assert not file.exists()


@pytest.mark.slow
def test_a_scheduler_that_was_killed_leaves_a_file_that_is_replaced(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv(keys.TLS_VARIABLE, str(tmp_path / "key"))
    file = tmp_path / "scheduler.json"
    killed, _ = begun("start", "--port", "0", "--file", str(file))
    assert run(["cluster", "start", "--port", "0", "--file", str(file)]) == 43
    assert capsys.readouterr().err == f"pybridge: {file} exists; --force replaces it\n"
    below = children(killed.pid)
    killed.kill()
    while any(map(alive, below)):
        time.sleep(0.05)
    assert file.exists()
    again, address = begun("start", "--port", "0", "--file", str(file))
    again.send_signal(signal.SIGINT)
    assert again.wait(30) == 130
    assert address.startswith("tls://127.0.0.1:")
    file.write_text("{}")
    assert run(["cluster", "start", "--port", "0", "--file", str(file)]) == 43


@pytest.mark.slow
def test_a_worker_that_is_killed_is_replaced_and_named(monkeypatch, tmp_path):
    monkeypatch.setenv(keys.TLS_VARIABLE, str(tmp_path / "key"))
    process, _ = begun("start", "--port", "0", "--workers", "1", stderr=subprocess.PIPE)
    assert "can join" in process.stderr.readline()
    [worker] = children(process.pid, "\0worker\0")
    os.kill(worker, signal.SIGKILL)
    assert process.stderr.readline() == "pybridge: a worker ended with signal 9; another one takes its place\n"
    [another] = children(process.pid, "\0worker\0")
    assert another != worker
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60)[1] == "pybridge: interrupted\n"


@pytest.mark.slow
def test_what_a_frozen_worker_does_is_done_by_others(monkeypatch):
    """It says nothing for 5 seconds, a quarter of what it may, and is dead then."""
    soon = "from pybridge.cluster import settings; settings.CONFIGURATION['distributed.scheduler.worker-ttl'] = '5 s'"
    monkeypatch.setattr(processes, "python", lambda code: python(f"{soon}; {code}"))
    task = board("korf100", "k3")
    alone = solved(task)
    with Link("local:2") as link:
        link.require_workers(2)
        pool, workers = shared(link, task)

        def freeze():
            while not (pool.done and len({job.worker for job in pool.flying.values()}) == 2):
                time.sleep(0.001)
            os.kill(link.workers.pids[0], signal.SIGSTOP)

        freezing = threading.Thread(target=freeze)
        freezing.start()
        together = solved(replace(task, remote=workers))
        freezing.join()
    assert pool.lost
    assert together.solutions == alone.solutions
    assert counters(together) == counters(alone)


@pytest.mark.slow
def test_workers_may_die(monkeypatch):
    """Counters are those of one thread though a worker is killed every half second."""
    monkeypatch.setattr(threads, "SOON_REMOTE", 0.01)
    task = board("korf100", "k3")
    alone = solved(task)
    with Link("local:2") as link:
        link.require_workers()
        pool, workers = shared(link, task)
        with dying(monkeypatch, link.workers, lambda: pool, seed=0, seconds=0.5) as killed:
            together = solved(replace(task, remote=workers))
    assert killed
    assert together.solutions == alone.solutions
    assert counters(together) == counters(alone)


@pytest.mark.slow
def test_tls(monkeypatch, tmp_path, capsys):
    """Who has the key can join and search; its files are for their owner alone."""
    monkeypatch.setenv(keys.TLS_VARIABLE, str(tmp_path / "key"))
    settings.set_dask()
    key = keys.make_key(keys.key_folder())
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "key").iterdir()} == {0o600}
    file = tmp_path / "scheduler.json"
    scheduler = Scheduler(key=key, file=file)
    workers = Workers(scheduler.address, 1, key, settings.NEARBY)
    try:
        assert scheduler.address.startswith("tls://127.0.0.1:")
        assert run(["solve", "fifteen", "--start", "rosetta", "--heuristic", "manhattan", "--cluster", str(file)]) == 0
        assert run(["doctor", "--cluster", scheduler.address]) == 0
        assert "tables in" in capsys.readouterr().out
        monkeypatch.setenv(keys.TLS_VARIABLE, str(tmp_path / "other"))
        keys.make_key(keys.key_folder())
        assert run(["solve", "eight", "--cluster", scheduler.address]) == 56
        assert f"has another key than {tmp_path / 'other'}; copy the folder" in capsys.readouterr().err
        assert run(["cluster", "status", scheduler.address.replace("tls://", "tcp://")]) == 56
        assert "the address of a scheduler that asks for a key begins with tls://" in capsys.readouterr().err
    finally:
        workers.end()
        scheduler.end()


def test_schedulers_that_start_at_once_have_one_key(monkeypatch, tmp_path):
    made, gate = keys._made, threading.Barrier(2)
    monkeypatch.setattr(keys, "_made", lambda: (gate.wait(20), made())[1])
    with ThreadPoolExecutor(2) as pool:
        folder, _ = pool.map(keys.make_key, [tmp_path / "tls"] * 2)
    certificate = x509.load_pem_x509_certificate((folder / "cluster.crt").read_bytes())
    key = serialization.load_pem_private_key((folder / "cluster.key").read_bytes(), None)
    assert certificate.public_key() == key.public_key()
