"""Permutation puzzles: generators written as cycles of points, such as the faces of Rubik's cube."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pybridge.facts.cycles import moved, notation
from pybridge.facts.domain import (
    ATOM,
    FARTHEST_PLACE,
    INTEGER,
    NATURAL,
    NATURALS,
    TEXT,
    ArgumentType,
    Common,
    Domain,
    FactBase,
    Section,
    Signature,
    common_vocabulary,
)
from pybridge.facts.facelets import are_facelets, are_pieces, from_facelets
from pybridge.facts.facet_rules import FACET_RULES, colour_facts
from pybridge.facts.model import Cycles, State, TurnsFacts
from pybridge.facts.parser import no_list
from pybridge.facts.terms import Atom, Term
from pybridge.facts.turn_rules import TURN_RULES, goal_pieces, metric_of, misfit, notation_of, shorthands_of, turning
from pybridge.facts.wording import display_width, in_places, pad_left, several

Rows = tuple[tuple[str, tuple[Term, ...]], ...]
METRICS = ("half", "quarter")
_CYCLE = ArgumentType("a cycle such as [1, 2, 3] in a list of cycles", NATURALS.accepts, NATURAL)
_CYCLES = ArgumentType("a list of cycles such as [[1, 2, 3], [4, 5, 6]]", NATURALS.accepts, _CYCLE)
_STATE = ArgumentType(
    'a list of integers, or a string of moves such as "R U2 F\'"',
    lambda node: isinstance(node.value, str | tuple),
    NATURAL,
)
_METRIC = ArgumentType(
    "half, quarter or a list of powers such as [1, 3]",
    lambda node: isinstance(node.value, tuple) or (isinstance(node.value, Atom) and node.value.name in METRICS),
    NATURAL,
    METRICS,
)
_PLACE = ArgumentType(
    "a place [X, Y, Z] of integers", lambda node: isinstance(node.value, tuple) and len(node.value) == 3, INTEGER
)
_CORNERS = ArgumentType("a list of corners such as [[-3, 3, 3], [-1, 3, 3], [-1, 1, 3]]", NATURALS.accepts, _PLACE)
_WIDTH = ArgumentType(
    f"a width of 1 to {FARTHEST_PLACE}", lambda node: isinstance(node.value, int) and 1 <= node.value <= FARTHEST_PLACE
)
_POINT_OR_FACE = ArgumentType("a point, or a face that never moves", lambda node: isinstance(node.value, int | Atom))
_POINTS_AND_FACES = ArgumentType("a list of points and faces", NATURALS.accepts, _POINT_OR_FACE)

VOCABULARY = {
    **common_vocabulary(NATURALS),
    "start": Signature("start(Name, State)", (ATOM, _STATE)),
    "generator": Signature("generator(Name, Cycles)", (ATOM, _CYCLES)),
    "metric": Signature("metric(Metric)", (_METRIC,)),
    "distance": Signature("distance(Piece, Distances)", (NATURAL, NATURALS)),
    "facet": Signature("facet(Point, Face, Row, Column)", (NATURAL, ATOM, NATURAL, NATURAL)),
    "corners": Signature("corners(Point, Corners)", (NATURAL, _CORNERS)),
    "colour": Signature("colour(Piece, Colour)", (NATURAL, ATOM)),
    "width": Signature("width(Piece, Width)", (NATURAL, _WIDTH)),
    "color": Signature("color(Piece, Color)", (NATURAL, ATOM)),
    "rotation": Signature("rotation(Name, Cycles)", (ATOM, _CYCLES)),
    "shorthand": Signature("shorthand(Name, Moves)", (ATOM, TEXT)),
    "facelets": Signature("facelets(Points)", (_POINTS_AND_FACES,)),
}


def _build(base: FactBase, common: Common) -> TurnsFacts:
    moves, goal = notation_of(base), goal_pieces(base)
    starts = tuple(
        (name, moved(goal, moves.permutation(state)[0]) if isinstance(state, str) else state)
        for name, state in common["starts"]
    )
    shared: Common = {**common, "starts": starts}
    drawn = {fact.arguments[0].integer: fact.arguments[1:] for fact in base.named("facet")}
    return TurnsFacts(
        **shared,
        generators=tuple(turning(base, "generator")),
        metric=metric_of(base.named("metric")[0]),
        distances={fact.arguments[0].integer: fact.arguments[1].integers for fact in base.named("distance")},
        facets={point: (face.atom, row.integer, column.integer) for point, (face, row, column) in drawn.items()},
        corners={fact.arguments[0].integer: fact.arguments[1].integer_lists for fact in base.named("corners")},
        colours={fact.arguments[0].integer: fact.arguments[1].atom for fact in colour_facts(base)},
        widths={fact.arguments[0].integer: fact.arguments[1].integer for fact in base.named("width")},
        rotations=tuple(turning(base, "rotation")),
        shorthands=tuple(shorthands_of(base)),
        facelets=tuple(
            item.atom if isinstance(item.value, Atom) else item.integer
            for fact in base.named("facelets")
            for item in fact.arguments[0].items
        ),
    )


def letters(facts: TurnsFacts) -> dict[int, str]:
    """A text of one width for each piece: the first letter of its color if those differ, otherwise its number."""
    colours = facts.colours
    pieces = sorted(set(facts.goals[0]))
    initials = {colour: colour[:1].upper() for colour in colours.values()}
    if all(piece in colours for piece in pieces) and len(set(initials.values())) == len(initials):
        return {piece: initials[colours[piece]] for piece in pieces}
    width = len(str(max(pieces)))
    return {piece: str(piece).rjust(width) for piece in pieces}


def fields(facts: TurnsFacts, dash: str = "-") -> dict[int, str]:
    """The text of each piece, as wide as the piece is drawn and in the middle of a field of one width for all."""
    texts = letters(facts)
    unit = max(map(display_width, texts.values())) + 1
    wide = unit * max(facts.widths.values(), default=1) - 1
    if not facts.widths:
        return {piece: pad_left(text, wide) for piece, text in texts.items()}
    bars = {piece: _amid(text.strip(), unit * facts.widths.get(piece, 1) - 1, dash) for piece, text in texts.items()}
    return {piece: _amid(bar, wide, " ") for piece, bar in bars.items()}


def _amid(text: str, wide: int, sign: str) -> str:
    """A text in the middle of signs."""
    rest = wide - display_width(text)
    return sign * (rest // 2) + text + sign * (rest - rest // 2)


def _draw(facts: TurnsFacts, state: State) -> Iterator[str]:
    """The facets in their rows and columns; a list of pieces if there are none."""
    text = fields(facts)
    if not facts.facets:
        return iter([" ".join(text[piece] for piece in state)])
    return in_places({(row, column): text[state[point - 1]] for point, (_, row, column) in facts.facets.items()})


def _sections(facts: TurnsFacts) -> tuple[Section, ...]:
    metric: Term = Atom(facts.metric) if isinstance(facts.metric, str) else facts.metric
    distances = sorted(facts.distances.items())
    return (
        Section("generator(Name, Cycles): a basic move.", _turned("generator", facts.generators)),
        Section("metric(Metric): which powers of a generator count as one move.", _each("metric", [(metric,)])),
        Section(
            "distance(Piece, Distances): moves from each point to the piece's nearest goal point, at least.",
            _each("distance", distances),
        ),
        *(Section(comment, rows, searched=False) for comment, rows in _drawn_and_named(facts)),
    )


def _drawn_and_named(facts: TurnsFacts) -> Iterator[tuple[str, Rows]]:
    """The facts that no search depends on, each kind with its comment."""
    facets = [(point, Atom(face), row, column) for point, (face, row, column) in sorted(facts.facets.items())]
    colours = [(piece, Atom(colour)) for piece, colour in sorted(facts.colours.items())]
    shorthands = [(Atom(name), text) for name, text in facts.shorthands]
    typed = tuple(Atom(each) if isinstance(each, str) else each for each in facts.facelets)
    yield "facet(Point, Face, Row, Column): where a point is drawn.", _each("facet", facets)
    yield (
        "corners(Point, Corners): where it lies in space, from the middle.",
        _each("corners", sorted(facts.corners.items())),
    )
    yield "colour(Piece, Colour).", _each("colour", colours)
    yield "width(Piece, Width): how wide a piece is drawn.", _each("width", sorted(facts.widths.items()))
    yield "rotation(Name, Cycles): turns the whole puzzle.", _turned("rotation", facts.rotations)
    yield "shorthand(Name, Moves): another name for moves.", _each("shorthand", shorthands)
    yield "facelets(Points): the order in which colors are typed.", _each("facelets", [(typed,)] if typed else [])


def _turned(name: str, things: Sequence[tuple[str, Cycles]]) -> Rows:
    return _each(name, [(Atom(each), cycles) for each, cycles in things])


def _each(name: str, rows: Sequence[tuple[Term, ...]]) -> Rows:
    return tuple((name, row) for row in rows)


def _scrambled(facts: TurnsFacts, text: str) -> tuple[State, str | None]:
    """The state that moves make of the goal."""
    by, wrong = notation(facts).permutation(text)
    return moved(facts.goals[0], by), wrong


def _given(facts: TurnsFacts, text: str) -> tuple[State, str | None]:
    """A state as a list of pieces, as a letter per facelet, or as moves from the goal."""
    if are_pieces(text):
        return (), "it names pieces; give the facelets, a letter each, or moves"
    if not text.lstrip().startswith("["):
        return (from_facelets if are_facelets(facts, text) else _scrambled)(facts, text)
    wrong, words = no_list(text), text.strip()[1:-1].replace(",", " ").split()
    if text.count("[") == text.count("]") > 1:
        wrong = "it is not a single list"
    elif text.count("[") == text.count("]") and not all(word.isdecimal() and len(word) < 10 for word in words):
        wrong = "it is not a list of integers"
    if wrong:
        return (), wrong
    state = tuple(map(int, words))
    return state, misfit(Counter(facts.goals[0]), state)


def _typed(facts: TurnsFacts, state: State) -> str:
    """A state as a list of pieces, without spaces because it is long."""
    return f"[{','.join(map(str, state))}]"


def _example(facts: TurnsFacts) -> str:
    names = [name for name, _ in facts.generators]
    return f'"{names[0]} {names[-1]}"'


PERMUTATION = Domain(
    name=TurnsFacts.domain,
    vocabulary=VOCABULARY,
    rules=TURN_RULES + FACET_RULES,
    build=_build,
    draw=_draw,
    sections=_sections,
    state_comment="A state lists the piece on each point.",
    given=_given,
    scrambled=_scrambled,
    example=_example,
    typed=_typed,
    size=lambda facts: f"{facts.points} points, {several(len(facts.generators), 'generator')}",
)
