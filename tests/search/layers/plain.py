"""All shortest solutions, of any puzzle and by any lower bound: the plain twin of the kernels of `search/layers/`."""

from collections.abc import Callable, Iterator

from pybridge.facts import State
from pybridge.limits import Check
from pybridge.puzzles import Move, Puzzle

Estimate = Callable[[State], int]
Ways = dict[State, int]
"""The states of a layer, and how many ways lead to each."""


class PlainLayers:
    """The layers of a length that is not more than the shortest one; `count` is how many solutions have it."""

    def __init__(self, puzzle: Puzzle, estimate: Estimate, length: int, check: Check) -> None:
        """Raises what `check` raises."""
        self._puzzle = puzzle
        self._layers: list[Ways] = [{puzzle.start: 1}]
        for distance in range(1, length + 1):
            self._layers.append(self._following(estimate, length - distance, check))
        self._goals = {state for state in self._layers[-1] if puzzle.is_goal(state)}
        self.count = sum(self._layers[-1][state] for state in self._goals)

    def _following(self, estimate: Estimate, left: int, check: Check) -> Ways:
        """The next layer: no state of the two layers before, and none that needs more moves than are left."""
        *_, before, last = {}, *self._layers[-2:]
        found: Ways = {}
        for state, ways in last.items():
            check()
            for _, successor in self._puzzle.successors(state, None):
                if successor in found:
                    found[successor] += ways
                elif successor not in last and successor not in before and estimate(successor) <= left:
                    found[successor] = ways
        return found

    def solutions(self) -> Iterator[tuple[Move, ...]]:
        """The solutions one after the other, in move order."""
        leading = self._leading()
        path: list[Move] = []
        ways = [iter(self._onward(leading, self._puzzle.start, 0))]
        if len(leading) == 1:
            yield from [()] * self.count
        while ways:
            onward = next(ways[-1], None)
            if onward is None:
                ways.pop()
                del path[-1:]
                continue
            move, state = onward
            path.append(move)
            if len(path) == len(leading) - 1:
                yield tuple(path)
                path.pop()
            else:
                ways.append(iter(self._onward(leading, state, len(path))))

    def _onward(self, leading: list[set[State]], state: State, distance: int) -> list[tuple[Move, State]]:
        """The moves that lead on to a goal."""
        if distance + 1 == len(leading):
            return []
        following = leading[distance + 1]
        return [each for each in self._puzzle.successors(state, None) if each[1] in following]

    def _leading(self) -> list[set[State]]:
        """The states of each layer that lie on a way to a goal, found from the last one backward."""
        found = [self._goals]
        for layer in reversed(self._layers[:-1]):
            after = found[-1]
            found.append({state for state in layer if any(s in after for _, s in self._puzzle.successors(state, None))})
        return found[::-1]
