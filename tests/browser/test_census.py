"""Agreement, census and measurements on a page, and what assistive technology makes of all pages."""

import re
from dataclasses import replace

import pytest

from pybridge.boards.generate import from_drawing
from pybridge.engines import solve_in_turn
from pybridge.engines.census import census_of
from pybridge.facts import read_text, write
from pybridge.puzzles.rows import Transitions
from pybridge.render.page import census_page, comparison_page, document
from pybridge.search.task import Task
from tests import test_one_way_domain as ladder

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def pages(written):
    return {
        "census": written("census", "box_eight"),
        "agreement": written("compare", "seven", "blocks3"),
        "bench": written("bench", "eight"),
        "solution": written("solve", "pocket"),
        "rules": written("solve", "rush_easy"),
        "pictures": written("ids", "farmer"),
    }


def test_a_state_of_the_census_gets_a_shortest_way(opened, pages):
    shown = opened(pages["census"])
    shown.reads("#census", "90,720 states, mean distance 19.86, largest 30.")
    shown.reads(".starts", "30 moves, farther than >99.99 % of all states")
    shown.reads(".away", "True distance: 30 moves.")
    shown.page.locator(".gallery button").nth(3).click()
    shown.reads(".what", "Farthest state 4, with a shortest way of 30 moves")
    shown.button("To the end").click()
    shown.reads(".where", "This is the goal.")
    shown.page.get_by_label("Scale").select_option(label="logarithmic")
    assert shown.page.locator("#census .bar").count() == 31
    assert shown.is_quiet()


def test_a_state_of_the_census_has_an_address_and_is_solved_as_itself(opened, pages):
    shown = opened(pages["census"], bypass_csp=True)
    state = shown.page.locator(".gallery button").nth(3).get_attribute("aria-label").split(": ")[1]
    shown.page.locator(".gallery button").nth(3).click()
    shown.reads(".what", "Farthest state 4, with a shortest way of 30 moves")
    right = shown.page.locator(".moves button").first.inner_text()
    wrong = next(each for each in shown.page.locator(".possible button").all() if each.inner_text() != right)
    wrong.click()
    shown.button("Undo").click()
    shown.button("Solve from here").click()
    shown.button("To the end").click()
    board = shown.page.locator("#player svg.board").first
    shown.button("To the start").click()
    assert board.get_attribute("aria-label") == state
    shown.page.evaluate("navigator.clipboard.writeText = async text => { document.title = text; }")
    shown.button("Copy link").click()
    shown.reads(".copying", "Copied.")
    again = opened(pages["census"])
    again.page.goto(shown.page.title())
    again.page.reload()
    assert again.page.locator("#player svg.board").first.get_attribute("aria-label") == state


def test_a_start_that_is_apart_has_no_shortest_way(opened, written, tmp_path):
    square = replace(from_drawing("1 2\n3 .", name="square"), starts=(("apart", (2, 1, 3, 0)), ("near", (1, 2, 0, 3))))
    file = tmp_path / "square.pl"
    file.write_text(write(square), encoding="utf-8")
    shown = opened(written("census", str(file)))
    shown.button("Show start near on the board").click()
    shown.reads(".what", "Start near, with a shortest way of 1 move")
    shown.button("Show start apart on the board").click()
    shown.reads(".away", "No goal can be reached from here.")
    assert shown.text(".what") == "Start apart"
    assert shown.is_quiet()


def test_agreement_is_shown_by_start(opened, pages):
    shown = opened(pages["agreement"])
    shown.reads("#agreement", "All checks agree.")
    shown.reads("#agreement td", "prolog")
    shown.page.get_by_label("Show").first.select_option(label="blocks3, start page")
    shown.reads("h2", "Agreement")
    shown.reads(".what", "solved in 5 moves")
    assert shown.is_quiet()


def test_what_was_not_compared_has_no_tick(opened, tmp_path):
    facts = from_drawing("a b c d\n# e f .", name="rooms")
    task = Task(facts=facts, start_name="hole", start=(2, 1, 3, 4, 5, 6, 0), program="breadth_first")
    comparison = solve_in_turn([(task, "python"), (replace(task, program="ids"), "python")])
    (tmp_path / "page.html").write_text(document(comparison_page([task], [comparison]).data()), encoding="utf-8")
    shown = opened(tmp_path / "page.html")
    shown.reads("#agreement", "Nothing was compared.")
    assert "✓" not in shown.text("#agreement")
    assert shown.is_quiet()


