"""SWI-Prolog is found, or an error of one line says what to do."""

import json
import shutil
from concurrent.futures import ThreadPoolExecutor

import pytest
import xxhash._xxhash

from pybridge.errors import PrologMissingError, PrologTooOldError
from pybridge.swipl import find_installation

ASK = """
import json
from pybridge.errors import PybridgeError
from pybridge.swipl import Engine
try:
    print(json.dumps(["found", Engine().once("X = 1")["X"]]))
except PybridgeError as error:
    print(json.dumps([type(error).__name__, error.exit_code, str(error)]))
"""


@pytest.fixture
def ask(python):
    """What becomes of an engine in a Python with this environment."""

    def run(**variables):
        done = python(ASK, **{"LIBSWIPL_PATH": None, "SWI_HOME_DIR": None, **variables})
        assert done.returncode == 0, done.stderr
        assert not done.stderr
        return json.loads(done.stdout)

    return run


@pytest.fixture
def fake_swipl(tmp_path, monkeypatch):
    """Put a program of that name on the PATH; it prints these lines."""

    def make(*lines, code=0):
        path = tmp_path / "bin" / "swipl"
        path.parent.mkdir()
        path.write_text("#!/bin/sh\ncat <<'END'\n" + "\n".join(lines) + f"\nEND\nexit {code}\n")
        path.chmod(0o755)
        monkeypatch.setenv("PATH", f"{path.parent}:/usr/bin:/bin")
        monkeypatch.delenv("LIBSWIPL_PATH", raising=False)
        monkeypatch.delenv("SWI_HOME_DIR", raising=False)
        return path

    return make


def one_line(text):
    return "\n" not in text and len(text) < 300


def test_found_here(ask):
    assert ask() == ["found", 1]
    found = find_installation()
    assert found.version >= 90000
    assert found.version_text.count(".") == 2


def test_found_by_the_environment(ask):
    found = find_installation()
    assert ask(LIBSWIPL_PATH=found.library, SWI_HOME_DIR=found.home) == ["found", 1]


def test_one_variable_alone_is_not_followed(ask):
    assert ask(LIBSWIPL_PATH="/no/such/library.so") == ["found", 1]
    assert ask(SWI_HOME_DIR="/no/such/home") == ["found", 1]


def test_threads_that_look_at_once_run_it_once(fake_swipl):
    found = find_installation()
    runs = fake_swipl(f'PLBASE="{found.home}";', f'PLLIBSWIPL="{found.library}";', f'PLVERSION="{found.version}";')
    log = runs.with_name("log")
    runs.write_text(runs.read_text().replace("cat", f"echo run >> {log}\nsleep .2\ncat"))
    with ThreadPoolExecutor(4) as threads:
        several = [threads.submit(find_installation) for _ in range(4)]
    assert [each.result().executable for each in several] == [str(runs)] * 4
    assert log.read_text() == "run\n"


def test_not_installed(ask, tmp_path):
    name, code, message = ask(PATH=str(tmp_path))
    assert (name, code) == ("PrologMissingError", 50)
    assert message.startswith("SWI-Prolog is not installed (no swipl on the PATH): ")
    assert one_line(message)


@pytest.mark.parametrize(
    ("user", "sudo", "how"), [(0, False, ""), (1000, True, "sudo "), (1000, False, "ask an administrator to run: ")]
)
def test_the_message_names_a_command(fake_swipl, monkeypatch, user, sudo, how):
    fake = fake_swipl("nothing")
    fake.unlink()
    apt = fake.with_name("apt-get")
    apt.write_text("#!/bin/sh\n")
    apt.chmod(0o755)
    monkeypatch.setenv("PATH", str(fake.parent))
    if sudo:
        shutil.copy(apt, fake.with_name("sudo"))
    monkeypatch.setattr("os.geteuid", lambda: user)
    command = "apt-get install --no-install-recommends swi-prolog-nox"
    with pytest.raises(PrologMissingError, match=rf"\(no swipl on the PATH\): {how}{command}$"):
        find_installation()


