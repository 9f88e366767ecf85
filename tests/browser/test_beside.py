"""Searches that know states again on a page, and two searches side by side on one slider."""

import re

import pytest

from pybridge.puzzles.rows import Transitions
from pybridge.render.page import trees
from tests import test_one_way_domain as ladder
from tests import test_toy_domain as line

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FRAME = 50
"""The milliseconds that a frame may take; about 3 on a machine that does nothing else."""


@pytest.fixture(scope="module", autouse=True)
def patience():
    """A busy machine takes its time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trees, "SECONDS", 60.0)
        yield


@pytest.fixture(scope="module")
def two(opened, written):
    return opened(written("compare", "eight", "--engine", "python", "--program", "breadth_first,ida_star"))


@pytest.fixture(scope="module")
def far(opened, written):
    programs = "breadth_first,ida_star,a_star"
    return opened(written("compare", "eight", "--start", "farthest_1", "--engine", "python", "--program", programs))


@pytest.fixture(scope="module")
def alone(opened, written):
    return opened(written("solve", "eight", "--engine", "python", "--program", "breadth_first"))


def to(shown, step: int | str) -> None:
    shown.page.get_by_label("Step", exact=True).fill(str(step))


def to_the_end(shown) -> None:
    to(shown, shown.page.get_by_label("Step", exact=True).get_attribute("max"))


def after(shown) -> int:
    """How many nodes of each search the slider is after."""
    return int(re.search(r"After ([\d,]+) node", shown.text("#beside .what"))[1].replace(",", ""))


def figures(shown, side: int) -> dict[str, str]:
    """What a side counts, by name."""
    lists = shown.page.locator("#beside dl").nth(side)
    names, values = lists.locator("dt").all_inner_texts(), lists.locator("dd").all_inner_texts()
    return dict(zip(names, (" ".join(value.split()) for value in values), strict=True))


def board(shown, side: int) -> str:
    return shown.page.locator(".beside > div").nth(side).locator(".board").get_attribute("aria-label")


def test_two_searches_are_on_one_slider(two):
    to(two, 0)
    assert board(two, 0) == board(two, 1)
    to(two, 11)
    assert after(two) == 12
    assert figures(two, 0)["nodes"] == "12 visited"
    assert figures(two, 1)["nodes"] == "12 visited"
    assert board(two, 0) != board(two, 1)
    two.button("Next step").click()
    assert figures(two, 0)["nodes"] == figures(two, 1)["nodes"] == "13 visited"
    assert two.is_quiet()


def test_breadth_first_keeps_every_state_and_ida_star_a_path(two):
    to_the_end(two)
    known, path = figures(two, 0), figures(two, 1)
    assert (known["nodes"], path["nodes"]) == ("3,071 visited; the search is over", "24 visited; the search is over")
    assert known["memory"] == "1,850 states all that were reached"
    assert known["repeats"] == "1,221 of 3,071 nodes led to a state again"
    assert path["memory"] == "13 states those on the path"
    assert path["f"] == "12 + 0 = 12 ≤ 12, the threshold"
    assert (known["g"], known["earlier"]) == (
        "12 moves made so far",
        "0 visited in earlier iterations; none starts over",
    )
    assert two.page.locator(".beside .why").all_inner_texts() == ["goal", "goal"]
    assert board(two, 0) == board(two, 1)


def test_a_side_says_why_a_node_is_cut(two):
    to(two, 0)
    seen = set()
    for _ in range(20):
        two.button("Next step").click()
        seen |= set(two.page.locator(".beside .why p:first-child").all_inner_texts())
    assert "cut: another path, at least as short, led the search to this state." in seen
    assert "cut: f = 14 > 12, the threshold. No solution of 12 moves or fewer continues from here." in seen
    assert any(each.startswith("kept: the first path to this state") for each in seen)


@pytest.mark.everywhere
def test_a_press_on_a_drawing_goes_there(two):
    to(two, 0)
    drawing = two.page.locator(".beside .icicle").nth(1)
    drawing.scroll_into_view_if_needed()
    box = drawing.bounding_box()
    drawing.click(position={"x": box["width"] - 2, "y": box["height"] - 2})
    assert after(two) == 24
    assert "goal" in two.page.locator(".beside .why").nth(1).inner_text()


@pytest.mark.everywhere
def test_both_play_to_their_ends(two):
    to(two, 0)
    two.page.get_by_label("Steps a second").select_option(label="1,000")
    two.button("Play both searches").click()
    two.reads("#beside dl", "3,071 visited; the search is over")
    two.button("Play both searches").wait_for()
    assert after(two) == 3071
    assert two.is_quiet()


def test_iterations_start_over_and_are_counted(far):
    side = far.page.locator("#beside dl").nth(1)
    to_the_end(far)
    texts = figures(far, 1)
    assert texts["earlier"].endswith("visited in earlier iterations; each starts over")
    visited, earlier = (int(texts[name].split()[0].replace(",", "")) for name in ("nodes", "earlier"))
    assert visited > earlier > 10_000
    assert "the search is over" in side.inner_text()


def test_what_is_not_on_the_page_is_counted_by_layers(far):
    to_the_end(far)
    assert after(far) == 483_837
    texts = figures(far, 0)
    assert texts["nodes"] == "483,837 visited; the search is over"
    assert texts["memory"] == "over 181,438 states all that were reached"
    far.reads(".beside .why", "This is the last node before those that are not on this page.")


def test_two_of_several_are_chosen(far):
    assert far.page.locator(".beside h3").all_inner_texts() == ["breadth_first by python", "ida_star by python"]
    far.page.get_by_label("beside").select_option(label="a_star by python")
    assert far.page.locator(".beside h3").all_inner_texts() == ["breadth_first by python", "a_star by python"]
    to_the_end(far)
    assert figures(far, 1)["f"] == "31 + 0 = 31 g + h"
    assert far.page.locator(".beside .why").nth(1).inner_text() == "goal"
    far.page.get_by_label("beside").select_option(label="ida_star by python")
    assert far.is_quiet()


@pytest.mark.everywhere
def test_one_stands_under_the_other_on_a_phone(two):
    sides = two.page.locator(".beside > div")
    wide = [sides.nth(number).bounding_box() for number in (0, 1)]
    assert wide[0]["y"] == wide[1]["y"]
    two.page.set_viewport_size({"width": 375, "height": 812})
    narrow = [sides.nth(number).bounding_box() for number in (0, 1)]
    assert (narrow[0]["x"], narrow[0]["y"] + narrow[0]["height"] <= narrow[1]["y"]) == (narrow[1]["x"], True)
    assert two.page.evaluate("() => document.documentElement.scrollWidth") <= 375
    sides.nth(1).scroll_into_view_if_needed()
    two.page.set_viewport_size({"width": 1200, "height": 900})


def test_a_page_with_equal_trees_has_nothing_side_by_side(opened, written):
    shown = opened(written("compare", "eight", "--engine", "python,prolog", "--program", "ids_low"))
    shown.reads("#search h2", "The searches")
    assert shown.page.locator("#beside").count() == 0


def test_a_slider_goes_through_layers(alone):
    slider = alone.page.get_by_label("Show layer")
    slider.fill("3")
    alone.reads("#search h3", "Layer 3: 8 expanded, 24 generated")
    alone.reads(".node .path", "3 moves: ")
    assert slider.get_attribute("aria-valuetext") == "3"
    alone.button("Node before").click()
    alone.reads("#search h3", "Layer 2: ")
    assert slider.input_value() == "2"
    alone.button("Last node").click()
    alone.reads("#search h3", "Layer 12: 0 expanded, 0 generated")
    alone.reads(".node", "goal")
    slider.press("Home")
    alone.reads("#search h3", "Layer 0: 1 expanded, 2 generated")
    alone.page.wait_for_url("**#iteration=0")
    assert alone.is_quiet()


def test_a_node_says_what_is_in_memory(alone):
    alone.page.get_by_label("Show layer").fill("2")
    alone.reads(".node", "In memory: ")
    alone.reads(".node", "all that were reached; 0 of 4 nodes so far led to a state again")
    for _ in range(2):
        alone.button("Next node").click()
    alone.reads(".node", "In memory: 5 states, all that were reached; 1 of 6 nodes so far led to a state again")
    alone.reads(".node", "cut: another path, at least as short, led the search to this state.")


def usual(shown, selector: str, label: str) -> float:
    """The milliseconds of most moves of a slider, each drawn before the next one; other programs may delay a few."""
    return (
        shown.page.locator(selector)
        .get_by_label(label, exact=True)
        .evaluate("""async each => {
        const frame = () => new Promise(requestAnimationFrame), took = [];
        for (let number = 1; number < 40; number += 1) {
            await frame();
            const begun = performance.now();
            each.value = String(Math.floor(number * 7919 * each.max / 40) % each.max);
            each.dispatchEvent(new Event("input"));
            took.push(performance.now() - begun);
        }
        return took.sort((one, other) => one - other)[19];
    }""")
    )


@pytest.mark.everywhere
def test_a_huge_tree_of_layers_is_quick(opened, written):
    command = ("trace", "eight", "--start", "farthest_1", "--program", "breadth_first", "--most", "50000")
    shown = opened(written(*command))

    assert shown.page.get_by_label("Node", exact=True).get_attribute("max") >= "50000"
    assert usual(shown, "#search", "Node") < FRAME
    assert usual(shown, "#search", "Show layer") < FRAME
    shown.button("Last node").click()
    shown.reads(".node", "goal")
    assert shown.is_quiet()


def test_two_huge_searches_are_quick(opened, written, monkeypatch):
    monkeypatch.setattr(trees, "MOST_REACHED", 50_000)
    monkeypatch.setattr(trees, "MOST_NODES", 50_000)
    programs = ("--program", "breadth_first,ida_star")
    shown = opened(written("compare", "eight", "--start", "farthest_1", "--engine", "python", *programs))
    assert int(shown.page.get_by_label("Step", exact=True).get_attribute("max")) > 49_000
    assert usual(shown, "#beside", "Step") < FRAME
    assert shown.is_quiet()


@pytest.fixture
def foreign(handed_in, tmp_path):
    """Fact files of domains that scripts do not know; the moves of the second one cannot be undone."""
    handed_in("line", facts=line.ROW, puzzles=Transitions(line.Walk, line.step, lambda facts: True, line.Joined))
    handed_in("ladder", facts=ladder.ROW, puzzles=Transitions(ladder.Climb, ladder.step, lambda facts: False))
    files = [tmp_path / "line.pl", tmp_path / "ladder.pl"]
    for file, module in zip(files, (line, ladder), strict=True):
        file.write_text(module.TEXT, encoding="utf-8")
    return files


def test_domains_that_scripts_do_not_know(opened, written, foreign):
    for file in foreign:
        shown = opened(written("compare", str(file), "--engine", "python", "--program", "breadth_first,ids"))
        shown.button("Last step").click()
        assert figures(shown, 0)["memory"].endswith("all that were reached")
        assert figures(shown, 1)["memory"].endswith("those on the path")
        boards = shown.page.locator(".beside pre.board").all_inner_texts()
        assert boards[0] == boards[1]
        assert shown.page.locator(".beside .why").all_inner_texts() == ["goal", "goal"]
        assert shown.is_quiet()


@pytest.mark.parametrize(
    ("name", "programs"),
    [
        ("blocks3", "breadth_first,ids"),
        ("pocket", "breadth_first,ids_low"),
        ("farmer", "a_star,ids"),
        ("jugs", "breadth_first,ids"),
    ],
)
def test_every_domain(opened, written, name, programs):
    shown = opened(written("compare", name, "--engine", "python", "--program", programs))
    shown.button("Last step").click()
    assert board(shown, 0) == board(shown, 1)
    assert all("the search is over" in figures(shown, side)["nodes"] for side in (0, 1))
    assert shown.page.locator(".beside .why").all_inner_texts() == ["goal", "goal"]
    assert shown.is_quiet()
