"""The group of a permutation puzzle: orders, orbits and random states, against closures that know no group theory."""

from collections import Counter
from dataclasses import replace
from itertools import permutations
from math import comb, factorial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pybridge.errors import UnavailableProgramError, UnknownStartError
from pybridge.facts import find, read
from pybridge.facts.given_state import given_state
from pybridge.facts.reader import read_text
from pybridge.puzzles import count_arrangements, count_states, random_state, why_unsolvable
from pybridge.puzzles.turns import TurnsOrbits

CUBE = read(find("cube"))
SOLVED = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"


def puzzle(goal, *generators):
    """A puzzle with generators a, b, ... as lists of cycles."""
    lines = ['puzzle(p, permutation, "P").', f"start(s, {list(goal)}).", f"goal({list(goal)}).", "metric(half)."]
    names = [*"abcdefgh", *(f"m{number}" for number in range(8, len(generators)))]
    lines += [f"generator({name}, {cycles})." for name, cycles in zip(names, generators, strict=False)]
    return read_text("\n".join(lines))


def step(state, cycles):
    """The piece on each point of a cycle goes to the next one."""
    after = list(state)
    for cycle in cycles:
        for here, there in zip(cycle, cycle[1:] + cycle[:1], strict=True):
            after[there - 1] = state[here - 1]
    return tuple(after)


def closure(state, generators):
    """All states that moves lead to."""
    known, queue = {tuple(state)}, [tuple(state)]
    for each in queue:
        for cycles in generators:
            after = step(each, cycles)
            if after not in known:
                known.add(after)
                queue.append(after)
    return known


def order(points, *generators):
    return count_states(puzzle(range(1, points + 1), *generators))


def test_the_cube_has_as_many_states_as_everybody_says():
    assert count_states(CUBE) == 43_252_003_274_489_856_000
    assert count_arrangements(CUBE) == factorial(48)


def test_three_faces_of_the_corners_make_the_pocket_cube():
    """U, R and F move seven of the eight corners of a cube, each in three ways."""
    corners = [1, 3, 6, 8, 9, 11, 14, 16, 17, 19, 22, 24, 25, 27, 30, 32, 33, 35, 38, 40, 41, 43, 46, 48]
    number = {point: index for index, point in enumerate(corners, 1)}
    faces = [cycles for name, cycles in CUBE.generators if name in "URF"]
    kept = [[[number[point] for point in cycle] for cycle in cycles if cycle[0] in number] for cycles in faces]
    assert order(24, *kept) == 3_674_160


