"""The classic programs run and watched from Python, against plain swipl and against the searches in Python."""

import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest

from pybridge.engines import begin
from pybridge.engines.prolog import WatchedRun
from pybridge.errors import UnavailableProgramError
from pybridge.facts import find, prolog_folder, read, read_text
from pybridge.limits import NO_LIMITS, Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import PieceMove, replay
from pybridge.search.task import ALL, FIRST, Task
from pybridge.swipl import Compound, Engine
from pybridge.swipl.thread import Reply
from tests.samples import sample
from tests.solving import solve

# Source: M. Hiroi, Prolog programming, iterative deepening.
SEVEN = [7, 2, 1, 5, 6, 1, 2, 7, 4, 3, 1, 2, 5, 6, 2, 5, 7, 4, 3, 1, 5, 2, 6, 7, 4, 3, 1, 5, 2, 6, 7, 4, 3, 2, 6, 7]

ALIKE = [
    ("seven", "page", "ids_low"),
    ("box_eight", "page", "ids_low"),
    ("eight", "easy", "ids_low"),
    ("eight", "middling", "ids_low"),
    ("eight", "farthest_1", "ids_low"),
    ("eight", "farthest_2", "ids_low"),
    ("eight", "easy", "ids"),
    ("fifteen", "easy", "ids_low"),
    ("fifteen", "qiita", "ids_low"),
    ("blocks3", "page", "ids"),
    ("blocks4", "tower", "ids"),
    ("sussman", "anomaly", "ids"),
]


def task(name, start, program, limits=NO_LIMITS, last=None, every=False):
    facts = read(find(name))
    return Task(
        facts=facts,
        start_name=start,
        start=facts.start(start),
        program=program,
        wanted=ALL if every else FIRST,
        limits=limits,
        last_threshold=last,
    )


def finished(run):
    assert run.wait(30.0)
    return run.result()


@pytest.mark.parametrize(
    ("name", "start", "program"),
    sample(ALIKE, slow=(("seven", "page", "ids_low"), ("box_eight", "page", "ids_low"), ("blocks4", "tower", "ids"))),
)
def test_counters_and_solution_as_in_python(name, start, program):
    classic = finished(begin(task(name, start, program), "prolog"))
    plain = finished(begin(task(name, start, program), "python"))
    assert classic.outcome is plain.outcome is Outcome.SOLVED
    assert [(i.threshold, i.completed, i.expanded, i.generated) for i in classic.iterations] == [
        (i.threshold, i.completed, i.expanded, i.generated) for i in plain.iterations
    ]
    assert classic.moves == plain.moves
    facts = read(find(name))
    assert len(replay(facts, facts.start(start), classic.moves)) == facts.optimal[start] + 1


@pytest.mark.parametrize(
    ("name", "program", "count"),
    sample(
        [("seven", "ids_low", 24), ("box_eight", "ids_low", 16), ("blocks3", "ids", 1)],
        quick=(("blocks3", "ids", 1),),
    ),
)
def test_all_shortest_solutions(name, program, count):
    classic = finished(begin(replace(task(name, "page", program, every=True), nodes=False), "prolog"))
    facts = read(find(name))
    assert len(set(classic.solutions)) == len(classic.solutions) == classic.count == count
    for moves in classic.solutions:
        assert len(replay(facts, facts.start("page"), moves)) == facts.optimal["page"] + 1
    assert classic.solutions == finished(begin(task(name, "page", program, every=True), "python")).solutions


def plain_inferences(program, *paths):
    goal = f"with_output_to(string(_), call_time({program}, T)), get_dict(inferences, T, I), print(I)"
    command = ["swipl", "-f", "none", "--no-packs", "-g", goal, "-t", "halt", *map(str, paths)]
    return int(subprocess.run(command, capture_output=True, text=True, timeout=30, check=True).stdout)


@pytest.mark.parametrize("counted", sample([False, True], slow=(True,)))
def test_inferences_as_in_plain_swipl(counted):
    solution = finished(begin(replace(task("seven", "page", "ids_low"), nodes=counted), "prolog"))
    assert solution.inferences == pytest.approx(plain_inferences("ids_low", prolog_folder() / "seven.pl"), rel=0.001)
    parts = sum(iteration.inferences for iteration in solution.iterations)
    assert parts == pytest.approx(solution.inferences, rel=0.001)
    assert [move.piece for move in solution.moves] == SEVEN
    assert 0 < solution.seconds < 20


