"""Published figures to compare ours with: of classic programs, and of IDA* with a heuristic."""

from dataclasses import dataclass
from typing import Literal

from pybridge.facts import PuzzleFacts, State


@dataclass(frozen=True, slots=True)
class Published:
    """A published measurement of a program from a start; `seconds` is CPU time, None if unpublished."""

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
    """The published figures for a program from a start; empty if there are none."""
    return _SEVEN.get(program, ()) if facts.name == "seven" and start == _SEVEN_START else ()


Counted = Literal["generated", "expanded"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredSearch:
    """A measurement of IDA* with a heuristic, published or ours. Values of several boards are means; None if not known.

    `boards` is the name of the start if there is only one board. `heuristic` is a value of `--heuristic`; if theirs
    differs from ours, the label says how. `length` is in moves, `h` is that of the start. Nodes are counted when
    they are generated, or when they are expanded; None if it is not said. `seconds` is the time on one processor.
    `optimal` is the share of boards, from 0 to 1, with an optimal solution; solutions are `excess` moves longer.
    Ours have no `source`.
    """

    label: str
    source: str | None = None
    boards: str
    heuristic: str
    length: float | None = None
    h: float | None = None
    nodes: float | None = None
    counted: Counted | None = "generated"
    seconds: float | None = None
    optimal: float | None = None
    excess: float | None = None
    machine: str | None = None


_ADDITIVE = "Felner, Korf and Hanan, Additive pattern database heuristics, 2004"
_COMPRESSED = "Felner, Korf, Meshulam and Holte, Compressed pattern databases, 2007"
_RANDOM = tuple(
    MeasuredSearch(
        label=label,
        source=source,
        boards="1,000 random",
        heuristic=heuristic,
        h=h,
        nodes=nodes,
        seconds=seconds,
    )
    for label, source, heuristic, h, nodes, seconds in (
        ("Felner and others 2004", _ADDITIVE, "manhattan", 36.942, 401_189_630, 53.424),
        ("Felner and others 2004", _ADDITIVE, "pdb:5-5-5", 41.562, 3_090_405, 0.541),
        ("Felner and others 2004", _ADDITIVE, "pdb:6-6-3", 42.924, 617_555, 0.163),
        ("Felner and others 2007, not reflected", _COMPRESSED, "pdb:7-8", 44.75, 136_288, 0.081),
        ("Felner and others 2004", _ADDITIVE, "pdb:7-8", 45.632, 36_710, 0.034),
    )
)

# Korf counts the nodes generated, including the start, and moves the blank up, left, right or down, in this order. We
# counted the hundred boards again in that way: 96 match a copy of his table exactly; the mean is the new one.
_KORF = MeasuredSearch(
    label="Korf 1985",
    source="Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985",
    boards="these hundred",
    heuristic="manhattan",
    length=53.05,
    h=37.05,
    nodes=363_028_080,
)

_TAKAHASHI = MeasuredSearch(
    label="Takahashi 2001",
    source="Takahashi, how to make a 15-puzzle solver",
    boards="takahashi",
    heuristic="max(walking,inversion)",
    length=72,
    seconds=77_565,
)

_WONG = tuple(
    MeasuredSearch(
        label="Wong",
        source="Wong, 15Puzzle_OptimalSolver",
        boards=start,
        heuristic="pdb:7-8",
        length=length,
        h=h,
        nodes=nodes,
        seconds=seconds,
    )
    for start, length, h, nodes, seconds in (
        ("moves_70", 70, 48, 177_653_815, 44.2),
        ("moves_72", 72, 58, 89_470_609, 22.4),
        ("moves_74", 74, 58, 20_109_676, 5.9),
        ("moves_76", 76, 58, 8_436_494, 2.5),
        ("moves_78", 78, 62, 7_693_686, 2.4),
        ("moves_80_1", 80, 66, 9_785_986, 2.8),
    )
)

_KORF_FELNER = MeasuredSearch(
    label="Korf and Felner 2002",
    source="Korf and Felner, Disjoint pattern database heuristics, 2002",
    boards="these fifty",
    heuristic="pdb:6-6-6-6",
    length=100.78,
    nodes=360_892_479_671,
)

_DOEBBELIN = tuple(
    MeasuredSearch(
        label="Döbbelin and others 2013",
        source="Döbbelin, Schütt and Reinefeld, Building large compressed PDBs for the sliding tile puzzle, 2013",
        boards=boards,
        heuristic="pdb:6-6-6-6",
        length=length,
        nodes=nodes,
        counted="expanded",
    )
    for boards, length, nodes in (
        ("these fifty", 100.78, 71_004_578_707),
        ("k40", 82, 26_320_497),
        ("k38", 96, 58_097_633),
        ("k25", 81, 127_949_696),
        ("k44", 93, 181_555_996),
        ("k32", 97, 399_045_498),
        ("k28", 98, 450_493_295),
    )
)

# Of eighteen networks we know three, named by step, well-trodden states and width, and the largest of each figure.
_NETWORKS = tuple(
    MeasuredSearch(
        label=f"Yamamoto and Ito 2019{which}",
        source="Yamamoto and Ito, Construction of evaluation functions for the fifteen puzzle by learning random "
        "trials, 2019",
        boards="100 random",
        heuristic=heuristic,
        nodes=nodes,
        counted=None,
        seconds=seconds,
        optimal=optimal,
        excess=excess,
    )
    for which, heuristic, nodes, seconds, optimal, excess in (
        ("", "manhattan", 60_700_000, 21.7, None, None),
        (": 20, 50, 192", "learned", 14_500, 2.0, 0.05, 5.6),
        (": 20, 50, 96", "learned", 22_300, 1.0, 0.08, 5.6),
        (": 22, 500, 128", "learned", 42_700, 3.0, 0.12, 3.8),
        (", largest of each figure", "learned", 168_000, 22.0, 0.12, 5.6),
    )
)

_PUBLISHED = {
    "fifteen": (*_RANDOM, _TAKAHASHI, *_NETWORKS),
    "korf100": (_KORF, *_RANDOM, *_NETWORKS),
    "hard15": (_TAKAHASHI, *_WONG),
    "korf24": (_KORF_FELNER, *_DOEBBELIN),
}


def published_for(puzzle_name: str, heuristic: str) -> tuple[MeasuredSearch, ...]:
    """Published figures for a heuristic on the puzzle's boards or on others of its size; empty if there are none.

    The order of heuristics in a maximum does not matter.
    """
    wanted = _parts(heuristic)
    return tuple(row for row in _PUBLISHED.get(puzzle_name, ()) if _parts(row.heuristic) == wanted)


def _parts(heuristic: str) -> frozenset[str]:
    """The heuristics in a maximum, or the single one."""
    return frozenset(heuristic.replace(" ", "").removeprefix("max(").removesuffix(")").split(","))
