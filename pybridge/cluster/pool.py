"""What the workers of a cluster do: jobs out, results in, and jobs cut for workers that have nothing to do.

Jobs come from sources: the packets of an iteration, of one search or of several, and whole boards. A source gets its
jobs back from workers that die or fail.
"""

import itertools
import queue
import threading
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from pybridge.cluster.jobs import Source, WorkerJob
from pybridge.cluster.link import Key, Link, is_dead
from pybridge.cluster.ready import ReadyWorkers
from pybridge.cluster.sent import FaultyWorker, Sent
from pybridge.cluster.status import StatusLine
from pybridge.cluster.tasks import cut, cut_of, make_ready
from pybridge.errors import ClusterError
from pybridge.facts.wording import several
from pybridge.outcome import Outcome
from pybridge.search.tally import Stopped

_LOOK = 0.02
"""Seconds to wait for a result before it looks at the limits."""
_ANSWERED = 1.0
"""Seconds within which Dask has to deliver an error that has arrived."""
_YOUNG, _SOON = 0.15, 1.0
"""Seconds that a job is done before it is cut for another thread, and within which its end is expected then."""


class WorkerPool:
    """The workers of a cluster, for jobs that have the same facts and heuristic, or a census, in common.

    One thread calls `step` again and again. Others may add sources, and wait for their ends.
    """

    def __init__(self, link: Link, sent: Sent) -> None:
        self._link, self.digest = link, sent.digest
        self._name, self._numbers = f"pybridge-{uuid.uuid4().hex[:8]}", itertools.count()
        self._results: queue.Queue[tuple[Key, Any]] = queue.Queue()
        self._ready = ReadyWorkers(link, sent, make_ready)
        self._sources: list[Source] = []
        self._lock, self._closed = threading.Lock(), False
        self._line, self._waiting = StatusLine(link, sent.name), 0
        self.flying: dict[Key, WorkerJob] = {}
        """What workers do at present."""
        self.done = self.lost = 0
        """How many jobs were done, and how many went back because a worker died or failed."""
        link.listen(self._name, self._results.put)

    def threads(self) -> int:
        """How many threads the workers have that are ready by now. Raises ClusterError if no worker is left."""
        self._ready.look()
        return self._ready.number

    def status(self) -> str | None:
        """The workers, the packets that are done and under way, and the workers that are left out."""
        phrases = []
        if self._ready.number:
            lost = f", {self.lost} lost" if self.lost else ""
            done = f"{several(self.done, 'packet')} done, {len(self.flying)} under way{lost}"
            waiting = f", {self._waiting} waiting for packets to be cut" if self._waiting else ""
            workers = several(len(self._ready.threads), "worker")
            threads = f" of {self._ready.number} threads" if self._ready.number > len(self._ready.threads) else ""
            phrases.append(f"{workers}{threads}, {done}{waiting}")
        if left_out := self.left_out():
            phrases.append(f"left out: {left_out}")
        return "; ".join(phrases) or None

    def left_out(self) -> str:
        """Which workers were left out, and why; empty if none was."""
        return self._ready.left_out()

    def add(self, source: Source) -> None:
        """Do the jobs of a source, before those of the ones that were there. Raises Stopped once it is closed."""
        self._ready.recount()
        with self._lock:
            if self._closed:
                raise Stopped(Outcome.INTERRUPTED)
            self._sources.insert(0, source)

    def run(self, source: Source) -> None:
        """Do all jobs of a source in this thread. Raises what ends it, and ClusterError."""
        self.add(source)
        try:
            while not source.ended.is_set():
                self.step()
        finally:
            self._remove(source)
        if source.error:
            raise source.error

    def step(self) -> None:
        """Send jobs, wait for a moment, and take results. Raises ClusterError if there are no workers."""
        for source in list(self._sources):
            with self._ending(source):
                source.check()
        self._ready.look()
        self._take_back()
        try:
            self._send()
            self._cut()
        except Exception:
            if self._link.alive:
                raise
            raise self._link.gone() from None
        self._line.tell(self.done, len(self.flying), self._waiting, self.lost, self.left_out())
        for key, found in self._arrived():
            if job := self.flying.pop(key, None):
                with self._ending(job.source):
                    self._note(job, found)
        for source in list(self._sources):
            if source.over:
                self._remove(source)

    @contextmanager
    def _ending(self, source: Source) -> Iterator[None]:
        """Have an error end the source, and nothing else."""
        try:
            yield
        except BaseException as error:
            source.error = source.error or error
            self._remove(source)

    def _remove(self, source: Source) -> None:
        """Have nobody do what is under way of a source; it gets all of it back."""
        with self._lock:
            if source in self._sources:
                self._sources.remove(source)
        jobs = {key: job for key, job in self.flying.items() if job.source is source}
        try:
            for key, job in jobs.items():
                del self.flying[key]
                with suppress(ClusterError):
                    source.put_back(job, died=False)
            self._cancel(list(jobs.values()))
        finally:
            source.ended.set()

    def _cancel(self, jobs: list[WorkerJob]) -> None:
        if jobs and self._link.alive:
            with suppress(Exception):  # Dask raises many kinds if the scheduler has just gone
                self._link.client.cancel([job.future for job in jobs if job.future], force=True)

    def _take_back(self) -> None:
        """Put back the jobs of workers that have gone, or are left out."""
        for key, job in list(self.flying.items()):
            if key in self.flying and job.worker not in self._ready.threads:
                del self.flying[key]
                self._cancel([job])
                with self._ending(job.source):
                    self._put_back(job, died=not self._ready.is_left_out(job.worker))

    def _put_back(self, job: WorkerJob, *, died: bool) -> None:
        self.lost += 1
        self._ready.recount()
        job.source.put_back(job, died=died)

    def _send(self) -> None:
        """Give each idle thread a job: one message for each kind of job."""
        jobs: dict[Key, WorkerJob] = {}
        for ahead in (0, 1):
            taken = {(self._name, next(self._numbers)): job for job in self._taken(ahead)}
            self.flying |= taken
            jobs |= taken
        for function in {job.function for job in jobs.values()}:
            chosen = {key: job for key, job in jobs.items() if job.function is function}
            futures = self._link.send(function, {key: (job.worker, job.arguments) for key, job in chosen.items()})
            for key, job in chosen.items():
                job.future, job.since = futures[key], self._link.now()

    def _room(self, ahead: int = 0) -> dict[str, int]:
        """How many threads of each worker have no more than `ahead` to do, where there are some."""
        busy: Counter[str] = Counter()
        for job in self.flying.values():
            busy[job.worker] += job.threads
        room = {worker: most * (1 + ahead) - busy[worker] for worker, most in self._ready.threads.items()}
        return {worker: most for worker, most in room.items() if most > 0}

    def _taken(self, ahead: int) -> Iterator[WorkerJob]:
        """Jobs for the threads that have no more than `ahead` to do; each source with as much ahead fills its share."""
        sources = [source for source in list(self._sources) if source.open and source.ahead >= ahead]
        room = self._room(ahead) if sources else {}
        for left, source in zip(range(len(sources), 0, -1), sources, strict=True):
            places = list(_shared(room, -(-sum(room.values()) // left), wide=source.wide))
            jobs = source.deal([threads for _, threads in places], len(self._ready.threads)) if places else []
            for job, (worker, threads) in zip(jobs, places, strict=False):
                job.worker = worker
                room[worker] -= threads
                yield job

    def _cut(self) -> None:
        """Have the largest jobs cut for threads that have nothing to do; those of no use, too.

        What cuts a job is a task that waits at the same worker. So a cut goes there alone, and nobody waits for it.
        """
        sources = list(self._sources)
        is_useful = not any(source.open for source in sources) and any(not source.whole for source in sources)
        now = self._link.now()
        idle = self._waiting = len(self._room()) if is_useful else 0
        idle -= sum(job.cut is not None and job.since > now - _SOON for job in self.flying.values())
        uncut = [(key, job) for key, job in self.flying.items() if not job.cut and not job.source.whole]
        chosen = {key: job for key, job in uncut if job.source.is_outdated(job)}
        if idle > 0:
            old = [(key, job) for key, job in uncut if job.since < now - _YOUNG and key not in chosen]
            chosen.update(sorted(old, key=lambda item: (-item[1].weight, item[1].since))[:idle])
        if chosen:
            tasks = {cut_of(key): (job.worker, (key[1],)) for key, job in chosen.items()}
            for job, future in zip(chosen.values(), self._link.send(cut, tasks).values(), strict=True):
                job.cut, job.since = future, now

    def _arrived(self) -> list[tuple[Key, Any]]:
        """The jobs that are over, waited for a moment, and what was done of them; None if their tasks sent nothing.

        A result comes before the news that its task is over, so it is looked for after that news.
        """
        found: list[tuple[Key, Any]] = self._link.received(self._results, _LOOK)
        over = [(key, None) for key, job in self.flying.items() if job.future and job.future.status != "pending"]
        with suppress(queue.Empty):
            while True:
                found.append(self._results.get_nowait())
        if not self._link.alive:
            raise self._link.gone()
        return [*found, *over]

    def _note(self, job: WorkerJob, found: Any) -> None:
        """Account for a job that is over. Raises the error of one that is at fault itself."""
        if found is not None:
            self.done += 1
            job.source.settle(job, found)
            return
        assert job.future  # it was sent
        error = job.future.exception(timeout=_ANSWERED) if job.future.status == "error" else None
        if isinstance(error, FaultyWorker):
            self._ready.leave_out(error)
        died = error is not None and is_dead(error)
        self._put_back(job, died=died)
        if error is not None and not died and not isinstance(error, FaultyWorker):
            raise error

    def close(self) -> None:
        """Have nobody do what is left; sources that have not ended are stopped."""
        with self._lock:
            self._closed, sources = True, list(self._sources)
        for source in sources:
            source.error = source.error or Stopped(Outcome.INTERRUPTED)
            self._remove(source)


def _shared(room: dict[str, int], threads: int, *, wide: bool) -> Iterator[tuple[str, int]]:
    """Where jobs can be done, with how many threads each, until this number of threads is taken."""
    for worker, most in room.items():
        for each in [most] if wide and most > 0 else [1] * most:
            if threads <= 0:
                return
            threads -= each
            yield worker, each
