"""Whatever facts say, a page shows it as text: markup in titles and names, and glyphs of any script."""

import pytest

from pybridge.puzzles.rows import Transitions
from tests import test_toy_domain as line

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TITLE = "</script><script>document.title = 1</script><img src=x onerror=alert(1)>"
FACTS = """puzzle(foreign, sliding_tiles, "{title}").
source("<b onmouseover=alert(1)>").
start(one, [1, 0, 3, 2]).
goal([1, 2, 3, 0]).
cell(0, 0, 0). cell(1, 0, 1). cell(2, 1, 0). cell(3, 1, 1).
neighbor(0, [1, 2]). neighbor(1, [0, 3]). neighbor(2, [0, 3]). neighbor(3, [1, 2]).
distance(1, [0, 1, 1, 2]). distance(2, [1, 0, 2, 1]). distance(3, [1, 2, 0, 1]).
glyph(1, "<b>"). glyph(2, "漢字"). glyph(3, "ابجد").
"""


@pytest.fixture(scope="module")
def shown(opened, written, tmp_path_factory):
    file = tmp_path_factory.mktemp("facts") / "foreign.pl"
    file.write_text(FACTS.replace("{title}", TITLE), encoding="utf-8")
    return opened(written("ids_low", str(file), "--no-check"))


@pytest.mark.everywhere
def test_markup_is_shown_and_not_run(shown):
    shown.reads("h1", "<script>document.title = 1</script>")
    assert shown.page.title().startswith("</script><script>")
    assert shown.page.locator("img, b[onmouseover]").count() == 0
    assert shown.is_quiet()


@pytest.mark.everywhere
def test_glyphs_of_any_script_are_drawn(shown):
    texts = shown.page.locator(".stage > .board .piece text").all_text_contents()
    assert sorted(texts) == sorted(["<b>", "漢字", "ابجد"])
    shown.button("To the end").click()
    shown.reads(".where", "漢字. This is the goal.")


def test_a_domain_that_scripts_do_not_know_shows_its_drawings(opened, written, handed_in):
    handed_in("blocks_world", render=None)
    shown = opened(written("ids", "blocks3", "--no-check"))
    shown.reads("#play", "This puzzle cannot be played here")
    before = shown.text("pre.board")
    shown.page.locator("body").press("ArrowRight")
    shown.reads(".where", "Move 1 of 5: ")
    assert shown.text("pre.board") != before
    assert shown.page.locator(".node pre.board").count() == 1
    assert shown.is_quiet()


def test_a_domain_that_is_handed_in_has_its_moves_its_search_and_its_tree(opened, written, handed_in, tmp_path):
    handed_in("line", facts=line.ROW, puzzles=Transitions(line.Walk, line.step, lambda facts: True, line.Joined))
    (tmp_path / "up.pl").write_text(line.TEXT, encoding="utf-8")
    shown = opened(written("ids", str(tmp_path / "up.pl"), "--engine", "python"))
    assert shown.page.locator("#player .moves li").all_inner_texts() == [f"it to {number}" for number in range(1, 5)]
    shown.button("To the end").click()
    shown.reads(".where", "Move 4 of 4: it to 4. This is the goal.")
    assert shown.text("#player pre.board") == "4"
    shown.reads("#play", "This puzzle cannot be played here")
    shown.page.get_by_label("Show limit").select_option(label="3")
    shown.reads(".iteration", "4 nodes visited, 3 expanded, 3 generated; no goal found")
    shown.page.locator(".tree .line", has_text="it to 2").click()
    shown.reads(".node", "moves made so far")
    shown.button("Show on the board").click()
    shown.reads(".where", "Move 2 of 2: it to 2")
    assert shown.text("#player pre.board") == "2"
    assert shown.is_quiet()
