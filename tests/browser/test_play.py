"""Playing on a page: by click, button and typing, with undo, hints and true distances; the moves are Python's."""

import json
import re
import shlex
from random import Random

import pytest

from pybridge.api.solver import Solver
from pybridge.cli import run
from pybridge.facts import find, read, shipped
from pybridge.facts.given_state import given_state, typed
from pybridge.puzzles import puzzle_from

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def successors(name, state):
    """The moves from a state, and where they lead."""
    return list(puzzle_from(read(find(name)), state).successors(state, None))


@pytest.fixture(scope="module")
def eight(opened, written):
    return opened(written("puzzles", "eight"))


@pytest.fixture(scope="module")
def blocks(opened, written):
    return opened(written("puzzles", "blocks3"))


@pytest.mark.everywhere
def test_a_click_on_a_tile_moves_it(eight):
    eight.reads(".away", "True distance:")
    eight.page.get_by_label("Show").first.select_option(label="eight, start farthest_1")
    eight.reads(".away", "True distance: 31 moves.")
    eight.page.locator(".piece.playable").first.click()
    eight.reads(".where", "Move 1 of 1")
    eight.reads(".away", "True distance: 30 moves.")
    eight.button("Undo").click()
    eight.reads(".away", "True distance: 31 moves.")


def test_hints_lead_to_the_goal(eight):
    for left in range(30, 27, -1):
        eight.button("Hint").click()
        eight.reads(".note", f"then {left} moves to go.")
        tile = eight.text(".note").split("tile ")[1][0]
        eight.page.locator("#typed").fill(tile)
        eight.page.keyboard.press("Enter")
        eight.reads(".away", f"True distance: {left} moves.")


def test_the_rest_of_a_way_is_named_beside_moves_of_ones_own(opened, written):
    shown = opened(written("puzzles", "pancake"))
    play(shown, "f4 f4")
    shown.button("Solve from here").click()
    assert re.search(r"; then your own moves and a shortest way, \d+ moves$", shown.text(".what"))
    shown.button("To the end").click()
    shown.reads(".where", "This is the goal.")


def test_what_is_typed_and_is_not_a_move_stays(eight):
    eight.page.locator("#typed").fill("9 1")
    eight.page.keyboard.press("Enter")
    eight.reads(".note", "No move is called 9 here.")
    assert eight.page.locator("#typed").input_value() == "9 1"
    assert eight.is_quiet()


def test_a_move_is_typed_as_its_button_names_it(opened, written):
    """Pieces that are alike have moves of one name, which their arrows distinguish."""
    shown = opened(written("puzzles", "box_eight"))
    board, possible = shown.page.locator("#player svg.board").first, shown.page.locator(".possible button")
    names = possible.all_inner_texts()
    assert len(set(names)) == len(names) > len({name.split()[0] for name in names})
    for number, name in enumerate(names):
        shown.page.locator("#typed").fill(name)
        shown.page.keyboard.press("Enter")
        shown.reads(".where", "Move 1 of 1")
        typed = board.get_attribute("aria-label")
        shown.button("Undo").click()
        possible.nth(number).click()
        assert board.get_attribute("aria-label") == typed
        shown.button("Undo").click()
    shown.page.locator("#typed").fill("│")
    shown.page.keyboard.press("Enter")
    shown.reads(".note", "Several moves are called │ here: ")


@pytest.mark.everywhere
def test_a_block_is_carried_by_two_clicks(blocks):
    before = blocks.page.locator("svg.board").first.get_attribute("aria-label")
    names = blocks.page.locator(".possible button").all_inner_texts()
    block, target = names[0].split("→")
    for name in (block, target):
        blocks.page.locator(".stage > .board .piece", has_text=name).click()
    blocks.reads(".where", f"Move 1 of 1: {names[0]}")
    assert blocks.page.locator("svg.board").first.get_attribute("aria-label") != before
    assert blocks.is_quiet()


@pytest.fixture(scope="module")
def pocket(written):
    return written("solve", "pocket")


def test_a_turn_is_made_by_its_button(opened, pocket):
    shown = opened(pocket)
    length = read(find("pocket")).optimal[read(find("pocket")).starts[0][0]]
    shown.reads(".away", f"True distance: {length} moves.")
    shown.button("Move R2").click()
    shown.reads(".where", "Move 1 of 1: R2")
    shown.reads(".away", "True distances are not known: the puzzle has 3,674,160 states.")
    shown.button("Hint").click()
    shown.reads(".note", "Hint: undo 1 move; the path continues from there.")
    shown.button("Back to the solution").click()
    shown.button("Hint").click()
    shown.reads(".note", "the next move of the path")


