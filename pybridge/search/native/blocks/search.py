"""IDA* of a blocks world at native speed: what starts share, and a thread's search."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from pybridge.errors import UnavailableProgramError
from pybridge.facts import BlocksFacts, State
from pybridge.heuristics.towers import Towers
from pybridge.puzzles import Move, PieceMove, Pruning
from pybridge.search.blocks import FACTOR, SLOT_BITS, TOWERS, field_bits, fields_in_word, numbers, pruning_of
from pybridge.search.deepening import Root
from pybridge.search.kernels import blocks as fields
from pybridge.search.kernels.layers import BlocksMoves
from pybridge.search.kernels.packed.blocks import MOVE_BITS
from pybridge.search.kernels.roots import BASE, DEPTH
from pybridge.search.layers.forward import LayerMoves
from pybridge.search.native.roots import RootsSearcher, bits_of
from pybridge.search.packed import PackedBlocks, towers
from pybridge.search.packets import Done, Left, Path
from pybridge.search.rows import heuristic_of
from pybridge.search.solution import Counts
from pybridge.search.task import Task


class BlocksSearch:
    """The heuristic of the kernel, and the kernel compiled."""

    network = ""

    def __init__(self, task: Task[BlocksFacts]) -> None:
        """Prepare for a task. Raises UnfitHeuristicError and UnavailableProgramError."""
        self._facts = task.facts
        self.heuristic, self.pruning = _heuristic(task), pruning_of(task)
        BlocksSearcher(BlocksStart(self._facts, task.start, self.pruning), 0).warm_up()

    def begin(self, task: Task, searched: float) -> Root:
        """Be ready to search from the task's start."""
        start = BlocksStart(self._facts, task.start, self.pruning)
        return Root(
            searchers=start.searchers,
            first=self.heuristic.estimate(task.start),
            moves=partial(_moves, self._facts, task.start),
            layers=partial(carrying_moves, self._facts, task.start),
            whole=start.remembers,
            shared=not start.remembers,
        )


def _heuristic(task: Task[BlocksFacts]) -> Towers:
    """The heuristic of the kernel. Raises UnavailableProgramError if the task asks for another, or for threads."""
    heuristic = heuristic_of(task, TOWERS)
    if not isinstance(heuristic, Towers):
        raise UnavailableProgramError(f"the engine native has no {heuristic.name}; use --engine python")
    if (task.jobs > 1 or task.shared) and pruning_of(task) is Pruning.TRANSPOSITION:
        raise UnavailableProgramError(
            "transposition pruning searches in one thread; add --pruning inverse, or leave out --jobs and --cluster"
        )
    return heuristic


def _moves(facts: BlocksFacts, state: State, labels: Sequence[int]) -> tuple[Move, ...]:
    """The moves with some labels, from a state on."""
    names, stands, found = facts.blocks + facts.grounds, dict(state), []
    for label in labels:
        block, target = names[label >> MOVE_BITS], names[label & (1 << MOVE_BITS) - 1]
        found.append(PieceMove(block, stands[block], target))
        stands[block] = target
    return tuple(found)


def carrying_moves(facts: BlocksFacts, state: State) -> LayerMoves:
    """The moves of blocks world, with the bound that counts how often blocks must move."""
    packed = PackedBlocks(facts)
    row = packed.pack([state])[0]
    words = packed.layout.words
    return LayerMoves(
        lambda threshold: row,
        packed.pack(facts.goals),
        0,
        words,
        packed.fan,
        BlocksMoves((0,) * words, packed.tables),
        partial(_moves, facts, state),
    )


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
        self.goals = np.stack([towers(goal, self._number)[:, :3].T for goal in facts.goals], axis=1).copy()
        self.stands, carrying = towers(start, self._number), {under for _, under in start}
        clear = sum(1 << self._number[name] for name in names if name not in carrying or name == facts.table)
        self.settled = np.array([*(_settled(start, goal) for goal in facts.goals), clear], np.uint64)
        self.words = np.zeros(-(-len(facts.blocks) // in_word), np.uint64)
        for block, (_, under) in enumerate(start):
            self.words[block // in_word] |= np.uint64(self._number[under] << block % in_word * bits)
        estimates = [Towers(replace(facts, goals=(goal,))).estimate(start) for goal in facts.goals]
        self.estimates = np.array(estimates, np.uint64)
        self.memory = np.zeros((1 << SLOT_BITS if self.remembers else 1, len(self.words) + 1), np.uint64)

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


class BlocksSearcher(RootsSearcher):
    """The arrays of one thread, which searches to one threshold.

    A move's label has the number of the block, and in its last bits that of what the block is put onto. What is
    remembered of states searched without success depends on all before, so transposition pruning returns whole packets.
    """

    def __init__(self, start: BlocksStart, threshold: int) -> None:
        super().__init__(threshold, fields.FIELDS, (fields.MOST_THINGS << MOVE_BITS) - 1)
        self._start = start
        self._control[fields.REMEMBERS] = start.remembers
        self._stands, self._settled, self._words = (np.copy(a) for a in (start.stands, start.settled, start.words))
        self._frames = np.zeros((threshold + 2, 6), np.uint64)
        self._estimates = np.zeros((threshold + 2, len(start.estimates)), np.uint64)
        self._estimates[0] = start.estimates

    def begin(self, paths: Sequence[Path]) -> None:
        """Begin below some nodes. Raises StrayPath; so does `run`, for a path that breaks a rule."""
        start = self._start
        self._stands[:], self._settled[:], self._words[:] = start.stands, start.settled, start.words
        super().begin(paths)

    def _search(self) -> None:
        start = self._start
        fields.search(
            self._control, self._stands, self._settled, self._words, start.goals, start.shape, self._frames,
            self._estimates, start.memory, self._roots, self._lengths, self._done,
        )  # fmt: skip

    def surrender(self) -> Done:
        """Leave what is not searched yet, and return what was done since the beginning."""
        if self._start.remembers and not self.over:
            ends = [Counts(*row) for row in self._done.tolist()]
            return Done(ends, [Left(number, path) for number, path in enumerate(self._paths)])
        return super().surrender()

    def _followed(self, depth: int) -> Path:
        rows: list[list[int]] = self._frames[1 : depth + 1, [fields.BLOCK, fields.TARGET]].tolist()
        return tuple(block << MOVE_BITS | target for block, target in rows)

    def _open(self) -> Iterator[Path]:
        depth, base = (int(self._control[field]) for field in (DEPTH, BASE))
        followed = self._followed(depth)
        under: list[int] = self._stands[:, fields.UNDER].tolist()
        clear, frames = int(self._settled[-1]), self._frames[: depth + 1].tolist()
        for here in range(depth, base - 1, -1):
            block, source, target, movable, moving, targets = frames[here]
            others = [(each, clear & ~(1 << each | 1 << under[each])) for each in bits_of(movable)]
            for mover, onto in [(moving, targets), *others]:
                for each in bits_of(onto):
                    yield (*followed[:here], mover << MOVE_BITS | each)
            clear = (clear | 1 << target) & ~(0 if source == self._start.table else 1 << source)
            under[block] = source
