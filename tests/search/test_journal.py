"""A search that was stopped anywhere resumes, with the counters of one that was not; nothing wrong is accepted."""

import json
import random
import time
from dataclasses import replace

import pytest

from pybridge.boards.generate import blocks_world
from pybridge.cli import run
from pybridge.facts import find, read
from pybridge.heuristics.registry import parse
from pybridge.limits import silent
from pybridge.outcome import Outcome
from pybridge.puzzles import Pruning
from pybridge.search.journal import Journal, SearchCheckpoint, folded, unfolded
from pybridge.search.native.solver import prepare
from pybridge.search.packets import Rest
from pybridge.search.run import new_tally
from pybridge.search.solution import NOTHING, Iteration
from pybridge.search.standing import Standing
from pybridge.search.tally import Stopped
from pybridge.search.task import COUNT, Task
from pybridge.store.store import Store
from tests.networks import network, walked
from tests.store.toys import seal
from tests.turning import scrambled


@pytest.fixture(autouse=True)
def busy(tmp_path, monkeypatch):
    """All is kept at once, in a folder of its own, and packets are small."""
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path / "tables"))
    monkeypatch.setattr(SearchCheckpoint, "worth", 0.0)
    monkeypatch.setattr(SearchCheckpoint, "pause", 0.1)
    monkeypatch.setattr("pybridge.search.deepening.PACKET", 0.0)
    monkeypatch.setattr("pybridge.search.native.tiles.search._BUDGET", 100)


FACTS = read(find("seven"))
TASK = Task(
    facts=FACTS, start_name="page", start=FACTS.start("page"), program="ida_star", heuristic=parse("manhattan"),
    pruning=Pruning.INVERSE, keep=True,
)  # fmt: skip


def counters(solution):
    """Of all iterations that are over: also of the last one, if it has a solution."""
    over = [each for each in solution.iterations if each.completed or solution.length]
    return [(each.threshold, each.expanded, each.generated, each.evaluated) for each in over]


def stopped_after(task, looks):
    """A search that is stopped at one of its looks at the limits."""
    tally = new_tally(task)
    check = tally.check

    def counted():
        nonlocal looks
        looks -= 1
        if looks < 0:
            raise Stopped(Outcome.INTERRUPTED)
        check()

    prepared = prepare(task, silent)
    tally.check = counted
    return prepared.solve(task, tally)


@pytest.fixture(scope="module")
def truth():
    task = replace(TASK, keep=False)
    return prepare(task, silent).solve(task, new_tally(task))


@pytest.mark.parametrize("jobs", [1, 3])
def test_stopped_anywhere_and_resumed(jobs, truth):
    draw, runs, resumed = random.Random(jobs), 0, 0
    while True:
        solution = stopped_after(replace(TASK, jobs=jobs), draw.randint(3, 60))
        runs, resumed = runs + 1, resumed + (solution.journal.resumed is not None)
        if solution.outcome is Outcome.SOLVED:
            break
        assert solution.journal.kept
        assert counters(solution) == counters(truth)[: len(counters(solution))]
    assert runs > 3
    assert resumed == runs - 1
    assert counters(solution) == counters(truth)
    assert solution.solutions == truth.solutions
    assert solution.journal.kept is False
    assert Store().entries() == [entry for entry in Store().entries() if entry.kind != "search"]


@pytest.mark.parametrize("jobs", [1, 3])
def test_turns_stopped_anywhere_and_resumed(jobs, monkeypatch):
    monkeypatch.setattr("pybridge.search.native.turns.search.BUDGET", 50)
    facts, draw = read(find("pyraminx")), random.Random(jobs)
    state = scrambled(facts, random.Random(1), 8)
    task = replace(TASK, facts=facts, start=state, heuristic=parse("projection:ways[1]"), jobs=jobs)
    one = replace(task, keep=False, jobs=1)
    truth = prepare(one, silent).solve(one, new_tally(one))
    solution = stopped_after(task, 5)
    while solution.outcome is not Outcome.SOLVED:
        assert solution.journal.kept
        solution = stopped_after(task, draw.randint(3, 30))
        assert solution.journal.resumed
    assert (counters(solution), solution.solutions) == (counters(truth), truth.solutions)