def test_no_hint_is_a_wrong_move_that_was_undone(opened, written):
    """On the solution the next move is known, and how many are left, whatever was tried from there."""
    shown = opened(written("solve", "fifteen", "--start", "easy", "--heuristic", "manhattan"))
    right = shown.page.locator(".moves button").first.inner_text()
    length = shown.page.locator(".moves button").count()
    wrong = next(each for each in shown.page.locator(".possible button").all_inner_texts() if each != right)
    shown.page.locator("#typed").fill(wrong)
    shown.page.keyboard.press("Enter")
    shown.button("Hint").click()
    shown.reads(".note", "Hint: undo 1 move; the path continues from there.")
    shown.button("Undo").click()
    shown.reads(".away", f"True distance: {length} moves.")
    shown.button("Hint").click()
    shown.reads(".note", f"Hint: {right}, the next move of the path.")


def test_no_hint_where_the_page_has_no_path(opened, written):
    """One's own moves lead nowhere that is known."""
    shown = opened(written("puzzles", "fifteen"))
    for _ in range(2):
        shown.page.locator(".possible button").first.click()
    for _ in range(2):
        shown.button("Hint").click()
        shown.reads(".note", "No hint: the distances of this puzzle are not known")
        shown.button("Undo").click()


@pytest.mark.everywhere
def test_letters_turn(opened, pocket):
    shown = opened(pocket)
    shown.button("As a net").click()
    before = shown.page.locator("#player svg.board").first.get_attribute("aria-label")
    for key, name in (("r", "R"), ("R", "R'")):
        shown.page.keyboard.press(key)
        shown.reads(".where", f": {name}")
    assert shown.page.locator("#player svg.board").first.get_attribute("aria-label") == before
    shown.button("Move U").focus()
    assert shown.page.locator("#player .piece.along").count() == 12
    assert shown.said == []


@pytest.mark.everywhere
def test_the_spatula_is_shown_below_the_pancakes_that_a_flip_takes(opened, written):
    """While its button is pointed at, or has the focus."""
    shown = opened(written("puzzles", "pancake"))
    board = shown.page.locator("#player svg.board").first
    pancakes = dict(enumerate(sorted(piece.bounding_box()["y"] for piece in board.locator(".piece").all()), 1))
    for many in (3, 6):
        shown.page.get_by_role("button", name=f"Move f{many}", exact=True).focus()
        assert board.locator(".piece.along").count() == many
        line = board.locator(".end").bounding_box()
        assert pancakes[many] < line["y"] < pancakes[many + 1] + line["height"]
    shown.button("Move f7").focus()
    assert board.locator(".piece.along").count() == 7
    assert board.locator(".end").count() == 0
    shown.page.locator("#typed").focus()
    assert board.locator(".piece.along").count() == 0
    assert shown.is_quiet()


def test_undo_and_redo_lose_nothing(opened, written):
    shown = opened(written("solve", "eight"))
    length = read(find("eight")).optimal[read(find("eight")).starts[0][0]]
    shown.button("Redo").click()
    shown.button("Undo").click()
    shown.reads(".where", "Start")
    assert shown.page.locator(".moves button").count() == length
    wrong = shown.page.locator(".possible button").all_inner_texts()
    wrong.remove(shown.page.locator(".moves button").first.inner_text())
    shown.button("Redo").click()
    shown.button("Undo").click()
    shown.page.locator("#typed").fill(wrong[0])
    shown.page.keyboard.press("Enter")
    shown.reads(".where", f"Move 1 of 1: {wrong[0]}")
    shown.button("Undo").click()
    shown.button("Redo").click()
    shown.reads(".where", f"Move 1 of 1: {wrong[0]}")
    shown.button("Back to the solution").click()
    shown.reads(".where", "Start")
    assert shown.page.locator(".moves button").count() == length
    shown.button("To the end").click()
    shown.reads(".where", "This is the goal.")


@pytest.mark.parametrize("name", ["eight", "blocks3", "pocket", "farmer"])
def test_the_goal_stands_beside_the_board(name, opened, written):
    facts = read(find(name))
    shown = opened(written("solve" if name == "pocket" else "puzzles", name))
    label = shown.page.locator(".goal .board").first.get_attribute("aria-label")
    if name != "pocket":
        shown.button("Solve from here").click()
    shown.button("To the end").click()
    shown.reads(".where", "This is the goal")
    if len(facts.goals) == 1:
        assert shown.page.locator("#player .board").first.get_attribute("aria-label") == label


