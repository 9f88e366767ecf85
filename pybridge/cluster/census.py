"""A census on a cluster: parts of its levels are jobs, and their results are in files of a folder that all share."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from pybridge.cluster.jobs import ListedSource, WorkerJob
from pybridge.cluster.link import Link
from pybridge.cluster.pool import WorkerPool
from pybridge.cluster.sent import SentCensus
from pybridge.cluster.sources import version
from pybridge.cluster.tasks import count
from pybridge.facts import PuzzleFacts, write
from pybridge.limits import Check
from pybridge.search.census.choice import CensusPlan
from pybridge.search.census.parts import LevelParts
from pybridge.search.rows import CensusParts
from pybridge.store.scratch import scratch
from pybridge.store.store import Store


@contextmanager
def cluster_plan(
    link: Link, facts: PuzzleFacts, chosen: CensusPlan, parts: CensusParts[Any]
) -> Iterator[tuple[CensusPlan, WorkerPool]]:
    """What `shared_plan` chose, with the workers of a cluster, which count in a folder beside the tables; their pool.

    Raises TableSpaceError and ClusterError.
    """
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


class _Parts(ListedSource):
    """The parts of a level."""

    whole = True

    def __init__(self, digest: str, level: LevelParts, check: Check) -> None:
        super().__init__(level.parts)
        self._digest, self._level, self._check = digest, level, check
        self.tally: NDArray[np.int64] = np.zeros(2, np.int64)

    def check(self) -> None:
        self._check()

    def job(self, subject: object) -> WorkerJob:
        level = self._level
        return WorkerJob(self, count, (self._digest, level.distance, level.targets, subject, level.exact), subject)

    def named(self, subject: object) -> str:
        where = f"counted a part of distance {self._level.distance}"
        return f"{where}; look for what ends them, such as too little memory"

    def settle(self, job: WorkerJob, found: object) -> None:
        super().settle(job, found)
        self.tally += cast(tuple[int, ...], found)
