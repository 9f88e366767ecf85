"""Figures that were published for the classic programs, to be shown beside ours."""

from dataclasses import dataclass

from pybridge.facts import PuzzleFacts, State


@dataclass(frozen=True, slots=True)
class Published:
    """What somebody measured for a program from a start; `seconds` are of CPU, None if they are not told."""

    label: str
    moves: int
    inferences: int
    seconds: float | None = None


_PAGE = "M. Hiroi's page"
_RECOUNTED = "his program, SWI-Prolog 9.0.4"

_SEVEN = {
    "ids": (Published(_PAGE, 36, 933_677_443, 96.256), Published(_RECOUNTED, 36, 975_036_950)),
    "ids_low": (Published(_PAGE, 36, 6_086_436, 0.694), Published(_RECOUNTED, 36, 6_504_715)),
}
_SEVEN_START = (0, 7, 2, 1, 4, 3, 6, 5)


def published(facts: PuzzleFacts, start: State, program: str) -> tuple[Published, ...]:
    """The figures for a program from a start, empty if there are none."""
    return _SEVEN.get(program, ()) if facts.name == "seven" and start == _SEVEN_START else ()
