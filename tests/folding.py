"""Small folded projections."""

from pybridge.facts import find, read
from pybridge.facts.cycles import moves
from pybridge.facts.places import places
from pybridge.heuristics.suggested import kept_by_all
from pybridge.puzzles.symmetries import symmetries
from pybridge.tables.folded.recipe import FoldedRecipe


def recipe_of(name, whole):
    """Ways of all pieces but those of the largest orbit; of these, ways and two kinds."""
    facts = read(find(name))
    *others, largest = sorted(places(facts), key=lambda orbit: len(orbit.places))
    rows, columns = [0] * facts.points, [0] * facts.points
    for orbit in others:
        for place in orbit.places:
            for way, point in enumerate(place):
                rows[point] = way + 1
    for number, place in enumerate(largest.places):
        for way, point in enumerate(place):
            columns[point] = 1 + way + (len(place) if number % 3 == 0 else 0)
    return facts, FoldedRecipe(moves(facts), tuple(rows), tuple(columns), whole)


def cube_recipe(whole):
    """Which corners are in which tetrad, and how edges lie, some of them: many symmetries keep a row."""
    facts = read(find("cube"))
    known = tuple(symmetries(facts))
    corners, edges = sorted(places(facts), key=lambda orbit: len(orbit.places))
    (rows,) = (each.colors for each in kept_by_all(corners, known, facts.points) if each.values == 70)
    (columns,) = (each.colors for each in kept_by_all(edges, known, facts.points) if each.values == 2048)
    return facts, FoldedRecipe(moves(facts), rows, columns, whole)
