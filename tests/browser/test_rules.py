"""Puzzles of rules on pages: scripts make Python's moves and find its distances, and a board is played by clicks."""

import json
import re
import shlex
from collections.abc import Callable

import pytest

from pybridge import cli
from pybridge.facts import find, read
from pybridge.puzzles import puzzle_from
from pybridge.render.console import unicode_pen
from pybridge.render.domains import move_name, scene
from pybridge.render.page import puzzles_page
from tests.browser.test_scripts import FOLDER, said

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LONG = 60_000
"""Milliseconds that Prolog may take on a busy machine."""
WHOLE = ("farmer", "jugs", "frogs", "gripper", "guarini", "sokoban", "rolling_block")
SOME = ("klotski", "rush_hour", "lights5", "hoppers", "hanoi4", "burnt")


def reached(facts, most: int) -> dict:
    """The first states that can be reached, each with its successors."""
    found, waiting = {}, [facts.starts[0][1]]
    for state in waiting:
        if state not in found and len(found) < most:
            found[state] = list(puzzle_from(facts, state).successors(state, None))
            waiting += [after for _, after in found[state]]
    return found


def distances(facts, states: dict) -> dict:
    """How far each of all states is from the nearest goal; None if it reaches none."""
    before: dict = {state: [] for state in states}
    for state, successors in states.items():
        for _, after in successors:
            before[after].append(state)
    layer = [state for state in states if facts.form.is_goal(state)]
    far = dict.fromkeys(states) | dict.fromkeys(layer, 0)
    while layer:
        layer = list(dict.fromkeys(each for state in layer for each in before[state] if far[each] is None))
        far |= dict.fromkeys(layer, max(each for each in far.values() if each is not None) + 1)
    return far


def way(states: dict, start, ends: Callable) -> list:
    """The moves of a shortest way from a state to one that ends it."""
    ways: dict = {start: []}
    for state in (waiting := [start]):
        if ends(state):
            return ways[state]
        for move, after in states[state]:
            if after not in ways:
                ways[after] = [*ways[state], move]
                waiting.append(after)
    raise AssertionError("no such state")


def compared(facts, states: dict, far: dict | None) -> dict:
    """What the script compares."""
    pen, rows = unicode_pen(), []
    for state, successors in states.items():
        drawn = scene(facts, state).shapes
        row = {
            "state": state,
            "moves": [[list(move), after] for move, after in successors],
            "names": [move_name(facts, move, pen) for move, _ in successors],
            "goal": facts.form.is_goal(state),
            "parts": parts_of(facts, state),
            "pieces": None
            if facts.drawn or not facts.cells
            else [each.points for each in drawn if each.kind == "polygon" and each.piece],
        }
        rows.append(row | ({} if far is None else {"distance": far[state]}))
    return {"puzzle": puzzles_page([facts]).data()["puzzles"][0], "start": facts.starts[0][1], "states": rows}


def parts_of(facts, state) -> list[str]:
    """The texts of the parts of a state."""
    domains = facts.task.domains
    if facts.holds_actions:
        return [text for (text,), value in zip(domains, state, strict=True) if value]
    return [domain[value] for domain, value in zip(domains, state, strict=True)]


@pytest.mark.parametrize("name", [*WHOLE, *SOME])
def test_the_row_is_the_task(name, tmp_path):
    facts = read(find(name))
    whole = name in WHOLE
    states = reached(facts, 10_000 if whole else 400)
    far = distances(facts, states) if whole else None
    (tmp_path / "states.json").write_text(json.dumps(compared(facts, states, far)), encoding="utf-8")
    assert said("node", FOLDER / "rules_against.js", tmp_path / "states.json") == ""


def test_a_difference_is_found(tmp_path):
    facts = read(find("jugs"))
    form = compared(facts, reached(facts, 5), None)
    form["states"][2]["moves"].pop()
    (tmp_path / "states.json").write_text(json.dumps(form), encoding="utf-8")
    assert said("node", FOLDER / "rules_against.js", tmp_path / "states.json").startswith("moves ")


