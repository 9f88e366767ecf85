"""`doctor --warm`: the native searches are compiled by one process at a time."""

import shutil
import sys
from types import SimpleNamespace

import pytest
from filelock import FileLock

import pybridge
from pybridge.cli import doctor
from pybridge.cli.doctor import warm_up
from pybridge.errors import PrologMissingError
from pybridge.outcome import Outcome


def test_one_process_warms_up(tmp_path, monkeypatch):
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *names, **options: tmp_path)
    compiled = []
    monkeypatch.setattr("pybridge.cli.doctor._compile", lambda: compiled.append(1))
    with FileLock(tmp_path / "warming.lock"):
        assert warm_up().detail == "another process compiles them"
    assert compiled == []
    assert warm_up().detail.startswith("compiled, or found compiled, in ")
    assert compiled == [1]


@pytest.mark.parametrize("program", ["true", "false"])
def test_censuses_are_compiled_in_another_process_or_else_here(monkeypatch, program):
    """Without Prolog, all but those of rules, which come last."""
    compiled = {"solve": [], "census": []}

    def record(command):
        def run(name, **options):
            if name in ("farmer", "klotski"):
                raise PrologMissingError("no swipl on the PATH")
            compiled[command].append(name)
            return SimpleNamespace(outcome=Outcome.SOLVED)

        monkeypatch.setattr(pybridge, command, run)

    record("solve")
    record("census")
    monkeypatch.setattr(sys, "executable", shutil.which(program))
    doctor._compile()
    assert set(compiled["solve"]) == {*doctor._SOLVED} - {"farmer", "klotski"}
    assert set(compiled["census"]) == ({*doctor._COUNTED} - {"farmer"} if program == "false" else set())


def test_an_interrupt_ends_it(monkeypatch):
    """A search takes it for itself, and says that it was interrupted."""
    searched = []

    def solve(name, **options):
        searched.append(name)
        return SimpleNamespace(outcome=Outcome.INTERRUPTED)

    monkeypatch.setattr(pybridge, "solve", solve)
    with pytest.raises(KeyboardInterrupt):
        doctor._compile()
    assert len(searched) == 1


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *names, **options: tmp_path / "file")
    monkeypatch.setattr("pybridge.cli.doctor._compile", lambda: None)
    found = warm_up()
    assert found.error is None
    assert found.detail.startswith("not compiled: ")


def test_a_package_file_with_another_hash_is_refused(command, tmp_path):
    (tmp_path / "cut.tgz").write_bytes(b"cut short")
    told = command("doctor", "--browser", str(tmp_path / "cut.tgz"))
    assert told.code == 50
    assert told.out.splitlines()[0].startswith(f"FAIL  browser: {tmp_path / 'cut.tgz'} is not swipl-wasm")


def test_it_says_how_pages_get_their_prolog(command, tmp_path, monkeypatch):
    monkeypatch.setenv("PYBRIDGE_TABLES", str(tmp_path))
    monkeypatch.setattr("pybridge.swipl.browser.npm", lambda: None)
    assert "it needs npm, or `pybridge doctor --browser FILE`" in command("doctor").out
