"""The search on a page: iterations to choose from, a tree that opens, and nodes explained as in the terminal."""

import pytest

from pybridge.cli import run

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def shown(opened, written):
    return opened(written("ids_low", "seven", "--no-check"))


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


def test_the_tree_opens_with_the_keyboard(shown):
    choose(shown, 20)
    shown.page.locator("[role=treeitem][tabindex='0']").focus()
    for key in ("Home", "ArrowLeft"):
        shown.page.keyboard.press(key)
    assert lines(shown) == ["start0 + 16 = 16"]
    for key in ("ArrowRight", *["ArrowDown"] * 4, "ArrowRight", "ArrowDown"):
        shown.page.keyboard.press(key)
    shown.reads(".node", "5 + 17 = 22")
    shown.reads(".node", "cut: 22 > 20")


def test_a_node_is_explained_as_in_the_terminal(shown, capsys):
    choose(shown, 36)
    run(["ids_low", "seven", "--no-check", "--why", "0"])
    why = " ".join(capsys.readouterr().out.split())
    for part in ("2 + 1 + 3 + 4 + 2 + 1 + 3 = 16", "lower bound on the moves left", "moves made so far"):
        assert part in why
        assert part in " ".join(shown.text(".node").split())
    verdict = "kept: f = 16 ≤ 36, the threshold. The search continues below this state."
    assert verdict in why
    assert verdict in shown.text(".node")


def test_a_node_goes_to_the_board(shown):
    choose(shown, 20)
    shown.button("Open more").click()
    shown.page.locator(".tree .line", has_text="5 + 17 = 22").first.click()
    shown.reads(".node", "cut: f = 22 > 20, the threshold. No solution of 20 moves or fewer leads through this state.")
    shown.button("Show on the board").click()
    shown.reads(".where", "Move 5 of 5")
    shown.reads(".what", "A node of threshold 20, after 5 moves")
    assert shown.is_quiet()


def test_a_huge_tree_is_folded_with_a_note(huge):
    huge.reads("#search", "nodes of 76,942 are folded")
    assert len(lines(huge)) < 20
    for _ in range(3):
        huge.button("Open more").click()
    assert 300 <= len(lines(huge)) < 2000
    huge.button("Close all").click()
    assert len(lines(huge)) == 1
    assert huge.is_quiet()
