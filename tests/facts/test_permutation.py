"""Permutation puzzles: each fault at its place, how sequences of moves are read, and what is written reads back."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybridge.errors import FaultKind, UnknownStartError
from pybridge.facts import TurnsFacts, drawing, find, fingerprint, read, read_text, write
from pybridge.facts.cycles import MOST_TURNS, Notation, inverse, moved, moves, notation, order, sources
from pybridge.facts.given_state import given_state

K = FaultKind
SOUND = """\
puzzle(square, permutation, "Four balls on a square").
start(turned, "R F").
optimal(turned, 2).
goal([1, 2, 3, 4]).
generator('R', [[1, 2, 3, 4]]).
generator('F', [[1, 4], [2, 3]]).
metric(quarter).
distance(1, [0, 1, 2, 1]).
distance(2, [1, 0, 1, 2]).
distance(3, [2, 1, 0, 1]).
distance(4, [1, 2, 1, 0]).
facet(1, front, 0, 0). facet(3, front, 1, 1). facet(4, front, 1, 0).
facet(2, front, 0, 1).
colour(1, red). colour(2, blue). colour(3, red). colour(4, green).
rotation(y, [[1, 3], [2, 4]]).
shorthand(turn, "R2").
facelets([1, 2, 3, 4]).
%| R B
%| G R
"""
"""The rotation swaps opposite corners."""


def _corners(third, many):
    """Triangles for points, of which the first may lack a corner."""
    rest = (f"corners({point}, [[0, 0, 0], [1, 0, 0], [0, 1, 0]])." for point in range(2, many + 1))
    return " ".join([f"corners(1, [[0, 0, 0], [1, 0, 0], {third}]).", *rest])


FAULTS = [
    (4, "goal([1, 2, 3, 4]). goal([1, 2, 4, 3]).", (4, 21, K.REPEATED_FACT, "has one; remove it")),
    (4, "goal([1, 2, 3, 4]). goal([1, 2, 3, 4]).", (4, 26, K.REPEATED_FACT, "this goal is repeated")),
    (4, "goal([]).", (4, 1, K.WRONG_ARGUMENT, "the goal has no points: list its pieces")),
    (4, 'goal("R").', (4, 6, K.WRONG_ARGUMENT, "is not a list of integers")),
    (5, "generator('R', [[1, 2, 3], [3, 4]]).", (5, 29, K.REPEATED_FACT, "point 3 is twice in R; cycles are disjoint")),
    (5, "generator('R', [[1, 2, 1, 4]]).", (5, 24, K.REPEATED_FACT, "point 1 is twice in R")),
    (5, "generator('R', []).", (5, 1, K.WRONG_ARGUMENT, "R has no cycles, so it moves nothing")),
    (5, "generator('R', [[1, 2], [3]]).", (5, 25, K.WRONG_ARGUMENT, "the cycle [3] moves nothing")),
    (5, "generator('R', [[1, 2], []]).", (5, 25, K.WRONG_ARGUMENT, "the cycle [] moves nothing")),
    (5, "generator('R', [[1, 5]]).", (5, 21, K.WRONG_ARGUMENT, "5 is not a point; the goal has the points 1 to 4")),
    (5, "generator('R', [[0, 1]]).", (5, 18, K.WRONG_ARGUMENT, "0 is not a point")),
    (5, "generator('R', [1, 2]).", (5, 17, K.WRONG_ARGUMENT, "1 is not a cycle such as [1, 2, 3] in a list of cycles")),
    (5, "generator('R R', [[1, 2, 3, 4]]).", (5, 11, K.WRONG_ARGUMENT, "has a space, which separates moves")),
    (5, "generator('F', [[1, 2]]).", (6, 11, K.REPEATED_FACT, "two generators are named 'F'; the other is on line 5")),
    (6, "generator('R2', [[1, 4], [2, 3]]).", (6, 11, K.REPEATED_FACT, "R2 is also a move of R on line 5; rename one")),
    (7, "% none", (1, 1, K.MISSING_FACT, "no metric: add metric(half)")),
    (7, "metric(face).", (7, 8, K.WRONG_ARGUMENT, "face is not half, quarter or a list of powers")),
    (7, "metric(quarter). metric(half).", (7, 18, K.REPEATED_FACT, "a second metric; remove it")),
    (7, "metric([1]).", (7, 1, K.WRONG_ARGUMENT, "[1] do not undo each other for R, which has order 4; add 3")),
    (
        7,
        "metric([2, 3]).",
        (7, 1, K.WRONG_ARGUMENT, "[2, 3] do not undo each other for R, which has order 4; add 1"),
    ),
    (7, "metric([2]).", (7, 1, K.WRONG_ARGUMENT, "[2] include no turn of F, which has order 2; add 1")),
    (2, 'start(turned, "R X").', (2, 15, K.ILLEGAL_STATE, "X is not a move; the moves are R, F, y, turn")),
    (2, 'start(turned, "R trun").', (2, 15, K.ILLEGAL_STATE, "trun is not a move (did you mean turn?)")),
    (2, 'start(turned, "R222").', (2, 15, K.ILLEGAL_STATE, "R222 is not a move")),
    (2, "start(turned, [1, 2, 3]).", (2, 15, K.ILLEGAL_STATE, "the state has 3 pieces; the goal has 4")),
    (2, "start(turned, [1, 2, 3, 3]).", (2, 15, K.ILLEGAL_STATE, "too many of 3, missing 4: write 4 for one 3")),
    (2, "start(turned, half).", (2, 15, K.WRONG_ARGUMENT, 'a string of moves such as "R U2 F')),
    (
        2,
        "start(turned, [1, 2, 3, 3]). start(other, [3, 3, 2, 1]).",
        (4, 6, K.WRONG_ARGUMENT, "the starts differ: too many of 4, missing 3: write 3 for one 4"),
    ),
    (8, "distance(1, [0, 1, 3, 1]).", (8, 20, K.INADMISSIBLE_DISTANCE, "from point 3 piece 1 needs 2 moves, not 3")),
    (8, "distance(1, [0, 2, 2, 1]).", (8, 17, K.INADMISSIBLE_DISTANCE, "from point 2 piece 1 needs 1 move, not 2")),
    (8, "distance(1, [0, 1]).", (8, 13, K.WRONG_ARGUMENT, "2 distances for 4 points; list one for each")),
    (8, "% none", (9, 1, K.MISSING_FACT, "no distances for 1: add distance(Piece, Distances)")),
    (9, "distance(2, [1, 0, 1, 2]). distance(2, [0, 0, 0, 0]).", (9, 37, K.REPEATED_FACT, "distances are for piece 2")),
    (11, "distance(4, [1, 2, 1, 0]). distance(5, [0, 0, 0, 0]).", (11, 37, K.WRONG_ARGUMENT, "no piece 5")),
    (13, "facet(2, front, 0, 0).", (13, 17, K.REPEATED_FACT, "row 0, column 0 also has the facet of point 1")),
    (13, "facet(1, front, 0, 1).", (13, 7, K.REPEATED_FACT, "two facets are for point 1; the other is on line 12")),
    (13, "facet(5, front, 0, 1).", (13, 7, K.WRONG_ARGUMENT, "5 is not a point")),
    (13, "facet(2, front, 0, 1000).", (13, 20, K.WRONG_ARGUMENT, "rows and columns are 0 to 999, not 1000")),
    (15, "colour(5, red).", (15, 8, K.WRONG_ARGUMENT, "the goal has no piece 5")),
    (15, "colour(1, blue).", (15, 8, K.REPEATED_FACT, "two colors are for piece 1; the other is on line 14")),
    (15, "width(1, 2). width(5, 2).", (15, 20, K.WRONG_ARGUMENT, "the goal has no piece 5")),
    (15, "width(1, 2). width(1, 3).", (15, 20, K.REPEATED_FACT, "two widths are for piece 1")),
    (15, "width(1, 0).", (15, 10, K.WRONG_ARGUMENT, "0 is not a width of 1 to 999")),
    (15, "width(1, 1000).", (15, 10, K.WRONG_ARGUMENT, "1000 is not a width of 1 to 999")),
    (15, "rotation(y, [[1, 2]]).", (15, 1, K.WRONG_ARGUMENT, "y does not turn generators into generators")),
    (15, "rotation(y, [[1, 7]]).", (15, 18, K.WRONG_ARGUMENT, "7 is not a point")),
    (15, "rotation('F', [[1, 3], [2, 4]]).", (15, 10, K.REPEATED_FACT, "F is also a move of F on line 6; rename one")),
    (16, 'shorthand(turn, "R2 Q").', (16, 17, K.WRONG_ARGUMENT, "Q is not a move; the moves are R, F, y")),
    (16, 'shorthand(turn, "turn").', (16, 17, K.WRONG_ARGUMENT, "turn is not a move; the moves are R, F, y")),
    (16, 'shorthand(a, "R"). shorthand(a, "F").', (16, 30, K.REPEATED_FACT, "a is also a move of a on line 16")),
    (17, "facelets([1, 2, 3]).", (17, 1, K.WRONG_ARGUMENT, "facelets/1 lacks 4; list each point once")),
    (17, "facelets([1, 2, 3, 4, 9]).", (17, 1, K.WRONG_ARGUMENT, "facelets/1 lists 9; list each point once")),
    (17, "facelets([1, 2, 3, 4, 4]).", (17, 23, K.REPEATED_FACT, "two entries of facelets/1 are point 4")),
    (17, 'facelets([1, "U"]).', (17, 14, K.WRONG_ARGUMENT, "a point, or a face that never moves")),
    (
        14,
        "colour(1, red). colour(2, blue). colour(3, red).",
        (17, 1, K.MISSING_FACT, "needs colour(Piece, Colour) for"),
    ),
    (17, _corners("[0, 0, 0]", 4), (17, 12, K.WRONG_ARGUMENT, "three corners or more, all different")),
    (17, _corners("[0, 1, 0]", 3), (17, 1, K.MISSING_FACT, "corners/2 lacks 4; give the corners of all points")),
    (19, "%| R G", (19, 1, K.WRONG_DRAWING, "this line is: %| G R")),
]


def test_the_unchanged_text_is_sound():
    facts = read_text(SOUND)
    assert drawing(facts, facts.goals[0]) == ["R B", "G R"]
    assert facts.starts == (("turned", (3, 2, 1, 4)),)


@pytest.mark.parametrize(("line", "text", "expected"), FAULTS)
def test_a_fault_is_found_where_it_is_and_alone(line, text, expected, with_line, fault_list):
    *place, message = expected
    found = fault_list(with_line(SOUND, line, text))
    assert [list(fault[:3]) for fault in found] == [place], found
    assert message in found[0][3]


def test_faults_that_do_not_follow_from_each_other_are_found_at_once(fault_list):
    text = """puzzle(p, permutation, "P").
