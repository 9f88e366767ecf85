"""A measurement as a plain dictionary, and as a table."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Protocol

from pybridge.bench.account import Account, Lengths, Measured, excess, least_lengths
from pybridge.bench.boards import Boards
from pybridge.bench.comparison import beside
from pybridge.data_table import DataTable
from pybridge.facts import PuzzleFacts
from pybridge.facts.given_state import as_json, typed
from pybridge.facts.wording import VERSION, rounded
from pybridge.forms import Form
from pybridge.outcome import Outcome
from pybridge.provenance import Provenance
from pybridge.search.task import ONE

_HOW = ("heuristic", "program", "engine", "pruning")
"""What says how a board was searched."""
_COLUMNS = (
    *_HOW, "start", "outcome", "h", "length", "shortest", "expanded", "generated", "completed_expanded",
    "completed_generated", "evaluated", "iterations", "seconds", "state",
)  # fmt: skip
"""The columns of a table; `state` is as --start takes it."""
_MEANS = ("length", "h", "expanded", "generated", "completed_expanded", "completed_generated", "evaluated")


class Finished(Protocol):
    """A measurement that is over."""

    boards: Boards
    provenance: Provenance
    processes: int
    jobs: int

    def accounts(self) -> Sequence[Account]: ...
    def outcome(self) -> Outcome: ...
    def disagreements(self) -> list[str]: ...


def form(bench: Finished) -> Form:
    """What `bench --json` prints: the boards, the machine, and every board with every heuristic."""
    accounts = bench.accounts()
    lengths = least_lengths(bench.boards, accounts)
    return {
        "version": VERSION,
        **bench.provenance.to_dict(),
        "puzzle": bench.boards.facts.name,
        "boards": len(bench.boards.starts),
        "engine": ", ".join(dict.fromkeys(account.engine for account in accounts)) or None,
        "processes": bench.processes,
        "jobs": bench.jobs,
        "outcome": bench.outcome().value,
        "disagreements": bench.disagreements(),
        "heuristics": [_account(bench.boards.facts, account, lengths) for account in accounts],
        "published": [asdict(line) for line in beside(bench.boards, accounts)],
    }


def _account(facts: PuzzleFacts, account: Account, lengths: Lengths) -> Form:
    """Means over the solved boards, and each board; `rate` is nodes generated per second.

    `excess` is over the shortest lengths if they are known (`exact`), otherwise over the least of the run.
    """
    worst, over = account.worst, excess(account, lengths)
    return {
        "heuristic": account.heuristic,
        "program": account.program,
        "engine": account.engine,
        "weight": account.best_first.weight / ONE,
        "batch": account.best_first.batch,
        "source": account.source,
        "training": None if account.training is None else dict(account.training),
        "pruning": account.pruning,
        "preparing_seconds": rounded(account.preparing),
        "wanted": account.wanted,
        "solved": len(account.solved),
        "means": {name: getattr(account, name) for name in _MEANS} | {"seconds": account.mean_seconds},
        "excess": None if over is None else {**asdict(over), "exact": lengths.exact},
        "worst": None if worst is None else {"start": worst.start, "seconds": rounded(worst.seconds)},
        "seconds": rounded(account.seconds),
        "rate": account.rate,
        "boards": [_measured(board, as_json(facts, board.state)) for board in account.boards],
    }


def _measured(board: Measured, state: object) -> Form:
    found = {name: getattr(board, name) for name in _COLUMNS[len(_HOW) : -1]}
    told = {"outcome": board.outcome.value, "seconds": rounded(board.seconds)}
    return {"start": board.start, "state": state} | found | told


def data_table(bench: Finished) -> DataTable:
    """A row for each board with each heuristic."""
    facts = bench.boards.facts
    rows = [
        {name: getattr(account, name) for name in _HOW} | _measured(board, typed(facts, board.state))
        for account in bench.accounts()
        for board in account.boards
    ]
    return DataTable(_COLUMNS, rows, bench.provenance)
