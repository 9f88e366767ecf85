"""Other planners as engines: what they find, and what happens if they are missing, crash, hang or answer nonsense."""

import contextlib
import os
import sys
import time
from dataclasses import replace

import psutil
import pytest

from pybridge.cli import run
from pybridge.engines import begin, watched
from pybridge.engines import planners as engine
from pybridge.errors import PlannerError, UnavailableProgramError
from pybridge.facts import find, read
from pybridge.limits import Limits
from pybridge.outcome import Outcome
from pybridge.puzzles import random_state
from pybridge.search.task import ALL, Task
from tests.solving import solve

SUSSMAN, SEVEN = read(find("sussman")), read(find("seven"))
MOVES = "(move b_c b_a g_z)\n(move b_b g_y b_c)\n(move b_a g_x b_b)\n"
"""A shortest plan, as Fast Downward writes it."""
COUNTED = "print('[t=0.1s] Expanded 4 state(s).'); print('[t=0.1s] Generated 9 state(s).')"
FOUND = f"open('sas_plan', 'w').write({MOVES!r}); {COUNTED}"


@pytest.fixture
def pretend(monkeypatch):
    """Have a program in Python take the place of Fast Downward."""

    def play(program, name="fast-downward"):
        command = [sys.executable, "-c", program]
        played = replace(engine.PLANNERS[name], command=lambda files, search: command)
        monkeypatch.setitem(engine.PLANNERS, name, played)
        monkeypatch.setattr("pybridge.witnesses.planners.find_spec", lambda package: package)

    return play


def test_what_fast_downward_writes_is_read(pretend):
    pretend(FOUND)
    found = solve(SUSSMAN, "lmcut", engine="fast-downward")  # three goals, one problem each
    assert (found.length, found.expanded, found.generated, found.lower_bound) == (3, 3 * 4, 3 * 9, 3)
    assert found.outcome is Outcome.SOLVED


def test_clingo_as_an_engine(capsys):
    assert run(["compare", "sussman", "blocks3", "--engine", "native,clingo"]) == 0
    assert capsys.readouterr().out.rstrip().endswith("all 2 comparisons agree")
    assert solve(SUSSMAN, "horizons", engine="clingo").length == 3
    assert run(["solve", "sussman", "--engine", "clingo", "--quiet"]) == 0
    assert "3 moves by clingo horizons" in capsys.readouterr().out


def test_a_planner_that_disagrees_is_found_out(pretend, tmp_path, capsys):
    longer = "(move b_c b_a g_z)\n(move b_c g_z b_a)\n" + MOVES
    pretend(f"open('sas_plan', 'w').write({longer!r})")
    assert run(["compare", "sussman", "--engine", "native,fast-downward"]) == 60
    assert "has length 3, fast-downward lmcut has 5" in capsys.readouterr().err


BAD = [
    (
        "import sys; print('it broke'); sys.exit(30)",
        "fast-downward ended with code 30 and found no plan: it broke",
    ),
    ("import os; os.kill(os.getpid(), 11)", "fast-downward was ended by signal 11 and found no plan"),
    ("", "fast-downward ended with code 0 and found no plan"),
    (
        "open('sas_plan', 'w').write('(fly b_a)')",
        "the plan of fast-downward:1:1: step 1, (fly b_a): fly is not",
    ),
    ("open('sas_plan', 'w').write('')", "the plan of fast-downward:1:1: there is no plan"),
    ("open('sas_plan', 'wb').write(bytes(range(256)))", "the plan of fast-downward:"),
    ("open('sas_plan', 'w').write('(move b_c b_a g_z)')", "the plan ends after 1 step and is not at a goal"),
]


@pytest.mark.parametrize(("program", "message"), BAD)
def test_a_planner_that_goes_wrong(program, message, pretend, capsys):
    pretend(program)
    assert run(["compare", "sussman", "--engine", "fast-downward"]) == PlannerError.exit_code
    printed = capsys.readouterr().err
    assert message in printed
    assert len(printed.splitlines()) == 1


def test_a_planner_that_finds_no_plan_where_there_is_one(pretend, capsys):
    pretend("import sys; sys.exit(11)")
    assert run(["compare", "sussman", "--engine", "native,fast-downward"]) == 60
    assert "fast-downward lmcut says unsolvable" in capsys.readouterr().err


