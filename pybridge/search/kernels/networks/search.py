"""Depth-first search to a threshold by a network's estimates, on boards and permutation puzzles alike.

A state is what lies on its places. A move changes a few of them, and for each the accumulator of the network gains one
row of weights and loses another; then only the small layers are left to compute.
"""

from typing import NamedTuple

from numba import int16, int32, int64

from pybridge.arrays import Array
from pybridge.compiled import inlined, lean_kernel
from pybridge.vectors import SUMS, add_products

TOP, SHIFT, SCALE_BITS = 2047, 10, 8
"""As `pybridge.tables.network` defines them; SCALE is 2 to the power of SCALE_BITS."""


class Weights(NamedTuple):
    """A network. The outputs of `second` and `third` are padded to a multiple of SUMS, for `add_products`."""

    first: Array
    first_bias: Array
    second: Array
    second_bias: Array
    third: Array
    third_bias: Array
    last: Array


class Steps(NamedTuple):
    """What moves do: from `begin[step]` on, `changes` has rows (place, source, where what it becomes is in `becomes`).

    `offsets` are the first inputs of the places; `base` and `odd` are what each input adds to the base and the parity.
    """

    begin: Array
    changes: Array
    becomes: Array
    offsets: Array
    base: Array
    odd: Array


PLACE, SOURCE, BECOMES = range(3)
"""The columns of `changes`."""


class Scratch(NamedTuple):
    """What the layers put their values in, and the inputs that go on and off."""

    one: Array
    two: Array
    three: Array
    sums: Array
    on: Array
    off: Array


class Frames(NamedTuple):
    """The path under way, a row for each depth: see `search`."""

    contents: Array
    accumulators: Array
    at: Array
    states: Array
    steps: Array
    base: Array
    odd: Array


THRESHOLD, BUDGET, DEPTH, EXPANDED, GENERATED, FOUND, MARGIN, UNIT, BIAS, PARITY, EVALUATED, BASE, LAST = range(13)
"""Of `control`: FOUND is 1 once a solution is on the path, DEPTH its length; PARITY is 1 if estimates have one. BASE is
the depth that the search begins at, and LAST the last way to be taken there.
"""
FIELDS = 13


@inlined
def _cut(value):
    return int16(min(max(value, int32(0)), int32(TOP)))


@inlined
def _layer(values, weights, bias, sums, outputs):
    for block in range(len(weights)):
        for number in range(SUMS):
            sums[number] = bias[block * SUMS + number]
        add_products(values, weights[block], sums)
        for number in range(SUMS):
            outputs[block * SUMS + number] = _cut(sums[number] >> int32(SHIFT))


@inlined
def _value(accumulator, weights, scratch, unit, bias):
    """The value of a network, in moves times SCALE."""
    for number in range(len(accumulator)):
        scratch.one[number] = min(max(accumulator[number], int16(0)), int16(TOP))
    _layer(scratch.one, weights.second, weights.second_bias, scratch.sums, scratch.two)
    _layer(scratch.two, weights.third, weights.third_bias, scratch.sums, scratch.three)
    total = int32(bias)
    for number in range(len(scratch.three)):
        total = int32(total + int32(int32(weights.last[number]) * int32(scratch.three[number])))
    return (int64(total) * unit) >> int64(SHIFT)


@inlined
def estimate(accumulator, base, odd, control, weights, scratch):
    """The estimate of a state that is no goal, in moves."""
    value = _value(accumulator, weights, scratch, control[UNIT], control[BIAS])
    found = ((base << int64(SCALE_BITS)) + value - control[MARGIN]) >> int64(SCALE_BITS)
    found = max(found, max(base, int64(0)))
    return found + (((found ^ odd) & int64(1)) if control[PARITY] != 0 else int64(0))


