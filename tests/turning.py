"""Permutation puzzles in plain Python, from their cycles alone: the oracle of tables, searches and censuses."""

from collections import Counter
from math import lcm


def step(state, cycles):
    """The piece on each point of a cycle goes to the next one."""
    after = list(state)
    for cycle in cycles:
        for here, there in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
            after[there - 1] = state[here - 1]
    return tuple(after)


def powers(facts):
    """The moves in order: what each takes to every point, as a permutation of 0, 1, ... and the name of the move."""
    found = []
    for name, cycles in facts.generators:
        turns = lcm(*map(len, cycles))
        by = tuple(range(facts.points))
        for power in range(1, turns):
            by = step(by, cycles)
            if counts(facts.metric, power, turns):
                number = min(power, turns - power)
                found.append((f"{name}{number if number > 1 else ''}{chr(39) if 2 * power > turns else ''}", by))
    return found


def counts(metric, power, turns):
    """Whether a power of a generator is one move."""
    if metric == "half":
        return True
    return power in ((1, turns - 1) if metric == "quarter" else {each % turns for each in metric})


def applied(state, by):
    """What lies on each point after a move."""
    return tuple([state[each] for each in by])


def layers(goal, moves, most=1000):
    """Distances from the goal, level by level: a dict a level, with the number of shortest ways to each state."""
    found, level = [{goal: 1}], {goal: 1}
    seen = {goal}
    while len(found) <= most:
        following = Counter()
        for state, ways in level.items():
            for by in moves:
                after = applied(state, by)
                if after not in seen:
                    following[after] += ways
        if not following:
            return found
        seen.update(following)
        level = dict(following)
        found.append(level)
    return found


def distances(goal, moves, most=1000):
    """The distance of each state that is not farther than `most`."""
    return {state: depth for depth, level in enumerate(layers(goal, moves, most)) for state in level}


def moves_of(facts):
    """The permutations of the moves."""
    return [by for _, by in powers(facts)]


def scrambled(facts, draw, length):
    """What random moves make of the goal."""
    state, moves = facts.goals[0], moves_of(facts)
    for _ in range(length):
        state = applied(state, draw.choice(moves))
    return state
