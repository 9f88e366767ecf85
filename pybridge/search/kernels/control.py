"""The numbers that a kernel and its caller share, as places in one int64 array."""

THRESHOLD = 0
BUDGET = 1
"""Nodes to expand before the kernel returns to let its caller look at limits."""
ROOTS = 2
"""How many roots there are; fewer once a solution below one has made the later ones useless."""
NEXT = 3
"""The next root to be taken."""
ACTIVE = 4
"""Lanes that have something to do."""
EXPANDED = 5
GENERATED = 6
FOUND = 7
"""The root below which a solution was found, and none below earlier ones so far; -1 if there is none."""
FAN = 8
"""The most ways that go on from a node that is not the start."""
WANTED_ROOTS = 9
LENGTH = 10
"""The moves of the solution at FOUND."""
FIELDS = 11

TOP, BASE, ROOT, PATH = range(4)
"""A lane: its stack's height, where its stack begins, the root it is below, and its row of `paths`."""
