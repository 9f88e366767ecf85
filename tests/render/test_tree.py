"""The picture of a search tree: every node on its line, at any width, on any terminal."""

import re
from pathlib import Path

import pytest

from pybridge.engines import draw_tree
from pybridge.facts import find, read
from pybridge.heuristics.manhattan import Manhattan
from pybridge.heuristics.registry import Spec
from pybridge.render.tree import SearchTree
from pybridge.search.task import Task
from pybridge.search.tree import Extent

ROOT = Path(__file__).parents[2]
SEVEN = read(find("seven"))


def picture(facts, program, threshold=None, extent=None):
    name, start = facts.starts[0]
    task = Task(facts=facts, start_name=name, start=start, program=program, last_threshold=threshold)
    return SearchTree(facts, draw_tree(task, "python", extent or Extent()))


def test_the_document_shows_the_first_iteration(shown):
    block = re.search(r"\$ bin/pybridge trace\n(.*?)```", (ROOT / "docs/classic.md").read_text(), flags=re.DOTALL)
    assert shown(picture(SEVEN, "ids_low"), 80) == block[1].splitlines()


def test_lines_of_the_whole_tree(shown):
    lines = shown(picture(SEVEN, "ids_low", 18), 80)
    nodes = [line for line in lines if re.match(r"\d ", line)]
    assert len(nodes) == 28
    assert nodes[4] == "4  16  20  │ │ │ ╰ 5      7 2 1 5 / 4 3 6 .  cut: 20 > 18"
    assert nodes[13] == "5  15  20  │       ╰ 1    7 3 2 . / 4 6 5 1  cut: 20 > 18"
    assert sum("cut" in line for line in nodes) == 10
    assert lines[-2] == "threshold 18: 28 nodes visited, 18 expanded, 27 generated; no goal found"


def test_a_goal_far_down_is_shown_with_what_is_folded_above_it(shown):
    lines = shown(picture(SEVEN, "ids_low", 36, Extent(most=10)), 80)
    assert lines[-6].split() == ["36", "0", "36", "╰7", *"1234/567.", "goal"]
    assert "1,335 nodes of 1,372 folded; --depth and --most show more" in lines
    assert sum(int(line.split()[-2].replace(",", "")) for line in lines if line.endswith(" folded")) == 1335


@pytest.mark.parametrize("width", [20, 33, 40, 80, 140])
@pytest.mark.parametrize(
    ("name", "program", "threshold"),
    [("seven", "ids_low", 36), ("blocks3", "ids", 3), ("pocket", "ids_low", 4), ("honeycomb", "ids_low", None)],
)
def test_nothing_is_wider_than_the_terminal(shown, name, program, threshold, width):
    lines = shown(picture(read(find(name)), program, threshold), width, "ascii")
    assert all(len(line) <= max(width, 33) for line in lines)
    assert all(line.isascii() for line in lines)


@pytest.mark.parametrize("width", [40, 44, 48, 60])
def test_branches_matter_more_than_states(shown, width):
    lines = shown(picture(SEVEN, "ids_low", 36, Extent(most=10)), width)
    depths = [line.index("╰") for line in lines if re.match(r" ?\d+ .*╰", line)][:10]
    assert depths == list(range(depths[0], depths[0] + 10))


def test_rows_stand_below_each_other(shown):
    fifteen = read(find("fifteen"))
    start = (0, 10, 2, 3, 4, 1, 6, 7, 8, 5, 9, 11, 12, 13, 14, 15)
    task = Task(facts=fifteen, start_name="given", start=start, program="ids_low")
    lines = shown(SearchTree(fifteen, draw_tree(task, "python", Extent(most=8))), 140)
    slashes = {tuple(at for at, sign in enumerate(line) if sign == "/") for line in lines if line.count("/") == 3}
    assert len(slashes) == 1


def test_glyphs_that_cannot_be_written_are_numbers(shown):
    lines = shown(picture(read(find("box_eight")), "ids_low", 24, Extent(most=8)), 100, "ascii")
    assert any("6 4 5 / 2 . 2 / 3 4 1" in line for line in lines)
    assert not any("?" in line for line in lines)


def test_towers_on_one_line(shown):
    lines = shown(picture(read(find("blocks3")), "ids", 1))
    assert "1  ├ red→y  x[green blue]  y[red]  z[]   limit reached" in lines
    assert "limit 1: 3 nodes visited, 1 expanded, 2 generated; no goal found" in lines


def test_several_reasons_are_named(shown):
    facts, heuristic = read(find("pocket")), Spec("points")
    name, start = facts.starts[0]
    task = Task(facts=facts, start_name=name, start=start, program="ida_star", heuristic=heuristic, last_threshold=5)
    lines = shown(SearchTree(facts, draw_tree(task, "python", Extent(most=100))), 80)
    assert any(line.endswith("not U U2 U': inverse move, not R R2 R': move sequence") for line in lines)


class Guess(Manhattan):
    """Twice Manhattan distance, which is no lower bound."""

    admissible = consistent = False

    def estimate(self, state):
        return 2 * super().estimate(state)

    def after(self, h, move, state):
        return self.estimate(state)


@pytest.mark.parametrize(
    ("heuristic", "told"), [(Manhattan, "h: lower bound on the moves left"), (Guess, "h: what the heuristic expects")]
)
def test_what_h_is(shown, heuristic, told):
    facts = read(find("eight"))
    name, start = facts.starts[0]
    task = Task(facts=facts, start_name=name, start=start, program="ida_star", heuristic=heuristic(facts))
    tree = draw_tree(task, "python", Extent())
    assert any(told in line for line in shown(SearchTree(facts, tree)))
