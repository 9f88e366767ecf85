"""Whether a start can reach a goal, told without a search.

Sliding tiles, on any connected board: with the blank at its goal cell, the tiles of each biconnected component of the
board are permuted independently, since none leaves the part that a cut cell separates while the blank is away. In a
component the blank makes, by R. M. Wilson (Graph puzzles, homotopy, and the alternating group, 1974): rotations if
it is a cycle, a group of order 120 if it is the graph theta-0, else the even permutations if it is bipartite, and
all of them if it is not.
"""

from collections import Counter, deque
from collections.abc import Iterable, Sequence

from pybridge.facts import BlocksFacts, PuzzleFacts, SlidingFacts, State
from pybridge.puzzles.biconnected import Component, components

Neighbors = Sequence[Sequence[int]]
Board = tuple[int, ...]


def why_unsolvable(facts: PuzzleFacts, state: State) -> str | None:
    """The reason why no goal can be reached from the state; None if one can. The state must be legal."""
    if isinstance(facts, SlidingFacts):
        reasons = [_why_no_path(facts.neighbors, state, goal) for goal in facts.goals]
    elif isinstance(facts, BlocksFacts):
        reasons = [_why_no_plan(facts, state, goal) for goal in facts.goals]
    else:
        raise TypeError(f"no solvability test for {type(facts).__name__}")
    return None if None in reasons else reasons[0]


def _why_no_path(neighbors: Neighbors, state: Board, goal: Board) -> str | None:
    blank = goal.index(0)
    board = bring_blank(neighbors, state, blank)
    for component in components(neighbors, blank):
        cells = sorted(component.cells - {component.entry})
        here, there = [board[cell] for cell in cells], [goal[cell] for cell in cells]
        if here == there:
            continue
        if Counter(here) != Counter(there):
            astray = min((Counter(here) - Counter(there)).elements())
            return f"tile {astray} cannot leave its part of the board, which a single cell cuts off"
        reason = _why_not_permuted(neighbors, component, board, goal)
        if reason:
            return reason
    return None


def bring_blank(neighbors: Neighbors, state: Board, target: int) -> Board:
    """The state after the blank has gone to the target cell by a shortest path."""
    toward: dict[int, int] = {target: target}
    queue = deque([target])
    while queue:
        cell = queue.popleft()
        for neighbor in neighbors[cell]:
            if neighbor not in toward:
                toward[neighbor] = cell
                queue.append(neighbor)
    board, blank = list(state), state.index(0)
    while blank != target:
        board[blank], board[toward[blank]] = board[toward[blank]], 0
        blank = toward[blank]
    return tuple(board)


def _why_not_permuted(neighbors: Neighbors, component: Component, board: Board, goal: Board) -> str | None:
    """Why the blank, going about in one component, cannot turn what lies there on the board into the goal's."""
    inside = {cell: [n for n in neighbors[cell] if n in component.cells] for cell in component.cells}
    if len(inside) == 2:
        return "on a path the order of the tiles cannot change"
    if all(len(around) == 2 for around in inside.values()):
        ring = _ring(inside, component.entry)
        here, there = [board[cell] for cell in ring], [goal[cell] for cell in ring]
        turns = (here[turn:] + here[:turn] for turn in range(len(here)))
        return None if there in turns else "on a ring the cyclic order of the tiles cannot change"
    if _is_theta0(inside):
        return (
            None if _theta0_reaches(inside, component.entry, board, goal) else "the seven cells allow 120 orders only"
        )
    cells = sorted(component.cells - {component.entry})
    here, there = [board[cell] for cell in cells], [goal[cell] for cell in cells]
    if len(set(here)) < len(here) or not _is_bipartite(inside):
        return None
    return (
        "it takes an odd permutation of the tiles, and the board allows even ones only"
        if _is_odd(here, there)
        else None
    )


def _ring(inside: dict[int, list[int]], entry: int) -> list[int]:
    """The cells of a cycle in order, the entry left out."""
    ring = [entry, inside[entry][0]]
    while len(ring) < len(inside):
        ring.append(next(cell for cell in inside[ring[-1]] if cell != ring[-2]))
    return ring[1:]


def _is_theta0(inside: dict[int, list[int]]) -> bool:
    """Whether the graph is a hexagon with one more cell joined to two opposite corners."""
    hubs = [cell for cell, around in inside.items() if len(around) == 3]
    if len(inside) != 7 or sorted(map(len, inside.values())) != [2] * 5 + [3] * 2:
        return False
    common = set(inside[hubs[0]]) & set(inside[hubs[1]])
    return len(common) == 1 and hubs[1] not in inside[hubs[0]]


def _theta0_reaches(inside: dict[int, list[int]], entry: int, board: Board, goal: Board) -> bool:
    """Whether moves within the component lead from the board to the goal; there are 840 states at most."""
    cells = sorted(inside)
    first, wanted = (tuple(0 if cell == entry else state[cell] for cell in cells) for state in (board, goal))
    seen = {first}
    queue = deque(seen)
    while queue:
        state = queue.popleft()
        blank = state.index(0)
        for source in map(cells.index, inside[cells[blank]]):
            after = list(state)
            after[blank], after[source] = after[source], 0
            if tuple(after) not in seen:
                seen.add(tuple(after))
                queue.append(tuple(after))
    return wanted in seen


def _is_bipartite(inside: dict[int, list[int]]) -> bool:
    root = next(iter(inside))
    colour = {root: 0}
    queue = deque([root])
    while queue:
        cell = queue.popleft()
        for neighbor in inside[cell]:
            if neighbor not in colour:
                colour[neighbor] = 1 - colour[cell]
                queue.append(neighbor)
            elif colour[neighbor] == colour[cell]:
                return False
    return True


def _is_odd(here: Iterable[int], there: Sequence[int]) -> bool:
    """Whether an odd permutation turns one order of distinct tiles into the other."""
    places = [there.index(tile) for tile in here]
    return sum(a > b for i, a in enumerate(places) for b in places[i + 1 :]) % 2 == 1


def _why_no_plan(facts: BlocksFacts, state: State, goal: State) -> str | None:
    """With three places any order of any tower can be made; with two, blocks only pass from one to the other."""
    if state == goal or len(facts.places) >= 3:
        return None
    if len(facts.places) == 1:
        return "with a single place no block can move"
    row, wanted = (_row(facts.places, towers) for towers in (state, goal))
    return None if row == wanted else "with two places the blocks keep their order, like beads on a string"


def _row(places: Sequence[str], towers: State) -> list[str]:
    """The blocks of two towers in a row: up the second from its top down to the place, then up the first."""
    above = {under: block for block, under in towers}
    stacks = []
    for place in places:
        stack = []
        while (place := above.get(place, "")) != "":
            stack.append(place)
        stacks.append(stack)
    return stacks[0] + stacks[1][::-1]
