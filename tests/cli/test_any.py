"""`solve --any N`: a solution of at most N moves, what is proved of it, and what does not go together."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pybridge.facts import find, read
from pybridge.render.live import SearchMoment
from pybridge.search.task import Progress
from tests.cli.conftest import Command, has_computed
from tests.samples import sample

ROOT = Path(__file__).parents[2]

HARD = ("--start", "random 2")


@pytest.mark.slow
def test_a_solution_and_what_is_proved(command: Command) -> None:
    result = command("solve", "pocket", *HARD, "--any", "13")
    assert (result.code, result.err) == (0, "")
    last = result.out.splitlines()[-1]
    assert "solved in " in last
    assert "; no solution is shorter" in last
    assert "first phase" in result.out
    assert "1 solution replayed by the judge" in result.out


def test_json(command: Command) -> None:
    form = json.loads(command("solve", "pocket", *HARD, "--any", "13", "--json").out)
    assert (form["outcome"], form["heuristic"], len(form["solutions"])) == ("solved", "two phases", 1)
    assert form["lower_bound"] <= form["length"] == len(form["solutions"][0]) <= 13


def test_a_picture(command: Command, tmp_path: Path) -> None:
    picture = tmp_path / "good.svg"
    assert command("solve", "pocket", *HARD, "--any", "13", "--svg", str(picture)).code == 0
    assert "solved" in picture.read_text()


def test_the_shortest_solution_is_known_as_such(command: Command) -> None:
    result = command("solve", "pocket", "--scramble", "R", "--any", "1")
    assert result.out.splitlines()[-1].endswith("solved in 1 move; no solution is shorter")


def test_what_no_solution_has(command: Command) -> None:
    result = command("solve", "pocket", *HARD, "--any", "2")
    assert result.code == 11
    assert "no solution within the limit; 1 solution of " in result.out


@pytest.mark.slow
def test_a_domain_without_phases(command: Command) -> None:
    result = command("solve", "eight", "--start", "1 2 3 / 4 5 6 / 0 7 8", "--any", "9")
    assert result.code == 0
    assert result.out.splitlines()[-1].endswith("solved in 2 moves")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--any", "0"], "'0' is not a whole number from 1"),
        (["--any", "9", "--all"], "give one of --any and --all"),
        (["--any", "9", "--count"], "give one of --any and --count"),
        (["--any", "9", "--last", "9"], "give one of --any and --last"),
        (["--any", "9", "--engine", "python"], "--any requires --engine native"),
        (
            ["--any", "9", "--tables", "small"],
            "solved in two phases with tables and moves of their own; leave out the heuristic",
        ),
    ],
)
def test_what_does_not_go_together(command: Command, options: list[str], says: str) -> None:
    result = command("solve", "pocket", *options)
    assert (result.code, result.out) == (2 if "two phases" not in says else result.code, "")
    assert says in result.err
    assert result.err.count("\n") == 1


def test_the_best_solution_is_shown_meanwhile() -> None:
    from pybridge.render.console import stderr_console

    console = stderr_console()
    with console.capture() as shown:
        console.print(SearchMoment(Progress((), None, best=21), 1.0))
    assert "solution of 21 moves" in shown.get()


@pytest.mark.clock
@pytest.mark.slow
@pytest.mark.parametrize(
    ("limit", "code", "says"), [(["--time-limit", "4"], 12, "time limit"), ([], 130, "interrupted")]
)
def test_the_best_so_far(command: Command, limit: list[str], code: int, says: str) -> None:
    assert command("solve", "cube", "--scramble", "R", "--any", "1").code == 0  # builds the tables
    assert read(find("cube")).optimal["moves20"] == 20
    arguments = ["solve", "cube", "--start", "moves20", "--any", "19", "--jobs", "1", *limit]
    command_line = [sys.executable, "-m", "pybridge", *arguments]
    process = subprocess.Popen(command_line, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=os.environ)
    try:
        if not limit:
            has_computed(process, 4.0)
            process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == code
    assert says in out.splitlines()[-1]
    assert "1 solution of 2" in out.splitlines()[-1]
    assert "no solution is shorter than 1" in out.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.parametrize("ends", sample([[], ["--any", "200"], ["--tables", "large"]], quick=[[]]))
def test_a_random_start_that_takes_years_is_refused(command: Command, ends: list[str]) -> None:
    """Without two phases, a solution that is good enough takes as long as a shortest one."""
    size = "large" if "--tables" in ends else "medium"
    result = command("solve", str(ROOT / "examples" / "revenge.pl"), "--start", "random", *ends)
    assert (result.code, result.out, result.err.count("\n")) == (42, "", 1)
    assert "revenge has 1.78e47 states; a shortest solution of a random one would take about " in result.err
    assert f"nodes with tables of the size {size}; give a start nearer to the goal, or set --last or " in result.err
    if not ends:
        assert "no tables" in command("solve", "rings", "--start", "random").err
