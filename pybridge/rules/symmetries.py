"""The symmetries of a task: ways to exchange variables and values that turn operators into operators.

A task is a graph: its variables, the values of each, its operators and its conditions of goals are vertices. Symmetries
are the automorphisms of this graph. They are found by refining colors and trying images (McKay, Practical graph
isomorphism, 1981): vertices whose neighbors differ get different colors, and one vertex at a time gets a color of its
own until all values differ. Each symmetry that is found is checked against its definition.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from pybridge.rules.compiled import Compiled, Pairs, Values

MOST = 48
"""Symmetries that are used; of a larger group, a part that is a group itself."""
MOST_WORK = 30_000_000
"""Edges that the search visits; a task that needs more has no symmetries that are used."""
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

    def pairs(self, pairs: Pairs) -> frozenset[Pair]:
        """What some variables and their values become."""
        return frozenset((self.variables[variable], self.values[variable][value]) for variable, value in pairs)


def task_symmetries(task: Compiled, fixed: Values | None = None) -> tuple[Exchange, ...]:
    """The symmetries of a task, the identity first; with `fixed`, those that do not change this state.

    They form a group. What no operator changes stays as it is. Only the identity if steps are joined to moves, since
    the order of operators then matters.
    """
    identity = Exchange(tuple(range(len(task.sizes))), tuple(tuple(range(size)) for size in task.sizes))
    if task.continues is not None:
        return (identity,)
    search = _Search(task, fixed)
    found: list[tuple[int, Exchange]] = []
    for depth, symmetry in search.automorphisms():
        if search.work > MOST_WORK:
            return (identity,)
        if not _keeps(task, symmetry, fixed):
            continue
        found.append((depth, symmetry))
        if len(found) > MOST:  # those that keep more of the vertices tried first are a group
            found = [each for each in found if each[0] > depth]
            break
    others = sorted({symmetry for _, symmetry in found} - {identity}, key=lambda each: (each.variables, each.values))
    return (identity, *others)


def _keeps(task: Compiled, symmetry: Exchange, fixed: Values | None) -> bool:
    """Whether it turns operators into operators, and conditions into conditions."""
    if fixed is not None and symmetry.image(fixed) != fixed:
        return False
    operators = {(frozenset(each.before), frozenset(each.after)) for each in task.operators}
    if {(symmetry.pairs(each.before), symmetry.pairs(each.after)) for each in task.operators} != operators:
        return False
    conditions = set(map(frozenset, task.conditions))
    return {symmetry.pairs(each) for each in task.conditions} == conditions


class _Search:
    """The graph of a task, and a search for what leaves it as it is. `work` is how many edges were visited."""

    def __init__(self, task: Compiled, fixed: Values | None) -> None:
        self._task, self.work = task, 0
        operators = sorted({(tuple(sorted(each.before)), tuple(sorted(each.after))) for each in task.operators})
        conditions = sorted({tuple(sorted(each)) for each in task.conditions})
        named = {
            *chain.from_iterable(chain.from_iterable(operators)),
            *chain.from_iterable(conditions),
            *enumerate(fixed or ()),
        }
        self._pairs = sorted(named)
        number = {pair: at for at, pair in enumerate(self._pairs)}
        variables = sorted({variable for variable, _ in self._pairs})
        first = len(self._pairs)
        edges = [(at, first + variables.index(variable), 0) for at, (variable, _) in enumerate(self._pairs)]
        first += len(variables)
        for vertex, sides in enumerate(operators, first):
            edges += [(number[pair], vertex, label) for label, side in enumerate(sides, 1) for pair in side]
        first += len(operators)
        for vertex, condition in enumerate(conditions, first):
            edges += [(number[pair], vertex, 3) for pair in condition]
        changed = {variable for _, after in operators for variable, _ in after}
        colors = [int(fixed is not None and fixed[variable] == value) for variable, value in self._pairs]
        colors += [2 + task.sizes[each] if each in changed else -1 - each for each in variables]
        colors += [-1 - len(task.sizes)] * len(operators) + [-2 - len(task.sizes)] * len(conditions)
        ends = np.array([(*edge[:2], edge[2] + 1) for edge in edges] + [(b, a, c + 1) for a, b, c in edges], np.int64)
        self._from, self._to, labels = ends.reshape(-1, 3).T
        self._labels = labels.astype(np.uint64) * _MIX
        self._colors = np.array(colors, np.int64).astype(np.uint64)

    def automorphisms(self) -> Iterator[tuple[int, Exchange]]:
        """Each with how many of the vertices tried first stay where they are, those that keep most first."""
        path, colors = [], self._refined(self._colors)
        levels = [colors]
        while (vertex := self._next(colors)) is not None:
            path.append(vertex)
            colors = self._refined(_alone(colors, vertex))
            levels.append(colors)
        yield from self._images(path, levels, levels[0], 0, len(path))

    def _images(
        self, path: Sequence[int], levels: Sequence[Colors], colors: Colors, depth: int, kept: int
    ) -> Iterator[tuple[int, Exchange]]:
        """The automorphisms that go on from images of the first vertices of the path, which made these colors."""
        if depth == len(path):
            yield kept, self._symmetry(levels[-1], colors)
            return
        alike = np.flatnonzero(colors == levels[depth][path[depth]]).tolist()
        for image in sorted(alike, key=lambda each: each != path[depth]):
            if self.work > MOST_WORK:
                return
            refined = self._refined(_alone(colors, image))
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
        while True:
            sums = np.zeros_like(colors)
            np.add.at(sums, self._from, _mixed(colors[self._to] + self._labels))
            self.work += len(self._from)
            colors = _mixed(_mixed(colors) + sums)
            now = len(np.unique(colors))
            if now == classes:
                return colors
            classes = now

    def _symmetry(self, colors: Colors, images: Colors) -> Exchange:
        """The symmetry that takes each value to the one of the same color; values that are nowhere keep their order."""
        count, sizes = len(self._pairs), self._task.sizes
        by_color = dict(zip(images[:count].tolist(), self._pairs, strict=True))
        to = dict(zip(self._pairs, (by_color[color] for color in colors[:count].tolist()), strict=True))
        variables = list(range(len(sizes)))
        for (variable, _), (other, _) in to.items():
            variables[variable] = other
        values = []
        for variable, other in enumerate(variables):
            free = iter(sorted(set(range(sizes[other])) - {value for each, value in self._pairs if each == other}))
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
