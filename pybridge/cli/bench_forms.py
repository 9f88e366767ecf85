"""What `bench --json` prints, as plain dictionaries."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from pybridge.bench import Account, Beside, Measured, SearchBench


def bench_form(
    bench: SearchBench, published: Sequence[Beside], machine: Mapping[str, Any], command: str
) -> dict[str, Any]:
    """A measurement: what was measured, on what machine, and every board with every heuristic."""
    return {
        "command": command,
        "puzzle": bench.boards.facts.name,
        "seed": bench.boards.seed,
        "boards": len(bench.boards.starts),
        "engine": "native",
        "outcome": bench.outcome().value,
        "disagreements": bench.disagreements(),
        "machine": dict(machine),
        "heuristics": [_account(account) for account in bench.accounts()],
        "published": [asdict(line) for line in published],
    }


def _account(account: Account) -> dict[str, Any]:
    """Means over the solved boards, and the boards; `rate` is nodes generated a second."""
    worst = account.worst
    return {
        "heuristic": account.heuristic,
        "source": account.source,
        "pruning": account.pruning,
        "preparing_seconds": round(account.preparing, 6),
        "wanted": account.wanted,
        "solved": len(account.solved),
        "means": {
            "length": account.length,
            "h": account.estimate,
            "expanded": account.expanded,
            "generated": account.generated,
            "seconds": account.mean_seconds,
        },
        "worst": None if worst is None else {"start": worst.start, "seconds": round(worst.seconds, 6)},
        "seconds": round(account.seconds, 6),
        "rate": account.rate,
        "boards": [_board(board) for board in account.boards],
    }


def _board(board: Measured) -> dict[str, Any]:
    return {
        "start": board.start,
        "state": list(board.state),
        "outcome": board.outcome.value,
        "h": board.estimate,
        "length": board.length,
        "expanded": board.expanded,
        "generated": board.generated,
        "iterations": board.iterations,
        "seconds": round(board.seconds, 6),
    }