@pytest.mark.parametrize("jobs", [1, 3])
def test_networks_stopped_anywhere_and_resumed(jobs, monkeypatch):
    """The states that they evaluate are counted, too; another network of the same name starts over."""
    monkeypatch.setattr("pybridge.search.native.networks.searcher._BUDGET", 40)
    facts, draw = read(find("eight")), random.Random(jobs)
    Store().keep(*network(facts, seed=5, unit=2, spread=0.7))
    task = replace(TASK, facts=facts, start=walked(facts, 200, 1), heuristic=parse("learned:4"), jobs=jobs)
    one = replace(task, keep=False, jobs=1)
    truth = prepare(one, silent).solve(one, new_tally(one))
    solution, runs = stopped_after(task, 5), 1
    while solution.outcome is not Outcome.SOLVED:
        assert solution.journal.kept
        solution, runs = stopped_after(task, draw.randint(3, 30)), runs + 1
        assert solution.journal.resumed
    assert runs > 2
    assert (counters(solution), solution.solutions) == (counters(truth), truth.solutions)
    assert all(evaluated for *_, evaluated in counters(truth))
    stopped_after(task, 5)
    Store().keep(*network(facts, seed=6, unit=2, spread=0.7))
    assert stopped_after(task, 5).journal.resumed is None


@pytest.mark.clock
def test_many_paths_are_written_less_often(monkeypatch):
    monkeypatch.setattr(SearchCheckpoint, "pause", 1.0)
    now = Iteration(30, False, 1.0, 100, 200)
    for paths, seconds in ((10, 1.0), (1000, 10.0)):
        kept = Journal(TASK, "manhattan", "inverse")
        left = tuple((number, *range(11)) for number in range(paths))
        kept.keep(Standing((), now, Rest(left, (NOTHING,) * (paths + 1))))
        waits = kept.checkpoint._next - time.monotonic()
        assert seconds - 0.5 < waits < seconds + 1


def test_only_the_same_search_resumes(truth):
    assert stopped_after(TASK, 30).journal.kept
    others = [
        replace(TASK, start_name="other", start=FACTS.goals[0]),
        replace(TASK, heuristic=parse("walking")),
        replace(TASK, fresh=True),
        replace(TASK, keep=False),
    ]
    for other in others[:2]:
        assert Journal(other, other.heuristic.name, "inverse").standing is None
    assert Journal(TASK, "manhattan", "sequence").standing is None
    assert Journal(TASK, "manhattan", "inverse").standing
    assert stopped_after(others[3], 1000).journal is None
    started_over = stopped_after(others[2], 1000)
    assert (started_over.journal.resumed, started_over.length) == (None, truth.length)


def test_what_is_wanted_does_not_matter(truth):
    inverse = replace(TASK, wanted=COUNT)
    assert stopped_after(inverse, 30).journal.kept
    solution = stopped_after(inverse, 100_000)
    assert solution.journal.resumed
    assert solution.length == truth.length
    assert solution.count


def test_solutions_that_are_noted_in_passing_are_all_found_after_a_stop(monkeypatch):
    """They would be lost if a permutation puzzle's search for all of them resumed."""
    monkeypatch.setattr("pybridge.search.native.turns.search.BUDGET", 100)
    facts = read(find("pyraminx"))
    task = Task(
        facts=facts, start_name="random", start=scrambled(facts, random.Random(1), 10), program="ida_star",
        heuristic=parse("projection:ways[1]"), wanted=COUNT, keep=True,
    )  # fmt: skip
    expected = stopped_after(task, 100_000)
    for looks in (400, 800, 950):
        assert stopped_after(task, looks).outcome is Outcome.INTERRUPTED
        assert stopped_after(task, 100_000).count == expected.count > 1


def test_stopped_while_solutions_are_counted(truth):
    counting, tally = replace(TASK, wanted=COUNT), new_tally(TASK)
    check = tally.check

    def stops_at_layers():
        if tally.layers:
            raise Stopped(Outcome.TIME_LIMIT)
        check()

    tally.check = stops_at_layers
    stopped = prepare(counting, silent).solve(counting, tally)
    assert (stopped.outcome, stopped.journal.kept) == (Outcome.TIME_LIMIT, True)
    solution = stopped_after(counting, 100_000)
    assert solution.journal.resumed == truth.length
    assert (counters(solution), solution.count is None) == (counters(truth), False)


