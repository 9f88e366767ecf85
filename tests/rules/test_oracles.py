"""The figures of puzzles stated as rules, found again by models in plain Python, and those that the files state."""

import re
from pathlib import Path

import pytest

from tests.rules import board_oracles, oracles
from tests.rules.figures import FIGURES, Figures

FOLDER = Path(__file__).parents[2] / "prolog" / "puzzles"
FILES = {path.stem: path for path in (FOLDER / "rules").glob("*.pl")}
WHOLE = [(name, each) for name, rows in FIGURES.items() for each in rows if each.states < 1_000_000]
SLOW = {"klotski classic", "eight_rules middling", "eight_rules farthest_1", "eight_rules farthest_2"}


def model_of(name: str) -> oracles.Model:
    for module in (oracles, board_oracles):
        if hasattr(module, name):
            return getattr(module, name)()
    pytest.fail(f"no model in plain Python is named {name}")


def cases():
    for name, figures in WHOLE:
        case = f"{name} {figures.start}"
        yield pytest.param(name, figures, id=case, marks=[pytest.mark.slow] if case in SLOW else [])


@pytest.mark.parametrize(("name", "figures"), list(cases()))
def test_plain_python_finds_the_figures(name: str, figures: Figures):
    model = model_of(name)
    found = oracles.explore(model, model.starts[figures.start])
    assert found.optimal == (figures.steps if figures.continues else figures.optimal)
    assert found.states == figures.states
    assert found.dead_ends == (figures.dead_ends or 0)
    assert found.undoable == (figures.dead_ends is None)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name == "klotski" else [])
        for name, rows in FIGURES.items()
        if rows[0].continues
    ],
)
def test_steps_of_one_piece_in_a_row_are_one_move(name: str):
    [figures], model = FIGURES[name], model_of(name)
    assert model.pieces
    assert oracles.fewest_moves(model, model.starts[figures.start]) == figures.optimal


def test_lights5_by_linear_algebra():
    """The order of presses does not matter, so a state is a sum of masks, one for each button that is pressed."""
    model, [figures] = model_of("lights5"), FIGURES["lights5"]
    rows, quiet = {}, []  # by highest light: lights, and the buttons that switch them; buttons that switch nothing
    for button, lights in enumerate(model.successors(0)):
        buttons = 1 << button
        while lights and lights.bit_length() in rows:
            lights, buttons = lights ^ rows[lights.bit_length()][0], buttons ^ rows[lights.bit_length()][1]
        if lights:
            rows[lights.bit_length()] = lights, buttons
        else:
            quiet.append(buttons)
    assert 2 ** len(rows) == figures.states
    left, presses = model.starts[figures.start], 0
    while left:
        left, presses = left ^ rows[left.bit_length()][0], presses ^ rows[left.bit_length()][1]
    assert len(quiet) == 2
    one, other = quiet
    assert min(bin(presses ^ each).count("1") for each in (0, one, other, one ^ other)) == figures.optimal


def test_english_has_a_solution_and_all_solutions_are_equally_long():
    """Each jump takes one peg. The number of states is a published one."""
    model, [figures] = model_of("english"), FIGURES["english"]
    [start] = model.starts.values()
    failed = set()

    def solved(state: int, jumps: int) -> bool:
        if model.is_goal(state):
            assert jumps == figures.optimal
            return True
        for after in model.successors(state):
            assert bin(after).count("1") == bin(state).count("1") - 1
            if after not in failed and solved(after, jumps + 1):
                return True
        failed.add(state)
        return False

    assert solved(start, 0)


def test_each_file_has_figures_and_each_figure_a_file():
    assert set(FILES) == set(FIGURES)
    others = {path.stem for path in FOLDER.glob("*/*.pl") if path.parent.name != "rules"}
    assert not others & set(FILES)


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_file_states_the_same(name: str):
    text = FILES[name].read_text(encoding="utf-8")
    assert re.findall(r"^puzzle\((\w+), rules, \"[^\"]+\"\)\.$", text, re.M) == [name]
    assert re.search(r"^source\(\".+\"\)\.$", text, re.M)
    assert re.findall(r"^start\((\w+), ", text, re.M) == [each.start for each in FIGURES[name]]
    stated = re.findall(r"^optimal\((\w+), (\d+)\)\.$", text, re.M)
    assert stated == [(each.start, str(each.optimal)) for each in FIGURES[name]]
    assert all(each.continues == bool(re.search(r"^continues\(", text, re.M)) for each in FIGURES[name])
