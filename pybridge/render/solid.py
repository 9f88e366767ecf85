"""A permutation puzzle in space: the facets of its points, what lies between them, and each move as a turn.

Which axis a move turns about follows from the corners of the facets that it moves (W. Kabsch, 1976).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from pybridge.facts import TurnsFacts
from pybridge.facts.cycles import Turn, moves
from pybridge.forms import Form

Vectors = NDArray[np.float64]
_NEAR = 1e-6
_DIGITS = 4


def solid_form(facts: TurnsFacts) -> Form:
    """The solid as a page takes it, of facts that place the points in space.

    `facets` are the corners of each point, and `fillers` what lies between them, with the point whose color they have
    at the goal, or null. `turns` has an entry a move: null if it is not a turn, otherwise its `axis` and `angle`, the
    `fillers` that it takes along, how far along the axis the part that it turns lies, and the `cuts` there.
    """
    facets = [_outward(np.array(facts.corners[point + 1], float)) for point in range(facts.points)]
    fillers = [_outward(hole) for hole in _holes(facets)]
    turns = [_turn_form(facets, fillers, turn) for turn in moves(facts)]
    return {
        "facets": [_rounded(each) for each in facets],
        "fillers": [[_rounded(each), _center_of(facts, facets, each)] for each in fillers],
        "turns": turns,
    }


def _rounded(vectors: Vectors) -> list[list[float]]:
    return [[round(number, _DIGITS) for number in vector] for vector in vectors.tolist()]


def _outward(corners: Vectors) -> Vectors:
    """The corners of a facet, turned so that they go around it the same way, seen from outside."""
    return corners if _normal(corners) @ corners.mean(axis=0) >= 0 else corners[::-1]


def _normal(corners: Vectors) -> Vectors:
    """A vector across a facet, as long as the facet is large."""
    normal: Vectors = np.cross(corners, np.roll(corners, -1, axis=0)).sum(axis=0) / 2
    return normal


def _holes(facets: Sequence[Vectors]) -> list[Vectors]:
    """The facets that are missing: what edges of single facets go around."""
    edges = Counter(edge for corners in facets for edge in _edges(corners))
    after: dict[tuple[float, ...], list[tuple[float, ...]]] = defaultdict(list)
    for begin, end in edges:
        if (end, begin) not in edges:
            after[end].append(begin)
    found = []
    while after:
        begin = next(iter(after))
        around = [begin]
        while around[-1] in after and (len(around) == 1 or around[-1] != begin):
            last = around[-1]
            around.append(after[last].pop())
            if not after[last]:
                del after[last]
        if around[-1] == begin and len(around) > 3:
            found.append(np.array(around[:-1]))
    return found


def _edges(corners: Vectors) -> Iterable[tuple[tuple[float, ...], tuple[float, ...]]]:
    points = [tuple(corner) for corner in corners.tolist()]
    return zip(points, [*points[1:], points[0]], strict=True)


def _center_of(facts: TurnsFacts, facets: Sequence[Vectors], hole: Vectors) -> int | None:
    """A point of the face whose middle is a hole, if people type its color; None for all else."""
    normal, around = _normal(hole), {tuple(corner) for corner in hole.tolist()}
    near = [
        point for point, corners in enumerate(facets)
        if len(around & {tuple(corner) for corner in corners.tolist()}) > 1 and _is_flat(corners, hole, normal)
    ]  # fmt: skip
    faces = {facts.facets[point + 1][0] for point in near if point + 1 in facts.facets}
    return near[0] if len(faces) == 1 and faces <= set(facts.facelets) else None


def _is_flat(corners: Vectors, hole: Vectors, normal: Vectors) -> bool:
    return bool(np.abs((corners - hole[0]) @ normal).max() < _NEAR * (normal @ normal))


def _turn_form(facets: Sequence[Vectors], fillers: Sequence[Vectors], turn: Turn) -> Form | None:
    taken = [point for point, source in enumerate(turn.sources) if source != point]
    found = _fitted([facets[turn.sources[point]] for point in taken], [facets[point] for point in taken])
    if found is None:
        return None
    axis, angle = found
    along = np.concatenate([facets[point] for point in taken]) @ axis
    least, most = float(along.min()), float(along.max())
    corners = np.unique(np.concatenate(facets).round(_DIGITS), axis=0)
    ends = [(corners @ axis).min(), (corners @ axis).max()]
    cuts = [
        _rounded(_around(corners[np.abs(corners @ axis - at) < _NEAR * 10], axis)) if abs(at - end) > _NEAR else None
        for at, end in zip((least, most), ends, strict=True)
    ]
    return {
        "axis": [round(number, _DIGITS) for number in axis.tolist()],
        "angle": round(angle, _DIGITS),
        "fillers": [number for number, hole in enumerate(fillers) if least <= hole.mean(axis=0) @ axis <= most],
        "from": round(least, _DIGITS),
        "to": round(most, _DIGITS),
        "cuts": cuts,
    }


def _fitted(before: Sequence[Vectors], after: Sequence[Vectors]) -> tuple[Vectors, float] | None:
    """The axis and the angle of the turn that takes each facet to another; None if there is none."""
    if any(len(one) != len(other) for one, other in zip(before, after, strict=True)):
        return None
    known = [np.array([vector for corners in some for vector in (corners.mean(axis=0), _normal(corners))])
             for some in (before, after)]  # fmt: skip
    left, _, right = np.linalg.svd(known[0].T @ known[1])
    sign = np.diag([1.0, 1.0, np.sign(np.linalg.det(left @ right))])
    rotation = (left @ sign @ right).T
    if np.abs(known[0] @ rotation.T - known[1]).max() > _NEAR * np.abs(known[1]).max() * 100:
        return None
    angle = float(np.arccos(np.clip((np.trace(rotation) - 1) / 2, -1, 1)))
    values, vectors = np.linalg.eig(rotation)
    axis = np.real(vectors[:, int(np.abs(values - 1).argmin())])
    axis /= np.linalg.norm(axis)
    across = rotation - rotation.T
    turned = np.array([across[2, 1], across[0, 2], across[1, 0]])
    return axis if turned @ axis >= 0 else -axis, angle


def _around(points: Vectors, axis: Vectors) -> Vectors:
    """The outermost of points in a plane across the axis, in their order around it."""
    middle = points.mean(axis=0)
    right = np.cross(axis, [1.0, 0, 0] if abs(axis[0]) < 0.9 else [0, 1.0, 0])
    flat = np.stack([(points - middle) @ right, (points - middle) @ np.cross(axis, right)], axis=1)
    order = np.argsort(np.arctan2(flat[:, 1], flat[:, 0]))
    return points[[number for number in order if _is_outermost(flat, int(number))]]


def _is_outermost(flat: Vectors, number: int) -> bool:
    """Whether a point is a corner of the hull of all: in some direction no other is as far."""
    ahead = flat[number]
    others = np.delete(flat, number, axis=0) - ahead
    angles = np.sort(np.arctan2(others[:, 1], others[:, 0]))
    gaps = np.diff(np.append(angles, angles[0] + 2 * np.pi))
    return bool(gaps.max() > np.pi + _NEAR)
