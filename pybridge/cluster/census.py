"""A census on a cluster: parts of its levels are jobs, and their results are in files of a folder that all share."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from pybridge.cluster.jobs import Source, WorkerJob, require_tries
from pybridge.cluster.link import Link
from pybridge.cluster.pool import WorkerPool
from pybridge.cluster.sent import SentCensus
from pybridge.cluster.sources import version
from pybridge.cluster.tasks import CountedPart, count
from pybridge.facts import PuzzleFacts, write
from pybridge.search.census.census import Check
from pybridge.search.census.choice import CensusPlan, shared_plan
from pybridge.search.census.parts import LevelParts
from pybridge.store.scratch import scratch
from pybridge.store.store import Store


@contextmanager
def cluster_plan(link: Link, facts: PuzzleFacts, method: str | None) -> Iterator[tuple[CensusPlan, WorkerPool]]:
    """The plan of a census whose levels the workers of a cluster count, in a folder beside the tables, and their pool.

    Raises UnavailableProgramError for a puzzle or a method that is not counted so, TableSpaceError, and ClusterError.
    """
    chosen, parts = shared_plan(facts, method)
    link.require_workers()
    with scratch(f"the census of {facts.name}", parts.disk(facts), Store().folder) as folder:
        mark = folder / uuid4().hex
        mark.touch()
        sent = SentCensus(version(), write(facts), chosen.method, str(folder.absolute()), mark.name)
        workers = CensusWorkers(WorkerPool(link, sent), folder)
        try:
            workers.pool.threads()  # has them make ready, while the first levels are counted here
            yield replace(chosen, workers=workers), workers.pool
        finally:
            workers.pool.close()


class CensusWorkers:
    """The workers of a cluster, which count parts of levels."""

    def __init__(self, pool: WorkerPool, folder: Path) -> None:
        self.pool, self.folder = pool, folder

    @property
    def number(self) -> int:
        """How many parts they count at a time."""
        return self.pool.threads()

    def count(self, level: LevelParts, check: Check) -> NDArray[np.int64]:
        """Have all parts of a level counted. Raises what `check` raises, and ClusterError."""
        parts = _Parts(self.pool.digest, level, check)
        self.pool.run(parts)
        return parts.tally


@dataclass(slots=True, eq=False)
class _Part:
    """A part that is still to be counted."""

    part: int
    tries: int = 0


class _Parts(Source):
    """The parts of a level."""

    ahead, whole = 1, True

    def __init__(self, digest: str, level: LevelParts, check: Check) -> None:
        super().__init__()
        self._digest, self._level, self._check = digest, level, check
        self._waiting = [_Part(part) for part in reversed(level.parts)]
        self._left = len(level.parts)
        self.tally: NDArray[np.int64] = np.zeros(2, np.int64)

    @property
    def open(self) -> bool:
        return bool(self._waiting)

    @property
    def over(self) -> bool:
        return not self._left

    def check(self) -> None:
        self._check()

    def deal(self, threads: Sequence[int], machines: int) -> Iterator[WorkerJob]:
        level = self._level
        for _ in range(min(len(threads), len(self._waiting))):
            part = self._waiting.pop()
            arguments = self._digest, level.distance, level.targets, part.part, level.exact
            yield WorkerJob(self, count, arguments, part, tries=part.tries)

    def settle(self, job: WorkerJob, found: object) -> None:
        self._left -= 1
        self.tally += cast(CountedPart, found).tally

    def put_back(self, job: WorkerJob, *, died: bool) -> None:
        part = cast(_Part, job.subject)
        part.tries += died
        self._waiting.insert(0 if died else len(self._waiting), part)  # not again with those that it died with
        require_tries(
            part.tries,
            f"counted a part of distance {self._level.distance}; look for what ends them, such as too little memory",
        )