start(a, "R Q").
start(b, [1, 2, 3, 4, 4]).
goal([1, 2, 3, 4, 5]).
generator('R', [[1, 2, 3], [3, 4]]).
generator('S', [[4, 9]]).
generator('T', [1, 2, 3]).
metric(htm).
rotation(x, [[1, 6]]).
"""
    assert [fault[:2] for fault in fault_list(text)] == [(3, 10), (5, 29), (6, 21), (7, 17), (8, 8), (9, 18)]


def test_color_is_another_spelling_of_colour(with_line, fault_list):
    text = with_line(SOUND, 14, "color(1, red). colour(2, blue). color(3, red). colour(4, green).")
    assert read_text(text) == read_text(SOUND)
    twice = with_line(SOUND, 14, "colour(1, red). colour(2, blue). color(2, red). color(3, red). colour(4, green).")
    assert fault_list(twice) == [
        (14, 40, K.REPEATED_FACT, "two colors are for piece 2; the other is on line 14: change or remove one")
    ]


def test_without_generators_one_line_says_what_to_add(with_line, fault_list):
    text = with_line(with_line(SOUND, 5, "%"), 6, "%")
    assert fault_list(text) == [
        (1, 1, K.MISSING_FACT, "no generators: add generator(Name, Cycles) for each basic move")
    ]


def test_a_generator_has_a_limited_order(fault_list):
    """The product of the first primes would take forever to count to."""
    cycles, point = [], 1
    for length in (2, 3, 5, 7, 11, 13, 17, 19, 23):
        cycles.append(list(range(point, point + length)))
        point += length
    text = f"""puzzle(long, permutation, "").\ngoal({list(range(1, point))}).\ngenerator(a, {cycles}).\n"""
    (found,) = fault_list(f'{text}metric(half).\nstart(s, "a").\n')
    assert (*found[:2], found[2]) == (3, 14, K.WRONG_ARGUMENT)
    assert f"a has order more than {MOST_TURNS}" in found[3]


def test_shorthands_that_contain_each_other_are_read_at_once():
    """Each of sixty is five times the one before it, and R has order four."""
    nested = "\n".join(f'shorthand(s{number}, "s{number - 1}4 s{number - 1}").' for number in range(1, 60))
    facts = read_text(SOUND.replace('shorthand(turn, "R2").', f'shorthand(s0, "R").\n{nested}'))
    assert given_state(facts, "s59'") == given_state(facts, "R'")


def _permutation(facts, text):
    found, wrong = notation(facts).permutation(text)
    assert wrong is None
    return found


CUBE = read(find("cube"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x U x'", "F"),
        ("y F", "R"),
        ("y F y'", "R"),
        ("z U", "L"),
        ("M2 E2 S2", "L2 R2 U2 D2 F2 B2"),
        ("M", "L' R"),
        ("M U M'", "L' R B L R'"),
        ("E", "D' U"),
        ("S", "F' B"),
        ("r U", "L F"),
        ("Rw2", "r2"),
        ("Rw' u", "r' u"),
        ("r r'", ""),
        ("x y x' z'", ""),
        ("R’", "R3"),
        ("R` U´", "R' U'"),
        ("R'2 U'3", "R2 U"),
        ("R U // the pair R'\nR' // and back", "R U R'"),
        ("R U R' (3f)", "R U R'"),
        ("R U2 (2f*) ", "R U2"),
        ("R2'", "R2"),
        ("R4", ""),
        ("U  R\tU'", "U R U'"),
    ],
)
def test_sequences_of_moves(one, other):
    assert _permutation(CUBE, one) == _permutation(CUBE, other)


def test_a_move_and_its_name():
    """R takes the piece on point 3 to point 38, as the cycle says, and the names are those that cubers write."""
    goal = CUBE.goals[0]
    assert moved(goal, _permutation(CUBE, "R"))[38 - 1] == 3
    names = [turn.name for turn in moves(CUBE)]
    assert names[:4] == ["U", "U2", "U'", "L"]
    assert len(names) == 18
    assert [turn.name for turn in moves(replace(CUBE, metric="quarter"))][:3] == ["U", "U'", "L"]
    assert [turn.name for turn in moves(replace(CUBE, metric=(2,)))] == ["U2", "L2", "F2", "R2", "B2", "D2"]


def test_names_that_end_in_a_digit_have_powers_and_inverses():
    written = Notation([("f", ((1, 2, 3, 4, 5),)), ("f3", ((1, 2, 3, 4, 5, 6, 7),))], 7)
    once = written.permutation("f3")[0]
    assert moved(once, written.permutation("f3'")[0]) == tuple(range(7))
    assert written.permutation("f32")[0] == moved(once, once)
    assert written.permutation("f4")[0] == written.permutation("f'")[0]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("R Q", "Q is not a move; the moves are R, F, y, turn"),
        ("[1, 2, 3]", "the state has 3 pieces; the goal has 4"),
        ("[1, 2, 3, 3]", "the state has too many of 3, missing 4: write 4 for one 3"),
        ("[1, 2, 3, x]", "it is not a list of integers"),
        ("[1, 2, 3, 4", "a [ is not closed"),
        ("R " * 10_001, "it has more than 10,000 moves"),
        ("((R R R)50 F)99", "it has more than 10,000 moves"),
        ("(R (F)", "a ( is not closed"),
        ("R) F", "a ) closes nothing"),
        ("(R F)100", "100 is not a power"),
        ("(R F) 3", "3 is not a move; the moves are R, F, y, turn"),
        ("R, F", "R, is not a move (did you mean R?)"),
        ("2R", "2R is not a move: numbers of layers in front of a move are not read"),
        ("[R: F]", "it is not a list of integers"),
        ("F [R, F]", "[R, is not a move: commutators and conjugates are not read, write out their moves"),
    ],
)
def test_a_typed_state_that_is_none(text, wrong):
    with pytest.raises(UnknownStartError, match="square") as caught:
        given_state(read_text(SOUND), text)
    assert str(caught.value).endswith(wrong)


def test_a_typed_state():
    facts = read_text(SOUND)
    assert given_state(facts, " [2, 1,4, 3] ") == (2, 1, 4, 3)
    assert given_state(facts, "R") == (4, 1, 2, 3)
    assert given_state(facts, "y R y'") == given_state(facts, "R")


@pytest.mark.parametrize(
    ("grouped", "plain"),
    [
        ("(R F)3 R", "R F R F R F R"),
        ("(R F R')' F", "R F' R' F"),
        ("((R F)2 R)*2", "R F R F R R F R F R"),
        ("(y R)2 F", "y R y R F"),
        ("(y R F)×2' ( F ) ()", "F' R' y' F' R' y' F"),
        ("(R)0 F", "F"),
        ("(R F)'2", "F' R' F' R'"),
        ("R F (2f) // two turns", "R F"),
    ],
)
def test_moves_in_parentheses(grouped, plain):
    facts = read_text(SOUND)
    assert given_state(facts, grouped) == given_state(facts, plain)


def test_parentheses_may_be_names():
    written = Notation([("(", ((1, 2, 3),)), (")2", ((3, 4),))], 4)
    assert written.permutation("( )2") == (moved(*(written.permutation(each)[0] for each in ("(", ")2"))), None)


names = st.text("abcXYZ23'é", min_size=1, max_size=3).filter(lambda name: name[-1] not in "'23")
words = st.text("abc de", max_size=8)


@st.composite
def puzzles(draw):
    """Random generators on a few points, with pieces that may be alike, and sometimes facets, colors and the rest."""
    points = draw(st.integers(2, 8))
    goal = tuple(draw(st.lists(st.integers(0, 4), min_size=points, max_size=points)))
    named = draw(st.lists(names, min_size=1, max_size=3, unique=True))
    generators = tuple((name, draw(cycles(points))) for name in named)
    by = Notation(generators, points)
    start = draw(st.lists(st.sampled_from(named), max_size=4))
    pieces = sorted(set(goal))
    colours = {piece: draw(st.sampled_from(["red", "white", "x y"])) for piece in pieces if draw(st.booleans())}
    places = [(draw(words), row, 3) for row in draw(st.permutations(range(points)))]
    facts = TurnsFacts(
        name=draw(names),
        title=draw(words),
        sources=(draw(words),),
        starts=(("one", moved(goal, by.permutation(" ".join(start))[0])), ("none", goal)),
        optimal={"none": 0},
        goals=(goal,),
        generators=generators,
        metric=draw(st.sampled_from(["half", "quarter"])),
        distances=dict.fromkeys(pieces, (0,) * points) if draw(st.booleans()) else {},
        facets={point: ("a", *place[1:]) for point, place in enumerate(places, 1) if draw(st.booleans())},
        colours=colours,
        widths={piece: draw(st.integers(1, 4)) for piece in pieces if draw(st.booleans())},
        shorthands=(("twice.it", f"{named[0]} {named[-1]}2'"),) if draw(st.booleans()) else (),
        facelets=("U", *range(points, 0, -1)) if len(colours) == len(pieces) and draw(st.booleans()) else (),
    )
    return replace(facts, rotations=tuple((f"{name}.", turns) for name, turns in generators[: len(generators) == 1]))


@st.composite
def cycles(draw, points):
    """Disjoint cycles, at least one, of random lengths from 2 on."""
    order_of_points = draw(st.permutations(range(1, points + 1)))
    found, rest = [], list(order_of_points[: draw(st.integers(2, points))])
    while len(rest) >= 2:
        length = draw(st.integers(2, len(rest)))
        found.append(tuple(rest[:length]))
        del rest[:length]
    return tuple(found)


@given(puzzles())
def test_what_is_written_reads_back_the_same(facts):
    text = write(facts)
    again = read_text(text)
    assert again == facts
    assert write(again) == text
    assert fingerprint(again) == fingerprint(facts)


@given(st.integers(2, 8).flatmap(lambda points: st.tuples(st.just(points), cycles(points), cycles(points))))
def test_products_inverses_and_orders(case):
    points, one, other = case
    written = Notation([("a", one), ("b", other)], points)
    both = written.permutation("a b")[0]
    assert moved(both, inverse(both)) == tuple(range(points)) == moved(both, written.permutation("b' a'")[0])
    assert written.permutation(f"a{order(one)}")[0] == tuple(range(points))
    for cycle in one:
        assert moved(range(1, points + 1), sources(one, points))[cycle[1] - 1] == cycle[0]


def test_the_fingerprint_follows_the_moves_and_not_the_drawing():
    drawn = [replace(CUBE, colours={}), replace(CUBE, facets={}), replace(CUBE, rotations=(), shorthands=())]
    assert {fingerprint(each) for each in drawn} == {fingerprint(CUBE)}
    searched = [replace(CUBE, metric="quarter"), replace(CUBE, generators=CUBE.generators[:5])]
    assert len({fingerprint(each) for each in [CUBE, *searched]}) == 3
