"""Solve the 7-puzzle with the classic program in SWI-Prolog, and show the cost."""

from pybridge.engines import solve
from pybridge.facts import drawing, find, read
from pybridge.puzzles import replay

facts = read(find("seven"))
solution = solve(facts, "ids_low", engine="prolog")
print(solution.outcome.value, "in", solution.length, "moves,", solution.inferences, "inferences")

for iteration in solution.iterations[-3:]:
    print("threshold", iteration.threshold, "expanded", iteration.expanded, "generated", iteration.generated)

states = replay(facts, facts.start("page"), solution.moves or ())
for state in states[:3]:
    print("\n".join(drawing(facts, state)), end="\n\n")
