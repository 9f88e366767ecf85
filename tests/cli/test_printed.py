"""What programs of users print: right solutions are taken in whatever words, and others never."""

import json

import pytest

from pybridge.cli import run
from pybridge.facts.wording import several

TWO = ["eight", "--start", "1 2 3 / 4 5 6 / 0 7 8"]
"""Two moves from the goal, of 7 and 8."""
THREE = ["eight", "--start", "1 2 3 / 0 4 6 / 7 5 8"]
SIX = """puzzle(six, sliding_tiles, "six").
start(one, [0, 1, 3, 2, 5, 4]).
goal([3, 1, 5, 2, 0, 4]).
cell(0, 0, 0). cell(1, 0, 1). cell(2, 1, 0). cell(3, 1, 1). cell(4, 2, 0). cell(5, 2, 1).
neighbor(0, [1, 2]). neighbor(1, [0, 3]). neighbor(2, [0, 3, 4]). neighbor(3, [1, 2, 5]). neighbor(4, [2, 5]).
neighbor(5, [3, 4]).
distance(1, [1, 0, 2, 1, 3, 2]). distance(2, [2, 1, 1, 0, 2, 1]). distance(3, [0, 1, 1, 2, 2, 3]).
distance(4, [3, 2, 2, 1, 1, 0]). distance(5, [1, 2, 0, 1, 1, 2]).
"""
LAMPS = """puzzle(lamps, rules, "Lamps").
start(one, [1, 0, 1]).
goal([0, 0, 0]).
move([A, B, C], press(1), [D, B, C]) :- D is 1-A.
move([A, B, C], press(3), [A, B, D]) :- D is 1-C.
"""
HALL = """puzzle(hall, rules, "Rooms").
start(one, hall).
goal(cellar).
move(hall, right, kitchen). move(kitchen, down, cellar). move(kitchen, left, hall). move(cellar, up, kitchen).
"""
QUOTED = """puzzle(quoted, rules, "Names in quotes").
start(one, p(0, 0)).
goal(p(1, 1)).
move(p(0, Y), 'Right', p(1, Y)).
move(p(X, 0), 'go up', p(X, 1)).
"""
SORTED = """puzzle(sorted, rules, "Parts").
start(one, [1, 3, 2, 4]).
goal([1, 2, 3, 4]).
move([A, B, C, D], part(2), [A, B, D, C]).
move([A, B, C, D], part(4), [A, C, B, D]).
move([A, B, C, D], turn, [C, D, A, B]).
"""
SEVEN = ["eight", "--start", "4 0 2 / 5 1 3 / 7 8 6"]
LENGTHS = {"two": (TWO, 2), "seven moves": (SEVEN, 7), "three": (THREE, 3), "six": (["six.pl"], 2),
           "jugs": (["jugs"], 6), "lamps": (["lamps.pl"], 2), "hall": (["hall.pl"], 2),
           "quoted": (["quoted.pl"], 2), "sorted": (["sorted.pl"], 1),
           "three blocks": (["sussman"], 3),
           "pouring": (["three_jugs"], 7)}  # fmt: skip