@pytest.mark.parametrize(("jobs", "pruning"), [(1, Pruning.INVERSE), (3, Pruning.INVERSE), (1, Pruning.TRANSPOSITION)])
def test_blocks_stopped_anywhere_and_resumed(jobs, pruning, monkeypatch):
    """What is remembered of states searched without success is not kept: there whole iterations are."""
    monkeypatch.setattr("pybridge.search.native.roots._BUDGET", 50)
    facts, draw, resumed = blocks_world(8, 3, table=False, seed=1), random.Random(jobs), 0
    task = replace(TASK, facts=facts, start=facts.starts[0][1], heuristic=parse("towers"), jobs=jobs, pruning=pruning)
    truth = stopped_after(replace(task, jobs=1, keep=False), 1 << 30)
    assert len(counters(truth)) > 1
    for looks in [*(draw.randint(3, 60) for _ in range(8)), 1 << 30]:
        solution = stopped_after(task, looks)
        assert counters(solution) == counters(truth)[: len(counters(solution))]
        resumed += solution.journal.resumed is not None
        if solution.outcome is Outcome.SOLVED:
            break
    assert resumed
    assert (counters(solution), solution.solutions) == (counters(truth), truth.solutions)
    assert [entry for entry in Store().entries() if entry.kind == "search"] == []


@pytest.mark.parametrize("name", ["hanoi", "eight_rules"])
def test_rules_stopped_anywhere_and_resumed(name, monkeypatch):
    """Without a bound, too: the first threshold is then 0, at which nothing is expanded."""
    monkeypatch.setattr("pybridge.search.native.roots._BUDGET", 20)
    facts, draw, resumed = read(find(name)), random.Random(1), 0
    task = replace(TASK, facts=facts, start=facts.starts[0][1], heuristic=None, pruning=None)
    truth = stopped_after(replace(task, keep=False, last_threshold=11), 1 << 30)
    assert len(counters(truth)) > 5
    for looks in [*(draw.randint(50, 400) for _ in range(8)), 1 << 30]:
        solution = stopped_after(replace(task, last_threshold=11), looks)
        assert counters(solution) == counters(truth)[: len(counters(solution))]
        resumed += solution.journal.resumed is not None
        assert not solution.journal.damaged
        if solution.outcome is truth.outcome:
            break
    assert resumed
    assert (counters(solution), solution.solutions) == (counters(truth), truth.solutions)


def kept_file():
    (entry,) = Store().find("search")
    return entry.files.manifest


