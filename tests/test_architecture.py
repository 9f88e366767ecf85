"""The floors of the house: imports go downward, each library has its one door, files and functions stay short."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "pybridge"
MODULES = sorted(PACKAGE.rglob("*.py"))

FLOORS = {
    "errors": 0,
    "outcome": 0,
    "limits": 0,
    "memory": 0,
    "priority": 0,
    "lazy": 0,
    "forms": 0,
    "compiled": 0,
    "facts": 1,
    "boards": 2,
    "puzzles": 2,
    "swipl": 2,
    "tables": 3,
    "witnesses": 3,
    "heuristics": 4,
    "search": 5,
    "engines": 6,
    "diagnosis": 6,
    "agreement": 6,
    "published": 6,
    "bench": 6,
    "learning": 6,
    "cluster": 7,
    "report": 7,
    "api": 8,
    "render": 8,
    "cli": 9,
    "notebook": 9,
    "__main__": 9,
}
DOORS = {
    "IPython": {"notebook"},
    "dask": {"cluster"},
    "distributed": {"cluster"},
    "numba": {"compiled", "search", "tables"},
    "pyswip": {"swipl"},
    "rich": {"render"},
    "threadpoolctl": {"learning"},
    "typer": {"cli"},
}
MOST_LINES = 320
MOST_LINES_OF_A_FUNCTION = 30
MOST_LINES_OF_A_KERNEL = 60
TOO_LONG: set[str] = set()


def part(path: Path) -> str:
    """The package or module right under pybridge."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def imported(path: Path) -> set[str]:
    """The full names that a module imports anywhere, also inside functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_every_part_has_a_floor():
    assert {part(path) for path in MODULES} - {"__init__"} == set(FLOORS)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_downward(path):
    mine = part(path)
    for name in imported(path):
        parts = name.split(".")
        if parts[0] == "pybridge" and mine != "__init__" and parts[1] != "__version__":
            assert parts[1] == mine or FLOORS[parts[1]] <= FLOORS[mine], f"{mine} imports {name}"


def circles(below: set[tuple[str, str]]) -> list[str]:
    """What imports itself, by way of whatever."""
    while True:
        more = {(a, d) for a, b in below for c, d in below if b == c} | below
        if more == below:
            return sorted(a for a, b in below if a == b)
        below = more


def test_parts_do_not_import_each_other_in_circles():
    below = {
        (part(path), other)
        for path in MODULES
        for name in imported(path)
        if name.startswith("pybridge.") and (other := name.split(".")[1]) in FLOORS and other != part(path)
    }
    assert circles(below) == []


def within_search(module: str) -> str:
    """The sub-package or module right under `search` of a full name."""
    return module.split(".")[2]


def test_parts_of_search_do_not_import_each_other_in_circles():
    """Nor does anything by way of them; only rows of domains import what imports them, when it is asked for."""
    below = set()
    for path in (PACKAGE / "search").rglob("*.py"):
        mine = within_search(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts))
        others = {within_search(name) for name in imported(path) if name.startswith("pybridge.search.")}
        below |= {(mine, other) for other in others - {mine}}
    assert {"census", "kernels", "layers", "native"} <= {each for pair in below for each in pair}
    assert circles({(a, b) for a, b in below if a != "domains"}) == []


@pytest.mark.parametrize("library", DOORS)
def test_each_library_has_one_door(library):
    users = {part(path) for path in MODULES if any(name.split(".")[0] == library for name in imported(path))}
    assert users == DOORS[library]


def calls(path: Path) -> set[str]:
    return {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


@pytest.mark.parametrize("path", [path for path in MODULES if part(path) not in ("cli", "__main__")], ids=str)
def test_only_the_command_line_prints(path):
    assert not calls(path) & {"print", "input", "breakpoint", "exec", "eval"}
    assert part(path) == "render" or "sys.stdout" not in path.read_text(encoding="utf-8")


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function, those of functions within it left out."""
    within = [node for node in ast.walk(function) if isinstance(node, ast.FunctionDef) and node is not function]
    return lines(function) - sum(map(lines, within))


def most_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The bound of a function; numba compiles kernels, and calls inside them cost what they save."""
    decorators = {ast.unparse(each.func if isinstance(each, ast.Call) else each) for each in function.decorator_list}
    return MOST_LINES_OF_A_KERNEL if decorators & {"kernel", "searching", "inlined"} else MOST_LINES_OF_A_FUNCTION


def lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return function.end_lineno - function.lineno + 1


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_files_and_functions_are_short(path):
    text = path.read_text(encoding="utf-8")
    name = str(path.relative_to(PACKAGE))
    long = {
        f"{name}:{node.name}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and length(node) > most_lines(node)
    }
    if len(text.splitlines()) > MOST_LINES:
        long.add(name)
    assert long <= TOO_LONG


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_each_module_says_what_it_is_for(path):
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_nothing_is_a_drawer_for_everything():
    assert not {"utils", "helpers", "common", "misc"} & {path.stem for path in MODULES}


def loaded_by(*arguments: str) -> set[str]:
    """The libraries that a command loads."""
    script = f"""
import sys
from pybridge.cli import run
try:
    run({list(arguments)!r})
except SystemExit:
    pass
print("LOADED", *sorted({{name.split(".")[0] for name in sys.modules}}))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", timeout=60)
    last = done.stdout.splitlines()[-1].split()
    assert last[0] == "LOADED", done.stderr
    return set(last[1:])


def test_help_loads_no_engine():
    loaded = loaded_by("--help")
    assert "typer" in loaded
    assert not loaded & {"pyswip", "numba", "numpy"}


def test_a_search_loads_nothing_heavy():
    loaded = loaded_by("ids_low", "eight", "--json")
    assert "pyswip" in loaded
    assert not loaded & {"numba", "numpy"}


def test_python_alone_loads_no_prolog():
    script = """
import sys
from pybridge.engines import solve
from pybridge.facts import find, read
assert solve(read(find("eight")), "ids_low", engine="python").length == 12
print(*{"pyswip", "rich", "typer", "numba"} & set(sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == ""


ROWS = {"facts", "puzzles", "witnesses", "search", "engines", "render"}
"""The folders whose `domains.py` has a row per domain; heuristics have theirs in `choice.py`."""


FACTS = ("TilesFacts", "BlocksFacts", "TurnsFacts")
NAMED = {f"{each}.domain" for each in FACTS} | {"'sliding_tiles'", "'blocks_world'", "'permutation'"}


def branches(path: Path) -> list[str]:
    """Where a module asks for the type or the name of a domain, or has a table with a domain's name as a key."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance":
            asked = ast.unparse(node.args[1])
            found += [f"isinstance {asked}"] * any(name in asked for name in FACTS)
        elif isinstance(node, ast.Dict | ast.Compare):
            keys = node.keys if isinstance(node, ast.Dict) else [node.left, *node.comparators]
            words = {ast.unparse(key) for key in keys if key}
            found += sorted(words & NAMED)
    return found


def test_nobody_above_the_rows_asks_which_domain_it_is():
    rows = {PACKAGE / floor / "domains.py" for floor in ROWS}
    rows |= {PACKAGE / "heuristics" / "choice.py"}
    found = {str(path): branches(path) for path in MODULES if path not in rows}
    assert {path: lines for path, lines in found.items() if lines} == {}
    assert all(branches(path) for path in rows if path != PACKAGE / "facts" / "domains.py")
