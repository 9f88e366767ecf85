"""Our figures beside published ones for the same heuristic."""

from collections.abc import Sequence
from dataclasses import replace

from pybridge.bench.account import Account, Lengths, excess, least_lengths
from pybridge.bench.boards import Boards
from pybridge.facts.wording import several
from pybridge.published import MeasuredSearch, published_for

HERE = "here"


def beside(boards: Boards, accounts: Sequence[Account]) -> list[MeasuredSearch]:
    """Our figures and the published ones in turn, for each heuristic that has published figures.

    A figure for a single start is included only if that start was measured. Networks share their published figures.
    """
    groups: dict[str, list[Account]] = {}
    for account in accounts:
        if account.solved:
            groups.setdefault(_published_name(account.heuristic), []).append(account)
    lengths = least_lengths(boards, accounts)
    lines: list[MeasuredSearch] = []
    for heuristic, group in groups.items():
        for row in published_for(boards.facts.name, heuristic):
            found = list(_comparison(boards, group, row, lengths))
            lines += [line for line in found if line not in lines]
    return lines


def _comparison(
    boards: Boards, accounts: Sequence[Account], row: MeasuredSearch, lengths: Lengths
) -> list[MeasuredSearch]:
    """Our lines and the published one; none if it is for a start that was not measured."""
    names = {name for name, _ in boards.facts.starts}
    one = row.boards if row.boards in names else None
    if one is not None:
        known = boards.seed is None
        accounts = [each for each in accounts if known and one in {board.start for board in each.solved}]
    if not accounts:
        return []
    ours = [_ours(account, row, one, lengths) for account in accounts]
    return [*ours, replace(row, heuristic=accounts[0].heuristic) if len(accounts) == 1 else row]


def _published_name(heuristic: str) -> str:
    """The name under which figures are published: Takahashi's two bounds in full, and a network without its margin."""
    if heuristic == "takahashi":
        return "max(walking,inversion)"
    return "learned" if heuristic.startswith("learned:") else heuristic


def _ours(account: Account, row: MeasuredSearch, start: str | None, lengths: Lengths) -> MeasuredSearch:
    """Our figures, counted the way theirs are: of one start, or the mean of all."""
    only = tuple(board for board in account.boards if board.start == start)
    of = replace(account, wanted=len(only), boards=only) if only else account
    over = excess(of, lengths) if of.longer else None
    return MeasuredSearch(
        heuristic=account.name,
        label=HERE,
        boards=start or several(len(account.solved), "board"),
        length=of.length,
        h=of.h,
        nodes=of.expanded if row.counted == "expanded" else of.generated,
        counted=row.counted or "generated",
        seconds=of.mean_seconds,
        optimal=over.optimal if over else None,
        excess=over.mean if over else None,
    )
