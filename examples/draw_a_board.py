"""Draw a board with a hole, write its facts, and solve it."""

from pybridge.boards.generate import from_drawing
from pybridge.engines import solve
from pybridge.facts import read_text, write

BOARD = """\
1 2 3
4 # 5
6 7 .
"""

facts = from_drawing(BOARD, name="ring_of_eight")
text = write(facts)
assert read_text(text) == facts
print(text)

solution = solve(facts, "ids_low", engine="python")
print(solution.outcome.value, solution.length, solution.reason or "")
