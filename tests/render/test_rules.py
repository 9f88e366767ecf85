"""States of rules: boards in the terminal and as shapes, pieces that no fact declares, and what a move changed."""

from collections import Counter
from io import StringIO
from itertools import combinations

import pytest
from rich.console import Console

from pybridge.facts import find, read, read_text
from pybridge.puzzles import puzzle_from
from pybridge.render.catalogue import PuzzleDetail, PuzzleTable
from pybridge.render.console import THEME, paint, unicode_pen
from pybridge.render.domains import BoardStrip, StatePicture, move_name, scene
from pybridge.rules.changes import changed
from pybridge.rules.compiled import RuleMove
from pybridge.rules.pieces import board_of, pieces, values_on
from tests.samples import sample

TRAY = """puzzle(tray, rules, "A tray").
start(one, at(here, [x, x, o, x, o, o])).
goal(at(_, [_, _, _, _, _, x])).
move(at(here, [x, x, o, x, A, o]), right, at(there, [x, o, x, o, A, x])).
cell(0, 0, 0). cell(1, 0, 1). cell(2, 0, 2). cell(3, 1, 0). cell(4, 1, 1). cell(5, 1, 2).
glyph(x, "X"). glyph(o, ".").
color(x, "#ffeecc").
"""


def near(facts, most=300):
    """The first states that can be reached, each with the move to it and the state before."""
    start = facts.starts[0][1]
    found, waiting = {start: None}, [start]
    for state in waiting:
        for move, after in puzzle_from(facts, state).successors(state, None):
            if after not in found and len(found) < most:
                found[after] = move, state
                waiting.append(after)
    return found


def test_a_puzzle_with_pictures_of_its_own_has_no_board():
    assert board_of(read_text(TRAY))
    assert not board_of(read_text(f'{TRAY}picture(at(Where, _), Text) :- format(string(Text), "~w", [Where]).'))


def in_color(renderable) -> str:
    console = Console(file=StringIO(), theme=THEME, width=100, color_system="truecolor", force_terminal=True)
    with console.capture() as captured:
        console.print(renderable)
    return captured.get()


@pytest.fixture(scope="module")
def klotski():
    return read(find("klotski"))


@pytest.fixture(scope="module")
def rush():
    return read(find("rush_easy"))


def sizes(facts, state):
    """How many pieces have this many cells, the empty ones apart."""
    shown = values_on(facts, state)
    return Counter(len(piece) for piece in pieces(facts, shown) if shown[piece[0]] != "o")


def test_the_blocks_of_klotski_stay_whole(klotski):
    for state in near(klotski):
        assert sizes(klotski, state) == {4: 1, 2: 5, 1: 4}


def test_cars_are_one_piece_each(rush):
    cars = Counter(value for value in values_on(rush, rush.starts[0][1]).values() if value != "o")
    assert sizes(rush, rush.starts[0][1]) == Counter(cars.values())
    for state in near(rush):
        assert sizes(rush, state) == Counter(cars.values())


@pytest.mark.parametrize(
    "name",
    sample(
        ["frogs", "hoppers", "guarini", "lights3", "eight_rules", "triangle", "english"], quick=["frogs", "lights3"]
    ),
)
def test_what_moves_by_itself_is_a_piece_by_itself(name):
    facts = read(find(name))
    for state in near(facts, 50):
        assert set(map(len, pieces(facts, values_on(facts, state)))) == {1}


def test_equal_cells_that_part_are_no_piece():
    facts = read_text(TRAY)
    assert set(map(len, pieces(facts, values_on(facts, facts.starts[0][1])))) == {1}


