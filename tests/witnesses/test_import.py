"""Exported PDDL becomes the same facts again, and whatever is broken or foreign is refused where it stands."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pybridge.boards.generate import blocks_world, rectangle
from pybridge.cli import run
from pybridge.errors import FactFileError
from pybridge.facts import find, read
from pybridge.facts.board_graph import all_goal_distances
from pybridge.facts.terms import printable
from pybridge.puzzles import random_state
from pybridge.witnesses.exported import exported
from pybridge.witnesses.imported import imported_texts
from pybridge.witnesses.names import mangled
from tests.samples import FACT_FILES, sample


def there_and_back(facts, name, state):
    """The facts of a start, exported and read again, with the domain and in one text."""
    files = exported(facts, name, state, "pddl")
    back = imported_texts(list(files.items()))
    assert imported_texts([("all", "\n".join(files.values()))]) == back
    return back


def alone(facts, name, state):
    """What an export of one start has of the facts."""
    known = {name: facts.optimal[name]} if (name, state) in facts.starts and name in facts.optimal else {}
    return replace(facts, starts=((name, state),), optimal=known)


@pytest.mark.parametrize("puzzle", sample(FACT_FILES, quick=("seven", "ten_on_three", "sussman", "rooms", "pocket")))
def test_every_shipped_start(puzzle):
    facts = read(find(puzzle))
    for name, state in facts.starts:
        assert there_and_back(facts, name, state) == alone(facts, name, state)


WORDS = st.text(st.characters().filter(printable), min_size=1, max_size=8)


@st.composite
def puzzles(draw):
    """A small board with equal tiles, glyphs and several goals, or a small blocks world with names of all kinds."""
    seed = draw(st.integers(0, 999))
    names = {"name": draw(WORDS), "title": draw(WORDS), "sources": draw(st.lists(WORDS, max_size=2))}
    if draw(st.booleans()):
        places = draw(st.sampled_from((0, 3)))
        facts = blocks_world(draw(st.integers(1, 5)), places, table=draw(st.booleans()) or not places, **names)
        goals = {facts.goals[0], facts.starts[0][1]} if len(facts.blocks) > 1 else {facts.goals[0]}
        return replace(facts, goals=tuple(goals)), facts.starts[0][1]
    rows, columns = draw(st.sampled_from([(1, 2), (2, 2), (2, 3), (3, 3)]))
    wrap = draw(st.sampled_from([None, "both"]))
    facts = rectangle(rows, columns, wrap=wrap, **names)
    alike = [0, *(min(tile, draw(st.integers(1, 5))) for tile in range(1, rows * columns))]
    order = sorted(set(alike))
    states = [facts.goals[0], *(random_state(facts, seed + more) for more in range(3))]
    start, *goals = (tuple(order.index(alike[tile]) for tile in state) for state in reversed(states))
    goals = tuple(dict.fromkeys(goals))
    lower = draw(st.integers(0, 1))
    distances = all_goal_distances(facts.neighbors, goals)
    distances = tuple(tuple(max(0, value - lower) for value in values) for values in distances)
    glyphs = {1: draw(st.sampled_from("aß金"))} if draw(st.booleans()) else {}
    return replace(facts, goals=goals, distances=distances, glyphs=glyphs), start


@given(puzzles(), WORDS, st.booleans())
@settings(max_examples=25, deadline=None)
def test_random_puzzles(puzzle, name, known):
    facts, start = puzzle
    facts = replace(facts, starts=((name, start),), optimal={name: 7} if known else {})
    assert there_and_back(facts, name, start) == facts


def test_without_what_planners_do_not_need():
    facts = read(find("sussman"))
    files = exported(facts, "anomaly", facts.start("anomaly"), "pddl")
    bare = ["\n".join(line for line in text.split("\n") if not line.startswith(";")) for text in files.values()]
    back = imported_texts([(str(number), text) for number, text in enumerate(bare)])
    assert back == replace(facts, title="", sources=(), optimal={})


SUSSMAN = read(find("sussman"))
ONE = exported(replace(SUSSMAN, goals=SUSSMAN.goals[:1]), "anomaly", SUSSMAN.start("anomaly"), "pddl")
DOMAIN, PROBLEM = ONE.values()
SEVEN = exported(read(find("seven")), "page", read(find("seven")).start("page"), "pddl")["seven-problem.pddl"]
POCKET = exported(read(find("pocket")), "five", read(find("pocket")).start("five"), "pddl")["pocket-problem.pddl"]
BLOCKS = "blocks_world"

# A text, a part of it that is replaced and by what, where the fault is (the first word at that place), and the message.
BROKEN = [
    (PROBLEM, "(:goal", "(:goal (", "(", "this ( is not closed"),
    (PROBLEM, "(:goal", ")) (:goal", ") (:goal", "this ) closes nothing"),
    (PROBLEM, "(define (problem", "(" * 30, "(" * 11, "more than 19 levels of parentheses"),
    (PROBLEM, "(define (problem", "(defun (problem", "(defun", "is not a PDDL domain or problem"),
    (PROBLEM, PROBLEM, "occurs(move(b_c,b_a,g_z),1).", "occurs", "is not a PDDL domain or problem"),
    (PROBLEM, "(:domain blocks_world)", "(:domain blocksworld)", "(:domain", "not a domain of pybridge, which has"),
    (PROBLEM, "(:init", "(:metric minimize (total-cost)) (:init", "(:metric", "a problem has :domain, :objects,"),
    (PROBLEM, "(:init", "(:init) (:init (clear b_c)", "(:init (", "a second :init"),
    (PROBLEM, "(:domain blocks_world)", "", "(define", "the problem has no :domain"),
    (PROBLEM, "- block", "- brick", "brick", "brick is not a type; blocks_world has thing, spot"),
    (PROBLEM, "- block", "b_a - block", "b_a - block", "the object b_a is there twice"),
    (PROBLEM, "(:objects", "(:objects (b_a)", "(b_a)", "(b_a) is not an object"),
    (PROBLEM, "(clear b_c)", "(free b_c)", "(free b_c)", "(free b_c) is not a fact of blocks_world, which has on"),
    (PROBLEM, "(clear b_c)", "(clear b_c b_a)", "(clear b_c b_a)", "clear has 1 object, not 2"),
    (PROBLEM, "(clear b_c)", "(clear b_d)", "b_d", "b_d is not one of the :objects"),
    (PROBLEM, "(clear b_c)", "(clear b_a)", "(clear b_a)", "(clear b_a) does not go with the rest"),
    (PROBLEM, "(clear b_c)", "", "(:init", "(clear b_c) is missing in :init"),
    (PROBLEM, "(on b_c b_a)", "(on b_a b_c)", "(on b_a b_c)", "(on b_a b_c) does not go with (on b_a g_x)"),
    (PROBLEM, "(on b_c b_a)", "", "(:init", ":init says nothing about b_c"),
    (PROBLEM, "(:goal (and", "(:goal (or", "(:goal", "is not a goal such as"),
    (PROBLEM, "puzzle_sussman-start_anomaly", "bw-rand-3", "bw-rand-3", "is not the name of an exported problem"),
    (PROBLEM, "puzzle_sussman-", "puzzle_other-", "puzzle_other-", "the problem is named puzzle_sussman-start_anomaly"),
    (PROBLEM, ";| source(", ";| origin(", "origin(", "unknown fact origin/1"),
    (PROBLEM, ";| source(", ";| source[", "[", "expected a full stop after the fact"),
    (DOMAIN, "blocks_world", "blocksworld", "blocksworld", "blocksworld is not a domain of pybridge"),
    (DOMAIN, ":action move", ":action carry", "carry", "carry is not in the domain of pybridge, which has move here"),
    (DOMAIN, "(:requirements :strips :typing)", "(:requirements :strips)", "(:requirements", ":typing is missing here"),
    (DOMAIN, ":strips :typing", ":strips :typing :equality", ":equality", ":equality is not in the domain"),
    (SEVEN, "(on t1 c0)", "(on t1 t1)", "t1", "t1 is a tile; on needs a cell here"),
    (SEVEN, "(on t", "(on t7 c0) (on t", "(on t7 c0)", "does not go with"),
    (SEVEN, "(neighbor c0 c1)", "", "c0)", "cell 1 lists 0, but cell 0 lists"),
    (SEVEN, ";| cell(0, 0, 0).", "", "7, 1, 3", "cell 0 is missing but cell 7 exists"),
    (POCKET, "(goes m__55_ ", "(goes m__55_ p9 p9) (goes m__55_ ", "(goes m__55_ p9", "does not go with the rest"),
    (POCKET, ";| metric(half).", "", "puzzle(", "no metric"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "old", "new", "place", "message"), BROKEN, ids=[each[-1] for each in BROKEN])
def test_a_broken_file_is_refused_where_it_is_broken(text, old, new, place, message):
    assert old in text
    broken = text.replace(old, new, 1)
    with pytest.raises(FactFileError) as caught:
        imported_texts([("my.pddl", broken)])
    (fault,) = caught.value.faults
    assert message in fault.message
    assert fault.path == "my.pddl"
    assert broken.split("\n")[fault.line - 1][fault.column - 1 :].startswith(place)


def test_problems_that_are_not_of_one_puzzle():
    domain, *problems = exported(SUSSMAN, "anomaly", SUSSMAN.start("anomaly"), "pddl").items()
    assert len(problems) == 3
    assert imported_texts(problems[1:]).goals == SUSSMAN.goals[1:]
    other = exported(SUSSMAN, "other", SUSSMAN.goals[0], "pddl")
    with pytest.raises(FactFileError, match=r"2.pddl:\d+:\d+: .* is not in .*; problems that are given"):
        imported_texts([problems[0], list(other.items())[2]])
    shorter = problems[1][1].replace(';| source("', '; source("')
    with pytest.raises(FactFileError, match=r"2.pddl:\d+:\d+: .* of sussman-problem-1.pddl is not here"):
        imported_texts([problems[0], ("2.pddl", shorter)])
    with pytest.raises(FactFileError, match="no file has a problem"):
        imported_texts([domain])


@given(st.text("()-;| \nabc_?:01", max_size=40))
def test_any_text_is_an_error(text):
    with pytest.raises(FactFileError):
        imported_texts([("it", text)])


def test_the_command(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    facts = read(find("sussman"))
    assert run(["export", "sussman", "--to", "pddl", "--out", "."]) == 0
    files = sorted(str(path) for path in tmp_path.glob("*.pddl"))
    assert len(files) == 4
    capsys.readouterr()
    assert run(["import", *files]) == 0
    printed = capsys.readouterr()
    assert (printed.out.startswith("% "), printed.err) == (True, "")
    assert run(["import", *files, "--out", "again.pl"]) == 0
    assert read("again.pl") == facts
    assert run(["import", *files, "--out", "again.pl"]) == 43
    assert run(["import", "none.pddl"]) == 20
    assert run(["import", "again.pl", "--out", "new.pl"]) == 21
    assert not (tmp_path / "new.pl").exists()
    assert run(["import"]) == 2
    capsys.readouterr()
    assert mangled("b", "c") in (tmp_path / files[1]).read_text()
