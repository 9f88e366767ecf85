"""Many states at once, as a network sees them: their contents in one array, a row a state, a column a place."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pybridge.arrays import Array
from pybridge.errors import UnfitHeuristicError
from pybridge.puzzles.features import Features, Step

Contents = NDArray[np.uint8]
_MOST_CONTENTS = 256


@dataclass(frozen=True)
class Labels:
    """States, and how many moves each is from the goal, as far as is known."""

    contents: Contents
    moves: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.moves)

    def where(self, chosen: NDArray[np.bool_]) -> "Labels":
        """Those that are chosen."""
        return Labels(self.contents[chosen], self.moves[chosen])

    def least(self) -> "Labels":
        """Each state once, with its smallest number of moves."""
        order, first = side_by_side(self.contents, self.moves)
        return Labels(self.contents[order][first], self.moves[order][first])

    def lowered(self) -> "Labels":
        """Each state as often as it is there, with its smallest number of moves."""
        order, first = side_by_side(self.contents, self.moves)
        return Labels(self.contents[order], self.moves[order][first][np.cumsum(first) - 1])


def side_by_side(rows: Array, moves: Array) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """An order in which equal rows follow each other, fewer moves first, and where each row begins in it.

    Rows are ordered by their last column first.
    """
    order = np.lexsort([moves, *rows.T])
    ordered = rows[order]
    first = np.ones(len(rows), bool)
    first[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    return order, first


def joined(parts: Sequence[Labels]) -> Labels:
    """All labels of some parts, of which there must be one."""
    return Labels(np.concatenate([each.contents for each in parts]), np.concatenate([each.moves for each in parts]))


class Transforms:
    """What steps, or images, do to states: each place gets what a place has, under another number."""

    def __init__(self, features: Features, steps: Sequence[Step]) -> None:
        places, most = len(features.sizes), max(features.sizes)
        self._source = np.tile(np.arange(places), (len(steps), 1))
        self._becomes = np.tile(np.arange(most, dtype=np.uint8), (len(steps), places, 1))
        for number, step in enumerate(steps):
            for place, source, becomes in step.changes:
                self._source[number, place] = source
                self._becomes[number, place, : len(becomes)] = becomes

    def __len__(self) -> int:
        return len(self._source)

    def __call__(self, contents: Contents, chosen: NDArray[np.int64]) -> Contents:
        """Each state after the one that is chosen for it."""
        moved = contents[np.arange(len(contents))[:, None], self._source[chosen]]
        found: Contents = self._becomes[chosen[:, None], np.arange(contents.shape[1]), moved]
        return found


class Positions:
    """What a puzzle's features say, as arrays."""

    def __init__(self, features: Features) -> None:
        """Raises UnfitHeuristicError if nothing moves, or a place can have more contents than a byte distinguishes."""
        if not features.sizes:
            raise UnfitHeuristicError("nothing moves in the puzzle, so a network has nothing to learn")
        if max(features.sizes) > _MOST_CONTENTS:
            raise UnfitHeuristicError(
                f"a place of the puzzle can have {max(features.sizes):,} contents; networks are trained for at most "
                f"{_MOST_CONTENTS}"
            )
        self.features = features
        self.offsets = np.array(features.offsets, np.int64)
        self.goal = np.array([features.goal], np.uint8)
        self._base = np.array(features.base or (0,) * features.inputs, np.int64)
        self._steps = Transforms(features, features.steps)
        self._images = Transforms(features, (Step(()), *features.images))
        self._blanks = None
        if features.steps[0].blank is not None:
            self._blanks = np.array([step.blank for step in features.steps])
        self._follow = _following(features.steps)

    def base(self, contents: Contents) -> NDArray[np.int64]:
        """The lower bound of each state that the facts give; 0 where they give none."""
        found: NDArray[np.int64] = self._base[contents + self.offsets].sum(axis=1)
        return found

    def seen(self, contents: Contents, source: np.random.Generator) -> Contents:
        """Each state, or one of its images, all equally likely."""
        if len(self._images) == 1:
            return contents
        return self._images(contents, source.integers(len(self._images), size=len(contents)))

    def walks(self, starts: Contents, length: int, source: np.random.Generator) -> list[Contents]:
        """The states on a random walk from each start, after 0, 1, ... `length` steps.

        No step changes the very places that the one before it changed.
        """
        last, found = np.full(len(starts), -1, np.int64), [starts]
        for _ in range(length):
            possible = self._follow[last]
            if self._blanks is not None:
                possible = possible & (found[-1][:, self._blanks] == 0)
            last = (source.random(possible.shape) * possible).argmax(axis=1)
            found.append(self._steps(found[-1], last))
        return found


def _following(steps: Sequence[Step]) -> NDArray[np.bool_]:
    """Whether a step may follow another; in the last row, none went before."""
    places = [frozenset(change.place for change in step.changes) for step in steps]
    found = np.array([[mine != other for other in places] for mine in places] + [[True] * len(steps)])
    found[~found.any(axis=1)] = True  # where all steps change the same places
    return found


def no_labels(positions: Positions) -> Labels:
    """No labels at all."""
    return Labels(positions.goal[:0], np.empty(0, np.int16))
