"""The rules for what draws the points of permutation puzzles, on paper and in space, and for typing their colors."""

from collections.abc import Iterator

from pybridge.errors import Fault, FaultKind
from pybridge.facts.domain import FARTHEST_PLACE, FactBase, Rule, repeated
from pybridge.facts.terms import Fact
from pybridge.facts.turn_rules import goal_pieces, no_piece, no_point, point_count
from pybridge.facts.wording import listed


def colour_facts(base: FactBase) -> list[Fact]:
    """The facts of colors, in either spelling, in file order."""
    return sorted((*base.named("colour"), *base.named("color")), key=lambda fact: (fact.line, fact.column))


def _drawn(base: FactBase) -> Iterator[Fault]:
    facets = base.named("facet")
    yield from repeated(base, (fact.arguments[0] for fact in facets), "two facets are for point")
    places: dict[tuple[int, int], Fact] = {}
    for fact in facets:
        point, _, row, column = fact.arguments
        yield from no_point(base, point)
        for node in (row, column):
            if node.integer > FARTHEST_PLACE:
                message = f"rows and columns are 0 to {FARTHEST_PLACE}, not {node.integer}"
                yield base.fault(node, FaultKind.WRONG_ARGUMENT, message)
        other = places.setdefault((row.integer, column.integer), fact)
        if other.arguments[0].integer != point.integer:
            message = f"row {row.integer}, column {column.integer} also has the facet of point"
            message = f"{message} {other.arguments[0].integer}; rows and columns count over the whole drawing"
            yield base.fault(row, FaultKind.REPEATED_FACT, message)


def _looks(base: FactBase) -> Iterator[Fault]:
    """Colors and widths are of pieces."""
    known = set(goal_pieces(base))
    for facts, some in ((colour_facts(base), "colors"), (base.named("width"), "widths")):
        pieces = [fact.arguments[0] for fact in facts]
        yield from repeated(base, pieces, f"two {some} are for piece")
        for piece in pieces:
            if piece.integer not in known:
                yield base.fault(piece, FaultKind.WRONG_ARGUMENT, no_piece(piece.integer, known))


def _in_space(base: FactBase) -> Iterator[Fault]:
    facts, points = base.named("corners"), set(range(1, point_count(base) + 1))
    yield from repeated(base, (fact.arguments[0] for fact in facts), "two corners/2 are for point")
    for fact in facts:
        yield from no_point(base, fact.arguments[0])
        if len({corner.term for corner in fact.arguments[1].items}) < 3:
            message = "a facet in space has three corners or more, all different"
            yield base.fault(fact.arguments[1], FaultKind.WRONG_ARGUMENT, message)
    missing = sorted(points - {fact.arguments[0].integer for fact in facts})
    if facts and missing:
        message = f"corners/2 lacks {listed(missing)}; give the corners of all points, or of none"
        yield base.fault(facts[0], FaultKind.MISSING_FACT, message)


def _facelets(base: FactBase) -> Iterator[Fault]:
    for fact in base.named("facelets")[1:]:
        yield base.fault(fact, FaultKind.REPEATED_FACT, "a second facelets/1; remove it")
    for fact in base.named("facelets")[:1]:
        numbers = [item for item in fact.arguments[0].items if isinstance(item.value, int)]
        yield from repeated(base, numbers, "two entries of facelets/1 are point")
        listing, points = {item.integer for item in numbers}, set(range(1, point_count(base) + 1))
        if listing != points:
            wrong = "lacks" if points - listing else "lists"
            message = f"facelets/1 {wrong} {listed(sorted(points - listing or listing - points))}; list each point once"
            yield base.fault(fact, FaultKind.WRONG_ARGUMENT, message)
        if len(colour_facts(base)) < len(set(goal_pieces(base))):
            message = "facelets/1 needs colour(Piece, Colour) for each piece"
            yield base.fault(fact, FaultKind.MISSING_FACT, message)


FACET_RULES = (
    Rule(_drawn, ("goal",), ("facet",)),
    Rule(_looks, ("goal",), ("colour", "color", "width")),
    Rule(_in_space, ("goal",), ("corners",)),
    Rule(_facelets, ("goal", "colour", "color")),
)