def test_a_census_that_counts_forward_says_so(opened, tmp_path, handed_in):
    handed_in("ladder", facts=ladder.ROW, puzzles=Transitions(ladder.Climb, ladder.step, lambda facts: False))
    facts = read_text(ladder.TEXT)
    (tmp_path / "page.html").write_text(document(census_page(facts, census_of(facts)).data()), encoding="utf-8")
    shown = opened(tmp_path / "page.html")
    shown.reads("#census", "Distances are from the start foot, not to a goal: nothing says that moves can be undone.")
    shown.reads("#census", "1 goal; the nearest is 2 moves from foot.")
    shown.reads(".starts", "7 moves from foot")
    shown.reads("#census h3", "1 farthest state, 7 moves from foot")
    assert shown.is_quiet()


@pytest.mark.everywhere
def test_the_searches_of_a_comparison_are_shown_one_by_one(opened, pages):
    shown = opened(pages["agreement"])
    shown.reads("#search h2", "The searches")
    charts = shown.page.locator("#search .charts .chart")
    assert charts.count() == 2
    labels = [chart.get_attribute("aria-label") for chart in charts.all()]
    assert labels == [
        f"ids_low by {name}: nodes generated by threshold, on a log scale" for name in ("prolog", "python")
    ]
    shown.page.get_by_label("Show search").select_option(label="ids_low by python")
    shown.reads("#search p", "ids_low by python: solved in 36 moves; no solution is shorter.")
    charts.nth(0).locator(".bar").nth(4).click()
    shown.reads("#search p", "ids_low by prolog: solved in 36 moves")
    shown.reads("#search h3", "Threshold 20")
    shown.reads(".iteration", "75 nodes visited, 51 expanded, 74 generated; no goal found")
    assert shown.page.locator("#search .charts .chosen").count() == 1
    shown.page.get_by_text("Growth of all searches as a table").click()
    growth = shown.page.get_by_role("region", name="Nodes generated").locator("tr")
    assert "20\t74\t74" in growth.all_inner_texts()
    shown.button("Show its solution on the board").click()
    shown.reads(".what", "Solution 1, 36 moves")
    assert shown.is_quiet()
    charts.nth(1).locator(".bar").nth(4).click()
    shown.page.wait_for_url(re.compile("search=1&iteration=20$"))
    shown.page.reload()
    shown.reads("#search p", "ids_low by python: solved in 36 moves")
    shown.reads("#search h3", "Threshold 20")
    shown.page.locator("body").press("Home")
    shown.page.locator("body").press("ArrowRight")
    shown.page.wait_for_url(re.compile("at=1&search=1&iteration=20$"))
    shown.page.get_by_label("Show search").select_option(label="ids_low by prolog")
    shown.page.wait_for_url(re.compile("search=0&iteration=20$"))
    shown.page.goto(f"{shown.address}#search=1&iteration=22")
    shown.reads("#search p", "ids_low by python: solved in 36 moves")
    shown.reads("#search h3", "Threshold 22")


def test_a_measurement_lists_its_boards(opened, pages):
    shown = opened(pages["bench"])
    shown.reads("#bench", "pybridge bench puzzle eight")
    shown.reads("#bench figcaption", "pdb:8 by ida_star")
    shown.page.get_by_label("Chart of").select_option(label="moves")
    shown.page.get_by_text("The chart as a table").click()
    moves = shown.page.get_by_role("region", name="Moves by board").locator("tr")
    assert "farthest_2\t31\t31\t31" in moves.all_inner_texts()
    shown.page.locator("#bench select").nth(1).select_option(label="length (means)")
    for chart in shown.page.locator("#bench .chart").all():
        assert "moves, from 12 (12) to 31 (31)" in (chart.get_attribute("aria-label") or "")
    assert "null" not in shown.text("#bench")
    shown.page.locator("#bench summary", has_text="every board").first.click()
    shown.reads("#bench td", "farthest_2")
    assert shown.is_quiet()


@pytest.mark.needs("color_scheme")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["census", "agreement", "bench", "solution", "rules", "pictures"])
def test_names_roles_and_contrast(name, scheme, opened, pages):
    from axe_playwright_python.sync_playwright import Axe

    page = opened(pages[name], bypass_csp=True, color_scheme=scheme).page
    for summary in page.locator("summary:visible").all():
        summary.click()
    found = Axe().run(page).response
    assert [each["id"] for each in found["violations"]] == []
    assert {"color-contrast", "button-name", "aria-required-attr"} <= {each["id"] for each in found["passes"]}
