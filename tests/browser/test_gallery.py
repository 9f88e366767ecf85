"""The first page of a gallery leads to the pages of its puzzles, and back; a page in a notebook's frame works, too."""

import shutil

import pytest

from pybridge import generate, solve
from pybridge.cli import run
from pybridge.facts import find
from pybridge.notebook import _solution

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def gallery(tmp_path_factory):
    """The pages of some puzzles."""
    facts, out = tmp_path_factory.mktemp("facts"), tmp_path_factory.mktemp("out")
    for name in ("eight", "hard15", "honeycomb", "blocks3", "cube", "farmer", "rush_easy", "sokoban"):
        shutil.copy(find(name), facts)
    assert run(["gallery", str(facts), "--out", str(out)]) == 0
    return out


def titles(shown) -> list[str]:
    """The puzzles that can be seen."""
    return shown.page.locator(".puzzles strong:visible").all_inner_texts()


def test_its_boards_lead_to_their_pages(opened, gallery):
    shown = opened(gallery / "index.html")
    shown.reads("h1", "Puzzles")
    assert shown.page.locator(".puzzles svg.board").count() == 6
    shown.reads(".puzzles pre.board", "farmer wolf goat cabbage |~~~~|")
    assert shown.is_quiet()
    shown.page.get_by_role("link", name="8-puzzle, 3 x 3").click()
    shown.reads("#player .where", "Start")
    assert shown.said == []


def test_a_page_lists_each_start_once_and_has_the_census(opened, gallery):
    shown = opened(gallery / "eight.html")
    listed = shown.page.get_by_label("Show").first.locator("option").all_inner_texts()
    assert listed == [f"eight, start {name}" for name in ("easy", "middling", "farthest_1", "farthest_2")]
    shown.reads("#census", "181,440 states, mean distance 21.97, largest 31.")


def test_pages_lead_back_and_on(opened, gallery, written):
    shown = opened(gallery / "eight.html")
    links = shown.page.get_by_role("navigation").get_by_role("link")
    assert links.all_inner_texts() == ["All puzzles", "Previous: Seven hexagons", "Next: hard boards of the 15-puzzle"]
    links.nth(1).click()
    shown.reads("h1", "Seven hexagons")
    assert links.all_inner_texts() == ["All puzzles", "Next: 8-puzzle, 3 x 3"]
    links.first.click()
    shown.reads("h1", "Puzzles")
    assert links.count() == 0
    assert opened(written("puzzles", "eight")).page.get_by_role("navigation").count() == 0


def test_puzzles_are_listed_by_kind_the_easiest_first(opened, gallery):
    shown = opened(gallery / "index.html")
    kinds = shown.page.locator("summary")
    assert kinds.all_inner_texts() == [
        "Sliding tiles 3 puzzles",
        "Blocks world 1 puzzle",
        "Permutation puzzles 1 puzzle",
        "Puzzles as rules 3 puzzles",
    ]
    assert titles(shown)[:3] == ["Seven hexagons", "8-puzzle, 3 x 3", "hard boards of the 15-puzzle"]
    kinds.first.press("Enter")
    assert len(titles(shown)) == 5


@pytest.mark.everywhere
def test_puzzles_are_found_by_words_and_difficulty(opened, gallery):
    shown = opened(gallery / "index.html")
    search, difficulty = shown.page.get_by_label("Search"), shown.page.get_by_label("Difficulty")
    for _ in range(3):  # the link to the content, and that to the page on iterative deepening, come first
        shown.page.keyboard.press("Tab")
    shown.page.keyboard.type("PUZZLE oeis")
    shown.reads("[role=status]", "1 of 8 puzzles")
    assert titles(shown) == ["8-puzzle, 3 x 3"]
    assert shown.page.locator("summary:visible").all_inner_texts() == ["Sliding tiles 1 puzzle"]
    search.fill("")
    found = {}
    for name in ("easy", "medium", "hard"):
        difficulty.press("ArrowDown")
        found[name] = titles(shown)
    assert found["medium"] == ["8-puzzle, 3 x 3", "Rubik's cube", "Sokoban: Microban 1"]
    assert found["hard"] == ["hard boards of the 15-puzzle"]
    assert len(found["easy"]) == 4
    search.fill("no such words")
    shown.reads("[role=status]", "0 of 8 puzzles")
    assert titles(shown) == []
    assert shown.is_quiet()


@pytest.mark.needs("go_back")
def test_who_comes_back_sees_what_was_searched_for(opened, gallery):
    shown = opened(gallery / "index.html")
    shown.page.get_by_label("Search").fill("puzzle")
    shown.page.get_by_label("Difficulty").select_option(label="medium: 16 to 40 moves")
    shown.page.locator(".puzzles a:visible").click()
    shown.reads("h1", "8-puzzle, 3 x 3")
    shown.page.go_back()
    shown.reads("[role=status]", "1 of 8 puzzles")
    assert titles(shown) == ["8-puzzle, 3 x 3"]


@pytest.mark.everywhere
@pytest.mark.parametrize("width", [390, 1200])
def test_boards_of_text_are_whole(width, opened, gallery):
    page = opened(gallery / "index.html").page
    page.set_viewport_size({"width": width, "height": 900})
    boards = page.locator(".puzzles pre.board")
    assert boards.count() == 2
    for each in boards.all():
        for box in (each, each.locator("xpath=..")):
            assert box.evaluate("each => each.scrollHeight <= each.clientHeight")


@pytest.mark.everywhere
def test_a_phone_shows_small_boards_and_large_targets(opened, gallery):
    page = opened(gallery / "index.html").page
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for each in page.locator("main :is(input, select, summary, a)").all():
        assert each.bounding_box()["height"] >= 44
    for each in page.locator(".puzzles a").all():
        board, title = each.locator(".shown").bounding_box(), each.locator("strong").bounding_box()
        assert board["x"] + board["width"] <= title["x"]
        assert each.bounding_box()["height"] < 120
    page.goto((gallery / "eight.html").as_uri())
    for each in page.get_by_role("navigation").get_by_role("link").all():
        assert each.bounding_box()["height"] >= 44


@pytest.mark.needs("color_scheme")
@pytest.mark.parametrize("width", [390, 1200])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["index", "eight"])
def test_names_roles_and_contrast(name, scheme, width, opened, gallery):
    from axe_playwright_python.sync_playwright import Axe

    page = opened(gallery / f"{name}.html", bypass_csp=True, color_scheme=scheme).page
    page.set_viewport_size({"width": width, "height": 900})
    found = Axe().run(page).response
    assert [each["id"] for each in found["violations"]] == []
    assert {"color-contrast", "heading-order", "link-name", "select-name"} <= {each["id"] for each in found["passes"]}


@pytest.mark.everywhere
def test_a_frame_of_a_notebook_has_a_page(opened, tmp_path):
    path = tmp_path / "notebook.html"
    path.write_text(_solution(solve(generate("2x3", seed=3))), encoding="utf-8")
    shown = opened(path)
    frame = shown.page.frame_locator("iframe")
    frame.get_by_role("button", name="To the end", exact=True).click()
    frame.locator(".where", has_text="This is the goal.").wait_for()
    frame.get_by_role("button", name="To the start", exact=True).click()
    frame.get_by_label("Moves", exact=True).last.fill(frame.locator(".moves button").first.inner_text())
    frame.get_by_role("button", name="Make them", exact=True).click()
    frame.locator(".where", has_text="Move 1 of").wait_for()
    assert not frame.get_by_role("button", name="Copy link", exact=True).is_visible()
    assert [address for address in shown.asked if address.startswith("http")] == []
    assert shown.said == []
