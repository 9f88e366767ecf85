"""The rules of a puzzle as plain data: what the scripts of a page need to draw its states and to make its moves.

`row` names the row of `page/domains.js` that they are for, which need not be that of the puzzle's own domain.
Where pieces lie is taken from the scenes of states, so that a page draws what pictures draw.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pybridge.facts import BlocksFacts, TilesFacts, TurnsFacts
from pybridge.facts.cycles import Turn, moves, sources
from pybridge.forms import Form
from pybridge.render.blocks import GAP, LABEL, MARGIN, SEAM, block_width, towers_scene
from pybridge.render.board_scene import board_scene
from pybridge.render.console import paint
from pybridge.render.point_lines import ends_of, turned_over
from pybridge.render.scene import Point, Scene, Shape
from pybridge.render.tiles import numbered_board
from pybridge.render.turns import facets_scene

_DIGITS = 3
"""Decimals of a place."""
_OUTSIDE: Point = (-9.0, -9.0)
"""Where a point without a facet lies, which is not drawn."""


def tile_rules(facts: TilesFacts) -> Form:
    """A sliding board: its places and neighbors, the texts of its tiles, and the lower bound of each tile."""
    numbered = board_scene(*numbered_board(facts), None)
    places = _places(numbered, range(len(facts.cells)))
    labels = _labels(board_scene(facts, facts.goals[0], None).shapes)
    return {
        "row": "tiles",
        **_still(numbered),
        "places": [middle for middle, _ in places],
        "outline": places[0][1],
        "labels": labels,
        "cells": facts.cells,
        "neighbors": facts.neighbors,
        "distances": facts.distances,
    }


def block_rules(facts: BlocksFacts) -> Form:
    """A blocks world: its blocks and grounds, and how wide towers stand."""
    shown = towers_scene(facts, facts.goals[0], None)
    texts = [replace(each, piece=each.piece or each.text) for each in shown.shapes if each.kind == "text"]
    return {
        "row": "blocks",
        "blocks": facts.blocks,
        "places": facts.places,
        "table": facts.table,
        "width": block_width(facts),
        "height": shown.height,
        "gap": GAP,
        "margin": MARGIN,
        "seam": SEAM,
        "floor": shown.height - 0.2 - LABEL,
        "labels": {name: ["", LABEL] for name in (*facts.blocks, *facts.grounds)} | _labels(texts),
    }


def turn_rules(facts: TurnsFacts) -> Form:
    """A permutation puzzle: the places of its points, the texts and colors of its pieces, and its moves."""
    points = range(1, facts.points + 1)
    goal = facets_scene(facts, facts.goals[0], None)
    widest = {0: max(facts.widths.values())} if facts.widths else {}
    plain = replace(facts, goals=(tuple(points),), colours={}, widths=widest)
    places = _places(facets_scene(plain, tuple(points), None), points)
    at = dict(zip(points, (middle for middle, _ in places), strict=True))
    texts = {str(piece): ["", 0.0] for piece in facts.goals[0]} | _labels(goal.shapes)
    return {
        "row": "turns",
        **_still(goal),
        "places": [middle for middle, _ in places],
        "outline": places[0][1],
        "labels": texts,
        "widths": facts.widths,
        "paints": {each.piece: _paint(each.paint) for each in goal.shapes if each.piece and each.paint},
        "moves": [_turn(facts, turn, at) for turn in moves(facts)],
        "generators": [{"name": name, "sources": sources(by, facts.points)} for name, by in facts.generators],
        "solid": _solid(facts) if facts.corners else None,
    }


def _turn(facts: TurnsFacts, turn: Turn, places: Mapping[int, Point]) -> Form:
    """A move; where it turns over a part of a row or a column, with the places of that and the lines at its ends."""
    form = {"name": turn.name, "sources": turn.sources}
    if not (part := turned_over(places, turn.sources)):
        return form
    lines = ends_of(places, part, max(facts.widths.values(), default=1))
    return form | {
        "part": [point - 1 for point in part],
        "ends": [shape_form(Shape("line", "end", line)) for line in lines],
    }


def _solid(facts: TurnsFacts) -> Form:
    from pybridge.render.solid import solid_form  # here, as it imports NumPy

    return solid_form(facts)


def _still(scene: Scene) -> Form:
    """The size of a scene, and what does not move in it."""
    still = [shape_form(shape) for shape in scene.shapes if shape.piece is None]
    return {"width": round(scene.width, _DIGITS), "height": round(scene.height, _DIGITS), "still": still}


def _places(scene: Scene, pieces: Iterable[int]) -> list[tuple[Point, list[Point]]]:
    """The middle of each piece, and its corners as they are seen from there; outside the picture if it is not drawn."""
    found = {shape.piece: _seen(shape.points) for shape in scene.shapes if shape.kind == "polygon" and shape.piece}
    outline = next(iter(found.values()))[1]
    return [found.get(str(piece), (_OUTSIDE, outline)) for piece in pieces]


def _seen(corners: tuple[Point, ...]) -> tuple[Point, list[Point]]:
    x, y = (sum(numbers) / len(corners) for numbers in zip(*corners, strict=True))
    return rounded((x, y)), [rounded((corner[0] - x, corner[1] - y)) for corner in corners]


def _labels(shapes: Iterable[Shape]) -> dict[str, list[Any]]:
    """The text on each piece, and its height."""
    return {each.piece: [each.text, round(each.size, _DIGITS)] for each in shapes if each.kind == "text" and each.piece}


def shape_form(shape: Shape) -> Form:
    """A shape as plain data."""
    form: Form = {"kind": shape.kind, "role": shape.role, "points": list(map(rounded, shape.points))}
    form |= {"text": shape.text, "size": round(shape.size, _DIGITS)} if shape.kind == "text" else {}
    return form | ({"paint": _paint(shape.paint)} if shape.paint else {})


def _paint(name: str) -> list[str]:
    """The colors of a text and of the piece below it."""
    return (paint(name) or "").split(" on ")


def rounded(point: Point) -> Point:
    return round(point[0], _DIGITS), round(point[1], _DIGITS)
