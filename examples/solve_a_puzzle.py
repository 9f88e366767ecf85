"""Solve the 7-puzzle with the classic program in SWI-Prolog, and show the cost."""

from pybridge import read, solve_and_check
from pybridge.facts import drawing

facts = read("seven")
report = solve_and_check(facts, program="ids_low", engine="prolog")
solution = report.solution
print(solution.outcome.value, "in", solution.length, "moves,", solution.inferences, "inferences")

for iteration in solution.iterations[-3:]:
    print("threshold", iteration.threshold, "expanded", iteration.expanded, "generated", iteration.generated)

for state in report.states[:3]:
    print("\n".join(drawing(facts, state)), end="\n\n")