def test_inferences_of_blocks_as_in_plain_swipl():
    solution = finished(begin(replace(task("blocks4", "tower", "ids"), nodes=False), "prolog"))
    plain = plain_inferences("ids", find("blocks4"), prolog_folder() / "blocks.pl")
    assert solution.inferences == pytest.approx(plain, rel=0.001)


def test_inferences_are_the_same_each_time():
    runs = [finished(begin(replace(task("eight", "middling", "ids_low"), nodes=False), "prolog")) for _ in range(4)]
    figures = [[iteration.inferences for iteration in run.iterations] for run in runs[1:]]
    assert all(abs(a - b) <= 5 for other in figures[1:] for a, b in zip(figures[0], other, strict=True))


def test_uncounted():
    solution = finished(begin(replace(task("eight", "easy", "ids_low"), nodes=False), "prolog"))
    assert (solution.expanded, solution.generated) == (None, None)
    assert solution.inferences > 0
    assert (solution.puzzle, solution.start, solution.program, solution.engine) == (
        "eight",
        "easy",
        "ids_low",
        "prolog",
    )


@pytest.mark.parametrize(
    ("limits", "outcome"),
    [
        (Limits(seconds=0.3), Outcome.TIME_LIMIT),
        (Limits(inferences=2_000_000), Outcome.INFERENCE_LIMIT),
    ],
)
def test_limits(limits, outcome):
    solution = finished(begin(task("seven", "page", "ids", limits), "prolog"))
    assert solution.outcome is outcome
    assert solution.moves is None
    assert_proved(solution)


@pytest.mark.parametrize("memory", [1000, 50_000])
def test_memory_limit(memory):
    solution = finished(begin(task("seven", "page", "ids_low", Limits(memory=memory)), "prolog"))
    assert solution.outcome is Outcome.MEMORY_LIMIT
    assert solution.moves is None


def assert_proved(solution):
    """All iterations are completed, from the first on, except perhaps the last, and the bound is read off them."""
    thresholds = [iteration.threshold for iteration in solution.iterations]
    completed = [iteration.completed for iteration in solution.iterations]
    assert thresholds == list(range(thresholds[0], thresholds[0] + len(thresholds)))
    assert all(completed[:-1])
    assert solution.lower_bound == thresholds[-1] + completed[-1] > 5


def test_an_inference_limit_is_kept():
    solution = finished(begin(task("seven", "page", "ids", Limits(inferences=2_000_000)), "prolog"))
    assert solution.inferences == pytest.approx(2_000_000, rel=0.01)


@pytest.mark.parametrize("counted", [False, True])
def test_cancel(counted):
    run = begin(replace(task("seven", "page", "ids"), nodes=counted), "prolog")
    while len(run.progress().iterations) < 8 or (counted and run.progress().iterations[3].expanded is None):
        run.wait(0.01)
    assert run.is_searching()
    run.cancel()
    assert run.wait(1.0)
    assert not run.is_searching()
    solution = run.result()
    assert solution.outcome is Outcome.INTERRUPTED
    assert_proved(solution)
    if counted:
        assert solution.iterations[3].expanded == sum([1, 2, 3])  # walks of 0, 1, 2 moves from a corner of 2 x 4


def test_cancel_at_once():
    run = begin(task("seven", "page", "ids"), "prolog")
    run.cancel()
    solution = finished(run)
    assert solution.outcome is Outcome.INTERRUPTED
    assert solution.moves is None


def test_hurry_leaves_the_counting():
    run = begin(task("seven", "page", "ids_low"), "prolog")
    run.hurry()
    solution = finished(run)
    assert solution.outcome is Outcome.SOLVED
    assert solution.length == 36
    assert solution.iterations[-1].expanded is None


def test_last_threshold():
    solution = finished(begin(task("seven", "page", "ids", last=9), "prolog"))
    assert solution.outcome is Outcome.NO_SOLUTION_WITHIN_LIMIT
    assert solution.lower_bound == 10
    assert [iteration.threshold for iteration in solution.iterations] == list(range(10))
    assert all(iteration.completed for iteration in solution.iterations)
    at_the_last = finished(begin(task("blocks3", "page", "ids", last=5), "prolog"))
    assert at_the_last.length == 5


