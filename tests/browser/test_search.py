"""The search on a page: iterations to choose from, a tree that opens, and nodes explained as in the terminal."""

import re

import pytest

from pybridge.cli import run

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def seven(opened, written):
    return opened(written("ids_low", "seven", "--no-check"))


@pytest.fixture
def shown(seven):
    """The page in front: one behind others has no focus in Firefox."""
    seven.page.bring_to_front()
    return seven


@pytest.fixture(scope="module")
def huge(opened, written):
    return opened(written("trace", "seven", "--threshold", "34", "--most", "50000"))


def lines(shown) -> list[str]:
    return shown.page.locator(".tree .line:visible").all_inner_texts()


def choose(shown, threshold: int) -> None:
    shown.page.get_by_label("Show threshold").select_option(label=str(threshold))
    shown.reads("#search h3", f"Threshold {threshold}")


def test_an_iteration_is_chosen_by_list_or_bar(shown):
    choose(shown, 20)
    shown.reads(".iteration", "75 nodes visited, 51 expanded, 74 generated; no goal found")
    assert shown.page.locator("#search .chart").first.locator(".bar").count() == 21
    shown.page.locator("#search .chart").first.locator(".bar").nth(2).click()
    shown.reads("#search h3", "Threshold 18")


def test_the_iteration_is_in_the_address(opened, written):
    path = written("ids_low", "seven", "--no-check")
    shown = opened(path)
    choose(shown, 20)
    shown.page.wait_for_url("**#iteration=20")
    again = opened(path)
    again.page.goto(shown.page.url)
    again.page.reload()
    again.reads("#search h3", "Threshold 20")
    assert again.page.get_by_label("Show threshold").input_value() != ""


def test_its_nodes_by_depth_add_up(shown):
    choose(shown, 20)
    shown.page.get_by_text("By depth as a table").click()
    rows = shown.page.get_by_role("region", name="Nodes by depth").locator("tbody tr").all()
    counts = [[int(cell) for cell in row.inner_text().split()] for row in rows]
    assert (sum(kept for _, kept, _ in counts), sum(kept + cut for _, kept, cut in counts)) == (51, 75)


def test_one_that_is_too_large_is_said_to_be_missing(shown):
    choose(shown, 35)
    shown.reads(".iteration", "The nodes of this iteration are not on this page.")
    shown.reads("#search", "Not drawn:")


@pytest.mark.everywhere
def test_the_tree_opens_with_the_keyboard(shown):
    choose(shown, 20)
    shown.page.get_by_role("tree").focus()
    for key in ("Home", "ArrowLeft"):
        shown.page.keyboard.press(key)
    assert lines(shown) == ["start0 + 16 = 16"]
    for key in ("ArrowRight", *["ArrowDown"] * 4, "ArrowRight", "ArrowDown"):
        shown.page.keyboard.press(key)
    shown.reads(".node", "5 + 17 = 22")
    shown.reads(".node", "cut: 22 > 20")
    seen = lines(shown)
    for number in range(len(seen)):
        shown.page.keyboard.press("ArrowDown" if number else "Home")
        assert shown.page.locator("[aria-selected=true] > .line").inner_text() == seen[number]
    for line in reversed(seen):
        assert shown.page.locator("[aria-selected=true] > .line").inner_text() == line
        shown.page.keyboard.press("ArrowUp")


@pytest.mark.everywhere
def test_a_click_on_a_line_selects_and_one_on_the_triangle_opens(shown):
    choose(shown, 20)
    start = shown.page.get_by_role("treeitem").first
    start.locator("b").click()
    assert (start.get_attribute("aria-selected"), start.get_attribute("aria-expanded")) == ("true", "true")
    shown.page.get_by_role("treeitem").nth(1).locator("b").click()
    assert start.get_attribute("aria-selected") == "false"
    toggle = start.locator(".toggle")
    box = toggle.bounding_box()
    assert min(box["width"], box["height"]) >= 24
    toggle.click()  # hides the node that was selected
    assert (start.get_attribute("aria-selected"), start.get_attribute("aria-expanded")) == ("true", "false")
    toggle.click()
    assert start.get_attribute("aria-expanded") == "true"


