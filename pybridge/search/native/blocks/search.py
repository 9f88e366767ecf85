"""IDA* of a blocks world at native speed: what all starts share, and what is prepared for one."""

from collections.abc import Sequence
from functools import partial

from pybridge.errors import UnavailableProgramError
from pybridge.facts import BlocksFacts, State
from pybridge.heuristics.towers import Towers
from pybridge.puzzles import Move, PieceMove, Pruning
from pybridge.search.blocks import heuristic_of, pruning_of
from pybridge.search.kernels.layers import BlocksMoves
from pybridge.search.kernels.packed.blocks import MOVE_BITS
from pybridge.search.layers.forward import LayerMoves
from pybridge.search.native.blocks.searcher import BlocksStart
from pybridge.search.native.solver import Root
from pybridge.search.packed import PackedBlocks
from pybridge.search.task import Task


class BlocksSearch:
    """The heuristic of the kernel, and the kernel compiled."""

    network = ""

    def __init__(self, task: Task[BlocksFacts]) -> None:
        """Prepare for a task. Raises UnfitHeuristicError and UnavailableProgramError."""
        self._facts = task.facts
        self.heuristic, self.pruning = _heuristic(task), pruning_of(task)
        BlocksStart(self._facts, task.start, self.pruning).warm_up()

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
    heuristic = heuristic_of(task)
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
