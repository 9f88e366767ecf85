"""A puzzle made of the integers 0 to 10, on which searches can be computed by hand."""

from dataclasses import dataclass

import pytest

from pybridge.puzzles import PieceMove, Pruning


@dataclass(frozen=True)
class Integers:
    """From a number up or down by one of the `steps` to the goals, never below 0 or above 10."""

    start: int
    goals: tuple[int, ...]
    steps: tuple[int, ...] = (1, 2)
    pruning: Pruning = Pruning.INVERSE

    def is_goal(self, state):
        return state in self.goals

    def successors(self, state, last):
        for step in self.steps:
            undoes = self.pruning is Pruning.INVERSE and last is not None and state + step == last.source
            if 0 <= state + step <= 10 and not undoes:
                yield PieceMove("it", state, state + step), state + step


class Remaining:
    """At least half the way, rounded up, for steps of one or two to a single goal."""

    consistent = True

    def __init__(self, goal):
        self.goal = goal

    def estimate(self, state):
        return (abs(self.goal - state) + 1) // 2

    def after(self, h, move, state):
        assert h == self.estimate(move.source)
        return self.estimate(move.target)


class Nothing:
    """No bound at all."""

    admissible = consistent = True

    def estimate(self, state):
        return 0

    def after(self, h, move, state):
        return 0


@pytest.fixture
def integers():
    return Integers


@pytest.fixture
def remaining():
    return Remaining


@pytest.fixture
def nothing():
    return Nothing()
