"""Every method against published counts, and against the plain one."""

import pytest

from pybridge import census
from pybridge.boards.generate import from_drawing, rectangle
from pybridge.facts import find, read
from pybridge.outcome import Outcome
from tests.samples import sample

# How many states are at each distance from the goal.
TWO_BY_TWO = [1, 2, 2, 2, 2, 2, 1]
"""A ring of three tiles: computed by hand."""
TWO_BY_THREE = [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]
"""OEIS A090034."""
TWO_BY_FOUR = [
    1, 2, 3, 6, 10, 14, 19, 28, 42, 61, 85, 119, 161, 215, 293, 396, 506, 632, 788, 985, 1194, 1414, 1664, 1884, 1999,
    1958, 1770, 1463, 1076, 667, 361, 190, 88, 39, 19, 7, 1,
]  # fmt: skip
"""OEIS A090035."""
THREE_BY_THREE = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110, 23952,
    20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
]  # fmt: skip
"""OEIS A089473."""
BLANK_IN_THE_CENTRE = [
    1, 4, 8, 8, 16, 32, 60, 72, 136, 200, 376, 512, 964, 1296, 2368, 3084, 5482, 6736, 11132, 12208, 18612, 18444,
    24968, 19632, 22289, 13600, 11842, 4340, 2398, 472, 148,
]  # fmt: skip
"""OEIS A089474."""
BLANK_AT_A_SIDE = [
    1, 3, 5, 10, 14, 28, 42, 80, 108, 202, 278, 524, 726, 1348, 1804, 3283, 4193, 7322, 8596, 13930, 14713, 21721,
    19827, 25132, 18197, 18978, 9929, 7359, 2081, 878, 126, 2,
]  # fmt: skip
"""OEIS A089483."""
BOX_EIGHT = [
    1, 4, 8, 8, 16, 32, 60, 72, 136, 200, 376, 512, 944, 1232, 2188, 2756, 4786, 5648, 8934, 9024, 12664, 10596, 12164,
    7328, 6405, 2540, 1564, 344, 148, 24, 6,
]  # fmt: skip
"""M. Hiroi, sliding puzzle with equal pieces; recounted by breadth-first search."""
BLOCKS_PAGE = [1, 2, 4, 12, 17, 16, 7, 1]
"""M. Hiroi, three blocks on three places; recounted from its start, and from the goal they are as many by symmetry."""

DISTINCT = ("plain", "bits", "hashed")
"""Methods that fit boards of unequal tiles and one goal."""
ANY = ("plain", "hashed")
"""Methods that fit equal tiles and blocks world."""

BOARDS = {
    "2x2": (rectangle(2, 2), TWO_BY_TWO, DISTINCT),
    "2x3": (rectangle(2, 3), TWO_BY_THREE, DISTINCT),
    "seven": (read(find("seven")), TWO_BY_FOUR, DISTINCT),
    "2x4, blank first": (rectangle(2, 4, blank="first"), TWO_BY_FOUR, DISTINCT),
    "eight": (read(find("eight")), THREE_BY_THREE, DISTINCT),
    "3x3, blank in the centre": (from_drawing("1 2 3\n4 . 5\n6 7 8"), BLANK_IN_THE_CENTRE, DISTINCT),
    "3x3, blank at a side": (from_drawing("1 2 3\n. 4 5\n6 7 8"), BLANK_AT_A_SIDE, DISTINCT),
    "box_eight": (read(find("box_eight")), BOX_EIGHT, ANY),
    "blocks3": (read(find("blocks3")), BLOCKS_PAGE, ANY),
}
"""Facts, counts, and the methods that fit."""
CASES = [(board, method) for board, (_, _, methods) in BOARDS.items() for method in methods]
SLOW = [case for case in CASES if case[0].startswith("3x3")]
"""Boards as large as `eight`, which plain Python counts as well."""
ARRAYS = [case for case in CASES if case[1] != "plain"]

# The farthest states: seven and eight by OEIS and their pages, as oracles have them; box_eight has six, one its start.
FARTHEST = {
    "seven": [(0, 7, 2, 1, 4, 3, 6, 5)],
    "eight": [(6, 4, 7, 8, 5, 0, 3, 2, 1), (8, 6, 7, 2, 5, 4, 3, 0, 1)],
}


@pytest.fixture(scope="module")
def taken():
    """A function from a board and a method to its census, taken once."""
    known = {}

    def take(board, method):
        if (board, method) not in known:
            known[board, method] = census(BOARDS[board][0], method=method, most=None)
        return known[board, method]

    return take


@pytest.mark.parametrize(("board", "method"), sample(CASES, slow=SLOW))
def test_counts(taken, board, method):
    counted = taken(board, method)
    assert (counted.method, counted.outcome) == (method, Outcome.SOLVED)
    assert [level.distance for level in counted.levels] == list(range(len(counted.levels)))
    assert [level.states for level in counted.levels] == BOARDS[board][1]
    assert counted.states == counted.total == sum(BOARDS[board][1])


@pytest.mark.parametrize(("board", "method"), sample(ARRAYS, slow=[case for case in SLOW if case in ARRAYS]))
def test_methods_agree_on_everything(taken, board, method):
    counted, plain = taken(board, method), taken(board, "plain")
    assert counted.levels == plain.levels
    assert counted.farthest == plain.farthest
    assert counted.places == plain.places


@pytest.mark.parametrize(("board", "method"), [case for case in CASES if case[0] in FARTHEST])
def test_farthest_states(taken, board, method):
    assert list(taken(board, method).farthest) == FARTHEST[board]


@pytest.mark.parametrize("method", ANY)
def test_the_start_of_the_page_is_one_of_the_six_farthest(taken, method):
    counted = taken("box_eight", method)
    (page,) = counted.places
    assert (len(counted.farthest), counted.depth, page.distance) == (6, 30, 30)
    assert page.state == (6, 4, 5, 2, 0, 2, 3, 4, 1)
    assert page.state in counted.farthest
    assert list(counted.farthest) == sorted(counted.farthest)
