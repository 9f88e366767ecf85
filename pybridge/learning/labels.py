"""Labels of states: from solutions, or from random walks; and how far from the goal the states are that are solved.

A solution labels all states on its way. Where a network is wrong it leads off the way, so states that random moves
lead to from there are labeled, too: without them a network finds such states too good. A network is asked to solve
states as far from the goal as it can, and then any state.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import log
from random import Random
from threading import Lock

import numpy as np

from pybridge.errors import UnfitHeuristicError
from pybridge.facts import PuzzleFacts, State
from pybridge.learning.positions import Labels, Positions, joined
from pybridge.limits import OnProgress
from pybridge.puzzles import count_states, is_reversible, puzzle_from, random_state
from pybridge.puzzles.features import Features

Solve = Callable[[State], "Sequence[State] | None"]
"""The states from one to the goal, both included; None if no solution was found."""
_STRAYS = 8
"""States off the way that are solved for each solution."""
_FARTHEST = 6
"""How many random moves lead there, at most."""
AT_ONCE = 64
"""Starts whose labels come together."""
_BARREN = 64 * AT_ONCE
"""Where this many starts in a row cannot be solved, no more are tried."""
_WALKERS = 1 << 13
_ANY = 0
_GROWTH, _ENOUGH = 1.25, 0.8
"""The factor by which walks from the goal grow, and the share of their last states that must be solved before."""
_LONGER = 1.5
"""The length of the first walks, as a multiple of the length that would reach all states if no state came twice."""


class Solutions:
    """Labels from solutions of random states. What is drawn depends on the seed and the number of a start alone."""

    def __init__(
        self, facts: PuzzleFacts, features: Features, start: Callable[[Random], State], solve: Solve, seed: int
    ) -> None:
        self._facts, self._features, self._start, self._solve, self._seed = facts, features, start, solve, seed

    def gather(self, count: int, jobs: int, report: OnProgress, first: int = 0) -> Iterator[Labels]:
        """Labels of some starts after the other, the `first` ones left out, until there are at least `count`.

        Fewer if no start can be solved any more.
        """
        found, last = 0, first
        with ThreadPoolExecutor(jobs) as pool:
            for begin in range(first, sys.maxsize, AT_ONCE):
                if found >= count or begin - last >= _BARREN:
                    return
                labels = joined(list(pool.map(self._of_start, range(begin, begin + AT_ONCE))))
                found += len(labels)
                last = begin if len(labels) else last
                report(f"{min(found, count):,} of {count:,} states labeled")
                yield labels

    def _of_start(self, number: int) -> Labels:
        """Labels of the states on the way from a start, and of some off it."""
        source = Random(f"{self._seed}/{number}")
        path = self._solve(self._start(source))
        if not path or len(path) < 2:
            return self._labels([])
        found = [(state, len(path) - 1 - at) for at, state in enumerate(path[:-1])]
        on_the_way = set(path)
        for _ in range(_STRAYS):
            other = self._solve(strayed(self._facts, path[source.randrange(len(path) - 1)], _FARTHEST, source))
            for at, state in enumerate(other or ()):
                if state in on_the_way:
                    break
                found.append((state, len(other or ()) - 1 - at))
        return self._labels(found)

    def _labels(self, found: Sequence[tuple[State, int]]) -> Labels:
        contents = [self._features.contents(state) for state, _ in found]
        shape = len(found), len(self._features.sizes)
        return Labels(np.array(contents, np.uint8).reshape(shape), np.array([moves for _, moves in found], np.int16))


def strayed(facts: PuzzleFacts, state: State, most: int, source: Random) -> State:
    """A state at most some random moves from one. A move is undone at once only where there is no other."""
    puzzle, last = puzzle_from(facts, state), None
    for _ in range(source.randint(1, most)):
        last, state = source.choice(list(puzzle.successors(state, last)) or list(puzzle.successors(state, None)))
    return state


def walked(positions: Positions, count: int, length: int, seed: int, report: OnProgress) -> Labels:
    """Labels of states on random walks of this many steps from the goal: the steps to each, or fewer by another walk.

    A state counts as often as it is met, so that those near the goal count most.
    """
    source, parts, found = np.random.default_rng([seed, length]), list[Labels](), 0
    moves = np.repeat(np.arange(length + 1, dtype=np.int16), _WALKERS)
    while found < count:
        walks = positions.walks(np.repeat(positions.goal, _WALKERS, axis=0), length, source)
        parts.append(Labels(np.concatenate(walks), moves))
        found += len(parts[-1])
        report(f"{min(found, count):,} of {count:,} states labeled")
    return joined(parts).lowered()


class Reach:
    """Starts: the ends of random walks of `length` moves from the goal; with length 0, any state that can reach it."""

    def __init__(self, facts: PuzzleFacts) -> None:
        """Raises UnfitHeuristicError where walks from the goal do not lead to states that can reach it."""
        states = count_states(facts)
        if states is None:
            why = "how many states it has is not known" if is_reversible(facts) else "its moves cannot be undone"
            raise UnfitHeuristicError(f"no network can be trained for {facts.name}: {why}")
        self._facts = facts
        ways = max(2, len(list(puzzle_from(facts, facts.goals[0]).successors(facts.goals[0], None))))
        self.longest = round(_LONGER * log(states) / log(ways))
        self.length = _ANY
        self._tried = self._solved = 0
        self.counts = (0, 0)
        """How many states were tried in this round, and solved, until `adapt` was called last."""
        self._lock = Lock()

    def start(self, source: Random) -> State:
        """A state to be solved."""
        if self.length == _ANY:
            return random_state(self._facts, source.getrandbits(63))
        return strayed(self._facts, self._facts.goals[0], self.length, source)

    def counted(self, solve: Solve) -> Solve:
        """The same search, counting the states that it tries and solves."""

        def counting(state: State) -> "Sequence[State] | None":
            path = solve(state)
            with self._lock:  # several threads solve
                self._tried, self._solved = self._tried + 1, self._solved + (path is not None)
            return path

        return counting

    def account(self) -> str:
        """Which states are solved now, and how many of those tried in this round were."""
        which = "random states" if self.length == _ANY else f"states up to {self.length} moves away"
        account, self.counts = f"{self.counts[1]:,} of {self.counts[0]:,} states solved, now {which}", (0, 0)
        return account

    def adapt(self) -> None:
        """Take farther states if most were solved since the last time, nearer ones if fewer than half were."""
        if not self._tried:
            return
        if self._solved >= _ENOUGH * self._tried and self.length != _ANY:
            longer = max(self.length + 1, round(self.length * _GROWTH))
            self.length = _ANY if longer > self.longest else longer
        elif self._solved < self._tried / 2:
            self.length = max(2, round((self.length or self.longest) / _GROWTH))
        self.counts = self.counts[0] + self._tried, self.counts[1] + self._solved
        self._tried = self._solved = 0
