"""The options of the commands of `bench` that measure heuristics, and examples of them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pybridge.cli.cluster import Cluster
from pybridge.cli.files import STANDARD
from pybridge.cli.hints import examples
from pybridge.cli.options import HEURISTIC, Fresh, LimitOptions, SearchOptions, Without, number, option, program_option
from pybridge.cli.shown import ShownOptions
from pybridge.errors import ArgumentError
from pybridge.limits import MOST_JOBS


@dataclass(frozen=True, kw_only=True)
class BenchOptions:
    """How boards are measured, and what is written of them."""

    heuristic: Annotated[
        list[str] | None, option("--heuristic", "H", f"{HEURISTIC} Repeatable. Default: several chosen for the board.")
    ] = None
    program: Annotated[str | None, program_option("ida_star,a_star,FILE")] = None
    search: Annotated[SearchOptions, Without("heuristic")]
    processes: Annotated[
        int, number("--processes", "Boards measured at a time, each in a process of its own.", 1, MOST_JOBS)
    ] = 1
    cluster: Cluster = None
    within: Annotated[LimitOptions, Without("inference_limit", "memory_limit")]
    fresh: Fresh = False
    csv: Annotated[
        Path | None, option("--csv", "FILE", "Also write a row per board and heuristic as CSV; -: print only the CSV.")
    ] = None
    plot: Annotated[
        Path | None,
        option("--plot", "FILE", "Also plot nodes (with networks, against excess moves): *.svg, *.png or *.pdf."),
    ] = None
    shown: Annotated[ShownOptions, Without("quiet", "moves_as", "svg", "live", "picture", "steps")]

    def require(self) -> None:
        """Check the files before anything is searched. Raises ArgumentError and OutputError."""
        if self.csv == STANDARD and self.shown.json:
            raise ArgumentError("--json and --csv - both write to standard output; name a file for --csv")
        if self.plot is not None:
            from pybridge.render.picture import require_format
            from pybridge.render.plot import FORMATS

            require_format(self.plot, FORMATS, ())
        table = None if self.csv == STANDARD else self.csv
        self.shown.require(beside={"--csv": table, "--plot": self.plot}, draws=self.plot is not None)

    def words(self) -> list[str]:
        """The options that figures depend on, except for the heuristics, as words of a command."""
        used = {"program": self.program, "pruning": self.search.pruning, "weight": self.search.weight,
                "batch": self.search.batch, "jobs": self.search.jobs, "time-limit": self.within.time_limit}  # fmt: skip
        usual = {"weight": 1.0, "batch": 1, "jobs": 1}
        used = {name: value for name, value in used.items() if value is not None and value != usual.get(name)}
        used |= {"cluster": self.cluster} if self.cluster else {"processes": self.processes}
        return [
            word
            for name, value in used.items()
            for word in (f"--{name}", _written(value) if isinstance(value, float) else str(value))
        ]


def _written(number: float) -> str:
    """All digits of a number, none of them as a power of ten."""
    from decimal import Decimal

    return format(Decimal(repr(number)), "f").removesuffix(".0")


Starts = Annotated[
    list[str] | None,
    option(
        "--start",
        "NAME|STATE",
        "Start to measure, by name or as a state; repeatable (default: all starts of the file).",
    ),
]
Most = Annotated[int | None, number("--boards", "Measure only the first N boards (default: all).", 1)]
Of = Annotated[str, option("--puzzle", "PUZZLE", "Puzzle of the random states.")]
Trained = Annotated[
    str | None,
    option(
        "--recipe",
        "NAME",
        "Measure all networks that this recipe of `train` has trained here, without margins and by ida_star.",
    ),
]
PUZZLE_EXAMPLES = examples("""
pybridge bench eight
pybridge bench eight --start middling --start farthest_1
pybridge bench eight --processes 2 --csv boards.csv
pybridge bench eight --cluster local:2
pybridge bench eight --plot nodes.svg
pybridge bench eight --html bench.html
pybridge bench korf100 --heuristic takahashi --boards 4 --time-limit 5 --json
""")
RANDOM_EXAMPLES = examples("""
pybridge bench random 100 --puzzle eight --seed 1
pybridge bench random 1000 --heuristic pdb:7-8
pybridge bench random 100 --heuristic learned --program a_star --weight 1.5
""")


LEARNED_EXAMPLES = examples("""
pybridge bench learned 20 --puzzle eight
pybridge bench learned 20 --puzzle eight --seed 1 --plot excess.svg
""")
