"""The puzzles on boards, in plain Python; see oracles.py. A cell is a pair (row, column) of a drawing."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product

from tests.rules.oracles import Model, State

Cell = tuple[int, int]
WAYS = [(-1, 0), (0, -1), (0, 1), (1, 0)]


def drawn(rows: Iterable[str]) -> dict[Cell, str]:
    return {(row, column): mark for row, text in enumerate(rows) for column, mark in enumerate(text)}


# Knights


def guarini() -> Model:
    """Leaps join the eight outer cells to a ring, on which each knight goes to the next place."""
    ring = [(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)]
    start = "".join({0: "w", 1: ".", 2: "b"}[row] if column != 1 else "." for row, column in ring)
    goal = start.translate(str.maketrans("wb", "bw"))

    def successors(places: str) -> Iterator[str]:
        for i in range(8):
            for j in ((i - 1) % 8, (i + 1) % 8):
                if places[i] != "." == places[j]:
                    after = list(places)
                    after[i], after[j] = ".", places[i]
                    yield "".join(after)

    return Model({"white_above": start}, successors, lambda places: places == goal)


def tour() -> Model:
    """A state is the knight's cell and the set of cells behind it."""

    def successors(state: tuple[Cell, frozenset[Cell]]) -> Iterator[State]:
        (row, column), behind = state
        for down, right in product((-2, -1, 1, 2), repeat=2):
            to = (row + down, column + right)
            if abs(down) != abs(right) and 0 <= to[0] < 3 and 0 <= to[1] < 4 and to not in behind:
                yield to, behind | {to}

    return Model({"corner": ((0, 0), frozenset([(0, 0)]))}, successors, lambda state: len(state[1]) == 12)


# Pegs: a state is the set of cells with a peg, as bits


def pegs(holes: list[Cell], ways: list[Cell], empty: Cell) -> Model:
    bit = {hole: 1 << index for index, hole in enumerate(holes)}
    lines = []
    for (row, column), (down, right) in product(holes, ways):
        over, to = (row + down, column + right), (row + 2 * down, column + 2 * right)
        if over in bit and to in bit:
            lines.append((bit[row, column] | bit[over], bit[to]))

    def successors(state: int) -> Iterator[int]:
        return (state ^ taken ^ put for taken, put in lines if state & taken == taken and not state & put)

    full = (1 << len(holes)) - 1
    name = "top" if empty == (0, 0) else "middle"
    return Model({name: full ^ bit[empty]}, successors, lambda state: state == bit[empty])


def triangle() -> Model:
    holes = [(row, column) for row in range(5) for column in range(row + 1)]
    return pegs(holes, [*WAYS, (1, 1), (-1, -1)], (0, 0))


def english() -> Model:
    holes = [cell for cell in product(range(7), repeat=2) if 2 <= cell[0] <= 4 or 2 <= cell[1] <= 4]
    return pegs(holes, WAYS, (3, 3))


def hoppers() -> Model:
    """A state is the red frog's pad and the set of those of the green frogs."""
    pads = {cell for cell in product(range(5), repeat=2) if sum(cell) % 2 == 0}
    ways = [(2 * down, 2 * right) for down, right in WAYS] + list(product((-1, 1), repeat=2))

    def successors(state: tuple[Cell, frozenset[Cell]]) -> Iterator[State]:
        red, green = state
        for (row, column), (down, right) in product({red} | green, ways):
            over, to = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if over in green and to in pads - green - {red}:
                after = green - {over}
                yield (to, after) if (row, column) == red else (red, after - {(row, column)} | {to})

    return Model({"full": ((2, 2), frozenset(pads - {(2, 2), (4, 4)}))}, successors, lambda state: not state[1])


# Blocks and cars: a state is the set of pieces, each a kind and its upper left cell


def sliding(
    size: Cell, kinds: dict[str, Cell], walls: set[Cell], start: set[tuple[str, Cell]], goal: Callable[[State], bool]
) -> Model:
    """Kinds that are named by a way, "<>" or "^v" as their last letters, go those ways only."""

    @cache
    def covered(piece: tuple[str, Cell]) -> frozenset[Cell]:
        kind, (row, column) = piece
        height, width = kinds[kind]
        return frozenset(product(range(row, row + height), range(column, column + width)))

    board = set(product(range(size[0]), range(size[1]))) - walls

    def steps(state: frozenset[tuple[str, Cell]], moving: object) -> Iterator[tuple[object, State]]:
        taken = frozenset().union(*map(covered, state))
        for piece in state if moving is None else [moving]:
            kind, (row, column) = piece
            for down, right in WAYS:
                if (kind.endswith("<>") and down) or (kind.endswith("^v") and right):
                    continue
                to = (kind, (row + down, column + right))
                new = covered(to) - covered(piece)
                if new <= board and not new & taken:
                    yield to, state - {piece} | {to}

    return Model({}, lambda state: [after for _, after in steps(state, None)], goal, steps)


def klotski() -> Model:
    kinds = {"large": (2, 2), "wide": (1, 2), "tall": (2, 1), "small": (1, 1)}
    tall, small = [(0, 0), (0, 3), (2, 0), (2, 3)], [(3, 1), (3, 2), (4, 0), (4, 3)]
    start = {("large", (0, 1)), ("wide", (2, 1))}
    start |= {("tall", cell) for cell in tall} | {("small", cell) for cell in small}
    model = sliding((5, 4), kinds, set(), start, lambda state: ("large", (3, 1)) in state)
    model.starts["classic"] = frozenset(start)
    return model


