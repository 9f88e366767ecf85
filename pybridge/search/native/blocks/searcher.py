"""One iteration of IDA* of a blocks world in one thread: the compiled search below some nodes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pybridge.errors import UnavailableProgramError
from pybridge.facts import BlocksFacts, State
from pybridge.heuristics.towers import Towers
from pybridge.puzzles import Pruning
from pybridge.search.blocks import FACTOR, SLOT_BITS, field_bits, fields_in_word, numbers
from pybridge.search.kernels import blocks as fields
from pybridge.search.kernels.packed.blocks import MOVE_BITS
from pybridge.search.packed import Words
from pybridge.search.packets import Below, Done, Left, Path, StrayPath
from pybridge.search.solution import NOTHING, Counts

_BUDGET = 1 << 17
"""Nodes between two looks at the limits: some hundredths of a second."""


class BlocksStart:
    """What the searchers of a start share: its arrays, and with transposition pruning the states without a solution."""

    def __init__(self, facts: BlocksFacts, start: State, pruning: Pruning) -> None:
        """Make them for a start. Raises UnavailableProgramError if there are more things than bits in a word."""
        names = facts.blocks + facts.grounds
        if len(names) > fields.MOST_THINGS:
            raise UnavailableProgramError(
                f"the engine native holds at most {fields.MOST_THINGS} blocks, places and table; "
                f"{facts.name} has {len(names)}: use --engine python"
            )
        self._number, self.remembers = numbers(facts), pruning is Pruning.TRANSPOSITION
        bits, in_word = field_bits(facts), fields_in_word(facts)
        self.table = fields.NOTHING if facts.table is None else len(names) - 1
        shape = [len(facts.blocks), self.table, bits, in_word, 64 - SLOT_BITS, FACTOR]
        self.shape = np.array(shape, np.uint64)
        self.goals = np.stack([self._towers(goal)[:, :3].T for goal in facts.goals], axis=1).copy()
        self.stands, carrying = self._towers(start), {under for _, under in start}
        clear = sum(1 << self._number[name] for name in names if name not in carrying or name == facts.table)
        self.settled = np.array([*(_settled(start, goal) for goal in facts.goals), clear], np.uint64)
        self.words = np.zeros(-(-len(facts.blocks) // in_word), np.uint64)
        for block, (_, under) in enumerate(start):
            self.words[block // in_word] |= np.uint64(self._number[under] << block % in_word * bits)
        estimates = [Towers(replace(facts, goals=(goal,))).estimate(start) for goal in facts.goals]
        self.estimates = np.array(estimates, np.uint64)
        self.memory = np.zeros((1 << SLOT_BITS if self.remembers else 1, len(self.words) + 1), np.uint64)

    def _towers(self, state: State) -> Words:
        """A row a block: what it stands on, the mask of the blocks below it, its tower's ground and bottom."""
        stands, rows = dict(state), []
        for block, under in state:
            bottom, below = block, 0
            while stands[bottom] in stands:
                bottom = stands[bottom]
                below |= 1 << self._number[bottom]
            rows.append([self._number[under], below, self._number[stands[bottom]], self._number[bottom]])
        return np.array(rows, np.uint64)

    def warm_up(self) -> None:
        """Have the kernel compiled, or loaded, before any time is taken."""
        worker = BlocksSearcher(self, 0)
        worker.begin([])
        worker.run()

    def searchers(self, threshold: int) -> Callable[[], "BlocksSearcher"]:
        """What makes searchers to a threshold."""
        return lambda: BlocksSearcher(self, threshold)


def _settled(state: State, goal: State) -> int:
    """The mask of the blocks that stand as in the goal, as do all below them."""
    stands, wanted = dict(state), dict(goal)
    mask = 0
    for number, block in enumerate(stands):
        while block in stands and stands[block] == wanted[block]:
            block = stands[block]
        mask |= (block not in stands) << number
    return mask


@dataclass(frozen=True, slots=True)
class _Rest:
    """The successors of a node that were not made yet: moves of a block onto the targets of a mask."""

    depth: int
    block: int
    targets: int


