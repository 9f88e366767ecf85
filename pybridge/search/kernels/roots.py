"""What depth-first searches below one root after the other have in common.

Rows of `roots` are the paths of the nodes to search below, as labels, `lengths` says how many moves each has, and a row
of `done` has the counters of one: nodes expanded and generated below it. A node is generated when its turn comes, as a
root or below one.
"""

from pybridge.compiled import inlined

THRESHOLD, BUDGET, DEPTH, EXPANDED, GENERATED, SOLVED, BASE, NEXT, ROOTS, STRAY = range(10)
"""The first fields of `control`. The node under way has DEPTH moves, and the root that it is below has BASE: DEPTH is
less once all below the root is searched. NEXT is the next root, of ROOTS. SOLVED is 1 when there is a solution, and
STRAY when the root before NEXT cannot be reached.
"""
FIELDS = 10


@inlined
def account(control, done, expanded, generated):
    """Count what was done below the root under way."""
    if expanded + generated > 0:
        done[control[NEXT] - 1, 0] += expanded
        done[control[NEXT] - 1, 1] += generated
    control[EXPANDED] += expanded
    control[GENERATED] += generated
