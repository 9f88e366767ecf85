"""How a cluster is, as its status says, and tables that are fetched from its workers."""

import json
import threading
from dataclasses import replace

import pytest

from pybridge.cli import run
from pybridge.cluster import keys, settings, status
from pybridge.cluster.link import Link
from pybridge.cluster.pool import WorkerPool
from pybridge.cluster.processes import Scheduler, Workers
from pybridge.cluster.sent import sent_task
from pybridge.cluster.workers import RemoteWorkers
from pybridge.facts import find, read
from pybridge.heuristics.registry import parse
from pybridge.outcome import Outcome
from pybridge.search.native.solver import search
from pybridge.search.run import new_tally
from pybridge.search.task import Task
from pybridge.store.store import Store


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A scheduler and a worker with tables of its own; the address."""
    settings.set_dask()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYBRIDGE_TABLES", str(tmp_path_factory.mktemp("tables")))
        assert run(["tables", "build", "eight", "--heuristic", "walking"]) == 0
        scheduler = Scheduler()
        workers = Workers(scheduler.address, 1, scheduler.key, settings.NEARBY)
        patch.setenv(keys.TLS_VARIABLE, str(scheduler.key))
        with Link(scheduler.address) as link:
            link.require_workers()
            assert link.client.run(len, "")  # the worker has its environment
        yield scheduler.address
        workers.end()
        scheduler.end()


@pytest.mark.slow
def test_a_search_is_seen_while_it_runs(cluster, capsys, monkeypatch):
    monkeypatch.setattr(status, "EVERY", 0.1)
    facts = read(find("korf100"))
    task = Task(
        facts=facts, start_name="k60", start=facts.start("k60"), program="ida_star", heuristic=parse("manhattan")
    )
    with Link(cluster) as link:
        task = replace(task, remote=RemoteWorkers(WorkerPool(link, sent_task(task)), task.start))
        tally, found = new_tally(task), []
        searching = threading.Thread(target=lambda: found.append(search(task, tally, lambda phrase: None)))
        searching.start()
        try:
            while not (searches := status.status(link).searches) or not searches[0].packets:
                assert searching.is_alive()
            capsys.readouterr()
            assert run(["cluster", "status", cluster]) == 0
        finally:
            tally.cancel()
            searching.join()
    printed = capsys.readouterr().out
    assert "korf100, k60 by " in printed
    assert "a second" in printed
    assert found[0].outcome is Outcome.INTERRUPTED


@pytest.mark.slow
def test_the_form_of_a_status(cluster, capsys, monkeypatch):
    assert run(["cluster", "status", cluster, "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert form["address"] == cluster
    assert [(each["workers"], each["threads"]) for each in form["machines"]] == [(1, 1)]
    assert form["pages"] is None
    monkeypatch.setattr("pybridge.cluster.settings.REACHED", 0.5)
    assert run(["cluster", "status", "tcp://127.0.0.1:1"]) == 56


@pytest.mark.slow
def test_tables_are_fetched_from_workers(cluster, tmp_path, monkeypatch, capsys):
    source = {entry.key: entry.manifest for entry in Store().entries()}
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path / "mine"))
    for now in ("fetched", "was there"):
        assert run(["tables", "fetch", cluster, "walking", "--json"]) == 0
        form = json.loads(capsys.readouterr().out)
        assert [each["now"] for each in form["tables"]] == [now]
    assert {entry.key: entry.manifest for entry in Store().entries()} == {
        key: each for key, each in source.items() if each.kind == "walking"
    }
    assert run(["tables", "verify"]) == 0
