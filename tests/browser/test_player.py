"""The player: steps by button, key and slider, plays to the end, respects a wish for less motion, and loads nothing."""

import re

import pytest

from pybridge.cli import run

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.everywhere]


@pytest.fixture(scope="module")
def path(written):
    return written("ids_low", "seven", "--no-check")


@pytest.fixture(scope="module")
def shown(opened, path):
    return opened(path)


def tiles(shown) -> str:
    return shown.page.locator("#player svg.board").first.get_attribute("aria-label")


def test_it_is_small_and_loads_nothing(path, shown):
    assert path.stat().st_size < 320_000
    text = path.read_text(encoding="utf-8")
    assert "default-src 'none'" in text
    assert not re.search(r"(src|href)=\"?https?:", text)
    shown.reads(".where", "Start")
    assert shown.is_quiet()


def test_buttons_go_along_the_solution(shown):
    shown.button("To the start").or_(shown.button("One move on")).last.click()
    shown.reads(".where", "Move 1 of 36: 7")
    assert tiles(shown) == "7 . 2 1 / 4 3 6 5"
    shown.button("To the end").click()
    shown.reads(".where", "Move 36 of 36: 7. This is the goal.")
    assert tiles(shown) == "1 2 3 4 / 5 6 7 ."
    assert shown.page.locator(".moves [aria-current=step]").inner_text() == "7"
    shown.button("To the start").click()
    shown.reads(".where", "Start")


def test_keys_alone_are_enough(shown):
    shown.page.locator("body").press("ArrowRight")
    shown.reads(".where", "Move 1 of 36")
    for _ in range(30):
        shown.page.keyboard.press("Tab")
        if shown.page.locator("#player input[type=range]:focus").count():
            break
    shown.page.keyboard.press("End")
    shown.reads(".where", "Move 36 of 36")
    shown.page.keyboard.press("Home")
    shown.reads(".where", "Start")
    shown.page.locator("#player svg.board").first.focus()
    shown.page.keyboard.press("ArrowUp")
    assert tiles(shown) == "4 7 2 1 / . 3 6 5"
    shown.page.keyboard.press("ArrowUp")
    assert tiles(shown) == "4 7 2 1 / . 3 6 5"
    shown.page.keyboard.press("Backspace")
    assert tiles(shown) == ". 7 2 1 / 4 3 6 5"
    shown.button("Back to the solution").click()


def test_a_click_on_a_move_goes_there(shown):
    shown.page.locator(".moves button").nth(9).click()
    shown.reads(".where", "Move 10 of 36")
    assert shown.page.locator(".stage > .board .piece.moved").count() == 1


def test_it_plays_to_the_end(shown):
    shown.page.get_by_label("Speed").select_option(label="very fast")
    shown.button("To the start").click()
    shown.button("Play").click()
    shown.button("Pause").wait_for()
    shown.reads(".where", "Move 36 of 36")
    shown.button("Play").wait_for()


def test_all_boards_open(shown):
    shown.page.locator("body").press("Home")
    shown.page.get_by_text("All boards", exact=True).press("Space")
    boards = shown.page.locator(".strip svg.board")
    boards.nth(36).wait_for()
    assert boards.count() == 37
    assert shown.text(".where") == "Start"
    assert shown.is_quiet()


@pytest.mark.needs("reduced_motion")
def test_motion_is_left_out_where_it_is_not_wanted(opened, path):
    for wish, moves in (("reduce", False), ("no-preference", True)):
        page = opened(path, reduced_motion=wish, bypass_csp=True).page
        lasts = page.locator(".piece").first.evaluate("each => parseFloat(getComputedStyle(each).transitionDuration)")
        assert (lasts > 0) is moves


@pytest.mark.needs("media")
def test_it_can_be_printed(opened, path):
    shown = opened(path)
    shown.page.emulate_media(media="print")
    for name in ("Play", "Show on the board"):
        assert not shown.button(name).is_visible()
    legend = shown.page.locator(".legend span").first
    assert legend.evaluate("each => getComputedStyle(each).printColorAdjust") == "exact"
    assert shown.page.locator("#player svg.board").first.is_visible()


def test_a_tile_that_goes_around_the_edge_does_not_glide_across(opened, written):
    shown = opened(written("puzzles", "torus"))
    seen = set()
    for number in range(12):
        before, buttons = dict(places(shown)), shown.page.locator(".possible button")
        buttons.nth(number % buttons.count()).click()
        ((here, there),) = [(before[name], now) for name, now in places(shown) if before[name] != now]
        goes_around = max(abs(one - other) for one, other in zip(here, there, strict=True)) > 1.5
        assert shown.page.locator(".stage > .board .piece.far").count() == goes_around
        seen.add(goes_around)
    assert seen == {False, True}


def places(shown) -> list[tuple[str, tuple[float, float]]]:
    """Where each tile of the board is."""
    found = []
    for piece in shown.page.locator(".stage > .board .piece.tile").all():
        x, y = re.findall(r"-?[\d.]+", piece.get_attribute("style") or "")
        found.append((piece.text_content(), (float(x), float(y))))
    return found


def test_charts_are_drawn_again_on_a_narrow_screen_that_the_slider_fills(opened, path):
    shown = opened(path)
    chart = shown.page.locator("#search .chart").first
    assert chart.get_attribute("viewBox") == "0 0 900 210"
    shown.page.set_viewport_size({"width": 400, "height": 800})
    shown.page.locator("#search .chart[viewBox='0 0 360 210']").first.wait_for()
    assert shown.page.locator("#player input[type=range]").bounding_box()["width"] > 350
    assert shown.is_quiet()


def test_a_solution_with_an_impossible_move_is_shown_up_to_there(opened, tmp_path):
    """The rest of the page is there, too."""
    mine, path = tmp_path / "mine.pl", tmp_path / "page.html"
    mine.write_text("ids :- writeln(1), writeln(2), print([fill(5), pour(5,3), pour(5,3), empty(3)]), nl.\n")
    assert run(["ids", "jugs", "--program", str(mine), "--html", str(path)]) == 60
    page = opened(path)
    assert page.text(".what").endswith(
        "that are not accepted: a check failed; shown up to move 3, which is not possible"
    )
    page.button("To the end").click()
    page.reads(".where", "Move 2 of 2: pour(5,3)")
    page.reads("#search", "mine.pl by prolog: 3 moves that are not accepted.")
    page.reads("#search", "The nodes of this program were not counted.")
    assert page.is_quiet()


def test_another_start_ends_what_is_playing(opened, written):
    page = opened(written("puzzles", "eight"))
    page.button("Scramble").click()
    page.button("Solve from here").click()
    page.button("Play").click()
    page.reads(".where", "Move 2 of")
    page.page.get_by_label("Show").first.select_option(label="eight, start farthest_1")
    page.page.wait_for_timeout(2500)
    assert "part=2" in page.page.evaluate("location.hash")


@pytest.mark.needs("cdp")
def test_starts_that_were_shown_are_forgotten(opened, written):
    page = opened(written("puzzles", "eight"))
    page.page.evaluate("""() => {
        window.gone = new WeakRef(document.querySelector("#player"));
    }""")
    page.page.get_by_label("Show").first.select_option(label="eight, start farthest_1")
    page.reads(".what", "farthest_1")
    page.page.wait_for_timeout(1000)
    session = page.page.context.new_cdp_session(page.page)
    session.send("HeapProfiler.collectGarbage")
    assert page.page.evaluate("window.gone.deref() === undefined")
