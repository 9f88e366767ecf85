"""Random walks of packed states, around a goal that breadth-first search has surrounded with a queue of states."""

from numba import uint64

from pybridge.compiled import inlined, lean_kernel
from pybridge.search.kernels.packed.hashed import INDEX_BITS, expand
from pybridge.tables.slots import number_of

_ZERO, _ONE, _HALF = uint64(0), uint64(1), uint64(32)
_STEP, _MIX, _MIX_AGAIN = uint64(0x9E3779B97F4A7C15), uint64(0xBF58476D1CE4E5B9), uint64(0x94D049BB133111EB)


@inlined
def _drawn(random, count):
    """A random number below a count of 32 bits, by the generator splitmix64, whose state is `random`."""
    random[0] += _STEP
    mixed = (random[0] ^ (random[0] >> uint64(30))) * _MIX
    mixed = (mixed ^ (mixed >> uint64(27))) * _MIX_AGAIN
    return (((mixed ^ (mixed >> uint64(31))) >> _HALF) * count) >> _HALF


@inlined
def _copy(target, row, source, child, words):
    for word in range(words):
        target[row, word] = source[child, word]


@lean_kernel
def join(ways, states, control, queue, slots, tables, width):
    """Note for each state before some others how many successors it has, and their numbers in the queue, from 0 on."""
    words = uint64(len(width))
    for row in range(uint64(len(ways))):
        count = expand(queue, row, states, _ZERO, tables, width)
        ways[row, 0] = count
        for child in range(count):
            ways[row, child + _ONE] = number_of(states, child, queue, slots, control[INDEX_BITS], _ZERO, words) - _ONE


@lean_kernel
def reach(walks, ways, counts, random):
    """Walk from the first state of the queue until one comes that `ways` does not have, and count it in `counts`."""
    inside = uint64(len(ways))
    for _ in range(walks):
        number = _ZERO
        while number < inside:
            number = uint64(ways[number, _ONE + _drawn(random, uint64(ways[number, 0]))])
        counts[number - inside] += _ONE


@lean_kernel
def walk(origins, walks, steps, begin, end, states, rows, taken, random, control, queue, slots, tables, width):
    """Walk from each origin some times, and write down each state, and how many steps it took; return how many.

    A walk never steps onto a state whose number in the queue is over `begin` and at most `end`; where there is no
    other way, it ends. With `begin` = `end` all ways are open. `states` has room for a state and its successors.
    """
    words, found = uint64(len(width)), _ZERO
    for origin in range(uint64(len(origins))):
        for _ in range(walks):
            _copy(states, _ZERO, origins, origin, words)
            step, count = _ZERO, _ONE
            while step < steps and count > _ZERO:
                count = _open(states, begin, end, control, queue, slots, tables, width)
                if count > _ZERO:
                    _copy(states, _ZERO, states, _ONE + _drawn(random, count), words)
                    step += _ONE
                    _copy(rows, found, states, _ZERO, words)
                    taken[found] = step
                    found += _ONE
    return found


@lean_kernel
def lead_on(origins, begin, end, states, leads, control, queue, slots, tables, width):
    """Whether walks from each origin have a first step to take, as `walk` takes steps."""
    for origin in range(uint64(len(origins))):
        _copy(states, _ZERO, origins, origin, uint64(len(width)))
        leads[origin] = _open(states, begin, end, control, queue, slots, tables, width) > _ZERO


@inlined
def _open(states, begin, end, control, queue, slots, tables, width):
    """Put the successors of the first of some states behind it, those that may be stepped onto; return how many."""
    words = uint64(len(width))
    count = expand(states, _ZERO, states, _ONE, tables, width) - _ONE
    if begin == end:
        return count
    kept = _ZERO
    for child in range(_ONE, count + _ONE):
        number = number_of(states, child, queue, slots, control[INDEX_BITS], _ZERO, words)
        if number <= begin or number > end:
            kept += _ONE
            _copy(states, kept, states, child, words)
    return kept
