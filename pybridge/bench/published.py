"""Our measurements beside published figures for the same heuristic."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pybridge.bench.account import Account
from pybridge.bench.boards import Boards
from pybridge.published import PublishedSearch, published_for

HERE = "here"


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """A line of the comparison; ours if `source` is None. Figures of several boards are means."""

    heuristic: str
    label: str
    boards: str
    length: float | None
    estimate: float | None
    nodes: float | None
    counted: Literal["generated", "expanded"]
    seconds: float | None
    source: str | None = None
    machine: str | None = None


def beside(boards: Boards, accounts: Sequence[Account]) -> list[Beside]:
    """Our figures and the published ones in turn, for each heuristic that has published figures.

    A figure for a single start is included only if that start was measured.
    """
    lines: list[Beside] = []
    for account in accounts:
        solved = {board.start for board in account.solved} if boards.seed is None else set()
        names = {name for name, _ in boards.facts.starts}
        rows = published_for(boards.facts.name, _spelled_out(account.heuristic)) if account.solved else ()
        for row in rows:
            if row.boards not in names or row.boards in solved:
                one = row.boards if row.boards in names else None
                ours, theirs = _ours(account, row, one), _theirs(account, row)
                lines += [theirs] if ours in lines else [ours, theirs]
    return lines


def _spelled_out(heuristic: str) -> str:
    """Takahashi's two bounds, named as in publications that use the larger sum."""
    return "max(walking,inversion)" if heuristic == "takahashi" else heuristic


def _ours(account: Account, row: PublishedSearch, start: str | None) -> Beside:
    """Our figures, counted the way theirs are: of one start, or the mean of all."""
    only = [board for board in account.boards if board.start == start]
    of = Account(account.heuristic, "", "", 0.0, len(only), tuple(only)) if only else account
    number = len(account.solved)
    return Beside(
        heuristic=account.heuristic,
        label=HERE,
        boards=start or f"{number:,} board{'s' * (number != 1)}",
        length=of.length,
        estimate=of.estimate,
        nodes=of.generated if row.counted == "generated" else of.expanded,
        counted=row.counted,
        seconds=of.mean_seconds,
    )


def _theirs(account: Account, row: PublishedSearch) -> Beside:
    return Beside(
        heuristic=account.heuristic,
        label=row.label,
        boards=row.boards,
        length=row.length,
        estimate=row.estimate,
        nodes=row.nodes,
        counted=row.counted,
        seconds=row.seconds,
        source=row.source,
        machine=row.machine,
    )
