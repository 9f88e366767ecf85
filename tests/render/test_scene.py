"""States as shapes: every piece once, inside the picture, in its place; judged by the facts alone."""

import unicodedata
from dataclasses import replace
from itertools import combinations, pairwise
from math import dist

import pytest
from matplotlib.font_manager import findfont
from PIL import ImageFont

from pybridge.facts import find, read
from pybridge.puzzles import puzzle_from
from pybridge.puzzles.turns import TurnMove
from pybridge.render.domains import scene
from tests.samples import FACT_FILES

FACTS = {name: read(path) for name, path in FACT_FILES.items()}
DRAWN = {"sliding_tiles": lambda s: [str(tile) for tile in s if tile], "blocks_world": lambda s: [b for b, _ in s]}


def pieces(drawn, role=None):
    """The pieces of a scene, and the middle and size of each."""
    found = [each for each in drawn.shapes if each.kind == "polygon" and each.piece and role in (None, each.role)]
    return {each.piece: box(each) for each in found}


def box(shape):
    """Left, top, right, bottom."""
    xs, ys = zip(*shape.points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def middle(shape):
    left, top, right, bottom = box(shape)
    return (left + right) / 2, (top + bottom) / 2


@pytest.mark.parametrize("name", FACTS)
def test_every_piece_once_in_the_picture_and_none_over_another(name):
    facts = FACTS[name]
    state = facts.goals[0]
    drawn = scene(facts, state)
    shown = [each for each in drawn.shapes if each.kind == "polygon" and each.piece]
    wanted = DRAWN.get(facts.domain, lambda s: list(map(str, s)))(state)
    blank = ["0"] if facts.domain == "sliding_tiles" and 0 in facts.glyphs else []
    assert sorted(each.piece for each in shown) == sorted(wanted + blank)
    for each in drawn.shapes:
        assert all(0 <= x <= drawn.width and 0 <= y <= drawn.height for x, y in each.points)
    least = min(box(each)[2] - box(each)[0] for each in shown)
    assert least > 0.8
    middles = [middle(each) for each in shown]
    assert all(dist(a, b) > 0.85 for a, b in combinations(middles, 2))


@pytest.mark.parametrize("name", ["seven", "honeycomb", "ten_blocks", "cube", "pancake", "rooms"])
def test_the_last_move_is_marked(name):
    facts = FACTS[name]
    state = facts.starts[0][1]
    moved, following = next(iter(puzzle_from(facts, state).successors(state, None)))
    marked = pieces(scene(facts, following, moved), "moved")
    if facts.domain == "permutation":
        assert set(marked) == {str(new) for old, new in zip(state, following, strict=True) if old != new}
    else:
        assert set(marked) == {str(moved.piece)}
    before, after = pieces(scene(facts, state)), pieces(scene(facts, following, moved))
    assert {piece for piece in before if before[piece] != pytest.approx(after[piece])} >= set(marked)
    assert pieces(scene(facts, following), "moved") == {}


def cells(facts):
    """The middle of each cell, in the order of the facts."""
    return [middle(each) for each in scene(facts, facts.goals[0]).shapes if each.role == "cell"]


@pytest.mark.parametrize("name", [name for name, facts in FACTS.items() if facts.domain == "sliding_tiles"])
def test_walls_stand_where_adjacent_cells_are_no_neighbors(name):
    facts = FACTS[name]
    drawn, places = scene(facts, facts.goals[0]), cells(facts)
    between = {}
    for wall in (each for each in drawn.shapes if each.role == "wall"):
        near = sorted(range(len(places)), key=lambda cell: dist(places[cell], middle(wall)))
        between[frozenset(near[:2])] = wall
    pairs = [frozenset(pair) for pair in combinations(range(len(places)), 2)]
    beside = {pair for pair in pairs if dist(*(places[cell] for cell in pair)) < 1.01}
    neighbors = {frozenset((cell, other)) for cell, around in enumerate(facts.neighbors) for other in around}
    assert set(between) == beside - neighbors
    joined = sum(each.role == "link" for each in drawn.shapes) + sum(each.role == "way" for each in drawn.shapes) // 2
    assert joined == len(neighbors - beside)


def test_six_hexagons_touch_the_one_in_the_middle():
    facts = FACTS["honeycomb"]
    places = cells(facts)
    assert [dist(places[3], place) for place in places] == pytest.approx([1, 1, 1, 0, 1, 1, 1])
    hexagons = [each.points for each in scene(facts, facts.goals[0]).shapes if each.role == "cell"]
    assert {len(each) for each in hexagons} == {6}
    corners = {tuple(round(number, 6) for number in point) for points in hexagons for point in points}
    assert len(corners) == 24


def test_walls_of_the_puzzle_with_walls():
    shapes = scene(FACTS["walls"], FACTS["walls"].goals[0]).shapes
    _, _, right, bottom = box(next(each for each in shapes if each.role == "cell"))
    assert [box(each) for each in shapes if each.role == "wall"] == [pytest.approx((right, bottom, right + 1, bottom))]


def test_towers_are_stacked():
    facts = FACTS["ten_on_three"]
    _, state = facts.starts[0]
    drawn = scene(facts, state)
    at, ground = pieces(drawn), [each for each in drawn.shapes if each.role == "ground"]
    names = {each.text: each.points[0] for each in drawn.shapes if each.role == "label"}
    assert len(ground) == len(facts.places)
    assert set(names) == set(facts.places)
    for block, under in state:
        left, top, right, bottom = at[block]
        if under in at:
            assert at[under][:2] == pytest.approx((left, top + 1))
        else:
            assert bottom == pytest.approx(ground[0].points[0][1], abs=0.05)
            assert left < names[under][0] < right


def test_the_stickers_of_a_cube():
    facts = FACTS["cube"]
    drawn = scene(facts, facts.goals[0], TurnMove("U"))
    stickers = [each for each in drawn.shapes if each.kind == "polygon"]
    assert len(stickers) == 54
    assert {paint: sum(each.paint == paint for each in stickers) for paint in facts.colours.values()} == dict.fromkeys(
        facts.colours.values(), 9
    )
    assert sum(each.role == "moved" for each in stickers) == 20
    columns = sorted({box(each)[0] for each in stickers})
    gaps = {round(b - a, 6) for a, b in pairwise(columns)}
    assert len(columns) == 12
    assert gaps == {1, 1.2}


def test_pancakes_lie_one_above_the_other_each_as_wide_as_its_width():
    facts = FACTS["pancake"]
    for _, state in facts.starts:
        bars = pieces(scene(facts, state))
        stack = [bars[str(piece)] for piece in state]
        assert len({round(left + right, 6) for left, _, right, _ in stack}) == 1
        assert [top for _, top, _, _ in stack] == pytest.approx([stack[0][1] + level for level in range(len(state))])
        assert [right - left for left, _, right, _ in stack] == pytest.approx(
            [facts.widths[piece] - 0.06 for piece in state], abs=0.02
        )


@pytest.mark.parametrize("name", ["rings", "topspin"])
def test_balls_of_a_ring_lie_on_a_circle_at_equal_distances(name):
    facts = FACTS[name]
    drawn = scene(
        replace(facts, goals=(tuple(range(1, facts.points + 1)),), colours={}), tuple(range(1, facts.points + 1))
    )
    at = {int(piece): ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) for piece, box in pieces(drawn).items()}
    rings = [cycles[0] for _, cycles in facts.generators if len(cycles) == 1]
    for ring in rings:
        middle = [sum(at[point][axis] for point in ring) / len(ring) for axis in (0, 1)]
        radii = [dist(middle, at[point]) for point in ring]
        steps = [dist(at[one], at[other]) for one, other in zip(ring, ring[1:] + ring[:1], strict=True)]
        assert max(radii) - min(radii) < 0.01
        assert max(steps) - min(steps) < 0.01
    assert min(dist(one, other) for one, other in combinations(at.values(), 2)) == pytest.approx(1, abs=0.01)
    assert sum(each.kind == "line" for each in drawn.shapes) == len(rings)


