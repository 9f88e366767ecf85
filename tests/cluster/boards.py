"""Boards as tasks, and how workers of a link search them."""

from pybridge.cluster.pool import WorkerPool
from pybridge.cluster.sent import sent_task
from pybridge.cluster.workers import RemoteWorkers
from pybridge.facts import find, read
from pybridge.heuristics.registry import parse
from pybridge.search.native.solver import search
from pybridge.search.run import new_tally
from pybridge.search.task import Task


def board(name="fifteen", start="rosetta", heuristic="manhattan"):
    facts = read(find(name))
    return Task(facts=facts, start_name=start, start=facts.start(start), program="ida_star", heuristic=parse(heuristic))


def shared(link, task):
    """The workers of a link as a pool, and in place of the threads of a search."""
    pool = WorkerPool(link, sent_task(task))
    return pool, RemoteWorkers(pool, task.start)


def solved(task):
    return search(task, new_tally(task), lambda phrase: None)