ATOMS = """\
puzzle(atoms, rules, "States that are named as starts are").
start(b, a).
start(a, b).
start(lost, e).
goal(d).
move(a, go, b).
move(b, go, c).
move(c, go, d).
move(e, on, random).
"""


def test_what_is_copied_is_the_state_and_no_start_of_its_name(opened, written, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "atoms.pl"
    path.write_text(ATOMS, encoding="utf-8")
    shown = opened(written("solve", str(path), "--start", "b"), bypass_csp=True)
    shown.page.evaluate("navigator.clipboard.writeText = async text => { document.title = text; }")
    shown.button("Copy command").click()
    shown.reads(".copying", "Copied.")
    capsys.readouterr()
    assert cli.run([*shlex.split(shown.page.title())[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["length"] == 3


def test_an_unsolvable_start_has_no_bound(opened, tmp_path):
    path, page = tmp_path / "atoms.pl", tmp_path / "lost.html"
    path.write_text(ATOMS, encoding="utf-8")
    assert cli.run(["solve", str(path), "--start", "lost", "--engine", "prolog", "--html", str(page)]) == 10
    shown = opened(page)
    shown.reads("#search p >> nth=0", "breadth_first by prolog: unsolvable. 2 nodes expanded, 1 generated")


@pytest.mark.parametrize("width", [320, 1200])
@pytest.mark.parametrize("name", ["hanoi", "farmer", "tour", "sokoban_three", "gripper"])
@pytest.mark.everywhere
def test_wide_pictures_fit_their_page(name, width, opened, written):
    shown = opened(written("puzzles", name))
    shown.page.set_viewport_size({"width": width, "height": 844})
    assert shown.page.evaluate("() => document.documentElement.scrollWidth") <= width
    for selector, fault in (
        (".goal", "each.getBoundingClientRect().left < 0"),
        ("pre.board", "each.tabIndex < 0 && each.scrollWidth > each.clientWidth"),
    ):
        assert not shown.page.evaluate(f"() => [...document.querySelectorAll('{selector}')].some(each => {fault})")


WIDE = """puzzle(wide, rules, "A walk").
start(s, 0).
goal(139).
move(X, on, Y) :- X < 139, Y is X+1.
picture(X, Text) :-
    findall(Line, (between(0, 39, Row), line(Row, X, Line)), Lines),
    atomic_list_concat(Lines, '\\n', Text).
line(39, X, Line) :- !, Left is X+1, Right is 140-X, format(atom(Line), "~`.t~*|@~`.t~*+", [Left, Right]).
line(_, _, Line) :- format(atom(Line), "~`.t~141|", []).
"""


def test_what_moves_in_a_large_picture_stays_in_sight(opened, tmp_path):
    mine, page = tmp_path / "wide.pl", tmp_path / "wide.html"
    mine.write_text(WIDE, encoding="utf-8")
    assert cli.run(["solve", str(mine), "--quiet", "--html", str(page)]) == 0
    shown = opened(page)
    board = shown.page.locator("#player pre.board").first
    assert board.evaluate("each => each.scrollWidth > each.clientWidth && !each.scrollLeft")
    shown.button("To the end").click()
    assert board.evaluate("each => each.scrollLeft + each.clientWidth > 0.98 * each.scrollWidth")
    assert board.evaluate("each => each.scrollTop + each.clientHeight > 0.95 * each.scrollHeight")


@pytest.fixture(scope="module")
def solved(opened, written: Callable):
    return opened(written("solve", "rush_hour"))


@pytest.fixture
def rush(solved):
    """The page of a solution, at its start."""
    solved.page.locator("body").press("Home")
    return solved


def click(shown, row: int, column: int) -> None:
    """Click the middle of a cell."""
    board = shown.page.locator("#player svg.board").first
    box, wide = board.bounding_box(), float(board.get_attribute("viewBox").split()[2])
    unit = box["width"] / wide
    shown.page.mouse.click(box["x"] + (column + 0.6) * unit, box["y"] + (row + 0.6) * unit)


def enter(shown, text: str) -> None:
    shown.page.locator("#typed").fill(text)
    shown.page.keyboard.press("Enter")


def test_a_solution_is_played_to_its_goal(rush):
    rush.reads(".away", "True distance: 51 moves.")
    rush.button("To the end").click()
    rush.reads(".where", "Move 51 of 51: step(a,right)×3. This is the goal.")
    assert rush.page.locator(".stage > .board .piece.moved").count() == 1
    rush.page.locator("body").press("Home")
    rush.button("Solve from here").wait_for()  # until the distances of all states are there
    rush.button("Hint").click()
    rush.reads(".note", "Hint: step(m,up); then 50 moves to go.")


@pytest.mark.everywhere
def test_a_car_is_one_piece_that_a_click_moves(rush):
    assert rush.page.locator(".stage > .board .piece.tile").count() == 13
    click(rush, 1, 5)
    rush.reads(".where", "Move 1 of 51: step(m,up)")
    rush.reads(".away", "True distance: 50 moves.")


def test_a_car_with_several_moves_goes_to_the_cell_that_is_clicked_next(rush):
    enter(rush, "step(m,up) step(f,right), step(k,down)")
    rush.reads(".where", "Move 3 of 51: step(k,down)")
    click(rush, 3, 1)
    rush.page.locator("#player .piece.chosen").wait_for()
    click(rush, 3, 4)
    rush.reads(".where", "Move 4 of 4: step(c,right)×2")
    rush.button("Back to the solution").click()
    assert rush.is_quiet()


def test_a_name_that_is_no_move_stays(rush):
    enter(rush, "step(m,up) step(zz,up)")
    rush.reads(".note", "No move is called step(zz,up) here.")
    assert rush.page.locator("#typed").input_value() == "step(zz,up)"


@pytest.mark.everywhere
def test_of_several_moves_a_click_makes_the_one_that_names_its_cell(opened, written):
    shown = opened(written("puzzles", "lights3"))
    click(shown, 1, 1)
    shown.reads(".where", "Move 1 of 1: press(4)")
    shown.reads(".away", "True distance: 4 moves.")
    assert shown.is_quiet()


def test_pictures_come_with_the_page_and_dead_ends_are_told(opened, written):
    facts = read(find("sokoban"))
    states = reached(facts, 10_000)
    far = distances(facts, states)
    shown = opened(written("puzzles", "sokoban"))
    shown.reads("#player pre.board", "#$@  #")
    shown.reads(".away", "True distance: 33 moves.")
    for move in way(states, facts.starts[0][1], lambda state: far[state] is None):
        shown.button(f"Move {move}").click()
    shown.reads(".away", "A dead end: no goal can be reached from here.")
    shown.button("Hint").click()
    shown.reads(".note", "A dead end")
    assert "@" in shown.text("#player pre.board")
    assert shown.is_quiet()


def test_where_there_are_too_many_states_a_hint_is_searched_for(opened, written):
    shown = opened(written("puzzles", "english"))
    shown.button("Hint").click()  # once: it is given when that is known
    shown.page.locator(".away", has_text="more than 100,000 states can be reached").wait_for(timeout=LONG)
    shown.page.locator(".note", has_text="No hint: the search found no goal in time.").wait_for(timeout=LONG)
    shown = opened(written("puzzles", "eight_rules"))
    shown.page.locator(".away", has_text="more than 100,000 states can be reached").wait_for(timeout=LONG)
    shown.button("Hint").click()
    shown.page.locator(".note", has_text="then 11 moves to go.").wait_for(timeout=LONG)
    assert shown.is_quiet()


def test_a_list_of_nodes_begins_where_one_is_selected(opened, written):
    shown = opened(written("solve", "rush_hour"), viewport={"width": 360, "height": 900})
    shown.page.wait_for_function("""() => {
        const boxes = each => [...document.querySelectorAll(each)].map(part => part.getBoundingClientRect());
        const [list] = boxes(".tree"), inside = box => box.top >= list.top && box.bottom <= list.bottom + 1;
        const lines = boxes(".tree [role=treeitem]").filter(inside);
        return boxes('.tree [aria-selected="true"]').some(inside) && lines.length > 7;
    }""")
    assert shown.is_quiet()


def test_a_tree_of_rules_and_its_states(opened, written):
    shown = opened(written("ids", "farmer"))
    shown.page.get_by_label("Show limit").select_option(label="4")
    shown.reads(".iteration", "7 nodes visited, 5 expanded, 10 generated; no goal found")
    shown.page.locator(".tree .line", has_text="take_wolf").click()
    shown.reads(".node pre.board", "cabbage |~~~~| farmer wolf goat")
    shown.button("Show on the board").click()
    shown.reads(".where", "Move 3 of 3: take_wolf")
    assert shown.is_quiet()


@pytest.fixture(scope="module")
def live(opened, written):
    return opened(written("ids", "farmer", "--live"))


def run(shown) -> str:
    """Run the rules in the editor, and return the line that the page shows about it."""
    shown.page.locator("#live[data-prolog=ready]").wait_for(timeout=LONG)
    shown.button("Run ids").click()
    told = shown.page.locator("#live .told")
    told.filter(has_text=re.compile("Running|Threshold")).wait_for(state="hidden", timeout=LONG)
    return told.inner_text()


def replace(shown, old: str, new: str) -> None:
    area = shown.page.get_by_label("farmer.pl", exact=True)
    assert old in area.input_value()
    area.fill(area.input_value().replace(old, new, 1))


START = "start(west, banks(west, west, west, west))."


@pytest.mark.everywhere
def test_rules_run_in_the_page(live):
    assert run(live).startswith("Solved in 7 moves, which the board above shows.")
    live.button("To the end").click()
    live.reads(".where", "Move 7 of 7: take_goat. This is the goal.")
    replace(live, START, "start(west, banks(east, east, west, east)).")
    assert run(live).startswith("Solved in 2 moves, which the board above shows.")
    assert live.page.locator("#player .moves li").all_inner_texts() == ["row_alone", "take_goat"]
    live.button("Restore").click()


def test_a_solution_with_new_states_is_listed(live):
    replace(live, "across(east, west).", "across(east, west).\nacross(boat, east).\nacross(east, boat).")
    assert run(live).startswith("Solved in 7 moves, which the board above shows.")
    replace(live, START, "start(west, banks(boat, boat, boat, boat)).")
    assert "which follow; the board above does not know their states." in run(live)
    assert live.page.locator("#live .strip li").first.inner_text().endswith("start")
    live.button("Restore").click()


def test_wrong_rules_are_told_at_their_line(live):
    replace(live, "across(F0, F), safe(F, W, G, C).", "across(F0, F), saf(F, W, G, C).")
    assert run(live) == "1 error."
    assert re.search(r"farmer.pl, line 15 .*saf/4", live.text("#live .faults li"))
    replace(live, "across(F0, F), saf(", "across(F0, F, saf(")
    assert run(live) == "1 error."
    assert "farmer.pl, line 15 Syntax error" in live.text("#live .faults li")
    live.button("Restore").click()
    assert run(live).startswith("Solved in 7 moves")
    assert live.said == []


@pytest.mark.parametrize(
    ("arguments", "files", "length"),
    [
        (("ids", "gripper"), ["gripper.pl", "actions.pl", "rules.pl"], 11),
        (("solve", "frogs", "--engine", "prolog"), ["frogs.pl", "rules.pl", "breadth_first.pl"], 24),
    ],
    ids=str,
)
def test_other_programs_of_rules_run_there(opened, written, arguments, files, length):
    shown = opened(written(*arguments, "--live"))
    assert shown.page.locator("#live .editor label").all_inner_texts() == files
    shown.page.locator("#live[data-prolog=ready]").wait_for(timeout=LONG)
    shown.page.locator("#live button.main").click()
    shown.page.locator("#live .told", has_text=f"Solved in {length} moves, which the board").wait_for(timeout=LONG)
    shown.button("To the end").click()
    shown.reads(".where", "This is the goal.")
