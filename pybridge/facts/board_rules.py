"""The rules of a sliding-tile board: its cells and which of them touch."""

from collections.abc import Iterator

from pybridge.errors import Fault, FaultKind
from pybridge.facts.board_graph import unreachable
from pybridge.facts.nodes import Fact, Node
from pybridge.facts.rules import FactBase, Rule, repeated
from pybridge.facts.terms import listed

FARTHEST_PLACE = 999


def cell_count(base: FactBase) -> int:
    """How many cells the file has."""
    return len(base.named("cell"))


def _cells_once(base: FactBase) -> Iterator[Fault]:
    yield from repeated(base, (fact.arguments[0] for fact in base.named("cell")), "two facts for the cell")


def _cells(base: FactBase) -> Iterator[Fault]:
    facts = base.named("cell")
    if len(facts) < 2:
        message = "a board has at least two cells: add cell(Cell, Row, Column), or make the file with `pybridge facts`"
        yield base.fault(facts[0] if facts else base.head, FaultKind.MISSING_FACT, message)
        return
    last = max((fact.arguments[0] for fact in facts), key=lambda node: node.integer)
    numbers = {fact.arguments[0].integer for fact in facts}
    if last.integer >= len(numbers):
        missing = next(number for number in range(last.integer) if number not in numbers)
        message = f"cells are numbered from 0 without a gap; cell {missing} is missing and this is cell {last.integer}"
        yield base.fault(last, FaultKind.MISSING_FACT, message)


def _places(base: FactBase) -> Iterator[Fault]:
    seen: dict[tuple[int, int], Fact] = {}
    for fact in base.named("cell"):
        cell, row, column = fact.arguments
        first = seen.setdefault((row.integer, column.integer), fact)
        if first is not fact:
            where = f"row {row.integer}, column {column.integer}"
            message = f"cell {cell.integer} and cell {first.arguments[0].integer} are both at {where}"
            yield base.fault(row, FaultKind.WRONG_ARGUMENT, message)
        for node in (row, column):
            if node.integer > FARTHEST_PLACE:
                message = f"rows and columns are 0 to {FARTHEST_PLACE}, not {node.integer}"
                yield base.fault(node, FaultKind.WRONG_ARGUMENT, message)


def _neighbors_once(base: FactBase) -> Iterator[Fault]:
    nodes = (fact.arguments[0] for fact in base.named("neighbor"))
    yield from repeated(base, nodes, "two lists of neighbors for the cell")


def _neighbors(base: FactBase) -> Iterator[Fault]:
    for fact in base.named("neighbor"):
        yield from _neighbor_list(base, fact)


def _neighbors_missing(base: FactBase) -> Iterator[Fault]:
    listed = {fact.arguments[0].integer for fact in base.named("neighbor")}
    if not listed:
        message = "no neighbor(Cell, Cells): add one for each cell, or make the file with `pybridge facts`"
        yield base.fault(base.head, FaultKind.MISSING_FACT, message)
        return
    for fact in base.named("cell"):
        cell = fact.arguments[0]
        if cell.integer not in listed:
            message = f"cell {cell.integer} has no neighbors: add neighbor({cell.integer}, Cells)"
            yield base.fault(cell, FaultKind.MISSING_FACT, message)


def _neighbor_list(base: FactBase, fact: Fact) -> Iterator[Fault]:
    cell, cells = fact.arguments
    count = cell_count(base)
    seen: set[int] = set()
    for node in (cell, *cells.items):
        if node.integer >= count:
            message = f"there is no cell {node.integer}; the cells are 0 to {count - 1}"
            yield base.fault(node, FaultKind.UNKNOWN_CELL, message)
    for node in cells.items:
        if node.integer == cell.integer:
            yield base.fault(node, FaultKind.WRONG_ARGUMENT, f"cell {cell.integer} is listed as its own neighbor")
        elif node.integer in seen:
            message = f"cell {cell.integer} lists its neighbor {node.integer} twice"
            yield base.fault(node, FaultKind.WRONG_ARGUMENT, message)
        seen.add(node.integer)


def _symmetry(base: FactBase) -> Iterator[Fault]:
    lists = neighbor_lists(base)
    sets = [set(neighbors) for neighbors in lists]
    for fact in base.named("neighbor"):
        cell = fact.arguments[0].integer
        for node in fact.arguments[1].items:
            if cell not in sets[node.integer]:
                message = (
                    f"cell {cell} lists {node.integer}, but cell {node.integer} lists [{listed(lists[node.integer])}]: "
                    f"add {cell} there or remove {node.integer} here"
                )
                yield base.fault(node, FaultKind.ASYMMETRIC_NEIGHBOR, message)


def _connected(base: FactBase) -> Iterator[Fault]:
    lonely = unreachable(neighbor_lists(base))
    if lonely:
        fact = next(fact for fact in base.named("neighbor") if fact.arguments[0].integer == lonely[0])
        message = f"no path of neighbors joins cell 0 to {cells_in_words(lonely)}"
        yield base.fault(fact.arguments[0], FaultKind.NOT_CONNECTED, message)


def cells_in_words(cells: tuple[int, ...]) -> str:
    """`cell 3`, or `cells 3, 4, 5 ...` for more than one."""
    return f"cell {cells[0]}" if len(cells) == 1 else f"cells {listed(cells, 6)}"


def neighbor_lists(base: FactBase) -> tuple[tuple[int, ...], ...]:
    """The neighbors of each cell, once the rules have found them sound."""
    lists = {fact.arguments[0].integer: integers(fact.arguments[1]) for fact in base.named("neighbor")}
    return tuple(lists[cell] for cell in range(len(lists)))


def integers(node: Node) -> tuple[int, ...]:
    """A list of integers as they are."""
    return tuple(item.integer for item in node.items)


BOARD_RULES = (
    Rule(_cells_once, (), ("cell",)),
    Rule(_cells, ("cell",), ("cell",)),
    Rule(_places),
    Rule(_neighbors_once, (), ("neighbor",)),
    Rule(_neighbors, ("cell",), ("neighbor",)),
    Rule(_neighbors_missing, ("cell", "neighbor"), ("neighbor",)),
    Rule(_symmetry, ("cell", "neighbor"), ("neighbor",)),
    Rule(_connected, ("cell", "neighbor"), ("neighbor",)),
)
