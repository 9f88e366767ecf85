"""The first page of a gallery leads to the pages of its puzzles; a page in a notebook's frame works, too."""

import shutil

import pytest

from pybridge import generate, solve
from pybridge.cli import run
from pybridge.facts import find
from pybridge.notebook import _solution

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_its_boards_lead_to_their_pages(opened, tmp_path):
    facts = tmp_path / "facts"
    facts.mkdir()
    for name in ("eight", "cube", "blocks3", "rush_easy", "farmer"):
        shutil.copy(find(name), facts)
    assert run(["gallery", str(facts), "--out", str(tmp_path / "out")]) == 0
    shown = opened(tmp_path / "out" / "index.html")
    shown.reads("h1", "Puzzles")
    assert shown.page.locator(".puzzles svg.board").count() == 4
    shown.reads(".puzzles pre.board", "farmer wolf goat cabbage |~~~~|")
    assert shown.is_quiet()
    shown.page.get_by_role("link", name="8-puzzle, 3 x 3").click()
    shown.reads("#player .where", "Start")
    assert shown.said == []


def test_a_frame_of_a_notebook_has_a_page(opened, tmp_path):
    path = tmp_path / "notebook.html"
    path.write_text(_solution(solve(generate("2x3", seed=3))), encoding="utf-8")
    shown = opened(path)
    frame = shown.page.frame_locator("iframe")
    frame.get_by_role("button", name="To the end", exact=True).click()
    frame.locator(".where", has_text="This is the goal.").wait_for()
    assert [address for address in shown.asked if address.startswith("http")] == []
    assert shown.said == []
