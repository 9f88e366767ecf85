"""The floors of the house: imports go downward, each library has its one door, files and functions stay short."""

import ast
import re
import subprocess
import sys
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from pybridge import domains

PACKAGE = Path(__file__).resolve().parent.parent / "pybridge"
MODULES = sorted(PACKAGE.rglob("*.py"))

FLOORS = {
    "domains": 0,
    "errors": 0,
    "outcome": 0,
    "limits": 0,
    "memory": 0,
    "priority": 0,
    "forms": 0,
    "interpreters": 0,
    "lazy": 0,
    "arrays": 0,
    "layout": 0,
    "provenance": 0,
    "data_table": 0,
    "summary": 0,
    "translation": 0,
    "compiled": 0,
    "vectors": 1,
    "facts": 1,
    "boards": 2,
    "puzzles": 2,
    "store": 2,
    "swipl": 2,
    "rules": 3,
    "tables": 3,
    "witnesses": 4,
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
    "numba": {"compiled", "search", "tables", "vectors"},
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


def name_of(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imported(path: Path) -> set[str]:
    """The full names that a module imports anywhere, also inside functions."""
    found = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_the_files_that_contributing_names_exist():
    root = PACKAGE.parent
    text = (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/.-]+\.(?:py|pl|plt|js|ts))`", text))
    folders = [root / name for name in ("pybridge", "prolog", "tests", "docs")]
    files = [f"/{path.relative_to(root).as_posix()}" for folder in folders for path in folder.rglob("*.*")]
    assert len(named) > 80
    named = {name for name in named if "NAME" not in name}  # of a file that a reader writes
    assert [name for name in sorted(named) if not any(file.endswith(f"/{name}") for file in files)] == []


def test_every_part_has_a_floor():
    assert {part(path) for path in MODULES} - {"__init__"} == set(FLOORS)


def upward(path: Path) -> list[str]:
    """What a module imports from a higher floor."""
    mine = part(path)
    names = [name for name in imported(path) if name.startswith("pybridge.") and name != "pybridge.__version__"]
    above = [name for name in names if FLOORS[name.split(".")[1]] > FLOORS.get(mine, max(FLOORS.values()))]
    return sorted(name for name in above if name.split(".")[1] != mine)


def test_imports_go_downward():
    found = {name_of(path): upward(path) for path in MODULES}
    assert len(found) > 300
    assert {name: imports for name, imports in found.items() if imports} == {}


def circles(below: dict[str, set[str]]) -> list[list[str]]:
    """The sets of names that import each other, by way of whatever: what is strongly connected (Tarjan, 1972)."""
    numbers: dict[str, int] = {}
    least: dict[str, int] = {}
    path: list[str] = []
    found = []

    def visit(name: str) -> None:
        numbers[name] = least[name] = len(numbers)
        path.append(name)
        for other in below.get(name, ()):
            if other not in numbers:
                visit(other)
            if other in path:
                least[name] = min(least[name], least[other])
        if least[name] == numbers[name]:
            at = path.index(name)
            found.append(sorted(path[at:]))
            del path[at:]

    for name in below:
        if name not in numbers:
            visit(name)
    return [each for each in found if len(each) > 1]


def name_of_module(path: Path) -> str:
    """The name by which a module is imported."""
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def test_parts_do_not_import_each_other_in_circles():
    below: dict[str, set[str]] = {}
    for path in MODULES:
        names = {name.split(".")[1] for name in imported(path) if name.startswith("pybridge.")}
        below.setdefault(part(path), set()).update((names & set(FLOORS)) - {part(path)})
    assert circles(below) == []


ROOMS = {"kernels": 0, "": 1, "census": 2, "layers": 2, "native": 3, "domains": 4}
"""The rooms of `search/`, from what all others may import to what imports them; its own files are the second."""


def room(module: str) -> str:
    """The room of a module of `search/`; "" for its own files."""
    named = module.split(".")[2:3]
    return named[0] if named and named[0] in ROOMS else ""


def rooms(path: Path) -> set[tuple[str, str]]:
    """The room of a module of `search/` with each other that it imports, beside what only a type checker sees."""
    names, nodes = set(), [tree(path)]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("pybridge.search"):
            names.add(node.module)
        if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
            nodes += ast.iter_child_nodes(node)
    mine = room(name_of_module(path))
    return {(mine, other) for other in map(room, names) if other != mine}


def test_rooms_of_search_import_downward():
    found = set().union(*(rooms(path) for path in MODULES if part(path) == "search"))
    assert {("domains", "native"), ("native", "kernels"), ("census", "")} <= found
    assert [pair for pair in sorted(found) if ROOMS[pair[1]] >= ROOMS[pair[0]]] == []


def defined(path: Path) -> set[str]:
    """The functions and classes that a module defines itself."""
    return {node.name for node in tree(path).body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def test_files_do_not_import_each_other_in_circles():
    """Wherever in a file an import stands. A package's own file may offer what its modules have."""
    files = {name_of_module(path): path for path in MODULES}

    def home(name: str) -> str | None:
        package, _, last = name.rpartition(".")
        if name in files:
            return None if files[name].name == "__init__.py" else name
        if package not in files:
            return None
        return package if files[package].name != "__init__.py" or last in defined(files[package]) else None

    below = {name: {found for each in imported(path) if (found := home(each))} for name, path in files.items()}
    assert len(below) > 250
    assert circles(below) == []


@pytest.mark.parametrize("library", DOORS)
def test_each_library_has_one_door(library):
    users = {part(path) for path in MODULES if any(name.split(".")[0] == library for name in imported(path))}
    assert users == DOORS[library]


def calls(path: Path) -> set[str]:
    return {
        node.func.id for node in ast.walk(tree(path)) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def printing(path: Path) -> set[str]:
    """How a module prints, or runs what it is given."""
    found = calls(path) & {"print", "input", "breakpoint", "exec", "eval"}
    writes = part(path) != "render" and "sys.stdout" in path.read_text(encoding="utf-8")
    return found | {"sys.stdout"} if writes else found


def test_only_the_command_line_prints():
    found = {name_of(path): printing(path) for path in MODULES if part(path) not in ("cli", "__main__")}
    assert len(found) > 300
    assert {name: ways for name, ways in found.items() if ways} == {}


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function, those of functions within it left out."""
    within = [node for node in ast.walk(function) if isinstance(node, ast.FunctionDef) and node is not function]
    return lines(function) - sum(map(lines, within))


def most_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The bound of a function; numba compiles kernels, and calls inside them cost what they save."""
    decorators = {ast.unparse(each.func if isinstance(each, ast.Call) else each) for each in function.decorator_list}
    return MOST_LINES_OF_A_KERNEL if decorators & {"kernel", "lean_kernel", "inlined"} else MOST_LINES_OF_A_FUNCTION


def lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return function.end_lineno - function.lineno + 1


def too_long(path: Path) -> set[str]:
    """A module and its functions that have too many lines."""
    long = {
        f"{name_of(path)}:{node.name}"
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and length(node) > most_lines(node)
    }
    if len(path.read_text(encoding="utf-8").splitlines()) > MOST_LINES:
        long.add(name_of(path))
    return long


def test_files_and_functions_are_short():
    assert set().union(*map(too_long, MODULES)) <= TOO_LONG


def test_each_module_says_what_it_is_for():
    assert [name_of(path) for path in MODULES if not ast.get_docstring(tree(path))] == []


def test_nothing_is_a_drawer_for_everything():
    assert not {"utils", "helpers", "common", "misc"} & {path.stem for path in MODULES}


def test_the_name_of_a_public_class_is_used_once():
    """So that a name in code, a message or a document says which class is meant."""
    found: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(str(path.relative_to(PACKAGE)))
    assert len(found) > 300
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}


def waits(function: ast.FunctionDef, source: str) -> bool:
    """Whether a test sleeps for a second, or asserts how long something takes."""
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
    sleeps = [call.args[0] for call in calls if ast.unparse(call.func) == "time.sleep"]
    slept = any(isinstance(each, ast.Constant) and each.value >= 1 for each in sleeps)
    text = "\n".join(source.splitlines()[function.lineno - 1 : function.end_lineno])
    return slept or bool(re.search(r"(monotonic|perf_counter)\(\) - \w+ [<>]|found\.seconds <", text))


def test_what_waits_on_the_clock_is_in_the_one_serial_group():
    found = []
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and waits(node, source):
                marked = "pytest.mark.clock" in map(ast.unparse, node.decorator_list)
                found.append((marked, f"{path.name}:{node.name}"))
    assert len(found) > 10
    assert [name for marked, name in found if not marked] == []


def test_one_process_runs_the_tests_of_a_file(request):
    """Where there are several; tests/conftest.py says how that was lost once, and nothing failed."""
    if request.config.getoption("loadgroup", default=False):
        assert request.node.nodeid.endswith(f"@{request.path}")


def loaded_by(*arguments: str) -> set[str]:
    """The modules that a command loads."""
    script = f"""
import sys
from pybridge.cli import run
try:
    run({list(arguments)!r})
except SystemExit:
    pass
print("LOADED", *sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", timeout=150)
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


def test_a_search_by_kernels_loads_neither_prolog_nor_what_compiling_needs():
    command = "solve", "pocket", "--start", "R U", "--json"
    loaded_by(*command)  # compiles, the first time
    loaded = loaded_by(*command)
    assert "numba" in loaded
    assert not loaded & {"pybridge.swipl.engine", "numba.typed.typedlist", "numba.np.arrayobj"}


def test_python_alone_loads_no_prolog():
    script = """
import sys
from tests.solving import solve
from pybridge.facts import find, read
assert solve(read(find("eight")), "ids_low", engine="python").length == 12
print(*{"pyswip", "rich", "typer", "numba"} & set(sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == ""


FACTS = ("TilesFacts", "BlocksFacts", "TurnsFacts", "RulesFacts")
NAMED = {f"{each}.domain" for each in FACTS} | {"'sliding_tiles'", "'blocks_world'", "'permutation'"}


def branches(path: Path) -> list[str]:
    """Where a module asks for the type or the name of a domain, or has a table with a domain's name as a key."""
    found = []
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance":
            asked = ast.unparse(node.args[1])
            found += [f"isinstance {asked}"] * any(name in asked for name in FACTS)
        elif isinstance(node, ast.Dict | ast.Compare):
            keys = node.keys if isinstance(node, ast.Dict) else [node.left, *node.comparators]
            words = {ast.unparse(key) for key in keys if key}
            found += sorted(words & NAMED)
    return found


def test_nobody_above_the_rows_asks_which_domain_it_is():
    found = {str(path): branches(path) for path in MODULES}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_each_row_is_where_the_list_of_domains_says():
    """And is of the type of its floor."""
    kinds = {}
    for rows in domains.SHIPPED:
        for floor in (field.name for field in fields(rows) if field.name != "name"):
            kinds.setdefault(floor, set()).add(type(domains.Floor(floor)[rows.name]))
    assert {floor: len(found) for floor, found in kinds.items()} == dict.fromkeys(kinds, 1)
    assert len(kinds) == 7
