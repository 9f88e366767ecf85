"""A number for every state of a board of distinct tiles, such that most moves hardly change it.

The cells are put in a line. A state is where the blank is in that line, and the order of the tiles along it, the blank
left out. A move between cells next to each other in the line changes no order at all; any other one takes a tile past
those between the two cells. The order is a number of two parts: the *prefix*, which tiles lie first, and the *tail*,
the order of the last eight. The digits of both are Lehmer's: at each position, how many of the tiles not yet named are
smaller. So tiles behind a move keep their digits. Where all moves between two colours of cells change the parity of the
order as the colours do, each number stands for the one of two orders that the board can reach, and half the numbers do.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import factorial

from pybridge.errors import UnavailableProgramError
from pybridge.facts import TilesFacts
from pybridge.facts.board_graph import two_colours

Board = tuple[int, ...]

MOST_TAIL = 8
"""Orders of eight tiles, a bit each, stay in the nearest memory."""
WORD = 64
LEAST_CELLS, MOST_CELLS = 4, 20
SPARSE = 8
"""Bit arrays pay where there are at most this many numbers for each state that can reach a goal."""


@dataclass(frozen=True, slots=True)
class Space:
    """The numbers of a board's states.

    `line` lists the cells; `label` is for each tile where the first goal has it along the line; `odd[b]` whether
    the order is an odd permutation of the first goal's with the blank at place b of the line, where that is certain
    (`halved`); `colour[b]` is the colour of that place if distances from the goals are even there and odd at the
    other (`alternating`).
    """

    line: Board
    label: Board
    halved: bool
    odd: Board
    alternating: bool
    colour: Board

    @property
    def tiles(self) -> int:
        return len(self.line) - 1

    @property
    def tail(self) -> int:
        """How many tiles the tail has."""
        return min(self.tiles, MOST_TAIL)

    @property
    def prefix(self) -> int:
        """How many tiles the prefix has."""
        return self.tiles - self.tail

    @property
    def prefixes(self) -> int:
        return factorial(self.tiles) // factorial(self.tail)

    @property
    def orders(self) -> int:
        """The numbers of a tail."""
        return factorial(self.tail) // (1 + self.halved)

    @property
    def words(self) -> int:
        """Words of 64 bits for the tails of one prefix."""
        return -(-self.orders // WORD)

    @property
    def numbers(self) -> int:
        """How many numbers there are, at all places of the blank; some may stand for states out of reach."""
        return len(self.line) * self.prefixes * self.orders

    @property
    def memory(self) -> int:
        """Bytes that a census takes: what is visited, the last level, and the new one where it needs its own."""
        bits = len(self.line) * self.prefixes * self.words * WORD
        tables = self.prefixes * (self.tiles + 4 * (1 + self.tail) * len(self.line)) + 12_000_000
        return bits // 8 * (2 if self.alternating else 3) + tables

    def locate(self, state: Sequence[int]) -> tuple[int, int]:
        """The place of the blank in the line, and the number of the bit that stands for the order."""
        along = [state[cell] for cell in self.line]
        blank = along.index(0)
        digits = _digits([self.label[tile] for tile in along if tile])
        prefix = _number(digits[: self.prefix], self.tiles)
        tail = _number(digits[self.prefix :], self.tail) // (1 + self.halved)
        return blank, prefix * self.words * WORD + tail


def make_space(facts: TilesFacts) -> Space:
    """The numbers of a board's states. Raises UnavailableProgramError for equal tiles, too few cells or too many."""
    _require_numbers(facts)
    line = _cheapest_line(facts, MOST_TAIL)
    at = {cell: place for place, cell in enumerate(line)}
    goal = [tile for tile in (facts.goals[0][cell] for cell in line) if tile]
    label = (0, *(goal.index(tile) for tile in range(1, len(goal) + 1)))
    odd = _parities([[at[other] for other in facts.neighbors[cell]] for cell in line], at[facts.goals[0].index(0)])
    plain = Space(line, label, False, (0,) * len(line), False, (0,) * len(line))
    halved = odd is not None and all(_is_odd(plain, goal) == odd[at[goal.index(0)]] for goal in facts.goals)
    colours = two_colours(facts.neighbors)
    alternating = colours is not None and len({colours[goal.index(0)] for goal in facts.goals}) == 1
    return Space(
        line,
        label,
        halved,
        odd if halved and odd is not None else plain.odd,
        alternating,
        tuple(colours[cell] for cell in line) if alternating and colours else plain.colour,
    )


def _require_numbers(facts: TilesFacts) -> None:
    """Raise UnavailableProgramError for a board whose states have no numbers."""
    if len(set(facts.goals[0])) < len(facts.goals[0]):
        raise UnavailableProgramError(
            f"the method bits needs distinct tiles, and {facts.name} has equal ones; use --method hashed"
        )
    if not LEAST_CELLS <= len(facts.cells) <= MOST_CELLS:
        raise UnavailableProgramError(
            f"the method bits needs {LEAST_CELLS} to {MOST_CELLS} cells, and {facts.name} has {len(facts.cells)}; "
            "use --method hashed, or plain"
        )


def _is_odd(space: Space, state: Board) -> int:
    """Whether the order of a state is an odd permutation of the first goal's."""
    return sum(_digits([space.label[tile] for tile in (state[cell] for cell in space.line) if tile])) % 2


def _parities(ways: Sequence[Sequence[int]], root: int) -> Board | None:
    """Whether going from the root to each place takes an odd permutation; None if that depends on the way."""
    odd = {root: 0}
    queue = deque([root])
    while queue:
        place = queue.popleft()
        for other in ways[place]:
            if other not in odd:
                odd[other] = (odd[place] + abs(other - place) - 1) % 2
                queue.append(other)
    steps = ((place, other) for place, others in enumerate(ways) for other in others)
    certain = all((odd[place] + odd[other] + abs(other - place) - 1) % 2 == 0 for place, other in steps)
    return tuple(odd[place] for place in range(len(ways))) if certain else None


def _digits(order: Sequence[int]) -> list[int]:
    """Lehmer's digits: for each number how many smaller ones come behind it."""
    return [sum(after < number for after in order[place + 1 :]) for place, number in enumerate(order)]


def _number(digits: Sequence[int], radix: int) -> int:
    """The number of some digits, the first of that radix, and each next one of one less."""
    number = 0
    for place, digit in enumerate(digits):
        number = number * (radix - place) + digit
    return number


def _cheapest_line(facts: TilesFacts, tail: int) -> Board:
    """The cells in an order that makes moves cheap, where orders of the last `tail` tiles are moved bit by bit."""
    prefix = max(0, len(facts.cells) - 1 - tail)
    return min(_lines(facts), key=lambda line: _cost(facts, line, prefix))


def _lines(facts: TilesFacts) -> Iterator[Board]:
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


def _cost(facts: TilesFacts, line: Board, prefix: int) -> float:
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
