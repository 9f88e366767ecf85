"""Arguments and options that several commands share."""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pybridge.errors import OutputError
from pybridge.facts import PuzzleFacts
from pybridge.facts.wording import visible
from pybridge.limits import Limits

if TYPE_CHECKING:
    from pybridge.facts import State
    from pybridge.heuristics.registry import Spec
    from pybridge.search.census.run import CensusRun
    from pybridge.search.task import BestFirst, Prune


MOST = 10**18 - 1
"""The largest number that an option accepts; Prolog, numba and Python's iterators can all represent it."""
_MOST_SECONDS = 1e9
_MOST_WEIGHT = 10
_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


def whole(least: int = 0, most: int = MOST) -> Callable[[str | int], int]:
    """A parser of whole numbers within these bounds. Every numeric option uses it instead of `int`."""

    def number(given: str | int) -> int:
        text = str(given)  # a default is already a number
        digits = text.lstrip("0") or "0"
        if not re.fullmatch("[0-9]+", text) or len(digits) > len(str(most)) or not least <= int(digits) <= most:
            raise typer.BadParameter(f"'{visible(text)}' is not a whole number from {least:,} to {most:,}")
        return int(digits)

    return number


natural = whole()
threads = whole(1, 256)


def _inferences(text: str) -> int:
    if not re.fullmatch(r"[0-9][0-9_,]*", text):
        raise typer.BadParameter(f"'{visible(text)}' is not a number of inferences; write e.g. 1000000 or 1_000_000")
    return max(1, natural(re.sub("[_,]", "", text)))


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]*[.]?[0-9]+", text) or not 0 < float(text) < _MOST_SECONDS:
        raise typer.BadParameter(f"'{visible(text)}' is not a time; write seconds, e.g. 10 or 0.5")
    return float(text)


def _weight(text: str) -> int:
    """A weight from 1 to 10 as hundredths."""
    if not re.fullmatch(r"[0-9]{1,2}([.][0-9]{1,2})?", text) or not 1 <= float(text) <= _MOST_WEIGHT:
        raise typer.BadParameter(f"'{visible(text)}' is not a weight; write a number from 1 to 10, e.g. 1.5")
    return round(float(text) * 100)


def amount_of_memory(text: str) -> int:
    """The number of bytes, which may be written with a binary unit: k, m or g."""
    match = re.fullmatch(r"([0-9]{1,12})([kmg]?)b?", text.lower())
    if not match or int(match[1]) == 0:
        raise typer.BadParameter(f"'{visible(text)}' is not an amount of memory; write e.g. 64m or 2g")
    return min(int(match[1]) * _UNITS[match[2]], MOST)


Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Start = Annotated[
    str | None,
    typer.Option(
        "--start",
        metavar="NAME|STATE",
        help="Start by name, a state in numbers or glyphs, e.g. '1 2 3 / 4 . 5', moves from the goal, random, hardest, "
        "or farthest_N for the Nth hardest (default: the first start).",
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed", metavar="N", parser=natural, help="With --start random: which one (default: any; its name shows it)."
    ),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Start over instead of resuming.")]
Every = Annotated[bool, typer.Option("--all", help="Find all shortest solutions.")]
LastThreshold = Annotated[
    int | None,
    typer.Option("--last", metavar="N", parser=natural, help="Last limit or threshold to try (default: none)."),
]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", parser=threads, help="Number of threads.")]
TimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        parser=_seconds,
        help="Time limit of the search in seconds; tables and compiling do not count.",
    ),
]
InferenceLimit = Annotated[
    int | None,
    typer.Option(
        "--inference-limit", metavar="N", parser=_inferences, help="Inference limit for Prolog (default: none)."
    ),
]
MemoryLimit = Annotated[
    int | None,
    typer.Option(
        "--memory-limit",
        metavar="BYTES",
        parser=amount_of_memory,
        help="Memory limit, e.g. 64m or 2g (Prolog's stack, or growth of the Python process).",
    ),
]

ProgramFile = Annotated[
    Path | None,
    typer.Option(
        "--program",
        metavar="FILE",
        help="Your own Prolog program to run instead; it may only compute and print. Faults are explained.",
    ),
]
Isolate = Annotated[
    bool | None,
    typer.Option(
        "--isolate/--no-isolate",
        show_default=False,
        help="Run Prolog in a separate process (default with --program).",
    ),
]


