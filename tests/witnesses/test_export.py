"""Exported puzzles: strangers read them, and find the known lengths."""

import random
import subprocess
import sys
from dataclasses import replace

import pytest
from fast_downward.translate.main import main as translate
from fast_downward.translate.options import set_options
from pddl import parse_domain, parse_problem

from pybridge.boards.generate import blocks_world, rectangle
from pybridge.facts import find, read, shipped
from pybridge.facts.reader import read_text
from pybridge.puzzles import random_state, replay
from pybridge.witnesses.exported import exported
from pybridge.witnesses.horizons import answer
from pybridge.witnesses.plan import plan_of
from tests.samples import sample
from tests.solving import solve

ODD = """puzzle('Not a (name)', blocks_world, "Names that other languages reserve").
start(s, [[not, 'A'], ['A', table], ['B c', and], [a, table], [and, table]]).
goal([[not, and], ['A', not], ['B c', a], [a, 'A'], [and, table]]).
block(not). block('A'). block('B c'). block(a). block(and).
place('(x)'). table(table).
"""


@pytest.fixture
def odd(tmp_path):
    """A world of odd names."""
    (tmp_path / "odd.pl").write_text(ODD)
    return read(tmp_path / "odd.pl")


def written(facts, name, state, form, folder):
    """The paths of the files of one start."""
    texts = exported(facts, name, state, form)
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
    return [folder / file for file in texts]


def parsed(facts, folder):
    """The paths of the domain and the problems of the first start; the package pddl reads up to a dozen of these."""
    domain, *problems = written(facts, *facts.starts[0], "pddl", folder)
    known = parse_domain(domain).name
    assert known.split("_")[0] in facts.domain
    assert len(problems) == (len(facts.goals) or 1)
    for problem in {*problems[:: 1 + len(problems) // 10], problems[-1]}:
        assert parse_problem(problem).domain_name == known
    return domain, problems


def translated(domain, problems):
    """How many operators Fast Downward's translator makes of the last problem; it reads the first one, too."""
    output = domain.with_name("output.sas")
    for problem in dict.fromkeys((problems[0], problems[-1])):
        set_options([str(domain), str(problem), "--sas-file", str(output)])
        translate()
    return output.read_text().count("begin_operator")


# Planners do not know moves that are chains of steps.
EXPORTED = [name for name in shipped() if "\ncontinues(" not in find(name).read_text(encoding="utf-8")]

LIKE_SMALLER = {"cube", "skewb", "dino", "rings", "burnt", "hanoi4", "ball_sort"}
"""Puzzles in the form of smaller ones, which a translator takes a second or more to read."""


@pytest.mark.parametrize("name", sample(EXPORTED, quick=("sussman", "seven", "pancake", "farmer")))
def test_strangers_read_every_puzzle(name, tmp_path):
    domain, problems = parsed(read(find(name)), tmp_path)
    assert name in LIKE_SMALLER or translated(domain, problems) > 0


@pytest.mark.slow
def test_strangers_read_odd_names_and_several_goals(odd, tmp_path):
    assert translated(*parsed(odd, tmp_path)) > 0
    five = rectangle(2, 3)
    other = random_state(five, 1)
    assert translated(*parsed(replace(five, goals=(*five.goals, other)), tmp_path)) > 0


def certified(facts, state, folder):
    """The length that clingo finds, replayed by the judge."""
    files = written(facts, "s", state, "asp", folder)
    return len(plan_of(facts, state, answer(list(map(str, files)))))


KNOWN = [
    ("seven", "page"), ("sussman", "anomaly"), ("blocks3", "page"), ("pancake", "shuffled"), ("pocket", "five"),
    ("skewb", "five"), ("pyraminx", "four"), ("dino", "five"), ("topspin", "six"), ("rings", "three"), ("cube", "four"),
]  # fmt: skip


CONSTANT = """puzzle(constant, rules, "A part that stays").
start(s, p(0, b)).
goal(p(3, b)).
move(p(X, Y), up, p(Z, Y)) :- X < 3, Z is X+1.
"""


def test_a_goal_may_name_what_no_action_changes(tmp_path):
    facts = read_text(CONSTANT, "constant.pl")
    assert certified(facts, facts.starts[0][1], tmp_path) == 3


def test_a_start_that_is_the_goal_of_an_empty_task(tmp_path):
    """What import makes of a problem whose goal holds at once: a task without variables."""
    facts = read_text('puzzle(e, rules, "Empty").\nstart(s, []).\ngoal([]).\naction(a, [], [], []).\n', "e.pl")
    assert certified(facts, facts.starts[0][1], tmp_path) == 0


@pytest.mark.parametrize(("name", "start"), sample(KNOWN, slow=KNOWN[:1]))
def test_clingo_finds_the_known_lengths(name, start, tmp_path):
    facts = read(find(name))
    assert certified(facts, facts.start(start), tmp_path) == facts.optimal[start]


def test_the_nearest_of_several_goals(odd, tmp_path):
    five = rectangle(2, 3)
    goals = tuple(random_state(five, seed) for seed in range(3))
    for state in (goals[1], random_state(five, 7)):
        several = replace(five, goals=goals)
        truth = breadth_first(several, state)
        assert certified(several, state, tmp_path) == truth
    assert certified(odd, odd.start("s"), tmp_path) == breadth_first(odd, odd.start("s"))


def breadth_first(facts, state):
    found = solve(replace(facts, starts=(("s", state),), optimal={}), "breadth_first", engine="python", start="s")
    assert replay(facts, state, found.moves)
    return found.length


def small(seed):
    """A small board with random equal tiles, or a small blocks world, and a start."""
    source = random.Random(seed)
    if seed % 2:
        places = source.choice((0, 3))
        facts = blocks_world(source.choice((2, 3, 4)), places, table=seed % 4 == 1 or not places, seed=seed)
        return facts, facts.starts[0][1]
    facts = rectangle(2, source.choice((2, 3)))
    alike = {tile: source.randint(1, tile) for tile in range(1, len(facts.cells))} | {0: 0}
    goal, start = (tuple(alike[tile] for tile in state) for state in (facts.goals[0], random_state(facts, seed)))
    return replace(facts, goals=(goal,)), start


@pytest.mark.parametrize("seeds", sample([range(12), range(12, 220)], slow=[range(12, 220)]))
def test_random_small_worlds(seeds, tmp_path):
    for seed in seeds:
        facts, start = small(seed)
        assert certified(facts, start, tmp_path) == breadth_first(facts, start), seed


def test_files_are_written_together_or_not_at_all(tmp_path):
    """Of a domain and a problem, the second one has more than the 1,024 bytes that a file may have here."""
    pybridge = [sys.executable, "-B", "-m", "pybridge", "export", "fifteen", "--to", "pddl", "--out", "there"]
    limited = ["sh", "-c", "ulimit -f 2; trap '' XFSZ; exec \"$@\"", "sh", *pybridge]
    done = subprocess.run(limited, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    path = tmp_path / "there" / "fifteen-problem.pddl"
    assert (done.returncode, done.stderr) == (43, f"pybridge: {path} cannot be written: File too large\n")
    assert list(path.parent.iterdir()) == []
