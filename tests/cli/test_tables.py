"""Tables: built, found, listed, verified and removed; broken ones are reported; nothing half-written stays."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pexpect
import pytest
from rich.text import Text

from pybridge.cli import tables
from pybridge.errors import PrologMissingError
from pybridge.tables.pattern.recipe import LAYOUT
from tests.cli.conftest import Command

EIGHT = ("sequence", "walking")


class Disk(NamedTuple):
    """How much room a disk has."""

    total: int
    used: int
    free: int


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where tables are kept; not there yet."""
    path = tmp_path / "cache" / "tables"
    monkeypatch.setenv("PYBRIDGE_TABLES", str(path))
    monkeypatch.setenv("COLUMNS", "400")
    return path


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the tables of two puzzles, built once."""
    from pybridge.cli import run

    path = tmp_path_factory.mktemp("tables")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYBRIDGE_TABLES", str(path))
        assert run(["tables", "build", "eight"]) == 0
        assert run(["tables", "build", "box_eight", "--heuristic", "pdb:4-4"]) == 0
    return {each.name: each.read_bytes() for each in path.iterdir()}


@pytest.fixture
def there(folder: Path, built: dict[str, bytes]) -> Path:
    """The folder with the tables of two puzzles in it."""
    folder.mkdir(parents=True)
    for name, content in built.items():
        (folder / name).write_bytes(content)
    return folder


def only(folder: Path, pattern: str) -> Path:
    (path,) = folder.glob(pattern)
    return path


def listed(command: Command, *arguments: str) -> list[dict[str, object]]:
    result = command("tables", "list", *arguments, "--json")
    assert result.code == 0, result.err
    tables: list[dict[str, object]] = json.loads(result.out)["tables"]
    return tables


def test_build_then_find(command: Command, folder: Path) -> None:
    first, second = (command("tables", "build", "seven", "--heuristic", "pdb:3-4") for _ in range(2))
    assert (first.code, second.code, first.err, second.err) == (0, 0, "", "")
    rows = [line for line in first.out.splitlines() if line.endswith("  built")]
    assert len(rows) == 3
    assert [line for line in second.out.splitlines() if line.endswith("  was there")] == [
        line.removesuffix("built") + "was there" for line in rows
    ]
    assert f"for seven in {folder}" in first.out
    kinds = sorted(path.name.split("-")[0] for path in folder.glob("*.table"))
    assert kinds == ["pattern", "pattern", "sequence"]


@pytest.mark.parametrize(
    ("arguments", "kinds"),
    [
        (["seven"], ("sequence", "walking", "walking")),
        pytest.param(["box_eight"], ("sequence",), marks=pytest.mark.slow),
        (["seven", "--heuristic", "inversion"], ("sequence",)),
        (["pancake"], ("projection",)),
        (["seven", "--heuristic", "max(takahashi,pdb:3-4)"], ("pattern", "pattern", "sequence", "walking", "walking")),
    ],
    ids=lambda value: " ".join(value),
)
def test_what_a_puzzle_needs(command: Command, folder: Path, arguments: list[str], kinds: tuple[str, ...]) -> None:
    result = command("tables", "build", *arguments, "--json")
    assert result.code == 0, result.err
    form = json.loads(result.out)
    assert form["folder"] == str(folder)
    assert sorted(table["kind"] for table in form["tables"]) == sorted(kinds)
    assert {table["now"] for table in form["tables"]} <= {"built", "was there"}


def test_the_fifteen_puzzle_has_its_best_tables() -> None:
    from pybridge.facts import find, read
    from pybridge.heuristics.choice import needed
    from pybridge.tables.pattern.recipe import PatternRecipe

    recipes = needed(read(find("fifteen")), None)
    sizes = sorted(len(recipe.pattern.labels) for recipe in recipes if isinstance(recipe, PatternRecipe))
    assert sizes == [7, 8]
    assert [recipe.kind for recipe in recipes].count("sequence") == 1


@pytest.mark.slow
def test_list(command: Command, there: Path) -> None:
    result = command("tables", "list")
    lines = result.out.splitlines()
    sizes = {path.name: path.stat().st_size for path in there.iterdir()}
    assert result.code == 0
    assert lines[0].split() == ["kind", "key", "table", "entries", "size", "built", "in"]
    for path in there.glob("*.table"):
        key = path.stem.split("-")[1]
        assert sum(key in line for line in lines) == 1
    assert lines[-1] == f"{len(list(there.glob('*.table')))} tables, {sum(sizes.values()) / 1000:.1f} kB in {there}"


def test_list_as_json_has_everything(command: Command, there: Path) -> None:
    tables = listed(command)
    assert [table["kind"] for table in tables] == sorted(str(table["kind"]) for table in tables)
    for table in tables:
        manifest = json.loads((there / f"{table['kind']}-{table['key']}.json").read_text())
        assert (table["identity"], table["about"]) == (manifest["identity"], manifest["about"])
        assert table["fault"] is None
        assert table["path"] == str(there / f"{table['kind']}-{table['key']}.table")
        payload, text = (there / f"{table['kind']}-{table['key']}.{end}" for end in ("table", "json"))
        assert table["bytes"] == payload.stat().st_size + text.stat().st_size


def test_details_of_one(command: Command, there: Path) -> None:
    (table,) = listed(command, "walking")
    result = command("tables", "list", str(table["key"])[:6])
    assert result.code == 0
    assert result.out.startswith("walking distance, 3 lines of 3, the blank's goal in line 3\n")
    rows = [line.split() for line in result.out.splitlines()]
    told = [int(row[1]) for row in rows if row and row[0].isdecimal() and row[1].isdecimal()]
    assert told == table["about"]["distribution"]  # type: ignore[index]
    assert "105 states" in result.out
    bars = {row[1]: len(row[2]) for row in rows if len(row) == 3 and row[2] == "█" * len(row[2])}
    assert bars[str(max(told))] == 40


def test_details_of_patterns_say_what_they_are_of(command: Command, there: Path) -> None:
    out = command("tables", "list", "pattern").out
    assert out.count("goal pieces in cells ") == 2
    assert "pieces in cells 1+7, 3+5; the blank in any cell it can reach from cell 4" in out
    assert out.count("neighbors 0: 1 3, 1: 0 2 4, ") == 2
    assert "4 bits per entry" in out


def test_no_tables(command: Command, folder: Path) -> None:
    assert command("tables", "list").out == f"0 tables, 0 B in {folder}\n"
    assert command("tables", "verify").out == f"no tables in {folder}\n"
    assert command("tables", "remove", "--all").out == f"0 tables, 0 B removed from {folder}\n"
    assert listed(command) == []
    assert not folder.exists()


def test_verify(command: Command, there: Path) -> None:
    result = command("tables", "verify", *EIGHT)
    assert (result.code, result.err) == (0, "")
    assert [line[:1] for line in result.out.splitlines()] == ["✓", "✓"]
    assert result.out.count(": agrees with the rules, ") == 2


def test_verify_patterns(command: Command, there: Path) -> None:
    result = command("tables", "verify", "pattern", "--json")
    assert result.code == 0
    assert [form["fault"] for form in json.loads(result.out)["tables"]] == [None, None]


@pytest.fixture
def kept(command: Command, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a census is kept that was stopped."""
    path = str(tmp_path / "nine.pl")
    assert command("facts", "2x5", "--out", path).code == 0
    monkeypatch.setattr("pybridge.search.census.checkpoint.CensusCheckpoint.worth", 0.0)
    assert command("census", path, "--method", "plain", "--time-limit", "0.5").code == 12
    return only(folder, "census-*.table")


