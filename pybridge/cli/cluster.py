"""`cluster`: a scheduler and workers of Dask, which work for `solve`, `bench`, `census` and `doctor`."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.cli.files import Force, require_writable
from pybridge.cli.hints import examples
from pybridge.cli.options import Json, number, option
from pybridge.cli.shown import print_result
from pybridge.errors import ArgumentError, ClusterError
from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import states_text, visible
from pybridge.limits import MOST_JOBS

if TYPE_CHECKING:
    from pybridge.cluster.boards import ClusterBoards
    from pybridge.cluster.processes import Scheduler
    from pybridge.cluster.processes import Workers as AtWork
    from pybridge.search.census.choice import CensusPlan
    from pybridge.search.task import Task

_MOST_PORT = 65535
_MUCH = 1e9
"""Bytes of memory up to which a census is counted here, and of disk from which one says what it needs."""
_LOOK = 0.1
"""Seconds between two looks at what runs here."""

Cluster = Annotated[
    str | None,
    option(
        "--cluster",
        "ADDRESS",
        "Use a cluster: local:N (N processes here), tcp://HOST:PORT, tls://HOST:PORT, or a scheduler's file.",
    ),
]
HOST = option("--host", "HOST", "Address to listen on.")
Workers = Annotated[int, number("--workers", "Also start N workers here.", 0, MOST_JOBS)]
Threads = Annotated[
    int, number("--threads", "Threads of each worker, which share packets among themselves.", 1, MOST_JOBS)
]
Port = Annotated[int, number("--port", "Port; 0 for any free one.", 0, _MOST_PORT, metavar="PORT")]
Insecure = Annotated[
    bool, typer.Option("--insecure", help="Encrypt nothing; anyone who can reach the port can run programs as you.")
]
SchedulerFile = Annotated[Path | None, option("--file", "FILE", "Also write the address to a file, for --cluster.")]
Dashboard = Annotated[
    int | None, number("--dashboard", "Show Dask's pages on 127.0.0.1.", 1, _MOST_PORT, metavar="PORT")
]
_START_EXAMPLES = examples("""
pybridge cluster start --workers 1 --threads 8
pybridge cluster start --host 192.0.2.1 --file scheduler.json
""")
_JOIN_EXAMPLES = examples("""
pybridge cluster join tls://192.0.2.1:8786 --threads 16
pybridge cluster join scheduler.json --workers 2
""")
_STATUS_EXAMPLES = examples("""
pybridge cluster status tls://192.0.2.1:8786
""")


def add_to(app: typer.Typer) -> None:
    """Add the command and its own commands."""
    cluster = typer.Typer(help="Run a cluster for --cluster of solve, census and bench.", rich_markup_mode=None)
    cluster.command("start", epilog=_START_EXAMPLES)(start)
    cluster.command("join", epilog=_JOIN_EXAMPLES)(join)
    cluster.command("status", epilog=_STATUS_EXAMPLES)(status)
    app.add_typer(cluster, name="cluster")


def start(
    workers: Workers = 0, threads: Threads = 1, host: Annotated[str, HOST] = "127.0.0.1", port: Port = 8786,
    insecure: Insecure = False, file: SchedulerFile = None, dashboard: Dashboard = None, force: Force = False,
) -> int:  # fmt: skip
    """Run a scheduler until Ctrl-C. It admits only machines that have this one's key."""
    from pybridge.cluster import keys, processes, settings

    if file:
        require_writable(file, force=force or settings.is_left_over(file))
    settings.set_dask()
    key = None if insecure else keys.make_key(keys.key_folder())
    scheduler = processes.Scheduler(host, port, key=key, insecure=insecure, file=file, dashboard=dashboard)
    at_work = None
    try:
        if workers:
            at = settings.facing(scheduler.address)
            at_work = processes.Workers(scheduler.address, workers, key, at, threads=threads)
        who = f"only machines with the key in {key} can join; copy this folder to each" if key else (
            f"anyone who can reach {scheduler.address} can run programs as you; leave out --insecure"
        )  # fmt: skip
        typer.echo(f"pybridge: {who}", err=True)
        typer.echo(scheduler.address)
        return _stay(scheduler, at_work)
    finally:
        if at_work:
            at_work.end()
        scheduler.end()
        if file and settings.is_file_of(file, scheduler.address):
            file.unlink(missing_ok=True)


def _require_scheduler(address: str) -> None:
    """Raise ArgumentError for `local:N`, which starts a cluster of its own and ends it again."""
    if address.startswith("local:"):
        raise ArgumentError(f"{visible(address)} is no cluster that runs: give the address that `cluster start` prints")


def join(
    address: Annotated[str, typer.Argument(metavar="ADDRESS", show_default=False)],
    workers: Annotated[int, number("--workers", "Number of workers.", 1, MOST_JOBS)] = 1,
    threads: Threads = 1, host: Annotated[str | None, HOST] = None,
) -> int:  # fmt: skip
    """Run workers for the scheduler at an ADDRESS.

    ADDRESS may be the file that `start` has written. Workers run until Ctrl-C, and one that ends is replaced.
    """
    from pybridge.cluster import keys, processes, settings
    from pybridge.cluster.link import Link

    _require_scheduler(address)
    with Link(address) as link:
        found = link.address
    at_work = processes.Workers(found, workers, keys.key_folder(), host or settings.facing(found), threads=threads)
    try:
        typer.echo(f"{workers} at {found}")
        return _stay(None, at_work)
    finally:
        at_work.end()