def seeded(start: str | None, seed: int | None) -> str | None:
    """The start that the two options ask for. Raises BadParameter if a seed has nothing to draw."""
    if seed is None:
        return start
    if start != "random":
        raise typer.BadParameter("--seed requires --start random")
    return f"random {seed}"


def chosen_start(facts: PuzzleFacts, text: str | None) -> "tuple[str, State]":
    """The start that --start asks for; on a terminal the census for `hardest` is shown. Raises UnknownStartError."""
    from pybridge.engines import start_state

    return start_state(facts, text, watch_counting)


def watch_counting(run: "CensusRun") -> None:
    """Wait until a census is over, and show it on a terminal."""
    from pybridge.render import stderr_console, watch_census

    watch_census(run, run.total, stderr_console())


def limits(seconds: float | None, inferences: int | None, memory: int | None) -> Limits:
    """The limits that the three options set."""
    return Limits(seconds, inferences, memory)


def puzzle(name_or_path: str) -> PuzzleFacts:
    """The puzzle that the user means. Raises UnknownPuzzleError or FactFileError."""
    from pybridge.facts import find, read

    return read(find(name_or_path))


def require_writable(path: Path, *, force: bool) -> None:
    """Raise OutputError if it is already clear that no file can be written there."""
    if path.exists() and not path.is_file():
        raise OutputError(f"{path} is not a regular file; choose another output path")
    if path.exists() and not force:
        raise OutputError(f"{path} exists; --force replaces it")
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise OutputError(f"{path} cannot be written; name a file in a folder that exists and that you may write to")


def require_folder(folder: Path, names: Iterable[str], *, force: bool) -> None:
    """Raise OutputError if it is already clear that files of these names cannot be written to a folder."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise OutputError(f"{folder} is not a folder; choose another one")
    for name in names:
        require_writable(folder / name, force=force)


def write_folder(folder: Path, files: Mapping[str, str], *, force: bool) -> None:
    """Write files to a folder, which is created if missing. Raises OutputError, before it writes any if it is clear."""
    require_folder(folder, files, force=force)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder} cannot be created: {error.strerror}") from None
    for name, text in files.items():
        write_new(folder / name, text, force=force)


def write_new(path: Path, content: str | bytes, *, force: bool) -> None:
    """Write a file atomically. Replaces an existing file only with `force`, and follows links. Raises OutputError."""
    import tempfile

    require_writable(path, force=force)
    path = path.resolve()
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with open(handle, "wb") as file:
                file.write(content.encode() if isinstance(content, str) else content)
            os.chmod(temporary, 0o666 & ~_umask())
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror}") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


Pruning = Annotated[
    str | None,
    typer.Option(
        "--pruning",
        metavar="inverse|sequence|transposition",
        help="Moves to prune: undoing the last one, equivalent sequences, or (blocks world) states already searched.",
    ),
]

Weight = Annotated[
    int | None,
    typer.Option(
        "--weight",
        metavar="W",
        parser=_weight,
        help="With a_star: count the heuristic W times, e.g. 1.5; finds a solution sooner, which may be longer.",
    ),
]
Batch = Annotated[
    int | None,
    typer.Option(
        "--batch",
        metavar="N",
        parser=whole(1, 1 << 20),
        help="With a_star: expand the N best nodes at a time; searches more widely (default: 1).",
    ),
]


def best_first(weight: int | None, batch: int | None, *, fits: bool) -> "BestFirst":
    """How A* searches, by the two options. Raises BadParameter if one is given where none `fits`."""
    from pybridge.search.task import ONE, BestFirst

    if not fits and (weight or batch):
        raise typer.BadParameter(f"{'--weight' if weight else '--batch'} requires --program a_star")
    return BestFirst(weight or ONE, batch or 1)


def heuristic_value(text: str | None) -> "Spec | None":
    """The heuristic that the option's text names. Raises UnfitHeuristicError."""
    if text is None:
        return None
    from pybridge.heuristics.registry import parse

    return parse(text)


def prune(text: str | None) -> "Prune | None":
    """The pruning that the option's text names."""
    from pybridge.search.task import Prune

    if text is None:
        return None
    for each in Prune:
        if each.value == text:
            return each
    raise typer.BadParameter(f"{text!r} is not a pruning; choose inverse, sequence or transposition")