JUGS = ["fill(5)", "pour(5,3)", "empty(3)", "pour(5,3)", "fill(5)", "pour(5,3)"]
POURED = (
    "pour(8,5)/[3,5,0]/pour(5,3)/[3,2,3]/pour(3,8)/[6,2,0]/pour(5,3)/[6,0,2]/pour(8,5)/[1,5,2]/pour(5,3)/[1,4,3]/"
    "pour(3,8)/[4,4,0]"
)
RIGHT = [
    ("two", "123/456/078//123/456/708//123/456/780"),
    ("three", "123/ 46/758/123/4 6/758/123/456/7 8/123/456/78 "),
    ("three", "Limit: 0/Limit: 3/123/.46/758/123/4.6/758/123/456/7.8/123/456/78."),
    ("two", "[1,2,3,4,5,6,0,7,8] -> [1,2,3,4,5,6,7,0,8]/[1,2,3,4,5,6,7,0,8] -> [1,2,3,4,5,6,7,8,0]"),
    ("two", "tile 7 moves/[1,2,3,4,5,6,7,0,8]/tile 8 moves/[1,2,3,4,5,6,7,8,0]"),
    (
        "three",
        "[1,2,3,0,4,6,7,5,8] --4--> [1,2,3,4,0,6,7,5,8]/[1,2,3,4,0,6,7,5,8] --5--> [1,2,3,4,5,6,7,0,8]/"
        "[1,2,3,4,5,6,7,0,8] --8--> [1,2,3,4,5,6,7,8,0]",
    ),
    ("three", "[1,2,3,0,4,6,7,5,8] tile 4/[1,2,3,4,0,6,7,5,8] tile 5/[1,2,3,4,5,6,7,0,8] tile 8"),
    ("three", "tile 4 [1,2,3,4,0,6,7,5,8]/tile 5 [1,2,3,4,5,6,7,0,8]/tile 8 [1,2,3,4,5,6,7,8,0]"),
    ("two", "slide 7 left/slide 8 left/2 moves"),
    ("two", "Step 1 of 2: tile 7/Step 2 of 2: tile 8"),
    ("two", "Solved in 2 moves: 7 -> 8"),
    ("three blocks", "Solution (3 moves): c to z, b to c, a to b"),
    ("two", "move tile 7/move tile 8/move count 2"),
    ("six", "01/32/54/31/02/54/31/52/04"),
    ("six", "  01/  32/  54/  31/  02/  54/  31/  52/  04"),
    ("jugs", "/".join(["Start: jugs(0,0)", *(f"Now {move}, please" for move in JUGS)])),
    ("jugs", "/".join(["1", "2", *(f"Now {move}, please" for move in JUGS), "6"])),
    ("lamps", "we go from [1,0,1] to [0,0,1]/we go from [0,0,1] to [0,0,0]"),
    ("pouring", POURED),
    ("pouring", POURED.replace("/[", " gives [")),
    ("lamps", "[0,0,0]/[0,0,1]/[1,0,1]"),
    ("lamps", "[1,0,1] => [0,0,1] => [0,0,0]"),
    ("lamps", "Schritt 1: press(1) ergibt [0,0,1]/Schritt 2: press(3) ergibt [0,0,0]"),
    ("lamps", "Start: [1,0,1]/=> press(1)/=> press(3)"),
    ("lamps", "In state [1,0,1] do press(1)/In state [0,0,1] do press(3)"),
    ("hall", "threshold = 0/threshold = 1/the move right is made/the move down is made"),
    ("hall", "we go from hall to kitchen/we go from kitchen to cellar"),
    ("lamps", "press(1)/press(3)/Solution: [press(1),press(3)]"),
    ("lamps", "[press(1),press(3)]/[[1,0,1],[0,0,1],[0,0,0]]"),
    ("quoted", "Right/go up"),
    ("quoted", "1. go up/2. Right"),
    ("quoted", "Moves: Right, go up"),
    ("quoted", "[go up,Right]"),
    ("quoted", "p(0,0)/Right/p(1,0)/go up/p(1,1)"),
    ("sorted", "visiting [1,3,2,4]/visiting [1,3,4,2]/Solution:/part(4)"),
    ("sorted", "[1,3,2,4]/part(4)/[1,2,3,4]"),
]
WRONG = {
    "a name in quotes that no move has": ("quoted", "Right/go down", "which is not a goal"),
    "the first steps that are numbered": ("two", "0:/123456078/1:/123456708/2:/123456780/3:/123456708/4:/123456780",
                                          "it finds 4 moves first"),
    "a move in words that is not possible first": ("jugs", "/".join(f"Now {move}, yes" for move in ["fill(3)", *JUGS]),
                                                   "move 3 (pour(5,3)) is not allowed"),
    "a count for the last move": ("seven moves", "/".join([*(f"move tile {tile}" for tile in (1, 5, 4, 1, 2, 3)),
                                                           "Moves made: 6"]), "can be read"),
    "directions": ("two", "slide 7 left/slide 8 left/slide 6 down", "which is not a goal"),
    "directions in another language": ("two", "7 nach links/8 nach links/6 nach unten", "which is not a goal"),
    "arrows": ("two", "7 ←/8 ←/6 ↓", "which is not a goal"),
    "moves that are counted in words": ("two", "First slide 7/then slide 8/finally slide 6", "which is not a goal"),
    "two moves in a line": ("two", "tile 7 and tile 8/tile 8 and tile 5", "which is not a goal"),
    "a board that moves do not make": (
        "two", "move 7/123/456/708/move 8/132/456/780", "it prints [1, 3, 2, 4, 5, 6, 7, 8, 0], which no"),
    "a board beside a move that does not make it": (
        "three", "[1,2,3,0,4,6,7,5,8] --4--> [1,2,3,4,0,6,7,5,8]/[1,2,3,4,0,6,7,5,8] --5--> [1,2,3,4,6,5,7,0,8]/"
        "[1,2,3,4,6,5,7,0,8] --8--> [1,2,3,4,5,6,7,8,0]", "after 2 moves it prints [1, 2, 3, 4, 6, 5, 7, 0, 8]"),
    "a board before a move, which moves do not make": (
        "three", "[1,2,3,0,4,6,7,5,8] tile 4/[1,2,3,4,6,0,7,5,8] tile 5/[1,2,3,4,5,6,7,0,8] tile 8",
        "after 1 move it prints [1, 2, 3, 4, 6, 0, 7, 5, 8], which no"),
    "a last board that moves do not make": (
        "two", "move 7/move 8/Final board:/132/456/780", "it prints [1, 3, 2, 4, 5, 6, 7, 8, 0], which no"),
    "a move less than is counted": ("two", "Solved in 3 moves: 7 -> 8", "can be read"),
    "a plan whose first move is not possible": (
        "three blocks", "c -> y/b -> c/a -> b", "at the start it prints c -> y, which is not a possible move"),
    "a plan with a move that is not possible": (
        "three blocks", "c -> z/b -> z/a -> b", "after 1 move it prints b -> z, which is not a possible move"),
    "a plan that ends too early": ("three blocks", "c -> z/b -> c", "which is not a goal"),
    "words of which one is not a move": (
        "seven moves", "/".join(f"move {tile}" for tile in (1, 5, 4, 1, 3)), "it prints move 3, which is not a"),
    "numbers that do not grow": ("two", "5/5/7/8", "threshold 5 was searched completely"),
    "states behind a second start": ("two", "Start:/123456078/123456078/123456708/123456780/123456708/123456780",
                                     "it finds 4 moves first"),
    "a state behind the goal, and a sentence": (
        "lamps", "now [1,0,1]/now [0,0,1]/now [0,0,0]/now [1,0,0]/The last move was press(1)", "which is not a goal"),
    "a move and a state to which another one leads": (
        "lamps", "from [1,0,1] to [0,0,0] with press(1)", 'at the start it prints "[0,0,0]", which no move makes'),
    "a state that is a list, and not that of the move": (
        "pouring", POURED.replace("(3,8)/[6,2,0]", "(3,8)/[1,5,2]"), 'after 3 moves it prints "[1,5,2]"'),
    "a move by the name of another one": (
        "pouring", POURED.replace("/[", " gives [").replace("(5,3) gives [3,2,3]", "(8,3) gives [3,2,3]"), "[3,2,3]"),
    "a state twice in a list": ("lamps", "[[1,0,1],[0,0,1],[0,0,1],[0,0,0]]", "which no move makes"),
    "sentences that lack the last move": ("jugs", "/".join(f"Now {move}, please" for move in JUGS[:-1]), "not a goal"),
    "a line of states and moves behind the goal": (
        "lamps", "[1,0,1], press(1), [0,0,1]/[0,0,1], press(3), [0,0,0]/[0,0,0], press(1), [1,0,0]/3 moves",
        "which is not a goal"),
}  # fmt: skip