def test_a_piece_need_not_be_a_rectangle(shown):
    text = """puzzle(bent, rules, "Bent").
    start(s, [l, l, o,
              l, o, o]).
    goal([o, l, l, o, l, o]).
    move([l, l, o, l, o, o], right, [o, l, l, o, l, o]).
    cell(0, 0, 0). cell(1, 0, 1). cell(2, 0, 2). cell(3, 1, 0). cell(4, 1, 1). cell(5, 1, 2).
    glyph(o, ".").
    """
    facts = read_text(text)
    (piece,) = [each for each in scene(facts, facts.starts[0][1]).shapes if each.piece and each.kind == "polygon"]
    assert len(piece.points) == 6
    assert area(piece.points) == pytest.approx(3 - 8 * 0.06 + 4 * 0.06**2, abs=1e-6)


def area(points):
    """By Gauss's formula; positive if the points go clockwise, as y grows downward."""
    following = (*points[1:], points[0])
    return sum(x * b - a * y for (x, y), (a, b) in zip(points, following, strict=True)) / 2


@pytest.mark.parametrize(
    "name",
    sample(
        ["klotski", "rush_easy", "frogs", "lights3", "guarini", "hoppers", "ice", "eight_rules", "rush_unit"],
        quick=["klotski", "frogs", "lights3"],
    ),
)
def test_the_state_and_the_move_tell_what_changed(name):
    facts, told = read(find(name)), 0
    for state, reached in near(facts).items():
        if reached is None:
            continue
        move, before = reached
        found = changed(facts, state, move)
        assert found <= {at for at, value in enumerate(state) if before[at] != value}
        told += bool(found)
    assert told > 0.9 * len(near(facts))


def test_a_move_of_several_steps_is_short(klotski, rush):
    pen = unicode_pen()
    assert move_name(rush, RuleMove("[step(a,right),step(a,right)]"), pen) == "step(a,right)×2"
    chain = RuleMove("[step(small,14,right),step(small,15,up),step(small,11,up)]")
    assert move_name(klotski, chain, pen) == "step(small,14,right)+step(small,15,up)+step(small,11,up)"
    assert move_name(read(find("farmer")), RuleMove("[a,b]"), pen) == "[a,b]"


def test_a_board_without_colors_has_brackets_around_what_moved(klotski, shown):
    start = klotski.starts[0][1]
    after = dict(puzzle_from(klotski, start).successors(start, None))
    move = RuleMove("[step(small,13,down),step(small,17,right)]")
    drawn = shown(BoardStrip(klotski, [start, after[move]], [move]))
    assert [line.split("   " * 10)[-1].strip() for line in drawn[2:]] == [
        "╷ ╶─╴ ╷",
        "╵   □ ╵",
        "□  [□]□",
        "1: step(small,13,down)+step(small,17,right)",
    ]


def test_a_board_in_colors(shown):
    facts = read_text(TRAY)
    start = facts.starts[0][1]
    assert shown(StatePicture(facts, start)) == [" X X .", " X . .", " here"]
    colored = in_color(StatePicture(facts, start))
    assert "38;2;32;32;32;48;2;255;238;204m" in colored
    ((move, after),) = puzzle_from(facts, start).successors(start, None)
    assert "\x1b[1;4;" in in_color(StatePicture(facts, after, move))


def test_colors_are_names_or_numbers():
    assert paint("red").endswith(" on #b3121d")
    assert paint("#102030") == "#ffffff on #102030"
    assert paint("#fffff0") == "#202020 on #fffff0"
    assert [paint(each) for each in ("no_color", "#12", "123456", None, "red on blue")] == [None] * 5


def test_a_puzzle_in_detail_and_in_the_list(shown, rush):
    farmer = read(find("farmer"))
    assert "farmer wolf goat cabbage |~~~~|" in shown(PuzzleDetail(farmer))
    assert "36 cells" in shown(PuzzleTable([rush]))[2]
    assert "4 variables" in shown(PuzzleTable([farmer]))[2]
    assert shown(PuzzleDetail(rush))[4] == " . . b . . ."  # no goal is known as a whole, so none is drawn


