"""Search with a heuristic of your own: the number of misplaced tiles."""

from pybridge import measure, read, solve

facts = read("eight")


class Misplaced:
    """Each misplaced tile needs at least one move; a move changes the place of one tile."""

    name, source = "misplaced", "Doran and Michie, 1966"
    admissible = consistent = True

    def estimate(self, state):
        return sum(tile not in (0, goal) for tile, goal in zip(state, facts.goals[0], strict=True))

    def after(self, h, move, state):
        return self.estimate(state)


solution = solve(facts, "middling", heuristic=Misplaced())
print(solution.length, "moves,", solution.expanded, "nodes; no solution is shorter than", solution.lower_bound)

for account in measure(facts, ["manhattan", Misplaced()], boards=2).accounts():
    print(account.heuristic, account.expanded, "nodes on average")