@inlined
def accumulate(accumulator, before, count, first, scratch):
    """Make an accumulator from the one before the last move, two changes at a time."""
    gained, lost = first[scratch.on[0]], first[scratch.off[0]]
    more, less = first[scratch.on[1]], first[scratch.off[1]]
    for number in range(len(accumulator)):
        accumulator[number] = before[number] + gained[number] - lost[number] + more[number] - less[number]
    for change in range(2, count, 2):
        gained, lost = first[scratch.on[change]], first[scratch.off[change]]
        more, less = first[scratch.on[change + 1]], first[scratch.off[change + 1]]
        for number in range(len(accumulator)):
            accumulator[number] += gained[number] - lost[number] + more[number] - less[number]


@inlined
def change(contents, before, step, moves, scratch):
    """Make the contents after a move, and note the inputs that go on and off, made even; return how many."""
    for place in range(len(contents)):
        contents[place] = before[place]
    count = 0
    for number in range(moves.begin[step], moves.begin[step + 1]):
        place = moves.changes[number, PLACE]
        at = moves.changes[number, BECOMES] + before[moves.changes[number, SOURCE]]
        contents[place] = moves.becomes[at]
        scratch.on[count] = moves.offsets[place] + contents[place]
        scratch.off[count] = moves.offsets[place] + before[place]
        count += 1
    for number in range(count, count + 2):
        scratch.on[number] = scratch.off[number] = 0
    return count + (count & 1)


@inlined
def same(contents, goal):
    place = 0
    while place < len(goal) and contents[place] == goal[place]:
        place += 1
    return place == len(goal)


@inlined
def from_scratch(accumulator, contents, moves, weights):
    """Compute the accumulator of a state, and the sums of its inputs' base and parity."""
    base = odd = int64(0)
    for number in range(len(accumulator)):
        accumulator[number] = weights.first_bias[number]
    for place in range(len(contents)):
        active = moves.offsets[place] + contents[place]
        base += moves.base[active]
        odd += moves.odd[active]
        row = weights.first[active]
        for number in range(len(accumulator)):
            accumulator[number] += row[number]
    return base, odd


@lean_kernel
def begin(contents, accumulator, moves, weights, control, scratch):
    """Compute the accumulator of a state from scratch; return its estimate, base and parity."""
    base, odd = from_scratch(accumulator, contents, moves, weights)
    return estimate(accumulator, base, odd, control, weights, scratch), base, odd


@lean_kernel
def search(control, goal, ways, following, moves, weights, frames, scratch):
    """Search below the frame at BASE until all is done, a goal is found, or the budget is spent; then go on.

    A frame has the contents of its state, the accumulator, the next way to take, the machine's state, the step that led
    there, and what the inputs add to base and parity. Ways that do not exist are -1, after all others.
    """
    threshold, depth, expanded, generated, evaluated = control[THRESHOLD], control[DEPTH], 0, 0, 0
    base_depth, last = control[BASE], control[LAST]
    while depth >= base_depth and generated < control[BUDGET]:
        state, way = frames.states[depth], frames.at[depth]
        if way == ways.shape[1] or ways[state, way] < 0 or (depth == base_depth and way > last):
            depth -= 1
            continue
        frames.at[depth] = way + 1
        child, step = depth + 1, ways[state, way]
        generated += 1
        frames.steps[child] = step
        count = change(frames.contents[child], frames.contents[depth], step, moves, scratch)
        if child <= threshold and same(frames.contents[child], goal):
            control[FOUND], depth = 1, child
            break
        base, odd = frames.base[depth], frames.odd[depth]
        for number in range(count):
            base += moves.base[scratch.on[number]] - moves.base[scratch.off[number]]
            odd += moves.odd[scratch.on[number]] - moves.odd[scratch.off[number]]
        if child + base > threshold:
            continue
        evaluated += 1
        accumulator = frames.accumulators[child]
        accumulate(accumulator, frames.accumulators[depth], count, weights.first, scratch)
        if child + estimate(accumulator, base, odd, control, weights, scratch) > threshold:
            continue
        expanded += 1
        frames.at[child], frames.states[child] = 0, following[state, way]
        frames.base[child], frames.odd[child] = base, odd
        depth = child
    control[DEPTH], control[EXPANDED], control[GENERATED], control[EVALUATED] = depth, expanded, generated, evaluated