@pytest.mark.parametrize("library", ["", 'PLLIBSWIPL="/nowhere/libswipl.so";'])
def test_too_old(fake_swipl, library):
    """Before 8.5 swipl did not name its library, so the version is looked at first."""
    fake_swipl(f'PLBASE="{find_installation().home}";', library, "PLVERSION=80402;")
    with pytest.raises(PrologTooOldError, match=r"SWI-Prolog 8\.4\.2 .* too old; install 9\.0 or later") as caught:
        find_installation()
    assert caught.value.exit_code == 51
    assert one_line(str(caught.value))


def test_just_new_enough(fake_swipl):
    here = find_installation()
    fake = fake_swipl(f'PLBASE="{here.home}";', f'PLLIBSWIPL="{here.library}";', 'PLVERSION="90000";')
    found = find_installation()
    assert (found.executable, found.version_text) == (str(fake), "9.0.0")


@pytest.mark.parametrize("home", ["/no/such/home", "", "/tmp"])
def test_no_home(fake_swipl, home):
    fake_swipl(f'PLBASE="{home}";', f'PLLIBSWIPL="{find_installation().library}";', "PLVERSION=90004;")
    with pytest.raises(PrologMissingError, match=r"no boot\.prc") as caught:
        find_installation()
    assert one_line(str(caught.value))


@pytest.mark.parametrize("library", ["/no/such/library.so", "/tmp"])
def test_no_library(fake_swipl, library):
    fake_swipl(f'PLBASE="{find_installation().home}";', f'PLLIBSWIPL="{library}";', "PLVERSION=90004;")
    with pytest.raises(PrologMissingError, match="no library that can be loaded") as caught:
        find_installation()
    assert one_line(str(caught.value))


def test_a_swipl_that_fails(fake_swipl):
    fake_swipl("sorry", code=3)
    with pytest.raises(PrologMissingError, match="cannot run") as caught:
        find_installation()
    assert one_line(str(caught.value))


def test_a_swipl_that_tells_nothing(fake_swipl):
    fake_swipl("hello")
    with pytest.raises(PrologMissingError):
        find_installation()


def test_a_wrong_home(ask):
    name, code, message = ask(LIBSWIPL_PATH=find_installation().library, SWI_HOME_DIR="/no/such/home")
    assert (name, code) == ("PrologMissingError", 50)
    assert "SWI_HOME_DIR names /no/such/home" in message
    assert one_line(message)


def test_a_library_that_is_a_folder(ask, tmp_path):
    name, code, message = ask(LIBSWIPL_PATH=str(tmp_path), SWI_HOME_DIR=find_installation().home)
    assert (name, code) == ("PrologMissingError", 50)
    assert "LIBSWIPL_PATH must be the library's file" in message
    assert one_line(message)


def test_a_library_that_is_none(ask, tmp_path):
    text = tmp_path / "libswipl.so"
    text.write_text("not a library")
    name, code, message = ask(LIBSWIPL_PATH=str(text), SWI_HOME_DIR=find_installation().home)
    assert (name, code) == ("PrologMissingError", 50)
    assert "cannot be loaded" in message
    assert one_line(message)


def test_the_library_of_something_else(ask):
    other = xxhash._xxhash.__file__
    name, code, message = ask(LIBSWIPL_PATH=other, SWI_HOME_DIR=find_installation().home)
    assert (name, code) == ("PrologMissingError", 50)
    assert message == f"{other} is not the library of SWI-Prolog: unset LIBSWIPL_PATH, or set it to libswipl"


def test_a_home_of_another_version(ask, tmp_path):
    (tmp_path / "boot.prc").write_text("")
    (tmp_path / "VERSION").write_text("8.4.2\n")
    name, code, message = ask(LIBSWIPL_PATH=find_installation().library, SWI_HOME_DIR=str(tmp_path))
    assert (name, code) == ("PrologTooOldError", 51)
    assert one_line(message)
