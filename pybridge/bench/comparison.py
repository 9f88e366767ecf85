"""Our figures beside published ones for the same heuristic."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pybridge.bench.account import Account, Lengths, excess, least_lengths
from pybridge.bench.boards import Boards
from pybridge.published import Counted, PublishedSearch, published_for

HERE = "here"


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """A line of the comparison; ours if `source` is None. Figures of several boards are means."""

    heuristic: str
    label: str
    boards: str
    length: float | None
    h: float | None
    nodes: float | None
    counted: Counted | None
    seconds: float | None
    optimal: float | None = None
    excess: float | None = None
    source: str | None = None
    machine: str | None = None


def beside(boards: Boards, accounts: Sequence[Account]) -> list[Beside]:
    """Our figures and the published ones in turn, for each heuristic that has published figures.

    A figure for a single start is included only if that start was measured. Networks share their published figures.
    """
    groups: dict[str, list[Account]] = {}
    for account in accounts:
        if account.solved:
            groups.setdefault(_published_name(account.heuristic), []).append(account)
    lengths = least_lengths(boards, accounts)
    lines: list[Beside] = []
    for heuristic, group in groups.items():
        for row in published_for(boards.facts.name, heuristic):
            found = list(_comparison(boards, group, row, lengths))
            lines += [line for line in found if line not in lines]
    return lines


def _comparison(boards: Boards, accounts: Sequence[Account], row: PublishedSearch, lengths: Lengths) -> list[Beside]:
    """Our lines and the published one; none if it is for a start that was not measured."""
    names = {name for name, _ in boards.facts.starts}
    one = row.boards if row.boards in names else None
    if one is not None:
        known = boards.seed is None
        accounts = [each for each in accounts if known and one in {board.start for board in each.solved}]
    if not accounts:
        return []
    ours = [_ours(account, row, one, lengths) for account in accounts]
    return [*ours, _theirs(accounts[0].heuristic if len(accounts) == 1 else row.heuristic, row)]


def _published_name(heuristic: str) -> str:
    """The name under which figures are published: Takahashi's two bounds in full, and a network without its margin."""
    if heuristic == "takahashi":
        return "max(walking,inversion)"
    return "learned" if heuristic.startswith("learned:") else heuristic


def _ours(account: Account, row: PublishedSearch, start: str | None, lengths: Lengths) -> Beside:
    """Our figures, counted the way theirs are: of one start, or the mean of all."""
    only = tuple(board for board in account.boards if board.start == start)
    of = replace(account, wanted=len(only), boards=only) if only else account
    number = len(account.solved)
    over = excess(of, lengths) if of.longer else None
    return Beside(
        heuristic=account.name,
        label=HERE,
        boards=start or f"{number:,} board{'s' * (number != 1)}",
        length=of.length,
        h=of.h,
        nodes=of.expanded if row.counted == "expanded" else of.generated,
        counted=row.counted or "generated",
        seconds=of.mean_seconds,
        optimal=over.optimal if over else None,
        excess=over.mean if over else None,
    )


def _theirs(heuristic: str, row: PublishedSearch) -> Beside:
    return Beside(
        heuristic=heuristic,
        label=row.label,
        boards=row.boards,
        length=row.length,
        h=row.h,
        nodes=row.nodes,
        counted=row.counted,
        seconds=row.seconds,
        optimal=row.optimal,
        excess=row.excess,
        source=row.source,
        machine=row.machine,
    )
