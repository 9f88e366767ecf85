"""The numbers that the kernels of layers and their caller share, as places in one uint64 array."""

(
    NEXT, STATES, FOUND, ROOM, EDGES, EDGE_ROOM, OVERFLOW, BUDGET, FAN, LEFT, KEY, KEYS, EXPANDED, GENERATED, SLOTS_AT,
) = range(15)  # fmt: skip
"""The fields of `control`: the next state to be expanded, and how many the layer has; how many the next layer has, and
how many it has room for, the same for edges; 1 once a number of ways did not fit; how many batches of successors to
make before the kernel returns; how many successors a state has at most; the moves left after this one; the first column
that tells states apart, and how many do; counters; where the slots of the next layer are."""
FIELDS = 15
