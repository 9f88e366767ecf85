"""Playing on a page: by click, button and typing, with undo, hints and true distances; the moves are Python's."""

import json
from random import Random

import pytest

from pybridge.facts import read, shipped
from pybridge.puzzles import puzzle_from

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def eight(opened, written):
    return opened(written("puzzles", "eight"))


@pytest.fixture(scope="module")
def blocks(opened, written):
    return opened(written("puzzles", "blocks3"))


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


def test_what_is_typed_and_is_not_a_move_stays(eight):
    eight.page.locator("#typed").fill("9 1")
    eight.page.keyboard.press("Enter")
    eight.reads(".note", "No move is called 9 here.")
    assert eight.page.locator("#typed").input_value() == "9 1"
    assert eight.is_quiet()


def test_a_block_is_carried_by_two_clicks(blocks):
    before = blocks.page.locator("svg.board").first.get_attribute("aria-label")
    names = blocks.page.locator(".possible button").all_inner_texts()
    block, target = names[0].split("→")
    for name in (block, target):
        blocks.page.locator(".piece", has_text=name).click()
    blocks.reads(".where", f"Move 1 of 1: {names[0]}")
    assert blocks.page.locator("svg.board").first.get_attribute("aria-label") != before
    assert blocks.is_quiet()


def test_a_turn_is_made_by_its_button(opened, written):
    shown = opened(written("solve", "pocket"))
    shown.button("Move R2").click()
    shown.reads(".where", "Move 1 of 1: R2")
    shown.reads(".away", "True distances are not known: the puzzle has 3,674,160 states.")
    shown.button("Back to the path").click()
    shown.button("Hint").click()
    shown.reads(".note", "the next move of the path")
    assert shown.is_quiet()


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
        const data = JSON.parse(document.getElementById("data").textContent);
        const row = rowOf(data.puzzles.find(each => each.name === name));
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
