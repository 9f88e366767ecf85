"""Permutation puzzles in space: each move is found as a turn of facets, and what lies between them is filled."""

from dataclasses import replace
from math import cos, pi, sin

import numpy as np
import pytest

from pybridge.errors import FactFileError
from pybridge.facts import find, read, read_text
from pybridge.facts.cycles import moves
from pybridge.facts.writer import write
from pybridge.render.rules import turn_rules
from pybridge.render.solid import solid_form

SOLIDS = ["cube", "pocket", "skewb", "dino", "pyraminx"]
RING = """
puzzle(ring, permutation, "Three facets").
start(mixed, "A").
goal([1, 2, 3]).
generator('A', [[1, 2, 3]]).
metric(half).
"""


def turned(vector, axis, angle):
    """A vector turned about an axis, by the matrix that textbooks have."""
    x, y, z = axis
    c, s, d = cos(angle), sin(angle), 1 - cos(angle)
    rows = [
        [c + x * x * d, x * y * d - z * s, x * z * d + y * s],
        [y * x * d + z * s, c + y * y * d, y * z * d - x * s],
        [z * x * d - y * s, z * y * d + x * s, c + z * z * d],
    ]
    return np.array(rows) @ vector


@pytest.mark.parametrize("name", SOLIDS)
def test_each_move_is_a_turn_of_the_facets_that_it_moves(name):
    facts = read(find(name))
    form = solid_form(facts)
    facets = [np.array(each) for each in form["facets"]]
    for move, turn in zip(moves(facts), form["turns"], strict=True):
        assert 0 < turn["angle"] <= pi + 1e-4
        for point, source in enumerate(move.sources):
            if source != point:
                now = {tuple(turned(corner, turn["axis"], turn["angle"]).round(2)) for corner in facets[source]}
                assert np.allclose(sorted(now), sorted(map(tuple, facets[point])), atol=0.01)
                along = facets[point] @ turn["axis"]
                assert turn["from"] - 0.01 <= along.min() <= along.max() <= turn["to"] + 0.01
        assert sum(cut is not None for cut in turn["cuts"]) == 1


@pytest.mark.parametrize("name", SOLIDS)
def test_facets_and_fillers_close_the_surface(name):
    """Each edge belongs to two, which go along it in opposite directions; all are seen from outside."""
    form = solid_form(read(find(name)))
    every = [*form["facets"], *(corners for corners, _ in form["fillers"])]
    edges = [
        (tuple(a), tuple(b)) for corners in every for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
    ]
    assert len(set(edges)) == len(edges)
    assert {(b, a) for a, b in edges} == set(edges)


def test_the_middles_of_the_cube_have_the_colors_of_their_faces():
    facts = read(find("cube"))
    fillers = solid_form(facts)["fillers"]
    assert len(fillers) == 6
    assert sorted(facts.facets[point + 1][0] for _, point in fillers) == sorted("ULFRBD")
    assert all(point is None for _, point in solid_form(read(find("pyraminx")))["fillers"])


def test_a_move_that_is_no_turn_is_told_so():
    facts = read(find("pocket"))
    facts = replace(facts, generators=(*facts.generators, ("X", ((1, 24, 3), (2, 5)))), metric="quarter")
    turns = solid_form(facts)["turns"]
    assert [turn is None for turn in turns] == [False] * 6 + [True] * 2
    assert turn_rules(replace(facts, corners={}))["solid"] is None


def test_corners_are_written_again():
    facts = read(find("dino"))
    assert read_text(write(facts)).corners == facts.corners


@pytest.mark.parametrize(
    ("corners", "message"),
    [
        (
            "corners(1, [[0, 0, 1], [1, 0, 0], [0, 1, 0]]).",
            "8:1: corners/2 lacks 2, 3; give the corners of all points",
        ),
        ("corners(4, [[0, 0, 1], [1, 0, 0], [0, 1, 0]]).", "8:9: 4 is not a point; the goal has the points 1 to 3"),
        ("corners(1, [[0, 0, 1], [1, 0, 0], [0, 0, 1]]).", "8:12: a facet in space has three corners or more"),
        ("corners(1, [[0, 0], [1, 0, 0], [0, 1, 0]]).", "8:13: "),
        ("corners(1, [[0, 0, 1.5], [1, 0, 0], [0, 1, 0]]).", "8:20: "),
    ],
)
def test_wrong_corners_are_named_with_their_place(corners, message):
    with pytest.raises(FactFileError) as raised:
        read_text(f"{RING}\n{corners}\n")
    assert any(message in str(fault) for fault in raised.value.faults), raised.value.faults
