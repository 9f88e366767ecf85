"""Every command and program in the READMEs, docs/commands.md, help texts and examples runs."""

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

from pybridge.cli import run
from tests.samples import sample

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
READMES = ["README.md", "README.ja.md"]
COMMANDS = [
    "ids",
    "ids_low",
    "trace",
    "solve",
    "compare",
    "compile",
    "census",
    "check",
    "facts",
    "new",
    "puzzles",
    "gallery",
    "tables",
    "doctor",
    "bench",
    "train",
    "export",
    "import",
    "plan",
    "cluster",
]

# Up to half a minute; every other example takes seconds at most.
LONG = {
    "bench engine --tries 4",
    "bench engine --isolate --tries 1",
    "bench random 1000 --heuristic pdb:7-8",
    "bench random 100 --heuristic learned --program a_star --weight 1.5",
}
MEASURED = {"ids", "gallery --out pages"}
"""Those that test_searching.py runs, or bin/docs for test_site.py, which look at what they find."""
STAYING = {"cluster start --workers 2", "check my_board.pl --watch"}
"""Until Ctrl-C."""
SEARCHING = {"compare_engines", "own_heuristic", "solve_a_puzzle"}
"""Examples that search for more than a second."""
QUICK = ["check", "export", "facts", "import", "new", "plan", "puzzles"]
"""Commands that search, build and measure nothing, and may make what others of a document need."""
BOARD = "ooo\no o\nooo\n"