def test_a_node_is_explained_as_in_the_terminal(shown, capsys):
    choose(shown, 36)
    run(["ids_low", "seven", "--no-check", "--why", "0"])
    why = " ".join(capsys.readouterr().out.split())
    for part in ("2 + 1 + 3 + 4 + 2 + 1 + 3 = 16", "lower bound on the moves left", "moves made so far"):
        assert part in why
        assert part in " ".join(shown.text(".node").split())
    verdict = "kept: f = 16 ≤ 36, the threshold. The bound does not cut this state."
    assert verdict in why
    assert verdict in shown.text(".node")


def test_a_node_goes_to_the_board(shown):
    choose(shown, 20)
    shown.button("Open all").click()
    shown.page.locator(".tree .line", has_text="5 + 17 = 22").first.click()
    shown.reads(".node", "cut: f = 22 > 20, the threshold. No solution of 20 moves or fewer continues from here.")
    shown.button("Show on the board").click()
    shown.reads(".where", "Move 5 of 5")
    shown.reads(".what", "A node of threshold 20, after 5 moves")
    shown.button("Back to the solution").click()
    shown.reads(".what", "solved in 36 moves, proved shortest")
    assert shown.is_quiet()


def test_a_huge_tree_says_how_many_nodes_are_deeper(huge):
    huge.reads("#search", "26,973 of 76,942 nodes are deeper than this page goes.")
    assert not huge.page.get_by_text("folded").count()
    tree = huge.page.get_by_role("tree")
    tree.scroll_into_view_if_needed()
    huge.button("Open all").click()
    assert tree.evaluate("each => Math.round(each.scrollHeight / each.querySelector('.line').offsetHeight)") == 49969
    tree.press("End")
    assert len(lines(huge)) < 100  # of those in view, and a few more
    assert huge.page.locator("[aria-selected=true]").get_attribute("data-node") == "49968"
    huge.button("Close all").click()
    assert lines(huge) == ["start0 + 16 = 16"]
    assert huge.is_quiet()


@pytest.mark.everywhere
def test_keys_are_quick_in_a_huge_tree(huge):
    huge.button("Open all").click()
    tree = huge.page.get_by_role("tree")
    tree.press("Home")
    took = tree.evaluate("""each => Array.from({length: 99}, () => {
        const begun = performance.now();
        each.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowDown"}));
        return performance.now() - begun;
    }).sort((one, other) => one - other)[49]""")
    assert huge.page.locator("[aria-selected=true]").get_attribute("data-node") == "99"
    assert took < 50  # milliseconds; about 2 on a machine that does nothing else


def place(shown) -> str:
    return shown.text(".node .what")


def selected(shown) -> str:
    return shown.page.locator("[aria-selected=true] > .line").inner_text()


def colors(shown) -> set[tuple[int, ...]]:
    """The colors of the drawing that are not pale."""
    pixels = shown.page.locator(".icicle").evaluate("""each => [...new Uint32Array(
        each.getContext("2d").getImageData(0, 0, each.width, each.height).data.buffer)]""")
    return {tuple(each.to_bytes(4, "little")) for each in set(pixels) if each >> 24 == 255}


def test_the_search_is_stepped_through_in_visiting_order(shown):
    choose(shown, 20)
    assert place(shown) == "Node 1 of 75 in visiting order"
    for name, number in (("Next node", 2), ("Next node", 3), ("Node before", 2), ("Last node", 75), ("First node", 1)):
        shown.button(name).click()
        assert place(shown) == f"Node {number} of 75 in visiting order"
        assert shown.page.locator("[aria-selected=true]").get_attribute("data-node") == str(number - 1)
    slider = shown.page.get_by_label("Node", exact=True)
    slider.focus()
    slider.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") == place(shown) == "Node 2 of 75 in visiting order"
    assert shown.text(".node .path").startswith("1 move: ")
    assert selected(shown).startswith(shown.text(".node .path").removeprefix("1 move: "))
    bound = shown.page.locator(".node").get_by_role("region", name="h, tile by tile")
    assert not bound.is_visible()
    shown.page.locator(".node summary").click()
    bound.wait_for()
    shown.button("Next node").click()
    bound.wait_for()