DAMAGES = {
    "torn": lambda text: text.encode()[: len(text) // 2],
    "empty": lambda text: b"",
    "a digit": lambda text: text.replace('"under_way":[', '"under_way":[1').encode(),
}


def forged(change):
    """A damage with a seal that is right."""

    def damage(text):
        manifest = json.loads(text)
        del manifest["seal"]
        change(manifest["about"])
        return seal(json.dumps(manifest))

    return damage


def change(member, at, value):
    """Replace a value deep in a member."""

    def changed(about):
        below = about[member]
        for each in at[:-1]:
            below = below[each]
        below[at[-1]] = value(below[at[-1]]) if callable(value) else value

    return forged(changed)


def add(**changes):
    return forged(lambda about: about.update({name: value(about) for name, value in changes.items()}))


def skip(about):
    """As if the search had come four thresholds farther, which it has not."""
    about["under_way"][0] += 8


def all_before(about):
    """As if all thresholds up to the one under way and many more were done."""
    *_, seconds, expanded, generated, evaluated = about["under_way"]
    last = about["under_way"][0]
    about["iterations"] += [[last + 2 * n, seconds, expanded, generated, evaluated] for n in range(10)]
    about["under_way"][0] = last + 20


THRESHOLD, SECONDS, EXPANDED, GENERATED = range(4)
FORGED = {
    "a negative counter": change("under_way", [EXPANDED], -1),
    "a counter of 10^30": change("iterations", [-1, EXPANDED], 10**30),
    "a counter of 10^30 under way": change("under_way", [GENERATED], 10**30),
    "nodes faster than any machine": change("iterations", [-1, GENERATED], 10**12),
    "no node expanded": change("iterations", [-1, EXPANDED], 0),
    "more expanded than generated": change("iterations", [0, GENERATED], 0),
    "fewer than at the threshold before": change("iterations", [-1, EXPANDED], 1),
    "counters that do not add up": change("under_way", [EXPANDED], lambda count: count - 1),
    "seconds of 10^400": change("iterations", [0, SECONDS], 10**400),
    "endless seconds": change("under_way", [SECONDS], float("inf")),
    "seconds that are not numbers": change("iterations", [0, SECONDS], float("nan")),
    "negative seconds": change("iterations", [0, SECONDS], -1.0),
    "a gap in the thresholds": forged(skip),
    "no iteration at all": add(iterations=lambda about: []),
    "the first one is missing": add(iterations=lambda about: about["iterations"][1:]),
    "one between is missing": add(iterations=lambda about: about["iterations"][:1] + about["iterations"][2:]),
    "thresholds by steps of one": change("iterations", [1, THRESHOLD], lambda threshold: threshold - 1),
    "an earlier threshold": add(iterations=lambda about: [[2, 0.1, 9, 9, 0], *about["iterations"]]),
    "thresholds that do not grow": add(iterations=lambda about: [*about["iterations"], about["iterations"][0]]),
    "many thresholds more": forged(all_before),
    "another heuristic before": add(before=lambda about: "pdb:7-8"),
    "a heuristic that there is not before": add(before=lambda about: "forged"),
    "a path twice": add(left=lambda about: [about["left"][0], [len(about["left"][0]) - 1], *about["left"][1:]]),
    "a path below another": add(left=lambda about: [*about["left"], [0], [0, 1]]),
    "paths that are not in move order": add(left=lambda about: folded(unfolded(about["left"])[::2] * 2)),
    "a path that shares more than there is": change("left", [0], [5, 1]),
    "a path that leads nowhere": change("left", [0], lambda path: [0, 63, *path[2:]]),
    "a path that is too long": change("left", [0], lambda path: path + [1, 2] * 40),
    "a solution that is too short": add(best=lambda about: [1]),
    "a solution that leads nowhere": add(best=lambda about: [63] * about["under_way"][0]),
    "a solution that ends elsewhere": add(best=lambda about: [2, 1] * (about["under_way"][0] // 2)),
    "what was done nowhere": add(done=lambda about: [*about["done"], [10**6, 1, 1, 0]]),
    "what was done twice in a place": add(done=lambda about: about["done"] * 2),
    "nothing left, and nothing done": add(
        left=lambda about: [], done=lambda about: [], under_way=lambda about: [about["under_way"][0], 0.0, 0, 0, 0]
    ),
    "one path left, and nothing done": add(
        left=lambda about: [[0, *unfolded(about["left"])[-1]]],
        done=lambda about: [],
        under_way=lambda about: [about["under_way"][0], 0.0, 0, 0, 0],
    ),
    "other types": add(before=lambda about: 1),
}
DAMAGES |= FORGED


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_was_damaged_is_not_believed(damage, truth, capfd):
    assert stopped_after(TASK, 40).journal.kept
    path = kept_file()
    damaged = DAMAGES[damage](path.read_text())
    assert damaged != path.read_bytes()
    path.write_bytes(damaged)
    solution = stopped_after(TASK, 100_000)
    assert (solution.journal.damaged, solution.journal.resumed) == (True, None)
    assert counters(solution) == counters(truth)
    assert solution.solutions == truth.solutions


def test_a_solution_below_the_threshold_starts_over(truth, monkeypatch):
    """A journal all of whose figures are possible, but not true: what shows it is the solution that it has missed."""
    monkeypatch.setattr("pybridge.search.deepening._AGAIN", 0)
    assert stopped_after(TASK, 40).journal.kept
    path = kept_file()

    def lie(about):
        all_before(about)
        about["under_way"] = [about["under_way"][0], 0.0, 0, 0, 0]
        about["left"], about["done"] = [[0, *(move.source for move in truth.moves)]], []

    path.write_bytes(forged(lie)(path.read_text()))
    solution = stopped_after(TASK, 100_000)
    assert (solution.journal.damaged, solution.journal.resumed) == (True, None)
    assert (counters(solution), solution.solutions) == (counters(truth), truth.solutions)


@pytest.mark.slow
def test_a_full_disk_stops_no_search(monkeypatch, truth):
    full = type("Usage", (), {"free": 0})
    monkeypatch.setattr("pybridge.store.store.shutil.disk_usage", lambda folder: full)
    solution = stopped_after(TASK, 40)
    assert solution.outcome is Outcome.INTERRUPTED
    assert (solution.journal.kept, "free some space" in solution.journal.fault) == (False, True)
    assert stopped_after(TASK, 100_000).solutions == truth.solutions


def test_two_searches_with_one_journal(truth):
    """They write in turn, each everything it knows; the last one counts, and is right."""
    first, second = (Journal(TASK, "manhattan", "inverse") for _ in range(2))
    standings = []
    for looks in (30, 45):
        assert stopped_after(replace(TASK, fresh=True), looks).journal.kept
        standings.append(Journal(TASK, "manhattan", "inverse").standing)
    for writer, standing in ((first, standings[1]), (second, standings[0]), (first, standings[1])):
        writer.keep(standing)
    first.keep(standings[0])
    second.checkpoint.forget()
    first.keep(standings[1])
    solution = stopped_after(TASK, 100_000)
    assert solution.journal.resumed
    assert (counters(solution), solution.solutions) == (counters(truth), truth.solutions)


def test_a_search_that_begins_leaves_what_another_keeps_meanwhile(monkeypatch):
    assert stopped_after(replace(TASK, fresh=True), 30).journal.kept
    other = Journal(TASK, "manhattan", "inverse")
    other.checkpoint.forget()
    load = SearchCheckpoint.load

    def slowly(self):
        found = load(self)
        other.keep(other.standing)
        return found

    monkeypatch.setattr(SearchCheckpoint, "load", slowly)
    assert Journal(TASK, "manhattan", "inverse").standing is None
    monkeypatch.setattr(SearchCheckpoint, "load", load)
    assert Journal(TASK, "manhattan", "inverse").standing == other.standing


def test_paths_are_folded():
    paths = [(), (1, 2, 3), (1, 2, 4, 5), (1,), (7,)]
    assert unfolded(folded(paths)) == paths
    assert folded(paths)[2] == [2, 4, 5]


def test_iterations_of_another_heuristic_are_believed(truth):
    """They are not counted again: by the heuristic that took over they would have other counters."""
    before = replace(TASK, keep=False, last_threshold=truth.iterations[2].threshold)
    began = prepare(before, silent).solve(before, new_tally(before))
    task = replace(TASK, heuristic=parse("takahashi"))
    last = replace(task, last_threshold=truth.iterations[4].threshold)
    tally = new_tally(last)
    tally.iterations[:] = began.iterations
    first = truth.iterations[3].threshold
    kept = prepare(last, silent).solve(last, tally, first=first, before="manhattan")
    solution = stopped_after(task, 100_000)
    assert (kept.journal.kept, solution.journal.resumed) == (True, first + 4)
    assert (solution.heuristic, solution.journal.damaged) == ("manhattan, then takahashi", False)
    assert counters(solution)[:3] == counters(began)
    assert solution.length == truth.length


def test_a_last_threshold_is_kept_as_completed(truth, monkeypatch):
    last = truth.iterations[-4].threshold
    for resumed in (None, last + 2):
        limited = replace(TASK, last_threshold=resumed or last)
        short = stopped_after(limited, 100_000)
        assert (short.outcome, short.journal.kept) == (Outcome.NO_SOLUTION_WITHIN_LIMIT, True)
        assert short.journal.resumed == resumed
        monkeypatch.setattr(SearchCheckpoint, "worth", 1000.0)  # a short run of a long search is kept, too
    solution = stopped_after(TASK, 100_000)
    assert solution.journal.resumed == last + 4
    assert (counters(solution), solution.solutions) == (counters(truth), truth.solutions)


def test_the_command_line_says_what_is_kept(monkeypatch, capfd):
    command = ["solve", "seven", "--heuristic", "manhattan", "--pruning", "inverse", "--quiet"]
    monkeypatch.setattr(SearchCheckpoint, "worth", 2.0)
    assert run([*command, "--last", "30"]) == Outcome.NO_SOLUTION_WITHIN_LIMIT.exit_code
    assert capfd.readouterr().err == ""  # it was short
    monkeypatch.setattr(SearchCheckpoint, "worth", 0.0)
    assert run([*command, "--last", "30"]) == Outcome.NO_SOLUTION_WITHIN_LIMIT.exit_code
    kept = "pybridge: kept: 8 completed thresholds; the same command resumes, --fresh starts over\n"
    assert capfd.readouterr().err == kept
    assert run(["tables", "verify", "search"]) == 0
    assert "unfinished search of seven, start page, by manhattan" in capfd.readouterr().out
    assert run(command) == 0
    assert capfd.readouterr().err == "pybridge: resumed at threshold 32; --fresh starts over\n"
    assert run([*command, "--last", "30"]) == run([*command, "--last", "30", "--fresh"])
    assert capfd.readouterr().err == kept * 2
    assert run(["tables", "remove", "search"]) == 0
    assert run([*command, "--json"]) == 0
    assert '"resumed": null' in capfd.readouterr().out