def test_a_planner_that_cannot_be_started(monkeypatch, pretend):
    pretend("")
    gone = replace(engine.PLANNERS["fast-downward"], command=lambda files, search: ["/nowhere/planner"])
    monkeypatch.setitem(engine.PLANNERS, "fast-downward", gone)
    with pytest.raises(PlannerError, match="cannot be started"):
        solve(SUSSMAN, "lmcut", engine="fast-downward")


def test_a_planner_that_is_missing(monkeypatch, capsys):
    monkeypatch.setattr("pybridge.witnesses.planners.find_spec", lambda package: None)
    for name in ("fast-downward", "clingo"):
        assert run(["compare", "sussman", "--engine", f"native,{name}"]) == 42
        assert f"{name} is not installed; install it with: {sys.executable} -m pip install " in capsys.readouterr().err


CHILD = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])"


@pytest.mark.clock
@pytest.mark.slow
def test_a_time_limit_ends_a_planner_and_its_children(pretend, tmp_path):
    pids = tmp_path / "pid"
    pretend(f"import os; open({str(pids)!r}, 'w').write(str(os.getpid())); {CHILD}")
    begun = time.monotonic()
    found = solve(SUSSMAN, "lmcut", engine="fast-downward", limits=Limits(seconds=2.0))
    assert (found.outcome, found.solutions) == (Outcome.TIME_LIMIT, ())
    assert time.monotonic() - begun < 20
    group = int(pids.read_text())
    while of_group(group) and time.monotonic() - begun < 30:  # it is killed, and takes a moment where others run
        time.sleep(0.05)
    assert not of_group(group)


def of_group(group):
    """The processes of a group that have not ended."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, ProcessLookupError):
            if os.getpgid(process.pid) == group and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process.pid)
    return found


def test_an_interrupt_ends_a_planner(pretend):
    pretend(CHILD)
    run = begin(Task(facts=SUSSMAN, start_name="anomaly", start=SUSSMAN.starts[0][1], program="lmcut"), "fast-downward")

    def watch(run):
        run.wait(0.3)
        raise KeyboardInterrupt

    assert not watched(run, watch)
    assert run.result().outcome is Outcome.INTERRUPTED


def test_a_memory_limit_holds_in_the_process():
    found = solve(SEVEN, "horizons", engine="clingo", limits=Limits(memory=1 << 20))
    assert found.outcome is Outcome.MEMORY_LIMIT


def test_a_problem_for_each_goal(pretend):
    """The first goal cannot be reached, as this planner says, and the second one can."""
    goals = (random_state(SEVEN, 1), SEVEN.goals[0])
    facts = replace(SEVEN, goals=goals, starts=(("near", (2, 1, 3, 4, 5, 6, 7, 0)),))
    near = (1, 2, 3, 4, 5, 6, 0, 7)
    program = "import sys\nif '-1.pddl' in sys.argv[1]: sys.exit(11)\nopen('sas_plan', 'w').write('(slide t7 c7 c6)')"
    pretend("")
    row = engine.PLANNERS["fast-downward"]
    played = replace(row, command=lambda files, search: [sys.executable, "-c", program, files[1]])
    engine.PLANNERS["fast-downward"] = played
    found = engine.search(
        "fast-downward",
        Task(facts=facts, start_name="near", start=near, program="lmcut"),
        begin_tally(),
        lambda phrase: None,
    )
    assert found.length == 1


def begin_tally():
    from pybridge.search.tally import Tally

    return Tally()


def test_what_planners_do_not_do():
    for options in ({"wanted": ALL}, {"last_threshold": 5}):
        with pytest.raises(UnavailableProgramError, match="one shortest plan"):
            solve(SUSSMAN, "horizons", engine="clingo", **options)
    with pytest.raises(UnavailableProgramError, match="no program 'ida_star'"):
        solve(SUSSMAN, "ida_star", engine="clingo")


def test_nothing_is_left_in_the_folder_for_temporary_files(monkeypatch, tmp_path, pretend):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    pretend("import sys; sys.exit(1)")
    with pytest.raises(PlannerError):
        solve(SUSSMAN, "lmcut", engine="fast-downward")
    assert os.listdir(tmp_path) == []