def test_a_goal_that_is_not_listed_is_told(opened, written):
    shown = opened(written("puzzles", "jugs"))
    assert "jugs(" in shown.text(".goal")


def test_what_all_goals_need_is_drawn(opened, written):
    """The large block of Klotski below, on a tray that is empty otherwise."""
    shown = opened(written("puzzles", "klotski"))
    assert shown.text(".goal").split("\n")[-1] == "Empty cells may hold anything."
    assert shown.page.locator(".goal .piece.tile").count() == 1
    assert shown.is_quiet()


@pytest.mark.everywhere
def test_what_is_shown_can_be_copied(opened, written, capsys):
    """The state and the command as --start takes them, and an address that leads to what is shown."""
    path = written("puzzles", "eight")
    shown = opened(path, bypass_csp=True)
    shown.page.evaluate("navigator.clipboard.writeText = async text => { document.title = text; }")
    shown.page.locator(".piece.playable").first.click()
    shown.button("Copy state").click()
    shown.reads(".copying", "Copied.")
    state = given_state(read(find("eight")), shown.page.title())
    assert state in [after for _, after in successors("eight", read(find("eight")).starts[0][1])]
    shown.button("Copy command").click()
    capsys.readouterr()
    assert run([*shlex.split(shown.page.title())[1:], "--json"]) == 0
    length = json.loads(capsys.readouterr().out)["length"]
    shown.reads(".away", f"True distance: {length} moves.")
    shown.button("Copy link").click()
    again = opened(path, bypass_csp=True)
    again.page.goto(shown.page.title())
    again.page.reload()
    again.reads(".where", "Move 1 of 1")
    assert again.page.locator("#player svg.board").first.get_attribute("aria-label") == (
        shown.page.locator("#player svg.board").first.get_attribute("aria-label")
    )


def address_of(shown) -> str:
    """What "Copy link" copies."""
    shown.page.evaluate("navigator.clipboard.writeText = async text => { document.title = text; }")
    shown.button("Copy link").click()
    shown.reads(".copying", "Copied.")
    return shown.page.title()


@pytest.mark.everywhere
def test_an_address_follows_what_is_shown_and_the_page_an_address(opened, written):
    shown = opened(written("puzzles", "eight"), bypass_csp=True)
    shown.page.get_by_label("Show").select_option(index=2)
    assert address_of(shown).endswith("#part=2")
    shown.page.goto(f"{shown.address}#moves=1.1&at=1")
    shown.reads(".where", "Move 1 of 2")
    assert shown.page.get_by_label("Show").input_value() == "0"
    shown.page.goto(f"{shown.address}#part=1&moves=0&at=1")
    shown.reads(".where", "Move 1 of 1")
    shown.page.go_back()
    shown.reads(".where", "Move 1 of 2")


@pytest.mark.everywhere
def test_the_link_that_skips_leaves_the_address_and_the_keys(opened, written):
    shown = opened(written("puzzles", "eight"), bypass_csp=True)
    shown.page.goto(f"{shown.address}#moves=1.1&at=1")
    shown.reads(".where", "Move 1 of 2")
    shown.page.keyboard.press("Tab")
    shown.page.keyboard.press("Enter")
    assert shown.page.evaluate("document.activeElement.id") == "page"
    shown.page.keyboard.press("ArrowRight")
    shown.reads(".where", "Move 2 of 2")
    assert "moves=1.1&at=2" in address_of(shown)


@pytest.mark.parametrize("address", ["moves=99", "from=zzz&moves=1"])
def test_an_address_with_an_impossible_move_says_so(address, opened, written):
    shown = opened(written("puzzles", "eight"))
    shown.page.goto(f"{shown.address}#{address}")
    shown.reads(".what", "The address has a move that is not possible here")
    assert shown.page.locator("#player svg.board").first.get_attribute("aria-label") == "1 3 5 / 8 7 2 / . 4 6"


@pytest.mark.parametrize("address", ["moves=99.x.-1&at=7", "from=0.1.1e9&moves=&at=-3", "part=77&at=x", "a=%E0%A4%A"])
def test_any_address_leads_to_a_state(address, opened, written):
    shown = opened(written("puzzles", "eight"))
    shown.page.goto(f"{shown.address}#{address}")
    shown.page.reload()
    shown.reads(".away", "True distance:")
    assert shown.said == []