def test_rings_that_do_not_fit_as_circles_are_where_the_facts_say():
    """Two rings of the same balls in another order cannot both be circles."""
    facts = replace(
        FACTS["topspin"], generators=(("a", ((1, 2, 3, 4, 5, 6, 7, 8, 9),)), ("b", ((1, 4, 2, 6, 9, 3, 8, 5, 7),)))
    )
    balls = {int(piece): middle for piece, (middle, _, _, _) in pieces(scene(facts, facts.goals[0])).items()}
    left = min(balls.values())
    assert {point: round(x - left, 6) for point, x in balls.items()} == {
        p: column for p, (_, _, column) in facts.facets.items()
    }


def test_a_domain_without_a_row_draws_its_text(handed_in):
    handed_in("sliding_tiles", render=None)
    facts = read(find("eight"))
    drawn = scene(facts, facts.goals[0]).shapes
    assert [(each.kind, each.text) for each in drawn] == [("text", sign) for sign in "12345678."]


def test_glyphs_stand_on_their_tiles():
    facts = read(find("box_eight"))
    drawn = scene(facts, facts.goals[0])
    texts = [each for each in drawn.shapes if each.kind == "text"]
    tiles = [each for each in drawn.shapes if each.kind == "polygon" and each.piece]
    assert [text.piece for text in texts] == [tile.piece for tile in tiles]
    for text, tile in zip(texts, tiles, strict=True):
        assert text.text == facts.shown(int(tile.piece))
        assert text.points[0] == pytest.approx(middle(tile))


@pytest.mark.parametrize("glyph", ["15", "MAX", "<b>", "電卓", "longer text", "e\u0301"])
def test_texts_stay_on_their_tiles(glyph):
    """As wide as DejaVu Sans writes them, one of the widest fonts; it has no Chinese, whose characters are square."""
    facts = replace(FACTS["eight"], glyphs={1: glyph})
    text = next(each for each in scene(facts, facts.goals[0]).shapes if each.kind == "text" and each.text == glyph)
    font = ImageFont.truetype(findfont("DejaVu Sans"), 100)
    wide = sum(100 if unicodedata.east_asian_width(each) == "W" else font.getlength(each) for each in glyph) / 100
    assert 0 < wide * text.size <= 0.94