@pytest.mark.parametrize("name", ["klotski", "rush_easy", "lights3"])
def test_every_cell_is_under_one_shape(name):
    facts = read(find(name))
    for state in list(near(facts, 60)):
        drawn = scene(facts, state)
        shown = [each for each in drawn.shapes if each.kind == "polygon" and each.piece]
        covered = sum(area(each.points) for each in shown)
        whole = {piece for piece in pieces(facts, values_on(facts, state)) if any(lies(facts, state, c) for c in piece)}
        assert len(shown) == len(whole)
        assert covered <= len(board_of(facts))
        for each in drawn.shapes:
            assert all(0 <= x <= drawn.width and 0 <= y <= drawn.height for x, y in each.points)
        for one, other in combinations([box(each.points) for each in shown], 2):
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def lies(facts, state, cell):
    """Whether a piece is drawn on a cell."""
    value = values_on(facts, state)[cell]
    return value in facts.colours or facts.glyphs.get(value, value).strip() not in ("", ".", "○")


def box(points):
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def test_the_last_move_is_marked(rush):
    for state, reached in list(near(rush, 60).items())[1:]:
        move, before = reached
        marked = [
            each.piece for each in scene(rush, state, move).shapes if each.role == "moved" and each.kind == "polygon"
        ]
        cars = {value for cell, value in values_on(rush, state).items() if values_on(rush, before)[cell] != value} - {
            "o"
        }
        assert [set(piece.split()) for piece in marked] == [cars]
        assert not any(each.role == "moved" for each in scene(rush, state).shapes)


def test_pictures_are_text_with_signs_at_their_places():
    farmer, sokoban = read(find("farmer")), read(find("sokoban"))
    assert "wolf" in [each.text for each in scene(farmer, farmer.starts[0][1]).shapes]
    signs = [(each.text, each.points[0]) for each in scene(sokoban, sokoban.starts[0][1]).shapes]
    assert {len(text) for text, _ in signs} == {1}
    (player,) = [place for text, place in signs if text == "@"]
    first = min(place for text, place in signs if text == "#")
    assert (player[0] - first[0]) / 0.5 == pytest.approx(2)


def test_without_picture_or_cells_a_state_is_its_term(shown):
    burnt = read(find("burnt"))
    assert shown(StatePicture(burnt, burnt.starts[0][1])) == ["[-1,-2,-3,-4]"]


LISTED = """puzzle(p, rules, "P").
start(s, [a, o, b]).
goal([o|_]).
cell(N, 0, N) :- member(N, [0, 1, 2]).
glyph(a, "A").
glyph(o, ".").
move(L, grow, [o|L]) :- length(L, N), N < 6.
"""


def test_cells_are_drawn_without_operators(shown, monkeypatch):
    """Prolog makes the moves of states that grow."""
    monkeypatch.setattr("pybridge.rules.session.Session.task", lambda self, how, seconds: "there are none")
    facts = read_text(LISTED)
    assert facts.task is None
    assert shown(StatePicture(facts, facts.starts[0][1])) == ["A.b"]
    assert shown(StatePicture(facts, ("[a,b]",))) == ["[a,b]"]
    assert shown(StatePicture(facts, ("f([a,b,c])",))) == ["f([a,b,c])"]


def test_a_long_term_is_in_one_piece_with_its_caption(shown):
    facts = read_text('puzzle(p, rules, "P").\nstart(s, S) :- numlist(1, 60, S).\ngoal([]).\nmove([_|L], drop, L).\n')
    puzzle, start = puzzle_from(facts, facts.starts[0][1]), facts.starts[0][1]
    ((move, after),) = puzzle.successors(start, None)
    lines = [line for line in shown(BoardStrip(facts, [start, after], [move])) if line]
    captions = [lines.index("start"), lines.index("1: drop")]
    assert "".join(lines[: captions[0]]) == facts.form.text(start)
    assert "".join(lines[captions[0] + 1 : captions[1]]) == facts.form.text(after)
    assert captions[0] > 1