def test_a_random_state_is_solved_from_there(opened, written):
    shown = opened(written("puzzles", "eight"))
    shown.reads(".away", "True distance:")
    shown.button("Scramble").click()
    shown.reads(".what", "A random state")
    distance = int(shown.text(".away").split()[2])
    shown.page.wait_for_url("**#from=*")
    address = shown.page.url
    shown.button("Solve from here").click()
    assert shown.page.locator(".moves button").count() == distance
    shown.button("To the end").click()
    shown.reads(".where", "This is the goal")
    again = opened(written("puzzles", "eight"))
    again.page.goto(again.address + "#" + address.split("#")[1])
    again.page.reload()
    again.reads(".away", f"True distance: {distance} moves.")


def play(shown, moves):
    shown.page.locator("#typed").fill(moves)
    shown.page.keyboard.press("Enter")


def flips():
    """The solution of the first start of the pancakes, and the names of its moves."""
    facts = read(find("pancake"))
    solution = Solver(facts).solve(typed(facts, facts.starts[0][1]))
    return solution, " ".join(map(str, solution.moves))


def test_a_reader_who_makes_the_moves_of_the_path_has_solved_it(opened, written):
    solution, names = flips()
    shown = opened(written("solve", "pancake"))
    shown.button("To the end").click()
    play(shown, "f5 f5")  # the moves before them are the page's
    assert shown.page.locator(".where").inner_text().endswith("This is the goal.")
    assert not shown.page.locator(".solved").is_visible()
    shown.button("Back to the solution").click()
    shown.button("To the start").click()
    play(shown, names)
    shown.reads(".solved summary", "Solved: 1")
    assert f"you made it in {solution.length} moves" in shown.page.locator(".where").inner_text()


@pytest.mark.everywhere
def test_what_was_solved_is_listed_and_kept(opened, written):
    """The moves are those of the Python search; one hint is asked for on the second way, which is two moves longer."""
    from axe_playwright_python.sync_playwright import Axe

    solution, names = flips()
    shown = opened(written("puzzles", "pancake"), bypass_csp=True)
    lines = shown.page.locator(".solved li")
    assert not shown.page.locator(".solved").is_visible()
    play(shown, names)
    shown.reads(".solved summary", "Solved: 1")
    shown.reads(".solved li", f"“shuffled”: {solution.length} moves, the fewest")
    shown.button("Undo").click()
    shown.button("Redo").click()
    assert lines.count() == 1
    shown.button("Try again: “shuffled”").click()
    shown.reads(".where", "Start")
    play(shown, "f5 f5")
    shown.button("Hint").click()
    play(shown, names)
    shown.reads(".solved summary", "Solved: 2")
    wanted = f"{solution.length + 2} moves, the fewest are {solution.length}, 1 hint"
    assert wanted in lines.last.inner_text()
    shown.button("Back to the start").click()
    play(shown, f"f4 f4 f3 f3 {names}")
    shown.reads(".solved summary", "Solved: 3")
    assert "hint" not in lines.last.inner_text()
    assert [each["id"] for each in Axe().run(shown.page).response["violations"]] == []
    again = shown.page.context.new_page()
    again.goto(shown.address)
    again.get_by_label("Show").first.select_option(label="pancake, start alternate")
    again.locator(".solved li", has_text=wanted).get_by_role("button", name="Replay").click()
    again.locator(".what", has_text="Your solution of “shuffled”").wait_for()
    assert again.locator(".moves button").count() == solution.length + 2
    assert again.get_by_label("Show").first.input_value() == "0"
    again.get_by_role("button", name="Clear the list").click()
    assert not again.locator(".solved").is_visible()
    shown.page.locator(".solved").wait_for(state="hidden")  # in the first tab, too
    again.reload()
    again.locator(".where").wait_for()
    assert not again.locator(".solved").is_visible()
    assert shown.is_quiet()


@pytest.mark.parametrize(
    "text", ["[", "7", '[null, {"part": "x"}, {"part": 9}]', '[{"part": 0, "from": "", "moves": [0]}]']
)
def test_a_list_that_a_page_did_not_write_is_left_out(text, opened, written):
    shown = opened(written("puzzles", "pancake"), bypass_csp=True)
    play(shown, flips()[1])
    shown.reads(".solved summary", "Solved: 1")
    shown.page.wait_for_url("**at=*")
    shown.page.evaluate(
        "text => { for (const key of Object.keys(localStorage)) localStorage.setItem(key, text); }", text
    )
    shown.page.reload()
    shown.reads(".where", "This is the goal")
    assert not shown.page.locator(".solved").is_visible()
    assert shown.said == []


