"""Why a lower bound keeps or cuts a state: the share that each piece has in it."""

from dataclasses import dataclass

from pybridge.facts import State
from pybridge.facts.wording import VERSION


@dataclass(frozen=True, slots=True)
class Share:
    """A piece's share of h: at least `distance` moves from the place it is on."""

    piece: int
    place: int
    distance: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """g + h of a state against a threshold; `which` says which threshold that is.

    `words` are the domain's for a piece and a place; None where the bound has no shares but itself.
    """

    state: State
    threshold: int
    g: int
    shares: tuple[Share, ...]
    which: str = ""
    words: tuple[str, str] | None = ("piece", "place")

    def to_dict(self) -> dict[str, object]:
        """What `--why --json` prints."""
        shares: dict[str, object] = {}
        if self.words:
            piece, place = self.words
            shares[f"{piece}s"] = [
                {piece: each.piece, place: each.place, "distance": each.distance} for each in self.shares
            ]
        return {
            "version": VERSION,
            "state": list(self.state),
            "threshold": self.threshold,
            "threshold_is": self.which,
            "g": self.g,
            **shares,
            "h": self.h,
            "f": self.f,
            "kept": self.kept,
        }

    @property
    def h(self) -> int:
        """The lower bound: the sum of the distances."""
        return sum(share.distance for share in self.shares)

    @property
    def f(self) -> int:
        """g + h."""
        return self.g + self.h

    @property
    def kept(self) -> bool:
        """Whether the bound does not cut the state."""
        return self.f <= self.threshold