def test_a_kept_census_is_listed_verified_and_removed(command: Command, there: Path, kept: Path) -> None:
    key, manifest = kept.stem[-16:], kept.with_suffix(".json")
    size = kept.stat().st_size + manifest.stat().st_size
    lines = command("tables", "list").out.splitlines()
    assert lines[-1].startswith("4 tables, 1 saved census, ")
    (row,) = (" ".join(line.split()) for line in lines if line.startswith("census "))
    about = json.loads(manifest.read_text())["about"]
    told = f"nine, plain, to distance {about['distance']} of 1,814,400 states {about['states']:,} "
    assert row.startswith(f"census {key} {told}")
    (form,) = listed(command, "census")
    assert (form["key"], form["bytes"], form["path"], form["about"]) == (key, size, str(kept), about)
    assert f"file {kept}" in command("tables", "list", key[:5]).out
    sound = command("tables", "verify", key)
    assert (sound.code, sound.err) == (0, "")
    assert sound.out.startswith(f"✓ census {key} nine, plain, ")
    assert ": unchanged, " in sound.out
    removed = command("tables", "remove", "census")
    assert (removed.code, kept.exists(), len(list(there.glob("*.table")))) == (0, False, 4)
    assert "0 tables, 1 saved census, " in removed.out


def test_all_that_is_removed_has_kept_censuses(command: Command, there: Path, kept: Path) -> None:
    assert command("tables", "remove", "--all").code == 0
    assert not list(there.glob("*.table"))
    assert not kept.exists()


