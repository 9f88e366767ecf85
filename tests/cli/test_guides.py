"""The commands of the documents on blocks, on permutations and on speed in Prolog, run as they stand."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Command

DOCS = Path(__file__).parents[2] / "docs"


def _blocks() -> list[object]:
    """The blocks of commands."""
    found = []
    for name in ("blocks.md", "from-page-to-speed.md", "permutations.md"):
        text = (DOCS / name).read_text(encoding="utf-8")
        for block in re.findall(r"```sh\n(.*?)```", text, flags=re.DOTALL):
            found.append(pytest.param(block, id=f"{name} {block.split()[2]} {len(found)}"))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("block", _blocks())
def test_commands_of_a_document(command: Command, block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(DOCS.parent / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    for line in block.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        if words[0] == "pybridge":
            assert command(*words[1:]).code == 0, line
        else:
            done = subprocess.run(words, capture_output=True, text=True, timeout=200)
            assert (done.returncode, words[0]) == (0, "swipl"), line
            assert " moves: " in done.stdout
