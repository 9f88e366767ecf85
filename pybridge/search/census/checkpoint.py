"""What is kept of a census that was stopped: its levels, and what counts the next one."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Self

from pybridge.errors import TableSpaceError
from pybridge.facts import PuzzleFacts, State, fingerprint
from pybridge.facts.wording import states_text
from pybridge.limits import Check
from pybridge.search.census.census import Counter, Level, go_on
from pybridge.search.census.choice import CensusPlan
from pybridge.store.checkpoint import Checkpoint
from pybridge.store.manifest import canonical
from pybridge.store.table import Table


class CensusCheckpoint(Checkpoint):
    """A census of a puzzle, with a method, looking for the same starts: its levels, and what counts the next one.

    `total` is how many states there are, if that is known.
    """

    kind = "census"
    version = 3
    verified = "unchanged"
    total: int | None = None

    @classmethod
    def of(cls, facts: PuzzleFacts, chosen: CensusPlan, starts: Sequence[State]) -> Self:
        """The place of a census."""
        states = sha256(canonical(list(starts)).encode("ascii")).hexdigest()
        found = cls({"facts": fingerprint(facts), "puzzle": facts.name, "method": chosen.method, "starts": states})
        found.total = chosen.states
        return found

    @property
    def states(self) -> int:
        """How many states were counted, according to the manifest; 0 if nothing is kept."""
        about = self.about
        states = about.get("states")
        if type(states) is not int or about.get("total") != self.total:
            return 0
        return states if 0 <= states <= (states if self.total is None else self.total) else 0

    def form_fault(self, table: Table) -> str | None:
        """Why no census can resume from it, as far as its levels say; None if one can."""
        about = table.about
        if set(about) != {"states", "total", "distance", "levels"} or not isinstance(about["levels"], list):
            return "its members are not those of a census"
        if not all(map(_whole, about["levels"])):
            return "a level has other figures"
        levels = about["levels"]
        if (about["states"], about["distance"]) != (sum(states for states, *_ in levels), len(levels) - 1):
            return "its levels do not add up"
        return None

    def resume(self, counter: Counter) -> list[Level]:
        """Have the counter resume from what was kept; return the complete levels, none if nothing sound was kept."""
        table = self.load()
        if table is None:
            return []
        levels = [
            Level(distance, states, exact, tuple(here), goals, classes)
            for distance, (states, exact, here, goals, classes) in enumerate(table.about["levels"])
        ]
        try:
            counter.resume(levels, table.arrays)
        except (TableSpaceError, MemoryError):
            raise
        except Exception:  # what was forged may raise any; no more is lost than time
            self.damaged = True
            return []
        return levels

    def keep(self, counter: Counter, levels: Sequence[Level], check: Check = go_on) -> None:
        """Keep it, with its complete levels, in place of what was kept before. Raises what `check` raises."""
        states, distance = sum(level.states for level in levels), len(levels) - 1
        of = "" if self.total is None else f" of {states_text(self.total)} states"
        self.name = f"{self.identity['puzzle']}, {self.identity['method']}, to distance {distance}{of}"
        rows = [[level.states, level.exact, list(level.here), level.goals, level.classes] for level in levels]
        about = {"states": states, "total": self.total, "distance": distance, "levels": rows}
        self.save(counter.saved(check), about, check=check)


def _whole(row: object) -> bool:
    """Whether these are the figures of a level: states, exact ones, starts, goals, and states up to symmetry."""
    if not isinstance(row, list) or len(row) != 5 or not isinstance(row[2], list):
        return False
    states, exact, here, goals, classes = row
    return all(type(each) is int and each >= 0 for each in (states, exact or 0, goals or 0, classes or 0, *here))