def test_progress():
    run = begin(task("seven", "page", "ids_low"), "prolog")
    seen = [run.progress()]
    while not run.wait(0.01):
        seen.append(run.progress())
    seen.append(run.progress())
    assert run.result().length == 36
    counts = [len(each.iterations) for each in seen]
    assert counts == sorted(counts)
    assert counts[-1] == 21
    assert seen[-1].current is None
    inferences = [each.inferences for each in seen if each.inferences is not None]
    assert inferences == sorted(inferences) or inferences[:-1] == sorted(inferences[:-1])
    assert any(each.current and each.current.threshold >= 16 for each in seen)


def test_marks_that_come_while_others_are_read_are_kept(tmp_path, monkeypatch):
    """A run is looked at in two threads: in one that waits for it, and in one that may stop it."""
    path = tmp_path / "mine.pl"
    path.write_text((prolog_folder() / "seven.pl").read_text(encoding="utf-8"), encoding="utf-8")
    facts = read(find("seven"))
    run = WatchedRun(
        Task(facts=facts, start_name="page", start=facts.start("page"), program="ids_low", text=path),
        "prolog",
        counted=False,
    )
    run.wait()
    late = Compound("printed", ("late", run.marks[-1].args[-1]))

    def reading(marks, signs):
        found = list(marks)[1:]
        run.marks.append(late)
        return found

    monkeypatch.setattr("pybridge.engines.prolog.with_rows", reading)
    before = list(run.marks)
    run.finish()
    assert before
    assert run.marks == [*before[1:], late]


def test_start_by_state():
    facts = read(find("seven"))
    state = (1, 2, 3, 4, 5, 0, 6, 7)
    solution = finished(begin(Task(facts=facts, start_name="given", start=state, program="ids_low"), "prolog"))
    assert solution.length == 2
    assert len(replay(facts, state, solution.moves)) == 3
    blocks = read(find("blocks3"))
    towers = (("red", "y"), ("blue", "green"), ("green", "x"))
    solution = finished(begin(Task(facts=blocks, start_name="given", start=towers, program="ids"), "prolog"))
    assert len(replay(blocks, towers, solution.moves)) == solution.length + 1


def test_the_state_counts_not_the_name():
    facts = read(find("eight"))
    solution = finished(
        begin(Task(facts=facts, start_name="easy", start=facts.start("middling"), program="ids_low"), "prolog")
    )
    assert solution.length == facts.optimal["middling"]


def test_start_at_the_goal():
    facts = read(find("seven"))
    solution = finished(begin(Task(facts=facts, start_name="given", start=facts.goals[0], program="ids_low"), "prolog"))
    assert (solution.outcome, solution.moves, solution.length) == (Outcome.SOLVED, (), 0)


def test_facts_from_no_file():
    facts = replace(read(find("eight")), path="<3 x 3>")
    assert (
        finished(
            begin(Task(facts=facts, start_name="easy", start=facts.start("easy"), program="ids_low"), "prolog")
        ).length
        == 12
    )


def test_a_path_with_odd_characters(tmp_path):
    path = tmp_path / 'it\'s a 日本 "file" \\ .pl'
    path.write_text(find("eight").read_text(encoding="utf-8"), encoding="utf-8")
    facts = read(path)
    assert (
        finished(
            begin(Task(facts=facts, start_name="easy", start=facts.start("easy"), program="ids_low"), "prolog")
        ).length
        == 12
    )


def test_a_file_that_goes_bad(tmp_path):
    path = tmp_path / "it.pl"
    path.write_text(find("eight").read_text(encoding="utf-8"), encoding="utf-8")
    facts = read(path)
    path.write_text(":- true.\n", encoding="utf-8")
    assert (
        finished(
            begin(Task(facts=facts, start_name="easy", start=facts.start("easy"), program="ids_low"), "prolog")
        ).length
        == 12
    )


@pytest.mark.slow
def test_facts_changed_in_python_are_the_ones_searched():
    facts = replace(read(find("seven")), goals=((1, 2, 3, 4, 5, 6, 0, 7),), optimal={})
    start = facts.start("page")
    assert finished(begin(Task(facts=facts, start_name="page", start=start, program="ids_low"), "prolog")).length == 37


