"""Permutation puzzles in space: what is drawn, turned by buttons, swipes and keys, and the net as the other view."""

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.everywhere]

SOLIDS = ["cube", "pocket", "skewb", "dino", "pyraminx"]
COLORS = """canvas => {
    const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height), found = {};
    for (let at = 0; at < data.length; at += 4) {
        const color = data.slice(at, at + 3).join();
        if (data[at + 3] === 255) found[color] = (found[color] ?? 0) + 1;
    }
    return found;
}"""


def colors(shown) -> dict[str, int]:
    """How many pixels have each color that covers more than a hundredth of the puzzle."""
    found = shown.page.locator("canvas.space").evaluate(COLORS)
    return {color: many for color, many in found.items() if many > sum(found.values()) / 100}


def settle(shown) -> None:
    """Wait until nothing turns any more, and what changed last is drawn."""
    shown.draws()
    shown.page.locator("canvas.space:not([aria-busy])").wait_for()
    shown.draws()


@pytest.fixture(params=SOLIDS)
def solid(request, opened, written):
    return opened(written("puzzles", request.param), bypass_csp=True)


def test_a_turn_changes_what_is_seen_and_its_inverse_restores_it(solid):
    settle(solid)
    before = colors(solid)
    assert len(before) >= 4
    name = solid.page.locator(".possible button").first.inner_text()
    for move in (name, f"{name}'"):
        solid.button(f"Move {move}").click()
        settle(solid)
    solid.page.locator("h1").hover()
    solid.page.evaluate("document.activeElement.blur()")
    settle(solid)
    assert colors(solid) == before
    solid.button("As a net").click()
    assert solid.page.locator("#player .view svg.board").is_visible()
    solid.button("In space").click()
    settle(solid)
    assert colors(solid) == before


def test_at_the_goal_three_faces_have_three_colors(opened, written):
    shown = opened(written("solve", "cube"), bypass_csp=True)
    shown.button("To the end").click()
    settle(shown)
    body = "29,32,38"
    assert len(colors(shown).keys() - {body}) == 3


@pytest.mark.parametrize(
    ("place", "way", "move"),
    [
        ((0.3, 0.75), (40, 8), "D"),
        ((0.4, 0.75), (40, 8), "D"),  # as F' goes there, too
        ((0.2, 0.6), (0, 40), "L"),
        ((0.2, 0.6), (0, -40), "L'"),
    ],
)
def test_a_swipe_over_a_facet_turns_its_layer(place, way, move, opened, written):
    shown = opened(written("puzzles", "cube"))
    box = shown.page.locator("canvas.space").bounding_box()
    x, y = box["x"] + box["width"] * place[0], box["y"] + box["height"] * place[1]
    shown.page.mouse.move(x, y)
    shown.page.mouse.down()
    shown.page.mouse.move(x + way[0], y + way[1], steps=4)
    shown.page.mouse.up()
    assert shown.text(".where") == f"Move 1 of 1: {move}"
    assert shown.is_quiet()


def test_the_puzzle_is_turned_by_pointer_and_by_keys(opened, written):
    shown = opened(written("puzzles", "cube"), bypass_csp=True)
    settle(shown)
    seen = [colors(shown)]
    box = shown.page.locator("canvas.space").bounding_box()
    shown.page.mouse.move(box["x"] + 4, box["y"] + 4)
    shown.page.mouse.down()
    shown.page.mouse.move(box["x"] + 250, box["y"] + 4, steps=5)
    shown.page.mouse.up()
    settle(shown)
    seen.append(colors(shown))
    shown.page.locator("canvas.space").focus()
    for _ in range(4):
        shown.page.keyboard.press("Shift+ArrowRight")
    settle(shown)
    seen.append(colors(shown))
    assert seen[0] != seen[1] != seen[2]
    assert shown.text(".where") == "Start"


@pytest.mark.parametrize("button", ["right", "middle"])
def test_other_buttons_of_a_mouse_turn_nothing(button, opened, written):
    shown = opened(written("puzzles", "cube"))
    box = shown.page.locator("canvas.space").bounding_box()
    x, y = box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.75
    shown.page.mouse.move(x, y)
    shown.page.mouse.down(button=button)
    shown.page.mouse.move(x + 40, y + 8, steps=4)
    shown.page.mouse.up(button=button)
    assert shown.text(".where") == "Start"


@pytest.mark.needs("cdp")
def test_a_finger_on_a_facet_turns_a_layer_and_scrolls_nothing(opened, written):
    shown = opened(written("puzzles", "cube"), has_touch=True, viewport={"width": 390, "height": 500})
    shown.page.locator("canvas.space").scroll_into_view_if_needed()
    box = shown.page.locator("canvas.space").bounding_box()
    assert box["width"] == box["height"]  # however low the screen is
    x, y = box["x"] + box["width"] * 0.2, box["y"] + box["height"] * 0.6
    session, before = shown.page.context.new_cdp_session(shown.page), shown.page.evaluate("scrollY")
    for kind, far in (("touchStart", 0), *(("touchMove", far) for far in range(4, 60, 4)), ("touchEnd", None)):
        points = [] if far is None else [{"x": x, "y": y - far}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    shown.reads(".where", "Move 1 of 1: L'")
    assert shown.page.evaluate("scrollY") == before
