"""Abstract states of a task of rules: found from the starts, their distances to the goals, and how they are looked up.

A row is an abstract state: its words, and in the last column the number of its abstraction, so that one hash table has
the rows of all. A row of `operators` has for each word the bits of its conditions, their values, the bits that it
changes, and what it sets them to.
"""

from typing import NamedTuple

from numba import uint64

from pybridge.arrays import Array
from pybridge.compiled import inlined, lean_kernel
from pybridge.tables.slots import name_row, number_in, number_of, slot_of

_ZERO, _ONE, _TWO, _THREE = uint64(0), uint64(1), uint64(2), uint64(3)
FAR = 65535
"""The distance of a state from which no goal can be reached."""
STATES, MADE, NEXT = range(3)
"""The fields of a search from the starts: how many states it has, how many it has made, and the next to be expanded."""


class AbstractTables(NamedTuple):
    """What a state of the task is looked up with.

    `numbers` has how many abstractions there are, how wide the numbers in slots are, and how many columns of a row have
    states. `fields` has for each variable its word, shift and mask, and where it begins in `classes`: a row an
    abstraction, of the bits that each value sets, in the word `words[abstraction, variable]`.
    """

    numbers: Array
    fields: Array
    words: Array
    classes: Array
    rows: Array
    slots: Array
    distances: Array
    scratch: Array


ABSTRACTIONS, INDEX_BITS, COLUMNS = range(3)
WORD, SHIFT, MASK, OFFSET = range(4)


@inlined
def _apply(rows, row, child, operator, operators):
    """Make the state after an operator in another row; whether it is possible."""
    words = uint64(rows.shape[1]) - _ONE
    for word in range(words):
        if rows[row, word] & operators[operator, word] != operators[operator, words + word]:
            return False
    for word in range(words):
        kept = rows[row, word] & ~operators[operator, _TWO * words + word]
        rows[child, word] = kept | operators[operator, _THREE * words + word]
    rows[child, words] = rows[row, words]
    return True


@lean_kernel
def explore(control, rows, slots, index_bits, operators, fields, firsts, ends, labels):
    """Expand states, and note where the operators lead from each, from 0 on, and which; stop where room runs out.

    `fields` has for each variable its word, shift and mask, and where in `firsts[1]` the operators begin that are
    looked up by each of its values; the last row is for those that are possible everywhere.
    """
    columns, states, made, row = uint64(rows.shape[1]), control[STATES], control[MADE], control[NEXT]
    number, (edge_firsts, operator_firsts) = uint64(len(operators)), firsts
    while row < states and states + number < uint64(len(rows)) and made + number < uint64(len(ends)):
        for field in range(uint64(len(fields))):
            value = (rows[row, fields[field, WORD]] >> fields[field, SHIFT]) & fields[field, MASK]
            key = fields[field, OFFSET] + value
            for operator in range(operator_firsts[key], operator_firsts[key + _ONE]):
                if not _apply(rows, row, states, uint64(operator), operators):
                    continue
                slot = slot_of(rows, states, rows, slots, index_bits, _ZERO, columns)
                found = number_in(slots[slot], index_bits)
                if found == _ZERO:
                    name_row(rows, states, slots, slot, index_bits, _ZERO, columns)
                    states += _ONE
                    found = states
                ends[made], labels[made] = found - _ONE, operator
                made += _ONE
        row += _ONE
        edge_firsts[row] = made
    control[STATES], control[MADE], control[NEXT] = states, made, row


@lean_kernel
def turn_around(firsts, ends, labels, costs, back, backs, prices):
    """The edges by their ends: `back` has where those of each state begin in `backs` and `prices`."""
    states = uint64(len(firsts)) - _ONE
    for edge in range(uint64(len(ends))):
        back[ends[edge] + uint64(1)] += 1
    for state in range(states):
        back[state + _ONE] += back[state]
    for state in range(states):
        for edge in range(firsts[state], firsts[state + _ONE]):
            place = back[ends[edge]]
            backs[place], prices[place] = state, costs[labels[edge]]
            back[ends[edge]] = place + uint64(1)
    for state in range(states):
        back[states - state] = back[states - state - _ONE]
    back[0] = 0


@lean_kernel
def spread(back, backs, prices, distances, here, later):
    """Distances to the states that have 0: edges cost 0 or 1, and those of no cost are followed first.

    States that are farther than FAR - 1 have that.
    """
    count, distance = _ZERO, 0
    for state in range(uint64(len(distances))):
        if distances[state] == 0:
            here[count] = state
            count += _ONE
    while count > _ZERO and distance < FAR - 1:
        waiting, found = count, _ZERO
        while waiting > _ZERO:
            waiting -= _ONE
            state = here[waiting]
            if distances[state] != distance:
                continue
            for edge in range(back[state], back[state + uint64(1)]):
                other, new = backs[edge], distance + prices[edge]
                if new < distances[other]:
                    distances[other] = new
                    if prices[edge]:
                        later[found] = other
                        found += _ONE
                    else:
                        here[waiting] = other
                        waiting += _ONE
        here, later, count, distance = later, here, found, distance + 1
    if count > _ZERO:  # the others are farther, or in a dead end: that was not found out
        for state in range(uint64(len(distances))):
            if distances[state] == FAR:
                distances[state] = FAR - 1


@lean_kernel
def saturate(firsts, ends, labels, distances, used):
    """Of each operator the most that the distance falls by with it: what it must cost for these distances."""
    for state in range(uint64(len(firsts)) - _ONE):
        if distances[state] == FAR:
            continue
        for edge in range(firsts[state], firsts[state + _ONE]):
            if distances[ends[edge]] < distances[state]:
                used[labels[edge]] = max(used[labels[edge]], distances[state] - distances[ends[edge]])


@inlined
def estimate(states, row, tables):
    """The sum of the distances of a state in all abstractions; FAR if a goal is out of reach in one of them.

    An abstract state that is not in the table counts 0: it was not reached from the starts that the table is for.
    """
    numbers, fields, scratch, slots = tables.numbers, tables.fields, tables.scratch, tables.slots
    columns, total = numbers[COLUMNS], uint64(0)
    for number in range(numbers[ABSTRACTIONS]):
        for column in range(columns):
            scratch[0, column] = _ZERO
        scratch[0, columns - _ONE] = number
        for variable in range(uint64(len(fields))):
            value = (states[row, fields[variable, WORD]] >> fields[variable, SHIFT]) & fields[variable, MASK]
            scratch[0, tables.words[number, variable]] |= tables.classes[number, fields[variable, OFFSET] + value]
        found = number_of(scratch, _ZERO, tables.rows, slots, numbers[INDEX_BITS], _ZERO, columns)
        if found > _ZERO:
            distance = uint64(tables.distances[found - _ONE])
            if distance == uint64(FAR):
                return uint64(FAR)
            total += distance
    return min(total, uint64(FAR - 1))


@lean_kernel
def estimates(states, found, tables):
    """The estimate of each state."""
    for row in range(uint64(len(states))):
        found[row] = estimate(states, row, tables)


@lean_kernel
def places(states, rows, slots, index_bits, found):
    """Where each state is in the rows; -1 for one that is not there."""
    columns = uint64(rows.shape[1])
    for state in range(uint64(len(states))):
        found[state] = int(number_of(states, state, rows, slots, index_bits, _ZERO, columns)) - 1
