"""Measured tables of the documents: made from what commands printed as JSON, kept in docs/figures.

A table is marked by a comment in the line before it, with the names of its measurements and a cell per column:

    <!-- figures: korf100 | heuristic | h | expanded | worst ms | -->

Its rows are the heuristics that `bench` measured, or the searches and censuses of other commands, in their order. An
empty cell leaves the column as it is written, and `two:seconds` is a column of the measurement `two`, row by row.
`write` fills in the cells, `check` says where a document has other figures, `measure` runs `bench` and keeps what it
printed, and `run` does so for other commands.
"""

import argparse
import datetime
import json
import math
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from statistics import fmean
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "docs" / "figures"
PYBRIDGE = (sys.executable, "-m", "pybridge")
COUNTERS = ("outcome", "length", "shortest", "expanded", "generated", "evaluated", "iterations")
"""What of a solved board is the same in each run, as h is of each board."""
_MARK = re.compile(r"<!-- figures: (?P<names>[\w -]+?) *\|(?P<columns>.*)\| *-->")
LEFT_OUT = "more nodes than count"
"""The outcome of a board that a network solved with more nodes than a measurement allows, or not at all."""
_LONG = 50.0
"""A time from which it is written without decimals."""
_SHORT = 10.0
"""Seconds of search up to which a command is run three times."""
NAMES = ("puzzle", "start", "engine", "program", "heuristic", "pruning", "method", "outcome")
"""What a row of a search or a census is called by."""

Account = dict[str, Any]
"""A heuristic of a measurement, as `bench --json` prints it."""


class WrongMarkError(Exception):
    """A table or its mark cannot be understood; the text has path, line, and what is wrong."""


class NotMeasuredError(Exception):
    """A measurement failed; `bench` has printed why."""


def _name(value: str) -> str:
    return f"`{value}`"


def _network(value: str) -> str:
    return value.removeprefix("learned:")


def _option(value: int) -> str:
    return f"`--batch {value}`"


def _count(value: float) -> str:
    return f"{value:,.0f}"


def _two_places(value: float) -> str:
    return f"{value:.2f}"


def _percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def _seconds(value: float) -> str:
    return f"{value:,.0f}" if value >= _LONG else f"{value:.1f}"


def _milliseconds(value: float) -> str:
    return _seconds(1000 * value)


def _two_digits(value: float) -> str:
    places = 0 if value >= 10 else 1 - math.floor(math.log10(value or 1))
    return f"{value:,.{places}f}"


def _round(value: float) -> str:
    step = 10 ** (math.floor(math.log10(value)) - 1)
    return f"{round(value / step) * step:,}"


COLUMNS: dict[str, tuple[str, Callable[[Any], str]]] = {
    "heuristic": ("heuristic", _name),
    "network": ("heuristic", _network),
    "training s": ("training seconds", _count),
    "program": ("program", _name),
    "batch": ("batch", _option),
    "solved": ("solved", _count),
    "length": ("means length", _two_places),
    "h": ("means h", _two_places),
    "expanded": ("means expanded", _count),
    "generated": ("means generated", _count),
    "evaluated": ("means evaluated", _count),
    "ms": ("means seconds", _milliseconds),
    "worst ms": ("worst seconds", _milliseconds),
    "s": ("means seconds", _seconds),
    "seconds": ("means seconds", _two_digits),
    "engine": ("engine", _name),
    "pruning": ("pruning", str),
    "inferences": ("means inferences", _count),
    "states": ("means states", _count),
    "farthest": ("means largest_distance", _count),
    "states/s": ("means rate", _round),
    "speed-up": ("means speed_up", _two_digits),
    "machines": ("means machines", _count),
    "threads": ("means threads", _count),
    "packets": ("means packets", _count),
    "client": ("means client", _percent),
    "scheduler": ("means scheduler", _percent),
    "worst s": ("worst seconds", _seconds),
    "optimal": ("excess optimal", _percent),
    "too long": ("excess mean", _two_places),
    "worst too long": ("excess worst", _count),
}
"""The columns that a mark may name: where `bench --json` has the value for a heuristic, and how it is written."""


def cell(account: Account, column: str) -> str:
    """The text of a cell; empty where nothing was measured."""
    place, written = COLUMNS[column]
    value: Any = account
    for name in place.split():
        value = value and value[name]
    return "" if value is None else written(value)


