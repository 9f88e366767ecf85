"""A measurement that was stopped anywhere resumes, with the figures of one that was not; nothing wrong is accepted."""

import csv
import json
import re
import signal
import subprocess
import sys
from dataclasses import replace
from io import StringIO

import pytest

from pybridge.bench import search as bench_search
from pybridge.bench.boards import named, random_boards
from pybridge.bench.kept import BenchCheckpoint, Keeper
from pybridge.bench.processes import measure_one
from pybridge.bench.search import SearchBench
from pybridge.cli import run
from pybridge.facts import find, read
from pybridge.heuristics.registry import make, parse
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import Pruning
from pybridge.search.tally import Stopped
from pybridge.search.task import BestFirst, Task
from pybridge.store.manifest import canonical
from pybridge.store.store import Store
from tests.networks import network
from tests.store.toys import sealed_again

FACTS = read(find("seven"))
BOARDS = random_boards(FACTS, 5, 0)
HEURISTICS = ["manhattan", "inversion"]
TASK = Task(
    facts=FACTS, start_name="", start=FACTS.goals[0], program="ida_star", heuristic=parse("manhattan"),
    pruning=Pruning.INVERSE,
)  # fmt: skip


@pytest.fixture(autouse=True)
def busy(tmp_path, monkeypatch):
    """All is kept at once, in a folder of its own."""
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path / "tables"))
    monkeypatch.setattr(BenchCheckpoint, "worth", -1.0)
    monkeypatch.setattr(BenchCheckpoint, "pause", -1.0)


@pytest.fixture
def stopping(monkeypatch):
    """Have measurements stopped after some boards, as Ctrl-C does."""
    left = []

    def counted(*arguments):
        if left:
            left[0] -= 1
            if left[0] < 0:
                left.clear()
                raise Stopped(Outcome.INTERRUPTED)
        return measure_one(*arguments)

    monkeypatch.setattr(bench_search, "measure_one", counted)
    return lambda number: left.append(number)


def measured(boards=BOARDS, heuristics=HEURISTICS, **how):
    bench = SearchBench(boards, heuristics, **{"pruning": Pruning.INVERSE, "keep": True, **how})
    bench.accounts()
    return bench


def timeless(told):
    """What JSON and CSV say, except for times."""
    if isinstance(told, str):
        return [{**row, "seconds": "", "command": ""} for row in csv.DictReader(StringIO(told))]
    if isinstance(told, dict):
        passing = {"seconds", "command", "preparing_seconds", "rate", "worst", "machine", "published"}
        return {name: timeless_value(value) for name, value in told.items() if name not in passing}
    return told


def timeless_value(value):
    if isinstance(value, list):
        return [timeless_value(each) for each in value]
    return timeless(value) if isinstance(value, dict) else value


@pytest.fixture(scope="module")
def truth():
    bench = SearchBench(BOARDS, HEURISTICS, pruning=Pruning.INVERSE)
    return timeless(bench.to_csv()), timeless(bench.to_dict())


def unfinished():
    return [entry for entry in Store().entries() if entry.kind == "bench"]


@pytest.mark.parametrize("most", [10_000, 2])
def test_stopped_anywhere_and_resumed(most, stopping, truth, monkeypatch):
    monkeypatch.setattr("pybridge.bench.kept.MOST_BOARDS", most)
    known = 0
    for number in (1, 3, 2, 0):
        stopping(number)
        kept = measured().kept
        assert (kept.resumed, kept.boards, kept.wanted, kept.complete) == (known, known + number, 10, False)
        known += number
    bench = measured()
    assert (bench.kept.resumed, bench.kept.boards, bench.kept.complete) == (6, 0, True)
    assert (timeless(bench.to_csv()), timeless(bench.to_dict())) == truth
    assert unfinished() == []


def identity(task=TASK, boards=BOARDS, machine=(), workers="1"):
    with Keeper(boards, [task], dict(machine), workers) as keeper:
        return keeper._parts[0][0].checkpoint.identity


def test_the_last_second_is_kept_too(stopping, monkeypatch):
    monkeypatch.setattr(BenchCheckpoint, "pause", 1e9)
    stopping(3)
    assert measured().kept.boards == 3
    assert measured().kept.resumed == 3