def status(address: Annotated[str, typer.Argument(metavar="ADDRESS", show_default=False)], json: Json = False) -> int:
    """Show the machines of a cluster, and searches on it.

    For each machine: its workers, their threads, how many are busy, and the processors that they take.
    """
    from pybridge.cluster import status as asked
    from pybridge.cluster.link import Link
    from pybridge.render.cluster import cluster_view

    _require_scheduler(address)
    with Link(address) as link:
        found = asked.status(link)
    print_result(json, lambda: {"version": 1} | asdict(found), lambda: cluster_view(found))
    return 0


def _stay(scheduler: "Scheduler | None", workers: "AtWork | None") -> int:
    """Wait until Ctrl-C, and say which workers fail. Raises ClusterError if a scheduler here ends."""
    while scheduler is None or not scheduler.over:
        time.sleep(_LOOK)
        while workers and not workers.ended.empty():
            typer.echo(f"pybridge: {_replaced(workers.ended.get())}", err=True)
    raise ClusterError("the scheduler has ended")


def _replaced(status: int) -> str:
    if not status:
        return "a worker has lost its scheduler; another one waits for it"
    how = f"with signal {-status}" if status < 0 else f"with status {status}"
    return f"a worker ended {how}; another one takes its place"


@contextmanager
def on_cluster(address: str | None, task: "Task", engine: str | None) -> "Iterator[Task]":
    """The task, searched by the cluster at the address if there is one. Raises ArgumentError and ClusterError."""
    if address is None:
        yield task
        return
    if task.jobs > 1:
        raise ArgumentError("give one of --cluster and --jobs")
    if engine not in (None, "native"):
        raise ArgumentError("--cluster requires --engine native")
    from pybridge.cluster.link import Link
    from pybridge.cluster.sent import sent_task
    from pybridge.heuristics.choice import DEFAULTS, best

    if task.heuristic is None and task.facts.domain in DEFAULTS:
        task = replace(task, heuristic=best(task.facts))
    sent = sent_task(task)
    with Link(address) as link:
        from pybridge.cluster.pool import WorkerPool
        from pybridge.cluster.workers import RemoteWorkers

        pool = WorkerPool(link, sent)
        yield replace(task, remote=RemoteWorkers(pool, task.start))
        _say_what_workers_did(pool.done, "searched a packet", pool.left_out())


@contextmanager
def counting(address: str | None, facts: PuzzleFacts, method: str | None, jobs: int | None) -> "Iterator[CensusPlan]":
    """The plan of a census, taken by a cluster if there is an address and it pays.

    Raises ArgumentError, UnavailableProgramError and ClusterError.
    """
    from pybridge.search.census.choice import plan, shared_plan

    if address is None:
        yield plan(facts, method, jobs)
        return
    if jobs is not None:
        raise ArgumentError("give one of --cluster and --jobs")
    from pybridge.cluster.settings import own_workers

    own_workers(address)  # what is no address is an error, also where this machine counts alone
    chosen, parts = shared_plan(facts, method)  # before anything is started
    alone = plan(facts, method)
    if _counts_alone(alone):
        typer.echo(f"pybridge: --cluster had no effect: this machine counts {facts.name} sooner", err=True)
        yield alone
        return
    _tell_disk(facts.name, chosen.states or 0, parts.disk(facts))
    from pybridge.cluster.link import Link

    with Link(address) as link:
        from pybridge.cluster.census import cluster_plan

        with cluster_plan(link, facts, chosen, parts) as (shared, pool):
            yield shared
            _say_what_workers_did(pool.done, "counted a part of a level", pool.left_out())


def _counts_alone(alone: "CensusPlan") -> bool:
    """Whether a census needs so little memory that it takes longer to send parts of it."""
    from pybridge.memory import available_memory

    return alone.memory is not None and alone.memory <= min(_MUCH, available_memory())


def _tell_disk(name: str, states: int, needed: int) -> None:
    """Say how much disk a large census needs, and where."""
    from pybridge.search.census.choice import memory_text
    from pybridge.store.store import Store

    if needed > _MUCH:
        where = f"at most {memory_text(needed)} in {Store().folder}, which all machines must see"
        typer.echo(f"{name}: {states_text(states)} states, {where}; Ctrl-C stops, the next census resumes", err=True)


def _say_what_workers_did(number: int, what: str, left_out: str) -> None:
    """Say so if a cluster had no effect, and which of its workers were left out."""
    if not number:
        typer.echo(f"pybridge: --cluster had no effect: the run ended before a worker {what}", err=True)
    if left_out:
        typer.echo(f"pybridge: left out {left_out}", err=True)


@contextmanager
def measuring(
    address: str | None, processes: int, jobs: int
) -> "Iterator[tuple[int, Callable[[Task], ClusterBoards] | None]]":
    """How many boards are measured at a time, and what measures them elsewhere, if there is a cluster at the address.

    Raises ArgumentError and ClusterError.
    """
    if address is None:
        yield processes, None
        return
    if processes > 1 or jobs > 1:
        raise ArgumentError(f"give one of --cluster and {'--processes' if processes > 1 else '--jobs'}")
    from pybridge.cluster.link import Link

    with Link(address) as link:
        from pybridge.cluster.boards import ClusterBoards
        from pybridge.cluster.sent import sent_task
        from pybridge.cluster.settings import own_workers

        link.require_workers(own_workers(address) or 1)
        found: list[ClusterBoards] = []

        def boards(task: "Task") -> ClusterBoards:
            found.append(ClusterBoards(link, sent_task(task)))
            return found[-1]

        yield link.slots(), boards
        left_out = "; ".join(dict.fromkeys(each.left_out() for each in found if each.left_out()))
        _say_what_workers_did(sum(each.done for each in found), "searched a board", left_out)
