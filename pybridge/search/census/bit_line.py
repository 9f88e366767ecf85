"""The line that a bit-array census puts a board's cells in, such that most moves are between neighbors of the line."""

from collections.abc import Iterator, Sequence

from pybridge.facts import SlidingFacts

Board = tuple[int, ...]


def cheapest_line(facts: SlidingFacts, tail: int) -> Board:
    """The cells in an order that makes moves cheap, where orders of so many last tiles are moved bit by bit."""
    prefix = max(0, len(facts.cells) - 1 - tail)
    return min(_lines(facts), key=lambda line: _cost(facts, line, prefix))


def _lines(facts: SlidingFacts) -> Iterator[Board]:
    """Ways to put the cells in a line: by rows and by columns, there and back, and along paths of neighbors."""
    cells = range(len(facts.cells))
    rows = sorted(cells, key=lambda cell: facts.cells[cell])
    columns = sorted(cells, key=lambda cell: facts.cells[cell][::-1])
    paths = (_path(facts.neighbors, cell) for cell in cells)
    for line in (rows, columns, *paths):
        yield tuple(line)
        yield tuple(reversed(line))


def _path(neighbors: Sequence[Sequence[int]], start: int) -> list[int]:
    """The cells in the order of a depth-first walk that prefers those with the fewest ways on."""
    found = {start: None}
    walk = [start]
    while walk:
        ahead = [cell for cell in neighbors[walk[-1]] if cell not in found]
        if ahead:
            walk.append(min(ahead, key=lambda cell: sum(other not in found for other in neighbors[cell])))
            found[walk[-1]] = None
        else:
            walk.pop()
    return list(found)


def _cost(facts: SlidingFacts, line: Board, prefix: int) -> float:
    """What the moves of all states take, roughly: a bit moved alone costs 1."""
    at = {cell: place for place, cell in enumerate(line)}
    steps = [(at[cell], at[other]) for cell in line for other in facts.neighbors[cell] if at[cell] < at[other]]
    return sum(_step_cost(low, high, prefix) for low, high in steps)


def _step_cost(low: int, high: int, prefix: int) -> float:
    """A move between two places of the line: whole words at a time where it leaves the tail's order alone."""
    if high == low + 1 or high <= prefix:
        return 0.05
    if low >= prefix:
        return 1.0
    return 0.2 if high == prefix + 1 else 2.0