@pytest.mark.everywhere
def test_the_search_plays_to_its_goal(shown):
    choose(shown, 36)
    shown.page.get_by_label("Nodes a second").select_option(label="1,000")
    shown.button("Play the search").click()
    shown.reads(".node", "goal")
    shown.button("Play the search").wait_for()
    number, visited = (int(each.replace(",", "")) for each in re.findall(r"[\d,]+", place(shown)))
    assert number == visited > 400  # hidden nodes are counted, too
    assert "goal" in selected(shown)
    assert (0x1C, 0x6B, 0x32, 255) in colors(shown)
    tree, line = (shown.page.locator(each).bounding_box() for each in (".tree", "[aria-selected=true] b"))
    assert tree["x"] < line["x"] < tree["x"] + tree["width"] - 100
    assert shown.is_quiet()


@pytest.mark.everywhere
def test_a_press_on_the_drawing_selects_and_lists_the_node(shown):
    choose(shown, 20)
    drawing = shown.page.locator(".icicle")
    drawing.scroll_into_view_if_needed()
    box = drawing.bounding_box()
    drawing.click(position={"x": box["width"] / 2, "y": 1})
    assert place(shown).startswith("Node 1 of")
    drawing.click(position={"x": box["width"] - 1, "y": box["height"] - 1})
    last = int(re.findall(r"\d+", place(shown))[0])
    assert last > 60
    assert shown.page.locator("[aria-selected=true]").get_attribute("data-node") == str(last - 1)
    shown.page.mouse.down()
    shown.page.mouse.move(box["x"] + 5, box["y"] + 1)
    assert place(shown).startswith("Node 1 of")
    shown.page.mouse.up()
    assert selected(shown).startswith("start")


@pytest.mark.needs("color_scheme")
def test_the_drawing_grows_and_follows_light_and_dark(shown):
    choose(shown, 20)
    kept = {"light": (0x2D, 0x6A, 0xB8, 255), "dark": (0x5B, 0x9C, 0xEA, 255)}
    shown.button("Last node").click()
    for scheme, color in kept.items():
        shown.page.emulate_media(color_scheme=scheme)
        shown.draws()
        assert color in colors(shown)
    shown.page.emulate_media(color_scheme="light")
    shown.draws()
    shown.button("First node").click()
    assert (0xFF, 0xE0, 0x8A, 255) not in colors(shown)  # the start has no path
    shown.button("Next node").click()
    assert (0xFF, 0xE0, 0x8A, 255) in colors(shown)
    shown.page.set_viewport_size({"width": 390, "height": 844})
    shown.reads("#search h3", "Threshold 20")
    assert shown.page.evaluate("() => document.documentElement.scrollWidth") <= 390
    shown.page.set_viewport_size({"width": 1200, "height": 900})


@pytest.mark.needs("media")
def test_on_paper_all_lines_that_are_open_are_printed(opened, written):
    shown = opened(written("ids_low", "seven", "--no-check"), bypass_csp=True)
    choose(shown, 24)
    shown.button("Open all").click()
    tree, box = (
        shown.page.locator(".tree"),
        "list => [list.scrollHeight > list.clientHeight, list.children[0].children.length]",
    )
    is_cut, in_view = tree.evaluate(box)
    assert is_cut
    shown.page.emulate_media(media="print")
    shown.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    is_cut, printed = tree.evaluate(box)
    assert not is_cut
    missing, nodes = re.search(r"(\d+) of (\d+) nodes are deeper", shown.page.locator("#search").inner_text()).groups()
    assert printed == int(nodes) - int(missing) > in_view
    assert not shown.page.locator(".node button, .controls, #play").locator("visible=true").count()
    shown.page.emulate_media(media="screen")
    shown.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert tree.evaluate(box) == [True, in_view]
    assert shown.is_quiet()


@pytest.mark.needs("cdp")
def test_charts_that_were_replaced_are_forgotten(opened, written):
    """A chart of an iteration that is not shown any more can be collected."""
    shown = opened(written("ids_low", "seven", "--no-check"), bypass_csp=True)
    choose(shown, 24)
    shown.page.evaluate("window.old = [...document.querySelectorAll('.chart, .icicle')].map(each => new WeakRef(each))")
    choose(shown, 20)
    session = shown.page.context.new_cdp_session(shown.page)
    session.send("HeapProfiler.collectGarbage")
    assert shown.page.evaluate("window.old.filter(each => each.deref()?.isConnected === false).length") == 0