def test_a_board_alone(opened, written):
    shown = opened(written("solve", "eight"))
    shown.page.goto(f"{shown.address}#board-only&at=2")  # of the page that is open
    shown.page.locator("#play").wait_for(state="hidden")
    shown.reads(".where", "Move 2 of")
    assert not shown.page.locator("#play").is_visible()
    assert shown.page.locator("#player .board").first.is_visible()


@pytest.mark.parametrize("name", ["seven", "cube"])
@pytest.mark.everywhere
def test_few_stops_of_the_tab_key_leave_the_player(name, opened, written):
    shown = opened(written("puzzles", name) if name == "cube" else written("ids_low", name, "--no-check"))
    shown.page.locator("#player .board").first.focus()
    stops = 1
    while shown.page.locator("#player :focus").count():
        shown.page.keyboard.press("Tab")
        stops += 1
    assert stops <= 12
    shown.page.locator(".possible button").first.focus()
    shown.page.keyboard.press("ArrowRight")
    assert (
        shown.page.locator(".possible button:focus").inner_text()
        == shown.page.locator(".possible button").nth(1).inner_text()
    )


@pytest.fixture(scope="module")
def every_row(opened, written):
    """The rows of all shipped puzzles, where scripts of the test may call them."""
    return opened(written("puzzles"), bypass_csp=True).page


@pytest.mark.parametrize("name", shipped())
def test_the_moves_of_scripts_are_those_of_python(name, every_row):
    facts = read(shipped()[name])
    source, state = Random(name), facts.starts[0][1]
    states = []
    for _ in range(20):
        states.append(state)
        if not (after := list(puzzle_from(facts, state).successors(state, None))):
            break
        state = source.choice(after)[1]
    script = """([name, states]) => {
        const {shown} = pybridge.require("./main.js"), {rowOf} = pybridge.require("./domains.js");
        window.parsed ??= JSON.parse(document.getElementById("data").textContent);
        const row = rowOf(window.parsed.puzzles.find(each => each.name === name));
        const leads = (from, to) => row.moves(from).some(each => row.key(each.state) === row.key(to));
        return states.map(state => [
            row.moves(state).map(each => [each.move, each.state]), row.isGoal(state),
            row.forward || row.before(state).every(other => leads(other, state)),
        ]);
    }"""
    found = every_row.evaluate(script, [name, json.loads(json.dumps(states))])
    for state, (moves, is_goal, back) in zip(states, found, strict=True):
        wanted = [[list(move), after] for move, after in puzzle_from(facts, state).successors(state, None)]
        assert moves == json.loads(json.dumps(wanted))
        assert (is_goal, back) == (puzzle_from(facts, state).is_goal(state), True)


MEASURED = [
    "eight",
    "box_eight",
    "blocks3",
    "topspin",
    "pancake",
    "farmer",
    "missionaries",
    "lights3",
    "hanoi",
    "frogs",
]


@pytest.mark.parametrize("name", MEASURED)
def test_distances_and_hints_of_random_states_are_those_of_solve(name, every_row):
    """Of states on random walks from the first start; the hint leads one move nearer."""
    facts = read(find(name))
    source, first = Random(name), facts.starts[0][1]
    states, state = [], first
    while len(states) < 100:
        after = successors(name, state)
        state = source.choice(after)[1] if after and len(states) % 25 else first
        states.append(state)
    script = """async ([name, start, states]) => {
        const {rowOf} = pybridge.require("./domains.js"), {distancesOf} = pybridge.require("./distances.js");
        const data = JSON.parse(document.getElementById("data").textContent);
        const puzzle = data.puzzles.find(each => each.name === name), row = rowOf(puzzle);
        const distances = distancesOf(row, puzzle, start);
        await new Promise(done => distances.ready(done));
        return states.map(state => {
            const best = distances.best(state);
            return [distances.of(state), best ? distances.of(best.state) : null];
        });
    }"""
    found = every_row.evaluate(script, json.loads(json.dumps([name, first, states])))
    known, solver = {}, Solver(facts)
    for state, (distance, nearer) in zip(states, found, strict=True):
        if state not in known:
            known[state] = solver.solve(typed(facts, state)).length
        assert distance == known[state]
        assert nearer == (distance - 1 if distance else None)
