"""Options that several commands share, each declared once: numbers, where to start, how to search, how far to go.

A command takes them in groups, dataclasses, and typer sees the fields of these as options of the command.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin

import typer

from pybridge.errors import ArgumentError
from pybridge.facts import PuzzleFacts, State
from pybridge.facts.wording import visible
from pybridge.limits import MOST, MOST_JOBS, Limits

if TYPE_CHECKING:
    from pybridge.search.census.run import CensusRun


_MOST_SECONDS = 1e9
_MOST_WEIGHT = 10
_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


def whole(least: int = 0, most: int = MOST) -> Callable[[str | int], int]:
    """A parser of whole numbers within these bounds. Every numeric option uses it instead of `int`."""

    def parsed(given: str | int) -> int:
        text = str(given)  # a default is already a number
        digits = text.lstrip("0") or "0"
        if not re.fullmatch("[0-9]+", text) or len(digits) > len(str(most)) or not least <= int(digits) <= most:
            raise typer.BadParameter(f"'{visible(text)}' is not a whole number from {least:,} to {most:,}")
        return int(digits)

    return parsed


natural = whole()


def number(name: str, help: str, least: int = 0, most: int = MOST, *, metavar: str = "N") -> Any:
    """An option that is a whole number within these bounds."""
    return typer.Option(name, metavar=metavar, parser=whole(least, most), help=help)


def option(name: str, metavar: str, help: str, parser: Callable[[str], object] | None = None) -> Any:
    """An option that is a text, or what a parser makes of it."""
    return typer.Option(name, metavar=metavar, parser=parser, help=help)


def _inferences(text: str) -> int:
    if not re.fullmatch(r"[0-9][0-9_,]*", text):
        raise typer.BadParameter(f"'{visible(text)}' is not a number of inferences; write e.g. 1000000 or 1_000_000")
    return max(1, natural(re.sub("[_,]", "", text)))


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]*[.]?[0-9]+", text) or not 0 < float(text) < _MOST_SECONDS:
        raise typer.BadParameter(f"'{visible(text)}' is not a time; write seconds, e.g. 10 or 0.5")
    return float(text)


def _weight(given: str | float) -> float:
    text = str(given)
    if not re.fullmatch(r"[0-9]{1,2}([.][0-9]{1,2})?", text) or not 1 <= float(text) <= _MOST_WEIGHT:
        raise typer.BadParameter(f"'{visible(text)}' is not a weight; write a number from 1 to 10, e.g. 1.5")
    return float(text)


def _amount_of_memory(text: str) -> int:
    """The number of bytes, which may be written with a binary unit: k, m or g."""
    match = re.fullmatch(r"([0-9]{1,12})([kmg]?)b?", text.lower())
    if not match or int(match[1]) == 0:
        raise typer.BadParameter(f"'{visible(text)}' is not an amount of memory; write e.g. 64m or 2g")
    return min(int(match[1]) * _UNITS[match[2]], MOST)


Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Start over instead of resuming.")]
Seed = Annotated[int, number("--seed", "Seed of everything random.")]
JOBS = number("--jobs", "Number of threads.", 1, MOST_JOBS)


def time_limit_option(help: str) -> Any:
    """The option --time-limit of a command that counts this time."""
    return option("--time-limit", "SECONDS", help, _seconds)


def start_option(usual: str) -> Any:
    """The option --start of a command that takes one start, or else the usual ones."""
    return option(
        "--start",
        "NAME|STATE",
        "Start by name, a state in numbers or glyphs, e.g. '1 2 3 / 4 . 5', moves from the goal, random, hardest, "
        f"or farthest_N for the Nth hardest (default: {usual}).",
    )


def program_option(metavar: str, help: str = "Program to run.") -> Any:
    """The option --program of a command that runs these programs."""
    return option("--program", metavar, help)


def engine_option(metavar: str) -> Any:
    """The option --engine of a command that runs programs in these engines."""
    return option("--engine", metavar, "Engine that runs the program.")


def starts_option(purpose: str, usual: str) -> Any:
    """The option --start of a command that takes several starts for some purpose, or else the usual ones."""
    return option("--start", "NAME|STATE", f"Start to {purpose}, by name or as a state; repeatable (default: {usual}).")


def names_in(text: str | None) -> list[str] | None:
    """The names in a text with commas between them, each once; None if there is no text."""
    return None if text is None else list(dict.fromkeys(text.split(",")))


HEURISTIC = """manhattan, inversion, walking, takahashi, pdb:SIZES (e.g. pdb:7-8), pdb:FILE, max(A,B), towers (blocks \
world), points, projection:SIZE, projection:PARTS (permutation puzzles), learned, learned:MARGIN, learned:FILE (a \
network; MARGIN moves are subtracted), abstraction, abstraction:STATES, counting, bound, blind \
(rules)."""
Heuristic = Annotated[str | None, option("--heuristic", "H", f"{HEURISTIC} Default: chosen for the puzzle.")]
Tables = Annotated[
    str | None,
    option(
        "--tables",
        "small|medium|large|SIZE",
        "Permutation puzzles: tables of about 45 MB, 1 GB, 6 GB, or a size such as 500MB. "
        "Short for --heuristic projection:SIZE.",
    ),
]


def with_tables(heuristic: str | None, tables: str | None) -> str | None:
    """The heuristic, which --tables may name in short. Raises ArgumentError if both are given."""
    if heuristic is not None and tables is not None:
        raise ArgumentError("give one of --heuristic and --tables")
    return heuristic if tables is None else f"projection:{tables}"


Pruning = Annotated[
    str | None,
    option(
        "--pruning",
        "inverse|sequence|transposition",
        "Moves to prune: undoing the last one, equivalent sequences, or (blocks world) states already searched.",
    ),
]


@dataclass(frozen=True)
class StartOptions:
    """Where to start."""

    start: Annotated[str | None, start_option("the first start")] = None
    seed: Annotated[
        int | None, number("--seed", "With --start random: which one (default: any; its name shows it).")
    ] = None

    def __post_init__(self) -> None:
        if self.seed is not None and self.start != "random":
            raise ArgumentError("--seed requires --start random")

    def of(self, facts: PuzzleFacts) -> tuple[str, State]:
        """The name and the state of the start. Raises UnknownStartError."""
        return chosen_start(facts, self.start if self.seed is None else f"random {self.seed}")


@dataclass(frozen=True)
class LimitOptions:
    """How long a search may take, and how much memory."""

    time_limit: Annotated[
        float | None, time_limit_option("Time limit of the search in seconds; tables and compiling do not count.")
    ] = None
    inference_limit: Annotated[
        int | None, option("--inference-limit", "N", "Inference limit for Prolog (default: none).", _inferences)
    ] = None
    memory_limit: Annotated[
        int | None,
        option(
            "--memory-limit",
            "BYTES",
            "Memory limit, e.g. 64m or 2g (Prolog's stack, growth of the Python process, or what a census needs).",
            _amount_of_memory,
        ),
    ] = None

    @property
    def limits(self) -> Limits:
        """The limits as a search takes them."""
        return Limits(self.time_limit, self.inference_limit, self.memory_limit)


@dataclass(frozen=True)
class WantedOptions:
    """Which solutions to find."""

    all: Annotated[bool, typer.Option("--all", help="Find all shortest solutions.")] = False
    most: Annotated[int | None, number("--most", "With --all: list the first N in move order, count the rest.", 1)] = (
        None
    )
    count: Annotated[bool, typer.Option("--count", help="Count the shortest solutions instead of listing them.")] = (
        False
    )
    any: Annotated[
        int | None,
        number(
            "--any",
            "Find a solution of at most N moves, shortest or not, and show shorter and shorter ones until then.",
            1,
        ),
    ] = None
    last: Annotated[int | None, number("--last", "Last limit or threshold to try (default: none).")] = None


@dataclass(frozen=True)
class SearchOptions:
    """How to search."""

    heuristic: Heuristic = None
    pruning: Pruning = None
    weight: Annotated[
        float,
        option(
            "--weight",
            "W",
            "With a_star: weight of the heuristic, e.g. 1.5; finds a solution sooner, but perhaps a longer one.",
            _weight,
        ),
    ] = 1.0
    batch: Annotated[
        int, number("--batch", "With a_star: expand the N best nodes at a time; searches more widely.", 1, 1 << 20)
    ] = 1
    jobs: Annotated[int, JOBS] = 1


def chosen_start(facts: PuzzleFacts, text: str | None) -> tuple[str, State]:
    """The start that a text asks for; on a terminal the census for `hardest` is shown. Raises UnknownStartError."""
    from pybridge.engines import start_state

    return start_state(facts, text, watch_counting)


def watch_counting(run: "CensusRun") -> None:
    """Wait until a census is over, and show it on a terminal."""
    from pybridge.render.census import watch_census

    watch_census(run)


def puzzle_names(incomplete: str) -> list[str]:
    """The shipped puzzles whose names begin so, for shell completion."""
    from pybridge.facts import shipped

    return [name for name in shipped() if name.startswith(incomplete)]


PuzzleName = Annotated[str, typer.Argument(metavar="PUZZLE", autocompletion=puzzle_names, show_default=False)]
"""The argument of a command for one puzzle, which `puzzle` reads."""


def puzzle(name_or_path: str) -> PuzzleFacts:
    """The puzzle that the user means. Raises UnknownPuzzleError or FactFileError."""
    from pybridge.facts import find, read
    from pybridge.facts.domain import DOMAINS

    facts = read(find(name_or_path))
    if slow := DOMAINS[facts.domain].slow(facts):
        typer.echo(f"pybridge: {slow}", err=True)
    return facts


class Without:
    """In the annotation of a group: options that the command does not have, and which keep their defaults."""

    def __init__(self, *options: str) -> None:
        self.options = options


def flat(command: Callable[..., int]) -> Callable[..., int]:
    """The command as typer takes it: each group of options, a dataclass, is replaced by its fields.

    Their annotations are typer's. A field may be a group itself.
    """
    options: list[Parameter] = []
    takers = {each.name: _taker(each, options) for each in signature(command).parameters.values()}

    def call(**given: Any) -> int:
        return command(**{name: take(given) for name, take in takers.items()})

    call.__doc__ = command.__doc__
    vars(call)["__signature__"] = Signature(options)
    return call


def _taker(parameter: Any, options: list[Parameter]) -> Callable[[Mapping[str, object]], Any]:
    """Add the options of a parameter or of a field; returns what makes its value of the values of all options."""
    name, annotation = parameter.name, getattr(parameter, "type", None) or parameter.annotation
    group, *more = get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)
    if not (isinstance(group, type) and is_dataclass(group)):
        options.append(Parameter(name, Parameter.KEYWORD_ONLY, default=parameter.default, annotation=annotation))
        return lambda given: given[name]
    left_out = {option for each in more if isinstance(each, Without) for option in each.options}
    takers = {each.name: _taker(each, options) for each in fields(group) if each.name not in left_out}
    return lambda given: group(**{name: take(given) for name, take in takers.items()})