def test_a_damaged_census_is_told(command: Command, kept: Path) -> None:
    changed(kept)
    result = command("tables", "verify", "--quick")
    assert result.code == 45
    assert "the payload was modified; run `pybridge tables remove" in " ".join(result.out.split())


def changed(path: Path, place: int = 100) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize("quick", [True, False])
def test_verify_looks_at_all_and_then_fails(command: Command, there: Path, quick: bool) -> None:
    changed(only(there, "sequence-*.table"))
    result = command("tables", "verify", *EIGHT, *(["--quick"] if quick else []))
    assert result.code == 45
    assert [line[:1] for line in result.out.splitlines()] == ["✗", "✓"]
    assert "the payload was modified" in result.out
    assert result.err == "pybridge: broken: 1 of 2 tables; see `pybridge tables remove`\n"


def test_what_cannot_be_checked_leaves_the_others(
    command: Command, there: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the rules of a puzzle where SWI-Prolog is missing."""
    judge, judged = tables._judge, list[str]()

    def fails(store: object, entry: Any, quick: bool, report: Any) -> None:
        judged.append(entry.kind)
        if len(judged) == 1:
            raise PrologMissingError("SWI-Prolog is missing")
        judge(store, entry, quick, report)

    monkeypatch.setattr(tables, "_judge", fails)
    result = command("tables", "verify", *EIGHT)
    assert result.code == 50
    first, second = result.out.splitlines()
    assert (first[:1], first.endswith("not checked: SWI-Prolog is missing"), second[:1]) == ("✗", True, "✓")
    assert result.err == "pybridge: SWI-Prolog is missing\n"


def resealed(folder: Path, kind: str, change: Callable[[dict[str, object]], object]) -> None:
    """Change a manifest on disk and seal it again, under the name that its identity gives it."""
    from pybridge.store.manifest import Manifest, key, parse

    path = only(folder, f"{kind}-*.json")
    read = parse(path.read_bytes())
    members = {name: getattr(read, name) for name in ("kind", "title", "identity", "arrays", "xxh3_128", "about")}
    change(members)
    manifest = Manifest(**members)
    new = f"{manifest.kind}-{key(manifest.kind, manifest.identity)}"
    path.with_suffix(".table").rename(folder / f"{new}.table")
    path.unlink()
    (folder / f"{new}.json").write_bytes(manifest.sealed())


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda members: members.update(kind="running"), "no kind of table is named running; known kinds: pattern, "),
        (lambda members: members["identity"].update(layout=99), "does not know this table of kind walking"),
        (lambda members: members.update(identity={}), "does not know this table of kind walking"),
        (lambda members: members["identity"].update(goal_line=0), "contradicts the rules"),
    ],
    ids=["unknown kind", "other version", "no identity", "another board's"],
)
def test_tables_that_somebody_has_sealed(
    command: Command, there: Path, change: Callable[[dict[str, object]], object], says: str
) -> None:
    resealed(there, "walking", change)
    result = command("tables", "verify", "walking" if list(there.glob("walking-*.table")) else "running")
    assert result.code == 45
    assert says in result.out
    assert command("tables", "verify", "--quick").code == 0
    assert command("tables", "list", "sequence", "pattern").code == 0


PATTERN = {"layout": LAYOUT, "labels": [0, 1], "goals": [[[0, 1], 2]], "neighbors": [[1], [0, 2], [1, 3], [2]]}


@pytest.mark.parametrize(
    "change",
    [
        {"labels": []}, {"labels": [1, 2]}, {"labels": [1, 0]}, {"labels": [0, 0, 1]}, {"labels": ["a", "b"]},
        {"labels": {}}, {"labels": [0] * 4}, {"goals": []}, {"goals": [[[0, 1]]]}, {"goals": [[[0, 0], 2]]},
        {"goals": [[[0, 9], 2]]}, {"goals": [[[0, 1], 9]]}, {"goals": 7}, {"neighbors": []},
        {"neighbors": [[1], [0], [0]]},
        {"neighbors": [[9], [0, 2], [1, 3], [2]]}, {"neighbors": [["1"], [0, 2], [1, 3], [2]]}, {"neighbors": None},
        {"layout": None}, {"more": 1},
    ],
    ids=str,
)  # fmt: skip
def test_identities_that_are_no_pattern(change: dict[str, object]) -> None:
    from pybridge.errors import BrokenTableError
    from pybridge.tables.kinds import form_of

    assert form_of("pattern", PATTERN).identity == PATTERN
    with pytest.raises(BrokenTableError, match="does not know this table of kind pattern"):
        form_of("pattern", PATTERN | change)


def test_a_manifest_may_tell_anything_about_its_table(command: Command, there: Path) -> None:
    about = {"distribution": [1, "two"], "states": "many", "seconds": None, "bits": [4], "depth": {}, "step": 1e300}
    resealed(there, "walking", lambda members: members.update(about=about))
    assert command("tables", "list").code == command("tables", "list", "walking").code == 0
    assert listed(command, "walking")[0]["about"] == about


BROKEN: dict[str, tuple[str, Callable[[Path], object], str]] = {
    "cut short": ("table", lambda path: path.write_bytes(path.read_bytes()[:99]), "the payload is cut short"),
    "no payload": ("table", Path.unlink, "the .table file is missing"),
    "no manifest": ("json", Path.unlink, "the .json file is missing"),
    "changed manifest": ("json", changed, "the manifest was modified or truncated"),
    "empty manifest": ("json", lambda path: path.write_bytes(b""), "the manifest was modified or truncated"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_tables_are_told_and_built_again(command: Command, there: Path, name: str) -> None:
    ending, damage, says = BROKEN[name]
    damage(only(there, f"walking-*.{ending}"))
    (form,) = listed(command, "walking")
    assert says in str(form["fault"])
    for arguments, code in ((["list"], 0), (["list", "walking"], 0), (["verify", "walking"], 45)):
        result = command("tables", *arguments)
        assert result.code == code
        assert says in result.out
    result = command("tables", "build", "eight")
    assert result.code == 0
    if name == "no manifest":
        assert "was broken" not in result.out
    else:
        assert result.out.count("was broken, built again") == 1
    assert command("tables", "verify", "walking").code == 0


def test_remove(command: Command, there: Path) -> None:
    sizes = sum(path.stat().st_size for path in there.glob("pattern-*"))
    key = only(there, "walking-*.table").stem.split("-")[1]
    result = command("tables", "remove", "pattern")
    assert result.out.splitlines()[-1] == f"2 tables, {sizes / 1000:.1f} kB removed from {there}"
    assert not list(there.glob("pattern-*"))
    form = json.loads(command("tables", "remove", key[:5], key, "walking", "--json").out)
    assert [table["key"] for table in form["tables"]] == [key]
    assert command("tables", "remove", "--all").code == 0
    assert list(there.iterdir()) == []
    assert command("tables", "build", "seven").code == 0


def test_what_cannot_be_removed_keeps_nothing_else(command: Command, there: Path) -> None:
    table = only(there, "walking-*.table")
    table.unlink()
    table.mkdir()
    result = command("tables", "remove", "--all")
    assert (result.code, result.err) == (46, f"pybridge: {table} is a folder in the place of a file; remove it\n")
    assert f"removed from {there}" in result.out
    assert not list(there.glob("pattern-*.table"))
    solved = command("solve", "eight", "--heuristic", "takahashi")
    assert (solved.code, solved.err.splitlines()[-1]) == (46, result.err.strip())


ERRORS = {
    "nothing to remove": (["remove"], 2, "give either KEY or KIND arguments, or --all"),
    "all and one": (["remove", "--all", "walking"], 2, "give either KEY or KIND arguments, or --all"),
    "no command": ([], 2, "Missing command"),
    "no puzzle": (["build"], 2, "PUZZLE"),
    "unknown puzzle": (["build", "eihgt"], 40, "no puzzle is named 'eihgt'"),
    "blocks": (
        ["build", "blocks3", "--heuristic", "manhattan"],
        44,
        "this heuristic is for sliding_tiles; the domain of blocks3",
    ),
    "unknown heuristic": (["build", "eight", "--heuristic", "best"], 44, "no heuristic is named 'best'"),
    "sizes": (["build", "eight", "--heuristic", "pdb:4-5"], 44, "the partition 4-5 has 9 tiles; eight has 8"),
    "unfit": (
        ["build", "box_eight", "--heuristic", "walking"],
        44,
        "walking does not work for box_eight: 2 tiles have",
    ),
    "too large": (["build", "fifteen", "--heuristic", "pdb:15"], 46, "needs 20,922,791 MB in "),
    "unknown table": (["list", "abc"], 47, "no stored table has kind or key prefix 'abc'; stored: sequence (1)"),
    "unknown to verify": (["verify", "sequence", "abc"], 47, "kind or key prefix 'abc'"),
    "unknown to remove": (["remove", "sequence", "abc"], 47, "kind or key prefix 'abc'"),
    "empty": (["remove", ""], 47, "kind or key prefix ''"),
}


@pytest.mark.parametrize("name", ERRORS)
def test_one_line_and_its_exit_code(command: Command, there: Path, name: str) -> None:
    for path in there.glob("pattern-*"):
        path.unlink()
    before = sorted(there.iterdir())
    arguments, code, says = ERRORS[name]
    result = command("tables", *arguments)
    assert result.code == code
    assert says in result.err
    assert len(result.err.splitlines()) == 1
    assert result.out == ""
    assert [path for path in sorted(there.iterdir()) if path.suffix != ".lock"] == [
        path for path in before if path.suffix != ".lock"
    ]


def test_no_room(command: Command, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: Disk(10**6, 10**6, 0))
    result = command("tables", "build", "eight")
    assert result.code == 46
    assert result.err.startswith("pybridge: walking distance, 3 lines of 3, ")
    assert f"MB in {folder}, which has 0 MB; free some space or set PYBRIDGE_TABLES to a folder" in result.err
    assert len(result.err.splitlines()) == 1
    assert [path.suffix for path in folder.iterdir()] == [".lock"]


@pytest.mark.parametrize("arguments", [["build", "eight"], ["list"], ["verify"], ["remove", "--all"]], ids=" ".join)
def test_a_folder_that_is_a_file(command: Command, folder: Path, arguments: list[str]) -> None:
    folder.parent.mkdir()
    folder.write_text("mine")
    result = command("tables", *arguments)
    assert result.code == 46
    assert result.err == f"pybridge: {folder} is not a folder; set PYBRIDGE_TABLES to one\n"
    assert len(result.err.splitlines()) == 1
    assert folder.read_text() == "mine"


def test_a_table_that_is_being_built_is_not_removed(command: Command, there: Path) -> None:
    from filelock import FileLock

    with FileLock(only(there, "walking-*.table").with_suffix(".lock")):
        result = command("tables", "remove", "walking")
    assert result.code == 46
    assert "is being built by another process; stop it first" in result.err
    assert command("tables", "verify", "walking").code == 0


def interrupted(folder: Path, after: float, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What a command leaves that hears Ctrl-C some seconds after its first file is there."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pybridge", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        deadline = time.monotonic() + 30
        while not list(folder.glob("*.lock")) and time.monotonic() < deadline:
            time.sleep(0.005)
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


@pytest.mark.parametrize("after", [0, 0.1, 0.4])
def test_interrupt_leaves_whole_tables_only(command: Command, folder: Path, after: float) -> None:
    done = interrupted(folder, after, "tables", "build", "fifteen", "--heuristic", "max(walking,pdb:7-8)")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "pybridge: interrupted\n")
    assert not list(folder.glob("*.part"))
    assert {path.stem for path in folder.glob("*.table")} == {path.stem for path in folder.glob("*.json")}
    assert command("tables", "verify", "--quick").code == 0


def test_interrupt_is_heard_while_a_kernel_judges(
    command: Command, there: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judging, ended = threading.Event(), threading.Event()

    def judge(*arguments: object) -> None:
        judging.set()
        ended.wait()

    def interrupt() -> None:
        judging.wait()
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("pybridge.tables.walking.WalkingRecipe.verify", judge)
    threading.Thread(target=interrupt).start()
    try:
        result = command("tables", "verify", "walking")
    finally:
        ended.set()
    assert (result.code, result.out, result.err) == (130, "", "pybridge: interrupted\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command_line", "out", "err"),
    [
        ("tables build eight", "", "pybridge: interrupted\n"),
        ("solve eight --heuristic walking --quiet", "· interrupted; no solution is shorter than 12 moves\n", ""),
    ],
)
def test_interrupt_while_another_process_builds(there: Path, command_line: str, out: str, err: str) -> None:
    from filelock import FileLock

    lock = only(there, "walking-*.table").with_suffix(".lock")
    for path in there.glob("walking-*"):
        path.unlink()
    with FileLock(lock):
        done = interrupted(there, 1.5, *command_line.split())
    assert (done.returncode, done.stdout, done.stderr) == (130, out, err)


@pytest.mark.slow
@pytest.mark.parametrize("columns", [50, 120])
def test_on_a_terminal(folder: Path, columns: int) -> None:
    def terminal(*arguments: str) -> str:
        text, status = pexpect.run(
            f"{sys.executable} -m pybridge tables {' '.join(arguments)}",
            withexitstatus=True,
            encoding="utf-8",
            dimensions=(40, columns),
            env={**{k: v for k, v in os.environ.items() if k != "COLUMNS"}, "TERM": "xterm-256color"},
            timeout=60,
        )
        assert status == 0
        return str(text)

    assert "Ctrl-C stops" in terminal("build", "seven")
    for arguments in (["list"], ["list", "walking", "sequence"], ["verify", "--quick"]):
        plain = Text.from_ansi(terminal(*arguments).replace("\r\n", "\n")).plain
        assert max(len(line) for line in plain.splitlines()) <= columns


def test_piped_output_is_plain(process: Command, folder: Path) -> None:
    result = process("tables", "build", "seven", "--heuristic", "walking")
    assert (result.code, result.err) == (0, "")
    assert "\x1b" not in result.out
    assert "Ctrl-C" not in result.out
