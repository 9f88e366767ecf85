"""Draw a board, count all its states by distance, and look at the farthest ones."""

from pybridge import census, generate
from pybridge.facts import drawing

BOARD = """\
1 2 3
4 5 6
# 7 .
"""

facts = generate(drawing=BOARD, name="corner_missing")
taken = census(facts, ["6 7 5 / 4 3 2 / 1 0"], most=3)

print(f"{taken.states:,} states, counted by {taken.method}; mean distance {taken.mean:.2f}, largest {taken.depth}")
for level in taken.levels[-3:]:
    print(f"{level.states:6,} states at distance {level.distance}, {level.exact} of them with an exact lower bound")

for place in taken.places:
    print(place.state, place.reason or f"is {place.distance} moves away", end="\n\n")

for state in taken.farthest:
    print("\n".join(drawing(facts, state)), end="\n\n")
