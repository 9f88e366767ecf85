"""What a frame of the kernels' stack holds: a node that is still to be expanded.

A frame is a row of uint64. Column 0 has g in its lowest 12 bits, the state of the pruning machine in the next 40, and
the slack, threshold - g - h, in the highest 12: a negative slack sets the sign bit. The other columns belong to the
heuristic, and say everything about the state of the puzzle.

An entry of the `ways` table is one move from a state of the machine: bits 0-5 the cell the tile comes from, 6-11 the
blank's, 12-51 the machine's next state, 52-63 the number of the edge between the two cells. Rows are padded with ways
along a dead edge.
"""

from numba import uint64

G_BITS = uint64(0xFFF)
STATE_BITS = uint64(0xFFFFFFFFFF)
STATE_SHIFT = uint64(12)
STATE_FIELD = uint64(0x000FFFFFFFFFF000)
SLACK_SHIFT = uint64(52)
NOT_STATE = uint64(0xFFF0000000000FFF)
SIGN_SHIFT = uint64(63)
CELL_BITS = uint64(0x3F)
BLANK_SHIFT = uint64(6)

MOST_CELLS = 64
MOST_EDGES = 4095
MOST_SLACK = 1400
"""Of a start. A slack has 11 bits, and a way that does not exist costs more than any."""
