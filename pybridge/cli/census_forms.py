"""What `census --json` and `census --csv` write."""

from typing import Any

from pybridge.outcome import Outcome
from pybridge.search.census.census import Census


def census_form(taken: Census) -> dict[str, Any]:
    """A census as a plain dictionary; `total` is how many states there are, `states` how many were counted."""
    counted = bool(taken.levels)
    return {
        "puzzle": taken.puzzle,
        "method": taken.method,
        "outcome": taken.outcome.value,
        "complete": taken.outcome is Outcome.SOLVED,
        "seconds": round(taken.seconds, 6),
        "total": taken.total,
        "states": taken.states,
        "largest_distance": taken.depth if counted else None,
        "mean_distance": taken.mean if counted else None,
        "exact_share": taken.exact_share if counted else None,
        "levels": [
            {"distance": level.distance, "states": level.states, "exact": level.exact} for level in taken.levels
        ],
        "starts": [
            {"name": place.name, "state": place.state, "distance": place.distance, "reason": place.reason}
            for place in taken.places
        ],
        "farthest_states": taken.levels[-1].states if counted else None,
        "farthest": list(taken.farthest),
    }


def census_csv(taken: Census) -> str:
    """A line for each level, and one of titles; `exact` is empty where there is no lower bound."""
    lines = ["distance,states,exact"]
    lines += [f"{each.distance},{each.states},{'' if each.exact is None else each.exact}" for each in taken.levels]
    return "\n".join(lines) + "\n"
