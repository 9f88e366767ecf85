"""The symmetries of a task: ways to exchange variables and values that turn operators into operators.

A task is a graph: its variables, the values of each, its operators and its conditions of goals are vertices. Symmetries
are the automorphisms of this graph. They are found by refining colors and trying images (McKay, Practical graph
isomorphism, 1981): vertices whose neighbors differ get different colors, and one vertex at a time gets a color of its
own until all values differ. Each symmetry that is found is checked against its definition.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from pybridge.rules.compiled import Compiled, Values

MOST = 48
"""Symmetries that are used; of a larger group, a part that is a group itself."""
MOST_OPERATORS, MOST_WORK = 20_000, 30_000_000
"""Operators and conditions of a task, and vertices and edges that are visited; of a task with more, none are used."""
_CHECKING = 16
"""Edges that are visited while a variable and value of an operator are checked."""
_HASH, _MIX = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)
Colors = NDArray[np.uint64]
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Where values go: value `x` of variable `v` becomes value `values[v][x]` of variable `variables[v]`."""

    variables: tuple[int, ...]
    values: tuple[tuple[int, ...], ...]

    def image(self, state: Values) -> Values:
        """The state that a state becomes."""
        found = [0] * len(state)
        for variable, value in enumerate(state):
            found[self.variables[variable]] = self.values[variable][value]
        return tuple(found)

    def pairs(self, pairs: Iterable[Pair]) -> frozenset[Pair]:
        """What some variables and their values become."""
        return frozenset((self.variables[variable], self.values[variable][value]) for variable, value in pairs)


def task_symmetries(task: Compiled, fixed: Values | None = None) -> tuple[Exchange, ...]:
    """The symmetries of a task, the identity first; with `fixed`, those that do not change this state.

    They form a group. What no operator changes stays as it is. Only the identity for a task that is too large, and if
    steps are joined to moves, since the order of operators then matters.
    """
    identity = Exchange(tuple(range(len(task.sizes))), tuple(tuple(range(size)) for size in task.sizes))
    if task.continues is not None or len(task.operators) + len(task.conditions) > MOST_OPERATORS:
        return (identity,)
    search, kept = _Search(task, fixed), _Kept(task, fixed)
    found: list[tuple[int, Exchange]] = []
    for depth, symmetry in search.automorphisms():
        search.work += kept.work
        if kept.by(symmetry):
            found.append((depth, symmetry))
        if len(found) > MOST:  # those that keep more of the vertices tried first are a group
            found = [each for each in found if each[0] > depth]
            break
    if search.work > MOST_WORK:
        return (identity,)
    others = sorted({symmetry for _, symmetry in found} - {identity}, key=lambda each: (each.variables, each.values))
    return (identity, *others)


class _Kept:
    """What symmetries must keep: operators, conditions, and perhaps a state. `work` is what checking one costs."""

    def __init__(self, task: Compiled, fixed: Values | None) -> None:
        self._operators = {(frozenset(each.before), frozenset(each.after)) for each in task.operators}
        self._conditions, self._fixed = set(map(frozenset, task.conditions)), fixed
        sides = chain(chain.from_iterable(self._operators), self._conditions)
        self.work = _CHECKING * sum(map(len, sides))

    def by(self, symmetry: Exchange) -> bool:
        """Whether a symmetry keeps them, by its definition."""
        if self._fixed is not None and symmetry.image(self._fixed) != self._fixed:
            return False
        pairs = symmetry.pairs
        if {(pairs(before), pairs(after)) for before, after in self._operators} != self._operators:
            return False
        return set(map(pairs, self._conditions)) == self._conditions


