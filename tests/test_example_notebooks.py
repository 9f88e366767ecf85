"""Each example notebook runs from its first cell to its last in plain Python, and is stored without outputs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
WITH_OUTPUTS = {"notebook"}
"""tests/test_notebook.py runs this one in a kernel, and compares its outputs."""
NOTEBOOKS = sorted(path for path in EXAMPLES.glob("*.ipynb") if path.stem not in WITH_OUTPUTS)
RUNNER = """
import ast, json, sys

shown, names = [], {"__name__": "__main__"}
for number, source in enumerate(json.load(sys.stdin)):
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, f"cell {number}", "exec"), names)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
        form = getattr(value, "_repr_html_", lambda: None)()
        shown += [] if value is None else [type(value).__name__ + (" as a table" if form else "")]
print("SHOWN", shown)
"""
SHOWN = {
    "compare_heuristics": ["SearchBench as a table"] * 2,
    "learn_a_heuristic": ["SearchBench as a table"],
    "new_domain": ["Solution as a table", "Census as a table", "Comparison as a table"],
    "prove_a_table": [],
}


def cells(path: Path, kind: str) -> list[dict]:
    return [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == kind]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_text_and_code_in_turn_without_outputs(path):
    code = cells(path, "code")
    assert len(code) >= 4
    assert len(cells(path, "markdown")) >= len(code) - 1
    assert [(cell["outputs"], cell["execution_count"]) for cell in code] == [([], None)] * len(code)
    assert "assert " in "".join(line for cell in code for line in cell["source"])


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_without_a_kernel(path, tmp_path):
    sources = json.dumps(["".join(cell["source"]) for cell in cells(path, "code")])
    done = subprocess.run(
        [sys.executable, "-c", RUNNER], input=sources, capture_output=True, text=True, timeout=300, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    *printed, last = done.stdout.splitlines()
    assert last == f"SHOWN {SHOWN[path.stem]}"
    assert printed


def test_the_guide_names_every_notebook():
    guide = (EXAMPLES.parent / "docs" / "notebook.md").read_text(encoding="utf-8")
    assert [path.name for path in NOTEBOOKS if f"(../examples/{path.name})" not in guide] == []
    assert set(SHOWN) == {path.stem for path in NOTEBOOKS}
