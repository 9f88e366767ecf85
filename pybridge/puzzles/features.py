"""How a network sees a state: places, each with one of a few contents, and what moves do to them.

On a board of sliding tiles the places are the cells, and a content is a kind of tile. In a permutation puzzle a place
is a group of points that always travel together, and a content is a piece in one of the ways in which it can lie there.
Each content of each place is an input of the network, and of each place exactly one input is on.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from pybridge.facts import State, TilesFacts, TurnsFacts
from pybridge.facts.board_graph import goal_symmetries, two_colours
from pybridge.facts.cycles import Turn, moves
from pybridge.facts.places import Points, origins, places
from pybridge.forms import Form

Contents = tuple[int, ...]


class Change(NamedTuple):
    """What a move does to a place: it gets `becomes[content]`, where `content` is that of the place `source` before."""

    place: int
    source: int
    becomes: Contents


class Step(NamedTuple):
    """What a move does. On a board the place `blank` must have content 0; None if the move is always possible."""

    changes: tuple[Change, ...]
    blank: int | None = None


@dataclass(frozen=True)
class Features:
    """The places of a puzzle. Place p has `sizes[p]` contents, and its inputs begin at `offsets[p]`.

    `contents` gives the content of each place of a state that can reach the goal, and `goal` has those of the goal.
    `steps` are all moves: on a board in the order of the blank's cell and its neighbors, otherwise in move order.
    `base` is what each input adds to a lower bound, if the facts have one that is such a sum. `odd` is 1 for inputs
    that make the number of moves to the goal odd, 0 for the others; None if that number can be both. `images` are what
    symmetries of the puzzle make of a state, which needs as many moves to the goal as the state itself.
    """

    sizes: Contents
    contents: Callable[[State], Contents]
    goal: Contents
    steps: tuple[Step, ...]
    base: Contents | None = None
    odd: Contents | None = None
    images: tuple[Step, ...] = ()

    @cached_property
    def offsets(self) -> Contents:
        """The first input of each place."""
        return tuple(accumulate(self.sizes[:-1], initial=0))

    @property
    def inputs(self) -> int:
        """The number of inputs."""
        return sum(self.sizes)

    @cached_property
    def identity(self) -> Form:
        """Everything that a network depends on, as JSON."""
        steps = [
            [step.blank, [[place, source, becomes] for place, source, becomes in step.changes]] for step in self.steps
        ]
        return {"sizes": self.sizes, "goal": self.goal, "steps": steps, "base": self.base, "odd": self.odd}


def after(contents: Sequence[int], step: Step) -> Contents:
    """The contents after a move that is possible."""
    found = list(contents)
    for place, source, becomes in step.changes:
        found[place] = becomes[contents[source]]
    return tuple(found)


def of_tiles(facts: TilesFacts) -> Features:
    """The cells of a board; the base is the sum of the distances of the facts."""
    goal, cells = facts.goals[0], len(facts.cells)
    kinds = tuple(range(max(goal) + 1))
    steps = tuple(
        Step((Change(blank, cell, kinds), Change(cell, blank, kinds)), blank)
        for blank, near in enumerate(facts.neighbors)
        for cell in near
    )
    base = tuple(facts.distances[tile][cell] for cell in range(cells) for tile in kinds)
    colours, odd = two_colours(facts.neighbors), None
    if colours is not None:
        home = colours[goal.index(0)]
        odd = tuple(colours[cell] ^ home if tile == 0 else 0 for cell in range(cells) for tile in kinds)
    return Features((len(kinds),) * cells, tuple, goal, steps, base, odd, tuple(_mirrored(facts.neighbors, goal)))


def _mirrored(neighbors: Sequence[Sequence[int]], goal: State) -> Iterable[Step]:
    """What the symmetries of the board make of a state, if they map the goal to itself up to the tiles' names."""
    for cells, tiles in goal_symmetries(neighbors, goal):
        becomes = tuple(tiles[tile] for tile in range(max(goal) + 1))
        yield Step(tuple(Change(cells[cell], cell, becomes) for cell in range(len(goal))))


def of_turns(facts: TurnsFacts) -> Features:
    """The places of pieces; those where the same always lies are left out."""
    turns, goal = moves(facts), facts.goals[0]
    spots = [place for kind in places(facts) for place in kind.places]
    seen = _seen(spots, goal, turns)
    kept = [number for number, found in enumerate(seen) if len(found) > 1]
    numbers = [{lying: content for content, lying in enumerate(sorted(seen[number]))} for number in kept]
    kept_spots = [spots[number] for number in kept]

    def contents(state: State) -> Contents:
        return tuple(known[_on(state, spot)] for known, spot in zip(numbers, kept_spots, strict=True))

    steps = tuple(Step(tuple(_changes(turn, kept_spots, numbers))) for turn in turns)
    return Features(tuple(map(len, numbers)), contents, contents(goal), steps)


def _on(state: Sequence[int], spot: Points) -> Contents:
    return tuple(state[point] for point in spot)


def _seen(spots: Sequence[Points], goal: State, turns: Sequence[Turn]) -> list[set[Contents]]:
    """What can lie on each place: what is there in the goal, and what moves bring there from another."""
    seen = [{_on(goal, spot)} for spot in spots]
    ways = [(place, *origin) for turn in turns for place, origin in enumerate(origins(spots, turn.sources))]
    ways = [way for way in dict.fromkeys(ways) if (way[0], way[2]) != (way[1], tuple(range(len(way[2]))))]
    growing = True
    while growing:
        growing = False
        for place, source, order in ways:
            fresh = {_on(lying, order) for lying in seen[source]} - seen[place]
            seen[place] |= fresh
            growing |= bool(fresh)
    return seen


def _changes(turn: Turn, spots: Sequence[Points], numbers: Sequence[Mapping[Contents, int]]) -> Iterable[Change]:
    """The places where a move changes what lies there, or how."""
    for place, (source, order) in enumerate(origins(spots, turn.sources)):
        if any(turn.sources[point] != point for point in spots[place]):
            yield Change(place, source, tuple(numbers[place][_on(lying, order)] for lying in numbers[source]))
