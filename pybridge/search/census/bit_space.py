"""A number for every state of a board of distinct tiles, such that most moves hardly change it.

The cells are put in a line. A state is where the blank is in that line, and the order of the tiles along it, the blank
left out. A move between cells next to each other in the line changes no order at all; any other one takes a tile past
those between the two cells. The order is a number of two parts: the *prefix*, which tiles lie first, and the *tail*,
the order of the last eight. The digits of both are Lehmer's: at each position, how many of the tiles not yet named are
smaller. So tiles behind a move keep their digits. Where all moves between two colours of cells change the parity of the
order as the colours do, each number stands for the one of two orders that the board can reach, and half the numbers do.
"""

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
        digits = self.digits(state)
        prefix = _number(digits[: self.prefix], self.tiles)
        tail = _number(digits[self.prefix :], self.tail) // (1 + self.halved)
        return self.line.index(state.index(0)), prefix * self.words * WORD + tail

    def digits(self, state: Sequence[int]) -> list[int]:
        """The digits of the order; their sum is odd if it is an odd permutation of the first goal's."""
        return _digits([self.label[state[cell]] for cell in self.line if state[cell]])


def make_space(facts: TilesFacts) -> Space:
    """The numbers of a board's states. Raises UnavailableProgramError for equal tiles, too few cells or too many."""
    _require_numbers(facts)
    line = _cheapest_line(facts)
    first = [facts.goals[0][cell] for cell in line]
    tiles = [tile for tile in first if tile]
    label = (0, *(tiles.index(tile) for tile in range(1, len(tiles) + 1)))
    zeros = (0,) * len(line)
    plain = Space(line, label, False, zeros, False, zeros)
    colours = two_colours(facts.neighbors)
    if colours is None:
        return plain
    colour = tuple(colours[cell] for cell in line)
    # A move takes a tile past all that lie between two places of the line: an odd number if the sum of both is even.
    # Their colours differ, so that place plus colour changes from even to odd, or back, with just these moves.
    sums = [place + each for place, each in enumerate(colour)]
    odd = tuple((each - sums[first.index(0)]) % 2 for each in sums)
    halved = all(sum(plain.digits(goal)) % 2 == odd[line.index(goal.index(0))] for goal in facts.goals)
    alternating = len({colours[goal.index(0)] for goal in facts.goals}) == 1
    return Space(line, label, halved, odd if halved else zeros, alternating, colour if alternating else zeros)


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


def _digits(order: Sequence[int]) -> list[int]:
    """Lehmer's digits: for each number how many smaller ones come behind it."""
    return [sum(after < number for after in order[place + 1 :]) for place, number in enumerate(order)]


def _number(digits: Sequence[int], radix: int) -> int:
    """The number of some digits, the first of that radix, and each next one of one less."""
    number = 0
    for place, digit in enumerate(digits):
        number = number * (radix - place) + digit
    return number


def _cheapest_line(facts: TilesFacts) -> Board:
    """The cells in an order that makes moves cheap, where orders of the tail are moved bit by bit."""
    prefix = max(0, len(facts.cells) - 1 - MOST_TAIL)
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
