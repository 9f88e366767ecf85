"""Puzzles in plain Python, to judge the files in prolog/puzzles/rules: nothing here reads them.

A function for each file, with states of another form than the file's where there is one. `explore` is the search.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import NamedTuple

State = Hashable


@dataclass(frozen=True)
class Model:
    """A puzzle; where steps of one piece in a row count as one move, `pieces` yields the steps of each piece apart."""

    starts: dict[str, State]
    successors: Callable[[State], Iterable[State]]
    is_goal: Callable[[State], bool]
    pieces: Callable[[State, object], Iterable[tuple[object, State]]] | None = None


class Found(NamedTuple):
    """What a breadth-first search over everything reachable finds."""

    optimal: int
    states: int
    dead_ends: int
    undoable: bool  # each move can be undone by one move


def explore(model: Model, start: State) -> Found:
    depth, before = {start: 0}, {start: []}
    level = [start]
    while level:
        above, level = level, []
        for state in above:
            for after in model.successors(state):
                if after not in depth:
                    depth[after], before[after] = depth[state] + 1, []
                    level.append(after)
                before[after].append(state)
    goals = [state for state in depth if model.is_goal(state)]
    alive, todo = set(goals), list(goals)
    while todo:
        new = [state for state in before[todo.pop()] if state not in alive]
        alive.update(new)
        todo.extend(new)
    undoable = all(state in model.successors(after) for after in depth for state in before[after])
    return Found(min(depth[state] for state in goals), len(depth), len(depth) - len(alive), undoable)


def fewest_moves(model: Model, start: State) -> int:
    """Breadth-first search over moves: all that one piece can do in a row is one."""
    seen, level, moves = {start}, [start], 0
    while not any(model.is_goal(state) for state in level):
        above, level, moves = level, [], moves + 1
        for state in above:
            for first in model.pieces(state, None):
                reached, todo = {first}, [first]
                while todo:
                    piece, after = todo.pop()
                    new = [step for step in model.pieces(after, piece) if step not in reached]
                    reached.update(new)
                    todo.extend(new)
                new_states = {after for _, after in reached} - seen
                seen |= new_states
                level.extend(new_states)
    return moves


# Crossings


def farmer() -> Model:
    eats = [{"wolf", "goat"}, {"goat", "cabbage"}]
    everyone = frozenset(["farmer", "wolf", "goat", "cabbage"])

    def successors(west: frozenset[str]) -> Iterator[frozenset[str]]:
        here = west if "farmer" in west else everyone - west
        for load in {frozenset(["farmer", each]) for each in here}:
            after = west ^ load
            alone = everyone - after if "farmer" in after else after
            if not any(pair <= alone for pair in eats):
                yield after

    return Model({"west": everyone}, successors, lambda west: not west)


def missionaries() -> Model:
    def successors(state: tuple[int, int, int]) -> Iterator[tuple[int, int, int]]:
        m0, c0, boat = state
        for m, c in product(range(3), repeat=2):
            m1, c1 = (m0 - m, c0 - c) if boat else (m0 + m, c0 + c)
            fair = all(not m or m >= c for m, c in [(m1, c1), (3 - m1, 3 - c1)])
            if 1 <= m + c <= 2 and 0 <= m1 <= 3 and 0 <= c1 <= 3 and fair:
                yield m1, c1, 1 - boat

    return Model({"west": (3, 3, 1)}, successors, lambda state: state == (0, 0, 0))


def couples() -> Model:
    everyone = frozenset(product("hw", range(3)))

    def content(group: frozenset[tuple[str, int]]) -> bool:
        men = {number for kind, number in group if kind == "h"}
        return not men or all(number in men for kind, number in group if kind == "w")

    def successors(state: tuple[frozenset[tuple[str, int]], bool]) -> Iterator[State]:
        west, boat = state
        here = west if boat else everyone - west
        for load in (frozenset(names) for size in (1, 2) for names in combinations(here, size)):
            after = west ^ load
            if content(load) and content(after) and content(everyone - after):
                yield after, not boat

    return Model({"west": (everyone, True)}, successors, lambda state: not state[0])


# Vessels and a room


def pours(sizes: tuple[int, ...], state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for i, j in product(range(len(sizes)), repeat=2):
        poured = min(state[i], sizes[j] - state[j])
        if i != j and poured:
            after = list(state)
            after[i] -= poured
            after[j] += poured
            yield tuple(after)


def jugs() -> Model:
    def successors(state: tuple[int, int]) -> Iterator[tuple[int, ...]]:
        five, three = state
        yield from [(5, three), (five, 3), (0, three), (five, 0)]
        yield from pours((5, 3), state)

    return Model({"empty": (0, 0)}, successors, lambda state: state[0] == 4)


def three_jugs() -> Model:
    return Model({"full": (8, 0, 0)}, lambda state: pours((8, 5, 3), state), lambda state: state == (4, 4, 0))


def monkey() -> Model:
    def successors(state: tuple[int, int, bool, bool]) -> Iterator[State]:
        me, box, up, fed = state
        if up:
            yield me, box, False, fed
            if box == 1:
                yield me, box, True, True
            return
        yield from ((to, box, False, fed) for to in range(3) if to != me)
        if me == box:
            yield me, box, True, fed
            yield from ((to, to, False, fed) for to in range(3) if to != me)

    return Model({"door": (0, 2, False, False)}, successors, lambda state: state[3])


def ball_sort() -> Model:
    def successors(tubes: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        for i, j in product(range(len(tubes)), repeat=2):
            source, target = tubes[i], tubes[j]
            if i != j and source and len(target) < 3 and (not target or target[-1] == source[-1]):
                after = list(tubes)
                after[i], after[j] = source[:-1], target + source[-1]
                yield tuple(after)

    done = {"", "rrr", "ggg", "bbb", "yyy"}
    return Model({"mixed": ("gby", "yrb", "ryg", "bgr", "")}, successors, lambda tubes: set(tubes) == done)


# Towers and rows


def hanoi(pegs: int = 3) -> Model:
    def successors(towers: tuple[tuple[int, ...], ...]) -> Iterator[State]:
        for i, j in product(range(pegs), repeat=2):
            if towers[i] and (not towers[j] or towers[j][-1] > towers[i][-1]):
                after = list(towers)
                after[i], after[j] = towers[i][:-1], towers[j] + towers[i][-1:]
                yield tuple(after)

    tower = tuple(range(8, 0, -1))
    return Model({"tower": (tower,) + ((),) * (pegs - 1)}, successors, lambda towers: towers[-1] == tower)


def hanoi4() -> Model:
    return hanoi(4)


def blocks_rules() -> Model:
    def successors(towers: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        for i, j in product(range(3), repeat=2):
            if i != j and towers[i]:
                after = list(towers)
                after[i], after[j] = towers[i][:-1], towers[j] + towers[i][-1]
                yield tuple(after)

    return Model({"tower": ("dcba", "", "")}, successors, lambda towers: towers[0] == "abcd")


def burnt() -> Model:
    def successors(stack: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        return ((*(-each for each in reversed(stack[:n])), *stack[n:]) for n in range(1, 5))

    return Model({"burnt_up": (-1, -2, -3, -4)}, successors, lambda stack: stack == (1, 2, 3, 4))


def frogs() -> Model:
    changes = [("f.", ".f"), (".t", "t."), ("ft.", ".tf"), (".ft", "tf.")]

    def successors(line: str) -> Iterator[str]:
        return (line.replace(old, new) for old, new in changes if old in line)

    return Model({"apart": "ffff.tttt"}, successors, lambda line: line == "tttt.ffff")


def baguenaudier() -> Model:
    def successors(rings: int) -> Iterator[int]:
        yield rings ^ 1
        if (rings & -rings) << 1 < 512 and rings:
            yield rings ^ (rings & -rings) << 1

    return Model({"on": 511}, successors, lambda rings: rings == 0)


def gripper() -> Model:
    """A ball is in room 0 or 1, or in a hand, "l" or "r"."""

    def successors(state: tuple[int, tuple[object, ...]]) -> Iterator[State]:
        robot, balls = state
        yield 1 - robot, balls
        for ball, place in enumerate(balls):
            if place in ("l", "r"):
                yield robot, (*balls[:ball], robot, *balls[ball + 1 :])
            elif place == robot:
                yield from ((robot, (*balls[:ball], hand, *balls[ball + 1 :])) for hand in "lr" if hand not in balls)

    return Model({"here": (0, (0, 0, 0, 0))}, successors, lambda state: state[1] == (1, 1, 1, 1))


def eight_rules() -> Model:
    def successors(board: str) -> Iterator[str]:
        row, column = divmod(board.index("0"), 3)
        for down, right in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
            if 0 <= row + down < 3 and 0 <= column + right < 3:
                tile = board[3 * (row + down) + column + right]
                yield board.translate(str.maketrans("0" + tile, tile + "0"))

    starts = {"easy": "135872046", "middling": "417326085", "farthest_1": "647850321", "farthest_2": "867254301"}
    return Model(starts, successors, lambda board: board == "123456780")