def test_every_measurement_has_its_own_place():
    others = [
        identity(replace(TASK, heuristic=parse("walking"))), identity(replace(TASK, pruning=Pruning.SEQUENCE)),
        identity(replace(TASK, limits=Limits(60.0))), identity(replace(TASK, jobs=2)),
        identity(replace(TASK, best_first=BestFirst(weight=150))), identity(replace(TASK, program="a_star")),
        identity(boards=random_boards(FACTS, 5, 1)), identity(boards=random_boards(FACTS, 4, 0)),
        identity(boards=random_boards(read(find("eight")), 5, 0)), identity(workers="2"), identity(workers="cluster"),
        identity(machine={"processor": "a", "load": 1.0}),
    ]  # fmt: skip
    assert len({canonical(each) for each in [identity(), *others]}) == 1 + len(others)
    assert identity(machine={"processor": "a", "load": 2.0}) == others[-1]


def test_only_the_same_measurement_resumes(stopping):
    stopping(3)
    assert measured().kept.boards == 3
    for other in ({"boards": random_boards(FACTS, 5, 1)}, {"keep": False}):
        stopping(0)
        assert measured(**other).kept.resumed == 0
    stopping(0)
    assert measured().kept.resumed == 3
    stopping(0)
    assert measured(fresh=True).kept.boards == 0
    stopping(0)
    assert measured().kept.resumed == 0


def test_short_measurements_and_objects_of_the_users_are_not_kept(stopping, monkeypatch):
    class Misplaced:
        name, source, admissible, consistent = "misplaced", "this test", True, True

        def estimate(self, state):
            return 0

        def after(self, h, move, state):
            return 0

    stopping(1)
    bench = measured(named(FACTS), [Misplaced()], limits=Limits(0.0))
    assert (len(bench.accounts()[0].boards), unfinished()) == (1, [])
    monkeypatch.setattr(BenchCheckpoint, "worth", 1000.0)
    stopping(3)
    assert (measured().kept.boards, unfinished()) == (0, [])


def test_another_network_is_another_measurement():
    found = []
    for seed in (1, 2):
        Store().keep(*network(FACTS, seed=seed))
        found.append(identity(replace(TASK, heuristic=make(FACTS, parse("learned"), {}))))
    assert found[0]["how"].pop("tables") != found[1]["how"].pop("tables")
    assert found[0] == found[1]


