"""A search that is killed at any time resumes, with the counters of one that was not."""

import random
import signal
import subprocess
import sys
import time

import pytest

KILLED = """
import sys
from pybridge.boards.generate import blocks_world
from pybridge.facts import find, read
from pybridge.heuristics.registry import parse
from pybridge.search import deepening, journal
from pybridge.search.native.solver import search
from pybridge.search.native import roots
from pybridge.search.native.tiles import search as workers
from pybridge.search.run import new_tally
from pybridge.search.task import Task
from pybridge.puzzles import Pruning
journal.SearchCheckpoint.worth, journal.SearchCheckpoint.pause, deepening.PACKET = 0.0, 0.02, 0.01
workers._BUDGET = roots._BUDGET = 1 << 13
what, jobs, heuristic = sys.argv[1:]
facts = read(find(what)) if what == "fifteen" else blocks_world(13, 3, table=False, seed=int(what))
name = facts.starts[0][0] if what != "fifteen" else "rosetta"
task = Task(facts=facts, start_name=name, start=facts.start(name), program="ida_star", keep=True,
            heuristic=parse(heuristic), pruning=Pruning.INVERSE, jobs=int(jobs))
keep, said = journal.Journal.keep, []
def kept(self, standing):
    keep(self, standing)
    said or said.append(print("ready", flush=True))
journal.Journal.keep = kept
solution = search(task, new_tally(task), lambda phrase: None)
said or print("ready")
print([(each.threshold, each.expanded, each.generated) for each in solution.iterations if each.completed])
print(solution.moves, solution.journal.resumed is not None, flush=True)
"""


def started(what, jobs, heuristic):
    """A process that searches, and has kept something, or is at its end."""
    words = [sys.executable, "-c", KILLED, what, str(jobs), heuristic]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.mark.slow
@pytest.mark.parametrize(("jobs", "what", "heuristic"), [(3, "fifteen", "manhattan"), (1, "29", "towers")])
def test_killed_at_any_time(jobs, what, heuristic, tmp_path, monkeypatch):
    """SIGKILL at times that differ; what is kept at the end resumes, and all counters are right."""
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path / "truth"))
    truth, _ = started(what, 1, heuristic).communicate(timeout=120)
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path / "killed"))
    draw, killed, out = random.Random(jobs), 0, ""
    for _ in range(60):
        process = started(what, jobs, heuristic)
        time.sleep(draw.random() * 0.2)
        if killed < 5:
            process.send_signal(signal.SIGKILL)
            killed += process.wait() == -signal.SIGKILL
        out, _ = process.communicate(timeout=120)
        if killed > 2 and out.endswith(" True\n"):
            break
        if out.endswith(" False\n"):  # the one before was killed at its end, without its journal; this one started over
            killed = 0
    assert truth.endswith(" False\n")
    assert out == truth.removesuffix("False\n") + "True\n"