def documents() -> list[Path]:
    """The documents whose tables may be marked."""
    return [*sorted(ROOT.glob("README*.md")), *sorted((ROOT / "docs").glob("*.md"))]


def measurements() -> list[str]:
    """The names of all that is kept."""
    return sorted(path.stem for path in KEPT.glob("*.json"))


def measured(name: str) -> dict[str, Any]:
    """What is kept under a name. Raises FileNotFoundError."""
    form: dict[str, Any] = json.loads((KEPT / f"{name}.json").read_text(encoding="utf-8"))
    return form


def filled(text: str, path: str) -> str:
    """A document with the figures of its marked tables. Raises WrongMarkError."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if not line.startswith("<!-- figures:"):
            continue
        try:
            _fill(lines, number)
        except (KeyError, ValueError, FileNotFoundError) as error:
            raise WrongMarkError(f"{path}, line {number + 1}: {error.args[-1]}") from None
    return "\n".join(lines)


def _fill(lines: list[str], mark: int) -> None:
    """Write the figures into the rows after a mark. Raises ValueError, FileNotFoundError."""
    found = _MARK.fullmatch(lines[mark])
    if not found:
        raise ValueError("expected <!-- figures: NAME ... | COLUMN | ... | -->")
    columns = cells(f"|{found['columns']}|")
    if wrong := [each for each in columns if each and each.rpartition(":")[2] not in COLUMNS]:
        raise ValueError(f"{wrong[0]!r} is not a column; choose from {', '.join(COLUMNS)}")
    accounts = [each for name in found["names"].split() for each in _rows(name)]
    first = mark + 3  # after the heading and its rule
    end = next((at for at in range(first, len(lines)) if not lines[at].startswith("|")), len(lines))
    if end - first != len(accounts):
        raise ValueError(f"the table has {end - first} rows, and its measurements have {len(accounts)}")
    for at, account in enumerate(accounts, first):
        written = cells(lines[at])
        if len(written) != len(columns):
            raise ValueError(f"row {at - first + 1} has {len(written)} cells, and the mark {len(columns)}")
        new = [_filled(account, name, at - first, text) for name, text in zip(columns, written, strict=True)]
        lines[at] = f"| {' | '.join(new)} |"


def _filled(account: Account, name: str, row: int, written: str) -> str:
    """A cell of a row, by its own account or by that of another measurement. Raises ValueError."""
    if not name:
        return written
    other, _, column = name.rpartition(":")
    rows = _rows(other) if other else []
    if other and row >= len(rows):
        raise ValueError(f"{other} has only {len(rows)} rows")
    return cell(rows[row] if other else account, column)


def _rows(name: str) -> list[Account]:
    """The heuristics of what `bench` measured, or the rows of what other commands did. Raises ValueError."""
    if name not in measurements():
        raise ValueError(f"there is no docs/figures/{name}.json")
    form = measured(name)
    rows: list[Account] = form.get("heuristics") or form["rows"]
    return rows


def cells(row: str) -> list[str]:
    """The cells of a row of a table."""
    return [cell.strip() for cell in row.strip()[1:-1].split("|")]


def check() -> Iterator[str]:
    """The lines of documents whose figures are not those measured. Raises WrongMarkError."""
    for path in documents():
        name = str(path.relative_to(ROOT))
        text = path.read_text(encoding="utf-8")
        new = filled(text, name).split("\n")
        for number, (written, right) in enumerate(zip(text.split("\n"), new, strict=True), 1):
            if written != right:
                yield f"{name}, line {number}: {written}\n  measured: {right}"


def write() -> None:
    """Write the figures into all documents. Raises WrongMarkError, and then nothing is written."""
    texts = {path: path.read_text(encoding="utf-8") for path in documents()}
    new = {path: filled(text, str(path.relative_to(ROOT))) for path, text in texts.items()}
    for path, text in new.items():
        if text != texts[path]:
            path.write_text(text, encoding="utf-8")


def bench(arguments: list[str]) -> dict[str, Any]:
    """What `bench` measures, each counter of the boards a list; their states follow from its command.

    Raises NotMeasuredError where `bench` was interrupted, or says that something is wrong.
    """
    done = subprocess.run([*PYBRIDGE, "bench", *arguments, "--fresh", "--json"], cwd=ROOT, stdout=subprocess.PIPE)
    form: dict[str, Any] = json.loads(done.stdout or "{}")
    if not form or form["disagreements"] or form["outcome"] == "interrupted":
        raise NotMeasuredError(f"bench ended with {done.returncode}")
    for account in form["heuristics"]:
        rows = account["boards"]
        account["boards"] = {name: [row[name] for row in rows] for name in rows[0] if name != "state"}
    return form


def within(form: dict[str, Any], most: int) -> None:
    """Leave out of a measurement what networks solved with more than `most` nodes, for `bench` has no such limit.

    A limit of time should be longer than that many nodes take; for which boards it was not, is printed.
    """
    lengths = _shortest(form)
    for account in form["heuristics"]:
        if not account["training"]:
            continue
        boards, solved = account["boards"], []
        for row, nodes in enumerate(boards["generated"]):
            if nodes > most:
                boards["outcome"][row], boards["length"][row] = LEFT_OUT, None
            elif boards["outcome"][row] == "solved":
                solved.append(row)
            else:
                name, end = account["heuristic"], boards["outcome"][row]
                print(f"{name}, {boards['start'][row]}: {end} after {nodes:,} nodes", file=sys.stderr)
        account |= _summary(boards, solved, lengths)


def _shortest(form: dict[str, Any]) -> dict[str, int]:
    """The shortest lengths that searches of a measurement proved."""
    rows = [boards for account in form["heuristics"] for boards in [account["boards"]]]
    found = [zip(*(boards[name] for name in ("start", "length", "shortest")), strict=True) for boards in rows]
    return {start: length for each in found for start, length, shortest in each if length is not None and shortest}


def _summary(boards: dict[str, list[Any]], solved: list[int], lengths: Mapping[str, int]) -> Account:
    """What `bench` says about the solved boards, the rows of those that count."""
    columns = {name: [values[row] for row in solved] for name, values in boards.items()}
    names = ("length", "h", "expanded", "generated", "evaluated", "seconds")
    if not solved:
        return {"solved": 0, "means": dict.fromkeys(names), "excess": None, "worst": None}
    over = [length - lengths[start] for start, length in zip(columns["start"], columns["length"], strict=True)]
    slowest = max(solved, key=lambda row: boards["seconds"][row])
    return {
        "solved": len(solved),
        "means": {name: fmean(columns[name]) for name in names},
        "excess": {"optimal": over.count(0) / len(over), "mean": fmean(over), "worst": max(over), "exact": True},
        "worst": {name: boards[name][slowest] for name in ("start", "seconds")},
    }


def measure(name: str, arguments: list[str], sample: int | None, most: int | None = None) -> None:
    """Run `bench`, with the arguments kept under this name if there are none, and keep what it prints."""
    known = measured(name) if name in measurements() else {}
    boards = known.get("sample", 0) if sample is None else sample
    most = known.get("most_nodes") if most is None else most
    form = bench(arguments or shlex.split(known["command"])[2:])
    del form["published"]  # which says nothing of this run
    if most is not None:
        within(form, most)
        form = {"most_nodes": most, **form}
    _keep(name, {"sample": boards, **form})


def run(name: str, commands: list[str]) -> None:
    """Run commands, those kept under this name if there are none, and keep a row for each search, census or cluster.

    Raises NotMeasuredError.
    """
    commands = commands or measured(name)["commands"]
    done = [_middle(line) for line in commands]
    rows = [row for _, own in done for row in own]
    for row in rows:
        row["means"].setdefault("speed_up", rows[0]["means"]["seconds"] / row["means"]["seconds"])
    counts = [len(own) for _, own in done]
    _keep(name, {"commands": commands, "counts": counts, "machine": done[0][0], "rows": rows})


def _middle(line: str) -> tuple[dict[str, Any], list[Account]]:
    """The machine and the rows of a command; each row is the middle one of three runs if these are short."""
    machine, rows = printed(line)
    if sum(row["means"]["seconds"] for row in rows) > _SHORT:
        return machine, rows
    same = zip(rows, printed(line)[1], printed(line)[1], strict=True)
    return machine, [sorted(tries, key=lambda row: row["means"]["seconds"])[1] for tries in same]


def printed(line: str) -> tuple[dict[str, Any], list[Account]]:
    """The machine, and a row for each search, census or cluster that a command prints: its names, and its numbers.

    Raises NotMeasuredError.
    """
    with tempfile.TemporaryDirectory() as folder:
        words = [_made(word, Path(folder)) for word in shlex.split(line)]
        done = subprocess.run([*PYBRIDGE, *words, "--json"], cwd=ROOT, stdout=subprocess.PIPE)
    if done.returncode:
        raise NotMeasuredError(f"{line} ended with {done.returncode}")
    form = json.loads(done.stdout)
    forms = form if isinstance(form, list) else [form]
    rows = [row for each in forms for row in each.get("searches") or each.get("clusters") or [each]]
    return forms[0]["machine"], [_row(row) for row in rows]


def _made(word: str, folder: Path) -> str:
    """For `facts:BOARD` a file of its facts, otherwise the word."""
    kind, _, board = word.partition(":")
    if kind != "facts":
        return word
    path = folder / f"{board}.pl"
    subprocess.run([*PYBRIDGE, "facts", board, "--out", path], check=True, stdout=subprocess.DEVNULL)
    return str(path)


def _row(form: dict[str, Any]) -> Account:
    names = {name: value for name, value in form.items() if isinstance(value, str) and name in NAMES}
    means = {name: value for name, value in form.items() if type(value) in (int, float) and name != "version"}
    if "states" in means:
        means["rate"] = means["states"] / means["seconds"]
    return names | {"means": means}


def _keep(name: str, form: dict[str, Any]) -> None:
    text = json.dumps({"measured": datetime.date.today().isoformat(), **form}, indent=1, ensure_ascii=False)
    text = re.sub(r"\[\n[^][{}]*\]", lambda found: json.dumps(json.loads(found[0])), text)  # a line for each list
    KEPT.mkdir(exist_ok=True)
    (KEPT / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def of_sample(form: dict[str, Any]) -> list[str]:
    """The arguments of `bench` that measure only the first boards of a measurement."""
    kind, first, *others = shlex.split(form["command"])[2:]
    boards = str(form["sample"])
    return [kind, boards, *others] if kind == "random" else [kind, first, *others, "--boards", boards]


def differences(kept: dict[str, Any], fresh: dict[str, Any]) -> list[str]:
    """Where the counters of a fresh run, of all boards or of the first ones, are not those kept; a line for each.

    Where a limit ended a search, only what was known before it is compared.
    """
    told = []
    for old, new in zip(kept["heuristics"], fresh["heuristics"], strict=True):
        for row, start in enumerate(new["boards"]["start"]):
            solved = old["boards"]["outcome"][row] == "solved"
            for name in ("start", "h", *(COUNTERS if solved else ())):
                before, now = old["boards"][name][row], new["boards"][name][row]
                if before != now:
                    told.append(f"{old['heuristic']} by {old['program']}, {start}: {name} was {before}, is {now}")
    return told


def main(arguments: list[str]) -> int:
    """Run a command; 1 if a document has other figures, or if something is wrong."""
    parser = argparse.ArgumentParser(description="Measured tables of the documents (docs/figures).")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check", help="Compare the tables of the documents with what is kept.")
    commands.add_parser("write", help="Write what is kept into the tables of the documents.")
    boards = commands.add_parser("measure", help="Run bench and keep what it prints.")
    boards.add_argument("--sample", type=int, metavar="N", help="Boards that tests measure again (default: as kept).")
    boards.add_argument("--most-nodes", type=int, metavar="N", help="Nodes of a board, by networks (default: as kept).")
    boards.add_argument("name", help="Name under which it is kept.")
    boards.add_argument("arguments", nargs=argparse.REMAINDER, help="Arguments of bench (default: as kept).")
    others = commands.add_parser("run", help="Run other commands and keep a row for each search or census.")
    others.add_argument("name", help="Name under which they are kept.")
    others.add_argument(
        "arguments", nargs="*", help='Commands such as "census eight" or "census facts:3x4" (default: as kept).'
    )
    chosen = parser.parse_args(arguments)
    try:
        if chosen.command == "check":
            wrong = list(check())
            print("\n".join(wrong) if wrong else "the tables of all documents are as measured")
            return int(bool(wrong))
        if chosen.command == "write":
            write()
        elif not chosen.arguments and chosen.name not in measurements():
            parser.error(f"there is no docs/figures/{chosen.name}.json; say what to run")
        elif chosen.command == "run":
            run(chosen.name, chosen.arguments)
        else:
            measure(chosen.name, chosen.arguments, chosen.sample, chosen.most_nodes)
    except (WrongMarkError, NotMeasuredError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
