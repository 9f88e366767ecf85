"""Whether solutions are solutions, and their lengths agree: with each other, and with those that are known."""

from collections.abc import Sequence

from pybridge.bench.account import Account
from pybridge.bench.boards import Boards
from pybridge.errors import DisagreementError
from pybridge.puzzles import replay
from pybridge.search.solution import Solution
from pybridge.search.task import Task


def wrong(task: Task, solution: Solution) -> str | None:
    """What the judge finds wrong with a solution; None if nothing is, or there is none."""
    try:
        if solution.moves is not None:
            replay(task.facts, task.start, solution.moves)
    except DisagreementError as error:
        return f"{task.start_name}: {task.heuristic}: {error}"
    return None


def differences(boards: Boards, accounts: Sequence[Account]) -> list[str]:
    """The boards whose lengths differ, in a line each."""
    lengths: dict[str, dict[str, int]] = {name: {} for name, _ in boards.starts}
    for account in accounts:
        for board in account.solved:
            lengths[board.start][account.heuristic] = board.length or 0
    for name, found in lengths.items():
        if found and name in boards.optimal:
            found["its fact file"] = boards.optimal[name]
    return [
        f"{name}: the lengths differ: {', '.join(f'{length} by {by}' for by, length in found.items())}"
        for name, found in lengths.items()
        if len(set(found.values())) > 1
    ]