@pytest.fixture
def told(tmp_path, monkeypatch):
    """Run a program that prints these lines, which slashes separate."""
    monkeypatch.chdir(tmp_path)
    for name, text in (
        ("six.pl", SIX),
        ("lamps.pl", LAMPS),
        ("hall.pl", HALL),
        ("quoted.pl", QUOTED),
        ("sorted.pl", SORTED),
    ):
        (tmp_path / name).write_text(text)

    def go(puzzle: str, lines: str, form: str = "--quiet") -> int:
        text = lines.replace("/", "\\n")
        (tmp_path / "mine.pl").write_text(f'ids :- write("{text}\\n").\n')
        return run(["ids", *LENGTHS[puzzle][0], "--program", "mine.pl", form, "--no-isolate"])

    return go


@pytest.mark.parametrize(("puzzle", "lines"), RIGHT)
def test_a_solution_is_taken(puzzle, lines, told, capsys):
    assert told(puzzle, lines) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"✓ solved in {several(LENGTHS[puzzle][1], 'move')}"


@pytest.mark.parametrize("why", WRONG)
def test_what_is_none_is_refused(why, told, capsys):
    puzzle, lines, said = WRONG[why]
    assert told(puzzle, lines) == 60
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("puzzle", "lines", "thresholds"),
    [
        ("jugs", "/".join(["1", "2", *(f"Now {move}, please" for move in JUGS), "6"]), [1, 2]),
        ("six", "2/3/01/32/54/31/02/54/31/52/04/2", [2, 3]),
    ],
)
def test_rows_and_counts_are_no_thresholds(puzzle, lines, thresholds, told, capsys):
    assert told(puzzle, lines, "--json") == 0
    assert [each["threshold"] for each in json.loads(capsys.readouterr().out)["iterations"]] == thresholds


COUNTING = """ids :-
    start(easy, Start), between(2, 20, Count), write(Count), nl, WAITS
    length(States, Count), States = [Start|_], along(States), !, forall(member(State, States), (write(State), nl)).

along([Goal]) :- goal(Goal).
along([Here,There|States]) :- step(Here, There), along([There|States]).

step(Here, There) :-
    nth0(Blank, Here, 0), neighbor(Blank, Cells), member(Cell, Cells), nth0(Cell, Here, Tile),
    maplist(exchanged(Tile), Here, There).

exchanged(Tile, Tile, 0) :- !.
exchanged(Tile, 0, Tile) :- !.
exchanged(_, Other, Other).
"""
"""Its limits are numbers of states, so that the twelve moves of the solution are found at the limit 13."""


@pytest.mark.parametrize(
    "waits", ["", pytest.param("numlist(1, 500000, Many), sum_list(Many, _),", marks=pytest.mark.slow)]
)
def test_limits_may_count_states_however_fast_the_program_is(waits, tmp_path, capsys):
    path = tmp_path / "mine.pl"
    path.write_text(COUNTING.replace("WAITS", waits))
    assert run(["ids", "eight", "--program", str(path), "--quiet"]) == 0
    assert "solved in 12 moves" in capsys.readouterr().out