class _Search:
    """The graph of a task, and a search for what leaves it as it is. `work` is how many edges were visited."""

    def __init__(self, task: Compiled, fixed: Values | None) -> None:
        self._sizes, self.work = task.sizes, 0
        operators = sorted({(tuple(sorted(each.before)), tuple(sorted(each.after))) for each in task.operators})
        conditions = sorted({tuple(sorted(each)) for each in task.conditions})
        sides = [*chain.from_iterable(operators), *conditions]
        self._pairs = sorted({*chain.from_iterable(sides), *enumerate(fixed or ())})
        number = {pair: at for at, pair in enumerate(self._pairs)}
        variables = sorted({variable for variable, _ in self._pairs})
        vertex = {variable: at for at, variable in enumerate(variables, len(number))}
        edges = [(at, vertex[variable], 0) for (variable, _), at in number.items()]
        first = len(number) + len(vertex)
        for at, (before, after) in enumerate(operators, first):
            edges += [(number[pair], at, label) for label, side in ((1, before), (2, after)) for pair in side]
        for at, condition in enumerate(conditions, first + len(operators)):
            edges += [(number[pair], at, 3) for pair in condition]
        ends = np.array(edges + [(to, at, label) for at, to, label in edges], np.int64).reshape(-1, 3)
        self._from, self._to = ends[:, 0], ends[:, 1]
        self._labels = ends[:, 2].astype(np.uint64) * _MIX
        changed = {variable for _, after in operators for variable, _ in after}
        colors = [int(fixed is not None and fixed[variable] == value) for variable, value in self._pairs]
        colors += [4 + task.sizes[variable] for variable in variables] + [2] * len(operators) + [3] * len(conditions)
        for at, (variable, _) in enumerate(self._pairs):  # what stays as it is differs from all others
            colors[at] = colors[at] if variable in changed else -1 - at
        self._colors = np.array(colors, np.int64).astype(np.uint64)

    def automorphisms(self) -> Iterator[tuple[int, Exchange]]:
        """Each with how many of the vertices tried first stay where they are, those that keep most first."""
        path, colors = [], self._refined(self._colors)
        levels = [colors]
        while (vertex := self._next(colors)) is not None and self.work <= MOST_WORK:
            path.append(vertex)
            colors = self._refined(_alone(colors, vertex))
            levels.append(colors)
        if self.work <= MOST_WORK:
            yield from self._images(path, levels, levels[0], 0, len(path))

    def _images(
        self, path: Sequence[int], levels: Sequence[Colors], colors: Colors, depth: int, kept: int
    ) -> Iterator[tuple[int, Exchange]]:
        """The automorphisms that continue from images of the first vertices of the path, which made these colors."""
        if depth == len(path):
            yield kept, self._symmetry(levels[-1], colors)
            return
        alike = np.flatnonzero(colors == levels[depth][path[depth]]).tolist()
        for image in sorted(alike, key=lambda each: each != path[depth]):
            refined = self._refined(_alone(colors, image))
            if self.work > MOST_WORK:
                return
            if np.array_equal(np.sort(refined), np.sort(levels[depth + 1])):
                still = kept if image == path[depth] else min(kept, depth)
                yield from self._images(path, levels, refined, depth + 1, still)

    def _next(self, colors: Colors) -> int | None:
        """A value of a color that others have, of the color that fewest have; None if all values differ."""
        _, firsts, counts = np.unique(colors[: len(self._pairs)], return_index=True, return_counts=True)
        shared = counts > 1
        return int(firsts[shared][np.argmin(counts[shared])]) if shared.any() else None

    def _refined(self, colors: Colors) -> Colors:
        """Colors such that vertices of one color have neighbors of the same colors."""
        classes = len(np.unique(colors))
        while self.work <= MOST_WORK:
            sums = np.zeros_like(colors)
            np.add.at(sums, self._from, _mixed(colors[self._to] + self._labels))
            self.work += len(self._from) + len(colors)
            colors = _mixed(_mixed(colors) + sums)
            now = len(np.unique(colors))
            if now == classes:
                break
            classes = now
        return colors

    def _symmetry(self, colors: Colors, images: Colors) -> Exchange:
        """The symmetry that takes each value to the one of the same color; values that are nowhere keep their order."""
        count, sizes = len(self._pairs), self._sizes
        by_color = dict(zip(images[:count].tolist(), self._pairs, strict=True))
        to = dict(zip(self._pairs, (by_color[color] for color in colors[:count].tolist()), strict=True))
        variables = list(range(len(sizes)))
        for (variable, _), (other, _) in to.items():
            variables[variable] = other
        values, free_values = [], [dict.fromkeys(range(size)) for size in sizes]
        for variable, value in self._pairs:
            del free_values[variable][value]
        for variable, other in enumerate(variables):
            free = iter(free_values[other])
            named = [to.get((variable, value)) for value in range(sizes[variable])]
            values.append(tuple(next(free) if pair is None else pair[1] for pair in named))
        return Exchange(tuple(variables), tuple(values))


def _alone(colors: Colors, vertex: int) -> Colors:
    """The colors, one vertex with another one than before."""
    found = colors.copy()
    found[vertex : vertex + 1] = found[vertex : vertex + 1] * _MIX + _HASH
    return found


def _mixed(colors: Colors) -> Colors:
    """Numbers that look random."""
    mixed = (colors ^ (colors >> np.uint64(32))) * _HASH
    return (mixed ^ (mixed >> np.uint64(29))) * _MIX
