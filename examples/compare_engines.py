"""Run several engines on the same puzzle and check that they agree, node by node."""

import pybridge

comparison = pybridge.compare(
    "box_eight", engine=["prolog", "python"], program=["ids_low", "ida_star", "breadth_first"]
)
for check in comparison.checks:
    print("agree" if check.agrees else "DIFFER", check.subject, "-", check.detail or check.difference)
comparison.require_agreement()