def test_equal_tiles_and_several_goals_leave_no_doubt_where_the_last_tile_came_from():
    facts = read_text(
        'puzzle(vee, sliding_tiles, "vee"). start(s, [0, 1, 1]). goal([1, 1, 0]). goal([1, 0, 1]). '
        "cell(0, 0, 0). cell(1, 0, 1). cell(2, 1, 0). neighbor(0, [1, 2]). neighbor(1, [0]). neighbor(2, [0]). "
        "distance(1, [0, 0, 0])."
    )
    solution = finished(
        begin(Task(facts=facts, start_name="s", start=facts.start("s"), program="ids_low", wanted=ALL), "prolog")
    )
    assert solution.solutions == ((PieceMove(1, 1, 0),), (PieceMove(1, 2, 0),))


@pytest.mark.parametrize("inferences", [1, 100, 1000, 3000, 10_000])
def test_a_limit_of_inferences_is_the_searches_own(inferences):
    solution = finished(begin(task("seven", "page", "ids_low", Limits(inferences=inferences)), "prolog"))
    assert solution.outcome is Outcome.INFERENCE_LIMIT
    assert [each.threshold for each in solution.iterations] == list(range(16, 16 + len(solution.iterations)))


@pytest.mark.parametrize(("name", "start", "program"), [("seven", "page", "ida_star"), ("blocks3", "page", "ids_low")])
def test_no_such_program(name, start, program):
    with pytest.raises(UnavailableProgramError, match=program):
        begin(task(name, start, program), "prolog")


@pytest.fixture
def here():
    with Engine() as prolog:
        yield prolog


def test_nothing_is_left_behind(here):
    def left():
        modules = "findall(M, current_module(M), Ms), length(Ms, N)"
        marks = "aggregate_all(count, (message_queue_property(_, alias(A)), sub_atom(A, 0, _, _, pybridge)), N)"
        files = "aggregate_all(count, source_file(_), N)"
        return [here.once(goal)["N"] for goal in (marks, modules, files)]

    finished(begin(task("blocks3", "page", "ids"), "prolog"))
    before = left()
    for turn in range(50):
        run = begin(replace(task("blocks3", "page", "ids"), nodes=turn % 2 == 0), "prolog")
        if turn % 5 == 0:
            run.cancel()
        finished(run)
    deadline = time.monotonic() + 5.0  # marks are dropped in the background
    while time.monotonic() < deadline and (left()[0] or any(a > b for a, b in zip(left(), before, strict=True))):
        time.sleep(0.01)
    marks, modules, files = left()
    assert marks == 0
    assert modules <= before[1]
    assert files <= before[2]


def test_marks_of_two_runs_do_not_mix():
    runs = [
        begin(task("eight", start, "ids_low"), "prolog") for start in ("easy", "farthest_1", "middling", "farthest_2")
    ]
    assert [finished(run).length for run in runs] == [12, 31, 22, 31]


@pytest.mark.parametrize("late", ["cancel", "hurry"])
def test_what_comes_after_the_end_changes_nothing(late):
    run = begin(task("eight", "middling", "ids_low"), "prolog")
    assert run.wait(30.0)
    getattr(run, late)()
    solution = run.result()
    assert (solution.outcome, solution.length) == (Outcome.SOLVED, 22)
    assert solution.expanded == 1672


def test_marks_survive_an_interrupt_of_who_asks_for_them(monkeypatch):
    run = begin(task("eight", "middling", "ids_low"), "prolog")
    assert run.wait(30.0)
    honest = Reply.result

    def interrupted(self, timeout=None):
        honest(self, timeout)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Reply, "result", interrupted)
        with pytest.raises(KeyboardInterrupt):
            run.progress()
    assert len(run.result().iterations) == len(range(run.result().initial_bound, 23))


@pytest.mark.slow
def test_two_runs_that_load_at_once_report_nothing(capfd):
    """The one that counts inferences and the one that is timed load the same pages, each in its own thread."""
    facts = read(Path(__file__).parents[2] / "examples" / "clover.pl")
    for number in range(300):
        program = "breadth_first" if number % 2 else "ids"
        solve(facts, program, engine="prolog", start=f"random {number % 20}", last_threshold=2)
    assert capfd.readouterr().err == ""