class BlocksSearcher:
    """The arrays of one thread, which searches to one threshold; a searcher of packets.

    A move's label has the number of the block, and in its last bits that of what the block is put onto. What is
    remembered of states searched without success depends on all before, so transposition pruning returns whole packets.
    """

    def __init__(self, start: BlocksStart, threshold: int) -> None:
        self._start, self._control = start, np.zeros(fields.FIELDS, np.int64)
        self.budget, self._control[fields.THRESHOLD] = _BUDGET, threshold
        self._control[fields.REMEMBERS] = start.remembers
        self._stands, self._settled, self._words = (np.copy(a) for a in (start.stands, start.settled, start.words))
        self._frames = np.zeros((threshold + 2, 6), np.uint64)
        self._estimates = np.zeros((threshold + 2, len(start.estimates)), np.uint64)
        self._estimates[0] = start.estimates
        self._paths: Sequence[Path] = ()
        self._found: Below | None = None

    @property
    def over(self) -> bool:
        """Whether nothing is left to be searched."""
        control = self._control
        waiting = control[fields.NEXT] < control[fields.ROOTS]
        return bool(control[fields.SOLVED] or (control[fields.DEPTH] < control[fields.BASE] and not waiting))

    def begin(self, paths: Sequence[Path]) -> None:
        """Begin below some nodes. Raises StrayPath; so does `run`, for a path that breaks a rule."""
        control, start = self._control, self._start
        self._stands[:], self._settled[:], self._words[:] = start.stands, start.settled, start.words
        self._paths, self._lengths = paths, np.array([len(path) for path in paths], np.int64)
        self._roots = np.zeros((len(paths), len(self._frames)), np.uint64)
        for row, path in zip(self._roots, paths, strict=True):
            if len(path) > control[fields.THRESHOLD] or max(path, default=0) >= fields.MOST_THINGS << MOVE_BITS:
                raise StrayPath(f"the path {list(path)} cannot be followed")
            row[: len(path)] = path
        control[[fields.DEPTH, fields.BASE, fields.NEXT, fields.SOLVED, fields.STRAY]] = -1, 0, 0, 0, 0
        control[fields.ROOTS], self._found = len(paths), None
        self._done = np.zeros((len(paths), 2), np.int64)

    def run(self) -> Counts:
        """Search for some hundredths of a second at most; return what was done."""
        control, start = self._control, self._start
        control[[fields.EXPANDED, fields.GENERATED, fields.BUDGET]] = 0, 0, self.budget
        fields.search(
            control, self._stands, self._settled, self._words, start.goals, start.shape, self._frames, self._estimates,
            start.memory, self._roots, self._lengths, self._done,
        )  # fmt: skip
        root = int(control[fields.NEXT]) - 1
        if control[fields.STRAY]:
            raise StrayPath(f"the path {list(self._paths[root])} cannot be followed")
        if control[fields.SOLVED]:
            moves = self._followed(int(control[fields.THRESHOLD]))
            self._found = root, tuple(moves)
        return Counts(int(control[fields.EXPANDED]), int(control[fields.GENERATED]))

    def surrender(self) -> Done:
        """Leave what is not searched yet, and return what was done since the beginning."""
        ends = [Counts(*row) for row in self._done.tolist()]
        if self.over:
            return Done(ends, [], self._found)
        if self._start.remembers:
            return Done(ends, [Left(number, path) for number, path in enumerate(self._paths)])
        waiting = int(self._control[fields.NEXT])
        left = [Left(waiting - 1, path) for path in self._left()]
        if left:
            left[0], ends[waiting - 1] = left[0].after(ends[waiting - 1]), NOTHING
        left += [Left(waiting + number, path) for number, path in enumerate(self._paths[waiting:])]
        self.begin([])
        return Done(ends, left)

    def _followed(self, depth: int) -> list[int]:
        """The labels of the moves to the node at a depth."""
        rows: list[list[int]] = self._frames[1 : depth + 1, [fields.BLOCK, fields.TARGET]].tolist()
        return [block << MOVE_BITS | target for block, target in rows]

    def _left(self) -> Iterator[Path]:
        """The nodes below the root under way that are still to be searched."""
        followed = self._followed(int(self._control[fields.DEPTH]))
        for rest in self._rest():
            for target in _bits(rest.targets):
                yield (*followed[: rest.depth], rest.block << MOVE_BITS | target)

    def _rest(self) -> Iterator[_Rest]:
        """What is left of the nodes on the path, the deepest first, in move order."""
        depth, base = (int(self._control[field]) for field in (fields.DEPTH, fields.BASE))
        under: list[int] = self._stands[:, fields.UNDER].tolist()
        clear, frames = int(self._settled[-1]), self._frames[: depth + 1].tolist()
        for here in range(depth, base - 1, -1):
            block, source, target, movable, moving, targets = frames[here]
            yield _Rest(here, moving, targets)
            for other in _bits(movable):
                yield _Rest(here, other, clear & ~(1 << other | 1 << under[other]))
            clear = (clear | 1 << target) & ~(0 if source == self._start.table else 1 << source)
            under[block] = source


def _bits(mask: int) -> Iterator[int]:
    """The numbers of a mask's bits, the lowest first."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
