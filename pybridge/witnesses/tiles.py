"""Sliding tiles for planners: equal tiles are one object that lies on several cells, as in the facts."""

from collections.abc import Iterator, Sequence
from functools import partial

from pybridge.facts import State, TilesFacts
from pybridge.facts.board_graph import distances, goal_cells
from pybridge.facts.terms import Fact, Node, Term
from pybridge.facts.wording import listed, visible
from pybridge.puzzles import Move, PieceMove
from pybridge.witnesses.model import Action, Atom, DomainRules, Group, Model
from pybridge.witnesses.names import mangled, numbered
from pybridge.witnesses.problem import Condition, Problem, placed, read
from pybridge.witnesses.rows import Witnessed

RULES = DomainRules(
    "sliding_tiles",
    {"cell": "object", "tile": "object"},
    {
        "on": (("tile", "tile"), ("cell", "cell")),
        "blank": (("cell", "cell"),),
        "neighbor": (("from", "cell"), ("to", "cell")),
    },
    (
        Action(
            "slide",
            (("tile", "tile"), ("from", "cell"), ("to", "cell")),
            needs=(("on", "?tile", "?from"), ("blank", "?to"), ("neighbor", "?from", "?to")),
            deletes=(("on", "?tile", "?from"), ("blank", "?to")),
            adds=(("on", "?tile", "?to"), ("blank", "?from")),
            gives="to",
            takes="from",
        ),
    ),
    (
        Group((("cell", "cell"),), (("on", "?tile", "?cell"), ("blank", "?cell"))),
        Group((("tile", "tile"),), (("on", "?tile", "?cell"),)),
        Group((), (("blank", "?cell"),)),
    ),
)


def model(facts: TilesFacts, start: State) -> Model:
    """A start of a board."""
    tiles = sorted(set(start) - {0})
    near = tuple(("neighbor", f"c{a}", f"c{b}") for a, cells in enumerate(facts.neighbors) for b in cells)
    return Model(
        mangled("puzzle", facts.name),
        RULES,
        {"cell": tuple(f"c{cell}" for cell in range(len(start))), "tile": tuple(f"t{tile}" for tile in tiles)},
        _lying(start) + near,
        tuple(map(_lying, facts.goals)),
    )


def _lying(state: State) -> tuple[Atom, ...]:
    return tuple(("on", f"t{tile}", f"c{cell}") if tile else ("blank", f"c{cell}") for cell, tile in enumerate(state))


def move(facts: TilesFacts, action: str, objects: Sequence[str]) -> Move:
    """The move of an action. Raises ValueError."""
    tile, source, target = objects
    return PieceMove(numbered("t", tile), numbered("c", source), numbered("c", target))


def typed(facts: TilesFacts, state: State, word: str) -> Move:
    """The move of a tile that is named by its glyph or its number. Raises ValueError."""
    named = [tile for tile in set(state) - {0} if facts.shown(tile) == word]
    named = named or [tile for tile in set(state) - {0} if str(tile) == word]
    if not named:
        tiles = listed(facts.shown(tile) for tile in sorted(set(state) - {0}))
        raise ValueError(f"{visible(word)} is not a tile; the tiles are {tiles}")
    blank = state.index(0)
    cells = [cell for cell in facts.neighbors[blank] if state[cell] in named]
    if not cells:
        raise ValueError(f"tile {visible(word)} is not next to the blank")
    if len(cells) > 1:
        raise ValueError(f"tile {visible(word)} is next to the blank on several cells; write slide actions instead")
    return PieceMove(state[cells[0]], cells[0], blank)


_TILE, _CELL = partial(numbered, "t"), partial(numbered, "c")


def remarks(facts: TilesFacts) -> Iterator[tuple[str, tuple[Term, ...]]]:
    """The facts that the model does not have: places, glyphs, and distances unless they follow from the board."""
    yield from (("cell", (cell, *place)) for cell, place in enumerate(facts.cells))
    homes = goal_cells(facts.goals)
    given = [(tile, values) for tile, values in enumerate(facts.distances) if tile in homes.keys() - {0}]
    if any(values != distances(facts.neighbors, homes[tile]) for tile, values in given):
        yield from (("distance", each) for each in given)
    yield from (("glyph", (tile, text)) for tile, text in facts.glyphs.items())


def state(problem: Problem, part: Condition) -> Node:
    """The start or a goal as in a fact file. Raises FactFileError unless each cell has a tile or the blank."""
    cells = [f"c{cell}" for cell in range(len(problem.objects.get("cell", ())))]
    atoms = ((atom.items[-1], atom) for atom in part.named("on", "blank"))
    lying = placed(problem.path, part, atoms, cells)
    tiles = (_tile(problem.path, lying[cell]) for cell in cells)
    return Node(tuple(tiles), part.node.line, part.node.column)


def _tile(path: str, atom: Node) -> Node:
    name, *objects = atom.items
    return Node(0, atom.line, atom.column) if name.value == "blank" else read(path, objects[0], _TILE)


def board(problem: Problem, said: Sequence[Fact]) -> Iterator[Fact]:
    """The facts of the board. Distances that the remarks do not give are the moves to a goal cell."""
    path, near = problem.path, dict[int, list[Node]]()
    places = dict[int, Node]()
    for atom in problem.initial.named("neighbor"):
        cell, other = (read(path, node, _CELL) for node in atom.items[1:])
        near.setdefault(places.setdefault(cell.integer, cell).integer, []).append(other)
    for number, others in near.items():
        place = places[number]
        yield Fact("neighbor", (place, Node(tuple(others), place.line, place.column)), place.line, place.column)
    lists = [[other.integer for other in near.get(cell, [])] for cell in range(len(near))]
    if all(other < len(lists) for others in lists for other in others):  # otherwise that is the fault
        homes = goal_cells([[tile.integer for tile in state(problem, goal).items] for goal in problem.goals])
        given = {fact.arguments[0].value for fact in said if fact.name == "distance" and fact.arguments}
        for tile in sorted(homes.keys() - given - {0}):
            yield _distance(tile, distances(lists, homes[tile]), problem.goals[0].node)


def _distance(tile: int, values: Sequence[int], place: Node) -> Fact:
    here = place.line, place.column
    # A cell that no path leads to is a fault of its own.
    nodes = Node(tuple(Node(max(value, 0), *here) for value in values), *here)
    return Fact("distance", (Node(tile, *here), nodes), *here)


WITNESSED = Witnessed(RULES, model, move, typed, remarks, state, board)
