"""Draw a board with a hole, write its facts, and solve it."""

from pybridge import generate, read_text, solve, write

BOARD = """\
1 2 3
4 # 5
6 7 .
"""

facts = generate(drawing=BOARD, name="ring_of_eight")
text = write(facts)
assert read_text(text) == facts
print(text)

solution = solve(facts, program="ids_low", engine="python")
print(solution.outcome.value, solution.length, solution.reason or "")