@pytest.mark.parametrize("points", range(3, 9))
def test_known_orders(points):
    ring, swap = [list(range(1, points + 1))], [[1, 2]]
    threes = [[[1, 2, other]] for other in range(3, points + 1)]
    mirror = [[one, points + 1 - one] for one in range(1, points // 2 + 1)]
    assert order(points, ring, swap) == factorial(points)
    assert order(points, *threes) == factorial(points) // 2
    assert order(points, ring) == points
    assert order(points, ring, mirror) == 2 * points


def test_a_group_of_mathieu():
    ring = [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]]
    assert order(11, ring, [[3, 7, 11, 8], [4, 10, 5, 6]]) == 7920  # source: the order of M11
    assert order(12, ring, [[3, 7, 11, 8], [4, 10, 5, 6]], [[1, 12], [2, 11], [3, 6], [4, 8], [5, 9], [7, 10]]) == 95040


def cycles_of(images):
    """The cycles of a list of images, which count from 0."""
    seen, found = set(), []
    for first in range(len(images)):
        cycle = []
        point = first
        while point not in seen:
            seen.add(point)
            cycle.append(point + 1)
            point = images[point]
        if len(cycle) > 1:
            found.append(cycle)
    return found


@st.composite
def puzzles(draw):
    """Generators on a few points, and a goal whose pieces may look alike."""
    points = draw(st.integers(3, 7))
    few = st.lists(st.permutations(range(points)).map(cycles_of).filter(bool), min_size=1, max_size=3)
    goal = draw(st.permutations(range(points)) | st.lists(st.integers(0, 2), min_size=points, max_size=points))
    return goal, draw(few)


@pytest.mark.slow
@given(puzzles(), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_orbits_are_what_moves_connect(drawn, source):
    goal, generators = drawn
    facts = puzzle(goal, *generators)
    known, whole = TurnsOrbits(facts), closure(goal, generators)
    everything = sorted(set(permutations(goal)))
    assert count_states(facts) == len(whole)
    assert count_arrangements(facts) == len(everything)
    for state in source.sample(everything, min(12, len(everything))):
        assert (known.orbit(state) == known.orbit(facts.goals[0])) == (state in whole), state
        reason = why_unsolvable(facts, state)
        assert (reason is None) == (state in whole)
        assert reason is None or "\n" not in reason
        other = source.choice(everything)
        joined = closure(state, generators)
        assert (known.orbit(state) == known.orbit(other)) == (other in joined)
        assert known.size(state) == len(joined)


def test_what_pieces_that_look_alike_can_do_may_be_unknown():
    """The group is neither all permutations nor small, and the states are many."""
    ring = [list(range(1, 24))]
    other = [[3, 17, 10, 7, 9], [4, 13, 14, 19, 5], [8, 18, 11, 12, 23], [15, 20, 22, 21, 16]]
    assert order(23, ring, other) == 10_200_960  # source: the order of M23
    with pytest.raises(UnavailableProgramError, match="look alike"):
        count_states(puzzle([1, 2] * 11 + [1], ring, other))


@pytest.mark.parametrize(
    ("pieces", "generators", "size"),
    [
        (range(1, 161), [[[n, n + 1]] for n in range(1, 160)], factorial(160)),
        (range(1, 161), [[[n, n + 1, n + 2]] for n in range(1, 159)], factorial(160) // 2),
        (range(1, 161), [[[n, n + 1], [n + 80, n + 81]] for n in range(1, 80)], factorial(80)),
        ([*[1] * 80, *[2] * 80], [[[n, n + 1]] for n in range(1, 160)], comb(160, 80)),
    ],
)
def test_many_generators_that_move_few_points_each(pieces, generators, size):
    """Exchanges of neighbors; cycles of three, which are even; two rows that change together; pieces of two kinds."""
    assert count_states(puzzle([*pieces], *generators)) == size


def test_random_states_are_equally_likely():
    facts = puzzle([1, 1, 2, 2, 3], [[1, 2, 3, 4, 5]], [[2, 5], [3, 4]])
    whole = closure(facts.goals[0], [cycles for _, cycles in facts.generators])
    assert len(whole) == 10
    drawn = Counter(random_state(facts, seed) for seed in range(2000))
    assert set(drawn) == whole
    assert min(drawn.values()) > 140  # 200 are expected, with a standard deviation of 13
    assert max(drawn.values()) < 270


def test_random_states_of_boards_can_be_solved():
    for name in ("eight", "seven"):
        facts = read(find(name))
        for seed in range(5):
            state = random_state(facts, seed)
            assert why_unsolvable(facts, state) is None
            assert random_state(facts, seed) == state


def changed(*cycles):
    """The goal of the cube with the stickers on these points moved along cycles."""
    return step(CUBE.goals[0], [list(cycle) for cycle in cycles])


@pytest.mark.parametrize(
    ("state", "parts"),
    [
        (changed((8, 25, 19)), ["white-red-green is twisted in place", "add up to", "always to 0 modulo 3"]),
        (changed((7, 18)), ["white-green is flipped in place: the turns of the 12 pieces", "to 0 modulo 2"]),
        (changed((7, 2), (18, 34)), ["white-green and ", "white-blue", " are swapped: ", "together is always even"]),
        (changed((1, 3), (9, 33), (35, 27)), ["are swapped", "is always even"]),
        (changed((8, 25)), ["is mirrored", "points 8, 25, 19"]),
        (changed((1, 3)), ["points 1, 9, 35", "taken apart"]),
        (changed((8, 25, 19), (7, 18)), ["twisted in place", "; white-green is flipped"]),
    ],
)
def test_reasons_name_what_is_wrong(state, parts):
    reason = why_unsolvable(CUBE, state)
    assert reason is not None
    for part in parts:
        assert part in reason.replace("white-green-red", "white-red-green"), reason
    moved = step(step(state, CUBE.generators[0][1]), CUBE.generators[3][1])
    assert why_unsolvable(CUBE, moved) is not None


def test_reasons_where_pieces_have_no_colors():
    assert "the permutation of the 5 pieces like 1 is always even" in why_unsolvable(
        puzzle(range(1, 6), [[1, 2, 3]], [[3, 4, 5]]), (2, 1, 3, 4, 5)
    )
    assert "no move changes point 5" in why_unsolvable(puzzle(range(1, 6), [[1, 2, 3, 4]]), (5, 2, 3, 4, 1))
    two = puzzle(range(1, 7), [[1, 2, 3], [4, 5, 6]], [[1, 2]], [[4, 5]])
    assert "4 lies on point 1, a place of the 3 pieces like 1" in why_unsolvable(two, (4, 2, 3, 1, 5, 6))
    apart = why_unsolvable(puzzle(range(1, 7), [[1, 2, 3]], [[4, 5, 6]]), (2, 1, 3, 4, 5, 6))
    assert apart == "1-2-3 lies on points 1, 2, 3 in an order that no move makes"
    dihedral = puzzle(range(1, 6), [[1, 2, 3, 4, 5]], [[2, 5], [3, 4]])
    assert "moves make 10 orders" in why_unsolvable(dihedral, (2, 3, 1, 4, 5))


@pytest.mark.parametrize(
    ("metric", "generators"),
    [
        ((2, 4), ([[1, 2, 3], [4, 5]], [[2, 3, 4]])),
        ((2,), ([[1, 2, 3, 4]], [[1, 3, 5, 2]], [[4, 5, 1, 3]])),
    ],
)
def test_reasons_are_about_moves_and_not_about_generators_that_are_none(metric, generators):
    """An exchange of two pieces is odd; each move is a power of a generator that is not a move by itself."""
    facts = replace(puzzle(range(1, 6), *generators), metric=metric)
    assert "the permutation of " in (why := why_unsolvable(facts, (2, 1, 3, 4, 5)))
    assert why.endswith("is always even")


def facelets(state):
    """The colors of a state of the cube in the order in which they are typed, as letters of faces."""
    face = {"white": "U", "red": "R", "green": "F", "yellow": "D", "orange": "L", "blue": "B"}
    return "".join(each if isinstance(each, str) else face[CUBE.colours[state[each - 1]]] for each in CUBE.facelets)


@pytest.mark.parametrize("seed", range(20))
def test_facelets_are_read_back(seed):
    source = Random(seed)
    state = CUBE.goals[0]
    for _ in range(30):
        state = step(state, source.choice(CUBE.generators)[1])
    text = facelets(state)
    assert given_state(CUBE, text) == state
    assert given_state(CUBE, text.translate(str.maketrans("URFDLB", "wrgyob"))) == state
    assert given_state(CUBE, " ".join(text[first : first + 9] for first in range(0, 54, 9))) == state


@pytest.mark.parametrize("alphabet", ["URFDLB", "wrgyob"])
def test_without_centers_letters_are_initials(alphabet):
    facts = replace(CUBE, facelets=tuple(each for each in CUBE.facelets if isinstance(each, int)))
    state = random_state(facts, 3)
    text = "".join(letter for letter, each in zip(facelets(state), CUBE.facelets, strict=True) if isinstance(each, int))
    assert given_state(facts, text.translate(str.maketrans("URFDLB", alphabet))) == state


def typed(**letters):
    """The solved cube with some letters replaced: u9="R" is the ninth letter of the face U."""
    found = list(SOLVED)
    for place, letter in letters.items():
        found["urfdlb".index(place[0]) * 9 + int(place[1:]) - 1] = letter
    return "".join(found)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (SOLVED[:-1], "it has 53 letters; the puzzle has 54 facelets"),
        (typed(b9="X"), "X is not one of the letters"),
        (typed(b9="R"), "R occurs 10 times, not 9; B occurs 8 times, not 9"),
        (typed(u5="R", r5="U", b5="U"), "the faces R, B have the same letter in the center"),
        (typed(f2="D", d2="F"), "no piece is white-yellow, as on facelets 8, 20"),
        (typed(u8="D", d8="U"), "the piece white-blue is there twice, and white-green is missing"),
    ],
)
def test_bad_facelets_get_one_line(text, told):
    with pytest.raises(UnknownStartError) as caught:
        given_state(CUBE, text)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_facelets_of_an_impossible_cube_have_a_reason():
    twisted = given_state(CUBE, typed(u9="R", r1="F", f3="U"))
    assert "twisted in place" in why_unsolvable(CUBE, twisted)
    flipped = given_state(CUBE, typed(u8="F", f2="U"))
    assert "flipped in place" in why_unsolvable(CUBE, flipped)