def _text(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def _blocks(language: str, document: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", _text(document), flags=re.DOTALL)


def _commands(document: str) -> list[str]:
    lines = [line.split("#")[0].strip() for block in _blocks("sh", document) for line in block.splitlines()]
    return [line.removeprefix("bin/pybridge ") for line in lines if line.startswith("bin/pybridge ")]


def _every_help() -> list[list[str]]:
    tables = (["tables", each] for each in ("build", "list", "verify", "remove"))
    benches = (["bench", each] for each in ("engine", "learned", "puzzle", "random"))
    return [[], *benches, *tables, *([command] for command in COMMANDS)]


@cache
def _help(*arguments: str) -> str:
    command = [sys.executable, "-m", "pybridge", *arguments, "--help"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _help_commands(helps: list[list[str]]) -> list[str]:
    lines = [line.strip() for each in helps for line in _help(*each).splitlines() if line.startswith("  ")]
    return sorted({line.removeprefix("pybridge ") for line in lines if line.startswith("pybridge ")})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the documents speak of."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two_jugs.pl").write_text(_blocks("prolog", "README.md")[0], encoding="utf-8")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    shutil.copy(ROOT / "prolog" / "seven.pl", tmp_path / "mine.pl")
    (tmp_path / "board.txt").write_text(BOARD, encoding="utf-8")
    (tmp_path / "rings.txt").write_text("1 2 3\n4 5 6\nA: 1 2 5 4\nB: 2 3 6 5\n")
    (tmp_path / "start.txt").write_text("1 2 3\n4 . 6\n7 5 8\n")
    (tmp_path / "blocks3.plan").write_text("red->y blue->red green->z blue->green red->blue\n")
    assert run(["export", "eight", "--to", "pddl", "--out", "."]) == 0
    for name in ("my_board.pl", "other.pl"):
        assert run(["facts", "2x3", "--out", name]) == 0
    return tmp_path


LATER = ("README", "docs/pictures", "docs/witnesses", "docs/cluster", "docs/rules")
DOCUMENTS = ["docs/commands.md", *(f"{each}.md" for each in LATER)]
"""README.ja.md shows what README.md shows, as a test below says. Only the first uses what it has trained."""


def _run_elsewhere(line: str, documents: list[str]) -> bool:
    """Whether the test of one of these documents runs a command, and it makes nothing that others of this one need."""
    return line.split()[0] not in QUICK and any(line in _commands(document) for document in documents)


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS)
def test_commands(folder: Path, document: str) -> None:
    """What stands in several documents runs once; none removes a table, so that they share what they build."""
    earlier = DOCUMENTS[: DOCUMENTS.index(document)]
    commands = [line for line in _commands(document) if line not in LONG | MEASURED | STAYING]
    assert len(commands) > 2
    for line in commands:
        if not _run_elsewhere(line, earlier):
            assert run(shlex.split(line)) == 0, line


@pytest.mark.parametrize("document", [*READMES, "docs/commands.md"])
def test_every_command_is_named(document: str) -> None:
    assert {shlex.split(line)[0] for line in _commands(document)} == set(COMMANDS)


def test_readmes_show_the_same() -> None:
    english, japanese = READMES
    assert _commands(japanese) == _commands(english)
    for language in ("prolog", "python"):
        assert _blocks(language, japanese) == _blocks(language, english)


@pytest.mark.parametrize("document", READMES)
def test_readme_fact_file_is_short(document: str) -> None:
    lines = [line for line in _blocks("prolog", document)[0].splitlines() if line.strip()]
    assert len(lines) <= 20


@pytest.mark.parametrize("document", sample(READMES, slow=READMES[1:]))
def test_readme_python(folder: Path, document: str, capfd: pytest.CaptureFixture[str]) -> None:
    exec(compile(_blocks("python", document)[0], document, "exec"), {})
    assert capfd.readouterr().out.startswith("36 ")


@pytest.mark.parametrize("document", READMES)
def test_readme_names_every_dependency(document: str) -> None:
    project = tomllib.loads(_text("pyproject.toml"))
    needed = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    for extra in project["project"]["optional-dependencies"].values():
        needed += extra
    rows = " ".join(line.split("|")[1] for line in _text(document).splitlines() if line.startswith("| "))
    for name in {re.match(r"[\w-]+", requirement)[0] for requirement in needed} - {project["project"]["name"]}:
        assert re.search(rf"\b{name}\b", rows), name


@pytest.mark.parametrize("number", sample(range(len(_blocks("python", "docs/embedding.md"))), quick=(0, 1, 5)))
def test_programs_of_the_document_on_embedding(number: int) -> None:
    program = _blocks("python", "docs/embedding.md")[number]
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout or "pytest" in program


def _examples(command: str) -> list[str]:
    """The examples of a command in all help texts."""
    helps = [each for each in _every_help() if each[:1] in ([], [command])]
    return [line for line in _help_commands(helps) if line.split()[0] == command]


@pytest.mark.slow
@pytest.mark.parametrize("command", [each for each in COMMANDS if each != "cluster"])  # those run until Ctrl-C
def test_help_commands(folder: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """Those that no document has; none but these two commands removes or trains what others find in the tables."""
    if command in ("tables", "train"):
        monkeypatch.setenv("PYBRIDGE_TABLES", str(folder / "tables"))
    examples = _examples(command)
    assert examples
    if command == "bench":
        run_all(["train eight --labels 5000 --steps 200"], folder)
    run_all(
        [line for line in examples if line not in LONG | MEASURED and not _run_elsewhere(line, DOCUMENTS)],
        folder,
    )


@pytest.mark.slow
@pytest.mark.parametrize("line", sorted(LONG))
def test_long_help_commands(folder: Path, line: str) -> None:
    assert line in _examples(line.split()[0])
    run_all([line], folder)


def test_every_example_is_of_a_known_command() -> None:
    assert {line.split()[0] for line in _help_commands([[]])} <= set(COMMANDS)


def run_all(commands: list[str], folder: Path) -> None:
    """Run the commands in turn; a file that one of them writes may be there already."""
    for line in (each for each in commands if each not in STAYING):
        for written in re.findall(r"--(?:out|svg|picture|html|plot|csv|trace) (\S+)", line):
            if not (folder / written).is_dir():
                (folder / written).unlink(missing_ok=True)
        words = shlex.split(line)
        # It leaves goals behind that never end; they end with their process.
        alone = line.startswith("bench engine")
        code = subprocess.call([sys.executable, "-m", "pybridge", *words]) if alone else run(words)
        assert code == (11 if "--last" in line else 0), line


def test_the_bibliography_has_every_source() -> None:
    """Each name and year in the documents, the programs and the heuristics stands in one entry."""
    known = _text("docs/bibliography.md").split("\n- ")
    files = [*ROOT.glob("docs/*.md"), *ROOT.glob("prolog/**/*.pl"), *ROOT.glob("pybridge/heuristics/*.py")]
    cited = set()
    for path in files:
        text = path.read_text(encoding="utf-8")
        cited |= set(re.findall(r"([A-Z][\w']+)(?: and others)?,? \(?((?:19[5-9]|20[0-2])[0-9])\b", text))
    missing = {each for each in cited if not any(each[0] in entry and each[1] in entry for entry in known)}
    assert len(cited) > 10
    assert not missing


def test_the_citation_has_the_version() -> None:
    from pybridge import __version__

    assert f"\nversion: {__version__}\n" in _text("CITATION.cff")


def test_every_link_leads_somewhere() -> None:
    for document in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")):
        text = document.read_text(encoding="utf-8").replace("../../actions/", "https://actions/")
        for target in re.findall(r"\]\(([^)#:]+)\)", text):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


@pytest.mark.parametrize(
    "path", sample(EXAMPLES, slow=[path for path in EXAMPLES if path.stem in SEARCHING]), ids=lambda path: path.stem
)
def test_examples(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 40
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_exit_codes_document_is_complete() -> None:
    import pybridge.errors as errors
    from pybridge.outcome import Outcome

    told = {int(code) for code in re.findall(r"^\| (\d+) \|", (ROOT / "docs/exit-codes.md").read_text(), flags=re.M)}
    kinds = {kind.exit_code for kind in errors.FaultKind}
    classes = {
        thing.exit_code
        for thing in vars(errors).values()
        if isinstance(thing, type) and issubclass(thing, errors.PybridgeError) and thing is not errors.FactFileError
    }
    outcomes = {outcome.exit_code for outcome in Outcome}
    assert told == kinds | classes | outcomes | {2, 141}