def rush(board: str) -> Model:
    """A board as in Fogleman's database: a letter for each car, o for nothing and x for a wall."""
    cells = drawn(board[row : row + 6] for row in range(0, 36, 6))
    cars: dict[str, list[Cell]] = {}
    for cell, mark in cells.items():
        if mark not in "ox":
            cars.setdefault(mark, []).append(cell)
    kinds, start, red = {}, set(), ""
    for mark, (first, *others) in cars.items():
        across = others[0][0] == first[0]
        kind = mark + ("<>" if across else "^v")
        kinds[kind] = (1, len(others) + 1) if across else (len(others) + 1, 1)
        start.add((kind, first))
        red = kind if mark == "A" else red
    walls = {cell for cell, mark in cells.items() if mark == "x"}
    model = sliding((6, 6), kinds, walls, start, lambda state: (red, (2, 4)) in state)
    model.starts["jam"] = frozenset(start)
    return model


def rush_hour() -> Model:
    return rush("GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo")


def rush_walls() -> Model:
    return rush("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM")


def rush_easy() -> Model:
    return rush("ooBoooooBCooAABCoDoEFFFDoEoooDoEoooo")


def rush_unit() -> Model:
    """The hole moves: against the way of a car that comes."""

    def successors(board: str) -> Iterator[str]:
        row, column = divmod(board.index(" "), 5)
        for down, right in WAYS:
            if 0 <= row + down < 5 and 0 <= column + right < 5:
                hole, other = 5 * row + column, 5 * (row + down) + column + right
                if board[other] == ("|" if down else "-"):
                    low, high = sorted((hole, other))
                    yield board[:low] + board[high] + board[low + 1 : high] + board[low] + board[high + 1 :]

    return Model({"jam": "||||--||--|--| ||--||---|"}, successors, lambda board: board[0] == "-")


# Sokoban: a state is the player's cell and the set of the boxes'


def level(*rows: str) -> Model:
    cells = drawn(rows)
    floor = {cell for cell, mark in cells.items() if mark not in "#_"}
    goals = {cell for cell, mark in cells.items() if mark in ".*"}

    def successors(state: tuple[Cell, frozenset[Cell]]) -> Iterator[State]:
        (row, column), boxes = state
        for down, right in WAYS:
            to, beyond = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if to in boxes and beyond in floor - boxes:
                yield to, boxes - {to} | {beyond}
            elif to in floor - boxes:
                yield to, boxes

    [player] = [cell for cell, mark in cells.items() if mark == "@"]
    boxes = frozenset(cell for cell, mark in cells.items() if mark in "$*")
    return Model({"level": (player, boxes)}, successors, lambda state: state[1] == goals)


def sokoban() -> Model:
    return level("####__", "# .#__", "#  ###", "#*@  #", "#  $ #", "#  ###", "####__")


def sokoban_two() -> Model:
    return level("#######", "#  .  #", "#  @  #", "#.$#$ #", "#  #  #", "#######")


def sokoban_three() -> Model:
    return level("########", "#   #  #", "# $  $ #", "#  .@  #", "# $#. ##", "#   .  #", "########")


# Lights, a block that rolls, sledges


def lights(size: int, starts: dict[str, int]) -> Model:
    def mask(row: int, column: int) -> int:
        cells = [(row, column)] + [(row + down, column + right) for down, right in WAYS]
        return sum(1 << size * r + c for r, c in cells if 0 <= r < size and 0 <= c < size)

    masks = [mask(*cell) for cell in product(range(size), repeat=2)]
    return Model(starts, lambda state: [state ^ each for each in masks], lambda state: state == 0)


def lights3() -> Model:
    return lights(3, {"all": 0b111111111, "farthest": 0b101010101})


def lights5() -> Model:
    return lights(5, {"all": (1 << 25) - 1})


def rolling_block() -> Model:
    """A state is the set of the cells under the block. It rolls by turning about the edge of a cell."""
    cells = drawn(["##S...#", "..#....", ".....#.", "#..#...", ".....G."])
    board = {cell for cell, mark in cells.items() if mark != "#"}

    def successors(under: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
        for down, right in WAYS:
            reach = max(row * down + column * right for row, column in under)
            back = min(row * down + column * right for row, column in under)
            long = 2 if len(under) == 1 else 1
            if back != reach:  # lying along the way: it stands up
                after = {cell for cell in under if cell[0] * down + cell[1] * right == reach}
            else:
                after = set(under)
            moved = {(row + n * down, column + n * right) for row, column in after for n in range(1, long + 1)}
            if moved <= board:
                yield frozenset(moved)

    [start] = [cell for cell, mark in cells.items() if mark == "S"]
    [goal] = [cell for cell, mark in cells.items() if mark == "G"]
    return Model({"upright": frozenset([start])}, successors, lambda under: under == {goal})


def ice() -> Model:
    cells = drawn(["#B....", "#....#", "...G.A", "......", "#.#..."])
    place = {mark: cell for cell, mark in cells.items()}

    def successors(state: tuple[Cell, Cell]) -> Iterator[tuple[Cell, Cell]]:
        for which, (down, right) in product((0, 1), WAYS):
            stop, other = state[which], state[1 - which]
            while (to := (stop[0] + down, stop[1] + right)) != other and cells.get(to, "#") != "#":
                stop = to
            if stop != state[which]:
                yield (stop, other) if which == 0 else (other, stop)

    return Model({"apart": (place["A"], place["B"])}, successors, lambda state: state[0] == place["G"])