DAMAGES = {
    "torn": lambda text: text.encode()[: len(text) // 2],
    "empty": lambda text: b"",
    "a digit": lambda text: text.replace('"measured":[[0', '"measured":[[1').encode(),
    "forged numbers": lambda text: sealed_again(text.replace('"measured":[[0,', '"measured":[[9,')),
    "a board too many": lambda text: sealed_again(text.replace('[2,"', '[5,"')),
    "a number for a row": lambda text: sealed_again(text.replace('"measured":[', '"measured":[0,')),
    "a number for all rows": lambda text: sealed_again(re.sub(r'"measured":\[.*\]\]', '"measured":3', text)),
    "one more member": lambda text: sealed_again(text.replace('"measured":', '"more":1,"measured":')),
    "forged outcome": lambda text: sealed_again(text.replace('"solved"', '"interrupted"')),
    "a list for an outcome": lambda text: sealed_again(text.replace('"solved"', "[]")),
    "forged length": lambda text: sealed_again(
        text.replace('"unsolvable"', '"solved"').replace('"solved"', '"unsolvable"')
    ),
    "endless seconds": lambda text: sealed_again(re.sub(r",[0-9.e-]+,true", f",{10**400},true", text)),
    "forged row": lambda text: sealed_again(text.replace('"measured":[', '"measured":[[0],')),
    "forged members": lambda text: sealed_again(text.replace('"pruning":"inverse"}', '"pruning":1}')),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_was_damaged_is_not_believed(damage, stopping, truth):
    stopping(3)
    assert measured().kept.boards == 3
    (entry,) = unfinished()
    text = entry.files.manifest.read_text()
    damaged = DAMAGES[damage](text)
    assert damaged != text.encode()
    entry.files.manifest.write_bytes(damaged)
    bench = measured()
    assert (bench.kept.damaged, bench.kept.resumed) == (True, 0)
    assert timeless(bench.to_csv()) == truth[0]


def test_a_full_disk_stops_no_measurement(stopping, truth, monkeypatch):
    full = type("Usage", (), {"free": 0})
    monkeypatch.setattr("pybridge.store.store.shutil.disk_usage", lambda folder: full)
    stopping(3)
    kept = measured().kept
    assert (kept.boards, "free some space" in kept.fault) == (0, True)
    assert timeless(measured().to_csv()) == truth[0]


def test_two_measurements_with_one_place(stopping, truth):
    """Each writes everything it knows; the last one counts, and is right."""
    stopping(2)
    one = measured()
    stopping(2)
    assert measured().kept.boards == 4
    one._keeper._write(part for part in one._keeper._all() if part.measured)
    assert measured().kept.resumed == 2
    assert unfinished() == []
    one._keeper._write(part for part in one._keeper._all() if part.measured)
    bench = measured()
    assert bench.kept.resumed == 2
    assert timeless(bench.to_csv()) == truth[0]


@pytest.mark.slow
def test_processes_resume_what_processes_have_left(truth):
    bench = SearchBench(BOARDS, HEURISTICS, pruning=Pruning.INVERSE, keep=True, processes=2)
    while not (bench.kept.boards or bench.wait(0.001)):
        pass
    bench.cancel()
    bench.accounts()
    again = measured(processes=2)
    assert again.kept.resumed == bench.kept.boards * (not bench.kept.complete)
    assert timeless(again.to_csv()) == truth[0]


def test_the_command_line_says_what_is_kept(stopping, capfd):
    command = ["bench", "random", "3", "--puzzle", "seven", "--heuristic", "manhattan", "--csv", "-"]
    stopping(1)
    run(command)
    said = "pybridge: kept: 1 of 3 boards; the same command resumes, --fresh starts over\n"
    assert capfd.readouterr().err == said
    assert run(["tables", "verify", "bench"]) == 0
    assert "unfinished bench of seven, boards 1 to 3, by manhattan" in capfd.readouterr().out
    assert run(["tables", "list", "bench"]) == 0
    capfd.readouterr()
    assert run(command) == 0
    assert capfd.readouterr().err == "pybridge: resumed with 1 of 3 boards; --fresh starts over\n"
    for _ in range(2):
        stopping(1)
        run([*command, "--fresh"])
        assert capfd.readouterr().err == said
    assert run(["tables", "remove", "bench"]) == 0
    capfd.readouterr()
    assert run([*command[:-2], "--json"]) == 0
    out, err = capfd.readouterr()
    assert (json.loads(out)["outcome"], err) == ("solved", "")


KILLED = """
import os, signal, sys
from pybridge.bench import kept
from pybridge.cli import run
kept.BenchCheckpoint.worth = kept.BenchCheckpoint.pause = -1.0
write, left = kept._Part.write, int(sys.argv[1])
def counted(self):
    global left
    write(self)
    left -= 1
    left or os.kill(os.getpid(), signal.SIGKILL)
kept._Part.write = counted
sys.exit(run(sys.argv[2:]))
"""


@pytest.mark.slow
def test_killed_with_nothing_lost():
    command = ["bench", "eight", "--heuristic", "manhattan", "--heuristic", "inversion", "--pruning", "inverse"]
    words = [sys.executable, "-c", KILLED]
    for _ in range(2):
        done = subprocess.run([*words, "3", *command], capture_output=True, text=True, timeout=300)
        assert (done.returncode, done.stdout) == (-signal.SIGKILL, "")
    done = subprocess.run([*words, "-1", *command, "--csv", "-"], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "pybridge: resumed with 6 of 8 boards; --fresh starts over\n")
    unbroken = SearchBench(named(read(find("eight"))), HEURISTICS, pruning=Pruning.INVERSE)
    assert timeless(done.stdout) == timeless(unbroken.to_csv())
