"""Run several engines on the same puzzle and check that they agree, node by node."""

from pybridge.compare import compare
from pybridge.engines import solve
from pybridge.facts import find, read

facts = read(find("box_eight"))
start_name, start = facts.starts[0]
solutions = [
    solve(facts, "ids_low", engine="prolog"),
    solve(facts, "ids_low", engine="python"),
    solve(facts, "ida_star", engine="python"),
    solve(facts, "breadth_first", engine="python"),
]
comparison = compare(facts, start_name, start, solutions)
for check in comparison.checks:
    print("agree" if check.agrees else "DIFFER", check.subject, "-", check.detail or check.difference)
comparison.require_agreement()
